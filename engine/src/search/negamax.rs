//! Negamax with alpha-beta pruning, one depth at a time.

use std::ops::Range;

use super::Analysis;
use super::table::{Bound, Entry, SOLVED, Table};
use crate::evaluate::Evaluator;
use crate::game::Keyed;
use crate::limits::{Limits, Stopped, Watch};
use crate::score::Score;

/// Memory that is used again and again, so that no node allocates.
pub(super) struct Buffers<M> {
    /// The moves of the node at work, as the game lists them.
    pub(super) generated: Vec<M>,
    /// The moves of all nodes on the way from the root, best first; a stack.
    pub(super) ordered: Vec<Ordered<M>>,
    /// The principal variation from each ply on.
    lines: Vec<Line<M>>,
}

struct Line<M> {
    score: Score,
    moves: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self { score: Score::DRAW, moves: Vec::new() }
    }
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self { generated: Vec::new(), ordered: Vec::new(), lines: Vec::new() }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Ordered<M> {
    /// Larger is earlier; all different.
    rank: u64,
    m: M,
}

impl<M> Ordered<M> {
    /// By the evaluator's order; equals in the order in which the game lists them.
    fn new(order: i32, listed: usize, m: M) -> Self {
        let order = u64::from(order as u32 ^ 1 << 31);
        Self { rank: order << 32 | u64::from(u32::MAX - 1 - listed as u32), m }
    }

    /// Before all others.
    fn first(m: M) -> Self {
        Self { rank: u64::MAX, m }
    }
}

/// How many of many moves are sorted at first. Most often one of them is good enough, and the others
/// need not be.
const FEW: usize = 8;

impl<M: Copy> Buffers<M> {
    /// Sorts the moves of a node, or the first few of many.
    fn sort(moves: &mut [Ordered<M>]) {
        let few = if moves.len() > 2 * FEW {
            let (few, ..) = moves.select_nth_unstable_by_key(FEW, |ordered| !ordered.rank);
            few
        } else {
            moves
        };
        few.sort_unstable_by_key(|ordered| !ordered.rank);
    }

    /// The next move of a node, after `tried` of its moves were picked.
    pub(super) fn pick(&mut self, tried: usize, node: Range<usize>) -> M {
        let i = node.start + tried;
        if tried == FEW && node.len() > 2 * FEW {
            self.ordered[i..node.end].sort_unstable_by_key(|ordered| !ordered.rank);
        }
        self.ordered[i].m
    }
}

/// What both players can be sure of already, seen from the player to move. Distances in it are
/// counted from the root.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    const FULL: Self = Self { alpha: Score::loss_in(0), beta: Score::win_in(0) };

    pub(super) fn for_opponent(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The score to return if no score from this ply on is inside: nothing is better than a game
    /// already won, or worse than one already lost.
    pub(super) fn beyond(self, ply: u32) -> Option<Score> {
        if self.alpha >= Score::win_in(ply) {
            Some(self.alpha)
        } else if self.beta <= Score::loss_in(ply) {
            Some(self.beta)
        } else {
            None
        }
    }
}

pub(super) struct Negamax<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    table: &'s mut Table<G::Move>,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) watch: Watch<'s>,
    /// How many scores so far rest on an evaluation. A subtree that leaves it as it was has been
    /// searched to the ends of all its games.
    pub(super) guesses: u64,
}

impl<'s, G: Keyed, E: Evaluator<G>> Negamax<'s, G, E> {
    pub(super) fn new(
        evaluator: &'s E,
        table: &'s mut Table<G::Move>,
        buffers: &'s mut Buffers<G::Move>,
        watch: Watch<'s>,
    ) -> Self {
        buffers.generated.clear();
        buffers.ordered.clear();
        Self { evaluator, table, buffers, watch, guesses: 0 }
    }

    /// What can be said before any search: how the game ended, or else the move that would be
    /// tried first.
    pub(super) fn glance(&mut self, position: &G) -> Analysis<G::Move> {
        let over = position.outcome().is_some();
        let start = self.list_moves(position, None);
        let first = self.buffers.ordered.get(start).map(|ordered| ordered.m);
        self.buffers.ordered.truncate(start);
        Analysis {
            line: first.into_iter().collect(),
            score: if over { terminal(position, 0) } else { Score::DRAW },
            proven: over,
            depth: 0,
            nodes: 0,
            elapsed: self.watch.elapsed(),
        }
    }

