//! Whether a pawn can complete its movement by collecting more: both paths at once.
//!
//! The order of a [`Sweep`] decides how many states it has. Nearly always only few squares can be
//! left out, as every square collected on and not dropped on must be made up for by a free one; the
//! states that leave out more are dropped once the free squares have been swept. So sweeps begin at
//! the pawn and at free squares far from one another, in orders that keep the line short. Which is
//! best shows only on the way, and can be a matter of a factor of 25: always that sweep goes on which
//! will have cost least if its states become no more. If there is a movement, going on with the best
//! few states after every square mostly finds one.
//!
//! What is remembered from one question to the next bounds what it can cost: a sweep that begins where
//! the last refutation did has at most [`ALONE`] states before the others begin, and all movements are
//! looked for only after half as many states have been swept anew.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::order::{Orders, Region};
use super::sweep::{Question, Scratch, Sweep, Verdict};
use super::web::Web;
use super::witness::Witness;
use crate::square::{Square, SquareSet};

/// What the movement needs, if it collects at least one more tile and does not exit; `None` if that
/// is impossible.
pub(super) fn find(question: Question) -> Option<Witness> {
    thread_local! {
        static WORK: RefCell<Work> = RefCell::default();
    }
    let squares = WORK.with(|work| match work.try_borrow_mut() {
        Ok(mut work) => work.find(question),
        Err(_) => Work::default().find(question),
    })?;
    Some(Witness::of_region(question.region.grid, squares))
}

/// How many states the first sweep may have before the others begin.
const FEW: usize = 256;

/// How many states the first sweep may have before that if one that began there has
/// refuted the last question.
const ALONE: usize = 2_048;

/// By how many times the states must have become more before a movement is looked for again, and how
/// many times fewer are used for that.
const THINNER: usize = 4;

/// How many states all sweeps must have before one by lines decides, whose cost is bounded.
const MOST: usize = 1 << 20;

/// How many steps the squares at which sweeps begin are from one another, at least.
const APART: u32 = 3;

/// How many states the first sweeps for all movements may have.
const RECORDED: usize = 1 << 12;

/// How often later ones may have four times as many.
const MORE: usize = 1;

/// How many sweeps there are.
const SWEEPS: usize = 6;

/// What sweeps need room for, and what has been learnt from those before.
#[derive(Default)]
struct Work {
    sweeps: [Sweep; SWEEPS],
    scratch: Scratch,
    orders: Orders,
    /// That of the sweep to begin next.
    order: Vec<Square>,
    /// What decided the last questions, of different squares.
    decided: Decisions,
    /// The last questions of different squares that were no part of one before.
    bases: [Option<Base>; 2],
}

/// A question of which others may be a part.
struct Base {
    question: Question,
    /// How many states have been swept to answer it and its parts since all movements were looked
    /// for.
    spent: usize,
    /// How often they have been looked for.
    tries: usize,
    /// All movements, if they have been found.
    web: Option<Web>,
}

/// What decided a question.
#[derive(Clone, Copy, Debug)]
struct Decision {
    start: Square,
    /// Where the sweep began.
    seed: Square,
    /// The most states it had.
    states: usize,
    verdict: Verdict,
}

/// The last decisions on two squares. A listing of moves asks nearly the same of one or two squares
/// again and again.
#[derive(Debug, Default)]
struct Decisions([Option<Decision>; 2]);

impl Decisions {
    fn last(&self, question: Question) -> Option<Decision> {
        let all = question.region.all();
        let suits = |known: &Decision| known.start == question.start && all.contains(known.seed);
        self.0.into_iter().flatten().find(suits)
    }

    fn add(&mut self, question: Question, sweep: &Sweep, verdict: Verdict) {
        let start = question.start;
        let [last, other] = &mut self.0;
        if last.is_some_and(|last| last.start != start) {
            *other = *last;
        }
        let states = sweep.widest();
        *last = sweep.seed().map(|seed| Decision { start, seed, states, verdict });
    }
}

impl Work {
    /// The squares that a movement needs.
    fn find(&mut self, question: Question) -> Option<SquareSet> {
        let covers = |base: &Option<Base>| {
            base.as_ref().is_some_and(|base| question.is_part_of(base.question))
        };
        let known = self.bases.iter().position(covers);
        let mut base = match known.and_then(|index| self.bases.get_mut(index)?.take()) {
            Some(mut base) => {
                self.record(&mut base);
                base
            }
            None => Base { question, spent: 0, tries: 0, web: None },
        };
        let squares = if let Some(web) = &base.web {
            web.find(question)
        } else {
            let before = self.scratch.swept;
            let squares = self.sweep(question);
            base.spent += self.scratch.swept - before;
            squares
        };
        self.remember(base);
        squares
    }

    /// Remembers a question instead of the last one of the same square, or of the oldest.
    fn remember(&mut self, base: Base) {
        let [last, other] = &mut self.bases;
        if last.as_ref().is_some_and(|last| last.question.start != base.question.start) {
            *other = last.take();
        }
        *last = Some(base);
    }

