//! Reports and comparisons of `study`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use engine::{Game, Start};
use serde_json::{Value, json as value};

use crate::own_board;
use crate::program::{json, prints, program, refuses, run, temporary};

/// The figures in a page.
fn figures(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"figures\">").expect("there are figures");
    serde_json::from_str(data.split("</script>").next().unwrap()).unwrap()
}

fn figure<'v>(figures: &'v Value, key: &str) -> &'v Value {
    let all = figures["figures"].as_array().unwrap();
    all.iter().find(|figure| figure["key"] == key).unwrap_or_else(|| panic!("no {key}"))
}

#[test]
fn a_report_is_one_page_with_all_figures() {
    let path = temporary("report.html");
    let page = path.to_str().unwrap();
    let report = ["study", "connect-four", "--report", page, "--games", "8", "--judge", "30"];
    let shown = json(&[&report[..], &["search:nodes=60,random=20", "--ladder", "2"]].concat());
    let text = fs::read_to_string(&path).unwrap();
    for part in [
        "name=\"viewport\"",
        "<h1>Connect Four</h1>",
        "<h3>Is it fair?</h3>",
        "<h3>Does skill pay?</h3>",
        "<h2>Skill",
        "<h2>Squares",
        "comebacks",
        "<h2>All figures",
        "<td class=\"part\">drawn<",
        ">won by yellow<",
        concat!(" · Fourfold ", env!("CARGO_PKG_VERSION")),
        "makes it again: <code>fourfold study connect-four --report ",
        "@page { size: A4",
        "prefers-color-scheme:dark",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.matches("<svg").count() > 5);
    for plot in text.split("<figure class=\"plot\">").skip(1) {
        let (plot, _) = plot.split_once("</figure>").unwrap();
        assert!(plot.starts_with("<h3>") && plot.contains("</svg>"), "{plot}");
        let (_, legend) = plot.rsplit_once("<figcaption>").unwrap();
        assert!(legend.contains("class=\"key\"") || plot.contains(">games</text>"), "{plot}");
    }
    // The first moves are on the board, and not in a table.
    let (_, first) = text.split_once("<h2>First moves").unwrap();
    let first = first.split("<h2>").next().unwrap();
    assert!(!first.contains("<table"));
    assert!(first.matches("class=\"heat\"").count() >= 7 && first.contains("class=\"label\""));
    let elsewhere = text.replace("http://www.w3.org/2000/svg", "").replace("href=\"#", "");
    for link in ["http", "src=", "href=", "url("] {
        assert!(!elsewhere.contains(link), "{link}");
    }
    let data = figures(&text);
    assert_eq!(data, shown);
    for figure in data["figures"].as_array().unwrap() {
        let [low, estimate, high] =
            ["low", "estimate", "high"].map(|name| figure[name].as_f64().unwrap());
        assert!(low <= estimate && estimate <= high, "{figure}");
        assert!(figure["games"].as_u64().is_some_and(|games| games <= 8), "{figure}");
    }
    // Connect Four: seven columns, four stones of the first player and three of the second.
    assert_eq!(data["first_moves"].as_array().unwrap().len(), 7);
    assert_eq!(data["shortest_win"]["found"]["plies"], 7);
    assert_eq!((&data["random_plies"], &data["games"]), (&0.into(), &8.into()));
    let openings = data["by_first_move"].as_array().unwrap();
    assert_eq!(openings.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 8);
    fs::remove_file(&path).unwrap();
}

#[test]
#[ignore = "takes a survey of all deals"]
fn a_report_of_collapsi_has_the_exact_answer() {
    let path = temporary("exact.html");
    let page = path.to_str().unwrap();
    let report = ["study", "collapsi", "perfect", "--set", "rules=v1_3", "--report", page];
    let data = json(&[&report[..], &["--games", "4", "--judge", "9", "--ladder", "0"]].concat());
    assert_eq!(data, figures(&fs::read_to_string(&path).unwrap()));
    let exact = &data["exact"];
    assert_eq!(
        (&exact["starts"], &exact["first_player_wins"]),
        (&47_297_250.into(), &36_752_487.into())
    );
    // Who cannot lose any more never does, if both play perfectly.
    assert_eq!(figure(&data, "lead_changes")["estimate"], 0.0);
    assert_eq!(figure(&data, "clear_at")["estimate"], 0.0);
    assert!(data["first_moves"].as_array().unwrap().iter().all(|m| m["proven"] == true));
    fs::remove_file(&path).unwrap();
}

