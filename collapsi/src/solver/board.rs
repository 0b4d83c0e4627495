//! The cards of a position, as walks see them.

use crate::card::Card;
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
        let steps =
            |card: Option<Card>| card.map_or(Steps::ONE, |card| card.steps(position.rules()));
        Self { walks: Walks::get(), steps: Square::ALL.map(|square| steps(position.card(square))) }
    }

    /// The squares on which walks that start on the card of `from` can end, the pawns disregarded.
    #[inline]
    pub(super) fn reach(&self, from: Square, face_up: SquareSet) -> SquareSet {
        self.walks.reach(from, self.steps[from.index()], face_up)
    }
}
