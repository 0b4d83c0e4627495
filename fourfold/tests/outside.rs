//! Other programs as players: this one itself, and bad ones.

use serde_json::json;

use crate::program::{json, prints, refuses, run, temporary};

/// The description of this program as a player of a game.
fn itself(game: &str, settings: &str) -> String {
    format!("ugi:{settings},'{}' ugi {game}", env!("CARGO_BIN_EXE_fourfold"))
}

/// A program that says this when it is told to go, and is waited for so many milliseconds.
fn scripted(go: &str, grace: u32) -> String {
    let script = format!(
        "while read -r word; do case $word in ugi) echo ugiok;; isready) echo readyok;; go*) {go};; \
         quit) exit;; esac; done"
    );
    format!("ugi:time=20,grace={grace},sh -c \"{script}\"")
}

#[test]
fn a_program_plays_as_the_player_that_it_is() {
    for (game, options) in [
        ("collateral-checkers", &["--set", "hold_turns=2"][..]),
        ("compass", &[]),
        ("connect-four", &[]),
        ("rolling-mountains", &["--max-plies", "60", "--set", "width=5", "--set", "height=5"]),
    ] {
        let games = |player: &str| {
            let args = ["arena", game, player, "greedy", "--games", "6"];
            let json = json(&[&args, options].concat());
            (json["duels"].clone(), json["players"][0]["forfeited"].clone())
        };
        let program = games(&itself(game, "nodes=200"));
        assert_eq!(program.1, 0, "{game}");
        assert_eq!(program, games("search:nodes=200"), "{game}");
    }
    let program = itself("rolling-mountains", "clock=600+1,nodes=200");
    let three = [&program, "greedy", "random", "--games", "1"];
    let limits = ["--set", "players=3", "--max-plies", "12"];
    let json = json(&[&["arena", "rolling-mountains"], &three[..], &limits].concat());
    assert_eq!((&json["games"], &json["players"][0]["forfeited"]), (&3.into(), &0.into()));
}

#[test]
fn a_program_can_be_studied_and_played_against() {
    let program = itself("collapsi", "nodes=1");
    let studied = json(&["study", "collapsi", &program, "--games", "4"]);
    assert_eq!((&studied["games"], &studied["ends"]["won"]), (&4.into(), &4.into()));
    let position = ["--position", "A223/4A2J/3A23/J3A4"];
    let played = prints(&[&["play", "collapsi", &program, "perfect"], &position[..]].concat());
    assert!(played.ends_with("red wins\n"), "{played}");
    let bad = scripted("exit 4", 60_000);
    let broken = run(&["play", "connect-four", &bad, "random"]);
    let said = String::from_utf8(broken.stderr).unwrap();
    assert_eq!(said, "error: x: the program ended, exit status: 4\n");
    assert_eq!(broken.status.code(), Some(1));
}

