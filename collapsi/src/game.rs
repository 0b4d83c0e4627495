//! The rules as a [`Game`] of the engine.

use engine::{Game, Outcome, Start};

use crate::deal::Deal;
use crate::legal::IllegalMove;
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::square::Move;

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.moves());
    }

    fn check(&self, to: Move) -> Result<(), IllegalMove> {
        let from = self.pawn(self.turn());
        if self.moves().is_empty() {
            return Err(IllegalMove::GameOver);
        }
        if to == from {
            return Err(IllegalMove::SameSquare { to });
        }
        if !self.face_up().contains(to) {
            return Err(IllegalMove::Collapsed { to });
        }
        if to == self.pawn(!self.turn()) {
            return Err(IllegalMove::Occupied { to });
        }
        match self.card(from) {
            Some(card) if !self.reach().contains(to) => {
                Err(IllegalMove::OutOfReach { from, to, steps: card.steps(self.rules()) })
            }
            _ => Ok(()),
        }
    }

    /// Moves the pawn and collapses the card that it leaves (ruling 5).
    fn play_unchecked(&mut self, to: Move) {
        let from = self.pawn(self.turn);
        self.cards.collapse(from);
        self.face_up = self.face_up.without(from);
        self.pawns[self.turn as usize] = to;
        self.turn = !self.turn;
    }
}

/// The cards are dealt at random from the seed.
impl Start for Position {
    fn start(rules: &Rules, seed: u64) -> Self {
        Deal::random(seed).position(*rules)
    }
}
