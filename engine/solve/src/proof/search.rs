//! Depth-first proof-number search, on a stack of its own.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use super::children::{Child, Known, Summary};
use super::numbers::{INFINITE, LARGEST, Numbers, PathDependence, Side};
use super::table::{Finding, ProofTable};
use super::{Answer, Claim, Estimator, Knowledge, Verdict};
use engine::game::Stopped;
use engine::game::key::{self, KeyHasher};
use engine::game::{Game, Keyed};
use engine::search::{Limits, Watch};

/// A position on the path that is being searched.
pub(super) struct Frame<G> {
    pub(super) position: G,
    pub(super) side: Side,
    key: u64,
    /// The keys of the path from the root to here, mixed in this order.
    path: u64,
    /// The index in the common list at which its children begin. They end where those of the next frame begin.
    children: usize,
    /// The child that the next frame is.
    current: usize,
    /// The search leaves the position when one of its numbers reaches these.
    thresholds: Numbers,
    /// The nodes of the search before this visit, and those of earlier visits as far as the table remembers.
    nodes_before: u64,
    work_before: u64,
    /// The nodes of the search at which it leaves the position in any case.
    until: u64,
}

/// Buffers that are kept from one run to the next.
pub(super) struct Buffers<G: Game> {
    stack: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    /// The least depth at which a key is on the stack.
    depths: HashMap<u64, usize, BuildHasherDefault<KeyHasher>>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        let (stack, children, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { stack, children, moves, depths: HashMap::default() }
    }
}

/// The moves by which positions were proven, or `None` where another player moves. A position is
/// recorded after those that its proof rests on, so the moves form no cycle.
pub(super) type Strategy<G> = HashMap<G, Option<<G as Game>::Move>>;

pub(super) struct Solver<'a, G: Game> {
    pub(super) claim: Claim<G::Player>,
    salt: u64,
    known: &'a Knowledge<G>,
    estimate: Option<&'a Estimator<G>>,
    table: &'a mut ProofTable,
    buffers: &'a mut Buffers<G>,
    watch: Watch<'a>,
    /// While a proof is extracted: only the positions recorded here count as proven.
    pub(super) record: Option<Strategy<G>>,
    report: &'a mut dyn FnMut(&Answer),
    next_report: u64,
}

impl<'a, G: Keyed + Eq + Hash> Solver<'a, G> {
    const NODES_BETWEEN_REPORTS: u64 = 1 << 16;

    pub(super) fn new(
        claim: Claim<G::Player>,
        (known, estimate): (&'a Knowledge<G>, Option<&'a Estimator<G>>),
        (table, buffers): (&'a mut ProofTable, &'a mut Buffers<G>),
        limits: &'a Limits,
        report: &'a mut dyn FnMut(&Answer),
    ) -> Self {
        buffers.stack.clear();
        buffers.children.clear();
        buffers.depths.clear();
        Self {
            claim,
            salt: key::key_of(&claim.player) ^ (claim.margin ^ Claim::<G::Player>::WIN) as u64,
            known,
            estimate,
            table,
            buffers,
            watch: Watch::new(limits),
            record: None,
            report,
            next_report: Self::NODES_BETWEEN_REPORTS,
        }
    }

    /// Searches until the position is solved or a limit is reached.
    pub(super) fn run(&mut self, position: &G) -> Answer {
        if let Some(decided) = self.ended(position).or_else(|| self.known(position)) {
            return self.answer(decided);
        }
        let entered = self.enter(position.clone(), Numbers::UNLIMITED);
        if entered.and_then(|()| self.search_top()).is_err() {
            while self.buffers.stack.len() > 1 {
                self.leave();
            }
        }
        let numbers = self.pop().map_or(Numbers::NEW, |known| known.numbers);
        self.answer(numbers)
    }

    fn answer(&self, numbers: Numbers) -> Answer {
        let verdict = match numbers {
            Numbers::PROVEN => Verdict::Proven,
            Numbers::DISPROVEN => Verdict::Disproven,
            _ => Verdict::Unknown,
        };
        Answer {
            verdict,
            proof_number: numbers.proof,
            disproof_number: numbers.disproof,
            nodes: self.watch.nodes(),
            elapsed: self.watch.elapsed(),
            table_per_mille: self.table.per_mille(),
        }
    }

    /// The numbers of a finished position; `None` if the game is running.
    pub(super) fn ended(&self, position: &G) -> Option<Numbers> {
        let reached = self.claim.is_reached(&position.outcome()?);
        Some(if reached { Numbers::PROVEN } else { Numbers::DISPROVEN })
    }

    /// The numbers of an unfinished position that is decided without a search.
    fn known(&self, position: &G) -> Option<Numbers> {
        match (self.known)(position, self.claim.player) {
            Verdict::Proven => Some(Numbers::PROVEN),
            Verdict::Disproven => Some(Numbers::DISPROVEN),
            Verdict::Unknown => None,
        }
    }

