//! `analyse` and `solve`.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use engine::{Game, Notation};
use serde_json::{Value, json};
use solve::Proof;

use crate::pressure::folder;
use crate::program::{json, prints, program, refuses, run, temporary};

const FIGURE_1: &str = "A223/4A2J/3A23/J3A4";

/// White has nine points and is stuck.
const COMPASS_STUCK: &str = "\
    bgypr,gpyrb,-,gbpyr,-,bpygr/-,rpybg,-,-,-,-/\
    -,-,-,pbrgy,-,-/ygrpb,grypb,ypgrb,byrgp,prbgy,pgbyr/\
    gbypr,grpyb,rpgyb,gbrpy,pygrb,rgbpy/pgrby,gypbr,-,-,-,- \
    f2,f3 b5,d6 bgpyr,bgrpy,bgypr,gbpry,gbypr,\
    gbyrp,pbgry,pbrgy,rbgyp,rbgyp,rbypg,rbypg,ybprg,ybrpg pbyrg,ybgpr w 40";

#[test]
fn games_are_analysed_alike() {
    for (game, position, plies) in [
        ("collapsi", FIGURE_1, 13),
        ("collateral-checkers", "ww3/w2ww/2bw1/b4/b4 b 2 4", 1),
        ("compass", COMPASS_STUCK, 1),
        ("connect-four", "7/7/7/7/2ooo2/2xxx2 x", 1),
        ("rolling-mountains", "4/4/4/4 - d4,*a4/-,- 6 1,1 -,- 0 4", 1),
    ] {
        let analysis = json(&["analyse", game, position, "--depth", "3", "--lines", "1"]);
        let replayed = json(&["replay", game, position]);
        for key in ["position", "result"] {
            assert_eq!(analysis[key], replayed[key]);
        }
        let lines = analysis["lines"].as_array().unwrap();
        assert_eq!(
            (lines.len(), &lines[0]["score"], &lines[0]["proven"]),
            (1, &json!({ "win": plies }), &true.into())
        );
        let scores = analysis["scores"].as_object().unwrap();
        assert!(scores.values().any(|score| *score == json!({ "loss": plies })), "{analysis}");
        assert_eq!(lines[0]["line"][0], lines[0]["move"]);
    }
}

