//! The node loop: the score of a position from those of the positions it leads to.
//!
//! From the root down, a node goes this way, and its score comes back the same way:
//!
//! 1. [`try_moves`](Negamax::try_moves) plays one move after the other on a copy of the position,
//! 2. [`search_move`](Negamax::search_move) decides how deep and in which window to search it,
//! 3. [`visit`](Negamax::visit) answers at once positions that are decided or [`known`](Negamax::known) to
//!    the evaluator, or a [`leaf`](Negamax::leaf), which may continue with noisy moves alone,
//! 4. [`node`](Negamax::node) asks the table, lists the moves, tries them, and remembers the result.

use super::history::Indexer;
use super::marks::Marks;
use super::order::{Buffers, Picker};
use super::table::{Basis, Entry, Found, Table};
use super::{Settings, Techniques, Variation};
use crate::game::{Keyed, Stopped, key};
use crate::search::{Evaluator, Known, Limits, Score, StandPat, Watch, Window, finished};

/// A search at work. Negamax (alpha-beta with scores seen from the player to move) between two sides: the
/// player to move at the root, and all opponents.
pub(super) struct Negamax<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    pub(super) table: &'s Table,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) settings: Settings,
    pub(super) watch: Watch<'s>,
    /// The nodes at which other threads are, if there are any.
    pub(super) marks: Option<&'s Marks>,
    /// The least depth of a node whose moves are marked: below, a move takes less time than two processors need to
    /// write to the same memory.
    pub(super) mark_depth: u16,
    /// The moves to search at the root, all legal and each once; `None` for all.
    pub(super) only: Option<&'s [G::Move]>,
    /// The player to move at the root.
    us: G::Player,
    /// Mixed into the keys of positions: with more than two players a position has other scores for each of us.
    salt: Option<u64>,
    /// Whether it is to be [solved](Limits::solve).
    pub(super) solves: bool,
    /// The most plies from the root to which a line is extended.
    pub(super) most_plies: u16,
    /// The result of the line at work so far, should it be interrupted.
    pub(super) provisional: Option<Variation<G::Move>>,
}

/// The question about a position: 16 bytes, so that two registers hold it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: u16,
    /// The number of plies that noisy moves are followed beyond the depth.
    pub(super) noise: u16,
    pub(super) ply: u16,
    pub(super) window: Window,
}

impl Node {
    pub(super) fn root(depth: u32, window: Window) -> Self {
        // Neither is more than a thousand.
        let (depth, noise) = (depth as u16, Limits::QUIESCENCE_PLIES as u16);
        Self { depth, noise, ply: 0, window }
    }
}

/// The best of the moves tried.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) found: Found,
    /// Its number in the list; `None` for standing pat.
    number: Option<usize>,
}

