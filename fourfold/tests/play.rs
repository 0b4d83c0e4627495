//! `play`, by lines of input and as a person at a terminal.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{fails, prints, program, refuses, temporary};

/// What a game prints whose people type these lines.
fn typed(args: &[&str], lines: impl AsRef<[u8]>) -> String {
    let mut child = program()
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_ref()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether these parts occur in this order.
fn assert_in_order(shown: &str, parts: &[&str]) {
    let mut rest = shown;
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else {
            panic!("{part:?} is not where it should be in {shown}");
        };
        rest = behind;
    }
}

/// The plies of a game as JSON; the last line has the result.
fn plies(args: &[&str]) -> Vec<Value> {
    let shown = prints(&[&["play"], args, &["--json"]].concat());
    shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn players_play_whole_games_of_every_kind() {
    for args in [
        ["collapsi", "search:depth=2", "perfect"],
        ["collateral-checkers", "greedy", "material:depth=2"],
        ["compass", "bold:nodes=50", "greedy:judge=material"],
        ["connect-four", "mcts:nodes=50", "search:depth=3"],
    ] {
        let game = [&args[..], &["--seed", "7"]].concat();
        let [played @ .., end] = &plies(&game)[..] else { panic!() };
        let turns: Vec<&Value> = played.iter().map(|ply| &ply["turn"]).collect();
        assert!(turns.iter().any(|turn| *turn != turns[0]), "{turns:?}");
        assert!((1..).zip(played).all(|(number, ply)| ply["ply"] == number));
        assert_eq!(played.last().map(|ply| &ply["position"]), Some(&end["position"]));
        let result = end["result"].as_str().unwrap();
        assert!(result.starts_with("draw") || result.contains(" wins"), "{result}");
        for ply in played.iter().filter(|ply| ply.get("line").is_some()) {
            assert_eq!(ply["line"][0], ply["move"]);
        }
        // As text the boards fit, and the last position may be longer than a line.
        let shown = prints(&[&["play"], &game[..]].concat());
        assert!(!shown.contains('\x1b'), "no colours unless on a terminal");
        let [boards @ .., _, last] = &shown.lines().collect::<Vec<_>>()[..] else { panic!() };
        assert!(boards.iter().all(|line| line.chars().count() <= 80), "{shown}");
        assert_eq!(*last, result);
    }
    let three = ["search:nodes=50", "greedy", "maxn:nodes=50", "--set", "players=3"];
    let played = plies(&[&["rolling-mountains"], &three[..], &["--plies", "12"]].concat());
    let turns: Vec<&str> = played.iter().filter_map(|ply| ply["turn"].as_str()).collect();
    assert_eq!(turns[..6], ["red", "red", "yellow", "yellow", "blue", "blue"]);
    assert_eq!((turns.len(), &played[12]["result"]), (12, &"ongoing".into()));
}

#[test]
fn every_command_of_the_prompt_answers() {
    let file = temporary("prompt-record");
    let path = file.to_str().unwrap();
    let deal = ["--position", "A223/4A2J/3A23/J3A4"];
    let lines = format!(
        "help\nrules\nmoves\nmoves a\n?\nhint\nb2\nundo\nundo\nredo\nredo\nflip\nboard\n\nzz\n\
         save\nsave {path}\nundo\na2\nload {path}\nload {path}.none\nd2\nquit\n"
    );
    let shown = typed(&[&["collapsi", "person", "perfect"], &deal[..]].concat(), &lines);
    assert_in_order(
        &shown,
        &[
            "4 A  2  2  3",
            "A move is the square",
            "resign  resign the game",
            "Be the last who can move.",
            "14 legal moves:\n  a2 a3 a4 b1",
            "3 legal moves with this beginning:\n  a2 a3 a4\n",
            "14 legal moves:",
            "hint: a2   win in 13",
            "1. red b2\n",
            "2. blue ",
            "3 4  A  2  Jr",
            "there is nothing to take back",
            "2 3  Ar 2  3",
            "there is nothing to play again",
            "  d  c  b  a",
            "  d  c  b  a",
            "\"zz\" is not a square: expected a1 to d4\nType moves for the legal moves",
            "expected a file, as in save my.record\n",
            "Saved. To load it: load ",
            "1. red a2\n",
            "2. blue ",
            "2 3  2  Ar 3",
            ".none\": No such file",
            "To continue: fourfold play collapsi person perfect --position 'A223/",
            "ongoing\n",
        ],
    );
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[Player1 \"person\"]\n[Player2 \"perfect\"]\n"), "{saved}");
    assert!(saved.contains("\n1. b2 2. "), "{saved}");
    let args = ["connect-four", "person", "person", "--record", path];
    std::fs::remove_file(&file).unwrap();
    let resigned = typed(&args, "D\nresign\n");
    assert_in_order(&resigned, &["1. x d\n", "o resigns.\n", "\no resigns\n"]);
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.ends_with("[Result \"o resigns\"]\n\n1. d *\n"), "{kept}");
    let at = format!("@{path}");
    let on = typed(&["connect-four", "person", "person", "--position", &at], "e\nundo\nundo\na\n");
    assert_in_order(&on, &["2. o e\n", "1. x a\n", "ongoing\n"]);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn moves_are_read_as_people_type_them() {
    let small = ["--set", "width=4", "--set", "height=4"];
    // The random moves are always the same.
    let args = [&["rolling-mountains", "person", "random", "--seed", "0"], &small[..]].concat();
    let shown = typed(&args, "L:n t:a1\nL:n t:b2 R:s\nl:N\nt:b\nT:b2\n");
    assert_in_order(
        &shown,
        &[
            "a1 is occupied",
            "these are more plies than your turn has",
            "1. red L:n\n",
            "t:b is incomplete: t:b1 t:b2 t:b3 t:b4\n",
            "2. red t:b2\n",
            "3. yellow ",
            "To continue: fourfold play rolling-mountains person random --set width=4 --set \
             height=4 --position '4/",
        ],
    );
    let chain = ["--position", "ww2w/5/2b2/5/bb3 w 2 0"];
    let shown = typed(
        &[&["collateral-checkers", "search:depth=2", "person"], &chain[..]].concat(),
        "a5-b5\na5xc\nA5-A4\n",
    );
    assert_in_order(
        &shown,
        &[
            "a5-b5 is illegal: a piece stands on b5",
            "a5xc is incomplete: a5xc5\n",
            "1. white a5-a4\n",
            "2. black ",
            "black wins",
        ],
    );
}

