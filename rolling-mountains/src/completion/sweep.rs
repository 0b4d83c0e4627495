//! A sweep over the board for both paths of a movement at once.
//!
//! The squares are swept in some order. After each, a state says how the two paths, the one that the
//! pawn collects on and the one that it drops on, cross the line between the squares swept and those to
//! come, and by how many squares of either colour the second path is longer. Every state is stored with
//! the squares and edges that all ways to it have in common. So a sweep that finds a movement also
//! says which walls and mountains would leave it possible.

use std::ops::ControlFlow;

use super::changes::Changes;
use super::links::{Links, Role, Tip, Ways};
use super::order::{Region, Step};
use super::switch::View;
use super::table::{State, Table};
use crate::square::{Square, SquareSet};

/// A pawn in motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The squares it can use.
    pub(super) region: Region,
    /// Where it stands.
    pub(super) start: Square,
    /// The number of its tiles.
    pub(super) held: u8,
    pub(super) activity: Activity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Collecting,
    Dropping,
}

/// The number of sweep orders tried.
const ORDERS: usize = 6;

/// The number of states that the first sweeps store at most, and by how much it grows in every further
/// one.
const FIRST_WIDTH: usize = 1024;
const WIDER: usize = 16;

/// The number of states with which a sweep goes on after it had too many.
const BEAM: usize = 256;

impl Question {
    /// The changes that touch some movement, apart from exits; `None` if there is none.
    ///
    /// Sweeps in several orders with few states, then in the most promising of them with more and more,
    /// until a sweep has found a movement or kept all its states.
    pub(super) fn touching(self) -> Option<Changes> {
        let mut sweep = Sweep::new(self);
        let mut best: Option<(u64, Plan)> = None;
        for first in self.region.far_apart(self.start, ORDERS) {
            let (order, price) = self.region.order_from(first, self.start);
            let Some(steps) = self.region.plan(&order) else { continue };
            let mut plan = Plan::of(steps);
            if let ControlFlow::Break(found) = sweep.run(&mut plan, FIRST_WIDTH) {
                return found;
            }
            let cost = sweep.tried.saturating_mul(price);
            if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                best = Some((cost, plan));
            }
        }
        let mut plan = match best {
            Some((_, plan)) => plan,
            None => Plan::of(self.region.plan(&self.region.order_by_lines())?),
        };
        let mut width = FIRST_WIDTH;
        loop {
            width = width.saturating_mul(WIDER);
            if let ControlFlow::Break(found) = sweep.run(&mut plan, width) {
                return found;
            }
        }
    }
}

/// An order, and how far a sweep with all states has got.
struct Plan {
    steps: Vec<Step>,
    /// The number of squares swept so, and all states after them.
    swept: usize,
    states: Vec<(State, Changes)>,
}

impl Plan {
    fn of(steps: Vec<Step>) -> Self {
        Self { steps, swept: 0, states: vec![(State::FIRST, Changes::NONE)] }
    }
}

/// What sweeps to answer the same question share.
struct Sweep {
    question: Question,
    now: Table,
    next: Table,
    collects: Ways,
    drops: Ways,
    /// The number of ways on tried by one sweep.
    tried: u64,
}

impl Sweep {
    fn new(question: Question) -> Self {
        Self {
            question,
            now: Table::default(),
            next: Table::default(),
            collects: Ways::new(),
            drops: Ways::new(),
            tried: 0,
        }
    }

    /// Goes on over all squares to come. When there are more than `width` states, the plan stores them for
    /// the next time, and the sweep goes on with the best. Breaks off with the changes that touch a
    /// movement, or with `None` if it has kept all states and there is none.
    fn run(&mut self, plan: &mut Plan, width: usize) -> ControlFlow<Option<Changes>> {
        self.tried = 0;
        self.now.entries.clear();
        self.now.entries.append(&mut plan.states);
        for (swept, step) in plan.steps.iter().enumerate().skip(plan.swept) {
            if self.now.entries.len() > width {
                if plan.states.is_empty() {
                    plan.swept = swept;
                    plan.states.clone_from(&self.now.entries);
                }
                self.now.keep_best(BEAM.min(width));
            }
            self.step(step).map_break(Some)?;
            std::mem::swap(&mut self.now, &mut self.next);
        }
        if plan.states.is_empty() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
    }

