//! `review`: what every ply was worth, and where a game turned.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{json, prints, program, temporary};

/// Collapsi, solved exactly: red could have won, and lost by its third ply.
const GAME: &str = "\
[Game \"collapsi\"]
[Player1 \"Ann\"]
[Player2 \"Ben\"]
[Rules \"rules=v1_1\"]
[Start \"A223/4A2J/3A23/J3A4\"]

";

/// The moves of this deal from a position, one for each verdict: the first that wins, or loses.
fn moves(after: &[String], wins: bool) -> Option<String> {
    let replay = ["replay", "collapsi", "A223/4A2J/3A23/J3A4"];
    let replayed = json(&[&replay[..], &words(after)].concat());
    let position = replayed["position"].as_str().unwrap();
    let analysis = json(&["analyse", "collapsi", position, "--lines", "20"]);
    let line = |line: &&Value| line["score"]["win"].is_u64() == wins;
    let lines = analysis["lines"].as_array().unwrap();
    lines.iter().find(line).map(|line| line["move"].as_str().unwrap().to_owned())
}

fn words(moves: &[String]) -> Vec<&str> {
    moves.iter().map(String::as_str).collect()
}

#[test]
fn the_ply_that_loses_a_won_game_is_its_turning_point() {
    let mut played: Vec<String> = Vec::new();
    // Red wins with best play. Both play on perfectly but for the third ply.
    for ply in 1..=5 {
        let wins = moves(&played, ply != 3).or_else(|| moves(&played, false));
        played.push(wins.unwrap());
    }
    let file = temporary("turning");
    std::fs::write(&file, format!("{GAME}{} *\n", played.join(" "))).unwrap();
    let path = file.to_str().unwrap();
    let review = json(&["review", path, "--threads", "1"]);
    assert_eq!(review["turning_points"], serde_json::json!([3]), "{review}");
    assert_eq!((&review["result"], &review["players"][1]), (&"*".into(), &"Ben".into()));
    let plies = review["plies"].as_array().unwrap();
    let numbers: Vec<u64> = plies.iter().map(|ply| ply["ply"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!((&plies[2]["mark"], &plies[2]["cost"]), (&"??".into(), &1.0.into()));
    assert_eq!(plies[1]["expected"], serde_json::json!([1.0, 0.0]));
    assert_eq!(plies[2]["expected"], serde_json::json!([0.0, 1.0]));
    assert!(plies[2]["score"]["win"].is_u64());
    assert!(plies.iter().all(|ply| ply["proven"] == true));
    let accuracy = &review["accuracy"];
    let lost = 1.0 - accuracy[0]["accuracy"].as_f64().unwrap();
    assert!((lost - 1.0 / 3.0).abs() < 1e-9, "one of three turns");
    assert_eq!(
        accuracy[0]["marks"][2],
        serde_json::json!({ "mark": "??", "number": 1, "cost": 1.0 })
    );
    assert_eq!(accuracy[1]["accuracy"], 1.0);
    let shown = prints(&["review", path, "--threads", "1"]);
    let row = "red                66.7 %           0           0    1, 100 %\n";
    assert!(shown.contains(row), "{shown}");
    assert!(shown.contains("blue              100.0 %           0           0           0\n"));
    let best = plies[2]["best"].as_str().unwrap();
    assert_eq!(Some(best.split(' ').next().unwrap().to_owned()), moves(&played[..2], true));
    let annotated = temporary("annotated");
    let written = annotated.to_str().unwrap();
    prints(&["review", path, "--threads", "1", "--record", written]);
    let text = std::fs::read_to_string(&annotated).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let better: Vec<&str> = best.split(' ').collect();
    let expected = format!("3. {} {{?? 0 %}} (3. {} {{win in ", played[2], better[0]);
    assert!(words.contains(&expected), "{expected} is not in {text}");
    assert!(words.contains(&format!("1. {} {{100 %}} 2. ", played[0])), "{text}");
    let replayed = json(&["replay", "collapsi", &format!("@{written}")]);
    assert_eq!(replayed["ply"], json(&["replay", "collapsi", &format!("@{path}")])["ply"]);
    assert_eq!(json(&["review", written, "--threads", "1"])["turning_points"][0], 3);
    std::fs::remove_file(&annotated).unwrap();
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn several_games_are_reviewed_from_standard_input() {
    let game = "[Game \"connect-four\"][Start \"7/7/7/3o3/3oo2/xxxox2 x\"]";
    let text = format!("{game}[Result \"x resigns\"] *\n{game} 1. a 2. g *");
    let review = |args: &[&str]| {
        let mut command = program();
        command.args(["review", "-", "--depth", "4", "--threads", "1", "--json"]).args(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let both = review(&[]);
    let both: Vec<Value> = both.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(both.len(), 2);
    assert_eq!(
        (&both[0]["plies"], &both[0]["result"]),
        (&serde_json::json!([]), &"x resigns".into())
    );
    assert_eq!(both[1]["plies"].as_array().unwrap().len(), 2);
    assert_eq!(review(&["--number", "2"]).lines().count(), 1);
}

/// The review of a game of level 6 against random players.
fn against_random(players: usize) -> Value {
    let file = temporary(&format!("against-random-{players}"));
    let (path, seats) = (file.to_str().unwrap(), format!("players={players}"));
    let randoms = vec!["random"; players - 1];
    let game = ["--set", &seats, "--games", "1", "--seed", "1", "--out", path];
    prints(&[&["arena", "rolling-mountains", "level:6"], &randoms[..], &game].concat());
    let review = json(&["review", path, "--number", "1", "--nodes", "200", "--threads", "1"]);
    std::fs::remove_file(&file).unwrap();
    review
}

fn shares(expected: &Value) -> Vec<f64> {
    expected.as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect()
}

#[test]
fn a_game_lost_by_random_play_turned_somewhere() {
    for players in [2, 3] {
        let review = against_random(players);
        assert_eq!(review["result"], "red wins");
        let plies = review["plies"].as_array().unwrap();
        let expected = plies.iter().map(|ply| shares(&ply["expected"]));
        for shares in expected.chain([shares(&review["expected"])]) {
            assert_eq!(shares.len(), players);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        }
        assert!(plies.iter().any(|ply| ply["expected"][0] == 1.0));
        let turns: Vec<&[Value]> = plies.chunk_by(|a, b| a["turn"] == b["turn"]).collect();
        assert!(turns.len() < plies.len(), "a turn is a movement and an action");
        let cost =
            |turn: &[Value]| -> f64 { turn.iter().map(|ply| ply["cost"].as_f64().unwrap()).sum() };
        for turn in &turns {
            let sum: f64 = cost(turn);
            assert!(turn.iter().all(|ply| (ply["turn_cost"].as_f64().unwrap() - sum).abs() < 1e-9));
            let (last, before) = turn.split_last().unwrap();
            let parts = sum * players as f64;
            let mark = if parts >= 0.5 {
                "??"
            } else if parts >= 0.2 {
                "?"
            } else if parts >= 0.1 {
                "?!"
            } else {
                ""
            };
            assert_eq!(last["mark"], mark);
            assert!(before.iter().all(|ply| ply["mark"] == ""));
        }
        for (seat, accuracy) in review["accuracy"].as_array().unwrap().iter().enumerate() {
            let name = ["red", "yellow", "blue"][seat];
            let own: Vec<f64> = turns
                .iter()
                .filter(|turn| turn[0]["turn"] == name)
                .map(|turn| turn[0]["turn_cost"].as_f64().unwrap())
                .collect();
            let mean = own.iter().sum::<f64>() / own.len() as f64;
            assert!((accuracy["accuracy"].as_f64().unwrap() - (1.0 - mean)).abs() < 1e-9);
        }
        let points = review["turning_points"].as_array().unwrap();
        assert!(!points.is_empty(), "{players} players");
        for point in points {
            let turn = turns.iter().find(|turn| turn[0]["ply"] == *point).unwrap();
            assert!(cost(turn) >= 0.01, "{turn:?}");
        }
    }
}

/// Into a pipe lines are whole, however long the names of the better moves are.
#[test]
fn lines_are_not_cut_in_a_pipe() {
    let file = temporary("long-lines");
    let path = file.to_str().unwrap();
    let play = ["play", "collateral-checkers", "random", "random", "--plies", "16", "--seed", "1"];
    prints(&[&play[..], &["--record", path]].concat());
    let args = ["review", path, "--nodes", "3000", "--threads", "1"];
    let (shown, plies) = (prints(&args), json(&args)["plies"].clone());
    let best = plies.as_array().unwrap().iter().filter_map(|ply| ply["best"].as_str());
    let best: Vec<&str> = best.filter(|best| !best.is_empty()).collect();
    assert!(best.len() > 5 && best.iter().all(|best| shown.contains(best)), "{shown}");
    assert!(shown.lines().any(|line| line.chars().count() > 80), "{shown}");
    std::fs::remove_file(&file).unwrap();
}
