//! `ugi` as a match runner sees it.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::program::program;

/// A running program.
struct Session {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Session {
    fn with(args: &[&str]) -> Self {
        let mut child = program()
            .arg("ugi")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, output }
    }

    fn tell(&mut self, commands: &str) {
        writeln!(self.input, "{commands}").unwrap();
    }

    fn line(&mut self) -> String {
        self.output.next().expect("another line").unwrap()
    }

    /// The one line that answers a command.
    fn ask(&mut self, command: &str) -> String {
        self.tell(command);
        self.line()
    }

    /// The lines up to the one that begins with `last`.
    fn read_to(&mut self, last: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(last) {
            lines.push(self.line());
        }
        lines
    }

    /// The lines that a search prints, and the move it finds.
    fn search(&mut self, go: &str) -> (Vec<String>, String) {
        self.tell(go);
        let mut lines = self.read_to("bestmove ");
        let best = lines.pop().unwrap();
        (lines, best.strip_prefix("bestmove ").unwrap().to_owned())
    }

    fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
        assert!(self.output.next().is_none());
    }
}

/// The word after `name` in an info line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in {line}"))
}

const GAMES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

#[test]
fn introduces_itself_with_every_option() {
    for game in GAMES {
        let mut session = Session::with(&[game]);
        session.tell("ugi");
        let lines = session.read_to("ugiok");
        assert!(lines[0].starts_with(&format!("id name Fourfold {game} ")), "{}", lines[0]);
        assert!(lines[1].starts_with("id author "));
        assert!(lines[2].starts_with("option name Hash type spin default 16 min 0 max "));
        assert_eq!(lines[3], "option name Threads type spin default 1 min 1 max 256");
        assert_eq!(lines[4], "option name MultiPV type spin default 1 min 1 max 500");
        assert_eq!(lines[5], "option name Seed type string default 0");
        session.quit();
    }
    let mut session = Session::with(&["collapsi", "--set", "rules=v1_3"]);
    session.tell("ugi");
    let lines = session.read_to("ugiok");
    let rules = "option name rules type combo default v1_3 var v1_1 var v1_3 var joker2 ";
    assert!(lines[6].starts_with(rules) && lines[7] == "ugiok", "{lines:?}");
    session.quit();
    let mut session = Session::with(&["rolling-mountains"]);
    session.tell("ugi");
    let lines = session.read_to("ugiok");
    let told = |option: &str| lines.iter().any(|line| line == &format!("option name {option}"));
    assert!(told("players type combo default 2 var 2 var 3 var 4"), "{lines:?}");
    assert!(told("width type spin default 8 min 3 max 11"), "{lines:?}");
    assert!(told("turn_limit type string default 500"), "{lines:?}");
    session.quit();
}

#[test]
fn plays_every_game() {
    for game in GAMES {
        let mut session = Session::with(&[game]);
        assert_eq!(session.ask("uginewgame\nisready"), "readyok");
        let mut position = "position startpos moves".to_owned();
        session.tell("position startpos");
        for _ in 0..6 {
            assert_eq!(session.ask("query gameover"), "response false", "{game}: {position}");
            let (_, best) = session.search("go nodes 300");
            position.push(' ');
            position.push_str(&best);
            session.tell(&position);
        }
        session.quit();
    }
}

#[test]
fn searches_as_far_as_it_is_told() {
    let mut session = Session::with(&["connect-four"]);
    let (lines, best) = session.search("go depth 4");
    let last = lines.last().unwrap();
    assert_eq!((field(last, "depth"), best.as_str()), ("4", "d"));
    for name in ["score", "time", "nodes", "nps", "pv"] {
        field(last, name);
    }
    assert_eq!(field(&lines[1], "depth"), "1");
    let (lines, _) = session.search("go nodes 1000");
    assert_eq!(field(lines.last().unwrap(), "nodes"), "1000");
    session.search("go movetime 5");
    session.search("go p1time 300 p2time 300 p1inc 0 p2inc 0");
    // Hardly any time is enough for some move.
    session.search("go p1time 1 p2time 1 p1inc 0 p2inc 0");
    session.quit();
}