    /// Sweeps one square; breaks off with the changes that touch a movement.
    fn step(&mut self, step: &Step) -> ControlFlow<Changes> {
        let question = self.question;
        let limits = Limits::of(question, step);
        let Region { grid, tiles, free } = question.region;
        let view = View::new(grid, tiles | free, step.square, step.swept);
        let must_begin = step.square == question.start && question.activity == Activity::Dropping;
        let mut last = None;
        self.next.clear();
        for &(state, touching) in &self.now.entries {
            // Many states in succession have the same path collected on.
            if last != Some(state.collect) {
                last = Some(state.collect);
                question.collect_ways(step, state.collect, &mut self.collects);
            }
            state.drop.ways(&step.back, &step.ahead, limits.drop_tips, &mut self.drops);
            for &(collect, collecting) in &self.collects {
                let empty = collecting.is_in() || free.contains(step.square);
                for &(drop, dropping) in &self.drops {
                    if dropping.is_in() && !empty || must_begin && !dropping.is_tip(Tip::First) {
                        continue;
                    }
                    let gain = i8::from(dropping.is_in()) - i8::from(collecting.is_in());
                    let mut ahead = state.ahead;
                    ahead[limits.colour] += gain;
                    if !limits.allow(ahead, drop) {
                        continue;
                    }
                    let Some((switch, between)) = state.switch.on(&view, collecting, dropping)
                    else {
                        continue;
                    };
                    let mut touching = touching | between;
                    if collecting.is_in() || dropping.is_in() {
                        touching.squares = touching.squares.with(step.square);
                    }
                    let crossed = collect.crossed() | drop.crossed();
                    for (&place, &edge) in step.ahead.iter().zip(&step.edges) {
                        if crossed & Links::place(place) != 0 {
                            touching.edges = touching.edges.with(edge);
                        }
                    }
                    let state = State { collect, drop, switch, ahead };
                    if state.is_done(question.held) {
                        return ControlFlow::Break(touching);
                    }
                    self.next.add(state, touching);
                    self.tried += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Question {
    /// In which ways the path collected on can go on over a square.
    fn collect_ways(self, step: &Step, collect: Links, ways: &mut Ways) {
        if step.square == self.start {
            ways.clear();
            if self.activity == Activity::Collecting {
                collect.ways(&step.back, &step.collect_ahead, &[Tip::First], ways);
                ways.retain(|&mut (_, role)| role.is_tip(Tip::First));
            }
            if collect == Links::EMPTY {
                ways.push((Links::DONE, Role::Whole));
            }
        } else if self.region.tiles.contains(step.square) {
            collect.ways(&step.back, &step.collect_ahead, &[Tip::Last], ways);
        } else {
            ways.clear();
            ways.push((collect, Role::Out));
        }
    }
}

/// How much longer the path dropped on can still become. Colour 0 is that of the pawn's square.
struct Limits {
    /// The colour of the square to be swept.
    colour: usize,
    /// Which ends of the path dropped on it can be.
    drop_tips: &'static [Tip],
    /// The least lead in each colour for which the free squares to come can make up, without dead
    /// ends.
    least: [i8; 2],
    /// The number of dead ends to come.
    dead_ends: [i8; 2],
    /// The colour of the last square dropped on.
    last: usize,
}

impl Limits {
    fn of(question: Question, step: &Step) -> Self {
        let Question { region, start, held, activity } = question;
        let same = SquareSet::colour_of(start);
        let to_come = region.free - step.swept;
        let dead_ends = region.grid.leaves(region.all()) & to_come;
        let count = |set: SquareSet| [(set & same).len() as i8, (set - same).len() as i8];
        let [inner_same, inner_other] = count(to_come - dead_ends);
        let [colour, last] = [usize::from(!same.contains(step.square)), usize::from(held % 2)];
        let can_begin = activity == Activity::Collecting || step.square == start;
        let held = held as i8;
        Self {
            colour,
            drop_tips: match (can_begin, colour == last) {
                (true, true) => &[Tip::First, Tip::Last],
                (true, false) => &[Tip::First],
                (false, true) => &[Tip::Last],
                (false, false) => &[],
            },
            least: [held / 2 - inner_same, held / 2 + held % 2 - inner_other],
            dead_ends: count(dead_ends),
            last,
        }
    }

    /// Whether the squares to come can make up for what is missing. Of the dead ends only the first
    /// and the last square of the path can be one.
    #[inline]
    fn allow(&self, ahead: [i8; 2], drop: Links) -> bool {
        let mut missing = [0, 1].map(|colour| (self.least[colour] - ahead[colour]).max(0));
        if missing == [0, 0] {
            return true;
        }
        if missing[0] > self.dead_ends[0] || missing[1] > self.dead_ends[1] {
            return false;
        }
        let [first, last] = [Tip::First, Tip::Last].map(|tip| i8::from(drop.lacks(tip)));
        missing[self.last] = (missing[self.last] - last).max(0);
        missing[0] + missing[1] <= first
    }
}

#[cfg(test)]
impl Question {
    /// What sweeps from everywhere and by lines find, each with all states from the beginning and each
    /// after sweeps with few.
    pub(super) fn all_sweeps(self) -> Vec<Option<Changes>> {
        let from =
            self.region.all().into_iter().map(|seed| self.region.order_from(seed, self.start).0);
        let orders = from.chain([self.region.order_by_lines()]);
        let mut answers = vec![self.touching()];
        for order in orders {
            let Some(steps) = self.region.plan(&order) else { continue };
            for (mut width, wider) in [(usize::MAX, 1), (4, 2)] {
                let mut sweep = Sweep::new(self);
                let mut plan = Plan::of(steps.clone());
                answers.push(loop {
                    if let ControlFlow::Break(found) = sweep.run(&mut plan, width) {
                        break found;
                    }
                    width *= wider;
                });
            }
        }
        answers
    }
}
