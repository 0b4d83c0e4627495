//! The result of a recorded game.

use std::fmt;

use crate::game::Outcome;

/// The result of a recorded game.
///
/// Prints as `white wins 12-7`, `white resigns` or, if the game is unfinished, `*`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RecordResult<P> {
    /// By the rules.
    Outcome(Outcome<P>),
    /// In another way.
    Ending(Ending<P>),
    /// It did not end.
    Unfinished,
}

impl<P: Copy + Eq + fmt::Display> fmt::Display for RecordResult<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Ending(ending) => ending.fmt(f),
            Self::Unfinished => f.pad("*"),
        }
    }
}

/// An ending other than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending<P> {
    /// A player gave up: `white resigns`.
    Resigned(P),
    /// A player made no move, an illegal one, or ran out of time: `white forfeits`.
    Forfeited(P),
    /// It was stopped and counts as a win of this player, or as a draw: `adjudicated as a draw`,
    /// `white wins by adjudication`.
    Adjudicated(Option<P>),
}

impl<P: Copy> Ending<P> {
    /// All endings of a game with these players.
    pub(super) fn all(players: &[P]) -> impl Iterator<Item = Self> {
        let by = |&p| [Self::Resigned(p), Self::Forfeited(p), Self::Adjudicated(Some(p))];
        players.iter().flat_map(by).chain([Self::Adjudicated(None)])
    }
}

impl<P: fmt::Display> fmt::Display for Ending<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigned(player) => f.pad(&format!("{player} resigns")),
            Self::Forfeited(player) => f.pad(&format!("{player} forfeits")),
            Self::Adjudicated(Some(player)) => f.pad(&format!("{player} wins by adjudication")),
            Self::Adjudicated(None) => f.pad("adjudicated as a draw"),
        }
    }
}