/// Whether the player wins who takes this piece.
fn wins(mut chomp: own_board::Chomp, piece: own_board::Piece) -> bool {
    chomp.play(piece).unwrap();
    chomp.outcome().is_none() && !chomp.legal_moves().into_iter().any(|reply| wins(chomp, reply))
}

#[test]
fn a_game_of_ones_own_has_a_report() {
    let start = own_board::Chomp::start(&(), 0);
    let report = own_board::report().games(20).nodes(500).steps(1);
    let [page, again] = [1, 2].map(|threads| report.clone().threads(threads).page().unwrap());
    assert_eq!(page.html, again.html);
    assert!(page.html.contains(&page.json.to_string()));
    assert_eq!(figure(&page.json, "drawn")["estimate"], 0.0);
    assert_eq!(page.json["shortest_win"]["found"]["plies"], 1);
    // Small enough to know what every first move is worth.
    let moves = page.json["first_moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    for row in moves {
        let piece = row["move"].as_str().unwrap().parse().unwrap();
        let exact = f64::from(u8::from(wins(start, piece)));
        assert_eq!((&row["proven"], &row["expected"]), (&true.into(), &exact.into()), "{row}");
    }
    assert_eq!(page.json["ladder"][0]["games"], 20);
    assert!(page.json["fairest"].is_null(), "every move wins or loses");
    assert!(!page.html.contains("nearest to even"));
    assert!(!page.html.contains("Material lead"), "it has no material");
    assert!(page.html.contains(
        "<p>The expected result of the player who makes the move, by search and in the games.</p>"
    ));
    assert!(page.html.contains("<b>With best play the first player wins</b>"), "it is proven");
}

#[test]
fn where_the_search_sees_no_difference_the_games_say_what_is_fair() {
    let page = own_board::report().games(3000).nodes(4).steps(0).page().unwrap();
    let moves = page.json["first_moves"].as_array().unwrap();
    let same = moves.iter().filter(|m| m["proven"] == false && m["expected"].is_null());
    let same: Vec<&Value> = same.map(|m| &m["move"]).collect();
    assert!(same.len() > 1, "without an evaluation it sees none: {moves:?}");
    let games = page.json["by_first_move"].as_array().unwrap().iter();
    let games: Vec<&Value> = games.filter(|row| row["games"].as_u64() >= Some(5)).collect();
    let unfair = |row: &&Value| (row["score"]["estimate"].as_f64().unwrap() - 0.5).abs();
    let played = games.iter().filter(|row| same.contains(&&row["name"]));
    let fairest = played.min_by(|a, b| unfair(a).total_cmp(&unfair(b))).unwrap();
    assert_eq!(page.json["fairest"]["move"], fairest["name"], "{games:?}");
    let said = format!("nearest to even is <b>{}</b>", fairest["name"].as_str().unwrap());
    assert!(page.html.contains(&said));
    assert!(page.html.contains(
        "<p class=\"warn\">Many games are the same. If the players leave nothing to chance"
    ));
}

#[test]
fn three_players_have_a_report_too() {
    let path = temporary("three.html");
    let report = ["study", "rolling-mountains", "random", "--set", "players=3", "--set", "width=3"];
    let more =
        ["--set", "height=3", "--games", "3", "--max-plies", "30", "--judge", "9", "--ladder", "1"];
    prints(&[&report[..], &more, &["--report", path.to_str().unwrap()]].concat());
    let data = figures(&fs::read_to_string(&path).unwrap());
    assert_eq!(
        (data["seats"].as_array().unwrap().len(), data["ladder"].as_array().unwrap().len()),
        (3, 1)
    );
    let page = fs::read_to_string(&path).unwrap();
    assert!(!page.contains("swap sides"), "of three players");
    assert!(page.contains("<h1>Rolling Mountains</h1>"));
    fs::remove_file(&path).unwrap();
}

