//! The law of the UGI server, by scripts of clients that write all their commands at once.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use connect_four::{OpenLines, Position};
use engine::game::seeded;
use kit::{Kit, UgiServer};
use rand::seq::IndexedRandom;

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers to a script, without what a search tells on its way.
fn answers(script: &str) -> Vec<String> {
    let output = Output::default();
    let kit = Kit::tested::<Position>("connect-four", OpenLines).build();
    let server = UgiServer::new(&kit, "").unwrap();
    server.run(script.as_bytes(), output.clone()).unwrap();
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let told = text.lines().filter(|line| !line.starts_with("info depth"));
    told.map(str::to_owned).collect()
}

/// The game is over after 7 moves here; x wins by d in the second position, o blocks by d in the third.
const OVER: &str = "position startpos moves a b a b a b a";
const X_WINS: &str = "position startpos moves d a d a d a";
const O_BLOCKS: &str = "position startpos moves d a d a d";

#[test]
fn each_go_is_answered_once_for_its_position() {
    let script =
        format!("{X_WINS}\ngo depth 3\n{O_BLOCKS}\ngo depth 3\n{OVER}\ngo depth 3\ngo depth 1\n");
    let over = ["info string error: the game is over: x wins", "bestmove none"];
    let expected = [&["bestmove d", "bestmove d"][..], &over, &over].concat();
    assert_eq!(answers(&script), expected);
}

#[test]
fn a_refused_position_leaves_none() {
    let refused = "info string error: there is no position: the last one was refused";
    for position in ["position", "position fen 7/7 x", "position startpos moves h"] {
        let script = format!("{X_WINS}\n{position}\ngo depth 2\nuginewgame\ngo depth 1\n");
        let answers = answers(&script);
        assert!(answers[0].starts_with("info string error: "), "{answers:?}");
        assert_eq!(answers[1..3], [refused, "bestmove none"], "{position}");
        assert!(answers[3].starts_with("bestmove ") && answers[3] != "bestmove none");
        assert_eq!(answers.len(), 4);
    }
}

#[test]
fn a_refused_limit_is_answered() {
    for go in ["go depth", "go nodes x", "go fast", "go movetime -1"] {
        let answers = answers(&format!("{X_WINS}\n{go}\ngo depth 1"));
        assert!(answers[0].starts_with("info string error: go"), "{answers:?}");
        assert_eq!(answers[1..], ["bestmove none", "bestmove d"], "{go}");
    }
    for go in ["go p1time -20", "go p1time 0 p1inc -5", "go p2time -3 p1time 7"] {
        assert_eq!(answers(&format!("{X_WINS}\n{go}\n")), ["bestmove d"], "{go}");
    }
}

#[test]
fn only_some_moves_are_searched() {
    for (go, best) in [
        ("go searchmoves d e depth 3", "d"),
        ("go depth 3 searchmoves e", "e"),
        ("go skipmoves a b c d e f depth 1", "g"),
        ("go searchmoves d e skipmoves d depth 3", "e"),
    ] {
        let script = format!("{X_WINS}\ngo depth 2\n{go}\ngo depth 3\n");
        let best = format!("bestmove {best}");
        assert_eq!(answers(&script), ["bestmove d", &best, "bestmove d"], "{go}");
    }
    for (go, error) in [
        ("go searchmoves h", "go: move \"h\": "),
        ("go searchmoves d skipmoves d", "go: skipmoves leaves no move"),
        ("go searchmoves depth 3", "go searchmoves: expected moves"),
    ] {
        let answers = answers(&format!("{X_WINS}\n{go}\n"));
        assert!(answers[0].starts_with(&format!("info string error: {error}")), "{answers:?}");
        assert_eq!(answers[1..], ["bestmove none"]);
    }
}

#[test]
fn moves_may_be_missing_and_options_in_any_case() {
    let script = "setoption name hash value 2\nsetoption name MULTIPV value 2\n\
                  position startpos moves\ngo depth 1\nposition startpos moves   \nquery p1turn";
    let mut answers = answers(script);
    // The search may end before the question comes, which does not wait for it.
    answers.sort();
    assert_eq!((answers.len(), answers[1].as_str()), (2, "response true"), "{answers:?}");
    assert!(answers[0].starts_with("bestmove "), "{answers:?}");
}

/// Scripts by chance: as many best moves as questions, legal where there is a position, and in order.
#[test]
fn the_law_holds_for_any_script() {
    let commands = [
        "go depth 2",
        "go nodes 50",
        "go infinite",
        "go x",
        "stop",
        "isready",
        "query result",
        "dance",
        "setoption name Hash value 1",
        "uginewgame",
        "position",
        OVER,
        X_WINS,
        O_BLOCKS,
    ];
    for seed in 0..200 {
        let mut rng = seeded(seed);
        let script: Vec<&str> = (0..12).map(|_| *commands.choose(&mut rng).unwrap()).collect();
        let answers = answers(&script.join("\n"));
        let mut expected = Vec::new();
        let mut position = "";
        for command in &script {
            match command.split(' ').next() {
                Some("position") => position = command,
                Some("uginewgame") => position = "",
                Some("go") => expected.push(match position {
                    _ if *command == "go x" => "none",
                    "position" | OVER => "none",
                    _ => "a move",
                }),
                _ => {}
            }
        }
        let best: Vec<&str> =
            answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(best.len(), expected.len(), "{script:?}: {answers:?}");
        for (best, expected) in best.into_iter().zip(expected) {
            assert_eq!(best == "none", expected == "none", "{script:?}: {answers:?}");
        }
        let ready = |word: &str| answers.iter().filter(|line| *line == word).count();
        let asked = script.iter().filter(|command| **command == "isready").count();
        assert_eq!(ready("readyok"), asked, "{script:?}");
    }
}
