//! What is known of a game beyond what searches find.

use std::sync::Arc;

use engine::Wdl;
use engine::search::SharedEvaluator;

use crate::dynamic::Dynamic;
use crate::search::AnySearch;

/// The answer of a game's own solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The winner as text, or `draw`.
    pub winner: String,
    /// The plies to the end with best play.
    pub length: u32,
    /// The moves that keep both.
    pub moves: Vec<M>,
    /// A line of best play.
    pub line: Vec<M>,
}

/// Returns the result for the player to move, if it is known.
pub type Results<G> = Arc<dyn Fn(&G) -> Option<Wdl> + Send + Sync>;

/// The contents of a file of endings of a game.
#[non_exhaustive]
pub enum Knowledge<G> {
    /// Exact scores, as part of the best evaluator.
    Scores(SharedEvaluator<G>),
    /// Wins, draws and losses without distances.
    Results(Results<G>),
}

system::debug_some!([G] Knowledge<G>);

/// The same, for positions of any type.
#[derive(Clone)]
pub struct Endings {
    pub(crate) search: Option<Arc<dyn Fn() -> Box<dyn AnySearch> + Send + Sync>>,
    pub(crate) result: Results<Dynamic>,
}

impl Endings {
    /// A search by the scores of the file; `None` of a file without distances.
    pub fn search(&self) -> Option<Box<dyn AnySearch>> {
        self.search.as_ref().map(|search| search())
    }

    /// The result for the player to move, if the file knows it.
    pub fn result(&self, position: &Dynamic) -> Option<Wdl> {
        (self.result)(position)
    }
}

system::debug_some!(Endings);

/// Exact results of all starts of a game with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The number of starts.
    pub starts: u64,
    /// The starts that the first player wins.
    pub won: u64,
    /// The starts that are drawn; the others are lost.
    pub drawn: u64,
    /// Lengths in plies, each with its number of starts; may be empty.
    pub lengths: Vec<(u64, u64)>,
    /// How that is known, as in "by a survey of all deals".
    pub source: &'static str,
}
