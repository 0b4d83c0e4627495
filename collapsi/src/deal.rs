//! Deals: the 16 cards before the first move.

use engine::board::counted;
use rand::seq::SliceRandom;

use crate::card::Card;
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::Square;

/// The cards of the game in some order: two jokers and fours, four aces, twos and threes (ruling 7).
///
/// ```
/// use collapsi::{Deal, Rules};
///
/// let deal: Deal = "A223/4A2J/3A23/J3A4".parse()?;
/// assert_eq!(deal.position(Rules::V1_1).to_string(), "A223/4A2Jr/3A23/Jb3A4 r");
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// By [`Square::index`].
    cards: [Card; Square::COUNT],
}

impl Deal {
    /// A deal of these cards, by [`Square::index`].
    ///
    /// # Errors
    ///
    /// They are not exactly the cards of the game.
    pub fn new(cards: [Card; Square::COUNT]) -> Result<Self, DealError> {
        for card in Card::ALL {
            let found = cards.iter().filter(|&&other| other == card).count();
            if found != card.in_deal() {
                return Err(DealError { card, found });
            }
        }
        Ok(Self { cards })
    }

    /// A random deal; the same seed always gives the same one, and every order of the cards is equally likely.
    pub fn random(seed: u64) -> Self {
        let all = Card::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, card.in_deal()));
        let mut cards = [Card::Joker; Square::COUNT];
        cards.iter_mut().zip(all).for_each(|(place, card)| *place = card);
        cards.shuffle(&mut engine::game::seeded(seed));
        Self { cards }
    }

    /// The card on a square.
    pub const fn card(&self, square: Square) -> Card {
        self.cards[square.index()]
    }

    /// The position to play from: red starts on the first joker in reading order and moves first,
    /// blue starts on the second (ruling 7).
    pub fn position(&self, rules: Rules) -> Position {
        let mut jokers = Square::reading_order().filter(|&at| self.card(at) == Card::Joker);
        let pawns = [(); 2].map(|()| jokers.next().unwrap_or(Square::A1));
        let cards = self.cards.map(Some);
        Position::assemble(&Setup { cards, pawns, turn: Player::Red, rules })
    }
}

/// The cards are not those of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the deal has {} {card}: expected {}", counted(*found, "card"), card.in_deal())]
#[non_exhaustive]
pub struct DealError {
    /// A card of which there are too few or too many.
    pub card: Card,
    /// The number of them.
    pub found: usize,
}