    /// Searches the position on top of the stack until its numbers reach its thresholds.
    pub(super) fn search_top(&mut self) -> Result<(), Stopped> {
        let base = self.buffers.stack.len();
        while let Some(frame) = self.top() {
            let summary = Summary::of(frame.side, self.children_of(frame));
            let (own, other) = frame.thresholds.seen_by(frame.side);
            let goes_on = self.watch.nodes() < frame.until;
            if goes_on && summary.own < own && summary.other < other {
                self.descend(&summary)?;
            } else if self.buffers.stack.len() > base {
                self.leave();
                self.report_progress();
            } else {
                break;
            }
        }
        Ok(())
    }

    fn report_progress(&mut self) {
        if self.watch.nodes() < self.next_report {
            return;
        }
        self.next_report = self.watch.nodes() + Self::NODES_BETWEEN_REPORTS;
        if let Some(root) = self.buffers.stack.first() {
            let summary = Summary::of(root.side, self.children(0));
            let answer = self.answer(Numbers::of(root.side, summary.own, summary.other));
            (self.report)(&answer);
        }
    }

    /// The numbers of a position on the stack.
    fn numbers(&self, frame: &Frame<G>, summary: &Summary) -> Numbers {
        let work = frame.work_before + self.watch.nodes() - frame.nodes_before;
        Numbers::of(frame.side, summary.own, summary.other).after(work)
    }

    pub(super) fn top(&self) -> Option<&Frame<G>> {
        self.buffers.stack.last()
    }

    /// The children of the position on top.
    pub(super) fn children_of(&self, top: &Frame<G>) -> &[Child<G::Move>] {
        self.buffers.children.get(top.children..).unwrap_or_default()
    }

    /// The children of the frame at this depth.
    fn children(&self, depth: usize) -> &[Child<G::Move>] {
        let start = |depth: usize| self.buffers.stack.get(depth).map(|frame| frame.children);
        let end = start(depth + 1).unwrap_or(self.buffers.children.len());
        start(depth).and_then(|start| self.buffers.children.get(start..end)).unwrap_or_default()
    }

    /// Searches the best child, unless it was solved elsewhere in the meantime.
    fn descend(&mut self, summary: &Summary) -> Result<(), Stopped> {
        let Some(frame) = self.buffers.stack.last_mut() else { return Ok(()) };
        frame.current = frame.children + summary.best;
        let (side, thresholds, current) = (frame.side, frame.thresholds, frame.current);
        let mut position = frame.position.clone();
        let Some(child) = self.buffers.children.get(current) else { return Ok(()) };
        position.play_unchecked(child.m);
        let known = self.look_up_in_table(&position, child.key);
        if let Some(known) = known.filter(|known| known.numbers.is_solved()) {
            self.buffers.children[current].known = known;
            return Ok(());
        }
        let thresholds = if self.buffers.children[current].known.unconfirmed {
            Numbers::UNLIMITED
        } else {
            let (own, other) = thresholds.seen_by(side);
            let next = summary.second.saturating_add(summary.second / 4).saturating_add(1);
            let other = if other == INFINITE { INFINITE } else { other - summary.rest };
            Numbers::of(side, own.min(next), other)
        };
        self.enter(position, thresholds)
    }

    /// Puts an unfinished position on top of the stack and expands it.
    pub(super) fn enter(&mut self, position: G, thresholds: Numbers) -> Result<(), Stopped> {
        let side = self.side(&position);
        let key = self.key(&position);
        let depth = self.buffers.stack.len();
        let path = key::mix(self.buffers.stack.last().map_or(0, |frame| frame.path), key);
        let children = self.buffers.children.len();
        let (nodes_before, work_before) = (self.watch.nodes(), self.table.work(key));
        let until = if thresholds == Numbers::UNLIMITED {
            u64::MAX
        } else {
            let own = nodes_before.saturating_add(thresholds.nodes().saturating_sub(work_before));
            self.buffers.stack.last().map_or(own, |frame| own.min(frame.until))
        };
        self.buffers.depths.entry(key).or_insert(depth);
        self.buffers.stack.push(Frame {
            position,
            side,
            key,
            path,
            children,
            current: 0,
            thresholds,
            nodes_before,
            work_before,
            until,
        });
        let expanded = self.expand();
        if expanded.is_err() {
            self.drop_top();
        }
        expanded
    }

    /// Lists the children of the position on top of the stack, up to the first that decides it. The entry of each is
    /// prefetched while the one before is looked at.
    fn expand(&mut self) -> Result<(), Stopped> {
        let Some(frame) = self.buffers.stack.last() else { return Ok(()) };
        let (parent, side) = (frame.position.clone(), frame.side);
        let mut moves = std::mem::take(&mut self.buffers.moves);
        moves.clear();
        parent.generate_distinct_moves(&mut moves);
        let mut result = Ok(());
        let mut ahead = None;
        for i in 0..=moves.len() {
            let next = moves.get(i).map(|&m| {
                let position = parent.after(m);
                let key = self.key(&position);
                self.table.prefetch(key);
                (m, position, key)
            });
            let Some((m, position, key)) = std::mem::replace(&mut ahead, next) else { continue };
            result = self.watch.count_node();
            if result.is_err() {
                break;
            }
            let mut counted = 0;
            let known = self.look_up(&position, key).unwrap_or_else(|| {
                Known::new(if let Some(estimate) = self.estimate {
                    estimate(&position, self.claim.player).into()
                } else {
                    // This may list them.
                    counted = position.count_moves(&mut moves);
                    Numbers::by_moves(self.side(&position), counted)
                })
            });
            result = self.watch.count_work(counted / 16);
            if result.is_err() {
                break;
            }
            let decided = known.numbers.seen_by(side).0 == 0;
            self.buffers.children.push(Child { m, key, known });
            if decided {
                break;
            }
        }
        self.buffers.moves = moves;
        result
    }