    /// Searches to a depth, given what the depth before found; says too whether it was interrupted.
    ///
    /// An interrupted search has tried the best move of the depth before first, so whatever it
    /// prefers by then is at least as good as that; unless all it tried loses, which says nothing
    /// about the other moves.
    pub(super) fn search_to(
        &mut self,
        position: &G,
        depth: u32,
        shallower: Analysis<G::Move>,
    ) -> (Analysis<G::Move>, bool) {
        self.guesses = 0;
        self.begin_line(0);
        let first = shallower.line.first().copied();
        let result = self.root(position, depth, first);
        let (nodes, elapsed) = (self.watch.nodes(), self.watch.elapsed());
        let mut analysis = Analysis { nodes, elapsed, ..shallower };
        let best_so_far = self.best_so_far();
        if let Some((score, line)) = best_so_far
            && (result.is_ok() || !score.is_loss())
        {
            (analysis.score, analysis.line) = (score, line.to_vec());
        }
        let Ok(score) = result else {
            self.buffers.ordered.clear();
            return (analysis, true);
        };
        analysis.score = score;
        analysis.depth = depth;
        let near = score.distance().is_some_and(|distance| distance <= depth);
        analysis.proven = near || self.guesses == 0;
        (analysis, false)
    }

    fn root(&mut self, position: &G, depth: u32, first: Option<G::Move>) -> Result<Score, Stopped> {
        self.watch.count_node()?;
        if depth == 0 {
            return self.quiesce(position, Limits::QUIESCENCE_PLIES, 0, Window::FULL);
        }
        self.expand(position, depth, 0, Window::FULL, first)
    }

    /// The score of a position for its player to move, with distances counted from the root. It is
    /// exact within the window and a bound outside.
    fn node(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.watch.count_node()?;
        self.begin_line(ply);
        if let Some(score) = window.beyond(ply) {
            return Ok(score);
        }
        if let Some(score) = self.evaluator.probe(position) {
            return Ok(score.seen_earlier(ply));
        }
        if depth == 0 {
            return self.quiesce(position, Limits::QUIESCENCE_PLIES, ply, window);
        }
        let mut hash_move = None;
        if let Some(entry) = self.table.get(position.key()) {
            hash_move = entry.best;
            if let Some(score) = decides(entry, depth, ply, window) {
                self.guesses += u64::from(entry.depth != SOLVED && score.distance().is_none());
                return Ok(score);
            }
        }
        self.expand(position, depth, ply, window, hash_move)
    }

    /// Searches all moves of a position, `first` before the others.
    fn expand(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        window: Window,
        first: Option<G::Move>,
    ) -> Result<Score, Stopped> {
        let guesses = self.guesses;
        let start = self.list_moves(position, first);
        let end = self.buffers.ordered.len();
        self.watch.count_work((end - start) as u64 / 16)?;
        if start == end {
            return Ok(terminal(position, ply));
        }
        let turn = position.turn();
        let (mut alpha, beta) = (window.alpha, window.beta);
        let mut best = None;
        for i in start..end {
            let m = self.buffers.pick(i - start, start..end);
            let mut child = position.clone();
            child.play_unchecked(m);
            let window = Window { alpha, beta };
            let score = if child.turn() == turn {
                self.node(&child, depth - 1, ply + 1, window)?
            } else {
                -self.node(&child, depth - 1, ply + 1, window.for_opponent())?
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, m));
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, m, score);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.buffers.ordered.truncate(start);
        let Some((score, m)) = best else { return Ok(terminal(position, ply)) };
        let (bound, m) = if score >= beta {
            (Bound::Lower, Some(m))
        } else if score > window.alpha {
            (Bound::Exact, Some(m))
        } else {
            (Bound::Upper, None)
        };
        let depth = if self.guesses == guesses { SOLVED } else { depth as u16 };
        self.table.put(position.key(), m, score.seen_later(ply), bound, depth);
        Ok(score)
    }

    /// Puts the moves of a position on the stack, in the order in which to try them, and returns
    /// where they begin.
    fn list_moves(&mut self, position: &G, first: Option<G::Move>) -> usize {
        self.buffers.generated.clear();
        position.generate_distinct_moves(&mut self.buffers.generated);
        self.order_moves(position, first)
    }

    /// Puts the generated moves on the stack, as [`list_moves`](Negamax::list_moves) does.
    pub(super) fn order_moves(&mut self, position: &G, first: Option<G::Move>) -> usize {
        let Buffers { generated, ordered, .. } = &mut *self.buffers;
        let start = ordered.len();
        ordered.extend(generated.iter().enumerate().map(|(listed, &m)| {
            if first == Some(m) {
                return Ordered::first(m);
            }
            Ordered::new(self.evaluator.order(position, m), listed, m)
        }));
        Buffers::sort(&mut ordered[start..]);
        start
    }

    pub(super) fn begin_line(&mut self, ply: u32) {
        let lines = &mut self.buffers.lines;
        if lines.len() <= ply as usize + 1 {
            lines.resize_with(ply as usize + 2, Line::default);
        }
        lines[ply as usize].moves.clear();
    }

    /// Makes `m`, followed by the line from the next ply on, the line from this ply on.
    pub(super) fn extend_line(&mut self, ply: u32, m: G::Move, score: Score) {
        let (here, later) = self.buffers.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.score = score;
        line.moves.clear();
        line.moves.push(m);
        line.moves.extend_from_slice(&later[0].moves);
    }

    /// The best line from the root, and its score, among the moves searched completely.
    fn best_so_far(&self) -> Option<(Score, &[G::Move])> {
        let Line { score, moves } = &self.buffers.lines[0];
        (!moves.is_empty()).then_some((*score, moves))
    }
}

