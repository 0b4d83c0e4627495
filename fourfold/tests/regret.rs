//! `regret`: players beside exact answers.

use serde_json::Value;

use crate::program::{fails, json, prints, refuses, run, temporary};

const SMALL: [&str; 7] =
    ["regret", "collapsi", "random", "search:nodes=200,table=1", "perfect", "--deals", "8"];

fn with<'a>(command: &[&'a str], args: &[&'a str]) -> Vec<&'a str> {
    [command, args].concat()
}

fn estimate(figure: &Value) -> f64 {
    figure["estimate"].as_f64().unwrap()
}

#[test]
fn regret_measures_players_against_perfect_play() {
    let one = json(&with(&SMALL, &["--threads", "1"]));
    assert_eq!(one, json(&with(&SMALL, &["--threads", "3"])));
    assert_eq!([&one["games"], &one["planned"], &one["skipped"]], [8, 8, 0]);
    assert_eq!(one["truth"], "rules=v1_1, 0 random plies, 2000000 nodes");
    let [random, search, perfect] = &one["players"].as_array().unwrap()[..] else { panic!() };
    assert!(estimate(&random["kept"]) < estimate(&search["kept"]));
    assert!(estimate(&search["points_lost"]) < estimate(&random["points_lost"]));
    for share in ["kept", "best"] {
        assert_eq!(perfect[share]["estimate"], 1.0);
    }
    assert_eq!(perfect["plies_lost"]["estimate"], 0.0);
    assert_eq!(random["nodes"], Value::Null);
    assert!((1.0..=200.0).contains(&estimate(&search["nodes"])));
    assert_eq!(random["critical"], perfect["critical"]);
}

#[test]
fn regret_goes_on_where_it_was_interrupted() {
    let file = temporary("regret");
    let out = ["--out", file.to_str().unwrap()];
    let whole = prints(&with(&SMALL, &out));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 9, "a header and eight games");
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&file, format!("{}\n{}", lines[..5].join("\n"), &lines[5][..9])).unwrap();
    let resumed = run(&with(&SMALL, &out));
    assert_eq!(resumed.stderr, b"Entry 6 is not complete; its work is done again.\n");
    assert_eq!(String::from_utf8(resumed.stdout).unwrap(), whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 9);
    let fewer = with(&SMALL[..6], &["5"]);
    assert_eq!(prints(&with(&fewer, &out)), prints(&fewer));
    let kept = std::fs::read_to_string(&file).unwrap();
    let twice = [&kept, kept.lines().last().unwrap(), "\n"].concat();
    let wrong = kept.replacen("\"part\":2", "\"part\":3", 1);
    let notes = [&kept, "my notes"].concat();
    for (damaged, error) in [
        (wrong, "the checksum is wrong"),
        (twice, "came before"),
        (notes, "entry 10: expected one"),
    ] {
        std::fs::write(&file, &damaged).unwrap();
        let said = fails(&with(&SMALL, &out), 1);
        assert!(said.contains(error), "{said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
    }
    std::fs::write(&file, kept).unwrap();
    let other = fails(&with(&SMALL, &["--seed", "1", "--out", out[1]]), 1);
    assert!(other.contains("the file is of another examination"), "{other}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn regret_needs_positions_that_can_be_solved() {
    let near_the_end =
        ["regret", "connect-four", "random", "search:depth=4,table=1", "--deals", "4"];
    let games = json(&with(&near_the_end, &["--openings", "30"]));
    assert_eq!((&games["games"], &games["skipped"]), (&4.into(), &0.into()));
    let hopeless = json(&with(&near_the_end[..5], &["1", "--solve-nodes", "100"]));
    assert_eq!([&hopeless["games"], &hopeless["planned"], &hopeless["skipped"]], [0, 1, 1]);
    for (args, message) in [
        (&["rolling-mountains", "random", "--set", "players=3"][..], "a game for two players"),
        (&["collapsi", "random", "--endings", "x"], "--endings: expected collateral-checkers"),
        (&["collapsi", "bold"], "player \"bold\": there is no player \"bold\" in this game"),
        (&["collapsi"], "<PLAYERS>..."),
    ] {
        let said = refuses(&with(&["regret"], args));
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn regret_of_endings_comes_from_a_tablebase() {
    let file = temporary("regret.endings");
    let path = file.to_str().unwrap();
    prints(&["tablebase", "build", path, "--max-pieces", "6", "--set", "hold_turns=1"]);
    let args = ["regret", "collateral-checkers", "greedy", "search:nodes=3000,table=1"];
    let games = json(&with(&args, &["--endings", path, "--deals", "10"]));
    let [greedy, search] = &games["players"].as_array().unwrap()[..] else { panic!() };
    assert_eq!(games["games"], 10);
    assert!(estimate(&greedy["kept"]) <= estimate(&search["kept"]), "{games}");
    std::fs::remove_file(&file).unwrap();
}
