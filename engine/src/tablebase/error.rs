//! What can go wrong with a tablebase.

use std::io;
use std::path::PathBuf;

use super::Rank;
use crate::limits::Stopped;
use crate::score::Score;

/// Why a class cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The stop flag was raised.
    #[error("stopped before it was done")]
    Stopped,
    /// The system has less memory, or the options allow less.
    #[error("{bytes} bytes of memory are needed, which is more than there is or may be taken")]
    Memory {
        /// How many bytes are needed.
        bytes: u64,
    },
    /// There are more numbers than a build can handle.
    #[error("class {class} and those before it have {size} numbers: expected {most} at most")]
    TooLarge {
        /// The class.
        class: usize,
        /// How many numbers the class and those before it have.
        size: u64,
        /// How many there can be.
        most: u64,
    },
    /// A tablebase holds the scores of two players with opposite interests.
    #[error("tablebases are for games of two players, not {players}")]
    Players {
        /// How many players the game has.
        players: usize,
    },
    /// The family breaks the law that moves stay within it.
    #[error("a move from position {rank} leads to neither its class nor an earlier one")]
    Outside {
        /// The position before the move.
        rank: Rank,
    },
    /// The game or the family breaks the law that the same position has the same moves.
    #[error("position {rank} had other moves before")]
    Unsteady {
        /// The position.
        rank: Rank,
    },
}

impl From<Stopped> for BuildError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// What is wrong with a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The stop flag was raised. No mistake was found by then.
    #[error("stopped before it was done")]
    Stopped,
    /// A score does not follow from those one ply later.
    #[error("position {rank} is stored as {}: expected {}", describe(*stored), describe(*expected))]
    Score {
        /// The position.
        rank: Rank,
        /// Its score in the table; `None` for no position.
        stored: Option<Score>,
        /// What it should be.
        expected: Option<Score>,
    },
    /// A position does not have the rank that it was made from.
    #[error("position {rank} has another rank: {}", again.map_or("none".to_owned(), |r| r.to_string()))]
    Rank {
        /// The rank that the position was made from.
        rank: Rank,
        /// The rank that the family gives it.
        again: Option<Rank>,
    },
    /// A move leads to a position that has no score.
    #[error("a move from position {rank} leads to a position without a score")]
    Missing {
        /// The position before the move.
        rank: Rank,
    },
}

fn describe(score: Option<Score>) -> String {
    match score {
        None => "no position".to_owned(),
        Some(Score::DRAW) => "a draw".to_owned(),
        Some(score) => format!("a {score}"),
    }
}

impl From<Stopped> for VerifyError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Why a tablebase cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It does not begin as tablebases do.
    #[error("this is not a tablebase")]
    Foreign,
    /// It is of another version.
    #[error("the tablebase has format version {version}: expected {}", super::file::VERSION)]
    Version {
        /// Its version.
        version: u32,
    },
    /// It is for other positions, or other rules.
    #[error("the tablebase is for {found:?}: expected {expected:?}")]
    OtherFamily {
        /// The description of the family in the file.
        found: String,
        /// The description of the family that was asked for.
        expected: String,
    },
    /// It has other classes.
    #[error("the tablebase has {found} classes: expected {expected}")]
    Classes {
        /// How many classes the file says there are.
        found: usize,
        /// How many the family has.
        expected: usize,
    },
    /// The end is missing.
    #[error("the tablebase ends too early")]
    Shorter,
    /// Something comes after the end.
    #[error("the tablebase goes on after its end")]
    Longer,
    /// Some bytes before the classes are not as they were written.
    #[error("the tablebase is damaged in its header")]
    DamagedHeader,
    /// Some bytes after the header are not as they were written.
    #[error("the file is damaged")]
    DamagedBody,
    /// Some bytes of a class are not as they were written, or say what cannot be.
    #[error("class {class} of the tablebase is damaged")]
    Damaged {
        /// The class.
        class: usize,
    },
}
