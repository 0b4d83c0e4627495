//! A tablebase as part of an evaluator.

use std::sync::Arc;

use super::{Family, Move, Tablebase};
use engine::game::Game;
use engine::search::Window;
use engine::search::{Evaluator, Known, StandPat};

/// An evaluator that probes a tablebase and leaves everything else to another evaluator.
///
/// Clones share the table, so every search can have one.
///
/// ```
/// # fn example<F, E>(table: solve::tablebase::Tablebase<F>, evaluator: E, position: &F::Game)
/// # where F: solve::tablebase::Family<Game: engine::Keyed>, E: engine::Evaluator<F::Game> {
/// use solve::tablebase::WithTablebase;
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
    fn evaluate(&self, position: &F::Game, player: <F::Game as Game>::Player) -> i32 {
        self.evaluator.evaluate(position, player)
    }

    fn order(&self, position: &F::Game, m: Move<F>) -> i32 {
        self.evaluator.order(position, m)
    }

    fn min_sort_depth(&self) -> u32 {
        self.evaluator.min_sort_depth()
    }

    fn min_table_depth(&self) -> u32 {
        self.evaluator.min_table_depth()
    }

    fn noisy_moves(&self, position: &F::Game, moves: &mut Vec<Move<F>>) -> StandPat {
        self.evaluator.noisy_moves(position, moves)
    }

    /// The score in the table, or else the proven score of the other evaluator. Its answer to a depth could
    /// contradict the table, which sees farther.
    fn known(&self, position: &F::Game, depth: u32, window: Window) -> Option<Known> {
        let proven = || {
            let known = self.evaluator.known(position, depth, window)?;
            known.proven().is_some().then_some(known)
        };
        self.table.probe(position).map(Known::Proven).or_else(proven)
    }

    fn candidate_moves(&self, position: &F::Game, moves: &mut Vec<Move<F>>) {
        self.evaluator.candidate_moves(position, moves);
    }
}
