//! Another program, timed as a whole.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The processor time of a program that reads this text. Only Linux tells it of others.
pub(crate) fn seconds(program: &Path, input: &str) -> Result<f64, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut command = Command::new(program);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(fail)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (mut stdin, mut stdout) = stdin.zip(stdout).ok_or("no pipes")?;
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        stdout.read_to_end(&mut Vec::new()).map_err(fail)
    })?;
    // It has closed its output, and stays listed until it is waited for.
    let times = fs::read_to_string(format!("/proc/{}/schedstat", child.id())).map_err(fail)?;
    child.wait().map_err(fail)?;
    let nanoseconds = times.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    Ok(nanoseconds.ok_or("no processor time in schedstat")? / 1e9)
}
