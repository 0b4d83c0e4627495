//! The search: the best move, and the score of the position.

mod aspiration;
mod deepen;
mod history;
mod marks;
mod minimax;
mod negamax;
mod order;
mod parallel;
mod schedule;
mod table;
mod techniques;

use std::time::Duration;

use crate::game::{Game, Keyed};
use crate::search::{Evaluator, Limits, Score, Watch, finished};

pub(crate) use deepen::cut_at_illegal;
pub(crate) use minimax::Tree;
pub use minimax::{Minimax, minimax};
pub use techniques::Techniques;

use negamax::Negamax;
use order::Buffers;
use table::Table;

/// The search: principal variation search with iterative deepening, for any number of players.
///
/// Negamax with alpha-beta pruning (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975) deepens ply by ply,
/// and each depth passes on what it learns. Its [`Techniques`] can be [switched](Search::with_techniques):
/// [`PLAY`](Techniques::PLAY), the default, is for the best move in the time there is, [`EXACT`](Techniques::EXACT)
/// for exact scores up to a depth. Both solve: without limits a search continues until the score is proven.
///
/// # More than two players
///
/// The search finds the score that the player to move can enforce, even if all opponents play together against them:
/// paranoid search (Sturtevant and Korf, *On pruning techniques for multi-player games*, 2000). A proven win is real,
/// whatever the opponents do; a proven loss or draw only if they do play together. [`MaxN`](crate::search::MaxN)
/// expects opponents to play for themselves instead, and does not look as far. With one player the score is the best
/// that can be reached. One search can play several seats: its table keeps the results for each of them apart.
///
/// # What is exact
///
/// A score is a win or a loss with its distance in plies, or a value in the units of the evaluator. Wins
/// and losses are real: the player can enforce the win, at least as fast as the score states. What is
/// [`proven`](Analysis::proven) is exact, and its line is best play, except for a chance of about 2⁻⁶⁴ that
/// two positions met have the same key. [`ProofSearch`](https://docs.rs/fourfold-solve/latest/solve/struct.ProofSearch.html) makes proofs without it.
///
/// Late move reductions can hide a win or a loss for some iterations. A score of a reduced search is never proven: a win
/// or a loss that it found is searched again without reductions before it is reported.
///
/// # In a server
///
/// A search has a table of its own, of 16 MiB or of [another size](Search::with_memory), and 128 KiB for
/// history for each thread. It is `Send` if the evaluator is, and shares nothing with others. A run blocks
/// its thread until a [limit](crate::Limits), or until another thread raises a
/// [`StopFlag`](crate::StopFlag); it then returns the best move so far. A search keeps its table between
/// runs, so that the next move of the same game profits; one for a whole process is correct too.
///
/// The players may move in any order, several plies in a row included. The same runs in the same order
/// give the same results, unless time or a stop flag ends them. The [crate page](crate) shows a run.
#[must_use]
pub struct Search<G: Game, E> {
    evaluator: E,
    settings: Settings,
    table: Table,
    buffers: Buffers<G::Move>,
    /// The size of the table in bytes, until it is allocated.
    memory: Option<usize>,
}

/// The settings of a search.
#[derive(Clone, Copy)]
struct Settings {
    techniques: Techniques,
    /// The number of best moves to find.
    lines: usize,
}

impl<G: Keyed, E: Evaluator<G>> Search<G, E> {
    /// A search by this evaluator, for one best move, with a table of 16 MiB and [`Techniques::PLAY`].
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            settings: Settings { techniques: Techniques::PLAY, lines: 1 },
            memory: Some(16 << 20),
            table: Table::NONE,
            buffers: Buffers::default(),
        }
    }

    /// The same search with a transposition table of at most this many bytes, 16 MiB by default, 16 an entry;
    /// 0 is a search without. It is allocated by the first run, which returns [`SearchError::NoMemory`] if
    /// the system does not grant it.
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), table: Table::NONE, ..self }
    }

    /// The same search with other techniques: they change how soon a result is proven, never what is proven.
    pub fn with_techniques(self, techniques: Techniques) -> Self {
        Self { settings: Settings { techniques, ..self.settings }, ..self }
    }

    /// The same search, looking for this many best moves and their lines (multi-PV); at least 1.
    pub fn with_lines(self, lines: usize) -> Self {
        Self { settings: Settings { lines: lines.max(1), ..self.settings }, ..self }
    }

    /// Its evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets the results of earlier runs: the next one finds what a new search would. The table stays allocated.
    pub fn clear(&mut self) {
        self.table.clear();
        self.buffers = Buffers::default();
    }

    /// Searches deeper and deeper until a limit is reached or the position is solved.
    ///
    /// With a limit of depth alone, every second depth is skipped: it would hardly make the last depth
    /// faster. To [solve](Limits::solve) a position, nearly all depths are skipped. Otherwise none is.
    ///
    /// However tight the limits, a running game gets a legal move.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run(&mut self, position: &G, limits: &Limits) -> Result<Analysis<G::Move>, SearchError> {
        self.run_with(position, limits, |_| {})
    }

    /// Like [`run`](Search::run), and calls `report` with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run_with(
        &mut self,
        position: &G,
        limits: &Limits,
        mut report: impl FnMut(&Analysis<G::Move>),
    ) -> Result<Analysis<G::Move>, SearchError> {
        self.run_alone(position, None, limits, &mut report)
    }

    /// Searches by the calling thread, of the position only these moves, if there are any.
    fn run_alone(
        &mut self,
        position: &G,
        only: Option<&[G::Move]>,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Result<Analysis<G::Move>, SearchError> {
        self.begin(position)?;
        let Self { evaluator, settings, table, buffers, .. } = self;
        let tools = (&*evaluator, &*table);
        let mut negamax =
            Negamax::new(position, tools, buffers, (*settings, only), Watch::new(limits));
        let before_search = negamax.before_search(position)?;
        let mut share = |analysis| {
            report(&analysis);
            analysis
        };
        let (_, analysis) = negamax.deepen(position, limits, before_search, &mut share);
        Ok(analysis)
    }

    fn begin(&mut self, position: &G) -> Result<(), SearchError> {
        if let Some(bytes) = self.memory {
            self.table = Table::with_bytes(bytes).ok_or(SearchError::NoMemory { bytes })?;
            self.memory = None;
        }
        position.seat(position.turn()).ok_or(SearchError::UnknownPlayer)?;
        self.table.next_generation();
        if self.settings.techniques.history {
            self.buffers.history.age();
        }
        Ok(())
    }
}

