//! `arena` and `study`.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::program::{fails, json, prints, program, refuses, run, temporary};

/// Two players without a clock, so that every run is the same.
const SMALL_MATCH: [&str; 8] =
    ["arena", "connect-four", "search:nodes=200,table=1", "greedy", "--games", "12", "--seed", "3"];

/// What a match says, without how long it took.
fn played(args: &[&str]) -> serde_json::Value {
    let mut json = json(args);
    for player in json["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("seconds").unwrap();
    }
    json
}

#[test]
fn arena_measures_players() {
    let json = played(&[&SMALL_MATCH[..], &["--threads", "1"]].concat());
    assert_eq!(
        [&json["games"], &json["planned"], &json["random_plies"], &json["seed"]],
        [12, 12, 2, 3]
    );
    assert_eq!(json["ended"], "complete");
    let duel = &json["duels"][0];
    assert_eq!((&duel["players"], duel["pairs"].as_array().unwrap().len()), (&json!([0, 1]), 5));
    for estimate in
        [&duel["elo"]["estimate"], &duel["normalized_elo"]["estimate"], &duel["superiority"]]
    {
        assert!(estimate.as_f64() > Some(0.0), "{duel}");
    }
    assert_eq!(json, played(&[&SMALL_MATCH[..], &["--threads", "3"]].concat()));
}

