//! The programs as a user sees them: what they print, and what they say to bad input.

mod program;

use std::io::Write;
use std::process::{Output, Stdio};

use program::{prints, program, refuses, run};

const FIGURE_1: &str = "A223/4A2J/3A23/J3A4";

const COLLAPSI_COMMANDS: &str =
    "expected one of: solve, games, count-games, survey, look-up, first-moves, deal";

/// White has nine points and is stuck.
const COMPASS_STUCK: &str = "\
    bgypr,gpyrb,-,gbpyr,-,bpygr/-,rpybg,-,-,-,-/\
    -,-,-,pbrgy,-,-/ygrpb,grypb,ypgrb,byrgp,prbgy,pgbyr/\
    gbypr,grpyb,rpgyb,gbrpy,pygrb,rgbpy/pgrby,gypbr,-,-,-,- \
    f2,f3 b5,d6 bgpyr,bgrpy,bgypr,gbpry,gbypr,\
    gbyrp,pbgry,pbrgy,rbgyp,rbgyp,rbypg,rbypg,ybprg,ybrpg pbyrg,ybgpr w 40";

#[test]
fn collapsi_shows_a_perfect_game() {
    let shown = prints("collapsi", &["--seed", "5"]);
    assert!(shown.starts_with("Deal 5: 3AJA/JA24/3322/A243, rules v1_1.\n"));
    assert!(shown.contains("With best play blue wins in 12 plies; 9 of the 14 first moves"));
    assert!(shown.contains("12. blue d1"));
    assert!(shown.ends_with("red cannot move: blue wins.\n"));
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    assert!(!shown.contains('\x1b'), "no colours unless on a terminal");
}

#[test]
fn colours_follow_the_terminal_and_no_color() {
    let coloured = program("collapsi").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(coloured.stdout.contains(&b'\x1b'));
    let plain = program("collapsi").env("NO_COLOR", "1").output().unwrap();
    assert!(plain.status.success() && !plain.stdout.contains(&b'\x1b'));
}

