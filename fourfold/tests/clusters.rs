//! The job files of `examples/clusters`, with the variables that clusters set.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::pressure::{folder, text};
use crate::program::{json, prints};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/clusters");

const MATCH: [&str; 6] = ["arena", "compass", "level:2", "level:1", "--games", "40"];

/// A command that finds the program.
fn command(name: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_fourfold")).parent().unwrap();
    let mut command = Command::new(name);
    command.env("PATH", format!("{}:{}", text(program), std::env::var("PATH").unwrap()));
    command
}

/// The result of the parts in a folder, without the times.
fn merged(folder: &Path) -> Value {
    let mut merge = command("sh");
    merge.args(["-c", "fourfold merge \"$0/all\" \"$0\"/*.part", text(folder)]);
    assert_eq!(String::from_utf8(merge.output().unwrap().stdout).unwrap().lines().count(), 1);
    result(&["--out", text(&folder.join("all"))])
}

fn result(out: &[&str]) -> Value {
    let found = json(&[&MATCH[..], out].concat());
    assert_eq!(found["games"], 40);
    found["duels"].clone()
}

#[test]
fn jobs_of_any_cluster_are_the_match_of_one_machine() {
    let folder = folder("clusters");
    std::fs::copy(format!("{FILES}/shard.sh"), folder.join("shard.sh")).unwrap();
    let alone = result(&[]);
    let parts = folder.join("match");
    let check = || {
        assert_eq!(merged(&parts), alone);
        std::fs::remove_dir_all(&parts).unwrap();
    };

    for number in 1..=8 {
        let mut job = command("sh");
        job.arg(format!("{FILES}/slurm.sh")).env("SLURM_ARRAY_TASK_ID", number.to_string());
        job.env("SLURM_CPUS_PER_TASK", "2").env("SLURM_SUBMIT_DIR", &folder);
        assert!(job.output().unwrap().status.success());
    }
    check();

    let job = std::fs::read_to_string(format!("{FILES}/kubernetes.yaml")).unwrap();
    let line = job.lines().find_map(|line| line.trim().strip_prefix("command: ")).unwrap();
    let words: Vec<String> = serde_json::from_str(&line.replace("/shared", text(&folder))).unwrap();
    for index in 0..8 {
        let mut job = command(&words[0]);
        job.args(&words[1..]).env("JOB_COMPLETION_INDEX", index.to_string());
        assert!(job.output().unwrap().status.success());
    }
    check();

    let job = std::fs::read_to_string(format!("{FILES}/github.yml")).unwrap();
    let line = job.lines().find_map(|line| line.trim().strip_prefix("- run: sh ")).unwrap();
    for number in 1..=8 {
        let mut job = command("sh");
        job.args(line.split(' ')).current_dir(&folder).env("SHARD", number.to_string());
        assert!(job.output().unwrap().status.success());
    }
    check();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_test_in_rounds_of_jobs_decides_as_on_one_machine() {
    let folder = folder("rounds-of-jobs");
    let arena = ["arena", "connect-four", "search:depth=2,table=1", "random", "--sprt", "0,150"];
    let alone = prints(&[&arena[..], &["--games", "1000"]].concat());
    let mut rounds = command("sh");
    rounds.arg(format!("{FILES}/rounds.sh")).args(["3", text(&folder), "20"]).args(arena);
    let rounds = String::from_utf8(rounds.output().unwrap().stdout).unwrap();
    let decision = |text: &str| text.split_once("\nSPRT of ").map(|(_, test)| test.to_owned());
    assert_eq!(decision(&rounds), Some(decision(&alone).unwrap()));
    std::fs::remove_dir_all(&folder).unwrap();
}
