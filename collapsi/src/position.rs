//! Positions: the cards face up, the pawns, and the player to move.

use engine::{Keyed, Outcome, key};

use crate::card::Card;
use crate::rules::{Player, Rules};
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};
use crate::steps::Steps;

/// A position: the cards face up, the pawns, the player to move, and the rules.
///
/// In every position both pawns stand on face-up cards, on different ones. Positions come from
/// [`Start::start`](engine::Start::start), from a [`Deal`](crate::Deal), from text, or from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) cards: Cards,
    pub(crate) face_up: SquareSet,
    /// By player: red's, blue's.
    pub(crate) pawns: [Square; 2],
    pub(crate) turn: Player,
    pub(crate) rules: Rules,
}

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// A pawn does not stand on a face-up card, or both stand on the same.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        setup.check()?;
        Ok(Self::assemble(setup))
    }

    /// The position of a setup that is known to be legal.
    pub(crate) fn assemble(setup: &Setup) -> Self {
        let Setup { cards, pawns, turn, rules } = *setup;
        let is_face_up = |square: &Square| cards[square.index()].is_some();
        let face_up = Square::ALL.into_iter().filter(is_face_up).collect();
        Self { cards: Cards::new(&cards), face_up, pawns, turn, rules }
    }

    /// Everything the position consists of, to change it and make a [position](Self::from_setup) of it again.
    pub fn setup(&self) -> Setup {
        let cards = Square::ALL.map(|square| self.card(square));
        Setup { cards, pawns: self.pawns, turn: self.turn, rules: self.rules }
    }

    /// The same position, played on by other rules.
    #[must_use]
    pub const fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The rules the position is played by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player to move; in a finished game, the one who would be next.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The card on a square, or `None` if it is collapsed.
    pub const fn card(&self, square: Square) -> Option<Card> {
        self.cards.get(square)
    }

    /// The squares with face-up cards.
    pub const fn face_up(&self) -> SquareSet {
        self.face_up
    }

    /// The square of a player's pawn.
    pub const fn pawn(&self, player: Player) -> Square {
        self.pawns[player as usize]
    }

    /// The outcome, or `None` while the game is running: a player who cannot move has lost (ruling 6).
    pub fn outcome(&self) -> Option<Outcome<Player>> {
        self.moves().is_empty().then_some(Outcome::Winner(!self.turn))
    }
}

impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        let [red, blue] = self.pawns.map(|square| square.index() as u64);
        let joker = u64::from(Steps::ANY.bits() ^ self.rules.joker.bits());
        let rest = red | blue << 4 | (self.turn as u64) << 8 | joker << 9;
        key::mix(key::mix(0, self.cards.0), rest)
    }
}

/// The face-up cards, four bits a square: 0 for a collapsed card, else one more than the card.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cards(u64);

impl Cards {
    fn new(cards: &[Option<Card>; Square::COUNT]) -> Self {
        let nibbles = Square::ALL.into_iter().filter_map(|square| {
            cards[square.index()].map(|card| (card as u64 + 1) << (4 * square.index()))
        });
        Self(nibbles.fold(0, |all, nibble| all | nibble))
    }

    const fn get(self, square: Square) -> Option<Card> {
        match self.0 >> (4 * square.index()) & 15 {
            card @ 1..=5 => Some(Card::ALL[card as usize - 1]),
            _ => None,
        }
    }

    pub(crate) const fn collapse(&mut self, square: Square) {
        self.0 &= !(15 << (4 * square.index()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 16);
    }
}