#[test]
fn clocks_are_shared_out_as_the_engine_does() {
    let deepest = |lines: &[String]| field(lines.last().unwrap(), "depth").parse::<u32>().unwrap();
    // With an empty clock no depth is begun that takes time.
    let mut session = Session::with(&["compass"]);
    let (lines, best) = session.search("go p1time 0 p2time 3600000");
    assert!(deepest(&lines) < 2 && best != "none");
    session.tell(&format!("position startpos moves {best}"));
    assert_eq!(session.ask("query p1turn"), "response false");
    let (lines, _) = session.search("go p1time 0 p2time 3600000 depth 2");
    assert_eq!(deepest(&lines), 2);
    // The time for a move is a limit beside the clock.
    let (lines, _) = session.search("go movetime 0 p2time 3600000");
    assert!(deepest(&lines) < 2);
    session.quit();
}

#[test]
fn several_threads_find_what_one_does() {
    let mut session = Session::with(&["connect-four"]);
    session.tell("setoption name Threads value 3\nposition fen 7/7/7/7/2ooo2/2xxx2 x");
    let (lines, best) = session.search("go infinite");
    assert_eq!(field(lines.last().unwrap(), "mate"), "1");
    assert!(["b", "f"].contains(&best.as_str()));
    session.tell("position startpos\ngo infinite\nisready");
    session.read_to("readyok");
    session.search("stop");
    for (value, threads) in [("0", "\"0\""), ("257", "\"257\""), ("two", "\"two\"")] {
        assert_eq!(
            session.ask(&format!("setoption name Threads value {value}")),
            format!(
                "info string error: option Threads is {threads}: \
                 expected a whole number from 1 to 256"
            )
        );
    }
    session.quit();
}

#[test]
fn collapsi_is_solved_at_once() {
    let mut session = Session::with(&["collapsi"]);
    session.tell("position fen A223/4A2./3Ar23/.3Ab4 r");
    let (lines, best) = session.search("go nodes 1");
    let position: collapsi::Position = "A223/4A2./3Ar23/.3Ab4 r".parse().unwrap();
    let solution = collapsi::solve(&position);
    let plies: i32 = field(lines.last().unwrap(), "mate").parse().unwrap();
    assert_eq!(plies.unsigned_abs(), solution.verdict.length);
    assert_eq!(plies > 0, solution.verdict.winner == position.turn());
    assert!(solution.moves.into_iter().any(|m| m.to_string() == best));
    session.quit();
}

#[test]
fn wins_and_losses_are_mates_in_plies() {
    let mut session = Session::with(&["connect-four"]);
    session.tell("position startpos moves d d d c d");
    let (lines, best) = session.search("go depth 2");
    assert_eq!((field(lines.last().unwrap(), "score"), best.as_str()), ("cp", "d"));
    session.tell("position fen 7/7/7/7/2ooo2/2xxx2 x");
    let (lines, best) = session.search("go infinite");
    let last = lines.last().unwrap();
    assert_eq!((field(last, "score"), field(last, "mate")), ("mate", "1"));
    assert!(["b", "f"].contains(&best.as_str()));
    session.tell("position fen 7/7/7/7/3oo2/2xxx2 o");
    let (lines, _) = session.search("go depth 8");
    assert_eq!(field(lines.last().unwrap(), "mate"), "-2");
    session.quit();
}

