//! How the program ends: exit code 0, 1 for a failure, 2 for wrong usage, 130 when interrupted.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) use engine::board::quoted as quote;

/// Why the program fails. Its text says what was wrong and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A failure while running: exit code 1.
    #[error("{0}")]
    Run(String),
    /// Interrupted, with the results so far printed: exit code 130.
    #[error("{0}")]
    Interrupted(String),
    /// The output could not be written: exit code 1.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

pub(crate) fn unknown_game(name: &str, known: &[&str]) -> String {
    format!("game {}: expected {}", quote(name), known.join(", "))
}

impl Failure {
    /// The exit code of an interrupted program, as in shells.
    pub(crate) const INTERRUPTED: u8 = 130;

    /// Wrong usage: `what` is the offending part, `error` what was expected.
    pub fn usage(what: impl Display, error: impl Display) -> Self {
        Self::Usage(format!("{what}: {error}"))
    }

    /// A failure while running.
    pub fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    /// An interruption `at` some point of work that resumes from the file, if there is one.
    pub(crate) fn stopped(at: impl Display, file: Option<&PathBuf>) -> Self {
        let how = match file {
            Some(_) => "run the same command again to resume",
            None => "with --out FILE it could be resumed",
        };
        Self::Interrupted(format!("stopped {at}; {how}"))
    }

    /// The same failure, and what else has failed since.
    pub(crate) fn and(self, other: Result<(), impl Display>) -> Self {
        let Err(other) = other else { return self };
        match self {
            Self::Usage(text) => Self::Usage(format!("{text}; {other}")),
            Self::Run(text) => Self::Run(format!("{text}; {other}")),
            Self::Interrupted(text) => Self::Interrupted(format!("{text}; {other}")),
            Self::Output(error) => Self::Output(error),
        }
    }

    /// A failure to read or write a file.
    pub fn file(path: &Path, error: impl Display) -> Self {
        Self::Run(format!("{}: {error}", quote(&path.display().to_string())))
    }

    fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Run(_) | Self::Output(_) => 1,
            Self::Interrupted(_) => Self::INTERRUPTED,
        }
    }
}

/// Prints a failure to standard error and returns the exit code.
///
/// A closed pipe (`| head`) is no failure.
pub(crate) fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let printable = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
            let message: String = failure.to_string().chars().map(printable).collect();
            let prefix = if matches!(failure, Failure::Interrupted(_)) { "" } else { "error: " };
            anstream::eprintln!("{prefix}{message}");
            ExitCode::from(failure.code())
        }
    }
}