    fn key(&self, position: &G) -> u64 {
        key::mix(self.salt, position.key())
    }

    fn side(&self, position: &G) -> Side {
        if position.turn() == self.claim.player { Side::Player } else { Side::Opponents }
    }

    /// What is known about a position; `None` if it was not searched yet.
    fn look_up(&self, position: &G, key: u64) -> Option<Known> {
        if let Some(numbers) = self.ended(position).or_else(|| self.known(position)) {
            return Some(Known::new(numbers));
        }
        match self.depth_of(position, key) {
            Some(depth) => Some(Known::disproven_on(PathDependence::at(depth))),
            None => self.look_up_in_table(position, key),
        }
    }

    /// The depth at which this position is on the path.
    fn depth_of(&self, position: &G, key: u64) -> Option<usize> {
        let &depth = self.buffers.depths.get(&key)?;
        let same = |frame: &Frame<G>| frame.position == *position;
        let found = self.buffers.stack.get(depth..)?.iter().position(same)?;
        Some(depth + found)
    }

    fn look_up_in_table(&self, position: &G, key: u64) -> Option<Known> {
        if self.record.as_ref().is_some_and(|record| record.contains_key(position)) {
            return Some(Known::new(Numbers::PROVEN));
        }
        match self.table.get(key)? {
            Finding::Open(numbers) => Some(Known::new(numbers)),
            Finding::Disproven => Some(Known::new(Numbers::DISPROVEN)),
            Finding::Proven if self.record.is_some() => {
                let numbers = Numbers { proof: 1, disproof: LARGEST };
                Some(Known { unconfirmed: true, ..Known::new(numbers) })
            }
            Finding::Proven => Some(Known::new(Numbers::PROVEN)),
            Finding::DisprovenOn { path, dependence } => {
                (self.path_key(dependence) == Some(path)).then(|| Known::disproven_on(dependence))
            }
        }
    }

    /// The key of the path down to the last position of the dependence, in two words.
    fn path_key(&self, dependence: PathDependence) -> Option<[u32; 2]> {
        let frame = self.buffers.stack.get(dependence.last as usize)?;
        Some([(frame.path >> 32) as u32, frame.path as u32])
    }

    /// Takes the position from the top of the stack, and updates its parent.
    fn leave(&mut self) {
        let Some(known) = self.pop() else { return };
        let Some(parent) = self.buffers.stack.last() else { return };
        if let Some(child) = self.buffers.children.get_mut(parent.current) {
            child.known = known;
        }
    }

    /// Takes the position from the top of the stack, and stores its result.
    pub(super) fn pop(&mut self) -> Option<Known> {
        let frame = self.top()?;
        let children = self.children_of(frame);
        let summary = Summary::of(frame.side, children);
        let numbers = self.numbers(frame, &summary);
        let best = children.get(summary.best);
        let reasons = match (numbers, frame.side) {
            (Numbers::DISPROVEN, Side::Player) => children,
            (Numbers::DISPROVEN, Side::Opponents) => best.map_or(&[][..], std::slice::from_ref),
            _ => &[],
        };
        let dependences = reasons.iter().map(|child| child.known.dependence);
        let dependence = dependences.fold(PathDependence::NONE, PathDependence::and);
        let dependence = dependence.without(self.buffers.stack.len() - 1);
        let best = best.map(|child| child.m);
        let frame = self.drop_top()?;
        let finding = match (numbers, self.path_key(dependence)) {
            (Numbers::PROVEN, _) => Finding::Proven,
            (Numbers::DISPROVEN, _) if dependence.is_none() => Finding::Disproven,
            (Numbers::DISPROVEN, Some(path)) => Finding::DisprovenOn { path, dependence },
            _ => Finding::Open(numbers),
        };
        self.table.put(frame.key, finding, self.watch.nodes() - frame.nodes_before);
        if let Some(record) = &mut self.record
            && numbers == Numbers::PROVEN
        {
            record.insert(frame.position, best.filter(|_| frame.side == Side::Player));
        }
        Some(Known { numbers, dependence, unconfirmed: false })
    }

    fn drop_top(&mut self) -> Option<Frame<G>> {
        let frame = self.buffers.stack.pop()?;
        self.buffers.children.truncate(frame.children);
        let depth = self.buffers.stack.len();
        if self.buffers.depths.get(&frame.key) == Some(&depth) {
            self.buffers.depths.remove(&frame.key);
        }
        Some(frame)
    }
}
