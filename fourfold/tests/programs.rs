//! The output and the errors of the subcommands.

use serde_json::{Value, json};

use crate::program::{fails, json, prints, refuses, run, temporary};

const FIGURE_1: &str = "A223/4A2J/3A23/J3A4";

#[test]
fn collapsi_is_solved() {
    let solved = json(&["solve", FIGURE_1]);
    assert_eq!(solved["position"], "A223/4A2Jr/3A23/Jb3A4 r");
    assert_eq!((&solved["winner"], &solved["length"]), (&"red".into(), &13.into()));
    assert_eq!((&solved["moves"], &solved["line"][0]), (&json!(["a2"]), &"a2".into()));
    assert_eq!((&solved["rules"], solved.get("games")), (&"rules=v1_1".into(), None));
    let later = json(&["solve", FIGURE_1, "--set", "rules=v1_3", "--games"]);
    assert_eq!((&later["rules"], &later["winner"]), (&"rules=v1_3".into(), &"red".into()));
    assert_eq!((&later["moves"], &later["games"]), (&json!(["a3"]), &223_342.into()));
    let over = json(&["solve", "Ar2b2./..../..../.... r"]);
    assert_eq!((&over["winner"], &over["length"]), (&"blue".into(), &0.into()));
    assert_eq!((&over["moves"], &over["line"]), (&json!([]), &json!([])));
}

/// A file that is not there is a failure, not wrong usage, whoever reads it.
#[test]
fn missing_files_are_failures() {
    let out = temporary("merged");
    for args in [
        &["replay", "collapsi", "@/nowhere"][..],
        &["review", "/nowhere"],
        &["arena", "connect-four", "random", "random", "--positions", "/nowhere"],
        &["analyse", "collateral-checkers", "--tablebase", "/nowhere"],
        &["tablebase", "stats", "/nowhere"],
        &["board", "--tablebase", "/nowhere"],
        &["survey", "--from", "/nowhere"],
        &["merge", out.to_str().unwrap(), "/nowhere"],
    ] {
        let said = fails(args, 1);
        assert!(said.contains("\"/nowhere\": "), "{args:?}: {said}");
    }
}

#[test]
fn games_are_listed_and_explained() {
    let games = json(&["games"]);
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 5);
    for game in games {
        let name = game["name"].as_str().unwrap();
        assert_eq!(game["players"].as_array().unwrap().len(), 2, "{name}");
        assert!(prints(&["games"]).contains(game["about"].as_str().unwrap()));
        let (rules, shown) = (json(&["rules", name]), prints(&["rules", name]));
        assert_eq!((&rules["game"], &rules["options"]), (&game["name"], &game["options"]));
        let words = game["options"].as_array().unwrap().iter().flat_map(|option| {
            ["name", "default", "values"].map(|key| option[key].as_str().unwrap())
        });
        let first = rules["rules"].as_str().unwrap().split(' ').next();
        assert!(words.chain(first).all(|word| shown.contains(word)), "{shown}");
    }
    assert_eq!(json(&["rules", "connect-four"])["options"], json!([]));
    assert!(refuses(&["rules", "go"]).contains("[possible values: collapsi, "));
}

