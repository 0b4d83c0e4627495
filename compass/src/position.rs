//! Positions: the cards on the board and in hand, the checkers, and the plies played.

use engine::{Keyed, Outcome, Points, key};
use jewels::{Card, Hand};

use crate::rules::{Player, Rules};
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};

/// A position: every card, every checker, the plies played, and the rules.
///
/// Every position is legal in the sense of ruling 7. Positions come from
/// [`Start::start`](engine::Start::start), from text, or from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) setup: Setup,
    /// By colour: the squares of the cards that show it in their centre.
    pub(crate) centres: [SquareSet; 5],
    /// The keys of the cards on the board, combined: see [`card_key`].
    pub(crate) cards_key: u64,
}

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// The first condition of a legal position (ruling 7) that does not hold.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        setup.check()?;
        Ok(Self::assemble(setup))
    }

    /// The position of a setup that is known to be legal.
    pub(crate) fn assemble(setup: &Setup) -> Self {
        let mut centres = [SquareSet::EMPTY; 5];
        let mut cards_key = 0;
        for square in Square::ALL {
            if let Some(card) = setup.cards[square.index()] {
                centres[card.centre() as usize].insert(square);
                cards_key ^= card_key(card, square);
            }
        }
        Self { setup: *setup, centres, cards_key }
    }

    /// Everything the position consists of, to change it and make a [position](Self::from_setup) of it again.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The same position, played on by other rules.
    #[must_use]
    pub const fn with_rules(self, rules: Rules) -> Self {
        Self { setup: Setup { rules, ..self.setup }, ..self }
    }

    /// The rules the position is played by.
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// The player to move; in a finished game, the one who would be next.
    pub const fn turn(&self) -> Player {
        if self.setup.ply.is_multiple_of(2) { Player::White } else { Player::Black }
    }

    /// The card on a square as it lies, or `None` if the square is empty.
    pub const fn card(&self, square: Square) -> Option<Card> {
        self.setup.cards[square.index()]
    }

    /// The squares with cards.
    pub fn cards(&self) -> SquareSet {
        self.centres.into_iter().fold(SquareSet::EMPTY, SquareSet::union)
    }

    /// The squares of a player's checkers.
    pub const fn checkers(&self, player: Player) -> SquareSet {
        self.setup.checkers[player as usize]
    }

    /// The cards a player has collected.
    pub const fn hand(&self, player: Player) -> Hand {
        self.setup.hands[player as usize]
    }

    /// The number of plies played.
    pub const fn ply(&self) -> u32 {
        self.setup.ply
    }

    /// Whether a player ended the phase (ruling 4).
    pub const fn is_ended(&self) -> bool {
        self.setup.ended
    }

    /// Whether the phase is over: ended by a player or at the limit of plies (rulings 4 and 5).
    pub(crate) fn is_over(&self) -> bool {
        self.setup.ended || self.setup.ply >= self.setup.rules.last_ply()
    }

    /// Whether checkers are still being placed (ruling 2).
    pub const fn is_placement(&self) -> bool {
        self.setup.checkers[0].len() + self.setup.checkers[1].len() < Rules::CHECKERS
    }

    /// The outcome, with the points of both players, or `None` while the game is running (rulings 4 to 6).
    #[inline]
    pub fn outcome(&self) -> Option<Outcome<Player>> {
        let points = |player| (player, self.hand(player).points() as i32);
        self.is_over().then(|| Outcome::Points(Points::new(Player::ALL.map(points))))
    }
}

impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        let Setup { checkers: [white, black], hands, ended, ply, rules, .. } = self.setup;
        let limit = rules.ply_limit;
        let words = [
            white.bits() | u64::from(ended) << 63,
            black.bits() | u64::from(limit.is_some()) << 63,
            hands[0].bits(),
            hands[1].bits(),
            u64::from(ply) << 32 | u64::from(limit.unwrap_or_default()),
        ];
        words.into_iter().fold(self.cards_key, key::mix)
    }
}

pub(crate) const fn card_key(card: Card, square: Square) -> u64 {
    key::mix(0, (square.index() * 128 + card.index()) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 136);
    }
}
