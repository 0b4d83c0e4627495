//! Legal moves (rulings 1 to 4).

use crate::position::Position;
use crate::square::{Square, SquareSet};
use crate::steps::Steps;
use crate::walk::Walks;

impl Position {
    /// Every move of the player to move, as the set of squares they can end on (rulings 1 to 4).
    pub fn moves(&self) -> SquareSet {
        self.reach().without(self.pawn(!self.turn()))
    }

    /// The squares that walks of the player to move can end on, the opponent's pawn disregarded.
    pub(crate) fn reach(&self) -> SquareSet {
        let from = self.pawn(self.turn());
        match self.card(from) {
            Some(card) => Walks::get().reach(from, card.steps(self.rules()), self.face_up()),
            None => SquareSet::EMPTY,
        }
    }
}

/// The first rule that a move breaks, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over (ruling 6).
    #[error("the game is over")]
    GameOver,
    /// A walk does not come back to its start (ruling 1).
    #[error("the pawn stands on {to} already")]
    SameSquare { to: Square },
    /// A walk enters no collapsed card (ruling 1).
    #[error("the card on {to} is collapsed")]
    Collapsed { to: Square },
    /// A walk does not end on the opponent's pawn (ruling 2).
    #[error("the opponent's pawn stands on {to}")]
    Occupied { to: Square },
    /// No walk of this length leads there (rulings 1 and 3).
    #[error("no walk of {steps} leads from {from} to {to}")]
    OutOfReach { from: Square, to: Square, steps: Steps },
}
