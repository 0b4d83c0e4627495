//! Whether a pawn can complete its movement by collecting more: both paths at once.
//!
//! The order of a [`Sweep`] decides how many states it has. Nearly always only few squares can be
//! left out, as every square collected on and not dropped on must be made up for by a free one; the
//! states that leave out more are dropped once the free squares have been swept. So sweeps begin at
//! the pawn and at free squares, in orders that keep the line short. None may have many more states
//! than the others: one that has too many waits until the others have too. If there is a movement,
//! going on with the best few states after every square mostly finds one.

use std::cell::RefCell;
use std::cmp::Reverse;

use smallvec::SmallVec;

use super::order::{Orders, Region};
use super::sweep::{Question, Scratch, Sweep, Verdict};
use super::witness::Witness;
use crate::square::{Square, SquareSet};

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

/// How many states a sweep may have before it waits, in one round after the other. If all wait after
/// the last round, one without a limit decides.
const WIDTHS: [usize; 5] = [256, 1_024, 8_192, 65_536, 524_288];

/// How much smaller the number of states is with which a movement is looked for then.
const THINNER: usize = 4;

/// At how many free squares sweeps begin.
const DOORS: usize = 2;

/// How many sweeps there are: also one from the pawn, and one from where the last refutation began.
const SWEEPS: usize = 2 + DOORS;

/// What sweeps need room for, and what has been learnt from those before.
#[derive(Default)]
struct Work {
    sweeps: [Sweep; SWEEPS],
    scratch: Scratch,
    orders: Orders,
    /// Where the last sweep began that refuted a movement, and its width.
    refuted: Option<(Square, usize)>,
}

impl Work {
    /// The squares that a movement needs; see [`WIDTHS`].
    fn find(&mut self, question: Question, widths: &[usize]) -> Option<SquareSet> {
        // A listing of moves asks nearly the same again and again.
        let refuted = self.refuted.filter(|&(seed, _)| question.region.all().contains(seed));
        let mut racing = 0;
        for seed in question.seeds(refuted.map(|(seed, _)| seed)) {
            let Some(sweep) = self.sweeps.get_mut(racing) else { break };
            self.orders.find(question.region, seed, &mut sweep.order);
            racing += usize::from(sweep.begin(question).is_some());
        }
        let mut last_width = refuted.map(|(_, width)| width);
        for &width in widths {
            let mut waiting = 0;
            for index in 0..racing {
                let (others, rest) = self.sweeps.split_at_mut(index);
                let [sweep, ..] = rest else { break };
                if others.iter().take(waiting).any(|other| sweep.leads_to(other)) {
                    continue;
                }
                let mut verdict = sweep.go_on(question, width, &mut self.scratch);
                if index == 0 && verdict == Verdict::Halted {
                    verdict = sweep.look_ahead(question, width / THINNER, &mut self.scratch);
                    if verdict == Verdict::Halted
                        && let Some(width) = last_width.take()
                    {
                        verdict = sweep.go_on(question, width, &mut self.scratch);
                    }
                }
                match verdict {
                    Verdict::Found(squares) => return Some(squares),
                    Verdict::Refuted => {
                        self.refuted = sweep.seed().map(|seed| (seed, sweep.widest()));
                        return None;
                    }
                    Verdict::Halted => {}
                }
                self.sweeps.swap(index, waiting);
                waiting += 1;
            }
            racing = waiting;
            // A movement is looked for from where sweeps got furthest.
            self.sweeps[..racing].sort_by_key(|sweep| Reverse(sweep.progress()));
        }
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
    /// The squares with which sweeps begin.
    fn seeds(self, refuted: Option<Square>) -> SmallVec<[Square; SWEEPS]> {
        let Region { grid, tiles, free } = self.region;
        let doors = (grid.neighbours(tiles) & free).into_iter().take(DOORS);
        let mut seeds = SmallVec::new();
        for seed in refuted.into_iter().chain([self.start]).chain(doors) {
            if !seeds.contains(&seed) {
                seeds.push(seed);
            }
        }
        seeds
    }
}

/// Whether a movement is possible, which sweeps from everywhere with as many states as it takes must
/// agree on. Sweeps that halt may not know, but must not be wrong.
#[cfg(test)]
pub(super) fn sweeps_agree(question: Question) -> bool {
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
    assert_eq!(work.find(question, &[]).is_some(), expected);
    assert_eq!(work.find(question, &WIDTHS).is_some(), expected);
    expected
}
