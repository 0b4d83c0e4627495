//! Positions: the cards face up, the pawns, and whose turn it is.

use std::fmt;

use engine::key;

use crate::card::{Card, Steps};
use crate::player::Player;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::walk::Walks;

/// A move, named by the square it ends on (ruling 4).
pub type Move = Square;

/// A position: which cards are face up, where the pawns stand, whose turn it is, and by which rules.
///
/// Every position is playable: both pawns stand on face-up cards, on different ones. Positions come
/// from a [`Deal`](crate::Deal), from text, or from [`Position::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    cards: Cards,
    face_up: SquareSet,
    /// By player: red's, blue's.
    pawns: [Square; 2],
    turn: Player,
    rules: Rules,
}

impl Position {
    /// Sets up any position, for studies and endgames: the face-up cards by [`Square::index`], with
    /// `None` for collapsed ones, the pawns, and the player to move.
    ///
    /// # Errors
    ///
    /// A pawn does not stand on a face-up card, or both stand on the same.
    pub fn new(
        cards: &[Option<Card>; Square::COUNT],
        red: Square,
        blue: Square,
        turn: Player,
        rules: Rules,
    ) -> Result<Self, PositionError> {
        for (player, square) in [(Player::Red, red), (Player::Blue, blue)] {
            if cards[square.index()].is_none() {
                return Err(PositionError::PawnOnCollapsedCard { player, square });
            }
        }
        if red == blue {
            return Err(PositionError::PawnsTogether { square: red });
        }
        Ok(Self::assemble(cards, [red, blue], turn, rules))
    }

    /// The position of these parts, which are known to fit.
    pub(crate) fn assemble(
        cards: &[Option<Card>; Square::COUNT],
        pawns: [Square; 2],
        turn: Player,
        rules: Rules,
    ) -> Self {
        let face_up =
            Square::ALL.into_iter().filter(|square| cards[square.index()].is_some()).collect();
        Self { cards: Cards::new(cards), face_up, pawns, turn, rules }
    }

    /// The same position, played on by other rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The card on a square, or `None` if it is collapsed.
    #[must_use]
    pub const fn card(&self, square: Square) -> Option<Card> {
        self.cards.get(square)
    }

    /// The squares with face-up cards.
    #[must_use]
    pub const fn face_up(&self) -> SquareSet {
        self.face_up
    }

    /// Where a player's pawn stands.
    #[must_use]
    pub const fn pawn(&self, player: Player) -> Square {
        self.pawns[player as usize]
    }

    /// The player to move; in a finished game, the one who could not.
    #[must_use]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The rules the position is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Every move of the player to move, as the set of squares they can end on (rulings 1 to 4).
    #[must_use]
    pub fn moves(&self) -> SquareSet {
        self.reach().without(self.pawn(!self.turn))
    }

    /// The winner, or `None` while the game is running: who cannot move has lost (ruling 6).
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.moves().is_empty().then_some(!self.turn)
    }

    /// The squares that walks of the player to move can end on, the opponent's pawn disregarded.
    fn reach(&self) -> SquareSet {
        let from = self.pawn(self.turn);
        match self.cards.get(from) {
            Some(card) => Walks::get().reach(from, card.steps(self.rules), self.face_up),
            None => SquareSet::EMPTY,
        }
    }

    /// Says whether the player to move can move to `to`, and if not, why.
    pub(crate) fn check(&self, to: Move) -> Result<(), IllegalMove> {
        let from = self.pawn(self.turn);
        if let Some(winner) = self.winner() {
            return Err(IllegalMove::GameOver { winner });
        }
        if to == from {
            return Err(IllegalMove::SameSquare { to });
        }
        if !self.face_up.contains(to) {
            return Err(IllegalMove::Collapsed { to });
        }
        if to == self.pawn(!self.turn) {
            return Err(IllegalMove::Occupied { to });
        }
        match self.cards.get(from) {
            Some(card) if !self.reach().contains(to) => {
                Err(IllegalMove::OutOfReach { from, to, steps: card.steps(self.rules) })
            }
            _ => Ok(()),
        }
    }

    /// Moves and collapses the card left (ruling 5).
    pub(crate) fn play_unchecked(&mut self, to: Move) {
        let from = self.pawn(self.turn);
        self.cards.collapse(from);
        self.face_up = self.face_up.without(from);
        self.pawns[self.turn as usize] = to;
        self.turn = !self.turn;
    }

    pub(crate) fn key(&self) -> u64 {
        let [red, blue] = self.pawns.map(|square| square.index() as u64);
        let rest = red | blue << 4 | (self.turn as u64) << 8 | (self.rules as u64) << 9;
        key::mix(key::mix(0, self.cards.0), rest)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, {})", self.rules)
    }
}

/// Why a position cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A pawn must stand on a face-up card.
    #[error("the {player} pawn stands on {square}, where no card is face up")]
    PawnOnCollapsedCard {
        /// Whose pawn it is.
        player: Player,
        /// Where it stands.
        square: Square,
    },
    /// The pawns must stand on different cards.
    #[error("both pawns stand on {square}")]
    PawnsTogether {
        /// Where they stand.
        square: Square,
    },
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over (ruling 6).
    #[error("the game is over, {winner} has won")]
    GameOver {
        /// Who has won it.
        winner: Player,
    },
    /// A walk does not come back to its start (ruling 1).
    #[error("the pawn stands on {to} already")]
    SameSquare {
        /// Where the move ends.
        to: Square,
    },
    /// A walk enters no collapsed card (ruling 1).
    #[error("the card on {to} is collapsed")]
    Collapsed {
        /// Where the move ends.
        to: Square,
    },
    /// A walk does not end on the opponent's pawn (ruling 2).
    #[error("the opponent's pawn stands on {to}")]
    Occupied {
        /// Where the move ends.
        to: Square,
    },
    /// No walk of this length leads there (rulings 1 and 3).
    #[error("no walk of {steps} leads from {from} to {to}")]
    OutOfReach {
        /// Where the pawn stands.
        from: Square,
        /// Where the move ends.
        to: Square,
        /// How many steps the card under the pawn demands.
        steps: Steps,
    },
}

/// The face-up cards, four bits a square: 0 for a collapsed card, else one more than the card.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Cards(u64);

impl Cards {
    fn new(cards: &[Option<Card>; Square::COUNT]) -> Self {
        let nibbles = Square::ALL.into_iter().filter_map(|square| {
            cards[square.index()].map(|card| (card as u64 + 1) << (4 * square.index()))
        });
        Self(nibbles.fold(0, |all, nibble| all | nibble))
    }

    const fn get(self, square: Square) -> Option<Card> {
        match self.0 >> (4 * square.index()) & 15 {
            1 => Some(Card::Joker),
            2 => Some(Card::Ace),
            3 => Some(Card::Two),
            4 => Some(Card::Three),
            5 => Some(Card::Four),
            _ => None,
        }
    }

    const fn collapse(&mut self, square: Square) {
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
