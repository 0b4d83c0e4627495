//! The output and the errors of the subcommands.

use crate::program::{fails, json, prints, refuses, run, temporary};

const FIGURE_1: &str = "A223/4A2J/3A23/J3A4";

#[test]
fn collapsi_solves_as_json() {
    let solved = prints(&["solve", FIGURE_1, "--json"]);
    assert!(solved.starts_with(
        r#"{"position":"A223/4A2Jr/3A23/Jb3A4 r","rules":"rules=v1_1","winner":"red","length":13,"moves":["a2"],"line":["a2","#
    ));
    assert!(!solved.contains("games"));
    let later = prints(&["solve", FIGURE_1, "--set", "rules=v1_3", "--json", "--games"]);
    assert!(later.contains(r#""rules":"rules=v1_3","winner":"red","length":13,"moves":["a3"]"#));
    assert!(later.ends_with("\"games\":223342}\n"));
}

#[test]
fn collapsi_solves_for_reading() {
    let solved = prints(&["solve", "Ar2b2./..../..../.... r"]);
    let expected = "\
        position       Ar2b2./..../..../.... r\n\
        rules          rules=v1_1\n\
        winner         blue\n\
        length         0\n\
        optimal moves  none, the game is over\n\
        perfect line   none, the game is over\n";
    assert_eq!(solved, expected);
}

#[test]
fn games_are_listed_and_explained() {
    let listed = prints(&["games"]);
    let games = json(&["games", "--json"]);
    let games = games.as_array().unwrap();
    assert_eq!((listed.lines().count(), games.len()), (5, 5));
    for (line, game) in listed.lines().zip(games) {
        let name = game["name"].as_str().unwrap();
        assert!(line.starts_with(name) && line.ends_with(game["about"].as_str().unwrap()));
        assert_eq!(game["players"].as_array().unwrap().len(), 2, "{name}");
        let shown = prints(&["rules", name]);
        for option in game["options"].as_array().unwrap() {
            let [option, default, values] =
                ["name", "default", "values"].map(|key| option[key].as_str().unwrap());
            assert!(shown.contains(&format!("\n  {option}={default}: {values}")), "{shown}");
        }
        let rules = json(&["rules", name, "--json"]);
        assert_eq!((&rules["game"], &rules["options"]), (&game["name"], &game["options"]));
        let word = rules["rules"].as_str().unwrap().split(' ').next().unwrap();
        assert!(shown.starts_with(word), "{shown}");
    }
    assert!(prints(&["rules", "connect-four"]).ends_with("values:\n  none\n"));
    assert!(refuses(&["rules", "go"]).contains("[possible values: collapsi, "));
}

#[test]
fn collapsi_surveys_all_deals() {
    let directory = temporary("surveys");
    std::fs::create_dir_all(&directory).unwrap();
    let [file, plot] = ["all.survey", "lengths.svg"].map(|name| directory.join(name));
    let [file, plot] = [&file, &plot].map(|path| path.to_str().unwrap());

    let table = prints(&["survey", "--out", file, "--plot", plot, "--threads", "2"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "plies  winner       deals by v1_1       deals by v1_3");
    assert_eq!(rows[1], "7      red             24   0.0 %         525   0.0 %");
    assert_eq!(rows[10], "all    blue    29,576,250  62.5 %  10,544,763  22.3 %");
    let drawn = std::fs::read_to_string(plot).unwrap();
    assert_eq!(drawn, include_str!("../../collapsi/lengths.svg"));

    let json = prints(&["survey", "--from", file, "--set", "rules=v1_1", "--json"]);
    assert!(json.starts_with(
        "{\"deals\":47297250,\"rules\":{\"v1_1\":{\"red\":17721000,\"blue\":29576250,\"lengths\":{\"7\":24,"
    ));
    let csv = prints(&["survey", "--from", file, "--csv"]);
    assert!(csv.starts_with("rules,plies,winner,deals\nv1_1,7,red,24\nv1_1,8,blue,142686\n"));
    assert_eq!(csv.lines().count(), 17);

    assert_eq!(prints(&["survey", "--from", file, FIGURE_1]), "red wins in 13 plies\n");
    let blue_first = "A223/4A2Jr/3A23/Jb3A4 b";
    let looked_up = prints(&["survey", "--from", file, blue_first]);
    let solved = prints(&["solve", blue_first, "--json"]);
    assert!(solved.contains("\"winner\":\"blue\"") && looked_up.starts_with("blue wins in"));
    let studied = refuses(&["survey", "--from", file, "A223/4A2./3Ar23/.3Ab4 r"]);
    assert!(studied.contains("expected all 16 cards face up"), "{studied}");

    let said = fails(&["survey", "--from", plot, FIGURE_1], 1);
    assert!(said.contains("lengths.svg\": this is not a survey of Collapsi\n"), "{said}");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn collapsi_refuses_other_ways_to_survey() {
    let threads = refuses(&["survey", "--threads", "0"]);
    assert!(threads.contains("expected a whole number from 1 to 256"), "{threads}");
    assert!(refuses(&["survey", "--json", "--csv"]).contains("--csv"));
    assert!(refuses(&["survey", FIGURE_1]).contains("--from <FILE>"));
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(prints(&["perft", "collapsi", FIGURE_1, "5"]), "16791\n");
    assert_eq!(prints(&["perft", "collapsi", FIGURE_1, "0", "--divide"]), "1\n");
    assert_eq!(
        prints(&["perft", "collapsi", FIGURE_1, "2", "--set", "rules=v1_3", "--divide"]),
        "a3 4\nc3 4\nd2 4\nd4 4\n16\n"
    );
    assert_eq!(
        prints(&["perft", "collapsi", FIGURE_1, "1", "--after", "b2 c1", "--divide", "--json"]),
        "{\"depth\":1,\"divide\":{\"a2\":1,\"b1\":1,\"b3\":1,\"c2\":1},\
         \"position\":\"A223/4A2./3Ar23/.3Ab4 r\",\"total\":4}\n"
    );
    assert_eq!(prints(&["perft", "connect-four", "start", "7"]), "823536\n");
    assert_eq!(prints(&["perft", "compass", "start", "3"]), "42840\n");
    let empty_corner =
        "-,rypgb,-,ybgrp,-,-/grbyp,-,-,-,-,bypgr/ygbrp,-,pgrby,-,-,-/pbgry,-,grbpy,-,-,ygpbr/";
    assert!(refuses(&["perft", "compass", empty_corner, "1"]).contains("1 field: expected 7"));
}

#[test]
fn start_deals_from_a_seed() {
    let start = prints(&["replay", "collapsi", "start", "--seed", "5"]);
    assert_eq!(start, "3AJrA/JbA24/3322/A243 r\nongoing\n");
    assert_eq!(
        prints(&["replay", "collapsi", "start"]),
        prints(&["replay", "collapsi", "start", "--seed", "0"])
    );
}

#[test]
fn replay_ends_with_the_result() {
    assert_eq!(
        prints(&["replay", "collapsi", FIGURE_1, "b2", "c1"]),
        "A223/4A2./3Ar23/.3Ab4 r\nongoing\n"
    );
    assert_eq!(
        prints(&["replay", "collapsi", "Ar2b2./..../..../.... r", "--json"]),
        "{\"position\":\"Ar2b2./..../..../.... r\",\"result\":\"blue wins\"}\n"
    );
    let game =
        "d d d d d d c c c c c c a a a a a a g g g g g g e e e e e e b b b b b b f f f f f f";
    let drawn = prints(&["replay", "connect-four", "start", "a", "b", "a", "b", "a", "b", "a"]);
    assert!(drawn.ends_with("\nx wins\n"), "{drawn}");
    assert!(refuses(&["replay", "connect-four", "start", game]).contains("illegal"));
}

#[test]
fn numbers_of_pieces_and_rates_are_refused_by_their_range() {
    let pieces = "expected a whole number from 6 to 18";
    for (args, part) in [
        (&["tablebase", "build", "none", "--max-pieces", "x"][..], pieces),
        (&["tablebase", "build", "none", "--max-pieces", "19"], pieces),
        (&["tablebase", "build", "none", "--max-pieces", ""], pieces),
        (
            &["arena", "collapsi", "random", "random", "--sprt", "0,9", "--alpha", "x"],
            "expected a number above 0 and below 0.5",
        ),
    ] {
        let message = refuses(args);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn bad_input_is_refused_by_name() {
    for (args, message) in [
        (
            &["solve", "xyz"][..],
            "error: position \"xyz\": the board has 1 rank: expected 4 separated by '/'; \
             or expected \"start\", \"-\" or @FILE\n",
        ),
        (
            &["solve", FIGURE_1, "--set", "rules=v2"],
            "error: --set \"rules=v2\": option \"rules\" is \"v2\": expected v1_1 or v1_3\n",
        ),
        (
            &["solve", FIGURE_1, "--set", "joker=1"],
            "error: --set \"joker=1\": unknown option \"joker\": expected rules\n",
        ),
        (
            &["perft", "collapsi", FIGURE_1, "3", "--set", "rules"],
            "error: --set \"rules\": expected KEY=VALUE\n",
        ),
        (
            &["perft", "connect-four", "start", "3", "--set", "a=b"],
            "error: --set \"a=b\": unknown option \"a\": expected none, this game has no options\n",
        ),
        (
            &["perft", "collapsi", FIGURE_1, "3", "--after", "b2  c1"],
            "error: move 2, \"\": \"\" is not a square: expected a1 to d4\n",
        ),
        (
            &["analyse", "compass", "x"],
            "error: position \"x\": the text has 1 field: expected 7 separated by single spaces \
             (ranks, white's checkers, black's checkers, white's hand, black's hand, side to move, \
             ply); \
             or expected \"start\", \"-\" or @FILE\n",
        ),
        (
            &["perft", "compass", "start", "1", "--set", "ply_limit=-"],
            "error: --set \"ply_limit=-\": option \"ply_limit\" is \"-\": expected a number of plies \
             below 2^32, or none\n",
        ),
        (
            &["replay", "collapsi", FIGURE_1, "b2", "b2"],
            "error: move 2, \"b2\", is illegal: the opponent's pawn stands on b2\n",
        ),
        (
            &["solve", "connect-four", "start", "--games"],
            "error: --games: the games of this game are not counted\n",
        ),
    ] {
        assert_eq!(refuses(args), message, "{args:?}");
    }
    for (args, part) in [
        (&["perft", "go", "start", "1"][..], "'go'"),
        (&["perft", "collapsi", "start", "-1"], "expected a whole number from 0 to 4294967295"),
        (&["perft", "collapsi", "start", "x"], "'x'"),
        (&["perft", "collapsi", "start"], "<DEPTH>: expected a whole number from 0 to 4294967295"),
        (&["perft", "collapsi"], "<DEPTH>: expected a whole number"),
        (&["replay", "collapsi", "--seed", "x"], "'x'"),
        (
            &["replay", "collapsi", "--seed", "-1"],
            "expected a whole number from 0 to 18446744073709551615",
        ),
        (&["study", "collapsi", "--games", "-5"], "expected a whole number from 1 to"),
        (
            &["perft", "collapsi", "start", "4294967296"],
            "expected a whole number from 0 to 4294967295",
        ),
        (&["perft", "collapsi", "Start", "3"], "or expected \"start\""),
        (
            &["perft", "collapsi", FIGURE_1, "3", "--seed", "7"],
            "--seed: expected with the position",
        ),
        (&["replay", "collapsi", FIGURE_1, ""], "MOVE \"\": expected a move"),
        (
            &["replay", "rolling-mountains", "start", "L:n", "t:z9"],
            "move 2, \"t:z9\": \"z9\" is not a square: expected a letter and a number, as in c3",
        ),
        (
            &["solve", FIGURE_1, "--set", "rules=v1_3", "--set", "rules=v1_1"],
            "--set \"rules=v1_1\": expected rules to be set once",
        ),
        (&["analyse", "compass", "start", "--lines", "0"], "expected a whole number from 1 to 500"),
        (&["analyse", "compass", "start", "--table", "65537"], "of MiB from 0 to 65536"),
        (&["analyse", "compass", "start", "--table", "65536"], "--table: expected at most "),
        (&["arena", "collapsi", "search:table=65536", "random"], "table: expected at most "),
    ] {
        let message = refuses(args);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn nothing_is_done_zero_times() {
    for args in [
        &["arena", "collapsi", "random", "random", "--games", "0"][..],
        &["arena", "collapsi", "random", "random", "--max-plies", "0"],
        &["study", "collapsi", "--games", "0"],
        &["study", "collapsi", "--max-plies", "0"],
        &["regret", "collapsi", "random", "--deals", "0"],
        &["regret", "collapsi", "random", "--plies", "0"],
        &["play", "collapsi", "random", "random", "--plies", "0"],
        &["tablebase", "settle", "none", "--plies", "0"],
        &["replay", "compass", "start", "--svg", "none", "--svg-size", "0"],
    ] {
        let message = refuses(args);
        assert!(message.contains("'0'") && message.contains("expected a whole number from 1 to "));
    }
}

#[test]
fn a_game_begins_at_its_start_where_no_position_is_given() {
    for (args, same) in [
        (&["perft", "compass", "2"][..], &["perft", "compass", "start", "2"][..]),
        (
            &["perft", "compass", "2", "--set", "ply_limit=1", "--after", "@c3"],
            &["perft", "--after", "@c3", "compass", "start", "--set", "ply_limit=1", "2"],
        ),
        (&["replay", "compass"], &["replay", "compass", "start"]),
        (&["solve", "collapsi"], &["solve", "start"]),
        (&["solve", "collapsi", "--set", "rules=v1_3"], &["solve", "start", "--set", "rules=v1_3"]),
    ] {
        assert_eq!(prints(args), prints(same), "{args:?}");
    }
    let analysis = json(&["analyse", "connect-four", "--depth", "2", "--json"]);
    assert_eq!(analysis["position"], "7/7/7/7/7/7 x");
}

#[test]
fn threads_have_one_range() {
    for command in [
        &["survey"][..],
        &["arena", "collapsi", "random", "random"],
        &["study", "collapsi"],
        &["analyse", "compass", "start"],
        &["solve", "compass", "start"],
        &["tablebase", "verify", "none"],
    ] {
        for number in ["0", "-1", "257", "4294967296", "x"] {
            let message = refuses(&[command, &["--threads", number]].concat());
            assert!(message.contains("expected a whole number from 1 to 256"), "{message}");
        }
    }
}

#[test]
fn messages_are_short_and_printable() {
    let message = refuses(&["solve", &"A".repeat(100_000)]);
    assert!(message.contains("(100000 characters)") && message.len() < 300, "{message}");
    for args in [
        &["solve", "\x1b[31m\x07"][..],
        &["\x1b[31m"],
        &["replay", "collapsi", FIGURE_1, "\x1b[31m"],
    ] {
        let message = refuses(args);
        assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{message:?}");
    }
}

#[test]
fn collateral_checkers_is_known_to_perft_and_replay() {
    assert_eq!(prints(&["perft", "collateral-checkers", "start", "4"]), "159273\n");
    let options = ["--set", "hold_turns=1", "--set", "forced_capture=must_take_opponent"];
    let replay = ["replay", "collateral-checkers", "start", "b2-c3"];
    assert_eq!(
        prints(&[&replay[..], &options].concat()),
        "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 1\nblack wins\n"
    );
}

/// Best play as a record.
#[test]
fn endings_are_recorded() {
    let folder = temporary("recorded");
    std::fs::create_dir_all(&folder).unwrap();
    let (file, record) = (folder.join("six.endings"), folder.join("six.record"));
    let (file, record) = (file.to_str().unwrap(), record.to_str().unwrap());
    prints(&["tablebase", "build", file, "--max-pieces", "6"]);
    let ending =
        ["analyse", "collateral-checkers", "1w2w/bb3/3w1/5/3b1 b 0 0", "--tablebase", file];
    assert!(prints(&ending).contains("win in 43"));
    let other = fails(&[&ending[..], &["--set", "hold_turns=2"]].concat(), 2);
    assert!(other.contains("--tablebase: expected ") && other.contains("hold_turns=3"), "{other}");
    let probed =
        prints(&["tablebase", "probe", file, "1w2w/bb3/3w1/5/3b1 b 0 0", "--record", record]);
    assert!(probed.contains("\nwin in 43\n"), "{probed}");
    let replayed = prints(&["replay", "collateral-checkers", &format!("@{record}")]);
    assert!(replayed.ends_with("\nblack wins\n"), "{replayed}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bitbases_are_built_verified_and_asked() {
    let folder = temporary("bitbases");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("six.bitbase");
    let file = file.to_str().unwrap();
    let one_turn = ["--max-pieces", "6", "--set", "hold_turns=1"];
    let build = [&["tablebase", "build", file][..], &one_turn].concat();
    let shown = prints(&[&build[..], &["--bitbase"]].concat());
    assert!(shown.contains("six.bitbase is complete: "), "{shown}");
    let again = prints(&[&build[..], &["--bitbase"]].concat());
    assert!(again.ends_with("six.bitbase is complete already.\n"), "{again}");
    assert!(fails(&build, 1).contains("this is a bitbase: expected a tablebase"));
    let verified = prints(&["tablebase", "verify", file]);
    assert!(verified.contains("hold_turns=1: no errors, verified in "), "{verified}");
    let counted = prints(&["tablebase", "stats", file]);
    assert!(counted.contains("    lost\n3 v 3"), "{counted}");
    let counted = json(&["tablebase", "stats", file, "--json"]);
    assert_eq!((&counted["own"], &counted["longest_win"]), (&3.into(), &serde_json::Value::Null));
    let ending = "www2/5/1b3/5/3bb b 0 0";
    let probed = prints(&["tablebase", "probe", file, ending]);
    assert!(probed.contains("quiet_limit=none\nwin\n         win  "), "{probed}");
    let probed = json(&["tablebase", "probe", file, ending, "--json"]);
    assert_eq!(probed["score"], serde_json::json!({ "win": null }));
    // One step to the centre wins.
    let won = prints(&["tablebase", "settle", file, "www2/5/1b3/5/2bbb b 0 0", "--plies", "1"]);
    assert!(won.contains("b3-c3  black wins at once, white does not win\n"), "{won}");
    assert!(
        won.contains("\nwithin 1 ply: of 18 first moves black wins by 1, white by 0, open 17; ")
    );

    let state = folder.join("six.state");
    let ask = ["tablebase", "settle", file, "www2/5/1b3/5/2bbb b 0 0", "--table", "1"];
    let keep = ["--state", state.to_str().unwrap()];
    let settled = prints(&[&ask[..], &keep].concat());
    assert!(settled.ends_with("\nblack wins\n"), "{settled}");
    let again = prints(&[&ask[..4], &keep].concat());
    assert!(again.ends_with("\nblack wins\n"), "{again}");
    assert!(fails(&[&ask[..], &keep].concat(), 2).contains("six.state has a table of its own"));
    let certificate = folder.join("some.certificate");
    let certificate = certificate.to_str().unwrap();
    let position = "w3w/4w/5/b4/b3b b 0 0";
    let certified = prints(&["tablebase", "certify", file, position, "--out", certificate]);
    assert!(certified.contains("some.certificate is written: "), "{certified}");
    assert!(
        std::fs::read(certificate).unwrap().starts_with(b"Collateral Checkers certificate 1\n")
    );
    let nowhere = fails(&["tablebase", "certify", file, "--out", "none/certificate"], 1);
    assert!(nowhere.contains("\"none/certificate\": "), "{nowhere}");
    let short = ["tablebase", "build", "none", "--bitbase", "--max-pieces", "9", "--memory", "1"];
    assert!(fails(&short, 1).contains("of memory, and 1.00 MiB are available"));
    assert!(!std::path::Path::new("none").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "seven pieces take longer than all the other tables here"]
fn bitbases_are_extended() {
    let file = temporary("extended.bitbase");
    let build = |pieces| {
        let file = file.to_str().unwrap();
        ["tablebase", "build", file, "--bitbase", "--max-pieces", pieces, "--set", "hold_turns=1"]
    };
    prints(&build("6"));
    assert!(prints(&build("7")).contains("\n  4-3: "));
    assert!(fails(&build("6"), 1).contains("expected \"Collateral Checkers, up to 6 pieces"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn tablebases_are_built_verified_and_asked() {
    let folder = temporary("tablebases");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("six.tablebase");
    let file = file.to_str().unwrap();
    let shown = prints(&["tablebase", "build", file, "--max-pieces", "6"]);
    assert!(shown.contains("  3-3:       616,770 entries, 18.20 MiB of memory\n"), "{shown}");
    assert!(shown.contains("\nIt takes 18.20 MiB of memory.\n"));
    assert!(
        shown.contains("six.tablebase is complete: 80.74 KiB, 1.07 bits an entry, built in "),
        "{shown}"
    );
    let again = prints(&["tablebase", "build", file, "--max-pieces", "6"]);
    assert!(again.ends_with("six.tablebase is complete already.\n"), "{again}");
    let verified = prints(&["tablebase", "verify", file]);
    assert!(verified.contains("hold_turns=3: no errors, verified in "), "{verified}");

    let longest = "1w2w/bb3/3w1/5/3b1 b 0 0";
    let stats = json(&["tablebase", "stats", file, "--json"]);
    assert_eq!((&stats["won"], &stats["drawn"]), (&3_710_372.into(), &360_896.into()));
    assert_eq!(stats["longest_win"]["position"], longest);
    let probed = json(&["tablebase", "probe", file, longest, "--json"]);
    assert_eq!(
        (&probed["score"], &probed["moves"][0]["score"]),
        (&serde_json::json!({ "win": 43 }), &serde_json::json!({ "win": 43 }))
    );
    assert_eq!(probed["line"].as_array().unwrap().len(), 43);
    let late = "1w2w/bb3/3w1/5/3b1 b 0 58";
    let unknown = run(&["tablebase", "probe", file, late]);
    assert!(String::from_utf8(unknown.stdout).unwrap().contains("\nnot known\n"));
    assert_eq!(unknown.stderr, b"error: the tablebase does not know the position\n");
    assert_eq!(unknown.status.code(), Some(1));
    let endless = prints(&["tablebase", "probe", file, late, "--set", "quiet_limit=none"]);
    assert!(endless.contains("\nwin in 43\n"), "{endless}");
    let analyse = ["analyse", "collateral-checkers", longest, "--depth", "2"];
    let found = prints(&[&analyse[..], &["--tablebase", file]].concat());
    assert!(found.contains("win in 43  proven  "), "{found}");
    assert!(!prints(&analyse).contains("proven"));

    let other = fails(&["tablebase", "build", file, "--set", "hold_turns=2"], 1);
    assert!(other.contains("the tablebase is for "), "{other}");
    assert!(fails(&["tablebase", "settle", file], 1).contains("expected a bitbase"));
    assert!(
        refuses(&["analyse", "compass", "start", "--tablebase", file])
            .contains("--tablebase: this game has no tablebases")
    );
    let short = ["tablebase", "build", "none", "--max-pieces", "7", "--memory", "100"];
    assert!(fails(&short, 1).contains(" MiB of memory, and 100.00 MiB are available"));
    assert!(refuses(&["tablebase", "build", "none", "--max-pieces", "5"]).contains("from 6 to 18"));
    std::fs::remove_dir_all(&folder).unwrap();
}