    /// Looks for all movements, with no more states than parts of the question have cost: in one
    /// order after the other, then with more states.
    fn record(&mut self, base: &mut Base) {
        let question = base.question;
        let last = self.decided.last(question).map(|last| last.seed);
        let seeds = question.seeds(last);
        let most = RECORDED << (2 * (base.tries / seeds.len()).min(MORE));
        if base.web.is_some() || base.spent < most / 2 {
            return;
        }
        let Some(&seed) = seeds.get(base.tries % seeds.len()) else { return };
        let [sweep, ..] = &mut self.sweeps;
        self.orders.find(question.region, seed, &mut sweep.order);
        base.web = sweep
            .begin(question)
            .and_then(|()| Web::new(question, sweep.steps(), most, &mut self.scratch));
        base.tries += 1;
        base.spent = 0;
    }

    /// The squares that a movement needs, by sweeps.
    fn sweep(&mut self, question: Question) -> Option<SquareSet> {
        let verdict = match self.first(question) {
            Verdict::Halted => self.race(question),
            verdict => verdict,
        };
        match verdict {
            Verdict::Halted => self.sweep_by_lines(question),
            Verdict::Refuted => None,
            Verdict::Found(squares) => Some(squares),
        }
    }

    /// Begins with the sweep that is most likely to be enough.
    fn first(&mut self, question: Question) -> Verdict {
        let last = self.decided.last(question);
        let seed = last.map_or(question.start, |last| last.seed);
        let [sweep, ..] = &mut self.sweeps;
        self.orders.find(question.region, seed, &mut sweep.order);
        if sweep.begin(question).is_none() {
            return Verdict::Halted;
        }
        let refuted = last.filter(|last| last.verdict == Verdict::Refuted);
        let width = refuted.map_or(FEW, |last| (2 * last.states).clamp(FEW, ALONE));
        let mut verdict = sweep.go_on(question, width, &mut self.scratch);
        if verdict == Verdict::Halted {
            verdict = sweep.look_ahead(question, FEW / THINNER, &mut self.scratch);
        }
        if verdict != Verdict::Halted {
            self.decided.add(question, sweep, verdict);
        }
        verdict
    }

    /// Lets others begin too, and always goes on with the one that is likely to be done first.
    fn race(&mut self, question: Question) -> Verdict {
        let first = self.sweeps[0].seed();
        let mut racing = 0;
        for seed in question.seeds(first) {
            let Some(sweep) = self.sweeps.get_mut(racing) else { break };
            self.orders.renew(question.region, seed, &mut self.order);
            // That of the first sweep may have been found for a larger region, or cut too much.
            let begun = sweep.steps().len() == self.order.len() && sweep.order == self.order;
            if racing == 0 && begun {
                racing = 1;
                continue;
            }
            sweep.order.clone_from(&self.order);
            racing += usize::from(sweep.begin(question).is_some());
        }
        let Self { sweeps, scratch, decided, .. } = self;
        let mut many = FEW * THINNER;
        while let Some(sweeps) = sweeps.get_mut(..racing) {
            sweeps.sort_unstable_by_key(Sweep::forecast);
            let [sweep, others @ ..] = sweeps else { break };
            let fewest = sweep.states();
            if fewest > MOST {
                break;
            }
            let verdict = if fewest > many {
                many = fewest * THINNER;
                sweep.look_ahead(question, fewest / THINNER, scratch)
            } else {
                sweep.go_on(question, (fewest + fewest / 4).max(FEW), scratch)
            };
            match verdict {
                Verdict::Found(_) | Verdict::Refuted => {
                    decided.add(question, sweep, verdict);
                    return verdict;
                }
                Verdict::Halted => {}
            }
            // Those that lead to where this one has come need not go on.
            let mut left = 0;
            for index in 0..others.len() {
                if others.get(index).is_some_and(|other| !other.leads_to(sweep)) {
                    others.swap(left, index);
                    left += 1;
                }
            }
            racing = 1 + left;
        }
        Verdict::Halted
    }

    /// Sweeps by lines, with as many states as it takes.
    fn sweep_by_lines(&mut self, question: Question) -> Option<SquareSet> {
        let [sweep, ..] = &mut self.sweeps;
        question.region.order_by_lines(&mut sweep.order);
        sweep.begin(question)?;
        match sweep.go_on(question, usize::MAX, &mut self.scratch) {
            Verdict::Found(squares) => Some(squares),
            Verdict::Refuted | Verdict::Halted => None,
        }
    }
}

impl Question {
    /// Whether its movements are movements of another.
    fn is_part_of(self, other: Self) -> bool {
        self.start == other.start && self.held == other.held && self.region.is_within(other.region)
    }