#[test]
fn collapsi_surveys_all_deals() {
    let directory = temporary("surveys");
    std::fs::create_dir_all(&directory).unwrap();
    let [file, plot] = ["all.survey", "lengths.svg"].map(|name| directory.join(name));
    let [file, plot] = [&file, &plot].map(|path| path.to_str().unwrap());

    let found = json(&["survey", "--out", file, "--plot", plot, "--threads", "2"]);
    let [old, new] = ["v1_1", "v1_3"].map(|rules| &found["rules"][rules]);
    assert_eq!([&found["deals"], &old["red"], &old["blue"]], [47_297_250, 17_721_000, 29_576_250]);
    assert_eq!([&new["blue"], &old["lengths"]["7"], &new["lengths"]["7"]], [10_544_763, 24, 525]);
    let drawn = std::fs::read_to_string(plot).unwrap();
    assert_eq!(drawn, include_str!("../../collapsi/lengths.svg"));

    let one = json(&["survey", "--from", file, "--set", "rules=v1_1"]);
    assert_eq!(one["rules"], json!({ "v1_1": old }));
    let csv = prints(&["survey", "--from", file, "--csv"]);
    assert!(csv.starts_with("rules,plies,winner,deals\nv1_1,7,red,24\nv1_1,8,blue,142686\n"));
    assert_eq!(csv.lines().count(), 17);

    assert_eq!(prints(&["survey", "--from", file, FIGURE_1]), "red wins in 13 plies\n");
    let blue_first = "A223/4A2Jr/3A23/Jb3A4 b";
    let looked_up = prints(&["survey", "--from", file, blue_first]);
    assert!(json(&["solve", blue_first])["winner"] == "blue" && looked_up.starts_with("blue wins"));
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
    for (args, total) in [
        (&["collapsi", FIGURE_1, "5"][..], 16_791),
        (&["collapsi", FIGURE_1, "0", "--divide"], 1),
        (&["connect-four", "start", "7"], 823_536),
        (&["compass", "start", "3"], 42_840),
        (&["collateral-checkers", "start", "4"], 159_273),
    ] {
        assert_eq!(json(&[&["perft"], args].concat())["total"], total, "{args:?}");
    }
    let two = json(&["perft", "collapsi", FIGURE_1, "2", "--set", "rules=v1_3", "--divide"]);
    assert_eq!(two["divide"], json!({ "a3": 4, "c3": 4, "d2": 4, "d4": 4 }));
    assert_eq!(
        json(&["perft", "collapsi", FIGURE_1, "1", "--after", "b2 c1", "--divide"]),
        json!({
            "depth": 1,
            "divide": { "a2": 1, "b1": 1, "b3": 1, "c2": 1 },
            "position": "A223/4A2./3Ar23/.3Ab4 r",
            "total": 4,
        })
    );
    let empty_corner =
        "-,rypgb,-,ybgrp,-,-/grbyp,-,-,-,-,bypgr/ygbrp,-,pgrby,-,-,-/pbgry,-,grbpy,-,-,ygpbr/";
    assert!(refuses(&["perft", "compass", empty_corner, "1"]).contains("1 field: expected 7"));
}

#[test]
fn start_deals_from_a_seed() {
    let start = |seed: &[&str]| json(&[&["replay", "collapsi", "start"], seed].concat());
    let [none, zero, five] = [&[][..], &["--seed", "0"], &["--seed", "5"]].map(start);
    assert_eq!(five, json!({ "position": "3AJrA/JbA24/3322/A243 r", "result": "ongoing" }));
    assert_eq!(none, zero);
}

