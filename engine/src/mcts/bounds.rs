//! What is certain about how a game ends for a player.

use std::fmt;

use crate::outcome::Wdl;

/// The best and the worst that can still come out for a player.
///
/// Bounds hold if nobody plays a move that is worse for themselves than another one; among moves
/// that are equally good for them, players may choose as they like. With two players that makes no
/// difference: the bounds hold whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bounds {
    /// The player gets this or better.
    pub at_least: Wdl,
    /// The player gets this or worse.
    pub at_most: Wdl,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { at_least: Wdl::Loss, at_most: Wdl::Win };

    /// This and nothing else.
    #[must_use]
    pub const fn exactly(wdl: Wdl) -> Self {
        Self { at_least: wdl, at_most: wdl }
    }

    /// What the player gets, if that is certain.
    #[must_use]
    pub fn exact(self) -> Option<Wdl> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// What both say together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.min(other.at_most),
        }
    }

    /// What can come out if either may happen.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.min(other.at_least),
            at_most: self.at_most.max(other.at_most),
        }
    }

    /// What the player gets who may choose between both.
    pub(super) fn best(self, other: Self) -> Self {
        Self {
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.max(other.at_most),
        }
    }

    /// What this means for the only opponent.
    pub(super) fn opposite(self) -> Self {
        Self { at_least: opposite(self.at_most), at_most: opposite(self.at_least) }
    }
}

pub(super) fn opposite(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::Loss => Wdl::Win,
        Wdl::Draw => Wdl::Draw,
        Wdl::Win => Wdl::Loss,
    }
}

/// What a wdl is worth in the statistics: a win 1, a draw 1/2, a loss 0, however many players
/// there are.
pub(super) fn reward(wdl: Wdl) -> f64 {
    match wdl {
        Wdl::Loss => 0.0,
        Wdl::Draw => 0.5,
        Wdl::Win => 1.0,
    }
}

/// Draws the consequences of what is known about some players for the others.
pub(super) fn conclude(bounds: &mut [Bounds]) {
    if let [a, b] = bounds {
        *a = a.and(b.opposite());
        *b = a.opposite();
    } else if let Some(winner) = bounds.iter().position(|b| b.at_least == Wdl::Win) {
        for (player, b) in bounds.iter_mut().enumerate() {
            if player != winner {
                *b = Bounds::exactly(Wdl::Loss);
            }
        }
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
