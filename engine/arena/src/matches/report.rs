//! The result of a match, or the reason why there is none.

use engine::board::counted;

use super::standings::Standings;
use crate::rating::Hypothesis;

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results of the contestants.
    pub standings: Standings,
    /// The reason why the match ended.
    pub ended: MatchEnd,
}

/// The reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// The [test](crate::Sprt) accepted a hypothesis.
    Decided(Hypothesis),
    /// A stop flag was raised.
    Stopped,
}

/// The reason why a match cannot be played. Rounds are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum MatchError {
    /// There are fewer contestants than seats.
    #[error(
        "a game has {}: expected as many contestants, found {contestants}",
        counted(*seats, "player")
    )]
    Contestants { contestants: usize, seats: usize },
    /// The openings are games of different numbers of players.
    #[error("the opening of round {round} has {}, the first one {expected}", counted(*seats, "player"))]
    Seats { round: u64, seats: usize, expected: usize },
    /// No opening was found: the list is empty, all random plies end the game, or none is accepted.
    #[error("no opening was found for round {round}")]
    NoOpening { round: u64 },
    /// An SPRT compares two contestants who swap colours.
    #[error("an SPRT needs two contestants who swap the seats of a game of two players")]
    Sprt,
    /// An agreement is between two players.
    #[error("agreed scores end games of two players, not of {seats}")]
    Agreement { seats: usize },
    /// A game to resume from is not one of this match.
    #[error("game {number} is not in the schedule of this match or shard")]
    Foreign { number: u64 },
    /// The system refuses to start even one thread.
    #[error("the system refuses to start a thread")]
    NoThread,
}
