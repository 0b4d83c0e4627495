//! Depth-first proof-number search, on a stack of its own.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use super::numbers::{INFINITE, LARGEST, Numbers, PathDependence, Side};
use super::table::{Finding, Table};
use super::{Answer, Verdict};
use crate::game::{Game, Keyed};
use crate::key::{self, KeyHasher};
use crate::limits::{Limits, Stopped, Watch};

/// A position on the path that is being searched.
struct Frame<G> {
    position: G,
    side: Side,
    key: u64,
    /// The keys from the root to here, mixed in this order.
    path: u64,
    /// Where its children begin in the common list; they reach to its end or to the next frame's.
    children: usize,
    /// The child that the next frame stands for.
    current: usize,
    /// The search returns from here as soon as one of its own numbers reaches these.
    goals: Numbers,
    nodes_before: u64,
}

/// A position with what is known of its children.
pub(super) struct Family<'a, G: Game> {
    pub(super) position: &'a G,
    pub(super) side: Side,
    pub(super) children: &'a [Child<G::Move>],
}

/// A move, and what is known of where it leads.
pub(super) struct Child<M> {
    pub(super) m: M,
    key: u64,
    known: Known,
}

impl<M> Child<M> {
    pub(super) fn is_disproven(&self) -> bool {
        self.known.numbers == Numbers::DISPROVEN
    }
}

/// What is known of a position on the present path.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    grounds: PathDependence,
    /// The table has it that the position is proven, but this is to be confirmed.
    hinted: bool,
}

impl Known {
    fn new(numbers: Numbers) -> Self {
        Self { numbers, grounds: PathDependence::NONE, hinted: false }
    }
}

/// Buffers that are kept from one run to the next.
pub(super) struct Room<G: Game> {
    stack: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    /// The least depth at which a key is on the stack.
    depths: HashMap<u64, usize, BuildHasherDefault<KeyHasher>>,
}

impl<G: Game> Default for Room<G> {
    fn default() -> Self {
        Self {
            stack: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            depths: HashMap::default(),
        }
    }
}

/// The children of a frame in short, as its side to move sees them.
struct Summary {
    own: u32,
    other: u32,
    /// The child with the least own number, which is to be searched next.
    best: usize,
    /// The least own number among the others.
    second: u32,
    /// What the other number would be if the best child's were 0.
    rest: u32,
}

/// The moves by which positions were proven, each recorded after those it leads to: they cannot go
/// round in circles. `None` where somebody else is to move.
pub(super) type Record<G> = HashMap<G, Option<<G as Game>::Move>>;

pub(super) struct Solver<'a, G: Game> {
    pub(super) asked: G::Player,
    salt: u64,
    table: &'a mut Table,
    room: &'a mut Room<G>,
    watch: Watch<'a>,
    /// If there is one, nothing is taken as proven that is not in it.
    pub(super) record: Option<Record<G>>,
    report: &'a mut dyn FnMut(&Answer),
    next_report: u64,
}

impl<'a, G: Keyed + Eq + Hash> Solver<'a, G> {
    const NODES_BETWEEN_REPORTS: u64 = 1 << 16;

    pub(super) fn new(
        asked: G::Player,
        table: &'a mut Table,
        room: &'a mut Room<G>,
        limits: &'a Limits,
        report: &'a mut dyn FnMut(&Answer),
    ) -> Self {
        room.stack.clear();
        room.children.clear();
        room.depths.clear();
        Self {
            asked,
            salt: key::key_of(&asked),
            table,
            room,
            watch: Watch::new(limits),
            record: None,
            report,
            next_report: Self::NODES_BETWEEN_REPORTS,
        }
    }

