//! Max^n: a search for any number of players, each of whom plays for themselves.

mod table;

use std::cmp::{Ordering, Reverse};
use std::time::Duration;

use smallvec::SmallVec;

use crate::game::{Game, Keyed, Stopped};
use crate::search::{
    Evaluator, Limits, Score, SearchError, StandPat, Watch, cut_at_illegal, sort_best_first,
};

use table::{Entry, Table};

/// A search for any number of players, each of whom maximises their own score: max^n, with iterative deepening and a
/// transposition table (Luckhardt and Irani, *An algorithmic solution of n-person games*, 1986).
///
/// Every position has a score for each player: of a finished game its
/// [score](Evaluator::outcome_score) with the distance, where the depth is reached the evaluator's values
/// after its [noisy moves](Evaluator::noisy_moves), elsewhere those of the move that is best for the player
/// to move. Of moves that are equally good, that is the one that leaves the player in the next seat worst
/// off, then the player after, and so on: the scores to a depth depend on the position alone.
///
/// With three or more players they hold if everybody reasons in the same way. A win is no guarantee: a
/// player who is about to lose may let another one win. [`Search`](crate::Search) finds the score that a
/// player can enforce. With two players an [exact](crate::search::Techniques::EXACT) one gives the same
/// scores, many times faster; with one player they are the best that can be reached.
///
/// Deep alpha-beta pruning is unsound in max^n, and shallow pruning needs a bound on the sum of all scores (Korf,
/// *Multi-player alpha-beta pruning*, 1991), which scores here do not have. Here only an immediate win ends the
/// search of a position. [`Evaluator::known`] is not used: it gives the score of one player.
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
#[must_use]
pub struct MaxN<G: Game, E> {
    evaluator: E,
    table: Table<G::Move>,
}

impl<G: Keyed, E: Evaluator<G>> MaxN<G, E> {
    /// A search by this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, table: Table::with_bytes(16 << 20) }
    }

    /// The same search with a transposition table of at most this many bytes, 16 MiB by default; 0 is a
    /// search without. It is allocated by the first run.
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { table: Table::with_bytes(bytes), ..self }
    }

    /// Forgets the results of earlier runs.
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
        position.seat(position.turn()).ok_or(SearchError::UnknownPlayer)?;
        let players = position.players();
        let refused = SearchError::NoMemory { bytes: self.table.bytes };
        self.table.begin(players.len()).ok_or(refused)?;
        let (evaluator, table) = (&self.evaluator, &mut self.table);
        let mut tree = Tree { evaluator, table, watch: Watch::new(limits), players };
        let mut analysis = tree.before_search(position)?;
        for depth in 0..=limits.max_depth() {
            if analysis.proven || depth > 1 && tree.watch.is_late() {
                break;
            }
            let interrupted = tree.search_to(position, depth as i32, &mut analysis).is_err();
            (analysis.nodes, analysis.elapsed) = (tree.watch.nodes(), tree.watch.elapsed());
            if interrupted {
                break;
            }
            report(&analysis);
        }
        Ok(analysis)
    }
}

system::debug_some!([G: Game, E] MaxN<G, E>);

/// The result of a max^n search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MaxNAnalysis<M> {
    /// The principal variation, which the search expects. It is empty only if the game is over; if no depth
    /// beyond 0 could be searched it is the move that would be tried first.
    pub line: Vec<M>,
    /// The scores of all players, in the order of their seats.
    pub scores: Vec<Score>,
    /// Whether no deeper search can change the scores, as in [`Analysis::proven`](crate::Analysis::proven).
    pub proven: bool,
    /// The depth searched completely, in plies. Noisy moves were followed further.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl<M: Copy> MaxNAnalysis<M> {
    /// The best move found, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// The scores of all players by seat, with distances from the position that has them.
type Scores = SmallVec<[Score; 4]>;

/// The result of searching a position to a depth.
struct Found<M> {
    scores: Scores,
    /// The principal variation, the last move first. It ends where the table knew the scores.
    line: Vec<M>,
    solved: bool,
}

