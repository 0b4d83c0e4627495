//! Negamax: the score of a position from those of the positions it leads to.

use super::Variation;

use super::history::{History, HistoryIndex, Side};
use super::moves::{Buffers, Candidate, Picker, Rank, Ranked};
use super::table::{Basis, Bound, Entry, Table};
use super::techniques::{Technique, Techniques};
use super::window::Window;
use crate::evaluate::Evaluator;
use crate::game::Keyed;
use crate::limits::{Limits, Stopped, Watch};
use crate::score::Score;

pub(super) struct Negamax<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    table: &'s Table<G>,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    history: &'s mut History<G::Move>,
    pub(super) techniques: Techniques,
    pub(super) watch: Watch<'s>,
    /// How many scores so far rest on an evaluation. A subtree that leaves it as it was has been
    /// searched to the ends of all its games.
    pub(super) guesses: u64,
    /// How many of them rest on moves searched less deeply than the depth says.
    pub(super) reductions: u64,
    /// What the line at work has found so far, should it be interrupted.
    pub(super) provisional: Option<Variation<G::Move>>,
}

/// What is asked about a position: 16 bytes, so that two registers hold it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// How many plies to look ahead.
    pub(super) depth: u16,
    /// How many plies noisy moves are followed beyond the depth.
    pub(super) noise: u16,
    /// How many plies were played since the root.
    pub(super) ply: u16,
    pub(super) window: Window,
    /// The move that led here.
    pub(super) previous: HistoryIndex,
}

impl Node {
    pub(super) fn root(depth: u32, window: Window) -> Self {
        // Neither is more than a thousand.
        let (depth, noise) = (depth as u16, Limits::QUIESCENCE_PLIES as u16);
        Self { depth, noise, ply: 0, window, previous: HistoryIndex::NONE }
    }
}

/// The best of the moves tried.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) score: Score,
    /// Its number in the game's list; `None` if leaving things as they are is best.
    pub(super) number: Option<usize>,
}

impl<'s, G: Keyed, E: Evaluator<G>> Negamax<'s, G, E> {
    pub(super) fn new(
        evaluator: &'s E,
        table: &'s Table<G>,
        (buffers, history): (&'s mut Buffers<G::Move>, &'s mut History<G::Move>),
        techniques: Techniques,
        watch: Watch<'s>,
    ) -> Self {
        buffers.reset();
        Self {
            evaluator,
            table,
            buffers,
            history,
            techniques,
            watch,
            guesses: 0,
            reductions: 0,
            provisional: None,
        }
    }

    pub(super) fn uses(&self, technique: Technique) -> bool {
        self.techniques.contains(technique)
    }

    /// The score of a position for `turn`, its player to move, with distances counted from the root.
    /// It is exact within the window and a bound outside. Where the table is asked, `key` is the
    /// position's.
    fn node(
        &mut self,
        (position, key): (&G, u64),
        turn: G::Player,
        mut node: Node,
    ) -> Result<Score, Stopped> {
        let Node { window, .. } = node;
        let ply = u32::from(node.ply);
        self.watch.count_node()?;
        if !window.is_null() {
            self.buffers.begin_line(ply);
        }
        if let Some(score) = window.beyond(ply) {
            return Ok(score);
        }
        if let Some(score) = self.probe(position) {
            return Ok(score.seen_earlier(ply));
        }
        if node.depth == 0 {
            return self.quiesce(position, turn, node);
        }
        if !self.uses(Technique::Table) {
            let best = self.expand(position, turn, node, None)?;
            return Ok(best.map_or_else(|| terminal(position, ply), |best| best.score));
        }
        let known = self.table.get(key, position);
        if let Some(score) = known.and_then(|entry| self.recall(&entry, node)) {
            return Ok(score);
        }
        let hash_move = known.and_then(|entry| entry.best);
        if hash_move.is_none() {
            self.reduce_unknown(&mut node);
        }
        let before = (self.guesses, self.reductions);
        let Some(best) = self.expand(position, turn, node, hash_move)? else {
            return Ok(terminal(position, ply));
        };
        self.table.put(key, position, self.entry(best, node, before));
        Ok(best.score)
    }

    /// The score of an unfinished position, if the evaluator knows it. The rules alone say what a
    /// finished one is worth; as they are slower than most evaluators that know nothing, they are
    /// asked last.
    pub(super) fn probe(&self, position: &G) -> Option<Score> {
        self.evaluator.probe(position).filter(|_| position.outcome().is_none())
    }

