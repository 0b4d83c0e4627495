//! Max^n: a search for any number of players, each of whom plays for themselves.

mod buffers;
mod maxn;
mod table;
mod tree;

use std::time::Duration;

use crate::score::Score;

pub use maxn::MaxN;

/// What max^n found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MultiplayerAnalysis<M> {
    /// The principal variation: the play from the position on that the search expects. It is empty
    /// only if the game is over; if no depth beyond 0 could be searched it is the move that would be
    /// tried first.
    pub line: Vec<M>,
    /// What the position is worth to every player, in the order of their seats.
    pub scores: Vec<Score>,
    /// Whether no deeper search can change the scores.
    pub proven: bool,
    /// How many plies ahead was searched completely. Noisy moves were followed further.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long the search took.
    pub elapsed: Duration,
}

impl<M: Copy> MultiplayerAnalysis<M> {
    /// The best move found, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}