#[test]
fn stops_at_once() {
    let mut session = Session::with(&["compass"]);
    for _ in 0..3 {
        session.tell("position startpos\ngo infinite\nisready");
        let lines = session.read_to("readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
        assert_eq!(
            session.search("query p1turn\nstop").0.iter().filter(|l| *l == "response true").count(),
            1
        );
    }
    // Nothing is going on: nothing to say.
    assert_eq!(session.ask("stop\nisready"), "readyok");
    session.quit();
}

/// What waits for the end of the search is dropped; without `quit` that would be ten minutes away.
#[test]
fn quit_ends_the_search_and_the_program_at_once() {
    for game in GAMES {
        let mut session = Session::with(&[game]);
        session.tell("setoption name Threads value 2\nsetoption name MultiPV value 3");
        session.tell("go movetime 600000 depth 60\nposition startpos\ngo infinite\nisready");
        let before = session.read_to("readyok");
        let start = Instant::now();
        session.tell("quit");
        let after = session.output.by_ref().map(Result::unwrap);
        let answers = before.into_iter().chain(after);
        let best = answers.filter(|line| line.starts_with("bestmove ")).count();
        assert!((1..=2).contains(&best), "{game}");
        assert!(session.child.wait().unwrap().success(), "{game}");
        assert!(start.elapsed() < Duration::from_secs(30), "{game}");
    }
}

#[test]
fn deals_by_the_seed() {
    let mut session = Session::with(&["collapsi"]);
    let mut deal = |seed| {
        session.tell(&format!("setoption name Seed value {seed}\nposition startpos"));
        session.search("go infinite").1
    };
    let moves: Vec<String> = (0..4).map(&mut deal).collect();
    assert!(moves.iter().any(|m| *m != moves[0]));
    assert_eq!(moves, (0..4).map(&mut deal).collect::<Vec<_>>());
    session.quit();
}

#[test]
fn what_comes_during_a_search_waits_its_turn() {
    let mut session = Session::with(&["compass"]);
    session.tell("go infinite");
    session
        .tell("setoption name Hash value 1\nuginewgame\nposition startpos\nquery p1turn\nisready");
    let lines = session.read_to("readyok");
    let answers = lines.iter().filter(|line| !line.starts_with("info "));
    assert_eq!(answers.collect::<Vec<_>>(), ["response true", "readyok"]);
    let (_, first) = session.search("stop");
    session.tell(&format!("go infinite\nposition startpos moves {first}\ngo depth 1\nisready"));
    session.read_to("readyok");
    let (_, again) = session.search("stop");
    session.read_to("bestmove ");
    assert_eq!(session.ask("query p1turn"), "response false", "{first} {again}");
    session.quit();
}

#[test]
fn tells_how_the_game_stands() {
    let mut session = Session::with(&["connect-four"]);
    for (moves, turn, over, result) in [
        ("", "true", "false", "none"),
        (" moves d", "false", "false", "none"),
        (" moves a b a b a b a", "false", "true", "p1win"),
        (" moves a b a b a b c b", "true", "true", "p2win"),
    ] {
        session.tell(&format!("position startpos{moves}"));
        assert_eq!(session.ask("query p1turn"), format!("response {turn}"), "{moves}");
        assert_eq!(session.ask("query gameover"), format!("response {over}"), "{moves}");
        assert_eq!(session.ask("query result"), format!("response {result}"), "{moves}");
    }
    assert_eq!(session.ask("go depth 1"), "info string error: the game is over: o wins");
    assert_eq!(session.line(), "bestmove none");
    session.tell("position fen 1xoxoxo/xoxoxox/oxoxoxo/oxoxoxo/xoxoxox/xoxoxox o moves a");
    assert_eq!(session.ask("query result"), "response draw");
    session.quit();

    // The same player may move again: the action of a turn, then its movement.
    let mut session = Session::with(&["rolling-mountains"]);
    let (_, first) = session.search("go depth 1");
    session.tell(&format!("position startpos moves {first}"));
    assert!(session.ask("query p1turn").starts_with("response "));
    session.quit();
}

#[test]
fn options_hold_from_the_next_position_on() {
    let mut session = Session::with(&["collateral-checkers"]);
    session.tell("position startpos moves b2-c3\nsetoption name hold_turns value 1");
    assert_eq!(session.ask("query result"), "response none");
    session.tell("position startpos moves b2-c3");
    assert_eq!(session.ask("query result"), "response p1win");
    session.tell("setoption name Hash value 0\nposition startpos");
    session.search("go depth 2");
    session.quit();

    let mut session = Session::with(&["rolling-mountains"]);
    session.tell("setoption name players value 3\nposition startpos");
    let (_, first) = session.search("go depth 1");
    session.tell(&format!("position startpos moves {first}"));
    let (_, second) = session.search("go movetime 0 p3time 1000 movestogo 3");
    session.tell(&format!("position startpos moves {first} {second}"));
    assert_eq!(session.ask("query result"), "response none");
    session.quit();
}

#[test]
fn several_lines_are_numbered() {
    let mut session = Session::with(&["connect-four"]);
    session.tell("setoption name MultiPV value 3");
    let (lines, best) = session.search("go depth 4");
    let last = &lines[lines.len() - 3..];
    for (line, number) in last.iter().zip(["1", "2", "3"]) {
        assert_eq!(field(line, "multipv"), number, "{line}");
    }
    assert_eq!(field(&last[0], "pv"), best);
    let firsts: Vec<&str> = last.iter().map(|line| field(line, "pv")).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    assert_eq!(
        session.ask("setoption name MultiPV value 0"),
        "info string error: option MultiPV is \"0\": expected a whole number from 1 to 500"
    );
    session.quit();
}

#[test]
fn bad_commands_are_answered_and_do_no_harm() {
    let mut session = Session::with(&["connect-four"]);
    session.tell("position startpos moves d");
    for (command, error) in [
        (
            "dance",
            "\"dance\" is not a command: expected ugi, isready, setoption, uginewgame, position, go, query, stop or quit",
        ),
        ("setoption name Hash", "setoption: expected name <NAME> value <VALUE>"),
        ("setoption name Hash value x", "option Hash is \"x\": expected a whole number from 0 to "),
        (
            "setoption name Seed value -1",
            "option Seed is \"-1\": expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "setoption name quick value 1",
            "there is no option \"quick\": expected Hash, Threads, MultiPV, Seed",
        ),
        (
            "position",
            "position: expected startpos or fen <POSITION>, then moves <MOVES> if there are any",
        ),
        (
            "position fen 7/7 x",
            "position \"7/7 x\": the board has 2 ranks: expected 6 separated by '/'",
        ),
        ("position startpos moves d h", "move 2, \"h\": \"h\" is not a column: expected a to g"),
        ("position startpos moves d d d d d d d", "move 7, \"d\", is illegal: column d is full"),
        ("go depth", "go depth: expected a whole number from 0 to 4294967295, found \"\""),
        (
            "go nodes -3",
            "go nodes: expected a whole number from 0 to 18446744073709551615, found \"-3\"",
        ),
        (
            "go fast",
            "go: expected depth, nodes, movetime, movestogo, or for each player p1time, p1inc, p2time and so on, each with a number, searchmoves or skipmoves with moves, or infinite",
        ),
        ("query", "query: expected p1turn, gameover or result"),
    ] {
        let answer = session.ask(command);
        assert!(answer.starts_with(&format!("info string error: {error}")), "{command}: {answer}");
        if command.starts_with("go") {
            assert_eq!(session.line(), "bestmove none", "{command}");
        }
    }
    session.input.write_all(b"\xff\x1b[31m\n\n").unwrap();
    let error = session.line();
    assert!(error.starts_with("info string error: ") && !error.contains('\x1b'), "{error}");
    // The last position was refused, and what follows is not about the one before.
    for (command, answer) in [("query p1turn", "response none"), ("go depth 1", "bestmove none")] {
        let error = "info string error: there is no position: the last one was refused";
        assert_eq!((session.ask(command).as_str(), session.line().as_str()), (error, answer));
    }
    session.tell("position startpos moves d");
    assert_eq!(session.ask("query p1turn"), "response false");
    session.quit();
}

#[test]
fn a_search_with_a_limit_ends_after_the_end_of_the_input() {
    let moves = |go: &str| {
        let Session { mut child, mut input, output } = Session::with(&["compass"]);
        write!(input, "position startpos\n{go}\n").unwrap();
        drop(input);
        let lines: Vec<String> = output.map(Result::unwrap).collect();
        assert!(child.wait().unwrap().success());
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        lines
    };
    for go in ["go depth 4", "go infinite depth 4"] {
        let lines = moves(go);
        assert_eq!(field(&lines[lines.len() - 2], "depth"), "4", "{lines:?}");
    }
    let lines = moves("go nodes 5000");
    assert_eq!(field(&lines[lines.len() - 2], "nodes"), "5000", "{lines:?}");
    for go in ["go movetime 100", "go p1time 300"] {
        let lines = moves(go);
        assert_ne!(field(&lines[lines.len() - 2], "depth"), "0", "{lines:?}");
    }
    // This one has none and is stopped.
    moves("go infinite");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let Session { mut child, input, output } = Session::with(&["connect-four"]);
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(output.count(), 0);
}