#[test]
fn the_tutor_says_what_a_move_costs_before_it_counts() {
    // Red wins by a2 alone.
    let deal = ["collapsi", "--position", "A223/4A2J/3A23/J3A4", "person", "perfect"];
    let args = [&deal[..], &["--tutor"]].concat();
    let told = "This gives away 100 %.\n";
    let shown = typed(&args, "b1\ny\nb3\nn\nquit\n");
    assert_in_order(&shown, &[told, told, "1. red b3\n", "2. blue "]);
    assert!(!shown.contains("red b1"), "{shown}");
    let shown = typed(&args, "a2\nquit\n");
    assert_in_order(&shown, &["1. red a2\n", "2. blue ", "perfect --tutor=10 "]);
    assert!(!shown.contains("gives away"), "{shown}");
    // The end of the input is no yes, and programs are not told.
    let ends = typed(&args, "b1\n");
    assert_in_order(&ends, &[told, "1. red b1\n", "2. blue "]);
    assert_eq!(ends.matches("gives away").count(), 1, "{ends}");
    let without = typed(&deal, "b1\n");
    assert!(!without.contains("gives away"), "{without}");
}

#[test]
fn a_game_says_who_plays_and_how_to_get_help() {
    let help = "Type help for the commands, rules for how to play.\n\n";
    for (args, who) in [
        (&["collapsi"][..], "red: you; blue: search, 1000 ms a move\n"),
        (&["collapsi", "--level", "3"], "red: you; blue: level 3 of 8\n"),
        (&["compass", "--movetime", "20"], "white: you; black: bold, 20 ms a move\n"),
        (&["connect-four", "person", "person"], "x: person; o: person\n"),
        (
            &["rolling-mountains", "mcts:nodes=9", "person", "greedy", "--set", "players=3"],
            "red: mcts:nodes=9; yellow: you; blue: greedy\n",
        ),
    ] {
        assert_in_order(&typed(args, "quit\n"), &["Game ", &format!("\n\n{who}{help}")]);
    }
    let without = prints(&["play", "connect-four", "random", "random", "--seed", "1"]);
    assert!(!without.contains("Type help"), "{without}");
}

