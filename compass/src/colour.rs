//! The five colours.

use std::fmt;

/// A colour, ordered by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Written `b`.
    Blue,
    /// Written `g`.
    Green,
    /// Written `p`.
    Purple,
    /// Written `r`.
    Red,
    /// Written `y`.
    Yellow,
}

impl Colour {
    /// Every colour, in order.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Yellow];

    /// The letter by which the colour is written.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Green => 'g',
            Self::Purple => 'p',
            Self::Red => 'r',
            Self::Yellow => 'y',
        }
    }

    /// The colour written so, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'b' => Some(Self::Blue),
            'g' => Some(Self::Green),
            'p' => Some(Self::Purple),
            'r' => Some(Self::Red),
            'y' => Some(Self::Yellow),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Yellow => "yellow",
        })
    }
}
