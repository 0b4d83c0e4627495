//! How the program ends: exit code 0, 1 for a failure, 2 for wrong usage, 130 when interrupted.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why the program gives up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// It was asked for something that is not there: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// It could not do what it was asked for: exit code 1.
    #[error("{0}")]
    Run(String),
    /// It was told to stop before the end, and has printed what there is: exit code 130.
    #[error("{0}")]
    Interrupted(String),
    /// What it has to say could not be written: exit code 1.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// A text of the user for a message: in quotes, with control characters escaped, and not too long.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 100;
    let count = text.chars().count();
    if count <= LONGEST {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST).collect();
    format!("{beginning:?}... ({count} characters)")
}

impl Failure {
    /// The exit code of an interrupted program, as shells have it.
    pub(crate) const INTERRUPTED: u8 = 130;

    /// Wrong usage: `what` names the offending part, `error` says what was expected.
    pub(crate) fn usage(what: impl Display, error: impl Display) -> Self {
        Self::Usage(format!("{what}: {error}"))
    }

    /// A failure while running.
    pub(crate) fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    /// An interruption, `at` some point, of work that goes on from the file if there is one.
    pub(crate) fn stopped(at: impl Display, file: Option<&PathBuf>) -> Self {
        let how = match file {
            Some(_) => "the same command goes on from there",
            None => "with --out FILE the same command could go on from there",
        };
        Self::Interrupted(format!("stopped {at}; {how}"))
    }

    /// A failure to read or write a file.
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
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

/// Turns the result of the program into its exit code, and says on standard error what went wrong.
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
