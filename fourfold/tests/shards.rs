//! Work in shards, one for each of several machines, and `merge`.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::pressure::{
    folder, kill_and_go_on, run_limited, says, text, with_a_full_disk_for_a_while,
};
use crate::program::{fails, json, prints, program, refuses, run};

/// Work whose results are the same every time, but for the clock.
const WORK: [&[&str]; 5] = [
    &["arena", "connect-four", "search:nodes=100,table=1", "greedy", "random", "--games", "36"],
    &[
        "arena",
        "rolling-mountains",
        "random",
        "greedy",
        "random",
        "--set",
        "players=3",
        "--games",
        "15",
    ],
    &["study", "collapsi", "search:nodes=50,table=1", "--games", "20", "--seed", "4"],
    &["perft", "connect-four", "start", "5", "--divide"],
    &["study", "collapsi", "--prove", "--games", "7", "--seed", "4"],
];

/// The text of a file without the times of games; the results of parts in order.
fn timeless(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("[Time ")).collect();
    if text.starts_with('{') {
        let part = |line: &&str| line.split([':', ',']).nth(1).unwrap().parse::<u64>().ok();
        lines.sort_by_key(part);
    }
    lines.join("\n")
}

/// What a command prints for a program, without times.
fn report(args: &[&str]) -> serde_json::Value {
    let mut report = json(args);
    if let Some(players) = report.get_mut("players").and_then(|players| players.as_array_mut()) {
        for player in players {
            player.as_object_mut().unwrap().remove("seconds");
        }
    }
    report
}

/// Does a shard of work; returns its file.
fn shard(folder: &Path, work: &[&str], shard: &str) -> PathBuf {
    let file = folder.join(shard.replace('/', "-of-"));
    prints(&[work, &["--shard", shard, "--out", text(&file)]].concat());
    file
}

fn merge(out: &Path, files: &[&PathBuf]) -> String {
    let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
    prints(&[&["merge", text(out)], &files[..]].concat())
}

/// All of it by one process, as a file.
fn alone(folder: &Path, work: &[&str]) -> PathBuf {
    let file = folder.join("alone");
    prints(&[work, &["--threads", "1", "--out", text(&file)]].concat());
    file
}