/// The score of a finished game. A game that claims to be running but lists no moves breaks the
/// laws of [`Game`](crate::Game); it is taken for a draw.
pub(super) fn terminal<G: Keyed>(position: &G, ply: u32) -> Score {
    match position.outcome() {
        Some(outcome) => Score::from(outcome.standing(position.turn())).seen_earlier(ply),
        None => Score::DRAW,
    }
}

/// The score that a table entry gives to a position, if that settles it.
///
/// A proven win is at least that good at any depth, and a proven loss at least that bad. A score
/// inside the window settles nothing here: it is searched again, at little cost, so that its line
/// is known to the end.
fn decides<M>(entry: &Entry<M>, depth: u32, ply: u32, window: Window) -> Option<Score> {
    let score = entry.score.seen_earlier(ply);
    let deep = u32::from(entry.depth) >= depth;
    let at_least = entry.bound != Bound::Upper && (deep || score.is_win());
    let at_most = entry.bound != Bound::Lower && (deep || score.is_loss());
    let decided = at_least && score >= window.beta || at_most && score <= window.alpha;
    decided.then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_stored_from_the_position_and_read_from_the_root() {
        let mut table = Table::<u8>::with_bytes(1 << 10);
        let found_at_ply_6 = Score::win_in(9);
        table.put(1, None, found_at_ply_6.seen_later(6), Bound::Exact, SOLVED);
        let window = Window { alpha: Score::DRAW, beta: Score::value(1) };
        let entry = table.get(1).unwrap();
        assert_eq!(decides(entry, 50, 2, window), Some(Score::win_in(5)));
    }

    #[test]
    fn a_proven_score_is_a_bound_at_any_depth_and_a_value_is_none() {
        let entry = |score, bound| {
            let mut table = Table::<u8>::with_bytes(1 << 10);
            table.put(1, None, score, bound, 3);
            *table.get(1).unwrap()
        };
        let window = Window { alpha: Score::value(-1), beta: Score::value(1) };
        let decided = |entry: Entry<u8>, depth| decides(&entry, depth, 0, window).is_some();
        assert!(decided(entry(Score::win_in(7), Bound::Lower), 99));
        assert!(!decided(entry(Score::win_in(7), Bound::Upper), 99));
        assert!(decided(entry(Score::loss_in(6), Bound::Upper), 99));
        assert!(!decided(entry(Score::loss_in(6), Bound::Lower), 99));
        assert!(decided(entry(Score::value(5), Bound::Lower), 3));
        assert!(!decided(entry(Score::value(5), Bound::Lower), 4));
        assert!(!decided(entry(Score::DRAW, Bound::Exact), 3), "searched again for its line");
    }
}