    /// The move that an earlier search preferred in a position.
    pub(super) fn remembered(&self, position: &G) -> Option<usize> {
        let entry = self.table.get(position.key(), position)?;
        entry.best.map(usize::from).filter(|_| self.uses(Technique::Table))
    }

    /// Remembers what was found out about a position.
    pub(super) fn remember(&self, position: &G, best: Best, node: Node) {
        if self.uses(Technique::Table) {
            self.table.put(position.key(), position, self.entry(best, node, (0, 0)));
        }
    }

    /// The score that a table entry gives to a position, if that settles it.
    fn recall(&mut self, entry: &Entry, node: Node) -> Option<Score> {
        let accepted = if self.uses(Technique::Reductions) { Basis::Reduced } else { Basis::Full };
        let Decision { score, rests_on } = decide(entry, accepted, node)?;
        self.guesses += u64::from(rests_on != Basis::Solved);
        self.reductions += u64::from(rests_on == Basis::Reduced);
        Some(score)
    }

    /// What to remember about a position. `before` are guesses and reductions before it was
    /// searched.
    fn entry(&self, best: Best, node: Node, before: (u64, u64)) -> Entry {
        let bound = if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let basis = if self.guesses == before.0 {
            Basis::Solved
        } else if self.reductions == before.1 {
            Basis::Full
        } else {
            Basis::Reduced
        };
        let number = best.number.filter(|_| bound != Bound::Upper);
        Entry {
            score: best.score.seen_later(node.ply.into()),
            best: number.and_then(|number| number.try_into().ok()),
            depth: node.depth,
            bound,
            basis,
        }
    }

    /// A position that no shallower search knows a best move of is not worth the full depth yet
    /// (internal iterative reduction).
    fn reduce_unknown(&mut self, node: &mut Node) {
        if self.uses(Technique::Reductions) && node.depth >= 4 {
            node.depth -= 1;
            self.reductions += 1;
        }
    }

    /// Searches the moves of a position, the one listed under `first` before the others. `None` if
    /// it has none.
    fn expand(
        &mut self,
        position: &G,
        turn: G::Player,
        node: Node,
        first: Option<u16>,
    ) -> Result<Option<Best>, Stopped> {
        let start = self.buffers.listed.len();
        position.generate_distinct_moves(&mut self.buffers.listed);
        let picker = self.buffers.picker(start, first.map(usize::from));
        self.watch.count_work(picker.len() as u64 / 16)?;
        self.search_moves(position, turn, node, picker, None)
    }

    /// Searches moves until one refutes the line; what they gain has to be more than `quiet`.
    /// `None` if there is nothing to choose from.
    pub(super) fn search_moves(
        &mut self,
        position: &G,
        turn: G::Player,
        mut node: Node,
        mut picker: Picker,
        quiet: Option<Score>,
    ) -> Result<Option<Best>, Stopped> {
        let is_null = node.window.is_null();
        let mut best = quiet.map(|score| Best { score, number: None });
        while let Some(Candidate { number, m }) = self.pick(position, turn, &mut picker, node)? {
            let mut child = position.clone();
            child.play_unchecked(m);
            let mut below = Node { ply: node.ply + 1, previous: HistoryIndex::NONE, ..node };
            if node.depth > 1 && self.techniques.learn() {
                below.previous = HistoryIndex::of(&m, side(position, turn));
            }
            if !is_null {
                self.buffers.begin_line(below.ply.into());
            }
            let score = self.search_move(&child, turn, below, picker.tried())?;
            if best.is_some_and(|best| score <= best.score) {
                continue;
            }
            best = Some(Best { score, number: Some(number) });
            if score > node.window.alpha {
                node.window.alpha = score;
                if !is_null {
                    self.buffers.extend_line(node.ply.into(), m, score);
                }
                if score >= node.window.beta {
                    self.learn(position, turn, &picker, m, node);
                    break;
                }
            }
        }
        self.buffers.release(&picker);
        Ok(best)
    }

