//! The cards of which the board is made.

use std::fmt;
use std::ops::RangeInclusive;

use crate::rules::Rules;

engine::letters! {
    /// A card, face up.
    pub enum Card {
        /// Moves by a number of steps that the [`Rules`] say.
        Joker: 'J' "J",
        /// Moves by one step.
        Ace: 'A' "A",
        /// Moves by two steps.
        Two: '2' "2",
        /// Moves by three steps.
        Three: '3' "3",
        /// Moves by four steps.
        Four: '4' "4",
    }
}

impl Card {
    /// The number of them in a deal (ruling 7).
    pub const fn in_deal(self) -> usize {
        match self {
            Self::Joker | Self::Four => 2,
            Self::Ace | Self::Two | Self::Three => 4,
        }
    }

    /// The steps of a turn that starts on this card (rulings 1 and 3).
    pub const fn steps(self, rules: Rules) -> Steps {
        match (self, rules) {
            (Self::Joker, Rules::V1_1) => Steps::Any,
            (Self::Joker, Rules::V1_3) | (Self::Ace, _) => Steps::One,
            (Self::Two, _) => Steps::Two,
            (Self::Three, _) => Steps::Three,
            (Self::Four, _) => Steps::Four,
        }
    }
}

/// The number of steps of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// One step.
    One,
    /// Two steps.
    Two,
    /// Three steps.
    Three,
    /// Four steps.
    Four,
    /// One to four, as the player likes.
    Any,
}

impl Steps {
    /// The numbers of steps that a walk can have.
    pub(crate) const fn lengths(self) -> RangeInclusive<usize> {
        match self {
            Self::One => 1..=1,
            Self::Two => 2..=2,
            Self::Three => 3..=3,
            Self::Four => 4..=4,
            Self::Any => 1..=4,
        }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::One => "1 step",
            Self::Two => "2 steps",
            Self::Three => "3 steps",
            Self::Four => "4 steps",
            Self::Any => "1 to 4 steps",
        })
    }
}
