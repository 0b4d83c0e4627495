//! A solver that is another program, as `solver.cpp` makes one of a public one.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What it found, and what that took.
pub(crate) struct Answer {
    /// As the public sets have it.
    pub(crate) value: i32,
    /// Of processor time, as it says itself.
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
}

/// A running program.
pub(crate) struct Process {
    name: String,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    pub(crate) fn start(program: &Path) -> Result<Self, String> {
        let name = program.display().to_string();
        let mut command = Command::new(program);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| format!("{name}: no pipes"))?;
        Ok(Self { name, child, stdin, stdout: BufReader::new(stdout) })
    }

    /// Solves the position after these columns.
    pub(crate) fn solve(&mut self, columns: &str) -> Result<Answer, String> {
        let mut line = String::new();
        let sent = writeln!(self.stdin, "{columns}");
        let read = sent.and_then(|()| self.stdout.read_line(&mut line));
        read.map_err(|error| format!("{}: {error}", self.name))?;
        parse(&line)
            .ok_or_else(|| format!("{}: {line:?} is not a score, nanoseconds and nodes", self.name))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has no more to do, and may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn parse(line: &str) -> Option<Answer> {
    let mut words = line.split_whitespace();
    let value = words.next()?.parse().ok()?;
    let seconds = words.next()?.parse::<f64>().ok()? / 1e9;
    Some(Answer { value, seconds, nodes: words.next()?.parse().ok()? })
}
