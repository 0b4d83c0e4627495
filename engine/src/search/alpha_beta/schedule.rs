//! The depths through which a search goes.

use crate::search::Limits;

pub(super) struct Schedule {
    last: u32,
    /// From one depth to the next.
    step: u32,
    pace: Pace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    ByDepth,
    /// The look with which a search that [solves](Limits::solve) begins.
    FirstLook,
    /// To the last depth.
    Straight,
}

impl Schedule {
    pub(super) fn new(limits: &Limits) -> Self {
        // Trees two plies apart are more alike. If only the last depth counts, those between may be skipped.
        let counts_alone = limits.solves || limits.depth.is_some() && !limits.is_bounded();
        let pace = if limits.solves { Pace::FirstLook } else { Pace::ByDepth };
        Self { last: limits.max_depth(), step: if counts_alone { 2 } else { 1 }, pace }
    }

    /// The depth to search after one that is done, if there is another.
    pub(super) fn after(&self, done: Option<u32>) -> Option<u32> {
        const FIRST_LOOK: u32 = 12;
        match (self.pace, done) {
            // It is left out where it would see nearly all.
            (Pace::FirstLook, _) if self.last > FIRST_LOOK + 2 => Some(FIRST_LOOK),
            (Pace::FirstLook, _) => Some(self.last),
            (Pace::ByDepth, None) => Some(0),
            (Pace::Straight, _) => Some(self.last).filter(|&last| done < Some(last)),
            (Pace::ByDepth, Some(done)) => {
                let next = done + 1;
                let left = self.last.checked_sub(next)?;
                Some(next + left % self.step)
            }
        }
    }

    pub(super) fn is_first_look(&self) -> bool {
        self.pace == Pace::FirstLook
    }

    /// Continues after the first look: from the start if that was given up.
    pub(super) fn end_first_look(&mut self, given_up: bool) {
        self.pace = if given_up { Pace::ByDepth } else { Pace::Straight };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depths(limits: &Limits, given_up: Option<bool>) -> Vec<u32> {
        let mut schedule = Schedule::new(limits);
        let (mut done, mut depths) = (None, Vec::new());
        while let Some(depth) = schedule.after(done) {
            depths.push(depth);
            done = Some(depth);
            if schedule.is_first_look() {
                let given_up = given_up.expect("a search that solves");
                schedule.end_first_look(given_up);
                done = done.filter(|_| !given_up);
            }
        }
        depths
    }

    #[test]
    fn depths_are_passed_over_only_where_nothing_else_can_end_the_search() {
        let to = |limits: Limits| depths(&limits, None);
        assert_eq!(to(Limits::new().depth(4)), [0, 2, 4]);
        assert_eq!(to(Limits::new().depth(5)), [0, 1, 3, 5]);
        assert_eq!(to(Limits::new().depth(3).nodes(1_000_000)), [0, 1, 2, 3]);
        assert_eq!(to(Limits::new()).len() as u32, Limits::MAX_DEPTH + 1);
    }

    #[test]
    fn a_search_that_solves_goes_straight_to_the_end_unless_the_first_look_takes_long() {
        let to = |plies, given_up| depths(&Limits::new().solve(plies).nodes(9), Some(given_up));
        assert_eq!(to(30, false), [12, 30]);
        assert_eq!(to(14, false), [14]);
        assert_eq!(to(0, false), [0]);
        assert_eq!(to(15, true), [12, 0, 1, 3, 5, 7, 9, 11, 13, 15]);
        assert_eq!(to(4, true), [4, 0, 2, 4]);
    }
}