struct Tree<'s, G: Keyed, E> {
    evaluator: &'s E,
    table: &'s mut Table<G::Move>,
    watch: Watch<'s>,
    players: &'s [G::Player],
}

impl<G: Keyed, E: Evaluator<G>> Tree<'_, G, E> {
    /// The analysis before any search: the outcome, or else the move that would be tried first.
    fn before_search(&self, position: &G) -> Result<MaxNAnalysis<G::Move>, SearchError> {
        let mut analysis = MaxNAnalysis {
            line: Vec::new(),
            scores: vec![Score::DRAW; self.players.len()],
            proven: false,
            depth: 0,
            nodes: 0,
            elapsed: self.watch.elapsed(),
        };
        if let Some(found) = self.finished(position) {
            (analysis.scores, analysis.proven) = (found.scores.into_vec(), true);
            return Ok(analysis);
        }
        let moves = position.distinct_moves().into_iter();
        let first = moves.min_by_key(|&m| Reverse(self.evaluator.order(position, m)));
        analysis.line.push(first.ok_or(SearchError::NoMoves)?);
        Ok(analysis)
    }

    /// Searches to a depth, the best move of the depth before first. So the best move of an interrupted
    /// search is at least as good, unless all moves tried lose: then untried ones may be better.
    fn search_to(
        &mut self,
        position: &G,
        depth: i32,
        analysis: &mut MaxNAnalysis<G::Move>,
    ) -> Result<(), Stopped> {
        self.watch.count_node()?;
        let mut best = None;
        let result = self.expand(position, depth, analysis.best(), &mut best);
        let seat = position.seat_to_move();
        let Some(found) = best.filter(|best| result.is_ok() || !best.scores[seat].is_loss()) else {
            return result;
        };
        analysis.scores = found.scores.into_vec();
        let mut line: Vec<_> = found.line.into_iter().rev().collect();
        if result.is_ok() {
            (analysis.depth, analysis.proven) = (depth as u32, found.solved);
            self.complete(position, depth, &mut line);
        }
        cut_at_illegal(position, &mut line);
        if !line.is_empty() {
            analysis.line = line;
        }
        result
    }

    /// Continues a line that ended where the table knew the scores, to the depth.
    fn complete(&mut self, position: &G, depth: i32, line: &mut Vec<G::Move>) {
        let mut end = position.clone();
        for &m in line.iter() {
            end.play_unchecked(m);
        }
        while (line.len() as i32) < depth {
            // The table is asked about the positions after this one, so at least one move is found.
            let plies = depth - line.len() as i32;
            let (first, _) = self.look_up(end.key(), plies);
            let mut best = None;
            let result = self.expand(&end, plies, first, &mut best);
            let Some(found) = best.filter(|_| result.is_ok()) else { break };
            for &m in found.line.iter().rev() {
                end.play_unchecked(m);
                line.push(m);
            }
        }
    }

    /// Searches a position to a depth; one below 0 is that many noisy plies beyond the leaves.
    fn node(&mut self, position: &G, depth: i32) -> Result<Found<G::Move>, Stopped> {
        self.watch.count_node()?;
        if let Some(found) = self.finished(position) {
            return Ok(found);
        }
        let (mut first, mut best) = (None, None);
        if depth > 0 {
            (first, best) = self.look_up(position.key(), depth);
        }
        if best.is_none() {
            self.expand(position, depth, first, &mut best)?;
        }
        // A running game without moves breaks the laws; it is a draw, which proves nothing.
        Ok(best.unwrap_or_else(|| self.found(false, |_| Score::DRAW)))
    }

    /// The move to try first, and the result of an earlier search to the depth, or to one ply less if
    /// that solved the position.
    fn look_up(&mut self, key: u64, depth: i32) -> (Option<G::Move>, Option<Found<G::Move>>) {
        let mut first = None;
        for searched in [depth, depth - 1] {
            let Some((Entry { best, solved, .. }, scores)) = self.table.get(key, searched) else {
                continue;
            };
            first = first.or(Some(best));
            if solved || searched == depth {
                let found = Found { scores: scores.into(), line: Vec::new(), solved };
                if searched != depth {
                    self.table.put((key, depth), best, solved, &found.scores);
                }
                return (first, Some(found));
            }
        }
        (first, None)
    }

    /// Searches the moves of a position, `first` before the others, and keeps the best. Where the depth is
    /// reached these are the noisy moves and, unless they are forced, standing pat.
    fn expand(
        &mut self,
        position: &G,
        depth: i32,
        first: Option<G::Move>,
        best: &mut Option<Found<G::Move>>,
    ) -> Result<(), Stopped> {
        let (mut moves, mut stand_pat) = (Vec::new(), StandPat::Optional);
        if depth > 0 {
            position.generate_distinct_moves(&mut moves);
        } else {
            if -depth < Limits::QUIESCENCE_PLIES as i32 {
                stand_pat = self.evaluator.noisy_moves(position, &mut moves);
            }
            if stand_pat == StandPat::Optional || moves.is_empty() {
                let value = |player| Score::value(self.evaluator.evaluate(position, player));
                *best = Some(self.found(false, value));
            }
        }
        sort_best_first(&mut moves, |&m| {
            if Some(m) == first { i64::MAX } else { self.evaluator.order(position, m).into() }
        });
        self.watch.count_work(moves.len() as u64 / 16)?;
        let seat = position.seat_to_move();
        let mut solved = best.is_none();
        for &m in &moves {
            let mut found = self.node(&position.after(m), depth - 1)?;
            found.scores.iter_mut().for_each(|score| *score = score.seen_earlier(1));
            solved &= found.solved;
            if best.as_ref().is_some_and(|best| !is_better(&found.scores, &best.scores, seat)) {
                continue;
            }
            found.line.push(m);
            let nothing_is_better = wins_in(1, &found.scores, seat);
            *best = Some(found);
            if nothing_is_better {
                solved = true;
                break;
            }
        }
        let Some(best) = best else { return Ok(()) };
        best.solved = solved || depth > 0 && self.is_decided(best, seat, depth);
        if depth > 0
            && let Some(&m) = best.line.last()
        {
            self.table.put((position.key(), depth), m, best.solved, &best.scores);
        }
        Ok(())
    }

    /// Whether no deeper search changes the best scores, though it may change those of other moves: a win
    /// or a loss within the depth with up to two players, a win in 2 after a solved move with more.
    fn is_decided(&self, best: &Found<G::Move>, seat: usize, depth: i32) -> bool {
        let distance = best.scores[seat].distance();
        let is_near = distance.is_some_and(|plies| plies <= depth as u32);
        self.players.len() <= 2 && is_near || best.solved && wins_in(2, &best.scores, seat)
    }

    /// The result for a finished game.
    fn finished(&self, position: &G) -> Option<Found<G::Move>> {
        let outcome = position.outcome()?;
        Some(self.found(true, |player| self.evaluator.outcome_score(&outcome, player)))
    }

    /// The scores of a position that is not searched on.
    fn found(&self, solved: bool, score: impl Fn(G::Player) -> Score) -> Found<G::Move> {
        let scores = self.players.iter().map(|&player| score(player)).collect();
        Found { scores, line: Vec::new(), solved }
    }
}

/// Whether the player in a seat prefers scores to `known` ones: for their own, or else because they are
/// worse for the player in the next seat, or for the one after, and so on.
fn is_better(scores: &[Score], known: &[Score], seat: usize) -> bool {
    let others = (seat + 1..scores.len()).chain(0..seat).map(|i| known[i].cmp(&scores[i]));
    let order = std::iter::once(scores[seat].cmp(&known[seat])).chain(others);
    order.fold(Ordering::Equal, Ordering::then).is_gt()
}

/// Whether the player in a seat wins in so many plies, and all others lose.
fn wins_in(plies: u32, scores: &[Score], seat: usize) -> bool {
    let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
    scores.iter().enumerate().all(|(i, &score)| score == if i == seat { win } else { loss })
}