#[test]
fn some_moves_are_searched_alone() {
    const X_WINS: &str = "7/7/7/7/2ooo2/2xxx2 x";
    let analyse = |more: &[&str]| {
        let args = ["analyse", "connect-four", X_WINS, "--depth", "3", "--lines", "9"];
        let found = json(&[&args, more].concat());
        let lines = found["lines"].as_array().unwrap();
        lines.iter().map(|line| line["move"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut rest = analyse(&["--without", "b f"]);
    rest.sort_unstable();
    assert_eq!(rest, ["a", "c", "d", "e", "g"]);
    assert_eq!(analyse(&["--moves", "d"]), ["d"]);
    let solved = json(&["solve", "connect-four", X_WINS, "--without", "b f"]);
    assert_eq!((&solved["winner"], &solved["length"]), (&"x".into(), &3.into()));
    assert_eq!(solved["among"].as_array().unwrap().len(), 5);
    let solved = json(&["solve", "collapsi", FIGURE_1, "--moves", "b2 a2"]);
    assert_eq!((&solved["solved_by"], &solved["length"]), (&"search".into(), &13.into()));
    for (args, part) in [
        (&["--moves", "d h"][..], "--moves, \"h\""),
        (&["--without", "a b c d e f g"], "expected fewer moves than there are"),
        (&["--moves", "d", "--without", "e"], "cannot be used with"),
    ] {
        let refusal = refuses(&[&["analyse", "connect-four", X_WINS], args].concat());
        assert!(refusal.contains(part), "{refusal}");
    }
    assert!(refuses(&["solve", "connect-four", "--proof", "--moves", "d"]).contains("cannot be"));
}

#[test]
fn several_lines_and_players() {
    let args = ["analyse", "connect-four", "start", "--after", "d d d", "--lines", "7"];
    let analysis = json(&[&args[..], &["--depth", "4"]].concat());
    assert_eq!((&analysis["legal_moves"], &analysis["depth"]), (&7.into(), &4.into()));
    let moves = analysis["lines"].as_array().unwrap().iter().map(|line| line["move"].as_str());
    let mut moves: Vec<&str> = moves.flatten().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a", "b", "c", "d", "e", "f", "g"]);

    let three = json(&["analyse", "rolling-mountains", "--set", "players=3", "--depth", "1"]);
    let players: Vec<&String> = three["scores"].as_object().unwrap().keys().collect();
    assert_eq!(players, ["blue", "red", "yellow"]);
    let over = json(&["analyse", "collateral-checkers", "ww2w/5/2b2/5/bb3 w 3 0"]);
    assert_eq!((&over["result"], &over["lines"]), (&"black wins".into(), &json!([])));
}

#[test]
fn positions_come_from_standard_input() {
    // Some programs write a byte order mark.
    for mark in ["", "\u{feff}"] {
        let mut child = program()
            .args(["replay", "collapsi", "-", "b2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(format!("{mark}{FIGURE_1}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(output.stdout, b"A223/4A2./3Ar23/Jb3A4 b\nongoing\n");
    }
}

#[test]
fn answers_are_searched_and_proven() {
    // x has two ways to win.
    let twice = "7/7/7/7/3oo2/2xxx2 o";
    for how in [&[][..], &["--threads", "2"]] {
        let solved = json(&[&["solve", "connect-four", twice], how].concat());
        assert_eq!((&solved["winner"], &solved["length"]), (&"x".into(), &2.into()), "{how:?}");
    }
    let proven = json(&["solve", "connect-four", twice, "--proof"]);
    assert_eq!((&proven["winner"], &proven["length_at_most"]), (&"x".into(), &2.into()));
    let proofs = proven["proof"].as_array().unwrap().iter().map(|proof| proof.as_str().unwrap());
    let words = ["o cannot force a win: ", "x can force a win: "];
    assert!(proofs.zip(words).all(|(proof, words)| proof.starts_with(words)), "{proven}");
    let drawn = "1xoxoxo/xoxoxox/oxoxoxo/oxoxoxo/xoxoxox/xoxoxox o";
    for how in [&[][..], &["--proof"]] {
        let solved = json(&[&["solve", "connect-four", drawn], how].concat());
        assert_eq!(solved["winner"], "draw");
    }
    // Nobody comes out of the board in one turn.
    let short =
        ["--set", "players=3", "--set", "width=3", "--set", "height=3", "--set", "turn_limit=1"];
    for how in [&[][..], &["--proof"]] {
        let nobody = json(&[&["solve", "rolling-mountains", "start"], how, &short[..]].concat());
        assert_eq!(nobody["winner"], "nobody by force");
    }
    let dealt = json(&["solve", "start", "--seed", "5"]);
    assert_eq!((&dealt["winner"], &dealt["length"]), (&"blue".into(), &12.into()));
}

#[test]
fn proofs_are_written_for_other_checkers() {
    let path = temporary("connect-four.proof");
    let position = "7/7/7/7/2ooo2/2xxx2 x";
    let solve = ["solve", "connect-four", position, "--out", path.to_str().unwrap()];
    assert!(refuses(&solve).contains("required"));
    prints(&[&solve[..], &["--proof"]].concat());
    let text = fs::read_to_string(&path).unwrap();
    let (head, choices) = text.split_once("claim: x can force a win\nchoices: ").unwrap();
    assert_eq!(
        head,
        format!("fourfold proof 1\ngame: connect-four\nrules: none\nposition: {position}\n")
    );
    let (count, choices) = choices.split_once('\n').unwrap();
    let read = |text: &str| connect_four::Position::parse(text, &Default::default()).unwrap();
    let choice = |line: &str| {
        let (position, m) = line.split_once('\t').unwrap();
        (read(position), m.parse().unwrap())
    };
    let choices: Vec<_> = choices.lines().map(choice).collect();
    assert_eq!(count, choices.len().to_string());
    let position = read(position);
    Proof::of_win(position.turn(), choices).check(&position).unwrap();
}

/// Rolling Mountains on a board so small that all positions are listed, and in which they come again.
const ENDLESS: [&str; 10] = [
    "--set",
    "width=3",
    "--set",
    "height=3",
    "--set",
    "tiles=0",
    "--set",
    "mountains=0",
    "--set",
    "turn_limit=none",
];

#[test]
fn which_solver_has_answered_is_said() {
    let twice = "7/7/7/7/3oo2/2xxx2 o";
    for (how, solver) in [
        (&["start", "--seed", "5"][..], "the game's own solver"),
        (&["collapsi", "start", "--seed", "5", "--enumerate"], "enumeration"),
        (&["connect-four", twice], "search"),
        (&["connect-four", twice, "--depth", "9"], "search"),
        (&["connect-four", twice, "--proof"], "proof"),
        (&["compass", COMPASS_STUCK, "--set", "ply_limit=42", "--points"], "search"),
    ] {
        let how = [&["solve"], how].concat();
        assert_eq!(json(&how)["solved_by"], solver, "{how:?}");
        let printed = prints(&how);
        assert!(printed.contains(&format!("\nsolved by      {solver}\n")), "{printed}");
    }
}

/// The player to move loses if the others play together; that one of them can win without help is said by a table.
#[test]
fn who_of_three_players_wins_is_asked_of_all_positions() {
    let position = "3/3/3 - *a3,c2/c1,*c3/b2,*a1 0 0,0,0 -,-,- 2 32 m";
    let solve = [&["solve", "rolling-mountains", position, "--json"], &ENDLESS[..]].concat();
    let solve = [&solve[..], &["--set", "players=3"]].concat();
    for (how, winner, solver) in [
        (&[][..], "yellow", "enumeration"),
        (&["--depth", "8"], "not blue if the others play together", "search"),
    ] {
        let output = run(&[&solve[..], how].concat());
        assert!(output.status.success());
        let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&solved["winner"], &solved["length"]), (&json!(winner), &json!(4)));
        assert_eq!(solved["solved_by"], solver);
        assert_eq!(solved["line"].as_array().map(Vec::len), Some(4));
        let said = String::from_utf8(output.stderr).unwrap();
        let open = format!("Whether one of the others can force a win is not known; {ADVICE}.\n");
        assert_eq!(said, if how.is_empty() { "" } else { &open });
    }
}

/// What a message that a position is not solved names.
const ADVICE: &str = "--enumerate lists as many positions as the memory holds, and --proof may answer where a win \
                      is narrow";

#[test]
fn what_is_too_large_to_be_listed_names_the_options_that_go_on() {
    // However slow the machine is, in one of these times a million positions are listed.
    let said = ["4000", "30000", "240000"].iter().find_map(|time| {
        let output = run(&["solve", "connect-four", "start", "--movetime", time]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        said.contains("play leads to").then_some(said)
    });
    let said = said.unwrap();
    let expected = format!(
        "error: not solved: a limit was reached before the proof; play leads to more than 1,000,000 positions: \
         {ADVICE}\n"
    );
    assert!(said.ends_with(&expected), "{said}");
}

#[test]
fn small_games_are_solved_by_a_table() {
    for how in [&["A223/4A2./3Ar23/.3Ab4 r"][..], &["start", "--seed", "5", "--set", "rules=v1_3"]]
    {
        let solved = json(&[&["solve", "collapsi"], how].concat());
        let by_table = json(&[&["solve", "collapsi"], how, &["--enumerate"]].concat());
        for field in ["winner", "length", "moves"] {
            assert_eq!(by_table[field], solved[field], "{field} of {how:?}");
        }
        let plies = |solved: &Value| solved["line"].as_array().map(Vec::len);
        assert_eq!(plies(&by_table), plies(&solved));
    }
    let board = [&["solve", "rolling-mountains", "--enumerate"], &ENDLESS[..]].concat();
    // Without the option too: a search of it does not end.
    for how in [&board, &[&["solve", "rolling-mountains"], &ENDLESS[..]].concat()] {
        let solved = json(how);
        assert_eq!((&solved["winner"], &solved["positions"]), (&"draw".into(), &31_501.into()));
        assert_eq!(solved["wins"].to_string(), r#"{"red":6092,"yellow":5724}"#);
        assert_eq!(solved["solved_by"], "enumeration");
        assert_eq!((&solved["length"], &solved["line"]), (&json!(null), &json!([])));
    }
    let file = folder("every-position").join("worth.txt");
    json(&[&board[..], &["--out", file.to_str().unwrap()]].concat());
    let listed = fs::read_to_string(&file).unwrap();
    assert_eq!(listed.lines().count(), 31_502);
    assert_eq!(listed.lines().nth(1), Some("red\t3/3/3 - -,-/-,- 0 0,0 -,- 0 0\tdraw"));
    assert_eq!(listed.matches("\twin in ").count(), 6_092);
    assert_eq!(listed.matches("\tloss in ").count(), 5_724);
    let refused = refuses(&["solve", "collapsi", "start", "--enumerate", "--nodes", "5"]);
    assert!(refused.contains("'--nodes <N>'"), "{refused}");
}

#[test]
fn what_is_not_solved_is_a_failure() {
    for (how, has_line) in [
        (&["connect-four", "start", "--proof", "--nodes", "2000"][..], false),
        (&["compass", "start", "--depth", "2"], true),
        (&["compass", "start", "--nodes", "9"], true),
        (&[&["rolling-mountains", "start", "--depth", "3"], &ENDLESS[..]].concat(), true),
        (&[&["rolling-mountains", "start", "--movetime", "0"], &ENDLESS[..]].concat(), true),
        (&["connect-four", "start", "--nodes", "0"], true),
    ] {
        let output = run(&[&["solve", "--json"], how].concat());
        let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
        let line = solved["line"].as_array().unwrap();
        assert_eq!((&solved["winner"], !line.is_empty()), (&"unknown".into(), has_line));
        assert!(solved["length"].is_null() && solved["nodes"].as_u64() <= Some(2000), "{solved}");
        assert_eq!((solved.get("solved_by"), solved.get("positions")), (None, None));
        let said = String::from_utf8(output.stderr).unwrap();
        let advice = format!("; {ADVICE}");
        let advice = if how.contains(&"--proof") { "" } else { &advice };
        let expected = format!("error: not solved: a limit was reached before the proof{advice}\n");
        assert_eq!(said, expected);
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn points_are_counted_on_request() {
    let position = [COMPASS_STUCK, "--set", "ply_limit=42"];
    let solved = json(&[&["solve", "compass"], &position[..], &["--points"]].concat());
    assert_eq!((&solved["winner"], &solved["margin"]), (&json!("white"), &json!(9)));
    let analysed = json(&[&["analyse", "compass"], &position[..], &["--points"]].concat());
    let best = &analysed["lines"][0];
    assert_eq!((&best["score"], &best["proven"]), (&json!({ "value": 9 }), &json!(true)));
    assert_eq!(analysed["scores"], json!({ "white": { "value": 9 }, "black": { "value": -9 } }));
    let without = json(&[&["solve", "compass"], &position[..]].concat());
    assert_eq!((&without["length"], without.get("margin")), (&json!(1), None));
}

/// What is proven of the opening is known at once, and endings of six pieces are; by the published rules.
#[test]
fn proven_openings_and_endings_are_known() {
    let game = ["analyse", "collateral-checkers"];
    let known =
        |more: &[&str]| json(&[&game[..], &["--depth", "1"], more].concat())["known"].clone();
    assert_eq!(known(&[]), "draw");
    assert_eq!(known(&["--after", "a1xc3"]), "win");
    assert_eq!(known(&["--set", "hold_turns=4"]), json!(null));
    let text = prints(&["analyse", "collateral-checkers", "--depth", "1"]);
    assert!(text.contains("It is proven that black draws with best play."), "{text}");
    let ending = ["1b3/b3b/5/w3w/3w1 w 0 0", "--lines", "1"];
    let ending = json(&[&game[..], &ending, &["--depth", "1"]].concat());
    assert_eq!(ending["lines"][0]["proven"], true);
}