#[test]
fn replay_ends_with_the_result() {
    let mill = ["connect-four", "start", "a", "b", "a", "b", "a", "b", "a"];
    let at_once = ["--set", "hold_turns=1", "--set", "forced_capture=must_take_opponent"];
    let centre = [&["collateral-checkers", "start", "b2-c3"], &at_once[..]].concat();
    for (args, position, result) in [
        (&["collapsi", FIGURE_1, "b2", "c1"][..], "A223/4A2./3Ar23/.3Ab4 r", "ongoing"),
        (&["collapsi", "Ar2b2./..../..../.... r"], "Ar2b2./..../..../.... r", "blue wins"),
        (&mill, "7/7/x6/xo5/xo5/xo5 o", "x wins"),
        (&centre, "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 1", "black wins"),
    ] {
        let replayed = json(&[&["replay"], args].concat());
        assert_eq!(replayed, json!({ "position": position, "result": result }), "{args:?}");
    }
    let game =
        "d d d d d d c c c c c c a a a a a a g g g g g g e e e e e e b b b b b b f f f f f f";
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
            "'--alpha <RATE>'",
        ),
    ] {
        let message = refuses(args);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn bad_input_is_refused_by_name() {
    for (args, part) in [
        (
            &["solve", "xyz"][..],
            "position \"xyz\": the board has 1 rank: expected 4 separated by '/'; or expected \"start\"",
        ),
        (
            &["solve", FIGURE_1, "--set", "rules=v2"],
            "option \"rules\" is \"v2\": expected v1_1, v1_3, ",
        ),
        (&["solve", FIGURE_1, "--set", "joker=1"], "unknown option \"joker\": expected rules"),
        (
            &["perft", "collapsi", FIGURE_1, "3", "--set", "rules"],
            "--set \"rules\": expected KEY=VALUE",
        ),
        (
            &["perft", "connect-four", "start", "3", "--set", "a=b"],
            "unknown option \"a\": expected none, this game has no options",
        ),
        (
            &["perft", "collapsi", FIGURE_1, "3", "--after", "b2  c1"],
            "move 2, \"\": \"\" is not a square: expected a1 to d4",
        ),
        (
            &["analyse", "compass", "x"],
            "the text has 1 field: expected 7 separated by single spaces (ranks, white's checkers, ",
        ),
        (
            &["perft", "compass", "start", "1", "--set", "ply_limit=-"],
            "option \"ply_limit\" is \"-\": expected 0 or more, or none",
        ),
        (
            &["replay", "collapsi", FIGURE_1, "b2", "b2"],
            "move 2, \"b2\", is illegal: the opponent's pawn stands on b2",
        ),
        (
            &["solve", "connect-four", "start", "--games"],
            "--games: the games of this game are not counted",
        ),
        (&["perft", "go", "start", "1"], "'go'"),
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
        (
            &["analyse", "compass", "start", "--table", "65537"],
            "expected a whole number from 0 to 65536",
        ),
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
    let analysis = json(&["analyse", "connect-four", "--depth", "2"]);
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
    assert_eq!(json(&ending)["lines"][0]["score"], json!({ "win": 43 }));
    let other = fails(&[&ending[..], &["--set", "hold_turns=2"]].concat(), 2);
    assert!(other.contains("--tablebase: expected ") && other.contains("hold_turns=3"), "{other}");
    let probe = ["tablebase", "probe", file, "1w2w/bb3/3w1/5/3b1 b 0 0", "--record", record];
    assert_eq!(json(&probe)["score"], json!({ "win": 43 }));
    let replayed = json(&["replay", "collateral-checkers", &format!("@{record}")]);
    assert_eq!(replayed["result"], "black wins");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "takes many seconds"]
fn bitbases_are_built_verified_and_asked() {
    let folder = temporary("bitbases");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("six.bitbase");
    let file = file.to_str().unwrap();
    let one_turn = ["--max-pieces", "6", "--set", "hold_turns=1"];
    let build = [&["tablebase", "build", file][..], &one_turn].concat();
    for part in ["six.bitbase is complete: ", "six.bitbase is complete already."] {
        let shown = prints(&[&build[..], &["--bitbase"]].concat());
        assert!(shown.contains(part), "{shown}");
    }
    assert!(fails(&build, 1).contains("this is a bitbase: expected a tablebase"));
    let verified = prints(&["tablebase", "verify", file]);
    assert!(verified.contains("hold_turns=1: no errors"), "{verified}");
    let sampled = prints(&["tablebase", "verify", file, "--sample", "20", "--seed", "5"]);
    assert!(
        sampled.contains("20 random positions of each class\n  3-3: no errors, 20 verified"),
        "{sampled}"
    );
    let sampled = prints(&["tablebase", "verify", file, "--sample", "20", "--min-pieces", "7"]);
    assert!(!sampled.contains("3-3"), "{sampled}");
    let counted = json(&["tablebase", "stats", file]);
    assert_eq!((&counted["own"], &counted["longest_win"]), (&3.into(), &Value::Null));
    let by_centre = prints(&["tablebase", "stats", file, "--by-centre", "--json"]);
    let rows: Vec<Value> =
        by_centre.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let won = rows.iter().filter_map(|row| row["won"].as_u64()).sum::<u64>();
    assert_eq!((&rows[0]["centre"], won.into()), (&"free".into(), counted["won"].clone()));
    let probed = json(&["tablebase", "probe", file, "www2/5/1b3/5/3bb b 0 0"]);
    assert_eq!(probed["score"], json!({ "win": null }));
    assert!(probed["rules"].as_str().unwrap().contains("quiet_limit=none"), "{probed}");
    // One step to the centre wins.
    let won = ["tablebase", "settle", file, "www2/5/1b3/5/2bbb b 0 0", "--plies", "1"];
    assert!(prints(&won).contains("of 18 first moves black wins by 1, white by 0, open 17; "));
    let won = json(&won);
    let moves = won["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &won["result"]), (18, &"black wins".into()));
    let step = json!({ "move": "b3-c3", "black": { "within": 0 }, "white": "never" });
    assert!(moves.contains(&step), "{won}");

    let state = folder.join("six.state");
    let ask = ["tablebase", "settle", file, "www2/5/1b3/5/2bbb b 0 0", "--table", "1"];
    let keep = ["--state", state.to_str().unwrap()];
    for args in [&ask[..], &ask[..4]] {
        let settled = prints(&[args, &keep].concat());
        assert!(settled.ends_with("\nblack wins\n"), "{settled}");
    }
    assert!(fails(&[&ask[..], &keep].concat(), 2).contains("six.state has a table of its own"));
    let certificate = folder.join("some.certificate");
    let certificate = certificate.to_str().unwrap();
    prints(&["tablebase", "certify", file, "w3w/4w/5/b4/b3b b 0 0", "--out", certificate]);
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
    for part in ["616,770 entries", "17.96 MiB of memory", "70.45 KiB, 0.94 bits an entry"] {
        assert!(shown.contains(part), "{shown}");
    }
    let again = prints(&["tablebase", "build", file, "--max-pieces", "6"]);
    assert!(again.contains("six.tablebase is complete already."), "{again}");
    let verified = prints(&["tablebase", "verify", file]);
    assert!(verified.contains("hold_turns=3: no errors"), "{verified}");
    let sampled = fails(&["tablebase", "verify", file, "--sample", "1"], 2);
    assert!(sampled.contains("--sample: expected a bitbase"), "{sampled}");

    let (longest, won) = ("1b3/w4/5/b1w1b/w4 b 0 0", json!({ "win": 43 }));
    let stats = json(&["tablebase", "stats", file]);
    assert_eq!((&stats["won"], &stats["drawn"]), (&3_710_372.into(), &360_896.into()));
    assert_eq!(stats["longest_win"]["position"], longest);
    let probed = json(&["tablebase", "probe", file, longest]);
    assert_eq!([&probed["score"], &probed["moves"][0]["score"]], [&won; 2]);
    assert_eq!(probed["line"].as_array().unwrap().len(), 43);
    let late = ["tablebase", "probe", file, "1b3/w4/5/b1w1b/w4 b 0 58", "--json"];
    let unknown = run(&late);
    let found: Value = serde_json::from_slice(&unknown.stdout).unwrap();
    assert_eq!(found["score"], Value::Null);
    assert_eq!(unknown.stderr, b"error: the tablebase does not know the position\n");
    assert_eq!(unknown.status.code(), Some(1));
    let endless = json(&[&late[..4], &["--set", "quiet_limit=none"]].concat());
    assert_eq!(endless["score"], won);
    let analyse = ["analyse", "collateral-checkers", longest, "--depth", "2"];
    let found = json(&[&analyse[..], &["--tablebase", file]].concat());
    assert_eq!((&found["lines"][0]["score"], &found["lines"][0]["proven"]), (&won, &true.into()));
    // By the published rules the program knows them without a file; by others it does not.
    assert_eq!(json(&analyse)["lines"][0]["proven"], true);
    let other = json(&[&analyse[..], &["--set", "hold_turns=4"]].concat());
    assert_eq!(other["lines"][0]["proven"], false);

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