    /// The squares with which sweeps begin: one that did well before, that of the pawn, then free
    /// ones, each as far as can be from those before.
    fn seeds(self, last: Option<Square>) -> SmallVec<[Square; SWEEPS]> {
        let Region { grid, free, .. } = self.region;
        let mut seeds: SmallVec<[Square; SWEEPS]> = last.into_iter().collect();
        if last != Some(self.start) {
            seeds.push(self.start);
        }
        while seeds.len() < SWEEPS {
            let mut near: SquareSet = seeds.iter().copied().collect();
            let mut rest = self.region.all() - near;
            let mut far = None;
            for distance in 1_u32.. {
                near = grid.neighbours(near) & rest;
                rest = rest - near;
                if near.is_empty() {
                    break;
                }
                if distance >= APART {
                    far = (near & free).into_iter().next().or(far);
                }
            }
            let Some(far) = far else { break };
            seeds.push(far);
        }
        seeds
    }
}

/// Whether a movement is possible, which sweeps from everywhere with as many states as it takes must
/// agree on. Sweeps that halt may not know, but must not be wrong.
#[cfg(test)]
pub(super) fn sweeps_agree(question: Question) -> bool {
    use crate::grid::Grid;

    let (mut sweep, mut scratch) = <(Sweep, Scratch)>::default();
    question.region.order_by_lines(&mut sweep.order);
    sweep.begin(question).unwrap();
    let expected = sweep.go_on(question, usize::MAX, &mut scratch);
    let expected = matches!(expected, Verdict::Found(_));
    for seed in question.region.all() {
        question.region.order_from(seed, &mut sweep.order);
        sweep.begin(question).unwrap();
        for width in [8, usize::MAX] {
            match sweep.go_on(question, width, &mut scratch) {
                Verdict::Found(_) => assert!(expected, "{question:?} {seed}"),
                Verdict::Refuted => assert!(!expected, "{question:?} {seed}"),
                Verdict::Halted => {
                    assert_eq!(width, 8);
                    let found = sweep.look_ahead(question, width, &mut scratch);
                    assert!(expected || found == Verdict::Halted, "{question:?} {seed}");
                }
            }
        }
    }
    let mut work = Work::default();
    assert_eq!(work.sweep_by_lines(question).is_some(), expected);
    // All movements tell the same of every part of the question.
    let steps = work.sweeps[0].steps().to_vec();
    let web = Web::new(question, &steps, usize::MAX, &mut scratch).unwrap();
    assert_eq!(web.find(question).is_some(), expected);
    let Region { grid, tiles, free } = question.region;
    let edges = grid.edges_within(question.region.all());
    let squares = question.region.all().without(question.start).into_iter().map(|square| Region {
        grid,
        tiles: tiles.without(square),
        free: free.without(square),
    });
    let walls =
        edges.iter().map(|edge| Region { grid: Grid::new(edges.without(edge)), ..question.region });
    for region in squares.chain(walls) {
        let part = Question { region, ..question };
        let found = web.find(part);
        assert_eq!(found.is_some(), work.sweep_by_lines(part).is_some(), "{part:?}");
        // So does what has been learnt from others.
        if region.grid.flood(SquareSet::of(question.start), region.all()) == region.all() {
            assert_eq!(work.find(part).is_some(), found.is_some(), "{part:?}");
            work.first(part);
            let verdict = work.race(part);
            assert_eq!(matches!(verdict, Verdict::Found(_)), found.is_some(), "{part:?}");
        }
        // What it does not need can be gone.
        if let Some(squares) = found {
            let (tiles, free) = (region.tiles & squares, region.free & squares);
            let part = Question { region: Region { tiles, free, ..region }, ..part };
            assert!(work.sweep_by_lines(part).is_some(), "{part:?}");
        }
    }
    assert_eq!(work.find(question).is_some(), expected);
    // Mostly the first sweep decides; the others must agree.
    work.first(question);
    let verdict = work.race(question);
    assert_eq!(matches!(verdict, Verdict::Found(_)), expected, "{question:?}");
    assert_ne!(verdict, Verdict::Halted);
    expected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::rules::Rules;

    /// An order that cuts too many edges at a time says nothing, also if it is the first.
    #[test]
    fn sweeps_that_cannot_begin_do_not_race() {
        let rules = Rules::default().with_board(11, 11).unwrap();
        let grid = Grid::new(rules.inner_edges());
        let board = rules.board();
        let mut halted = 0;
        for start in board {
            let free = SquareSet::of(Square::A1) | grid.neighbours(SquareSet::of(Square::A1));
            if free.contains(start) {
                continue;
            }
            let question =
                Question { region: Region { grid, tiles: board - free, free }, start, held: 1 };
            let mut work = Work::default();
            let [sweep, ..] = &mut work.sweeps;
            question.region.order_from(start, &mut sweep.order);
            if sweep.begin(question).is_some() {
                continue;
            }
            halted += 1;
            assert_eq!(work.first(question), Verdict::Halted);
            assert_ne!(work.race(question), Verdict::Refuted, "{start}");
        }
        assert!(halted > 0);
    }
}