#[test]
fn what_a_program_does_wrong_is_recorded() {
    let out = temporary("outside-out");
    for (go, grace, reason) in [
        ("echo no memory >&2; exit 3", 60_000, "the program ended, exit status: 3: no memory"),
        (":", 200, "the program did not say bestmove within "),
        (
            "echo bestmove z9",
            60_000,
            "the program chose \"z9\": \"z9\" is not a column: expected a to g",
        ),
    ] {
        let player = scripted(go, grace);
        let args = ["arena", "connect-four", &player, "random", "--games", "2"];
        let args = [&args[..], &["--out", out.to_str().unwrap()]].concat();
        let first = json(&args);
        assert_eq!(first["players"][0]["forfeited"], 2);
        let games = std::fs::read_to_string(&out).unwrap();
        assert!(games.contains(&format!("{{end of the opening; {reason}")), "{games}");
        assert!(games.contains("[Result \"x forfeits\"]"), "{games}");
        // The file of the match knows it too.
        assert_eq!(json(&args)["duels"], first["duels"]);
        std::fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_program_has_a_name_and_a_log() {
    let log = temporary("log");
    let settings = format!("name=first,log={},nodes=5", log.display());
    let player = itself("connect-four", &settings);
    let games = json(&["arena", "connect-four", &player, "random:name=second", "--games", "2"]);
    assert_eq!([&games["players"][0]["name"], &games["players"][1]["name"]], ["first", "second"]);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains(" > go nodes 5\n") && said.contains(" < bestmove "), "{said}");
    std::fs::remove_file(&log).unwrap();
}

#[test]
fn descriptions_of_programs_are_refused_by_name() {
    for (player, message) in [
        ("ugi:/none/none --fast", "cannot start /none/none: No such file"),
        ("ugi:true", "the program ended, exit status: 0"),
        ("ugi:", "ugi is \"\": expected a program and its arguments"),
        ("ugi:'x", "ugi is \"'x\": expected a program and its arguments"),
        ("ugi:nodes=5,nodes=6,x", "nodes is set twice"),
        ("ugi:option.Hash=5,option.Hash=6,x", "option.Hash is set twice"),
        ("ugi:nodes=few,x", "nodes is \"few\": expected a number of positions a move"),
        ("ugi:name=,x", "name is \"\": expected a name"),
        ("ugi:log=/none/log,true", "cannot write the log /none/log: No such file"),
        ("ugi:grace=-1,x", "grace is \"-1\": expected a number of milliseconds"),
        (&itself("compass", "option.Strength=5"), "has no option Strength to set to 5"),
    ] {
        let said = refuses(&["arena", "compass", player, "random"]);
        assert!(said.contains(message), "{said}");
    }
    // The program plays another game.
    let other = ["arena", "rolling-mountains", &itself("compass", "nodes=5"), "random"];
    let said = json(&[&other[..], &["--games", "2", "--set", "width=5"]].concat());
    assert_eq!(said["players"][0]["forfeited"], 2);
}

#[test]
fn games_are_adjudicated() {
    let paths = ["table", "bitbase", "positions", "record"].map(temporary);
    let [table_path, bitbase_path, positions_path, record_path] =
        paths.each_ref().map(|path| path.to_str().unwrap());
    let [_, _, positions, record] = &paths;
    prints(&["tablebase", "build", table_path, "--max-pieces", "6"]);
    prints(&["tablebase", "build", bitbase_path, "--max-pieces", "6", "--bitbase"]);
    // With eight pieces it is not known yet.
    std::fs::write(positions, "ww2w/5/3b1/5/bb1bw b 0 0\n").unwrap();
    let game = ["arena", "collateral-checkers", "search:nodes=500", "search:nodes=300"];
    let start = ["--positions", positions_path, "--openings", "0", "--games", "2"];
    let judged = ["--tablebase", table_path, "--out", record_path];
    let with = json(&[&game[..], &start, &judged].concat());
    let games = std::fs::read_to_string(record).unwrap();
    assert_eq!(games.matches("{the judge knows the result}").count(), 2, "{games}");
    assert_eq!(with["ended"], "complete");

    // Without distances wins are known only if no quiet limit may come first.
    let bitbase = ["--tablebase", bitbase_path, "--out", record_path];
    for (limit, known) in [("quiet_limit=none", 2), ("quiet_limit=100", 0)] {
        std::fs::remove_file(record).unwrap();
        prints(&[&game[..], &start, &bitbase, &["--set", limit]].concat());
        let games = std::fs::read_to_string(record).unwrap();
        assert_eq!(games.matches("{the judge knows the result}").count(), known, "{games}");
    }

    let agreed = ["--adjudicate-win", "300,2", "--adjudicate-draw", "1,40", "--openings", "4"];
    let rest = ["--games", "4", "--out", record_path];
    std::fs::remove_file(record).unwrap();
    prints(&[&game[..], &agreed, &rest].concat());
    let games = std::fs::read_to_string(record).unwrap();
    assert!(games.contains("the scores of the players agree}"), "{games}");

    let other = ["arena", "compass", "random", "random", "--tablebase", table_path];
    assert!(refuses(&other).contains("--tablebase: this game has no tablebases"));
    let rules = ["--set", "hold_turns=2", "--tablebase", table_path];
    let said = refuses(&[&game[..], &rules].concat());
    assert!(
        said.contains(
            "hold_turns=2,quiet_limit=100, found forced_capture=any_capture,hold_turns=3"
        ),
        "{said}"
    );
    let said = refuses(&[&game[..], &["--adjudicate-win", "5"]].concat());
    assert!(said.contains("expected two whole numbers, as in 800,3"), "{said}");
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn in_a_gauntlet_the_first_plays_all_others() {
    let players = ["arena", "connect-four", "greedy", "random", "level:1", "--games", "8"];
    let played = json(&[&players[..], &["--gauntlet"]].concat());
    let duels = played["duels"].as_array().unwrap().iter().map(|duel| &duel["players"]);
    assert!(duels.eq([&json!([0, 1]), &json!([0, 2])]), "{played}");
}

/// A board of Compass may begin with an empty square, "-": it is read as a position, not as an option.
#[test]
fn a_position_may_begin_with_a_minus() {
    let text = "-,yrgbp/x";
    for args in [
        &["solve", text][..],
        &["solve", "compass", text],
        &["solve", "compass", text, "--proof"],
        &["analyse", "compass", text],
        &["replay", "compass", text],
        &["perft", "compass", text, "1"],
        &["play", "compass", "random", "random", "--position", text],
    ] {
        let said = refuses(args);
        assert!(said.contains("position \"-,yrgbp/x\": "), "{args:?}: {said}");
    }
}