#[test]
fn equal_players_can_be_told_apart() {
    let record = temporary("same-record");
    let files = ["--out", record.to_str().unwrap()];
    let game = ["arena", "connect-four", "random", "random", "level:1,name=new", "greedy:name=new"];
    let game = [&game[..], &["--games", "1", "--openings", "1"], &files].concat();
    let json = json(&game);
    assert_eq!((&json["games"], &json["random_plies"]), (&12.into(), &1.into()));
    let players = json["players"].as_array().unwrap().iter();
    let players: Vec<_> = players.map(|it| [&it["player"], &it["name"]]).collect();
    assert_eq!(players[..2], [["random", "random"], ["random", "random #2"]]);
    assert_eq!(players[2..], [["level:1,name=new", "new"], ["greedy:name=new", "new #2"]]);
    let named = std::fs::read_to_string(&record).unwrap();
    assert!(named.contains("[Player1 \"random #2\"]"), "{named}");
    std::fs::remove_file(record).unwrap();
    let said = refuses(&["arena", "connect-four", "random:speed=1", "random"]);
    assert!(
        said.contains("there is no player random with a setting \"speed\": expected name\n"),
        "{said}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_written_is_named() {
    // No file may be longer than a block.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let file = temporary("full");
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_fourfold")]);
    command.args(["arena", "connect-four", "random", "random", "--out"]).arg(&file);
    let output = command.output().unwrap();
    let said = format!("error: {file:?}: File too large (os error 27)\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), said);
    assert_eq!(output.status.code(), Some(1));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn arena_plays_every_game_and_every_number_of_players() {
    for (game, players, options) in [
        ("collapsi", &["search:depth=3,table=1", "random"][..], &[][..]),
        ("collateral-checkers", &["greedy", "search:depth=2,table=1"], &[]),
        ("compass", &["search:nodes=100,table=1", "greedy"], &[]),
        ("rolling-mountains", &["search:depth=1,table=1", "greedy"], &[]),
        (
            "rolling-mountains",
            &["maxn:nodes=20", "search:nodes=20,table=1", "mcts:nodes=20,table=1"],
            &["--set", "players=3"],
        ),
        ("connect-four", &["greedy", "random", "search:depth=1,table=0"], &[]),
    ] {
        let games = ["--games", "2", "--max-plies", "60"];
        let played = json(&[&["arena", game], players, &games[..], options].concat());
        let named = played["players"].as_array().unwrap().iter().map(|player| &player["name"]);
        assert!(played["game"] == game && named.eq(players.iter()), "{played}");
    }
}

#[test]
fn arena_ends_when_a_test_is_decided() {
    let test = ["search:depth=3,table=1", "random", "--sprt", "0,200", "--games", "1000"];
    let decided = json(&[&["arena", "connect-four"], &test[..]].concat());
    let test = &decided["sprt"];
    assert_eq!((&decided["ended"], &test["accepted"]), (&"decided".into(), &200.0.into()));
    assert!(test["log_likelihood_ratio"].as_f64() >= test["bounds"][1].as_f64(), "{test}");
    assert!(decided["games"].as_u64() < Some(1000));
    for (sprt, message) in [
        ("5", "'--sprt <ELO0,ELO1>': expected two numbers separated by a comma"),
        (
            "5,0",
            "--sprt: the Elo bounds are 5.0 and 0.0: expected two numbers between -1000 and 1000",
        ),
    ] {
        let said = refuses(&["arena", "connect-four", "random", "random", "--sprt", sprt]);
        assert!(said.contains(message), "{said}");
    }
}

/// The records in a file.
fn records(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    text.split_inclusive("*\n\n").map(str::to_owned).collect()
}

#[test]
fn arena_goes_on_where_it_was_interrupted() {
    let file = temporary("games");
    let out = file.to_str().unwrap();
    let args = [&SMALL_MATCH[..], &["--out", out]].concat();
    let whole = played(&args);
    let written = records(&file);
    assert_eq!(written.len(), 12);
    let replayed = json(&["replay", "connect-four", &format!("@{out}"), "--number", "12"]);
    assert!(replayed["result"].as_str().unwrap().ends_with(" wins"), "{replayed}");

    // As if it had been killed while it wrote the sixth game.
    std::fs::write(&file, [&written[..5].concat(), &written[5][..90]].concat()).unwrap();
    let resumed = run(&args);
    let said = String::from_utf8(resumed.stderr).unwrap();
    assert_eq!(said, "Entry 6 is not complete; its work is done again.\n");
    assert!(resumed.status.success());
    assert_eq!((records(&file).len(), &records(&file)[..5]), (12, &written[..5]));
    assert_eq!(played(&args), whole, "nothing was left to play");

    // A shorter match consists of the first games, and the file keeps the others.
    let shorter = [&SMALL_MATCH[..5], &["6", "--seed", "3"]].concat();
    let again = std::fs::read_to_string(&file).unwrap();
    let six = played(&shorter);
    assert_eq!((&six["games"], &six["ended"]), (&6.into(), &"complete".into()));
    assert_eq!(played(&[&shorter[..], &["--out", out]].concat()), six);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), again);
    assert_eq!(played(&args), whole);

    let other = run(&["arena", "connect-four", "random", "greedy", "--out", out]);
    assert_eq!(other.status.code(), Some(1));
    let said = String::from_utf8(other.stderr).unwrap();
    assert!(said.contains("it is of another match: expected a new file"), "{said}");
    std::fs::write(&file, "my notes").unwrap();
    let other = run(&["arena", "connect-four", "random", "greedy", "--out", out]);
    assert_eq!(other.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my notes");
    std::fs::remove_file(&file).unwrap();
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_prints_what_is_finished() {
    let file = temporary("interrupted");
    let out = file.to_str().unwrap();
    let child = program()
        .args([
            "arena",
            "connect-four",
            "search:nodes=3000,table=1",
            "random",
            "--games",
            "1000000",
        ])
        .args(["--out", out, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while std::fs::read_to_string(&file).map_or(0, |text| text.matches("*\n\n").count()) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("run the same command again to resume"), "{said}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let written = records(&file).len() as u64;
    assert_eq!((&json["ended"], &json["games"]), (&"stopped".into(), &written.into()));
    assert!((3..1_000_000).contains(&written));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn players_and_positions_are_refused_by_name() {
    for (args, message) in [
        (&["connect-four", "random"][..], "error: expected 2 players or more, found 1\n"),
        (&["connect-four", "random", "monkey"], "expected random, greedy, search"),
        (&["connect-four", "random", "search:nodes=x"], "expected a number of positions a move"),
    ] {
        let said = refuses(&[&["arena"], args].concat());
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn arena_begins_from_given_positions() {
    let file = temporary("positions");
    std::fs::write(&file, "\u{feff}7/7/7/7/3o3/2xxo2 x\n\n7/7/7/7/7/7 x\n").unwrap();
    let positions = ["--positions", file.to_str().unwrap(), "--openings", "0"];
    let games = json(&[&SMALL_MATCH[..], &positions].concat());
    assert_eq!((&games["random_plies"], &games["games"]), (&0.into(), &12.into()));
    std::fs::write(&file, "7/7 x\n").unwrap();
    let said = fails(&[&SMALL_MATCH[..], &positions].concat(), 1);
    assert!(said.contains("line 1: \"7/7 x\": the board has 2 ranks"), "{said}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn study_describes_games() {
    let random = json(&["study", "connect-four", "--games", "500"]);
    assert_eq!((&random["player"], &random["distinct"]), (&"random".into(), &500.into()));
    assert_eq!([&random["games"], &random["planned"]], [500, 500]);
    let keys = random["figures"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap());
    let keys: Vec<&str> = keys.collect();
    for key in ["plies", "choices", "decisive", "wins_0", "first_player"] {
        assert!(keys.contains(&key), "{key} is not in {keys:?}");
    }
    let compass = json(&["study", "compass", "greedy", "--games", "6"]);
    let ends = &compass["ends"];
    assert_eq!(ends["won"].as_u64().unwrap() + ends["drawn"].as_u64().unwrap(), 6);
    assert_eq!((&compass["spread"]["count"], &compass["seats"][1]), (&6.into(), &"black".into()));
    let three = ["study", "rolling-mountains", "--set", "players=3", "--games", "3"];
    let three = json(&[&three[..], &["--max-plies", "40"]].concat());
    assert_eq!((&three["ends"]["ply_limit"], &three["seats"][1]), (&3.into(), &"yellow".into()));
    assert_eq!(three["figures"][0]["title"], "plies, mean, at least");
    let repeated = json(&["study", "connect-four", "search:depth=1,table=0", "--games", "9"]);
    assert_eq!([&repeated["games"], &repeated["distinct"]], [9, 1]);
}

/// With deterministic players there are 98 different games from 49 openings, however many are played.
#[test]
fn games_that_are_played_again_count_once() {
    let players = ["arena", "connect-four", "search:nodes=20,table=1", "search:nodes=10,table=1"];
    let answer = |games: &str| {
        let args = [&players[..], &["--games", games, "--openings", "1"]].concat();
        (json(&args), prints(&args))
    };
    let ((few, _), (many, shown)) = (answer("14"), answer("200"));
    assert_eq!((&few["different"], &many["different"]), (&14.into(), &14.into()));
    assert_eq!(few["duels"][0]["pairs"], many["duels"][0]["pairs"]);
    assert_eq!(few["duels"][0]["elo"], many["duels"][0]["elo"]);
    assert!(shown.contains("14 of 200 games are different\n"), "{shown}");
    assert!(shown.contains("Estimates rest on those alone"), "{shown}");
    let varied = prints(&["arena", "connect-four", "random", "random", "--games", "20"]);
    assert!(!varied.contains("Estimates rest"), "{varied}");
}

#[test]
fn a_shard_of_a_test_decides_nothing() {
    let file = temporary("shard-of-a-test");
    let path = file.to_str().unwrap();
    let args =
        ["arena", "connect-four", "search:nodes=50", "random", "--games", "60", "--sprt", "0,50"];
    let shown = prints(&[&args[..], &["--shard", "1/2", "--out", path]].concat());
    assert!(
        shown.contains("a shard decides nothing, the merged games of all shards do;"),
        "{shown}"
    );
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn positions_may_have_comments_and_errors_have_a_line() {
    let file = temporary("commented-positions");
    let path = file.to_str().unwrap();
    let args = ["arena", "connect-four", "random", "random", "--games", "4", "--positions", path];
    std::fs::write(&file, "# even\n\n7/7/7/7/7/7 x\n  # another\n7/7/7/7/7/3x3 o\n").unwrap();
    prints(&args);
    std::fs::write(&file, "# even\n7/7/7/7/7/7 x\n7/7 x\n").unwrap();
    let refused = fails(&args, 1);
    let expected = format!("{path:?}: line 3: \"7/7 x\": the board has 2 ranks");
    assert!(refused.contains(&expected), "{refused}");
    std::fs::remove_file(&file).unwrap();
}