system::debug_some!([G: Game, E] Search<G, E>);

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Analysis<M> {
    /// The principal variation: best play by both sides. For a proven win or loss it continues to the end
    /// of the game, or as far as the evaluator [knows](Evaluator::known) the way. It is empty only if the
    /// game is over; if no depth beyond 0 could be searched it is the move that is best statically.
    pub line: Vec<M>,
    /// The score of the position for the player to move. With more than two players all opponents are taken
    /// to play against this one. If the search was interrupted within a depth, the score is a lower bound. If
    /// it was interrupted within depth 0, the score is a meaningless 0.
    pub score: Score,
    /// Whether the score is exact and the line best play: no deeper search can change the score, its
    /// distance included, and every move of the line keeps the exact score of the position it is made
    /// in, for the player who makes it. A value is then that of a
    /// [finished game](Evaluator::outcome_score): 0 for a draw, or a [margin](crate::search::ByMargin).
    ///
    /// That holds with any techniques, limits, threads, lines and interruptions. What the evaluator
    /// [knows](Evaluator::known) counts as exact.
    pub proven: bool,
    /// The next best moves with their lines, best first, if [more than one](Search::with_lines) was
    /// asked for. Each leads to another position. None has a better score than the best: a score that the
    /// depth before an interrupted one found is lowered to that.
    pub others: Vec<Variation<M>>,
    /// The depth searched completely, in plies. Noisy moves were followed further.
    pub depth: u32,
    /// The number of positions visited, by all threads together.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl<M> Analysis<M> {
    /// The result of a search of one's own: a line and its score, nothing else being known.
    pub fn new(line: Vec<M>, score: Score) -> Self {
        let (others, elapsed) = (Vec::new(), Duration::ZERO);
        Self { line, score, proven: false, others, depth: 0, nodes: 0, elapsed }
    }
}

impl<M: Clone> Analysis<M> {
    /// The best move found, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().cloned()
    }

    /// The number of positions visited in a second; 0 if that took no time.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }

    /// The same with other moves: `other` reads a line.
    pub fn map<N>(&self, other: impl Fn(&[M]) -> Vec<N>) -> Analysis<N> {
        let variation =
            |v: &Variation<M>| Variation { line: other(&v.line), score: v.score, proven: v.proven };
        let others = self.others.iter().map(variation).collect();
        let Self { score, proven, depth, nodes, elapsed, .. } = *self;
        Analysis { line: other(&self.line), others, score, proven, depth, nodes, elapsed }
    }

    /// The best line and the [others](Self::others), best first.
    pub fn into_variations(self) -> Vec<Variation<M>> {
        let Self { line, score, proven, others, .. } = self;
        let best = Variation { line, score, proven };
        std::iter::once(best).chain(others).collect()
    }

    /// Scores by seat: the mover's is the search's score, a single opponent's its negation. With more players
    /// the opponents have the evaluation at the end of the line.
    pub fn scores<G: Game<Move = M>>(
        &self,
        position: &G,
        evaluator: &impl Evaluator<G>,
    ) -> Vec<Score> {
        let (turn, players) = (position.turn(), position.players());
        let mut end = position.clone();
        self.line.iter().for_each(|m| end.play_unchecked(m.clone()));
        let plies = self.line.len() as u32;
        let score = |&player: &G::Player| match finished(&end, evaluator, player) {
            _ if player == turn => self.score,
            _ if players.len() == 2 => -self.score,
            Some(score) => score.seen_earlier(plies),
            None => Score::value(evaluator.evaluate(&end, player)),
        };
        players.iter().map(score).collect()
    }

    /// Whether a deeper search would find nothing new about so many lines.
    fn is_settled(&self, lines: usize) -> bool {
        let mut others = self.others.iter().take(lines - 1);
        self.proven && (lines == 1 || self.depth > 0) && others.all(|other| other.proven)
    }
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Variation<M> {
    /// The moves, from the position on.
    pub line: Vec<M>,
    /// The score for the player to move, as for the [best line](Analysis::score).
    pub score: Score,
    /// Whether the score of the first move is exact, and all moves after it are best play, as in the
    /// [best line](Analysis::proven).
    pub proven: bool,
}

impl<M> Default for Variation<M> {
    fn default() -> Self {
        Self { line: Vec::new(), score: Score::DRAW, proven: false }
    }
}

/// The reason why a position cannot be searched: the same for all searches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum SearchError {
    /// Whoever is to move must be one of the players.
    #[error("the player to move is not one of the players of the game")]
    UnknownPlayer,
    /// A running game must have a move.
    #[error("the game is running by outcome(), but lists no moves")]
    NoMoves,
    /// One of the [moves to search](Search::run_among) must be legal.
    #[error("none of the moves to search is legal")]
    NoneLegal,
    /// The system does not grant the memory for the table or the tree.
    #[error("no memory for {bytes} bytes")]
    NoMemory { bytes: usize },
}
