//! The cards of which the board is made.

use std::fmt;

use crate::rules::Rules;

/// A card, face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Moves by a number of steps that the [`Rules`] say.
    Joker,
    /// Moves by one step.
    Ace,
    /// Moves by two steps.
    Two,
    /// Moves by three steps.
    Three,
    /// Moves by four steps.
    Four,
}

impl Card {
    /// Every kind of card.
    pub const ALL: [Self; 5] = [Self::Joker, Self::Ace, Self::Two, Self::Three, Self::Four];

    /// How many of them a deal has (ruling 7).
    #[must_use]
    pub const fn in_deal(self) -> usize {
        match self {
            Self::Joker | Self::Four => 2,
            Self::Ace | Self::Two | Self::Three => 4,
        }
    }

    /// How many steps a turn that starts on this card takes (rulings 1 and 3).
    #[must_use]
    pub const fn steps(self, rules: Rules) -> Steps {
        match (self, rules) {
            (Self::Joker, Rules::V1_1) => Steps::Any,
            (Self::Joker, Rules::V1_3) | (Self::Ace, _) => Steps::One,
            (Self::Two, _) => Steps::Two,
            (Self::Three, _) => Steps::Three,
            (Self::Four, _) => Steps::Four,
        }
    }

    /// The letter or digit by which the card is written.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Joker => 'J',
            Self::Ace => 'A',
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
        }
    }

    /// The card written so, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'J' => Some(Self::Joker),
            'A' => Some(Self::Ace),
            '2' => Some(Self::Two),
            '3' => Some(Self::Three),
            '4' => Some(Self::Four),
            _ => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

/// How many steps a turn takes.
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
