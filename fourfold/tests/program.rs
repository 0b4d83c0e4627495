//! Running the program.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

/// What the program prints, which must succeed without a word on standard error.
pub(crate) fn prints(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {errors}");
    assert_eq!(errors, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What it prints with `--json`.
pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&prints(&[args, &["--json"]].concat())).unwrap()
}

/// What the program says to wrong usage.
pub(crate) fn refuses(args: &[&str]) -> String {
    fails(args, 2)
}

/// What the program says when it ends with this code, having printed nothing.
pub(crate) fn fails(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    assert_eq!(output.stdout, b"", "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A path for a file that no other test uses.
pub(crate) fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fourfold-{}-{name}", std::process::id()))
}