#[test]
fn collapsi_solves_as_json() {
    let solved = prints("collapsi", &["solve", FIGURE_1, "--json"]);
    assert!(solved.starts_with(
        r#"{"position":"A223/4A2Jr/3A23/Jb3A4 r","rules":"v1_1","winner":"red","length":13,"moves":["a2"],"line":["a2","#
    ));
    assert!(!solved.contains("games"));
    let later =
        prints("collapsi", &["solve", FIGURE_1, "--set", "rules=v1_3", "--json", "--games"]);
    assert!(later.contains(r#""rules":"v1_3","winner":"red","length":13,"moves":["a3"]"#));
    assert!(later.ends_with("\"games\":223342}\n"));
}

#[test]
fn collapsi_solves_for_reading() {
    let solved = prints("collapsi", &["solve", "Ar2b2./..../..../.... r"]);
    let expected = "\
        position       Ar2b2./..../..../.... r\n\
        rules          v1_1\n\
        winner         blue\n\
        length         0\n\
        optimal moves  none, the game is over\n\
        perfect line   none, the game is over\n";
    assert_eq!(solved, expected);
}

#[test]
fn collapsi_counts_games() {
    assert_eq!(prints("collapsi", &["games", FIGURE_1]), "1464693\n");
    assert_eq!(prints("collapsi", &["games", FIGURE_1, "--set", "rules=v1_3"]), "223342\n");
}

#[test]
fn collapsi_counts_the_games_of_all_deals() {
    assert_eq!(prints("collapsi", &["count-games"]), "45892629343824\n");
    assert_eq!(prints("collapsi", &["count-games", "--set", "rules=v1_3"]), "4941085937496\n");
}

#[test]
fn collapsi_surveys_all_deals() {
    let directory = std::env::temp_dir().join(format!("collapsi-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let [file, plot] = ["all.survey", "lengths.svg"].map(|name| directory.join(name));
    let [file, plot] = [&file, &plot].map(|path| path.to_str().unwrap());

    let table = prints("collapsi", &["survey", "--out", file, "--plot", plot, "--threads", "2"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "plies  winner       deals by v1_1       deals by v1_3");
    assert_eq!(rows[1], "7      red             24   0.0 %         525   0.0 %");
    assert_eq!(rows[10], "all    blue    29,576,250  62.5 %  10,544,763  22.3 %");
    let drawn = std::fs::read_to_string(plot).unwrap();
    assert_eq!(drawn, include_str!("../../collapsi/lengths.svg"));

    let json = prints("collapsi", &["survey", "--from", file, "--set", "rules=v1_1", "--json"]);
    assert!(json.starts_with(
        "{\"deals\":47297250,\"rules\":{\"v1_1\":{\"red\":17721000,\"blue\":29576250,\"lengths\":{\"7\":24,"
    ));
    let csv = prints("collapsi", &["survey", "--from", file, "--csv"]);
    assert!(csv.starts_with("rules,plies,winner,deals\nv1_1,7,red,24\nv1_1,8,blue,142686\n"));
    assert_eq!(csv.lines().count(), 17);

    assert_eq!(prints("collapsi", &["look-up", file, FIGURE_1]), "red wins in 13 plies\n");
    let blue_first = "A223/4A2Jr/3A23/Jb3A4 b";
    let looked_up = prints("collapsi", &["look-up", file, blue_first]);
    let solved = prints("collapsi", &["solve", blue_first, "--json"]);
    assert!(solved.contains("\"winner\":\"blue\"") && looked_up.starts_with("blue wins in"));
    let studied = refuses("collapsi", &["look-up", file, "A223/4A2./3Ar23/.3Ab4 r"]);
    assert!(studied.contains("expected all 16 cards face up"), "{studied}");

    let output = run("collapsi", &["look-up", plot, FIGURE_1]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"error: this is not a survey of Collapsi\n");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn collapsi_refuses_other_ways_to_survey() {
    let threads = refuses("collapsi", &["survey", "--threads", "0"]);
    assert!(threads.contains("expected a whole number from 1 to 128"), "{threads}");
    assert!(refuses("collapsi", &["survey", "--json", "--csv"]).contains("--csv"));
}

#[test]
fn collapsi_studies_first_moves() {
    let studied = prints("collapsi", &["first-moves", "--set", "rules=v1_1"]);
    assert!(studied.contains("\n     1   13,594,128 of  47,297,250  28.74 %\n".trim_start()));
    assert!(studied.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn collapsi_deals() {
    assert_eq!(prints("collapsi", &["deal", "--seed", "5"]), "3AJA/JA24/3322/A243\n");
    let any = prints("collapsi", &["deal"]);
    assert!(any.trim_end().parse::<collapsi::Deal>().is_ok());
}

#[test]
fn compass_plays_a_whole_game() {
    let shown = prints("compass", &["--seed", "7", "--movetime", "2"]);
    assert!(
        shown.starts_with("Deal 7\n\n     b       r       p       p       b       r\n6  g p r ")
    );
    assert!(shown.contains("\nJewels of white: ") && shown.contains("\nJewels of black: "));
    assert!(!shown.contains('\x1b'), "no colours unless on a terminal");
    let result = shown.lines().last().unwrap();
    assert!(result.starts_with("draw ") || result.contains(" wins "), "{result}");
    let game = prints("compass", &["--seed", "7", "--movetime", "2", "--json"]);
    assert!(game.starts_with(r#"{"seed":7,"deal":"pbryg,"#), "{game}");
    assert!(game.contains(r#""black":{"hand":""#));
}

#[test]
fn compass_asks_a_human_until_the_move_is_legal() {
    let mut child = program("compass")
        .args(["--seed", "7", "--movetime", "2", "--human", "white"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"c9\nc3-c4\n@c3\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(shown.contains("such as @a1 @a2 @a3 @a4: \"c9\" is not a move: expected one like"));
    assert!(shown.contains("c3-c4 is illegal: white must place a checker first\n"));
    assert!(shown.contains("  1. white @c3       0-0\n  2. black @"));
}

#[test]
fn compass_builds_jewels() {
    let hand = "bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp,rbgpy,rbgpy,ybgpr,ybgpr";
    let jewels = prints("compass", &["jewels", hand, "--json"]);
    let score = format!(r#"{{"hand":"{hand}","score":6,"arrangement":""#);
    assert!(jewels.starts_with(&score), "{jewels}");
    assert_eq!(
        prints("compass", &["jewels", "-", "--json"]),
        "{\"hand\":\"-\",\"score\":0,\"arrangement\":\"-\"}\n"
    );
    let mine = "bgpry,bgyrp/brpyg,yrbgp";
    let shown = prints("compass", &["jewels", hand, "--check", mine]);
    assert!(shown.starts_with(&format!("3 points with 10 cards: {mine}\n\n3 points\n")), "{shown}");
}

#[test]
fn compass_analyses() {
    let stuck = COMPASS_STUCK;
    let json = prints("compass", &["analyse", stuck, "--json", "--movetime", "2"]);
    assert!(json.starts_with(&format!(r#"{{"position":"{stuck}","result":"ongoing","points":["#)));
    assert!(json.contains(r#""score":"win in 1","proven":true"#), "{json}");
    assert!(json.ends_with("\"line\":[\"end\"]}\n"), "{json}");
    let shown = prints("compass", &["analyse", stuck, "--movetime", "2"]);
    assert!(shown.contains("\nscore   win in 1 for "), "{shown}");
    let ended = prints("replay", &["compass", stuck, "end"]);
    assert!(ended.ends_with("\nwhite wins 9-0\n"), "{ended}");
}

#[test]
fn compass_measures_itself() {
    let score = prints("compass", &["match", "random", "--games", "2", "--movetime", "1"]);
    assert!(score.contains(" won, ") && score.ends_with(" of 2 points\n"), "{score}");
}

#[test]
fn rolling_mountains_plays_a_game() {
    for players in ["2", "3"] {
        let set = format!("players={players}");
        let size = ["--set", "width=4", "--set", "height=4", "--set", "tiles=6"];
        let args =
            [&["--set", &set, "--depth", "2", "--movetime", "1000", "--turns", "4"], &size[..]];
        let shown = prints("rolling_mountains", &args.concat());
        assert!(shown.starts_with("  1. red    "), "{shown}");
        assert!(shown.contains("  2. yellow "), "{shown}");
        assert!(shown.ends_with(" after 4 turns.\n"), "{shown}");
        assert!(!shown.contains('\x1b'), "no colours unless on a terminal");
    }
}

#[test]
fn rolling_mountains_analyses() {
    let text = "4/4/4/4 - d4,*a4/-,- 6 1,1 -,- 0 4";
    let shown = prints("rolling_mountains", &["analyse", text, "--depth", "2"]);
    assert!(shown.starts_with(" 4  .  .  . rL\n"), "{shown}");
    assert!(shown.contains("score     win in 1\n  red     win in 1\n"), "{shown}");
    assert!(shown.ends_with("line      L:n\n"), "{shown}");
    let json = prints("rolling_mountains", &["analyse", text, "--json", "--depth", "2"]);
    assert!(json.contains("\"turn\":\"red\"") && json.contains("\"line\":[\"L:n\"]"), "{json}");
    let said = refuses("rolling_mountains", &["analyse", "4/4/4/4"]);
    assert!(said.contains("the position has 1 fields, expected 8, or 9 inside a turn"), "{said}");
    assert!(json.contains("\"scores\":[\"win in 1\",\"loss in 1\"]"), "{json}");
    assert!(refuses("rolling_mountains", &["--human", "2"]).contains("a seat from 0 to 1"));
}

#[test]
fn rolling_mountains_measures_itself() {
    let small = ["--set", "players=3", "--set", "width=3", "--set", "height=3", "--nodes", "50"];
    let args = [&["match", "engine", "max-n", "--games", "3"], &small[..]].concat();
    let shown = prints("rolling_mountains", &args);
    assert!(shown.starts_with("   1. red ") && shown.contains("\n   2. blue "), "{shown}");
    assert!(shown.contains("\n   3. yellow "), "everybody takes every seat: {shown}");
    assert!(shown.contains(" won, ") && shown.contains("\nturns: "), "{shown}");
    assert_eq!(prints("rolling_mountains", &args), shown, "the same match again");
}

#[test]
fn rolling_mountains_asks_a_person() {
    let mut child = program("rolling_mountains")
        .args(["--human", "0", "--depth", "1", "--set", "width=3", "--set", "height=3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let typed = b"L:n t:a1\nL:n t:b2 R:s\nL:n\nt:b2\n";
    child.stdin.take().unwrap().write_all(typed).unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(shown.contains("move 2, \"t:a1\", is illegal: a1 is occupied"), "{shown}");
    assert!(shown.contains("these are more plies than your turn has"), "{shown}");
    assert!(shown.contains(":   2. yellow "), "a line with a mistake has no effect: {shown}");
    assert!(refuses("rolling_mountains", &["--human", "-1"]).contains("a whole number from 0"));
}

#[test]
fn rolling_mountains_as_json() {
    let args = ["--json", "--depth", "1", "--turns", "2"];
    let json = prints("rolling_mountains", &args);
    assert!(json.starts_with("{\"start\":\"8/8/8/8/8/8/8/8 - -,-/-,- 40 3,3 -,- 0 0\""), "{json}");
    assert!(json.contains("{\"player\":\"yellow\",\"plies\":[\""), "{json}");
    assert!(json.ends_with("\"result\":\"ongoing\"}\n"), "{json}");
}

#[test]
fn compass_tunes_itself_the_same_way_again() {
    let tune = ["tune", "--rounds", "1", "--games", "4", "--nodes", "50"];
    let weights = prints("compass", &tune);
    assert!(weights.contains(" of 4 games decided\nfitted to "), "{weights}");
    assert!(weights.contains("\nagainst those chosen by hand: "), "{weights}");
    assert_eq!(weights, prints("compass", &tune));
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(prints("perft", &["collapsi", FIGURE_1, "5"]), "16791\n");
    assert_eq!(prints("perft", &["collapsi", FIGURE_1, "0", "--divide"]), "1\n");
    assert_eq!(
        prints("perft", &["collapsi", FIGURE_1, "2", "--set", "rules=v1_3", "--divide"]),
        "a3 4\nc3 4\nd2 4\nd4 4\n16\n"
    );
    assert_eq!(
        prints("perft", &["collapsi", FIGURE_1, "1", "--after", "b2 c1", "--divide", "--json"]),
        "{\"depth\":1,\"divide\":{\"a2\":1,\"b1\":1,\"b3\":1,\"c2\":1},\
         \"position\":\"A223/4A2./3Ar23/.3Ab4 r\",\"total\":4}\n"
    );
    assert_eq!(prints("perft", &["connect-four", "start", "7"]), "823536\n");
    assert_eq!(prints("perft", &["compass", "start", "3"]), "42840\n");
    let empty_corner =
        "-,rypgb,-,ybgrp,-,-/grbyp,-,-,-,-,bypgr/ygbrp,-,pgrby,-,-,-/pbgry,-,grbpy,-,-,ygpbr/";
    assert!(refuses("perft", &["compass", empty_corner, "1"]).contains("1 fields, expected 7"));
}

#[test]
fn start_deals_from_a_seed() {
    let start = prints("replay", &["collapsi", "start", "--seed", "5"]);
    assert_eq!(start, "3AJrA/JbA24/3322/A243 r\nongoing\n");
    assert_eq!(
        prints("replay", &["collapsi", "start"]),
        prints("replay", &["collapsi", "start", "--seed", "0"])
    );
}

#[test]
fn replay_ends_with_the_result() {
    assert_eq!(
        prints("replay", &["collapsi", FIGURE_1, "b2", "c1"]),
        "A223/4A2./3Ar23/.3Ab4 r\nongoing\n"
    );
    assert_eq!(
        prints("replay", &["collapsi", "Ar2b2./..../..../.... r", "--json"]),
        "{\"position\":\"Ar2b2./..../..../.... r\",\"result\":\"blue wins\"}\n"
    );
    let game =
        "d d d d d d c c c c c c a a a a a a g g g g g g e e e e e e b b b b b b f f f f f f";
    let drawn = prints("replay", &["connect-four", "start", "a", "b", "a", "b", "a", "b", "a"]);
    assert!(drawn.ends_with("\nx wins\n"), "{drawn}");
    assert!(refuses("replay", &["connect-four", "start", game]).contains("illegal"));
}

#[test]
fn bad_input_is_refused_by_name() {
    for (name, args, message) in [
        (
            "collapsi",
            &["solve", "xyz"][..],
            "error: position \"xyz\": expected 4 ranks separated by '/', found 1\n",
        ),
        (
            "collapsi",
            &["games", ""],
            "error: position \"\": expected 4 ranks separated by '/', found 1\n",
        ),
        (
            "collapsi",
            &["solve", FIGURE_1, "--set", "rules=v2"],
            "error: --set \"rules=v2\": option \"rules\" is \"v2\": expected v1_1 or v1_3\n",
        ),
        (
            "collapsi",
            &["--set", "joker=1"],
            "error: --set \"joker=1\": unknown option \"joker\": expected rules\n",
        ),
        (
            "perft",
            &["collapsi", FIGURE_1, "3", "--set", "rules"],
            "error: --set \"rules\": expected KEY=VALUE\n",
        ),
        (
            "perft",
            &["connect-four", "start", "3", "--set", "a=b"],
            "error: --set \"a=b\": unknown option \"a\": expected none, this game has no options\n",
        ),
        (
            "perft",
            &["collapsi", FIGURE_1, "3", "--after", "b2  c1"],
            "error: move 2, \"\": \"\" is not a square: expected a1 to d4\n",
        ),
        (
            "compass",
            &["analyse", "x"],
            "error: position \"x\": the text has 1 fields, expected 7 separated by single spaces: \
             board, white's and black's checkers, white's and black's hand, side to move, ply\n",
        ),
        (
            "compass",
            &["--set", "ply_limit=-"],
            "error: --set \"ply_limit=-\": option \"ply_limit\" is \"-\": expected a number of plies \
             below 2^32, or none\n",
        ),
        (
            "compass",
            &["jewels", "bgpry", "--check", "bgryp,bgypr/pybgr,gpyrb"],
            "error: arrangement \"bgryp,bgypr/pybgr,gpyrb\": jewel 1: bgryp is not in the hand\n",
        ),
        (
            "replay",
            &["collapsi", FIGURE_1, "b2", "b2"],
            "error: move 2, \"b2\", is illegal: the opponent's pawn stands on b2\n",
        ),
    ] {
        assert_eq!(refuses(name, args), message, "{args:?}");
    }
    for (name, args, part) in [
        ("perft", &["go", "start", "1"][..], "'go'"),
        ("perft", &["collapsi", "start", "-1"], "-1"),
        ("perft", &["collapsi", "start", "x"], "'x'"),
        ("perft", &["collapsi", "start"], "<DEPTH>"),
        ("collapsi", &["deal", "--seed", "x"], "'x'"),
        ("collapsi", &["dance"], COLLAPSI_COMMANDS),
        ("collapsi", &[""], COLLAPSI_COMMANDS),
        (
            "collapsi",
            &["deal", "--seed", "-1"],
            "expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "perft",
            &["collapsi", "start", "4294967296"],
            "expected a whole number from 0 to 4294967295",
        ),
        ("perft", &["collapsi", "Start", "3"], "or expected \"start\""),
        (
            "perft",
            &["collapsi", FIGURE_1, "3", "--seed", "7"],
            "--seed: expected with the position",
        ),
        ("replay", &["collapsi", FIGURE_1, ""], "MOVE \"\": expected a move"),
        (
            "collapsi",
            &["--set", "rules=v1_3", "--set", "rules=v1_1"],
            "--set \"rules=v1_1\": expected rules to be set once",
        ),
    ] {
        let message = refuses(name, args);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn messages_are_short_and_printable() {
    let message = refuses("collapsi", &["solve", &"A".repeat(100_000)]);
    assert!(message.contains("(100000 characters)") && message.len() < 300, "{message}");
    for (name, args) in [
        ("collapsi", &["solve", "\x1b[31m\x07"][..]),
        ("collapsi", &["\x1b[31m"]),
        ("replay", &["collapsi", FIGURE_1, "\x1b[31m"]),
    ] {
        let message = refuses(name, args);
        assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{message:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = program("perft")
        .args(["collapsi", FIGURE_1, "6", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn connect_four_plays_a_whole_game() {
    let shown = prints("connect_four", &["--movetime", "5"]);
    let result = shown.lines().last().unwrap();
    assert!(["x wins", "o wins", "draw"].contains(&result));
    assert!(refuses("connect_four", &["7/7 x"]).contains("expected six rows"));
}

#[test]
fn collateral_checkers_plays_a_whole_game() {
    let shown = prints("collateral_checkers", &["--movetime", "5", "--set", "hold_turns=1"]);
    assert!(shown.starts_with("5  w  w  w  w  w\n4  w  w  .  w  w\n3  .  .  +  .  .\n"));
    assert!(shown.contains("\n1. black b2-c3\n   score win in 1, depth 1, "), "{shown}");
    assert!(shown.ends_with("Black wins by holding the centre.\n"), "{shown}");
    assert!(!shown.contains('\x1b'), "no colours unless on a terminal");
    let json = prints("collateral_checkers", &["--depth", "2", "--json"]);
    let turns: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(turns[0]["ply"], 1);
    assert_eq!(turns[0]["line"][0], turns[0]["move"]);
    let result = turns.last().unwrap()["result"].as_str().unwrap();
    assert!(["black wins", "white wins", "draw"].contains(&result));
}

#[test]
fn collateral_checkers_is_played_by_hand() {
    let mut child = program("collateral_checkers")
        .args(["--human", "white", "--depth", "1"])
        .args(["--position", "ww2w/5/2b2/5/bb3 w 2 0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"b5\na5-b5\n?\na5-a4\n").unwrap();
    drop(input);
    let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
    let shown = String::from_utf8([stderr, stdout].concat()).unwrap();
    for part in [
        "\"b5\" is not a move: expected a step, as b2-c3, or a capture, as b4xd2xb2",
        "a5-b5 is illegal: a piece stands on b5; ? lists the legal moves",
        "10 moves: a5-a4 a5-b4 a5xc5 b5-a4 ",
        "1. white a5-a4",
        "2. black ",
        "Black wins by holding the centre.",
    ] {
        assert!(shown.contains(part), "{part:?} is not in {shown}");
    }
}

#[test]
fn collateral_checkers_analyses() {
    let study = "ww3/w2ww/2bw1/b4/b4 b 2 4";
    let shown = prints("collateral_checkers", &["analyse", study, "--movetime", "200"]);
    assert!(shown.contains("legal moves, the best for black:\n  win in 1  depth  1  "), "{shown}");
    let json = prints("collateral_checkers", &["analyse", study, "--moves", "1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["result"], &json["position"]), (&"ongoing".into(), &study.into()));
    assert_eq!(json["moves"].as_array().unwrap().len(), 1);
    assert_eq!(json["moves"][0]["score"], "win in 1");
    let over = prints("collateral_checkers", &["analyse", "ww2w/5/2b2/5/bb3 w 3 0"]);
    assert!(over.ends_with("The game is over, black wins by holding the centre.\n"));
    let refused = refuses("collateral_checkers", &["analyse", "5/5 b 0 0"]);
    assert!(refused.contains("expected 5 ranks separated by '/', found 2"), "{refused}");
}

#[test]
fn collateral_checkers_is_known_to_perft_and_replay() {
    assert_eq!(prints("perft", &["collateral-checkers", "start", "4"]), "159273\n");
    let options = ["--set", "hold_turns=1", "--set", "forced_capture=must_take_opponent"];
    let replay = ["collateral-checkers", "start", "b2-c3"];
    assert_eq!(
        prints("replay", &[&replay[..], &options].concat()),
        "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 1\nblack wins\n"
    );
}

#[test]
fn tablebases_are_built_verified_and_asked() {
    let folder = std::env::temp_dir().join(format!("tablebases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("six.tablebase");
    let file = file.to_str().unwrap();
    let shown = prints("tablebase", &["build", file, "--max-pieces", "6"]);
    assert!(
        shown.contains("  3-3:       616,770 positions, 18.20 MiB of memory, about "),
        "{shown}"
    );
    assert!(shown.contains("\nIt takes 18.20 MiB of memory, a file of 602.31 KiB, and about "));
    assert!(shown.contains("six.tablebase is complete: 602.31 KiB, built in "), "{shown}");
    let again = prints("tablebase", &["build", file, "--max-pieces", "6"]);
    assert!(again.ends_with("six.tablebase is complete already.\n"), "{again}");
    let verified = prints("tablebase", &["verify", file]);
    assert!(verified.contains("hold_turns=3: every score is right, verified in "), "{verified}");

    let longest = "1w2w/bb3/3w1/5/3b1 b 0 0";
    let json = prints("tablebase", &["stats", file, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["won"], &json["drawn"]), (&3_710_372.into(), &360_896.into()));
    assert_eq!(json["longest_win"]["position"], longest);
    let json = prints("tablebase", &["probe", file, longest, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["score"], &json["moves"][0]["score"]),
        (&"win in 43".into(), &"win in 43".into())
    );
    assert_eq!(json["line"].as_array().unwrap().len(), 43);
    let late = "1w2w/bb3/3w1/5/3b1 b 0 58";
    assert!(prints("tablebase", &["probe", file, late]).contains("\nnot known\n"));
    let endless = prints("tablebase", &["probe", file, late, "--set", "quiet_limit=none"]);
    assert!(endless.contains("\nwin in 43\n"), "{endless}");
    let found = prints("tablebase", &["search", file, longest, "--depth", "2"]);
    assert!(found.contains("with the table: win in 43, proven, "), "{found}");
    assert!(found.contains("without: ") && found.contains(", not proven, depth 2"), "{found}");

    let other = run("tablebase", &["build", file, "--max-pieces", "7"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8(other.stderr).unwrap().starts_with("error: the tablebase is for "));
    let short = ["build", "none", "--max-pieces", "7", "--memory", "100"];
    let short = run("tablebase", &short);
    assert!(
        String::from_utf8(short.stderr).unwrap().contains("these endings take 0.1 GiB of memory")
    );
    assert!(
        refuses("tablebase", &["build", "none", "--max-pieces", "5"]).contains("expected 6 to 18")
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn collateral_strength_plays_a_match() {
    let args = ["match", "random", "--games", "4", "--movetime", "5"];
    assert_eq!(prints("collateral_strength", &args).lines().count(), 1);
    let tuned = prints("collateral_strength", &["tune", "--rounds", "1", "--games", "2"]);
    assert!(tuned.starts_with("round 1, "));
}
