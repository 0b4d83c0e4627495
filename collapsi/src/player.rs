//! The two players.

use std::fmt;
use std::ops::Not;

/// A player. Red moves first in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Player {
    /// Written `r`.
    Red,
    /// Written `b`.
    Blue,
}

impl Player {
    /// Both players, in turn order.
    pub const ALL: [Self; 2] = [Self::Red, Self::Blue];

    /// The letter that marks the player's pawn, and their turn.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Blue => 'b',
        }
    }

    /// The player with this letter, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'r' => Some(Self::Red),
            'b' => Some(Self::Blue),
            _ => None,
        }
    }
}

/// The other player.
impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Blue => "blue",
        })
    }
}
