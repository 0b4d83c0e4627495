//! Records of all games: as text, in files, at the prompt, from matches.

use engine::game::seeded;
use engine::record::{Ending, Record, parse_all};
use engine::{Options, Start};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::program::{fails, json, refuses, run, temporary};

/// Plays at random with variations, comments and every kind of ending, and reads what is printed.
fn text_is_read_again<G: Start>(settings: &[&str]) {
    for seed in 0..60 {
        let rng = &mut seeded(seed);
        // A game without options has no settings.
        let settings = settings.get(seed as usize % settings.len().max(1));
        let rules = settings.map(|settings| G::Rules::from_settings(settings).unwrap());
        let rules = rules.unwrap_or_default();
        let mut record = Record::new(G::start(&rules, seed));
        record.set_players(["\"Ann\"", "B\\n", "c\nd"]);
        for _ in 0..rng.random_range(0..120) {
            let moves = record.position().legal_moves();
            match (rng.random_range(0..12), moves.choose(rng)) {
                (0, _) => drop(record.undo()),
                (1, _) => record.promote(),
                (2, _) => record.set_comment("a } and a \\ and a\nnew line"),
                (_, Some(&m)) => record.play(m).unwrap(),
                (_, None) => drop(record.go_to(0)),
            }
        }
        let player = *record.start().players().choose(rng).unwrap();
        let won = Ending::Adjudicated(Some(player));
        let endings =
            [Ending::Resigned(player), Ending::Forfeited(player), won, Ending::Adjudicated(None)];
        record.set_ending(endings.choose(rng).copied());
        let text = record.to_string();
        let again = parse_all::<G>(&[text.as_str(), &text].concat()).unwrap();
        assert_eq!(again, [record.clone(), record], "{text}");
        assert_eq!(again[0].to_string(), text);
        assert!(text.lines().skip_while(|line| !line.is_empty()).all(|line| line.len() <= 80));
    }
}

#[test]
fn records_of_every_game_are_read_as_they_are_printed() {
    text_is_read_again::<collapsi::Position>(&["rules=v1_1", "rules=v1_3"]);
    text_is_read_again::<collateral_checkers::Position>(&["hold_turns=3", "quiet_limit=none"]);
    text_is_read_again::<compass::Position>(&["ply_limit=none", "ply_limit=30"]);
    text_is_read_again::<rolling_mountains::Position>(&["players=2", "players=4,width=5"]);
    text_is_read_again::<connect_four::Position>(&[]);
}

/// A match of every game writes records, whose last positions are those that the moves lead to.
#[test]
fn matches_write_records_that_can_be_replayed() {
    let file = temporary("match-record");
    let path = file.to_str().unwrap();
    let at = format!("@{path}");
    for (game, players) in [
        ("collapsi", &["random", "perfect"][..]),
        ("collateral-checkers", &["greedy", "level:1"]),
        ("compass", &["level:2", "random", "--set", "ply_limit=20"]),
        ("connect-four", &["level:3", "random"]),
        (
            "rolling-mountains",
            &["random", "random", "random", "--set", "players=3", "--set", "width=4"],
        ),
    ] {
        let _ = std::fs::remove_file(&file);
        let args = [&["arena", game], players, &["--games", "2", "--out", path]].concat();
        assert!(run(&args).status.success(), "{args:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with(&format!("[Game \"{game}\"]\n[Match \"{} - ", players[0])),
            "{text}"
        );
        let last = json(&["replay", game, &at, "--number", "2"]);
        assert!(text.contains(&format!("[Result {}]", last["result"])), "{text} {last}");
        let first = json(&["replay", game, &at, "--ply", "0"]);
        assert!(text.contains(&format!("[Start {}]", first["position"])), "{first}");
    }
    std::fs::remove_file(&file).unwrap();
}

/// Without tags, with the signs of other programs and the numbers of pairs of plies.
#[test]
fn records_of_other_hands_are_read() {
    let file = temporary("foreign");
    let path = file.to_str().unwrap();
    let at = format!("@{path}");
    std::fs::write(&file, "1. d d 2. c! c?? ; a fork\n3. e $1 (3. b) 3... a 1-0\n").unwrap();
    let end = json(&["replay", "connect-four", &at]);
    assert_eq!(end["position"], "7/7/7/7/2oo3/o1xxx2 x");
    assert!(fails(&["review", path], 1).contains("expected a tag Game"));
    let review = ["review", path, "--game", "connect-four", "--nodes", "200", "--threads", "1"];
    assert_eq!(json(&review)["result"], "x wins by adjudication");
    // Where the start is dealt it must be told.
    let collapsi = fails(&["replay", "collapsi", &at], 1);
    assert!(collapsi.contains("expected a tag, as in [Start \"...\"]"), "{collapsi}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn records_are_refused_by_line_and_name() {
    let file = temporary("bad-record");
    let path = file.to_str().unwrap();
    let at = format!("@{path}");
    let start = "[Start \"7/7/7/7/7/7 x\"]";
    for (text, message) in [
        ("b2 c1", "line 1, column 1: \"b2\": "),
        ("[Game \"go\"]", "expected a game of connect-four, found one of \"go\""),
        ("[Game \"compass\"]", "expected a game of connect-four, found one of \"compass\""),
        (&format!("[Game \"connect-four\"]\n{start}\n1. d 2. x *"), "line 3, column 9: \"x\": "),
    ] {
        std::fs::write(&file, text).unwrap();
        let said = fails(&["analyse", "connect-four", &at], 1);
        assert!(said.contains(message), "{said}");
        assert!(said.contains(path), "{said}");
    }
    std::fs::write(&file, "[Game \"go\"]").unwrap();
    let said = fails(&["review", path], 1);
    assert!(
        said.contains(&format!("{path:?}: no game is called \"go\": expected collapsi, ")),
        "{said}"
    );
    std::fs::write(&file, format!("[Game \"connect-four\"]{start} d e *")).unwrap();
    for (args, message) in [
        (&["--ply", "3"][..], "--ply: expected a whole number from 0 to 2"),
        (&["--number", "2"], "--number: expected a number from 1 to 1, found 2"),
        (&["--set", "a=1"], "--set and --seed: expected no record"),
    ] {
        let said = refuses(&[&["analyse", "connect-four", &at], args].concat());
        assert!(said.contains(message), "{said}");
    }
    std::fs::write(&file, format!("\u{feff}[Game \"connect-four\"]{start} d *")).unwrap();
    assert_eq!(json(&["replay", "connect-four", &at])["position"], "7/7/7/7/7/3x3 o");
    let said = fails(&["play", "connect-four", "random", "random", "--record", "/dev/null"], 1);
    assert!(said.contains("not a regular file"), "{said}");
    std::fs::write(&file, "my notes").unwrap();
    let said = fails(&["play", "connect-four", "random", "random", "--record", path], 1);
    assert!(said.contains("this file is no record of a game, and is not replaced"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my notes");
    std::fs::remove_file(&file).unwrap();
}
