//! How a program ends: exit code 0, 1 for a failure, 2 for wrong usage.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

/// Why a program gives up.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It was asked for something that is not there: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// It could not do what it was asked for: exit code 1.
    #[error("{0}")]
    Run(String),
    /// What it has to say could not be written: exit code 1.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// Somebody's text for a message: in quotes, with control characters escaped, and not too long.
#[must_use]
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 100;
    let count = text.chars().count();
    if count <= LONGEST {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST).collect();
    format!("{beginning:?}... ({count} characters)")
}

impl Failure {
    /// Wrong usage: `what` names the offending part, `error` says what was expected.
    pub fn usage(what: impl Display, error: impl Display) -> Self {
        Self::Usage(format!("{what}: {error}"))
    }

    /// A failure while running.
    pub fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }
}

/// Turns the result of a program into its exit code, and says on standard error what went wrong.
///
/// Somebody who has read enough and closed the pipe (`| head`) is no failure.
#[must_use]
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let printable = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
            let message: String = failure.to_string().chars().map(printable).collect();
            anstream::eprintln!("error: {message}");
            if matches!(failure, Failure::Usage(_)) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
