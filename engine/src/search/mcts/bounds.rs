//! Proven bounds on the result of a player.

use std::fmt;

use crate::game::Wdl;

/// The best and the worst result that a player can still get.
///
/// With two players the bounds hold whatever the opponent does. With more, they hold as long as each
/// player plays one of the moves that are best for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bounds {
    /// The player gets this result or a better one.
    pub at_least: Wdl,
    /// The player gets this result or a worse one.
    pub at_most: Wdl,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { at_least: Wdl::Loss, at_most: Wdl::Win };

    /// This result and no other.
    pub const fn exactly(wdl: Wdl) -> Self {
        Self { at_least: wdl, at_most: wdl }
    }

    /// The result, if it is certain.
    pub fn exact(self) -> Option<Wdl> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The bounds if both hold.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.min(other.at_most),
        }
    }

    /// The bounds if either holds.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.min(other.at_least),
            at_most: self.at_most.max(other.at_most),
        }
    }

    /// The bounds of a player who chooses between both.
    pub(super) fn best(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.max(other.at_most),
        }
    }

    /// The bounds of the opponent in a game of two players.
    pub(super) fn opposite(self) -> Self {
        Self { at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// Narrows the bounds of more than two players by those of their opponents.
pub(super) fn conclude(bounds: &mut [Bounds]) {
    if let Some(winner) = bounds.iter().position(|b| b.at_least == Wdl::Win) {
        let others = bounds.iter_mut().enumerate().filter(|(player, _)| *player != winner);
        others.for_each(|(_, b)| *b = Bounds::exactly(Wdl::Loss));
    }
}

/// `win`, `draw`, `loss`, `draw or win`, `loss or draw`, or `open`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.at_least, self.at_most) {
            (Wdl::Win, _) => "win",
            (Wdl::Draw, Wdl::Win) => "draw or win",
            (Wdl::Draw, _) => "draw",
            (Wdl::Loss, Wdl::Win) => "open",
            (Wdl::Loss, Wdl::Draw) => "loss or draw",
            (Wdl::Loss, Wdl::Loss) => "loss",
        })
    }
}
