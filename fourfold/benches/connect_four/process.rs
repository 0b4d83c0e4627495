//! Another program, timed as a whole.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

/// How long a program takes that reads this text, by the clock on the wall.
pub(crate) fn seconds(program: &Path, input: &str) -> Result<f64, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut command = Command::new(program);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(fail)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let Some((mut stdin, mut stdout)) = stdin.zip(stdout) else { return Ok(0.0) };
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        stdout.read_to_end(&mut Vec::new()).map_err(fail)
    })?;
    child.wait().map_err(fail)?;
    Ok(start.elapsed().as_secs_f64())
}
