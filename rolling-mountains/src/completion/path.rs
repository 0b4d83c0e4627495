//! Whether there is a path of some length, by a short depth-first search.

use smallvec::SmallVec;

use super::changes::Changes;
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// The most squares that a search may try.
const BUDGET: u32 = 120;

/// The search has used up its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfBudget;

/// Looks for a path of at least `length` different squares of `region`, each one step from the one
/// before, that begins on a square of `starts`. Returns the changes that would break the path.
///
/// A longer path can stop early, so "at least" and "exactly" are the same.
pub(super) fn search(
    grid: Grid,
    region: SquareSet,
    starts: SquareSet,
    length: usize,
) -> Result<Option<Changes>, OutOfBudget> {
    let Some(steps) = length.checked_sub(1) else { return Ok(Some(Changes::NONE)) };
    let mut search = Search { grid, budget: BUDGET, path: SmallVec::new() };
    for start in starts & region {
        if search.go(start, region.without(start), steps)? {
            return Ok(Some(Changes::to_path(&search.path)));
        }
    }
    Ok(None)
}

/// A depth-first search that prefers squares with few ways on.
struct Search {
    grid: Grid,
    budget: u32,
    /// The path that was found, last square first.
    path: SmallVec<[Square; 64]>,
}

impl Search {
    /// Whether a pawn on `at` can make `steps` steps, each to another square of `free`, which does
    /// not contain `at`.
    fn go(&mut self, at: Square, free: SquareSet, steps: usize) -> Result<bool, OutOfBudget> {
        if steps == 0 {
            self.path.push(at);
            return Ok(true);
        }
        let next = self.grid.neighbours(SquareSet::of(at)) & free;
        let reach = self.grid.flood(next, free);
        if !self.enough(at, reach, steps) {
            return Ok(false);
        }
        let ways_on = |to| (self.grid.neighbours(SquareSet::of(to)) & reach).len();
        let mut list: SmallVec<[_; 4]> = next.into_iter().map(|to| (ways_on(to), to)).collect();
        list.sort_unstable();
        for (_, to) in list {
            self.budget = self.budget.checked_sub(1).ok_or(OutOfBudget)?;
            if self.go(to, reach.without(to), steps - 1)? {
                self.path.push(at);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the squares reached can be enough for that many steps.
    ///
    /// Every step changes the colour, so the number of squares of either chessboard colour that can
    /// be left out is known. Dead ends must be left out, but for the one on which the path ends.
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
    use crate::completion::Ground;
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
            for start in starts {
                let longest = longest(grid, start, region.without(start));
                let component = grid.flood(SquareSet::of(start), region);
                let (tiles, exits) = (SquareSet::EMPTY, SquareSet::EMPTY);
                let ground = Ground { grid, free: region, tiles, exits };
                for length in 2..=region.len() {
                    let expected = longest >= length;
                    if let Ok(found) = search(grid, region, SquareSet::of(start), length) {
                        assert_eq!(found.is_some(), expected, "{region:?} {start} {length}");
                    }
                    let swept =
                        ground.sweep_drop(component.without(start), start, length as u8 - 1);
                    assert_eq!(swept, expected, "{ground:?} {start} {length}");
                }
            }
        }
    }

    /// Regions on which the search needs more than its budget.
    #[test]
    fn large_regions_are_swept() {
        let rules = Rules::default().with_board(11, 11).unwrap();
        let grid = Grid::new(rules.inner_edges());
        // Without the opposite corner and its neighbour, colours still allow a path over all.
        let cut = Square::from_index(Square::COUNT - 2).unwrap();
        let (tiles, exits) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let free = rules.board().without(cut).without(Square::A1);
        let ground = Ground { grid, free, tiles, exits };
        assert!(ground.can_drop(Square::A1, 116));
        assert!(ground.sweep_drop(free, Square::A1, 118));
        assert!(!ground.sweep_drop(free, Square::A1, 120));
    }
}