#[test]
#[ignore = "takes many seconds"]
fn shards_of_any_division_are_the_work_of_one_process() {
    let folder = folder("shards");
    for work in WORK {
        let alone = alone(&folder, work);
        let expected = report(&[work, &["--out", text(&alone)]].concat());
        let merged = folder.join("merged");
        for division in [&["3/3", "1/3", "2/3"][..], &["2/2", "3/4", "1/4"], &["1/1", "2/5"]] {
            let files: Vec<PathBuf> = division.iter().map(|it| shard(&folder, work, it)).collect();
            let said = merge(&merged, &files.iter().collect::<Vec<_>>());
            assert_eq!(said.lines().count(), 1, "{said}");
            assert_eq!(timeless(&merged), timeless(&alone), "{work:?} by {division:?}");
            let found = report(&[work, &["--out", text(&merged)]].concat());
            assert_eq!(found, expected, "nothing was left to do");
            // The first one has no part of any shard.
            let again = merge(&merged, &files.iter().rev().collect::<Vec<_>>());
            assert_eq!((again, timeless(&merged)), (said, timeless(&alone)));
            std::fs::remove_file(&merged).unwrap();
        }
        for file in std::fs::read_dir(&folder).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
fn what_is_missing_is_named_and_done() {
    for work in [WORK[0], WORK[3]] {
        let folder = folder(&format!("missing-shards-{}", work[0]));
        let merged = folder.join("merged");
        let alone = alone(&folder, work);
        let files = ["1/3", "2/3", "3/3"].map(|it| shard(&folder, work, it));
        let said = merge(&merged, &[&files[0], &files[2]]);
        assert_eq!(said.lines().nth(1), Some("shard 2/3 is not complete"), "{said}");
        let whole = std::fs::read_to_string(&files[1]).unwrap();
        std::fs::write(&files[1], &whole[..whole.len() / 2]).unwrap();
        let all = files.each_ref().map(|file| text(file));
        let cut = run(&[&["merge", text(&merged)], &all[..]].concat());
        says(&cut, 0, "it is not complete; its work is to be done again.\n");
        let said = String::from_utf8(cut.stdout).unwrap();
        assert_eq!(said.lines().nth(1), Some("shard 2/3 is not complete"), "{said}");
        prints(&[work, &["--out", text(&merged)]].concat());
        merge(&merged, &[&merged]);
        assert_eq!(timeless(&merged), timeless(&alone));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn damaged_entries_are_named_and_done_again() {
    for (number, (work, from, to, error)) in [
        (WORK[0], "[Number \"1\"]", "[Number \"one\"]", "entry 1: Number \"one\" does not fit"),
        (WORK[0], "\n\n1. ", "\n\n1. h ", "entry 1: "),
        (WORK[3], "\"part\":2", "\"part\":1", "the checksum is wrong"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("damaged-shards-{number}"));
        let merged = folder.join("merged");
        let alone = alone(&folder, work);
        let files = ["1/2", "2/2"].map(|it| shard(&folder, work, it));
        let sound = std::fs::read_to_string(&files[0]).unwrap();
        assert!(sound.contains(from), "{sound}");
        std::fs::write(&files[0], sound.replacen(from, to, 1)).unwrap();
        let output = run(&["merge", text(&merged), text(&files[0]), text(&files[1])]);
        says(&output, 0, error);
        says(&output, 0, "its work is to be done again.\n");
        assert!(String::from_utf8(output.stdout).unwrap().contains("is not complete"));
        prints(&[work, &["--out", text(&merged)]].concat());
        merge(&merged, &[&merged]);
        assert_eq!(timeless(&merged), timeless(&alone));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn foreign_work_is_refused() {
    let folder = folder("foreign-shards");
    let merged = folder.join("merged");
    let own = shard(&folder, WORK[3], "1/2");
    let other = shard(&folder, &["perft", "connect-four", "start", "4"], "2/2");
    let games = shard(&folder, WORK[0], "2/3");
    let notes = folder.join("notes");
    std::fs::write(&notes, "my notes").unwrap();
    for (foreign, error) in [
        (&other, "it is of other work than "),
        (&games, "entry 1: "),
        (&notes, "entry 1: expected one that begins with [Game \"connect-four\"]"),
    ] {
        let said = fails(&["merge", text(&merged), text(&own), text(foreign)], 1);
        assert!(said.contains(text(foreign)) && said.contains(error), "{said}");
        assert!(!merged.exists());
    }
    let said = fails(&["merge", text(&notes), text(&own)], 1);
    assert!(said.contains("entry 1: expected one"), "{said}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shards_that_make_no_sense_are_refused() {
    for (args, error) in [
        (&["--shard", "0/3", "--out", "/tmp/x"][..], "expected I/N with I from 1 to N"),
        (&["--shard", "2/3"], "--shard: expected --out too, for `merge`"),
    ] {
        for work in [WORK[0], WORK[2], WORK[3]] {
            let said = refuses(&[work, args].concat());
            assert!(said.contains(error), "{said}");
        }
    }
    let report =
        ["study", "collapsi", "--report", "/tmp/x.html", "--out", "/tmp/x", "--shard", "1/2"];
    assert!(refuses(&report).contains("--report: expected all games"));
}

#[test]
fn players_that_think_for_a_time_are_warned_of() {
    let folder = folder("timed-shards");
    let file = folder.join("games");
    let shard = ["--games", "2", "--shard", "1/2", "--out", text(&file)];
    for (player, is_warned) in [("search:time=1", true), ("search:nodes=9", false)] {
        let output = run(&[&["arena", "connect-four", player, "random"], &shard[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.contains("search:time=1 thinks for a time"), is_warned, "{said}");
        std::fs::remove_file(&file).unwrap();
    }
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
fn a_test_in_rounds_decides_as_on_one_machine() {
    let folder = folder("rounds");
    let merged = folder.join("merged");
    let arena = ["arena", "connect-four", "search:depth=2,table=1", "random", "--sprt", "0,150"];
    let alone = json(&[&arena[..], &["--games", "1000"]].concat());
    let decided = (1..).find_map(|round| {
        let games = (round * 20).to_string();
        let arena = [&arena[..], &["--games", &games]].concat();
        let files = ["1/3", "2/3", "3/3"].map(|it| shard(&folder, &arena, it));
        merge(&merged, &files.each_ref());
        let found = json(&[&arena[..], &["--out", text(&merged)]].concat());
        (found["ended"] == "decided").then_some(found)
    });
    let decided = decided.unwrap();
    assert_eq!([&decided["sprt"], &decided["duels"]], [&alone["sprt"], &alone["duels"]]);
    assert_eq!(decided["games"], alone["games"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shards_that_are_killed_go_on() {
    for work in [
        &["arena", "connect-four", "search:nodes=1000,table=1", "greedy", "--games", "30"][..],
        &["perft", "connect-four", "start", "8"],
    ] {
        let folder = folder(&format!("killed-shards-{}", work[0]));
        let merged = folder.join("merged");
        let alone = alone(&folder, work);
        let other = shard(&folder, work, "1/2");
        let killed = folder.join("killed");
        let args = [work, &["--shard", "2/2", "--out"]].concat();
        kill_and_go_on(&args, &killed, Duration::from_millis(200), || {
            merge(&merged, &[&other, &killed]);
            assert_eq!(timeless(&merged), timeless(&alone));
            std::fs::remove_file(&merged).unwrap();
        });
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_and_two_merges_at_once_lose_nothing() {
    let folder = folder("merges");
    let merged = folder.join("merged");
    let work = &["arena", "connect-four", "random", "random", "--games", "400"];
    let alone = alone(&folder, work);
    let files = ["1/2", "2/2"].map(|it| shard(&folder, work, it));
    let args = ["merge", text(&merged), text(&files[0]), text(&files[1])];
    says(&run_limited("-f 5", &args), 1, "File too large");
    assert!(!merged.exists());
    let running: Vec<_> =
        (0..4).map(|_| program().args(args).stdout(Stdio::null()).spawn().unwrap()).collect();
    for mut merge in running {
        assert!(merge.wait().unwrap().success());
    }
    assert_eq!(timeless(&merged), timeless(&alone));
    let before = std::fs::read(&merged).unwrap();
    says(&run_limited("-f 5", &args), 1, "File too large");
    assert!(std::fs::read(&merged).unwrap() == before);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 4, "no part of a file is left");
    std::fs::remove_dir_all(&folder).unwrap();
}

const ENDINGS: [&str; 6] = ["tablebase", "build", "--max-pieces", "7", "--set", "hold_turns=1"];

#[test]
fn classes_are_listed_with_those_that_they_need() {
    let found = json(&["tablebase", "classes", "--max-pieces", "8"]);
    let classes = found["classes"].as_array().unwrap();
    let names: Vec<_> = classes.iter().map(|class| class["class"].as_str().unwrap()).collect();
    assert_eq!(names, ["3-3", "4-3", "5-3", "4-4"]);
    assert_eq!(classes[3]["needs"].to_string(), r#"["3-3","4-3"]"#);
    let listed = prints(&["tablebase", "classes", "--max-pieces", "8"]);
    assert_eq!(listed.lines().next(), found["endings"].as_str());
    let line = listed.lines().last().unwrap().trim_start();
    assert!(line.starts_with("4-4: ") && line.ends_with(" entries, needs 3-3 4-3"), "{listed}");
}

#[test]
fn shards_of_a_table_are_verified() {
    let folder = folder("verified-shards");
    let table = folder.join("table");
    prints(&["tablebase", "build", text(&table), "--max-pieces", "6", "--set", "hold_turns=1"]);
    for shard in ["1/2", "2/2"] {
        let said = prints(&["tablebase", "verify", text(&table), "--shard", shard]);
        assert!(said.contains(&format!("no errors in shard {shard}, verified in ")), "{said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "takes many seconds"]
fn classes_of_tablebases_are_built_by_several_machines() {
    build_classes(&[]);
}

#[test]
#[ignore = "takes a minute"]
fn classes_of_bitbases_are_built_by_several_machines() {
    build_classes(&["--bitbase"]);
}

fn build_classes(kind: &[&str]) {
    let folder = folder(&format!("classes-{}", kind.len()));
    let [alone, classes, merged] = ["alone", "classes", "merged"].map(|name| folder.join(name));
    let build = [&ENDINGS[..], kind].concat();
    prints(&[&build[..], &[text(&alone)]].concat());
    let shard = |shard| [&build[..], &[text(&classes), "--shard", shard]].concat();
    // It waits for the first class, which is of the other shard; so it is killed with nothing done.
    let mut waiting = program().args(shard("2/2")).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(waiting.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("waiting for") && line.contains("3-3.class"), "{line}");
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    let second = program().args(shard("2/2")).stdout(Stdio::null()).spawn().unwrap();
    let first = with_a_full_disk_for_a_while(&shard("1/2"), || {
        let left = std::fs::read_dir(&classes).unwrap().count();
        assert_eq!(left, 0, "no part of a class is left");
    });
    assert!(String::from_utf8(first.stdout).unwrap().ends_with("3-3.class is complete.\n"));
    assert!(second.wait_with_output().unwrap().status.success());
    let files = ["3-3.class", "4-3.class"].map(|name| classes.join(name));
    assert_eq!(prints(&shard("1/2")), "", "nothing is left to do");
    let said = fails(&["merge", text(&merged), text(&files[1])], 1);
    assert!(said.contains("expected a file of class 3-3 of Collateral Checkers"), "{said}");

    let sound = std::fs::read(&files[0]).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&files[0], &damaged).unwrap();
    let merge = ["merge", text(&merged), text(&files[1]), text(&files[0])];
    let said = fails(&merge, 1);
    assert!(said.contains("3-3.class\": class 0 of the tablebase is damaged"), "{said}");
    says(&run(&shard("1/2")), 0, "is damaged; it is built again.\n");
    assert!(std::fs::read(&files[0]).unwrap() == sound);
    prints(&merge);
    assert!(std::fs::read(&merged).unwrap() == std::fs::read(&alone).unwrap());
    assert!(prints(&merge).contains(", up to 7 pieces, "));

    let other = ["tablebase", "build", text(&classes), "--max-pieces", "6", "--shard", "1/2"];
    says(&run(&[&other[..], kind].concat()), 1, "the tablebase is for ");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Many games of Collapsi by eight shards.
fn many_games(games: &str) {
    let folder = folder(&format!("many-games-{games}"));
    let work = &["arena", "collapsi", "greedy", "random", "--games", games];
    let alone = alone(&folder, work);
    let shards: Vec<String> = (1..=8).map(|number| format!("{number}/8")).collect();
    let files: Vec<PathBuf> = shards.iter().map(|it| shard(&folder, work, it)).collect();
    let merged = folder.join("merged");
    merge(&merged, &files.iter().collect::<Vec<_>>());
    assert!(timeless(&merged) == timeless(&alone));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_thousand_games_by_eight_shards() {
    many_games("1000");
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_games_by_eight_shards() {
    many_games("100000");
}
