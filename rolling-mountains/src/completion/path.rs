//! Is there a path of some length? First a search with a small budget, then an exact count.

use smallvec::SmallVec;

use super::profile::{self, Question};
use super::witness::Witness;
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// How many squares the search may try before the [`profile`] takes over.
const BUDGET: u32 = 120;

/// A path of at least `length` different squares of `region`, each one step from the one before,
/// that begins on a square of `starts`; `None` if there is none.
///
/// A path that is longer than asked for can stop early, so "at least" and "exactly" are the same.
pub(super) fn find(
    grid: Grid,
    region: SquareSet,
    starts: SquareSet,
    length: usize,
) -> Option<Witness> {
    let (undecided, found) = search(grid, region, starts, length);
    if found.is_some() {
        return found;
    }
    let question = Question { region, starts: undecided, length };
    let found = !undecided.is_empty() && profile::exists(grid, question);
    found.then(|| Witness::of_region(grid, region))
}

/// The same, as far as a short search shows.
pub(super) fn glance(
    grid: Grid,
    region: SquareSet,
    starts: SquareSet,
    length: usize,
) -> Option<Witness> {
    search(grid, region, starts, length).1
}

/// The starts from which a short search does not decide, and a path if it finds one.
fn search(
    grid: Grid,
    region: SquareSet,
    starts: SquareSet,
    length: usize,
) -> (SquareSet, Option<Witness>) {
    let mut undecided = SquareSet::EMPTY;
    let Some(steps) = length.checked_sub(1) else { return (undecided, Some(Witness::default())) };
    let mut search = Search { grid, budget: BUDGET, trail: SmallVec::new() };
    for start in starts & region {
        search.trail.clear();
        match search.go(start, region.without(start), steps) {
            Verdict::Found => return (undecided, Some(Witness::of_path(&search.trail))),
            Verdict::Refuted => {}
            Verdict::Unknown => undecided = undecided.with(start),
        }
    }
    (undecided, None)
}

/// What a search has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Found,
    Refuted,
    /// The budget is used up.
    Unknown,
}

/// A depth-first search for paths that prefers squares with few ways on.
struct Search {
    grid: Grid,
    budget: u32,
    /// The path that was found.
    trail: SmallVec<[Square; 64]>,
}

impl Search {
    /// Whether a pawn on `at` can make `steps` steps, each to another square of `free`, which does
    /// not contain `at`.
    fn go(&mut self, at: Square, free: SquareSet, steps: usize) -> Verdict {
        if steps == 0 {
            self.trail.push(at);
            return Verdict::Found;
        }
        let next = self.grid.neighbours(SquareSet::of(at)) & free;
        let reach = self.grid.flood(next, free);
        if !self.enough(at, reach, steps) {
            return Verdict::Refuted;
        }
        for (_, to) in self.grid.fewest_ways_first(next, reach) {
            if self.budget == 0 {
                return Verdict::Unknown;
            }
            self.budget -= 1;
            match self.go(to, reach.without(to), steps - 1) {
                Verdict::Refuted => {}
                Verdict::Unknown => return Verdict::Unknown,
                Verdict::Found => {
                    self.trail.push(at);
                    return Verdict::Found;
                }
            }
        }
        Verdict::Refuted
    }

    /// Whether the squares reached can be enough for so many steps.
    ///
    /// Every step changes the colour, so so many squares of either chessboard colour can be left
    /// out and no more. Squares with no way on must be left out, but for one on which the path ends.
    fn enough(&self, at: Square, reach: SquareSet, steps: usize) -> bool {
        let same_colour = SquareSet::colour_of(at);
        let (same, other) = ((reach & same_colour).len(), (reach - same_colour).len());
        let Some(spare_same) = same.checked_sub(steps / 2) else { return false };
        let Some(spare_other) = other.checked_sub(steps.div_ceil(2)) else { return false };
        let ends = self.grid.leaves(reach.with(at)).without(at);
        let (ends_same, ends_other) = ((ends & same_colour).len(), (ends - same_colour).len());
        let (last_same, last_other) = (1 - steps % 2, steps % 2);
        ends_same <= spare_same + last_same && ends_other <= spare_other + last_other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::EdgeSet;
    use crate::rules::Rules;
    use engine::{SeededRng, seeded};
    use rand::RngExt;

    /// A part of a board, with walls.
    fn random_region(rng: &mut SeededRng) -> (Grid, SquareSet) {
        let (width, height) = (rng.random_range(3..=6), rng.random_range(3..=5));
        let rules = Rules::default().with_board(width, height).unwrap();
        let (bare, walled) = (rng.random_range(0.5..1.0), rng.random_range(0.0..0.3));
        let region = rules.board().into_iter().filter(|_| rng.random_bool(bare)).collect();
        let walls: EdgeSet =
            rules.inner_edges().iter().filter(|_| rng.random_bool(walled)).collect();
        (Grid::new(rules.inner_edges() - walls), region)
    }

    /// The most squares on a path from `at`, which is not in `free`.
    fn longest(grid: Grid, at: Square, free: SquareSet) -> usize {
        let next = grid.neighbours(SquareSet::of(at)) & free;
        1 + next.into_iter().map(|to| longest(grid, to, free.without(to))).max().unwrap_or(0)
    }

    #[test]
    fn search_and_sweep_find_the_longest_path() {
        let mut rng = seeded(3);
        for _ in 0..800 {
            let (grid, region) = random_region(&mut rng);
            let starts: SquareSet = region.into_iter().filter(|_| rng.random_bool(0.4)).collect();
            let most = starts.into_iter().map(|at| longest(grid, at, region.without(at))).max();
            for length in 1..=region.len() {
                let expected = most.is_some_and(|most| most >= length);
                assert_eq!(find(grid, region, starts, length).is_some(), expected);
                let question = Question { region, starts, length };
                assert_eq!(profile::exists(grid, question), expected, "{question:?}");
            }
        }
    }

    /// Regions on which the search needs more than its budget.
    #[test]
    fn large_regions_are_swept() {
        let rules = Rules::default().with_board(11, 11).unwrap();
        let grid = Grid::new(rules.inner_edges());
        let corner = SquareSet::of(Square::A1);
        // Without the opposite corner and its neighbour, colours still allow a path over all.
        let cut = Square::from_index(Square::COUNT - 2).unwrap();
        let region = rules.board().without(cut);
        assert!(find(grid, region, corner, 117).is_some());
        let question = |length| Question { region, starts: corner, length };
        assert!(profile::exists(grid, question(119)));
        assert!(!profile::exists(grid, question(121)));
    }
}
