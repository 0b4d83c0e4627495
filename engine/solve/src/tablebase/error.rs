//! Errors of tablebases.

use std::io;
use std::path::PathBuf;

use super::Rank;
use engine::Score;
use engine::board::counted;
use engine::game::Stopped;

/// The reason why a class cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum BuildError {
    /// The stop flag was raised, or the time has passed.
    #[error("stopped before it was done")]
    Stopped,
    /// Play leads to more positions than the options allow.
    #[error("play leads to more than {most} positions")]
    Positions { most: u64 },
    /// More memory is needed than there is, or than the options allow.
    #[error("{bytes} bytes of memory are needed: more than is available or allowed")]
    Memory { bytes: u64 },
    /// There are more ranks than a build can handle.
    #[error("class {class} and those before it have {size} ranks: expected {most} at most")]
    TooLarge { class: usize, size: u64, most: u64 },
    /// A tablebase holds the scores of two players with opposite interests.
    #[error("tablebases are for games of two players, not {players}")]
    Players { players: usize },
    /// The family breaks the law that moves stay within it.
    #[error("a move from position {rank} leads to neither its class nor an earlier one")]
    Outside { rank: Rank },
    /// The game or the family breaks the law that equal positions have the same moves.
    #[error("the moves of position {rank} changed during the build")]
    Unsteady { rank: Rank },
}

impl From<Stopped> for BuildError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// An error in a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum VerifyError {
    /// The stop flag was raised. No mistake was found by then.
    #[error("stopped before it was done")]
    Stopped,
    /// A score does not follow from those one ply later.
    #[error("position {rank} is stored as {}: expected {}", describe(*stored), describe(*expected))]
    Score { rank: Rank, stored: Option<Score>, expected: Option<Score> },
    /// A position does not have the rank that it was made from.
    #[error("position {rank} has another rank: {}", again.map_or("none".to_owned(), |r| r.to_string()))]
    Rank { rank: Rank, again: Option<Rank> },
    /// A move leads to a position that has no score.
    #[error("a move from position {rank} leads to a position without a score")]
    Missing { rank: Rank },
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

/// The reason why a tablebase cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The file does not begin as tablebases do.
    #[error("this is not a tablebase")]
    Foreign,
    /// The file has another format version.
    #[error("the tablebase has format version {version}: expected {expected}")]
    Version { version: u32, expected: u32 },
    /// The file is for other positions or rules.
    #[error("the tablebase is for {found:?}: expected {expected:?}")]
    OtherFamily { found: String, expected: String },
    /// The file has another number of classes.
    #[error("the tablebase has {}: expected {expected}", counted(*found, "class"))]
    Classes { found: usize, expected: usize },
    /// The class is to be written, and is not built.
    #[error("class {class} is not built")]
    NotBuilt { class: usize },
    /// The end is missing.
    #[error("the tablebase ends too early")]
    Shorter,
    /// Something comes after the end.
    #[error("the tablebase goes on after its end")]
    Longer,
    /// The header does not match its checksum, or makes no sense.
    #[error("the tablebase is damaged in its header")]
    DamagedHeader,
    /// A class does not match its checksum, or holds impossible scores.
    #[error("class {class} of the tablebase is damaged")]
    Damaged { class: usize },
}
