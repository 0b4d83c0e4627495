//! The node loop: the score of a position from those of the positions it leads to.
//!
//! From the root down, a node goes this way, and its score comes back the same way:
//!
//! 1. [`try_moves`](Negamax::try_moves) plays one move after the other on a copy of the position,
//! 2. [`search_move`](Negamax::search_move) decides how deep and in which window to search it,
//! 3. [`visit`](Negamax::visit) answers at once what needs no moves: what is decided, known to the
//!    evaluator, or a [`leaf`](Negamax::leaf), which may go on with noisy moves alone,
//! 4. [`node`](Negamax::node) asks the table, lists the moves, tries them, and remembers the result.

use super::entry::{Basis, Bound, Entry, Found};
use super::history::Indexer;
use super::marks::Marks;
use super::moves::{Buffers, Picker, SortKey};
use super::table::Table;
use super::{Settings, Variation};
use crate::game::stop::Stopped;
use crate::game::{Keyed, key};
use crate::search::evaluate::Evaluator;
use crate::search::limits::{Limits, Watch};
use crate::search::window::Window;

/// A search at work. Negamax (alpha-beta with scores seen from the player to move) between two sides:
/// the player to move at the root, and all others.
pub(super) struct Negamax<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    pub(super) table: &'s Table,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) settings: Settings,
    pub(super) watch: Watch<'s>,
    /// Where other threads are, if there are any.
    pub(super) marks: Option<&'s Marks>,
    /// The player to move at the root.
    pub(super) us: G::Player,
    /// Mixed into the keys of positions: with more than two players a position has other scores for
    /// each of us.
    pub(super) salt: Option<u64>,
    /// To how many plies from the root a line is extended.
    pub(super) most_plies: u16,
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
    pub(super) number: Option<usize>,
}

impl<'s, G: Keyed, E: Evaluator<G>> Negamax<'s, G, E> {
    pub(super) fn new(
        position: &G,
        (evaluator, table): (&'s E, &'s Table),
        buffers: &'s mut Buffers<G::Move>,
        settings: Settings,
        watch: Watch<'s>,
    ) -> Self {
        buffers.reset();
        let (us, players) = (position.turn(), position.players());
        let seat = players.iter().position(|&player| player == us);
        Self {
            evaluator,
            table,
            buffers,
            settings,
            watch,
            marks: None,
            us,
            salt: seat.filter(|_| players.len() > 2).map(|seat| seat as u64),
            most_plies: 0,
            provisional: None,
        }
    }

    /// The key of a position, as seen by us.
    #[inline]
    fn key(&self, position: &G) -> u64 {
        let key = position.key();
        self.salt.map_or(key, |salt| key::mix(key, salt))
    }