    /// Searches until the position is solved or a limit is reached.
    pub(super) fn run(&mut self, position: &G) -> Answer {
        if let Some(end) = self.ended(position) {
            return self.answer(end);
        }
        let entered = self.enter(position.clone(), Numbers::SOLVED);
        if entered.and_then(|()| self.settle()).is_err() {
            while self.room.stack.len() > 1 {
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

    /// What a finished position is worth.
    pub(super) fn ended(&self, position: &G) -> Option<Numbers> {
        let won = |winner| winner == Some(self.asked);
        let outcome = position.outcome()?;
        Some(if won(outcome.winner()) { Numbers::PROVEN } else { Numbers::DISPROVEN })
    }

    /// Searches the position on top of the stack until its numbers reach its goals.
    pub(super) fn settle(&mut self) -> Result<(), Stopped> {
        let base = self.room.stack.len();
        while let Some(frame) = self.room.stack.last() {
            let summary = self.summary(frame);
            let (own, other) = frame.goals.seen_by(frame.side);
            if summary.own < own && summary.other < other {
                self.descend(&summary)?;
            } else if self.room.stack.len() > base {
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
        if let Some(root) = self.room.stack.first() {
            let summary = Self::summarise(root.side, self.children(0));
            let answer = self.answer(Numbers::of(root.side, summary.own, summary.other));
            (self.report)(&answer);
        }
    }

    /// The position on top of the stack, and what is known of its children.
    pub(super) fn top(&self) -> Option<Family<'_, G>> {
        let frame = self.room.stack.last()?;
        let children = self.room.children.get(frame.children..)?;
        Some(Family { position: &frame.position, side: frame.side, children })
    }

    /// The children of the frame at this depth.
    fn children(&self, depth: usize) -> &[Child<G::Move>] {
        let start = |depth: usize| self.room.stack.get(depth).map(|frame| frame.children);
        let end = start(depth + 1).unwrap_or(self.room.children.len());
        start(depth).and_then(|start| self.room.children.get(start..end)).unwrap_or_default()
    }

    fn summary(&self, top: &Frame<G>) -> Summary {
        Self::summarise(top.side, self.room.children.get(top.children..).unwrap_or_default())
    }

    fn summarise(side: Side, children: &[Child<G::Move>]) -> Summary {
        let Some(first) = children.first() else {
            // Nobody wins a game that cannot go on.
            let (own, other) = Numbers::DISPROVEN.seen_by(side);
            return Summary { own, other, best: 0, second: INFINITE, rest: 0 };
        };
        let rank = |child: &Child<_>| (child.known.numbers.seen_by(side).0, !child.known.hinted);
        let (mut best, mut least, mut second) = (0, rank(first), INFINITE);
        let (mut sum, mut is_out_of_reach) = (0, false);
        for (i, child) in children.iter().enumerate() {
            let other = child.known.numbers.seen_by(side).1;
            sum += u64::from(other);
            is_out_of_reach |= other == INFINITE;
            if i == 0 {
                continue;
            }
            let rank = rank(child);
            if rank < least {
                second = least.0;
                (best, least) = (i, rank);
            } else {
                second = second.min(rank.0);
            }
        }
        let best_other = children[best].known.numbers.seen_by(side).1;
        let clamp = |sum: u64| sum.min(LARGEST.into()) as u32;
        let other = if is_out_of_reach { INFINITE } else { clamp(sum) };
        let rest = clamp(sum - u64::from(best_other));
        Summary { own: least.0, other, best, second, rest }
    }

    /// Goes on with the best child, unless it has been solved elsewhere meanwhile.
    fn descend(&mut self, summary: &Summary) -> Result<(), Stopped> {
        let Some(frame) = self.room.stack.last_mut() else { return Ok(()) };
        frame.current = frame.children + summary.best;
        let (side, goals, current) = (frame.side, frame.goals, frame.current);
        let mut position = frame.position.clone();
        let Some(child) = self.room.children.get(current) else { return Ok(()) };
        position.play_unchecked(child.m);
        let known = self.remembered(&position, child.key);
        if known.numbers.is_solved() {
            self.room.children[current].known = known;
            return Ok(());
        }
        let goals = if self.room.children[current].known.hinted {
            Numbers::SOLVED
        } else {
            let (own, other) = goals.seen_by(side);
            let next = summary.second.saturating_add(summary.second / 4).saturating_add(1);
            let other = if other == INFINITE { INFINITE } else { other - summary.rest };
            Numbers::of(side, own.min(next), other)
        };
        self.enter(position, goals)
    }

    /// Puts an unfinished position on top of the stack, with what is known of its children.
    pub(super) fn enter(&mut self, position: G, goals: Numbers) -> Result<(), Stopped> {
        let asked = self.asked;
        let side = if position.turn() == asked { Side::Asked } else { Side::Others };
        let key = self.key(&position);
        let depth = self.room.stack.len();
        let path = key::mix(self.room.stack.last().map_or(0, |frame| frame.path), key);
        let children = self.room.children.len();
        let nodes_before = self.watch.nodes();
        self.room.depths.entry(key).or_insert(depth);
        let current = children;
        self.room.stack.push(Frame {
            position,
            side,
            key,
            path,
            children,
            current,
            goals,
            nodes_before,
        });
        let expanded = self.expand();
        if expanded.is_err() {
            self.drop_top();
        }
        expanded
    }

    /// Lists the children of the position on top of the stack, up to one that decides it.
    fn expand(&mut self) -> Result<(), Stopped> {
        let Some(frame) = self.room.stack.last() else { return Ok(()) };
        let mut moves = std::mem::take(&mut self.room.moves);
        moves.clear();
        frame.position.generate_distinct_moves(&mut moves);
        let mut result = Ok(());
        for &m in &moves {
            result = self.watch.count_node();
            let (Ok(()), Some(frame)) = (&result, self.room.stack.last()) else { break };
            let mut position = frame.position.clone();
            position.play_unchecked(m);
            let key = self.key(&position);
            let known = self.judge(&position, key);
            let decided = known.numbers.seen_by(frame.side).0 == 0;
            self.room.children.push(Child { m, key, known });
            if decided {
                break;
            }
        }
        self.room.moves = moves;
        result
    }

    fn key(&self, position: &G) -> u64 {
        key::mix(self.salt, position.key())
    }

    fn judge(&self, position: &G, key: u64) -> Known {
        if let Some(numbers) = self.ended(position) {
            return Known::new(numbers);
        }
        match self.depth_of(position, key) {
            Some(depth) => {
                let grounds = PathDependence::at(depth);
                Known { numbers: Numbers::DISPROVEN, grounds, hinted: false }
            }
            None => self.remembered(position, key),
        }
    }

    /// Where this very position is on the path.
    fn depth_of(&self, position: &G, key: u64) -> Option<usize> {
        let &depth = self.room.depths.get(&key)?;
        let same = |frame: &Frame<G>| frame.position == *position;
        let found = self.room.stack.get(depth..)?.iter().position(same)?;
        Some(depth + found)
    }

    fn remembered(&self, position: &G, key: u64) -> Known {
        if self.record.as_ref().is_some_and(|record| record.contains_key(position)) {
            return Known::new(Numbers::PROVEN);
        }
        match self.table.get(key) {
            None => Known::new(Numbers::NEW),
            Some(Finding::Open(numbers)) => Known::new(numbers),
            Some(Finding::Disproven) => Known::new(Numbers::DISPROVEN),
            Some(Finding::Proven) if self.record.is_some() => {
                Known { hinted: true, ..Known::new(Numbers { proof: 1, disproof: LARGEST }) }
            }
            Some(Finding::Proven) => Known::new(Numbers::PROVEN),
            Some(Finding::DisprovenOn { path, grounds }) => {
                if self.path_key(grounds) == Some(path) {
                    Known { numbers: Numbers::DISPROVEN, grounds, hinted: false }
                } else {
                    Known::new(Numbers::NEW)
                }
            }
        }
    }

    /// The key of the path down to the last of the grounds, in two words.
    fn path_key(&self, grounds: PathDependence) -> Option<[u32; 2]> {
        let frame = self.room.stack.get(grounds.last as usize)?;
        Some([(frame.path >> 32) as u32, frame.path as u32])
    }

    /// Takes the position from the top of the stack and tells the one below what is known of it.
    fn leave(&mut self) {
        let Some(known) = self.pop() else { return };
        let Some(parent) = self.room.stack.last() else { return };
        if let Some(child) = self.room.children.get_mut(parent.current) {
            child.known = known;
        }
    }

    /// Takes the position from the top of the stack and remembers what is known of it.
    pub(super) fn pop(&mut self) -> Option<Known> {
        let frame = self.room.stack.last()?;
        let children = self.room.children.get(frame.children..).unwrap_or_default();
        let summary = Self::summarise(frame.side, children);
        let numbers = Numbers::of(frame.side, summary.own, summary.other);
        let best = children.get(summary.best);
        let grounds = match (numbers, frame.side) {
            (Numbers::DISPROVEN, Side::Asked) => children
                .iter()
                .fold(PathDependence::NONE, |grounds, child| grounds.and(child.known.grounds)),
            (Numbers::DISPROVEN, Side::Others) => {
                best.map_or(PathDependence::NONE, |child| child.known.grounds)
            }
            _ => PathDependence::NONE,
        };
        let grounds = grounds.without(self.room.stack.len() - 1);
        let best = best.map(|child| child.m);
        let frame = self.drop_top()?;
        let finding = match (numbers, self.path_key(grounds)) {
            (Numbers::PROVEN, _) => Finding::Proven,
            (Numbers::DISPROVEN, _) if grounds.are_none() => Finding::Disproven,
            (Numbers::DISPROVEN, Some(path)) => Finding::DisprovenOn { path, grounds },
            _ => Finding::Open(numbers),
        };
        self.table.put(frame.key, finding, self.watch.nodes() - frame.nodes_before);
        if let Some(record) = &mut self.record
            && numbers == Numbers::PROVEN
        {
            record.insert(frame.position, best.filter(|_| frame.side == Side::Asked));
        }
        Some(Known { numbers, grounds, hinted: false })
    }

    fn drop_top(&mut self) -> Option<Frame<G>> {
        let frame = self.room.stack.pop()?;
        self.room.children.truncate(frame.children);
        let depth = self.room.stack.len();
        if self.room.depths.get(&frame.key) == Some(&depth) {
            self.room.depths.remove(&frame.key);
        }
        Some(frame)
    }
}
