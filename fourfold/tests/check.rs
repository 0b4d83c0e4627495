//! `check` and `levels`.

use std::fs;
use std::process::{Command, ExitCode};

use engine::{Evaluator, Game};
use fourfold::{Kit, Program};
use serde_json::Value;

use crate::own_board::Chomp;
use crate::pressure::folder;
use crate::program::{json, prints, refuses, run};

#[test]
fn games_keep_the_laws() {
    let found = json(&["check", "connect-four", "--positions", "200"]);
    let checks = found["checks"].as_array().unwrap();
    let laws: Vec<&str> = checks.iter().filter_map(|check| check["laws"].as_str()).collect();
    let expected =
        ["rules", "keys", "notation", "evaluation", "pictures", "explanations", "observations"];
    assert_eq!(laws, expected);
    assert_eq!((&found["positions"], &found["rules"]), (&200.into(), &"".into()));
    assert!(checks.iter().all(|check| check["broken"].is_null()), "{found}");
    let few = prints(&["check", "connect-four", "--positions", "20", "--seed", "3"]);
    assert!(few.starts_with("connect-four: 20 positions, rules none\n"), "{few}");
    assert_eq!(few.matches(" kept\n").count(), expected.len(), "{few}");
    assert!(refuses(&["check", "collapsi"]).contains("the tests of its own crate check its laws"));
    for (args, part) in [
        (&["check", "chess"][..], "chess"),
        (
            &["check", "connect-four", "--positions", "0"],
            "expected a whole number from 1 to 1000000",
        ),
        (&["check", "connect-four", "--set", "width=9"], "unknown option \"width\""),
    ] {
        assert!(refuses(args).contains(part), "{args:?}");
    }
}

/// An evaluation by which both players are ahead.
struct ForBoth;

impl Evaluator<Chomp> for ForBoth {
    fn evaluate(&self, _: &Chomp, _: <Chomp as Game>::Player) -> i32 {
        1
    }
}

#[test]
#[ignore = "the next test runs it, as the program of a broken game"]
fn the_program_of_a_broken_game() {
    let program = Program::new().game(Kit::of::<Chomp>("chomp", ForBoth));
    let code = program.run(["own", "check", "chomp", "--positions", "50"]);
    assert_eq!(code, ExitCode::FAILURE);
}

#[test]
fn a_broken_law_is_named() {
    let this = std::env::current_exe().unwrap();
    let test = ["--ignored", "--exact", "check::the_program_of_a_broken_game", "--nocapture"];
    let output = Command::new(this).args(test).output().unwrap();
    let [shown, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success() && shown.contains("1 passed"), "{shown}{said}");
    let broken = "\nevaluation       BROKEN in Chomp ";
    assert!(shown.contains(broken) && shown.contains("\nrules            kept\n"), "{shown}");
    assert!(shown.contains("the evaluation is 1 for one player and 1 for the other"), "{shown}");
    assert!(said.contains("error: chomp: 1 of 7 checks failed\n"), "{said}");
}

#[test]
fn levels_are_measured_and_resumed() {
    let folder = folder("levels");
    let out = folder.join("match").display().to_string();
    let args = ["levels", "connect-four", "--games", "2", "--top", "1000", "--out", &out];
    let levels = json(&args);
    let numbers = |name: &str| -> Vec<u64> {
        levels[name].as_array().unwrap().iter().filter_map(Value::as_u64).collect()
    };
    let (nodes, random) = (numbers("nodes"), numbers("random"));
    assert_eq!((nodes.len(), random.len(), nodes[7], random[7]), (8, 8, 1000, 0));
    assert!(nodes.is_sorted() && random.is_sorted_by(|a, b| a >= b), "{levels}");
    assert_eq!(levels["steps"].as_array().unwrap().len(), 7);
    // Eleven searches and eight levels play their neighbours; some may be the same.
    assert!((11..=10 + 7).contains(&fs::read_dir(&folder).unwrap().count()));
    assert_eq!(json(&args), levels, "all games are in the files");
    let text = prints(&args);
    assert!(
        text.contains("A match had 1 pair of different games: the steps are a guess"),
        "{text}"
    );
    let line = format!(".levels({nodes:?}, {random:?}, {:?})\n", [1; 8]);
    assert!(text.ends_with(&line), "{text}");
    fs::remove_dir_all(&folder).unwrap();
    let three = ["levels", "rolling-mountains", "--set", "players=3"];
    assert!(refuses(&three).contains("expected a game of two players"));
    let shard = ["levels", "connect-four", "--shard", "1/2", "--out", "levels.games"];
    assert!(refuses(&shard).contains("--shard: the levels follow from all games"));
    let odd = run(&["levels", "connect-four", "--games", "1", "--top", "1000"]);
    assert!(odd.status.success(), "games are rounded up to whole rounds");
}
