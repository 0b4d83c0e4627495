//! The result of a match, or why there is none.

use super::sprt::Hypothesis;
use super::standings::Standings;

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results of the contestants.
    pub standings: Standings,
    /// Why the match ended.
    pub ended: Ended,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// All games were played.
    Complete,
    /// The [test](super::Sprt) accepted a hypothesis.
    Decided(Hypothesis),
    /// A stop flag was raised.
    Stopped,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// There are fewer contestants than seats.
    #[error("a game has {seats} players, and there are {contestants} contestants")]
    Contestants {
        /// The number of contestants.
        contestants: usize,
        /// The number of players of a game.
        seats: usize,
    },
    /// The openings are games of different numbers of players.
    #[error("the opening of round {round} has {seats} players, the first one {expected}")]
    Seats {
        /// The round, from 0.
        round: u64,
        /// The number of players of its opening.
        seats: usize,
        /// The number of players of the first opening.
        expected: usize,
    },
    /// No opening was found: the list is empty, all random plies end the game, or none is accepted.
    #[error("no opening was found for round {round}")]
    NoOpening {
        /// The round, from 0.
        round: u64,
    },
    /// A test compares two contestants who swap colours.
    #[error("an SPRT needs two contestants who swap the seats of a game of two players")]
    Sprt,
    /// A game to resume from is not one of this match.
    #[error("game {number} is not in the schedule of this match")]
    Foreign {
        /// Its number.
        number: u64,
    },
    /// The system does not start a single thread to play in.
    #[error("the system refuses to start a thread")]
    NoThread,
}