#[test]
fn rows_of_a_report_are_different() {
    let path = temporary("rows.html");
    let study = ["study", "compass", "random", "--games", "3", "--judge", "2", "--ladder", "0"];
    prints(&[&study[..], &["--report", path.to_str().unwrap()]].concat());
    let page = fs::read_to_string(&path).unwrap();
    let data = figures(&page);
    let titles = data["figures"].as_array().unwrap().iter().map(|figure| figure["title"].as_str());
    let mut titles: Vec<&str> = titles.map(Option::unwrap).collect();
    assert!(titles.contains(&"game points of black, mean"), "{titles:?}");
    let rows = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), rows, "{titles:?}");
    // Each game has a deal of its own.
    assert!(
        page.contains("by search, from where the first game began; the others began elsewhere.")
    );
    fs::remove_file(&path).unwrap();
}

/// What no search of this length finds is known from the certificates.
#[test]
fn a_report_says_what_is_proven() {
    let path = temporary("proven.html");
    let study = ["study", "collateral-checkers", "random", "--games", "3", "--judge", "2"];
    let more = ["--ladder", "0", "--report", path.to_str().unwrap()];
    for (rules, known) in [("hold_turns=3", Some("it is a draw")), ("hold_turns=9", None)] {
        prints(&[&study[..], &["--set", rules], &more].concat());
        let page = fs::read_to_string(&path).unwrap();
        let said = known.map(|known| format!("<b>With best play {known}</b>"));
        assert!(said.is_none_or(|said| page.contains(&said)), "{rules}");
        assert_eq!(known.is_some(), page.contains("That is exact"), "{rules}");
        // Many moves end on the same square: the best ten are a table.
        assert!(page.contains("The best 10; "), "{rules}");
    }
    fs::remove_file(&path).unwrap();
}

/// A report that takes some seconds.
fn long(out: &Path, page: &Path) -> Command {
    let mut command = program();
    command.args([
        "study",
        "connect-four",
        "search:nodes=50,random=20",
        "--games",
        "24",
        "--judge",
        "150",
    ]);
    command.args(["--ladder", "1", "--threads", "2", "--json", "--out"]).arg(out);
    command.arg("--report").arg(page);
    command
}

/// Interrupts a command as soon as it has come so far. False if it came to its end before.
fn is_interrupted(command: &mut Command, has_come_so_far: impl Fn() -> bool) -> bool {
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    while !has_come_so_far() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    code == Some(130)
}

#[test]
fn a_report_goes_on_where_it_was_stopped() {
    let [out, page, whole] = ["stop.games", "stop.html", "whole.html"].map(temporary);
    let games = || fs::read_to_string(&out).map_or(0, |text| text.matches("*\n\n").count());
    // On a busy machine it may come to its end before it is interrupted.
    while !is_interrupted(&mut long(&out, &page), || games() >= 24) {
        for path in [&out, &page] {
            fs::remove_file(path).unwrap();
        }
    }
    let kept = fs::read_to_string(&out).unwrap();
    assert!(games() == 24 && !page.exists());
    assert!(long(&out, &page).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&out).unwrap(), kept, "no game is played again");
    // The page has the command, so that of the fresh one is the same.
    fs::rename(&page, &whole).unwrap();
    fs::remove_file(&out).unwrap();
    assert!(long(&out, &page).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&page).unwrap(), fs::read_to_string(&whole).unwrap());
    for path in [&out, &page, &whole] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn rules_are_told_apart() {
    let compare =
        ["study", "collapsi", "perfect", "--set", "rules=v1_3", "--against", "--games", "200"];
    let data = json(&compare);
    let differences = data["differences"].as_array().unwrap();
    let first = differences.iter().find(|row| row["key"] == "first_player").unwrap();
    let bound = |name: &str| first[name].as_f64().unwrap();
    // Over all deals 77.7 % and 37.5 %.
    assert!(bound("low") < 0.402 && 0.402 < bound("high") && bound("low") > 0.0, "{first}");
    let ways =
        ["study", "collateral-checkers", "--set", "hold_turns=5", "--games", "4", "--against"];
    let data = json(&[&ways[..], &["hold_turns=4,quiet_limit=none"]].concat());
    for (number, rules) in ["hold_turns=4,quiet_limit=none", "hold_turns=5"].iter().enumerate() {
        let study = &data["rules"][number];
        assert_eq!((&study["rules"], &study["distinct"]), (&(*rules).into(), &4.into()));
    }
    let differences = data["differences"].as_array().unwrap();
    let is_open =
        |row: &Value| row["low"].as_f64() <= Some(0.0) && row["high"].as_f64() >= Some(0.0);
    assert!(differences.iter().all(is_open), "{data}");
    assert!(refuses(&[&ways[..], &["hold_turns=5"]].concat()).contains("found hold_turns=5 twice"));
    assert!(refuses(&[&ways[..], &["hold_turns"]].concat()).contains("expected KEY=VALUE"));
}