#[test]
fn what_people_type_is_understood_or_explained() {
    let start = ["--position", "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"];
    let checkers = [&["collateral-checkers", "person", "person"], &start[..]].concat();
    let shown = typed(&checkers, "undo 5\nhint now\nB2XB4\nB2C3\nMOVES b4\nmoves d4\nD4B2\nexit\n");
    assert_in_order(
        &shown,
        &[
            "expected nothing after undo, found \"5\"\n",
            "expected nothing after hint, found \"now\"\n",
            "b2xb4 is illegal: a piece stands on b4\n",
            "1. black b2-c3\n",
            "0 legal moves with this beginning.\n",
            "1 legal move with this beginning:\n  d4xb2\n",
            "2. white d4xb2\n",
            "To continue: fourfold play collateral-checkers person person --position 'www",
        ],
    );
    let shown = typed(&["compass", "person", "person", "--seed", "1"], "c3\n@D4\nq\n");
    assert_in_order(&shown, &["1. white @c3\n", "2. black @d4\n", "To continue: "]);
    let walls = ["rolling-mountains", "person", "person", "--seed", "1"];
    let shown = typed(&walls, "L:N T:B2\nl:ne\nX:c3n\n");
    assert_in_order(
        &shown,
        &["1. red L:n\n", "2. red t:b2\n", "L:n is illegal: ", "x:c3n is illegal: "],
    );
    let shown = typed(&["connect-four", "person", "person"], b"\xff\xfed\nd\n");
    let said = "This line is not UTF-8: expected a move or a command.\n";
    assert_in_order(&shown, &[said, "1. x d\n", "ongoing\n"]);
}

/// The command that continues a game works, and has every option of the first one.
#[test]
fn a_game_continues_as_it_began() {
    let file = temporary("continued record");
    let record = ["--record", file.to_str().unwrap()];
    let program = format!("ugi:depth=1,'{}' ugi collapsi", env!("CARGO_BIN_EXE_fourfold"));
    let seats = ["collapsi", "person", &program];
    let deal = ["--position", "A223/4A2J/3A23/J3A4", "--set", "rules=v1_3"];
    let limits = ["--plies", "7", "--movetime", "30"];
    let lost = [&seats[..], &deal, &limits].concat();
    let kept = [&lost[..], &record].concat();
    for (args, lines, left_of_it) in [
        (&lost, "a3\nquit\n", ["--plies", "5"]),
        (&kept, "a3\nquit\n", ["--plies", "7"]),
        (&kept, "a3\nundo\nquit\n", ["--ply", "0"]),
    ] {
        let _ = std::fs::remove_file(&file);
        let left = typed(args, lines);
        let command =
            left.lines().find_map(|line| line.strip_prefix("To continue: fourfold play "));
        let words = shlex::split(command.unwrap()).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for option in [["--movetime", "30"], left_of_it] {
            assert!(words.windows(2).any(|pair| pair == option), "{left}");
        }
        let again = typed(&words, "quit\n");
        let position = |shown: &str| shown.lines().rev().nth(1).map(str::to_owned);
        assert_eq!(position(&again), position(&left), "{again}");
    }
    std::fs::remove_file(file).unwrap();
}

