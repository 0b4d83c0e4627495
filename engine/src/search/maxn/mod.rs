//! Max^n: a search for any number of players, each of whom plays for themselves.

mod buffers;
mod table;
mod tree;

use std::fmt;
use std::time::Duration;

use buffers::Buffers;
use table::Table;
use tree::Tree;

use crate::game::{Game, Keyed};
use crate::search::alpha_beta::SearchError;
use crate::search::evaluate::Evaluator;
use crate::search::limits::{Limits, Watch};
use crate::search::score::Score;

/// A search for any number of players, each of whom plays for the best score of their own: max^n,
/// with iterative deepening and a transposition table (Luckhardt and Irani, *An algorithmic solution
/// of n-person games*, 1986).
///
/// Every position has a score for each player. At a finished game they are those of
/// [`Evaluator::outcome_score`]: a win, a loss or a draw, with the distance, or a
/// [margin](crate::search::ByMargin); where the depth is reached they are the evaluator's values, after its
/// [noisy moves](Evaluator::noisy_moves) were followed. Elsewhere they are those of the move that is
/// best for the player to move. Of moves that are equally good, that is the one that leaves the player
/// in the next seat worst off, then the player after, and so on. So the scores to a depth depend on the
/// position alone, not on earlier searches or the order of moves.
///
/// # What the scores say
///
/// With three or more players they are what happens if everybody reasons in the same way. A win is
/// no guarantee: a player who is about to lose may let another one win. What a player can be sure
/// of is the question of [`Search`](crate::Search). With two players that gives the same scores, many
/// times faster, if it searches with [`Techniques::exact`](crate::search::Techniques::EXACT); with one it is
/// the best that can be reached.
///
/// # Pruning
///
/// Little can be left out of max^n (Korf, *Multi-player alpha-beta pruning*, 1991). This is done:
///
/// * A win at once ends the search of a position. So do wins that come too late to matter.
/// * A position is left as soon as the player to move can win there, if the player who moved before has
///   something better than that loss.
/// * With two players a position is left as soon as what remains there for the player who moved before
///   is less than they are sure of (Korf's shallow pruning; deep pruning is wrong in max^n).
///
/// The table holds exact scores of all players, and answers for exactly the depth that was searched,
/// or for larger ones where all games have ended. [`Evaluator::known`] is not asked: it knows the
/// score of one player.
///
/// ```
/// use engine::{Limits, NoEvaluation, Score};
/// use engine::search::MaxN;
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
///
/// let analysis = MaxN::new(NoEvaluation).run(&Nim::new([1, 2]), &Limits::new())?;
/// assert_eq!(analysis.scores, [Score::win_in(3), Score::loss_in(3)]);
/// # Ok::<_, engine::SearchError>(())
/// ```
pub struct MaxN<G: Game, E> {
    evaluator: E,
    table: Table<G::Move>,
    buffers: Buffers<G::Move>,
}

impl<G: Keyed, E: Evaluator<G>> MaxN<G, E> {
    /// The size of the transposition table of a [`new`](MaxN::new) search, in bytes.
    pub const TABLE_BYTES: usize = 16 << 20;

    /// A search by this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self::with_table_bytes(evaluator, Self::TABLE_BYTES)
    }

    /// A search whose transposition table takes at most this many bytes; 0 is a search without. If the
    /// system does not grant the memory, [`run`](MaxN::run) returns
    /// [`SearchError::TableTooLarge`].
    pub fn with_table_bytes(evaluator: E, bytes: usize) -> Self {
        let table = Table::with_bytes(bytes);
        Self { evaluator, table, buffers: Buffers::default() }
    }

    /// Forgets what earlier runs found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches deeper and deeper until a limit is reached or the position is solved.
    ///
    /// However tight the limits, a running game gets a legal move.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<MaxNAnalysis<G::Move>, SearchError> {
        self.run_with(position, limits, |_| {})
    }

    /// Like [`run`](MaxN::run), and calls `report` with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run_with(
        &mut self,
        position: &G,
        limits: &Limits,
        mut report: impl FnMut(&MaxNAnalysis<G::Move>),
    ) -> Result<MaxNAnalysis<G::Move>, SearchError> {
        let mut tree = self.tree(position, limits)?;
        let mut analysis = tree.glance(position);
        if analysis.line.is_empty() && !analysis.proven {
            return Err(SearchError::NoMoves);
        }
        for depth in 0..=limits.max_depth() {
            if analysis.proven || depth > 1 && tree.watch.is_late() {
                break;
            }
            let (deeper, interrupted) = tree.search_to(position, depth, analysis);
            analysis = deeper;
            if interrupted {
                break;
            }
            report(&analysis);
        }
        Ok(analysis)
    }

    fn tree<'s>(
        &'s mut self,
        position: &G,
        limits: &'s Limits,
    ) -> Result<Tree<'s, G, E>, SearchError> {
        let players = position.players();
        if !players.contains(&position.turn()) {
            return Err(SearchError::UnknownPlayer);
        }
        let count = players.len();
        let refused = SearchError::TableTooLarge { bytes: self.table.bytes };
        self.table.begin(count).ok_or(refused)?;
        self.buffers.begin(count);
        Ok(Tree {
            evaluator: &self.evaluator,
            table: &mut self.table,
            buffers: &mut self.buffers,
            watch: Watch::new(limits),
            players: players.iter().copied().collect(),
            guesses: 0,
        })
    }
}

impl<G: Game, E> fmt::Debug for MaxN<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaxN").finish_non_exhaustive()
    }
}

/// What max^n found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MaxNAnalysis<M> {
    /// The principal variation: the play from the position on that the search expects. It is empty
    /// only if the game is over; if no depth beyond 0 could be searched it is the move that would be
    /// tried first.
    pub line: Vec<M>,
    /// What the position is worth to every player, in the order of their seats.
    pub scores: Vec<Score>,
    /// Whether no deeper search can change the scores.
    pub proven: bool,
    /// How many plies ahead was searched completely. Noisy moves were followed further.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long the search took.
    pub elapsed: Duration,
}

impl<M: Copy> MaxNAnalysis<M> {
    /// The best move found, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}
