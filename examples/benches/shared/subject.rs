//! A game with an evaluator.

use engine::{Evaluator, Keyed};

/// A game with an evaluator.
pub(crate) trait Subject {
    type Position: Keyed + std::fmt::Debug + 'static;
    type Judge: Evaluator<Self::Position>;

    /// A new evaluator.
    fn judge() -> Self::Judge;
}

pub(crate) type Position<S> = <S as Subject>::Position;
