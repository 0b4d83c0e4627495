//! The search: what is the best move, and what is the position worth?

mod negamax;
mod quiescence;
mod table;

use std::fmt;
use std::time::Duration;

use crate::evaluate::Evaluator;
use crate::game::{Game, Keyed};
use crate::limits::{Limits, Watch};
use crate::score::Score;

use negamax::{Buffers, Negamax};
use table::Table;

/// A search for games of two players: negamax with alpha-beta pruning, iterative deepening and a
/// transposition table (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975).
///
/// Where the depth is reached, the evaluator's [noisy moves](Evaluator::noisy_moves) are followed
/// until the position is quiet.
///
/// The players may move in any order, several plies in a row included. A search keeps its table
/// between runs, so that the next move of the same game profits; [`clear`](Search::clear) makes it
/// forget. The same runs in the same order give the same results, unless time or a stop flag ends
/// them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Blind, Limits, Score, Search};
///
/// let mut search = Search::new(Blind);
/// let analysis = search.run(&Nim::new([1, 2, 4]), &Limits::new())?;
/// assert_eq!(analysis.score, Score::win_in(7));
/// assert!(analysis.proven);
/// assert_eq!(analysis.best(), Some(Take { heap: 2, stones: 1 }));
/// # Ok::<_, engine::SearchError>(())
/// ```
pub struct Search<G: Game, E> {
    evaluator: E,
    table: Table<G::Move>,
    buffers: Buffers<G::Move>,
}

impl<G: Keyed, E: Evaluator<G>> Search<G, E> {
    /// The size of the transposition table of a [`new`](Search::new) search, in bytes.
    pub const TABLE_BYTES: usize = 16 << 20;

    /// A search by this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self::with_table_bytes(evaluator, Self::TABLE_BYTES)
    }

    /// A search whose transposition table takes at most this many bytes; 0 is a search without.
    pub fn with_table_bytes(evaluator: E, bytes: usize) -> Self {
        Self { evaluator, table: Table::with_bytes(bytes), buffers: Buffers::default() }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets what earlier runs found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches deeper and deeper until a limit is reached or the position is solved.
    ///
    /// However tight the limits, an unfinished position gets a legal move.
    ///
    /// # Errors
    ///
    /// The game is not one of two players.
    pub fn run(&mut self, position: &G, limits: &Limits) -> Result<Analysis<G::Move>, SearchError> {
        self.run_with(position, limits, |_| {})
    }

    /// Like [`run`](Search::run), and calls `report` with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// The game is not one of two players.
    pub fn run_with(
        &mut self,
        position: &G,
        limits: &Limits,
        mut report: impl FnMut(&Analysis<G::Move>),
    ) -> Result<Analysis<G::Move>, SearchError> {
        let players = position.players().len();
        if players != 2 {
            return Err(SearchError::Players { players });
        }
        self.table.next_generation();
        let mut negamax =
            Negamax::new(&self.evaluator, &mut self.table, &mut self.buffers, Watch::new(limits));
        let mut analysis = negamax.glance(position);
        for depth in 0..=limits.max_depth() {
            if analysis.proven {
                break;
            }
            let (deeper, interrupted) = negamax.search_to(position, depth, analysis);
            analysis = deeper;
            if interrupted {
                break;
            }
            report(&analysis);
        }
        Ok(analysis)
    }
}

impl<G: Game, E> fmt::Debug for Search<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The principal variation: best play by both sides, from the position on. For a proven win or
    /// loss it goes on to the end of the game. It is empty only if the game is over; if no depth
    /// beyond 0 could be searched it is the move that would be tried first.
    pub line: Vec<M>,
    /// What the position is worth to the player to move. If the search was interrupted within a
    /// depth, it is worth that or more.
    pub score: Score,
    /// Whether the score is exact: no deeper search can change it. A value of 0 is then a draw.
    pub proven: bool,
    /// How many plies ahead was searched completely. Noisy moves were followed further.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long the search took.
    pub elapsed: Duration,
}

impl<M: Copy> Analysis<M> {
    /// The best move found, or `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// Why a position cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// Negamax needs two players with opposite interests.
    #[error("this search is for games of two players, not {players}")]
    Players {
        /// How many there are.
        players: usize,
    },
    /// Whoever is to move must be one of the players.
    #[error("the player to move is not one of the players of the game")]
    Stranger,
}
