//! A tablebase as part of an evaluator.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Family, Move, Tablebase};
use crate::game::Game;
use crate::search::evaluate::{Evaluator, StandPat};
use crate::search::score::Score;

/// An evaluator that probes a tablebase and leaves everything else to another evaluator.
///
/// Clones share the table, so every search can have one.
///
/// ```
/// # fn example<F, E>(table: engine::solve::tablebase::Tablebase<F>, evaluator: E, position: &F::Game)
/// # where F: engine::solve::tablebase::Family<Game: engine::Keyed>, E: engine::Evaluator<F::Game> {
/// use engine::solve::tablebase::WithTablebase;
/// use engine::{Limits, Search};
///
/// let mut search = Search::new(WithTablebase::new(evaluator, table));
/// let analysis = search.run(position, &Limits::new().depth(5));
/// # }
/// ```
#[derive(Debug)]
pub struct WithTablebase<E, F: Family> {
    evaluator: E,
    table: Arc<Tablebase<F>>,
}

impl<E, F: Family> WithTablebase<E, F> {
    /// Adds a table to an evaluator.
    pub fn new(evaluator: E, table: impl Into<Arc<Tablebase<F>>>) -> Self {
        Self { evaluator, table: table.into() }
    }
}

impl<E: Clone, F: Family> Clone for WithTablebase<E, F> {
    fn clone(&self) -> Self {
        Self { evaluator: self.evaluator.clone(), table: Arc::clone(&self.table) }
    }
}

impl<E: Evaluator<F::Game>, F: Family> Evaluator<F::Game> for WithTablebase<E, F> {
    // Not `look_ahead`: its answer to a depth could contradict the table, which sees farther.
    fn evaluate(&self, position: &F::Game, player: <F::Game as Game>::Player) -> i32 {
        self.evaluator.evaluate(position, player)
    }

    fn order(&self, position: &F::Game, m: Move<F>) -> i32 {
        self.evaluator.order(position, m)
    }

    fn orders(&self, depth: u32, moves: usize) -> bool {
        self.evaluator.orders(depth, moves)
    }

    fn remembers(&self, depth: u32) -> bool {
        self.evaluator.remembers(depth)
    }

    fn noisy_moves(&self, position: &F::Game, moves: &mut Vec<Move<F>>) -> StandPat {
        self.evaluator.noisy_moves(position, moves)
    }

    fn bounds(&self, position: &F::Game) -> Option<RangeInclusive<Score>> {
        self.evaluator.bounds(position)
    }

    fn candidate_moves(&self, position: &F::Game, moves: &mut Vec<Move<F>>) {
        self.evaluator.candidate_moves(position, moves);
    }

    fn probe(&self, position: &F::Game) -> Option<Score> {
        self.table.probe(position).or_else(|| self.evaluator.probe(position))
    }
}
