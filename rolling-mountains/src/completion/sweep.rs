//! A sweep for both paths at once.
//!
//! For every way in which the pieces of the path collected on and of the path dropped on can cross
//! the line between the squares swept and those to come it keeps by how many squares the second can
//! be longer than the first. It must be as many as the pawn has tiles.

use std::ops::ControlFlow;

use super::links::{Links, Role, Tip, Ways};
use super::order::{Region, Step};
use super::table::{State, Table};
use super::turn::{Turn, View};
use super::web::Link;
use crate::square::{Square, SquareSet};

/// A pawn that collects: the squares it can use, the one where it is, how many tiles it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) region: Region,
    pub(super) start: Square,
    pub(super) held: u8,
}

/// What a sweep has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The squares that a movement needs.
    Found(SquareSet),
    Refuted,
    /// There are too many states to go on.
    Halted,
}

/// What has been swept of both paths, in two words: every crossing of the path collected on and the
/// turn; every crossing of the path dropped on and the excess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    collect: u64,
    drop: u64,
}

impl Pair {
    const EMPTY: Self = Self::new(Links::EMPTY, Links::EMPTY, Turn::NEITHER, 0);

    /// The excess is by how many squares of the colour of the pawn's square the gain is more than by
    /// others. It depends on the rest: colours alternate along every piece.
    const fn new(collect: Links, drop: Links, turn: Turn, excess: i8) -> Self {
        Self {
            collect: collect.bits() | (turn.bits() as u64) << Links::BITS,
            drop: drop.bits() | (excess as u8 as u64) << Links::BITS,
        }
    }

    const fn collect(self) -> Links {
        Links::from_bits(self.collect)
    }

    const fn drop(self) -> Links {
        Links::from_bits(self.drop)
    }

    const fn turn(self) -> Turn {
        Turn::from_bits((self.collect >> Links::BITS) as u8)
    }

    const fn excess(self) -> i8 {
        (self.drop >> Links::BITS) as i8
    }

    fn is_done(self) -> bool {
        self.collect() == Links::DONE && self.drop() == Links::DONE && self.turn() == Turn::BOTH
    }
}

