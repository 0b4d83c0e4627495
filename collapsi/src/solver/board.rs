//! The cards of a position, as walks see them.

use crate::position::Position;
use crate::square::{Square, SquareSet};
use crate::steps::Steps;
use crate::walk::Walks;

/// The steps of each card. They stay the same for all positions that follow, as cards only
/// collapse; so pawns and face-up cards alone distinguish those.
pub(super) struct Board {
    walks: &'static Walks,
    steps: [Steps; Square::COUNT],
}

impl Board {
    pub(super) fn of(position: &Position) -> Self {
        let mut steps = [Steps::ONE; Square::COUNT];
        for square in position.face_up() {
            if let Some(card) = position.card(square) {
                steps[square.index()] = card.steps(position.rules());
            }
        }
        Self { walks: Walks::get(), steps }
    }

    /// The squares on which walks that start on the card of `from` can end, the pawns disregarded.
    #[inline]
    pub(super) fn reach(&self, from: Square, face_up: SquareSet) -> SquareSet {
        self.walks.reach(from, self.steps[from.index()], face_up)
    }
}
