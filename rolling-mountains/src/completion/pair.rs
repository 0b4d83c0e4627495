//! Whether a pawn can complete its movement by collecting more: both paths at once.
//!
//! A sweep over the squares keeps, for every way in which the pieces of the path collected on and of
//! the path dropped on can cross the line between the squares swept and those to come, by how many
//! squares the second can be longer than the first. It must be as many as the pawn has tiles.
//!
//! The order of the sweep decides how many states there are. Nearly always only few squares can be
//! left out, as every square collected on and not dropped on must be made up for by a free one; the
//! states that leave out more are dropped once the free squares have been swept. So the sweeps begin
//! at the pawn and at free squares, in orders that keep the line short, and give up when they have
//! too many states for one of the others, which may do with fewer by orders of magnitude. If there
//! is a movement, a sweep that keeps the best few states after every square mostly finds one.

use std::cell::RefCell;
use std::cmp::Reverse;

use smallvec::SmallVec;

use super::links::{Links, Role, Tip, Ways};
use super::order::{Region, Step};
use super::table::{State, Table};
use super::turn::{Turn, View};
use super::witness::Witness;
use crate::square::{Square, SquareSet};

/// A pawn that collects: the squares it can use, the one where it is, how many tiles it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) region: Region,
    pub(super) start: Square,
    pub(super) held: u8,
}

/// What the movement needs, if it collects at least one more tile and does not exit; `None` if that
/// is impossible.
pub(super) fn find(question: Question) -> Option<Witness> {
    thread_local! {
        static WORK: RefCell<Work> = RefCell::default();
    }
    let squares = WORK.with(|work| match work.try_borrow_mut() {
        Ok(mut work) => work.find(question, &WIDTHS),
        Err(_) => Work::default().find(question, &WIDTHS),
    })?;
    Some(Witness::of_region(question.region.grid, squares))
}

/// How many states a sweep may keep after each square, in one round after the other. The last round
/// has no limit.
const WIDTHS: [usize; 5] = [64, 512, 4_096, 32_768, 262_144];

/// How much smaller the number of states is that a sweep may keep that then goes on.
const THINNER: usize = 4;

/// At how many free squares sweeps begin.
const DOORS: usize = 2;

/// What a sweep has found out.
enum Verdict {
    /// The squares that a movement needs.
    Found(SquareSet),
    Refuted,
    /// There were too many states after so many squares.
    Unknown(usize),
}

/// What to do when there are too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overflow {
    /// Go on with the best ones.
    Thin,
    GiveUp,
}

/// What has been swept of both paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    collect: Links,
    drop: Links,
    turn: Turn,
}

impl Pair {
    const EMPTY: Self = Self { collect: Links::EMPTY, drop: Links::EMPTY, turn: Turn::Neither };

    fn is_done(self) -> bool {
        self.collect == Links::DONE && self.drop == Links::DONE && self.turn == Turn::Both
    }
}