/// The game in a file would be lost, unless it is the one that goes on.
#[test]
fn a_record_does_not_replace_another_game() {
    let file = temporary("replaced.record");
    let path = file.to_str().unwrap();
    let play = ["play", "connect-four", "greedy", "greedy", "--record", path, "--plies"];
    let read = || std::fs::read_to_string(&file).unwrap();
    prints(&[&play[..], &["3"]].concat());
    let (at, begun) = (format!("@{path}"), read());
    let refused = "it has a game: expected a new file, or --position @FILE to resume that game";
    let said = fails(&[&play[..], &["5"]].concat(), 1);
    assert!(said.contains(refused) && read() == begun, "{said}");
    let resume = [&play[..], &["5", "--position", &at]].concat();
    prints(&resume);
    assert!(read().contains("\n1. ") && read().contains(" 5. "), "{}", read());
    std::fs::write(&file, begun.repeat(2)).unwrap();
    let said = fails(&resume, 1);
    assert!(said.contains(refused) && read() == begun.repeat(2), "{said}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn seats_are_refused_by_name() {
    for (args, message) in [
        (&["collapsi", "person"][..], "expected 2 seats, found 1"),
        (&["collapsi", "person", "monkey"], "there is no player \"monkey\""),
        (
            &["compass", "person", "perfect"],
            "seat 2, perfect: there is no player \"perfect\" in this game",
        ),
        (&["collapsi", "material", "person"], "seat 1, material: this game has no material"),
        (&["compass", "search:clock=9", "random"], "clock: expected in matches only"),
        (&["compass", "greedy", "random", "--tutor"], "--tutor: expected a person in a seat"),
        (&["compass", "--tutor=101"], "expected a whole number from 0 to 100"),
        (&["compass", "--json"], "--json: expected no person in any seat"),
        (&["compass", "--level", "9"], "level is \"9\": expected a number from 1 to 8"),
        (&["compass", "person", "level:"], "level is \"\": expected a number, at least 1"),
        (&["compass", "--ply", "3"], "--ply and --number: expected a record, as in @FILE"),
    ] {
        let said = refuses(&[&["play"], args].concat());
        assert!(said.contains(message), "{said}");
    }
}

/// Ctrl-C or a termination request in a game without people ends it, with the record kept.
#[test]
#[cfg(unix)]
fn a_signal_ends_a_game_without_people() {
    use std::io::{BufRead, BufReader};
    use std::process::Command;
    for signal in ["-INT", "-TERM"] {
        let file = temporary("stopped.record");
        let seats = ["search:time=60000", "search:nodes=20"];
        let args = ["play", "compass", seats[1], seats[0], "--seed", "1", "--record"];
        let mut game = program()
            .args(args)
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut shown = BufReader::new(game.stdout.take().unwrap()).lines();
        // The first player has moved, and the second thinks for a minute.
        assert!(shown.any(|line| line.unwrap().starts_with("1. white")));
        std::thread::sleep(std::time::Duration::from_millis(300));
        let sent = Command::new("kill").args([signal, &game.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let rest: Vec<String> = shown.map(Result::unwrap).collect();
        let output = game.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.as_str()), (Some(130), "stopped after 1 ply\n"));
        assert!(rest.iter().any(|line| line.starts_with("To continue: ")), "{rest:?}");
        assert!(std::fs::read_to_string(&file).unwrap().contains("1. "));
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_level_beside_seats_is_told_as_a_seat() {
    let refused = refuses(&["play", "collapsi", "--level", "3", "person", "greedy"]);
    assert!(
        refused.contains("--level: expected no seats; a seat may be level:3, as in"),
        "{refused}"
    );
}