impl<'s, G: Keyed, E: Evaluator<G>> Negamax<'s, G, E> {
    pub(super) fn new(
        position: &G,
        (evaluator, table): (&'s E, &'s Table),
        buffers: &'s mut Buffers<G::Move>,
        (settings, only): (Settings, Option<&'s [G::Move]>),
        watch: Watch<'s>,
    ) -> Self {
        buffers.reset();
        let us = position.turn();
        let seat = position.seat(us).filter(|_| position.players().len() > 2);
        Self {
            evaluator,
            table,
            buffers,
            settings,
            watch,
            marks: None,
            mark_depth: 0,
            only,
            us,
            salt: seat.map(|seat| seat as u64),
            solves: false,
            most_plies: 0,
            provisional: None,
        }
    }

    /// Searches the picker's moves until one fails high. `best` is the score to beat. Returns `None` if there was
    /// neither a score nor a move.
    ///
    /// A score rests on all moves tried, but a move that refutes the line needs no others.
    pub(super) fn try_moves(
        &mut self,
        position: &G,
        turn: G::Player,
        mut node: Node,
        mut picker: Picker,
        mut best: Option<Best>,
    ) -> Result<Option<Best>, Stopped> {
        let indexer =
            (node.depth > 1 && self.settings.techniques.history).then(|| Indexer::of(turn));
        let is_null = node.window.is_null();
        let marks = self.marks.filter(|_| node.depth >= self.mark_depth);
        let mut basis = best.map_or(Basis::Solved, |best| best.found.basis);
        loop {
            if picker.needs_sort_keys() {
                self.sort(position, node, indexer, &mut picker);
            }
            let Some(m) = self.buffers.pick(&mut picker) else { break };
            let mut child = position.clone();
            child.play_unchecked(m);
            let mark = marks.map(|marks| (marks, self.key(&child)));
            if let Some((marks, key)) = mark {
                if marks.is_at(key) && self.buffers.defer(&picker) {
                    continue;
                }
                marks.enter(key);
            }
            if !is_null {
                self.buffers.begin_line(node.ply + 1);
            }
            let found = self.search_move((position, &child), turn, node, picker.tried)?;
            let score = found.score;
            if let Some((marks, key)) = mark {
                marks.leave(key);
            }
            basis = basis.min(found.basis);
            if best.is_some_and(|best| score <= best.found.score) {
                continue;
            }
            best = Some(Best { found, number: Some(picker.latest) });
            if score > node.window.alpha {
                node.window.alpha = score;
                if !is_null {
                    self.buffers.extend_line(node.ply, m, score);
                }
                if score >= node.window.beta {
                    if let Some(indexer) = indexer {
                        self.buffers.learn(&picker, indexer, node.depth);
                    }
                    basis = found.basis;
                    break;
                }
            }
        }
        self.buffers.release(&picker);
        Ok(best.map(|Best { found, number }| Best { found: Found { basis, ..found }, number }))
    }

    /// Sorts the moves left, if that pays here.
    fn sort(&mut self, position: &G, node: Node, indexer: Option<Indexer>, picker: &mut Picker) {
        let evaluator = self.evaluator;
        let sorts = u32::from(node.depth) >= evaluator.min_sort_depth();
        let ordered = sorts && self.settings.techniques.order;
        let indexer = indexer.filter(|_| sorts);
        // Without a difference moves stay as listed, but can be deferred.
        let defers = self.marks.is_some() && node.depth >= self.mark_depth;
        let (solves, mut differs) = (self.solves, false);
        if ordered || indexer.is_some() || defers {
            self.buffers.sort(picker, indexer, |moves, values| {
                if ordered {
                    evaluator.order_all(position, moves, values);
                    differs = solves && values.windows(2).any(|pair| pair[0] != pair[1]);
                }
            });
        }
        // To the end of the game the order in which a game lists moves is better than history where its
        // evaluator orders them first.
        self.settings.techniques.history &= !differs;
    }

    /// The score of a move for the player who makes it, which is the `tried`-th at its node. `node` is
    /// that of the position before.
    #[inline]
    fn search_move(
        &mut self,
        (position, child): (&G, &G),
        turn: G::Player,
        mut node: Node,
        tried: usize,
    ) -> Result<Found, Stopped> {
        let wide = node.window;
        let mut reduction = 0;
        node.ply += 1;
        if node.depth == 0 {
            node.noise -= 1;
        } else {
            reduction = self.reduction(node.depth, tried);
            node.depth -= 1;
            if tried > 1 && self.settings.techniques.null_window {
                node.window = Window::null(wide.alpha);
            }
        }
        let depth = node.depth;
        loop {
            node.depth = depth - reduction;
            let found = self.visit((position, child), turn, node)?;
            let refuted = found.score <= wide.alpha;
            if reduction > 0 {
                if refuted {
                    // A loss is one at any depth, and where all games ended nothing was left out.
                    let is_sure = found.basis == Basis::Solved || found.score.is_loss();
                    let basis = if is_sure { found.basis } else { Basis::Reduced };
                    return Ok(Found { basis, ..found });
                }
                reduction = 0;
            } else if node.window == wide || refuted || found.score >= wide.beta {
                return Ok(found);
            } else {
                node.window = wide;
            }
        }
    }

    /// The number of plies by which the `tried`-th move of a node is reduced at first: more the later it
    /// comes and the deeper the node, as the product of the logarithms.
    #[inline]
    fn reduction(&self, depth: u16, tried: usize) -> u16 {
        if depth < 3 || tried < 4 || !self.settings.techniques.reductions {
            return 0;
        }
        // Four times the binary logarithm.
        let log = |n: usize| (n.min(1 << 15) as u64).pow(4).ilog2();
        let reduction = (log(depth.into()) * log(tried) + 25) / 50;
        (reduction as u16).min(depth - 2)
    }

    /// The score for `turn` of the position that their move led to, with distances counted from the root.
    /// It is exact within the window and a bound outside.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    fn visit(
        &mut self,
        (before, position): (&G, &G),
        turn: G::Player,
        mut node: Node,
    ) -> Result<Found, Stopped> {
        self.watch.count_node()?;
        let next = position.turn();
        let same_side = (next == self.us) == (turn == self.us);
        if !same_side {
            node.window = node.window.for_opponent();
        }
        // Memory is slow: it is requested before the checks that may make it needless.
        let early_key = if node.depth > 1 { self.table_key(position, node) } else { None };
        let found = if let Some(found) = self.known(position, node) {
            found
        } else if node.depth == 0 {
            self.leaf((before, position), next, node)?
        } else {
            let key = early_key.or_else(|| self.table_key(position, node));
            self.node(position, key, next, node)?
        };
        Ok(if same_side { found } else { -found })
    }