impl State for Pair {
    fn hash(self) -> u64 {
        let collect = self.collect.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let drop = self.drop.bits() ^ self.turn.bits() << 48;
        (collect ^ drop).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// By how many squares the path dropped on is longer than the path collected on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Gain {
    all: i8,
    /// Those of the colour of the pawn's square.
    same: i8,
    /// The squares of both paths, and that over which the pawn turns.
    squares: SquareSet,
}

/// What states are kept first: those with a large gain and few pieces.
fn worth(pair: Pair, gain: Gain) -> i32 {
    let crossings = pair.collect.crossings() + pair.drop.crossings();
    2 * i32::from(gain.all) - crossings as i32
}

/// What sweeps need room for.
#[derive(Default)]
struct Work {
    order: Vec<Square>,
    steps: Vec<Step>,
    now: Table<Pair, Gain>,
    next: Table<Pair, Gain>,
    collects: Ways,
    drops: Ways,
    /// Where the last sweep began that refuted a movement, and its width.
    refuted: Option<(Square, usize)>,
}

impl Work {
    /// The squares that a movement needs; see [`WIDTHS`].
    fn find(&mut self, question: Question, widths: &[usize]) -> Option<SquareSet> {
        let mut seeds = question.seeds();
        let all = |&width: &usize| [(width, Overflow::GiveUp), (width / THINNER, Overflow::Thin)];
        let first = widths.first().map(|&width| (width, Overflow::Thin));
        for (width, overflow) in first.into_iter().chain(widths.iter().flat_map(all)) {
            // A movement is looked for from where sweeps got furthest.
            let count = if overflow == Overflow::Thin { 1 } else { seeds.len() };
            for (far, seed) in seeds.iter_mut().take(count) {
                match self.sweep_from(*seed, question, width, overflow) {
                    Verdict::Found(squares) => return Some(squares),
                    Verdict::Refuted => {
                        self.refuted = Some((*seed, width));
                        return None;
                    }
                    Verdict::Unknown(swept) => *far = swept,
                }
            }
            seeds.sort_by_key(|&(far, _)| Reverse(far));
            // A listing of moves asks nearly the same again and again.
            if let Some((seed, width)) = self.refuted.take()
                && question.region.all().contains(seed)
                && matches!(
                    self.sweep_from(seed, question, width, Overflow::GiveUp),
                    Verdict::Refuted
                )
            {
                self.refuted = Some((seed, width));
                return None;
            }
        }
        question.region.order_by_lines(&mut self.order);
        match self.sweep(question, usize::MAX, Overflow::GiveUp) {
            Verdict::Found(squares) => Some(squares),
            Verdict::Refuted | Verdict::Unknown(_) => None,
        }
    }

    fn sweep_from(
        &mut self,
        seed: Square,
        question: Question,
        width: usize,
        overflow: Overflow,
    ) -> Verdict {
        question.region.order_from(seed, &mut self.order);
        self.sweep(question, width, overflow)
    }