    /// The score of a move for the player who makes it, which is the `tried`-th at its node. Of
    /// `node`, depth and window are still those of the position before.
    fn search_move(
        &mut self,
        child: &G,
        turn: G::Player,
        mut node: Node,
        tried: usize,
    ) -> Result<Score, Stopped> {
        let wide = node.window;
        if node.depth == 0 {
            node.noise -= 1;
            return self.below((child, 0), turn, node);
        }
        let reduction = self.reduction(node, tried);
        node.depth -= 1;
        let mut key = 0;
        if node.depth > 0 && self.uses(Technique::Table) {
            key = child.key();
            self.table.prefetch(key);
        }
        let child = (child, key);
        if tried > 1 && self.uses(Technique::NullWindow) {
            node.window = wide.null();
        }
        if reduction > 0 {
            let guesses = self.guesses;
            let shallower = Node { depth: node.depth - reduction, ..node };
            let score = self.below(child, turn, shallower)?;
            if score <= wide.alpha {
                // A loss is a loss, and where no game goes on there was nothing to leave out.
                self.reductions += u64::from(guesses != self.guesses && !score.is_loss());
                return Ok(score);
            }
        }
        let score = self.below(child, turn, node)?;
        if node.window != wide && score > wide.alpha && score < wide.beta {
            return self.below(child, turn, Node { window: wide, ..node });
        }
        Ok(score)
    }

    /// The score of a position for `turn`, who made the move that led there.
    fn below(&mut self, child: (&G, u64), turn: G::Player, node: Node) -> Result<Score, Stopped> {
        let next = child.0.turn();
        if next == turn {
            self.node(child, next, node)
        } else {
            Ok(-self.node(child, next, Node { window: node.window.for_opponent(), ..node })?)
        }
    }

    /// By how many plies less the `tried`-th move of a node is searched at first: more the later it
    /// comes and the deeper it would be searched, as the product of the logarithms.
    fn reduction(&self, node: Node, tried: usize) -> u16 {
        /// Four times the binary logarithm.
        fn log(n: usize) -> u32 {
            (n.min(1 << 15) as u64).pow(4).ilog2()
        }
        if node.depth < 3 || tried < 4 || !self.uses(Technique::Reductions) {
            return 0;
        }
        let reduction = (log(node.depth.into()) * log(tried) + 25) / 50;
        (reduction as u16).min(node.depth - 1)
    }

    /// The next move of a node.
    pub(super) fn pick(
        &mut self,
        position: &G,
        turn: G::Player,
        picker: &mut Picker,
        node: Node,
    ) -> Result<Option<Candidate<G::Move>>, Stopped> {
        if picker.needs_ranks() && self.techniques.order_moves() {
            self.rank(position, turn, picker, node)?;
        }
        Ok(self.buffers.pick(picker))
    }

    /// Says how early the moves of a picker are to be tried that it has not handed out.
    fn rank(
        &mut self,
        position: &G,
        turn: G::Player,
        picker: &mut Picker,
        node: Node,
    ) -> Result<(), Stopped> {
        /// How many moves are ranked between looks at the clock.
        const CHUNK: usize = 512;
        let ordered = self.uses(Technique::Order);
        let learnt = (node.depth > 1 && self.techniques.learn())
            .then(|| self.history.at(node.ply.into(), node.previous, self.techniques));
        let side = side(position, turn);
        let Buffers { listed, ranked, .. } = &mut *self.buffers;
        let listed = picker.start_ranking(listed);
        let mut number = 0;
        for chunk in listed.chunks(CHUNK) {
            self.watch.count_work(chunk.len() as u64 / 16)?;
            ranked.extend(chunk.iter().map(|&m| {
                let order = if ordered { self.evaluator.order(position, m) } else { 0 };
                let learnt = learnt.as_ref().map_or(0, |learnt| learnt.promise(m, side));
                let rank = Rank::new(order, learnt, number);
                number += 1;
                Ranked { rank, m }
            }));
        }
        picker.skip_first(ranked);
        Ok(())
    }

    /// Learns that a move refuted the line when others did not.
    fn learn(&mut self, position: &G, turn: G::Player, picker: &Picker, m: G::Move, node: Node) {
        /// Where many moves failed, the first of them are enough to learn from.
        const MOST_PENALISED: usize = 32;
        if node.depth < 2 || !self.techniques.learn() {
            return;
        }
        self.history.kill(m, node.ply.into());
        let side = side(position, turn);
        self.history.bonus(HistoryIndex::of(&m, side), node.previous, node.depth.into());
        for failed in self.buffers.failed(picker).take(MOST_PENALISED) {
            self.history.malus(HistoryIndex::of(&failed, side), node.previous, node.depth.into());
        }
    }
}