#[test]
fn samples_are_planned() {
    assert_eq!(json(&["study", "compass", "--plan", "2"])["games_each"], 9806);
    assert_eq!(json(&["study", "compass", "--plan", "1"])["games"], 9604);
    for (args, message) in [
        (&["--plan", "0"][..], "--plan: expected a number above 0"),
        (&["--plan", "nan"], "--plan: expected a number above 0"),
        (&["--against"], "--against: expected two different rules, found the default rules twice"),
        (&["--against", "--report", "x.html"], "cannot be used with"),
        (&["--ladder", "99"], "expected a whole number from 0 to 32"),
        (&["--report", "/nowhere/x.html"], "/nowhere/x.html"),
    ] {
        let args = [&["study", "compass"], args].concat();
        let output = run(&args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(message) && output.stdout.is_empty(), "{said}");
    }
    assert!(refuses(&["study", "compass", "--judge", "x"]).contains("whole number"));
}

#[test]
fn who_wins_is_proven_deal_by_deal() {
    let study = ["study", "collapsi", "--games", "6", "--seed", "3", "--prove"];
    let seeds = |proofs: &Value, winner: &Value| {
        let rows = proofs["winners"].as_array().unwrap().iter();
        let row = rows.clone().find(|row| row["winner"] == *winner).expect("a row for everybody");
        row["seeds"].as_array().unwrap().clone()
    };
    let proofs = json(&study);
    for seed in 3..9 {
        let solved = json(&["solve", "collapsi", "start", "--seed", &seed.to_string()]);
        assert!(seeds(&proofs, &solved["winner"]).contains(&seed.into()), "{seed}: {proofs}");
    }
    assert_eq!(seeds(&proofs, &Value::Null).len(), 0);
    // A start that is dealt twice is one start, and one start is no sample.
    let one = json(&["study", "connect-four", "--games", "9", "--prove", "5"]);
    let open = one["winners"].as_array().unwrap().iter().find(|row| row["winner"].is_null());
    assert_eq!((&one["planned"], &one["deals"]), (&1.into(), &1.into()));
    assert_eq!((&open.unwrap()["seeds"], &open.unwrap()["share"]), (&value!([0]), &Value::Null));
    let short = json(&[&study[..], &["50"]].concat());
    assert_eq!(seeds(&short, &Value::Null).len(), 6);
    for other in [&["--plan", "2"][..], &["--openings", "2"], &["--against"]] {
        assert!(refuses(&[&study[..], other].concat()).contains("cannot be used with"));
    }
}

/// The figures beside those of a report are what the program measures: those of a smaller sample agree with them.
#[test]
fn yardsticks_are_measured() {
    let known: Value =
        serde_json::from_str(include_str!("../page/src/report/yardsticks.json")).unwrap();
    let player = known["player"].as_str().unwrap();
    let data = json(&["study", "connect-four", player, "--games", "12"]);
    let [title, figures] = [0, 1].map(|part| &known["games"][0][part]);
    assert_eq!((title, figures.as_object().unwrap().len()), (&"Connect Four".into(), 4));
    for (key, known) in figures.as_object().unwrap() {
        let [low, high] = ["low", "high"].map(|end| figure(&data, key)[end].as_f64());
        let [least, most] = ["low", "high"].map(|end| known[end].as_f64());
        assert!(low <= most && least <= high, "{key}: {known}");
    }
}