    /// Sweeps in the order given, keeping no more states than `width`.
    fn sweep(&mut self, question: Question, width: usize, overflow: Overflow) -> Verdict {
        if question.region.plan(&self.order, &mut self.steps).is_none() {
            return Verdict::Unknown(0);
        }
        self.now.clear();
        self.now.raise(Pair::EMPTY, Gain::default());
        let mut thinned = None;
        for index in 0..self.steps.len() {
            if self.now.entries.len() > width {
                if overflow == Overflow::GiveUp {
                    return Verdict::Unknown(index);
                }
                thinned = thinned.or(Some(index));
                self.now.keep(width, worth);
            }
            self.next.clear();
            if let Some(squares) = self.step(question, index) {
                return Verdict::Found(squares);
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        thinned.map_or(Verdict::Refuted, Verdict::Unknown)
    }

    /// Sweeps one square; returns what a movement needs if one has been found.
    fn step(&mut self, question: Question, index: usize) -> Option<SquareSet> {
        let step = self.steps.get(index)?;
        let bounds = Bounds::of(question, step);
        let Region { grid, tiles, free } = question.region;
        let view = View { grid, region: tiles | free, square: step.square, swept: step.swept };
        for &(pair, gain) in &self.now.entries {
            if tiles.contains(step.square) {
                let (back, ahead) = (&step.back, &step.collect_ahead);
                pair.collect.ways(back, ahead, bounds.collect_tips, &mut self.collects);
            } else {
                self.collects.clear();
                self.collects.push((pair.collect, Role::Out));
            }
            pair.drop.ways(&step.back, &step.ahead, bounds.drop_tips, &mut self.drops);
            for &(collect, collecting) in &self.collects {
                if step.square == question.start && collecting != Role::Tip(Tip::First) {
                    continue;
                }
                let empty = collecting != Role::Out || free.contains(step.square);
                for &(drop, dropping) in &self.drops {
                    let mut gain = bounds.add(gain, collecting, dropping);
                    if dropping != Role::Out && !empty || !bounds.allow(gain, drop) {
                        continue;
                    }
                    let Some((turn, over)) = pair.turn.on(view, collecting, dropping) else {
                        continue;
                    };
                    gain.squares = gain.squares | over;
                    let next = Pair { collect, drop, turn };
                    if next.is_done() && i32::from(gain.all) >= i32::from(question.held) {
                        return Some(gain.squares);
                    }
                    self.next.raise(next, gain);
                }
            }
        }
        None
    }
}

impl Question {
    /// The squares with which sweeps begin, each with how far a sweep from there came.
    fn seeds(self) -> SmallVec<[(usize, Square); 1 + DOORS]> {
        let Region { grid, tiles, free } = self.region;
        let doors = (grid.neighbours(tiles) & free).into_iter().take(DOORS);
        [self.start].into_iter().chain(doors).map(|seed| (0, seed)).collect()
    }
}

/// What one square of the sweep can add, and what those to come can. Colours are numbered: first
/// that of the pawn's square.
struct Bounds {
    square: Square,
    colour: usize,
    collect_tips: &'static [Tip],
    drop_tips: &'static [Tip],
    /// The least gain in each colour for which the free squares to come can make up, without those
    /// with no way on.
    least: [i32; 2],
    /// How many of these are to come.
    dead_ends: [i32; 2],
    /// The colour of the last square dropped on.
    last: usize,
}

impl Bounds {
    fn of(question: Question, step: &Step) -> Self {
        let Question { region, start, held } = question;
        let same = SquareSet::colour_of(start);
        let to_come = region.free - step.swept;
        let dead_ends = region.grid.leaves(region.all()) & to_come;
        let count = |set: SquareSet| [(set & same).len() as i32, (set - same).len() as i32];
        let [inner_same, inner_other] = count(to_come - dead_ends);
        let [colour, last] = [usize::from(!same.contains(step.square)), usize::from(held % 2)];
        let drop_tips: &[Tip] = &[Tip::First, Tip::Last];
        Self {
            square: step.square,
            colour,
            collect_tips: if step.square == start { &[Tip::First] } else { &[Tip::Last] },
            drop_tips: if colour == last { drop_tips } else { &[Tip::First] },
            least: [i32::from(held / 2) - inner_same, i32::from(held.div_ceil(2)) - inner_other],
            dead_ends: count(dead_ends),
            last,
        }
    }

    fn add(&self, mut gain: Gain, collecting: Role, dropping: Role) -> Gain {
        let more = i8::from(dropping != Role::Out) - i8::from(collecting != Role::Out);
        gain.all += more;
        if self.colour == 0 {
            gain.same += more;
        }
        if dropping != Role::Out || collecting != Role::Out {
            gain.squares = gain.squares.with(self.square);
        }
        gain
    }

    /// Whether the squares to come can be enough. Of those with no way on only the first and the
    /// last square of the path can be one.
    fn allow(&self, gain: Gain, drop: Links) -> bool {
        let (all, same) = (i32::from(gain.all), i32::from(gain.same));
        let mut missing = [self.least[0] - same, self.least[1] - (all - same)].map(|n| n.max(0));
        if missing == [0, 0] {
            return true;
        }
        let possible = missing[0] <= self.dead_ends[0] && missing[1] <= self.dead_ends[1];
        let [first, last] = [Tip::First, Tip::Last].map(|tip| i32::from(drop.lacks(tip)));
        missing[self.last] = (missing[self.last] - last).max(0);
        possible && missing[0] + missing[1] <= first
    }
}

/// Whether a movement is possible, which sweeps from everywhere with as many states as it takes must
/// agree on. Sweeps with few states may not know, but must not be wrong.
#[cfg(test)]
pub(super) fn sweeps_agree(question: Question) -> bool {
    let mut work = Work::default();
    question.region.order_by_lines(&mut work.order);
    let expected = work.sweep(question, usize::MAX, Overflow::GiveUp);
    let expected = matches!(expected, Verdict::Found(_));
    for seed in question.region.all() {
        question.region.order_from(seed, &mut work.order);
        for (width, overflow) in
            [(usize::MAX, Overflow::GiveUp), (8, Overflow::GiveUp), (8, Overflow::Thin)]
        {
            match work.sweep(question, width, overflow) {
                Verdict::Found(_) => assert!(expected, "{question:?} {seed}"),
                Verdict::Refuted => assert!(!expected, "{question:?} {seed}"),
                Verdict::Unknown(_) => assert_ne!(width, usize::MAX),
            }
        }
    }
    assert_eq!(work.find(question, &[]).is_some(), expected);
    expected
}
