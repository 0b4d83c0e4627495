//! Running the example programs.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Cargo builds the example programs along with these tests, next to them.
pub(crate) fn program(name: &str) -> Command {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.extend(["examples", name]);
    let mut command = Command::new(path.with_extension(std::env::consts::EXE_EXTENSION));
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

pub(crate) fn run(name: &str, args: &[&str]) -> Output {
    let output = program(name).args(args).output();
    output.expect("built already: `cargo test -p fourfold` or `cargo build --examples` does it")
}

/// What a program prints that succeeds.
pub(crate) fn prints(name: &str, args: &[&str]) -> String {
    let output = run(name, args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{name} {args:?}: {errors}");
    assert_eq!(errors, "", "{name} {args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a program says that is used wrongly.
pub(crate) fn refuses(name: &str, args: &[&str]) -> String {
    let output = run(name, args);
    assert_eq!(output.status.code(), Some(2), "{name} {args:?}");
    assert_eq!(output.stdout, b"", "{name} {args:?}");
    String::from_utf8(output.stderr).unwrap()
}