impl State for Pair {
    fn hash(self) -> u64 {
        let collect = self.collect.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (collect ^ collect >> 32 ^ self.drop).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// By how many squares of the colour of the pawn's square the path dropped on is longer than the path
/// collected on, in the upper bits; below, the squares of both paths, and that over which the pawn
/// turns. With the excess this says by how many squares in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gain(u128);

impl Gain {
    const BITS: usize = Square::COUNT;
    /// Nothing is below zero: there are never so many tiles.
    const ZERO: Self = Self(64 << Self::BITS);

    const fn same(self) -> i32 {
        (self.0 >> Self::BITS) as i32 - 64
    }

    const fn all(self, excess: i8) -> i32 {
        2 * self.same() - excess as i32
    }

    const fn squares(self) -> SquareSet {
        SquareSet::from_bits(self.0 & !(u128::MAX << Self::BITS))
    }

    const fn and(self, squares: SquareSet) -> Self {
        Self(self.0 | squares.bits())
    }
}

// No colour has more squares.
const _: () = assert!(Square::COUNT.div_ceil(2) < 64 && Gain::BITS + 7 <= 128);

/// What states are kept first: those with a large gain and few pieces.
fn worth(pair: Pair, gain: Gain) -> i32 {
    let crossings = pair.collect().crossings() + pair.drop().crossings();
    2 * gain.all(pair.excess()) - crossings as i32
}

/// How many times more states a sweep would have if they became no fewer, at the most.
const STEADY: usize = 12;

/// A sweep that can halt and go on.
#[derive(Default)]
pub(super) struct Sweep {
    pub(super) order: Vec<Square>,
    steps: Vec<Step>,
    /// How many squares have been swept.
    swept: usize,
    /// The most states it has had.
    widest: usize,
    /// How many states have been swept on in all.
    spent: usize,
    states: States,
}

type States = Table<Pair, Gain>;

/// What sweeps need room for.
#[derive(Default)]
pub(super) struct Scratch {
    next: States,
    best: States,
    ways: Explorer,
    /// How many states have been swept on.
    pub(super) swept: usize,
}

/// What finding the ways over a square needs room for.
#[derive(Default)]
struct Explorer {
    collects: Ways,
    drops: Ways,
}

impl Sweep {
    /// Begins anew, in the order that has been set; `None` if that cuts too many edges at a time.
    pub(super) fn begin(&mut self, question: Question) -> Option<()> {
        self.swept = 0;
        self.widest = 0;
        self.spent = 0;
        self.states.clear();
        self.states.raise(Pair::EMPTY, Gain::ZERO);
        question.region.plan(&self.order, &mut self.steps)
    }

    /// Sweeps on, unless there are more states than `width`.
    pub(super) fn go_on(
        &mut self,
        question: Question,
        width: usize,
        scratch: &mut Scratch,
    ) -> Verdict {
        while let Some(step) = self.steps.get(self.swept) {
            if self.states.entries.len() > width {
                return Verdict::Halted;
            }
            self.spent += self.states.entries.len();
            if let Some(squares) = scratch.step(question, step, &self.states) {
                return Verdict::Found(squares);
            }
            std::mem::swap(&mut self.states, &mut scratch.next);
            self.swept += 1;
            self.widest = self.widest.max(self.states.entries.len());
        }
        Verdict::Refuted
    }

    /// Looks for a movement from where the sweep has halted, with no more than `width` of its states
    /// at a time, the best ones.
    pub(super) fn look_ahead(
        &self,
        question: Question,
        width: usize,
        scratch: &mut Scratch,
    ) -> Verdict {
        let mut best = std::mem::take(&mut scratch.best);
        best.entries.clone_from(&self.states.entries);
        let mut found = None;
        for step in self.steps.iter().skip(self.swept) {
            best.keep(width, worth);
            found = scratch.step(question, step, &best);
            if found.is_some() {
                break;
            }
            std::mem::swap(&mut best, &mut scratch.next);
        }
        scratch.best = best;
        found.map_or(Verdict::Halted, Verdict::Found)
    }

    /// The squares in order, as planned.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Where it began.
    pub(super) fn seed(&self) -> Option<Square> {
        self.order.first().copied()
    }

    /// How many states it has.
    pub(super) const fn states(&self) -> usize {
        self.states.entries.len()
    }

    /// How many states it will have swept on in all, if they become no more.
    pub(super) const fn forecast(&self) -> usize {
        self.spent + self.states() * (self.steps.len() - self.swept)
    }

    /// The most states that it has had after a square.
    pub(super) const fn widest(&self) -> usize {
        self.widest
    }

    /// Whether it would come to where another sweep has come, and has the same squares to go from
    /// there.
    pub(super) fn leads_to(&self, other: &Self) -> bool {
        self.swept <= other.swept && self.order.get(other.swept..) == other.order.get(other.swept..)
    }
}

impl Scratch {
    /// Sweeps one square; returns what a movement needs if one has been found.
    fn step(&mut self, question: Question, step: &Step, now: &States) -> Option<SquareSet> {
        let Self { next, ways, swept, .. } = self;
        *swept += now.entries.len();
        next.clear();
        ways.over(question, step, now, |_, way| {
            if way.is_done(question) {
                return ControlFlow::Break(way.gain.squares());
            }
            next.raise(way.pair, way.gain);
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// Sweeps all squares, and keeps every way from state to state that is part of a movement;
    /// `None` if that takes more than `most` states.
    pub(super) fn record(
        &mut self,
        question: Question,
        steps: &[Step],
        most: usize,
    ) -> Option<Vec<Vec<Link>>> {
        let Self { next, best: now, ways, swept } = self;
        now.clear();
        now.raise(Pair::EMPTY, Gain::ZERO);
        let mut layers = Vec::with_capacity(steps.len());
        let mut left = most;
        for (step, to_come) in steps.iter().zip((0..steps.len()).rev()) {
            next.clear();
            left = left.checked_sub(now.entries.len())?;
            if now.entries.len() * to_come / STEADY > left {
                return None;
            }
            *swept += now.entries.len();
            let mut links = Vec::with_capacity(4 * now.entries.len());
            let _ = ways.over(question, step, now, |from, way| {
                let to = next.raise(way.pair, way.gain);
                links.push(Link {
                    from: from as u32,
                    to: to as u32,
                    gain: way.more,
                    enters: way.enters,
                    turns: way.turns,
                    crossed: way.pair.collect().crossed() | way.pair.drop().crossed(),
                });
                ControlFlow::<()>::Continue(())
            });
            layers.push(links);
            std::mem::swap(now, next);
        }
        Some(layers)
    }
}

/// A way from a state before a square to one after it.
struct Way {
    pair: Pair,
    gain: Gain,
    more: i8,
    enters: bool,
    /// The square two steps away on which collecting ends or dropping begins, the other being this.
    turns: Option<Square>,
}

impl Way {
    fn is_done(&self, question: Question) -> bool {
        self.pair.is_done() && self.gain.all(self.pair.excess()) >= i32::from(question.held)
    }
}

impl Explorer {
    /// All ways over one square from these states, each with the place of its state, until told to
    /// stop.
    fn over<B>(
        &mut self,
        question: Question,
        step: &Step,
        now: &States,
        mut visit: impl FnMut(usize, Way) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bounds = Bounds::of(question, step);
        let Region { grid, tiles, free } = question.region;
        let view = View::new(grid, tiles | free, step.square, step.swept);
        let mut last = None;
        for (from, &(pair, gain)) in now.entries.iter().enumerate() {
            // Many states in succession have the same path collected on.
            if last != Some(pair.collect()) {
                last = Some(pair.collect());
                if tiles.contains(step.square) {
                    let (back, ahead) = (&step.back, &step.collect_ahead);
                    pair.collect().ways(back, ahead, bounds.collect_tips, &mut self.collects);
                } else {
                    self.collects.clear();
                    self.collects.push((pair.collect(), Role::Out));
                }
            }
            pair.drop().ways(&step.back, &step.ahead, bounds.drop_tips, &mut self.drops);
            for &(collect, collecting) in &self.collects {
                if step.square == question.start && collecting != Role::Tip(Tip::First) {
                    continue;
                }
                let empty = collecting != Role::Out || free.contains(step.square);
                // What it gains if the other path does not enter the square, and if it does.
                let gains = [Role::Out, Role::Inner]
                    .map(|role| bounds.add(gain, pair.excess(), collecting, role));
                let missing = gains.map(|(gain, excess)| bounds.missing(gain, excess));
                for &(drop, dropping) in &self.drops {
                    let entered = usize::from(dropping != Role::Out);
                    if entered == 1 && !empty || !bounds.allow(missing[entered], drop) {
                        continue;
                    }
                    let (mut gain, excess) = gains[entered];
                    let Some((turn, over)) = pair.turn().on(&view, collecting, dropping) else {
                        continue;
                    };
                    gain = gain.and(over);
                    let way = Way {
                        pair: Pair::new(collect, drop, turn, excess),
                        gain,
                        more: i8::from(entered == 1) - i8::from(collecting != Role::Out),
                        enters: entered == 1 || collecting != Role::Out,
                        turns: pair.turn().half().filter(|_| turn == Turn::BOTH),
                    };
                    visit(from, way)?;
                }
            }
        }
        ControlFlow::Continue(())
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

    /// The gain and the excess with this square.
    fn add(&self, gain: Gain, excess: i8, collecting: Role, dropping: Role) -> (Gain, i8) {
        let more = i8::from(dropping != Role::Out) - i8::from(collecting != Role::Out);
        let used = dropping != Role::Out || collecting != Role::Out;
        let gain = if used { gain.and(SquareSet::of(self.square)) } else { gain };
        let (same, excess) =
            if self.colour == 0 { (more, excess + more) } else { (0, excess - more) };
        (Gain(gain.0.wrapping_add_signed(i128::from(same) << Gain::BITS)), excess)
    }

    /// How many squares of either colour are missing if all squares to come that have a way on make
    /// up for some.
    fn missing(&self, gain: Gain, excess: i8) -> [i32; 2] {
        let same = gain.same();
        [self.least[0] - same, self.least[1] - (same - i32::from(excess))].map(|n| n.max(0))
    }

    /// Whether the squares with no way on can make up for what is missing. Only the first and the
    /// last square of the path can be one.
    #[inline]
    fn allow(&self, mut missing: [i32; 2], drop: Links) -> bool {
        if missing == [0, 0] {
            return true;
        }
        if missing[0] > self.dead_ends[0]
            || missing[1] > self.dead_ends[1]
            || missing[0] + missing[1] > 2
        {
            return false;
        }
        let [first, last] = [Tip::First, Tip::Last].map(|tip| i32::from(drop.lacks(tip)));
        missing[self.last] = (missing[self.last] - last).max(0);
        missing[0] + missing[1] <= first
    }
}