    /// The key of a position, as seen by us.
    #[inline]
    fn key(&self, position: &G) -> u64 {
        let key = position.key();
        self.salt.map_or(key, |salt| key::mix(key, salt))
    }

    /// Whether the table keeps positions so many plies from the root.
    #[inline]
    fn keeps(&self, ply: u16) -> bool {
        let Techniques { table, alternate, .. } = self.settings.techniques;
        table && !(alternate && ply.is_multiple_of(2))
    }

    /// The key by which a position is looked up in the table, if that pays: its entry is then prefetched.
    #[inline]
    pub(super) fn table_key(&self, position: &G, node: Node) -> Option<u64> {
        let remembers =
            self.keeps(node.ply) && u32::from(node.depth) >= self.evaluator.min_table_depth();
        let key = remembers.then(|| self.key(position))?;
        self.table.prefetch(key);
        Some(key)
    }

    /// The score of a position that the window or the evaluator decides without search. Whether the game is
    /// over is asked last: the rules take longer than an evaluator that knows nothing.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    fn known(&self, position: &G, node: Node) -> Option<Found> {
        let ply = u32::from(node.ply);
        if let Some(score) = node.window.mate_distance_cutoff(ply) {
            return Some(Found::new(score, Basis::Solved));
        }
        let window = node.window.seen_later(ply);
        let found = match self.evaluator.known(position, node.depth.into(), window)? {
            Known::Proven(score) => Found::new(score, Basis::Solved),
            // Elsewhere a line is needed.
            Known::AtDepth(score) if node.depth > 0 && window.is_null() => {
                // A win is one at any depth, and so is a loss; all else rests on evaluations.
                let is_real = if score > window.alpha { score.is_win() } else { score.is_loss() };
                Found::new(score, if is_real { Basis::Solved } else { Basis::Full })
            }
            Known::AtDepth(_) => return None,
        };
        let score = found.score.seen_earlier(ply);
        self.is_asked_about(position).then_some(Found { score, ..found })
    }

    /// The exact score of an unfinished position, if the evaluator knows it.
    pub(super) fn proven(&self, position: &G) -> Option<Score> {
        let known = self.evaluator.known(position, 0, Window::FULL)?.proven()?;
        self.is_asked_about(position).then_some(known)
    }

    /// Whether the evaluator's knowledge holds for a position.
    fn is_asked_about(&self, position: &G) -> bool {
        self.salt.is_none() && position.outcome().is_none()
    }

    /// The score of a position at the depth, as its noisy moves and the evaluation give it; exact
    /// within the window and a bound outside.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub(super) fn leaf(
        &mut self,
        (before, position): (&G, &G),
        turn: G::Player,
        node: Node,
    ) -> Result<Found, Stopped> {
        if let Some(found) = self.finished(position, turn, node.ply) {
            return Ok(found);
        }
        let start = self.buffers.listed.len();
        let mut stand_pat = StandPat::Optional;
        if node.noise > 0 && self.settings.techniques.quiescence {
            stand_pat = self.evaluator.noisy_moves(position, &mut self.buffers.listed);
        }
        if self.buffers.listed.len() == start {
            return Ok(self.evaluate(before, position, turn));
        }
        self.quiesce((before, position), turn, node, (start, stand_pat))
    }

    /// Follows noisy moves, those listed from `start` on, until the position is quiet.
    ///
    /// A loss is exact only if all moves are forced; otherwise the evaluation bounds it.
    #[inline(never)]
    fn quiesce(
        &mut self,
        (before, position): (&G, &G),
        turn: G::Player,
        mut node: Node,
        (start, stand_pat): (usize, StandPat),
    ) -> Result<Found, Stopped> {
        let mut best = None;
        if stand_pat == StandPat::Optional {
            let found = self.evaluate(before, position, turn);
            if found.score >= node.window.beta {
                self.buffers.listed.truncate(start);
                return Ok(found);
            }
            node.window.alpha = node.window.alpha.max(found.score);
            best = Some(Best { found, number: None });
        }
        let picker = self.buffers.picker(start, None);
        let best = self.try_moves(position, turn, node, picker, best)?;
        Ok(best.map_or(Found::new(Score::DRAW, Basis::Full), |best| best.found))
    }

    /// The evaluation of an unfinished position for the player to move.
    #[inline]
    pub(super) fn evaluate(&mut self, before: &G, position: &G, turn: G::Player) -> Found {
        let state = &mut self.buffers.state;
        let score = Score::value(self.evaluator.evaluate_after(before, position, self.us, state));
        Found::new(if turn == self.us { score } else { -score }, Basis::Full)
    }

    /// The score of a position if the game is over, with its distance counted from the root.
    #[inline]
    fn finished(&self, position: &G, turn: G::Player, ply: u16) -> Option<Found> {
        let score = finished(position, self.evaluator, self.us)?.seen_earlier(ply.into());
        Some(Found::new(if turn == self.us { score } else { -score }, Basis::Solved))
    }

    /// The score of a position from its moves or the table, for its player to move. `key` is the
    /// position's if the table is asked.
    fn node(
        &mut self,
        position: &G,
        key: Option<u64>,
        turn: G::Player,
        mut node: Node,
    ) -> Result<Found, Stopped> {
        let known = key.and_then(|key| self.table.get(key));
        let reduces = self.settings.techniques.reductions;
        let accepted = if reduces { Basis::Reduced } else { Basis::Full };
        let settles = |entry: Entry| entry.settles(accepted, (node.depth, node.ply), node.window);
        if let Some(found) = known.and_then(settles) {
            return Ok(found);
        }
        let first = known.and_then(|entry| entry.best);
        // Internal iterative reduction: one ply less without a table move.
        let is_reduced = reduces && key.is_some() && first.is_none() && node.depth >= 4;
        node.depth -= u16::from(is_reduced);
        let start = self.list_moves(position, node.depth);
        let picker = self.buffers.picker(start, first.map(usize::from));
        if picker.len == 1 && self.extends(position, node) {
            node.depth += 1;
        }
        self.watch.count_work(picker.len as u64 / 16)?;
        if node.depth > 2 && self.table.is_slow() && self.keeps(node.ply + 1) {
            self.prefetch_children(position, start, node);
        }
        let Some(best) = self.try_moves(position, turn, node, picker, None)? else {
            // A running game without moves breaks the laws; it is a draw, which proves nothing.
            let finished = self.finished(position, turn, node.ply);
            return Ok(finished.unwrap_or(Found::new(Score::DRAW, Basis::Full)));
        };
        if let Some(key) = key {
            let Best { found, number } = best;
            self.table.put(key, Entry::of(found, number, (node.depth, node.ply), node.window));
        }
        let Found { score, basis } = best.found;
        let is_less = is_reduced && basis == Basis::Full;
        Ok(Found::new(score, if is_less { Basis::Reduced } else { basis }))
    }

    /// Asks for the table entries of all children of a node at once, where these are few.
    fn prefetch_children(&self, position: &G, start: usize, mut node: Node) {
        const FEW: usize = 8;
        (node.depth, node.ply) = (node.depth - 1, node.ply + 1);
        let moves = self.buffers.listed.get(start..).unwrap_or_default();
        for &m in moves.iter().filter(|_| moves.len() <= FEW) {
            let mut child = position.clone();
            child.play_unchecked(m);
            self.table_key(&child, node);
        }
    }

    /// Lists the moves to search at a node, and returns where they begin.
    pub(super) fn list_moves(&mut self, position: &G, depth: u16) -> usize {
        let start = self.buffers.listed.len();
        if depth > 1 && self.salt.is_none() {
            self.evaluator.candidate_moves(position, &mut self.buffers.listed);
        } else {
            position.generate_distinct_moves(&mut self.buffers.listed);
        }
        start
    }

    /// Whether to go a ply deeper from a single candidate: where it is one of several moves, and so a reply
    /// to a threat.
    fn extends(&mut self, position: &G, node: Node) -> bool {
        if !self.settings.techniques.extensions
            || node.depth < 2
            || node.ply + node.depth >= self.most_plies
        {
            return false;
        }
        let listed = &mut self.buffers.listed;
        let len = listed.len();
        position.generate_distinct_moves(listed);
        let is_one_of_several = listed.len() > len + 1;
        listed.truncate(len);
        is_one_of_several
    }
}
