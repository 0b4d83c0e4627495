//! The two players.

use std::fmt;
use std::ops::Not;

/// A player. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Player {
    /// Written `b`.
    Black,
    /// Written `w`.
    White,
}

impl Player {
    /// Both players, in turn order.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The letter of the player's pieces and of their turn.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// The player with this letter, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'b' => Some(Self::Black),
            'w' => Some(Self::White),
            _ => None,
        }
    }
}

/// The other player.
impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