    /// Searches the picker's moves until one fails high. `best` is the score to beat; `None` without moves.
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
        let marks = self.marks.filter(|_| node.depth >= Marks::DEPTH);
        let mut basis = best.map_or(Basis::Solved, |best| best.found.basis);
        loop {
            if picker.needs_sort_keys() {
                self.sort_keys(position, node, indexer, &mut picker);
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
            let found = self.search_move(&child, turn, node, picker.tried())?;
            let score = found.score;
            if let Some((marks, key)) = mark {
                marks.leave(key);
            }
            basis = basis.min(found.basis);
            if best.is_some_and(|best| score <= best.found.score) {
                continue;
            }
            best = Some(Best { found, number: Some(picker.latest()) });
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

    /// The score of a move for the player who makes it, which is the `tried`-th at its node. `node` is
    /// that of the position before.
    #[inline]
    fn search_move(
        &mut self,
        child: &G,
        turn: G::Player,
        mut node: Node,
        tried: usize,
    ) -> Result<Found, Stopped> {
        let wide = node.window;
        node.ply += 1;
        if node.depth == 0 {
            node.noise -= 1;
            return self.visit(child, turn, node);
        }
        let mut reduction = self.reduction(node.depth, tried);
        let depth = node.depth - 1;
        if tried > 1 && self.settings.techniques.null_window {
            node.window = Window::null(wide.alpha);
        }
        loop {
            node.depth = depth - reduction;
            let found = self.visit(child, turn, node)?;
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

    /// By how many plies less the `tried`-th move of a node is searched at first: more the later it
    /// comes and the deeper the node, as the product of the logarithms.
    #[inline]
    fn reduction(&self, depth: u16, tried: usize) -> u16 {
        /// Four times the binary logarithm.
        fn log(n: usize) -> u32 {
            (n.min(1 << 15) as u64).pow(4).ilog2()
        }
        if depth < 3 || tried < 4 || !self.settings.techniques.reductions {
            return 0;
        }
        let reduction = (log(depth.into()) * log(tried) + 25) / 50;
        (reduction as u16).min(depth - 2)
    }

    /// The score for `turn` of the position that a move of theirs led to, with distances counted from
    /// the root. It is exact within the window and a bound outside.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    fn visit(&mut self, position: &G, turn: G::Player, mut node: Node) -> Result<Found, Stopped> {
        self.watch.count_node()?;
        let next = position.turn();
        let same_side = (next == self.us) == (turn == self.us);
        if !same_side {
            node.window = node.window.for_opponent();
        }
        // Memory is slow: it is asked for before a glance that may make it needless.
        let early = if node.depth > 1 { self.look_up(position, node.depth) } else { None };
        let found = if let Some(found) = self.glance(position, node) {
            found
        } else if node.depth == 0 {
            self.leaf(position, next, node)?
        } else {
            let key = early.or_else(|| self.look_up(position, node.depth));
            self.node(position, key, next, node)?
        };
        Ok(if same_side { found } else { -found })
    }

    /// The key by which a position is looked up in the table, if that is worth it: its entry is then
    /// on its way.
    #[inline]
    pub(super) fn look_up(&self, position: &G, depth: u16) -> Option<u64> {
        let remembers =
            self.settings.techniques.table && u32::from(depth) >= self.evaluator.table_from();
        let key = remembers.then(|| self.key(position))?;
        self.table.prefetch(key);
        Some(key)
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
        if picker.len() == 1 && self.extends(position, node) {
            node.depth += 1;
        }
        self.watch.count_work(picker.len() as u64 / 16)?;
        let Some(best) = self.try_moves(position, turn, node, picker, None)? else {
            return Ok(self.terminal(position, turn, node.ply));
        };
        if let Some(key) = key {
            self.table.put(key, entry(best, node));
        }
        let Found { score, basis } = best.found;
        let is_less = is_reduced && basis == Basis::Full;
        Ok(Found::new(score, if is_less { Basis::Reduced } else { basis }))
    }

    /// Lists the moves to search at a node, and says where they begin.
    pub(super) fn list_moves(&mut self, position: &G, depth: u16) -> usize {
        let start = self.buffers.listed.len();
        if depth > 1 && self.salt.is_none() {
            self.evaluator.candidate_moves(position, &mut self.buffers.listed);
        } else {
            position.generate_distinct_moves(&mut self.buffers.listed);
        }
        start
    }

    /// Whether to go a ply deeper from a position with a single candidate: where it is one of several
    /// moves, and so a reply to a threat.
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

    /// Gives sort keys to the moves left, if sorting pays here.
    fn sort_keys(
        &mut self,
        position: &G,
        node: Node,
        indexer: Option<Indexer>,
        picker: &mut Picker,
    ) {
        let sorts = u32::from(node.depth) >= self.evaluator.sort_from();
        let ordered = sorts && self.settings.techniques.order;
        let indexer = indexer.filter(|_| sorts);
        // Without a difference moves stay as listed, but can be put off.
        let defers = self.marks.is_some() && node.depth >= Marks::DEPTH;
        if !ordered && indexer.is_none() && !defers {
            return;
        }
        let Buffers { listed, sort_keys, history, .. } = &mut *self.buffers;
        let keys = picker.start_sorting(listed).map(|(number, &m)| {
            let order = if ordered { self.evaluator.order(position, m) } else { 0 };
            let promise = |indexer: Indexer| history.promise(indexer.index(m));
            SortKey::new(order, indexer.map_or(0, promise), number)
        });
        sort_keys.extend(keys);
    }
}

/// What to remember about a position.
fn entry(best: Best, node: Node) -> Entry {
    let Found { score, basis } = best.found;
    let bound = if score >= node.window.beta {
        Bound::Lower
    } else if score > node.window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let number = best.number.filter(|_| bound != Bound::Upper);
    Entry {
        score: score.seen_later(node.ply.into()),
        best: number.and_then(|number| number.try_into().ok()),
        depth: node.depth,
        bound,
        basis,
    }
}
