//! Errors in requests to any game, and how the program ends: exit code 0, 1 for a failure, 2 for wrong usage, 130
//! when interrupted.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use engine::board::quoted;
use engine::game::{OptionError, ParseError, PlayTextError};
use engine::search::SearchError;
use solve::SolveError;

/// The reason why a request to any game is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum AnyError {
    /// No game has this name.
    #[error("no game is called {name:?}: expected {}", known.join(", "))]
    UnknownGame { name: String, known: Vec<String> },
    /// The rules are not those of the game.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The text is no position.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// The text is no move.
    #[error("{reason}")]
    Move { reason: String },
    /// The move may not be made.
    #[error("{reason}")]
    Illegal { reason: String },
    /// One of several moves cannot be read or made.
    #[error(transparent)]
    Moves(#[from] PlayTextError),
    /// No move has this number.
    #[error("there is no move {number}: expected less than {count}")]
    Number { number: usize, count: usize },
    /// The position cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search or a bot was given a position of a game that is not its own.
    #[error("the position is of another game")]
    OtherGame,
}

impl From<AnyError> for SolveError {
    fn from(error: AnyError) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// Why the program fails. Its text says what was wrong and what was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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

impl Failure {
    /// The exit code of an interrupted program, as in shells.
    pub const INTERRUPTED: u8 = 130;

    /// Wrong usage: `what` is the offending part, `error` what was expected.
    pub fn usage(what: impl Display, error: impl Display) -> Self {
        Self::Usage(format!("{what}: {error}"))
    }

    /// A failure while running.
    pub fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    /// An interruption `at` some point of work that resumes from the file, if there is one.
    pub fn stopped(at: impl Display, file: Option<&PathBuf>) -> Self {
        let how = match file {
            Some(_) => "run the same command again to resume",
            None => "with --out FILE it could be resumed",
        };
        Self::Interrupted(format!("stopped {at}; {how}"))
    }

    /// The same failure, and what else has failed since.
    #[must_use]
    pub fn and(mut self, other: Result<(), impl Display>) -> Self {
        if let Self::Usage(text) | Self::Run(text) | Self::Interrupted(text) = &mut self
            && let Err(other) = other
        {
            *text = format!("{text}; {other}");
        }
        self
    }

    /// A failure to read or write a file.
    pub fn file(path: &Path, error: impl Display) -> Self {
        Self::Run(format!("{}: {error}", quoted(&path.display().to_string())))
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Run(_) | Self::Output(_) => 1,
            Self::Interrupted(_) => Self::INTERRUPTED,
        }
    }
}
