//! The cards of which the board is made.

use crate::rules::Rules;
use crate::steps::Steps;

engine::letters! {
    /// A card, face up.
    pub enum Card {
        /// Moves by a number of steps that the [`Rules`] state.
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
        match self {
            Self::Joker => rules.joker,
            Self::Ace => Steps::ONE,
            Self::Two => Steps::TWO,
            Self::Three => Steps::THREE,
            Self::Four => Steps::FOUR,
        }
    }
}