fn side<G: Keyed>(position: &G, turn: G::Player) -> Side {
    if position.players().first() == Some(&turn) { Side::First } else { Side::Second }
}

/// The score of a finished game. A game that claims to be running but lists no moves breaks the
/// laws of [`Game`](crate::Game); it is taken for a draw.
pub(super) fn terminal<G: Keyed>(position: &G, ply: u32) -> Score {
    match position.outcome() {
        Some(outcome) => Score::from(outcome.wdl(position.turn())).seen_earlier(ply),
        None => Score::DRAW,
    }
}

/// A score that settles a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decision {
    score: Score,
    rests_on: Basis,
}

/// The score that a table entry gives to a position, if that settles it.
///
/// A proven win is at least that good at any depth, and a proven loss at least that bad; that rests
/// on finished games alone, whatever the rest of the entry rests on. A score inside the window
/// settles nothing here: it is searched again, at little cost, so that its line is known to the end.
fn decide(entry: &Entry, accepted: Basis, node: Node) -> Option<Decision> {
    let Window { alpha, beta } = node.window;
    let score = entry.score.seen_earlier(node.ply.into());
    let at_least = entry.bound != Bound::Upper && score >= beta;
    let at_most = entry.bound != Bound::Lower && score <= alpha;
    if !at_least && !at_most {
        return None;
    }
    if at_least && score.is_win() || at_most && score.is_loss() {
        return Some(Decision { score, rests_on: Basis::Solved });
    }
    let deep = entry.depth >= node.depth && entry.basis >= accepted;
    (deep || entry.basis == Basis::Solved).then_some(Decision { score, rests_on: entry.basis })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, ply: u32, alpha: i32, beta: i32) -> Node {
        let window = Window { alpha: Score::value(alpha), beta: Score::value(beta) };
        Node { ply: ply as u16, ..Node::root(depth, window) }
    }

    fn entry(score: Score, bound: Bound, basis: Basis) -> Entry {
        Entry { score, best: None, depth: 3, bound, basis }
    }

    #[test]
    fn distances_are_stored_from_the_position_and_read_from_the_root() {
        let found_at_ply_6 = Score::win_in(9);
        let entry = entry(found_at_ply_6.seen_later(6), Bound::Exact, Basis::Full);
        let decision = decide(&entry, Basis::Full, node(50, 2, 0, 1));
        assert_eq!(decision.map(|decision| decision.score), Some(Score::win_in(5)));
    }

    #[test]
    fn a_proven_score_is_a_bound_at_any_depth_and_a_value_is_none() {
        let decide = |score, bound, depth| {
            let entry = entry(score, bound, Basis::Full);
            decide(&entry, Basis::Full, node(depth, 0, -1, 1)).map(|decision| decision.rests_on)
        };
        assert_eq!(decide(Score::win_in(7), Bound::Lower, 99), Some(Basis::Solved));
        assert_eq!(decide(Score::win_in(7), Bound::Upper, 99), None);
        assert_eq!(decide(Score::loss_in(6), Bound::Upper, 99), Some(Basis::Solved));
        assert_eq!(decide(Score::loss_in(6), Bound::Lower, 99), None);
        assert_eq!(decide(Score::value(5), Bound::Lower, 3), Some(Basis::Full));
        assert_eq!(decide(Score::value(5), Bound::Lower, 4), None);
        assert_eq!(decide(Score::DRAW, Bound::Exact, 3), None, "searched again for its line");
    }

    #[test]
    fn reduced_scores_serve_reduced_searches_only() {
        let decide = |basis, accepted| {
            let entry = entry(Score::value(5), Bound::Lower, basis);
            decide(&entry, accepted, node(3, 0, -1, 1)).map(|decision| decision.rests_on)
        };
        assert_eq!(decide(Basis::Reduced, Basis::Full), None);
        assert_eq!(decide(Basis::Reduced, Basis::Reduced), Some(Basis::Reduced));
        assert_eq!(decide(Basis::Full, Basis::Reduced), Some(Basis::Full));
        let solved = entry(Score::value(5), Bound::Lower, Basis::Solved);
        assert!(super::decide(&solved, Basis::Full, node(99, 0, -1, 1)).is_some());
    }
}
