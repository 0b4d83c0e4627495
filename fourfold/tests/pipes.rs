//! Nobody reads what is printed: `fourfold ... | true`.

use std::process::{Command, Output, Stdio};

use crate::program::{prints, program, temporary};

/// Runs a command whose output nobody reads.
fn unread(command: &mut Command) -> Output {
    // Closed before the command starts: it may write at once.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap()
}

const DEAL: &str = "A223/4A2J/3A23/J3A4";

#[test]
fn a_closed_pipe_is_no_failure() {
    let [record, table] = ["pipe-record", "pipe-table"].map(temporary);
    let [record_path, table_path] = [&record, &table].map(|path| path.to_str().unwrap());
    prints(&["play", "connect-four", "random", "random", "--record", record_path]);
    prints(&["tablebase", "build", table_path, "--max-pieces", "6"]);
    for args in [
        &["play", "connect-four", "random", "random"][..],
        &["analyse", "compass", "start", "--depth", "2"],
        &["review", record_path, "--nodes", "100"],
        &["solve", DEAL],
        &["perft", "collapsi", DEAL, "5", "--divide"],
        &["replay", "collapsi", DEAL, "b2"],
        &["arena", "connect-four", "random", "greedy", "--games", "2"],
        &["study", "connect-four", "--games", "2"],
        &["tablebase", "stats", table_path],
        &["tablebase", "probe", table_path, "1b3/b3b/5/w3w/3w1 w 0 0"],
        &["generate", "bash"],
        &["generate", "man"],
        &["help"],
        &["--version"],
        &["play", "--help"],
    ] {
        let output = unread(program().args(args));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{args:?}: {said}");
    }
    // The first answer cannot be written.
    let output = unread(program().args(["ugi", "compass"]).stdin(Stdio::piped()));
    assert!(output.status.success());
    for file in [record, table] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_a_failure() {
    for args in
        [&["solve", DEAL][..], &["generate", "man"], &["help"], &["--version"], &["play", "--help"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(args).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("cannot write the output: "), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
    }
}
