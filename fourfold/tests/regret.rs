//! `regret` and `estimates`: players beside exact answers.

use serde_json::{Value, json as value};

use crate::program::{fails, json, prints, refuses, temporary};

const SMALL: [&str; 7] =
    ["regret", "collapsi", "random", "search:nodes=200,table=1", "perfect", "--deals", "8"];

fn with<'a>(command: &[&'a str], args: &[&'a str]) -> Vec<&'a str> {
    [command, args].concat()
}

fn estimate(figure: &Value) -> f64 {
    figure["estimate"].as_f64().unwrap()
}

#[test]
fn regret_measures_players_against_perfect_play() {
    let shown = prints(&SMALL);
    assert!(shown.starts_with("collapsi, rules=v1_1, 0 random plies, "), "{shown}");
    assert!(shown.contains("\n8 of 8 games of perfect play, 0 skipped as unsolved\n"));
    assert!(shown.lines().all(|line| line.chars().count() <= 120), "{shown}");
    let one = json(&with(&SMALL, &["--json", "--threads", "1"]));
    assert_eq!(one, json(&with(&SMALL, &["--json", "--threads", "3"])));
    let [random, search, perfect] = &one["players"].as_array().unwrap()[..] else { panic!() };
    assert!(estimate(&random["kept"]) < estimate(&search["kept"]));
    assert!(estimate(&search["points_lost"]) < estimate(&random["points_lost"]));
    for share in ["kept", "best"] {
        assert_eq!(perfect[share]["estimate"], 1.0);
    }
    assert_eq!(perfect["plies_lost"]["estimate"], 0.0);
    assert_eq!(random["nodes"], Value::Null);
    assert!((1.0..=200.0).contains(&estimate(&search["nodes"])));
    assert_eq!(random["critical"], perfect["critical"]);
}

#[test]
fn regret_goes_on_where_it_was_interrupted() {
    let file = temporary("regret");
    let out = ["--out", file.to_str().unwrap()];
    let whole = prints(&with(&SMALL, &out));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 9, "a header and eight games");
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&file, format!("{}\n{}", lines[..5].join("\n"), &lines[5][..9])).unwrap();
    assert_eq!(prints(&with(&SMALL, &out)), whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 9);
    let fewer = with(&SMALL[..6], &["5"]);
    assert_eq!(prints(&with(&fewer, &out)), prints(&fewer));
    let other = fails(&with(&SMALL, &["--seed", "1", "--out", out[1]]), 1);
    assert!(other.contains("the file is of another examination"), "{other}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn regret_needs_positions_that_can_be_solved() {
    let near_the_end =
        ["regret", "connect-four", "random", "search:depth=4,table=1", "--deals", "4"];
    let near_the_end = with(&near_the_end, &["--openings", "30", "--json"]);
    let games = json(&near_the_end);
    assert_eq!((&games["games"], &games["skipped"]), (&4.into(), &0.into()));
    let hopeless = with(&near_the_end[..5], &["1", "--solve-nodes", "100"]);
    let shown = prints(&hopeless);
    assert!(shown.contains("\n0 of 1 game of perfect play, 1 skipped"), "{shown}");
    for (args, message) in [
        (&["rolling-mountains", "random", "--set", "players=3"][..], "a game for two players"),
        (&["collapsi", "random", "--endings", "x"], "--endings: expected collateral-checkers"),
        (&["collapsi", "bold"], "player \"bold\": it plays Compass"),
        (&["collapsi"], "<PLAYERS>..."),
    ] {
        let said = refuses(&with(&["regret"], args));
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn regret_of_endings_comes_from_a_tablebase() {
    let file = temporary("regret.endings");
    let path = file.to_str().unwrap();
    prints(&["tablebase", "build", path, "--max-pieces", "6", "--set", "hold_turns=1"]);
    let args = ["regret", "collateral-checkers", "greedy", "search:nodes=3000,table=1"];
    let games = json(&with(&args, &["--endings", path, "--deals", "10", "--json"]));
    let [greedy, search] = &games["players"].as_array().unwrap()[..] else { panic!() };
    assert_eq!(games["games"], 10);
    assert!(estimate(&greedy["kept"]) <= estimate(&search["kept"]), "{games}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn estimates_are_compared_with_the_truth() {
    let file = temporary("estimates");
    let plot = temporary("estimates.svg");
    let paths = [&file, &plot].map(|path| path.to_str().unwrap());
    let all =
        ["estimates", "collapsi", "random", "search:nodes=9000,table=1", "perfect", "--deals"];
    let six = with(&all, &["6", "--json"]);
    let found = json(&six);
    assert_eq!(
        found,
        json(&with(&six, &["--threads", "3", "--out", paths[0], "--plot", paths[1]]))
    );
    let perfect = &found["players"][2];
    let [share, exact] = [&perfect["share"]["estimate"], &perfect["exact"]];
    assert!(share == exact && share.as_f64().is_some_and(|share| share > 0.0 && share < 1.0));
    assert_eq!(
        (&perfect["difference"]["estimate"], &perfect["right"]["estimate"]),
        (&0.0.into(), &1.0.into())
    );
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_eq!(svg.matches("<circle").count(), 6, "three points, and three in the legend");
    assert!(svg.contains("collapsi: the first player"), "{svg}");

    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&file, lines[..4].join("\n") + "\n").unwrap();
    assert_eq!(found, json(&with(&six, &["--out", paths[0]])));
    let shown = prints(&with(&all, &["6", "--out", paths[0]]));
    assert!(shown.contains("\nperfect                          6 "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 110), "{shown}");
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_file(&plot).unwrap();
}

/// The exact share of the first player in the deals is that of a plain solver of them.
#[test]
fn estimates_know_the_exact_share() {
    let found =
        json(&["estimates", "collapsi", "random", "--deals", "60", "--seed", "5", "--json"]);
    let deal = |i| engine::key::mix(engine::key::mix(0, 5), i);
    let won = (0..60).filter(|&i| {
        let start = collapsi::Deal::random(deal(i)).position(collapsi::Rules::V1_1);
        collapsi::solve(&start).verdict.winner == collapsi::Player::Red
    });
    assert_eq!(found["players"][0]["exact"], won.count() as f64 / 60.0);
}

#[test]
fn strong_players_play_from_fewer_positions() {
    let players = ["random", "search:nodes=1000000,depth=1,table=1", "level:8"];
    let found = json(&with(
        &["estimates", "connect-four"],
        &with(&players, &["--deals", "400", "--openings", "34", "--json"]),
    ));
    let games: Vec<u64> =
        found["players"].as_array().unwrap().iter().map(|p| p["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [400, 200, 200]);
}

#[test]
fn variants_of_collapsi_are_solved_deal_by_deal() {
    let file = temporary("variants");
    let out = file.to_str().unwrap();
    let args = ["variants", "board=4x4", "board=3x4,rules=v1_3", "--table", "1", "--deals", "6"];
    let found = json(&with(&args, &["--json", "--threads", "1"]));
    assert_eq!(found, json(&with(&args, &["--json", "--threads", "3", "--out", out])));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 13);
    let mut wins = [0_u32; 2];
    let mut plies = 0;
    for i in 0..6 {
        let start = collapsi::Deal::random(engine::key::mix(engine::key::mix(0, 0), i));
        let verdict = collapsi::solve(&start.position(collapsi::Rules::V1_1)).verdict;
        wins[verdict.winner as usize] += 1;
        plies += verdict.length;
    }
    let [published, small] = &found["variants"].as_array().unwrap()[..] else { panic!() };
    assert_eq!(published["mean_plies"]["estimate"], f64::from(plies) / 6.0);
    for (seat, won) in wins.into_iter().enumerate() {
        assert_eq!(published["wins"][seat]["estimate"], f64::from(won) / 6.0);
    }
    assert_eq!(small["deals"], 6);
    std::fs::remove_file(&file).unwrap();

    let all = ["variants", "mixture=0-0-1-0", "mixture=0-0-0-1", "--table", "1", "--all"];
    let shown = prints(&all);
    let settings = "board=4x4,players=2,mixture=";
    let fours = format!(
        "{settings}0-0-0-1,rules=v1_1\n      15          0   0.000 %          8.1333  6 to 10\n"
    );
    let threes = format!(
        "{settings}0-0-1-0,rules=v1_1\n      15          0   0.000 %         10.0000  10 to 10\n"
    );
    assert!(shown.ends_with(&(threes + &fours)), "{shown}");
    assert_eq!(json(&with(&all, &["--json"]))["variants"][1]["won"], value!([0, 15]));
    let error = refuses(&["variants", "players=3", "--all", "--play", "5"]);
    assert!(error.contains("cannot be used with"), "{error}");
    let error = refuses(&["variants", "board=8x8", "--all"]);
    assert!(error.contains("--all: expected with boards whose deals can be counted"), "{error}");

    let three = ["variants", "players=3,board=4x3", "--deals", "4", "--table", "1"];
    let shown = prints(&with(&three, &["--play", "50"]));
    assert!(shown.contains("\nboard=4x3,players=3,mixture=4-4-4-2,rules=v1_1\n"), "{shown}");
    assert!(refuses(&three).contains("--play: expected with more than two players"));
    assert!(refuses(&["variants", "board=1x1"]).contains("each from 2 to 8"));
}
