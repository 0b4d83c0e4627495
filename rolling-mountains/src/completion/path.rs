//! Is there a path of some length? First a search with a small budget, then an exact count.

use smallvec::SmallVec;

use super::profile;
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// How many squares the search may try before the [`profile`] takes over.
const BUDGET: u32 = 200;

/// Whether there is a path of at least `length` different squares of `region`, each one step from
/// the one before, that begins on a square of `starts`.
///
/// A path that is longer than asked for can stop early, so "at least" and "exactly" are the same.
pub(super) fn exists(grid: Grid, region: SquareSet, starts: SquareSet, length: usize) -> bool {
    let starts = starts & region;
    if length == 0 {
        return true;
    }
    let mut search = Search { grid, budget: BUDGET };
    let mut undecided = SquareSet::EMPTY;
    for start in starts {
        match search.go(start, region.without(start), length - 1) {
            Verdict::Found => return true,
            Verdict::Refuted => {}
            Verdict::Unknown => undecided = undecided.with(start),
        }
    }
    !undecided.is_empty() && profile::exists(grid, region, undecided, length)
}

/// What a search has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Found,
    Refuted,
    /// The budget is used up.
    Unknown,
}

/// A depth-first search for paths that prefers squares with few ways on.
pub(super) struct Search {
    pub(super) grid: Grid,
    pub(super) budget: u32,
}

impl Search {
    /// Whether a pawn on `at` can make `steps` steps, each to another square of `free`, which does
    /// not contain `at`.
    pub(super) fn go(&mut self, at: Square, free: SquareSet, steps: usize) -> Verdict {
        if steps == 0 {
            return Verdict::Found;
        }
        let next = self.grid.neighbours(SquareSet::of(at)) & free;
        let reach = self.grid.flood(next, free);
        if !enough(at, reach, steps) {
            return Verdict::Refuted;
        }
        let mut ways: SmallVec<[(usize, Square); 4]> = next
            .into_iter()
            .map(|to| ((self.grid.neighbours(SquareSet::of(to)) & reach).len(), to))
            .collect();
        ways.sort_unstable();
        for (_, to) in ways {
            if self.budget == 0 {
                return Verdict::Unknown;
            }
            self.budget -= 1;
            match self.go(to, reach.without(to), steps - 1) {
                Verdict::Refuted => {}
                verdict => return verdict,
            }
        }
        Verdict::Refuted
    }
}

/// Whether the squares reached are enough, of either chessboard colour, for so many steps: every
/// step changes the colour.
fn enough(at: Square, reach: SquareSet, steps: usize) -> bool {
    let dark = (reach & SquareSet::DARK).len();
    let light = reach.len() - dark;
    let (same, other) = if SquareSet::DARK.contains(at) { (dark, light) } else { (light, dark) };
    same >= steps / 2 && other >= steps.div_ceil(2)
}
