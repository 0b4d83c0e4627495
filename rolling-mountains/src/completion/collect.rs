//! Whether a pawn can complete its movement while it still collects.
//!
//! Let the pawn stand on s with k tiles, and let it collect m more on p1 to pm before it steps onto
//! an unoccupied square and drops on q1, q2, ..., q(k + m + 1), which are different squares among
//! those free before and p1 to pm. So at least k + 1 of them were free before, s among these; and as
//! every step changes the colour, at least ⌊k/2⌋ + 1 have the colour of s and ⌈k/2⌉ the other,
//! whatever m is. The last one has the colour of s if k is even.
//!
//! What is to be allowed mostly is so for one of these reasons:
//! * an exit can be reached;
//! * stepping back at once (m = 0) leaves a path that is long enough;
//! * two free squares next to each other, x and y, can be reached over tiles: the pawn collects up
//!   to x, ends collecting there, and drops on y, x, pm, ..., p1, s and beyond, which is long enough
//!   if a path of k - 2 more steps begins at s. For k < 3 it always is;
//! * straight over tiles some free square can be reached from which a path that is long enough
//!   begins, for a pawn that has many tiles already and comes to an open place.
//!
//! What is to be refused mostly is so because there are too few free squares of some colour, or too
//! many of them can only be the end of a path.
//!
//! Otherwise [`pair`] decides. For a pawn that enters the board this takes a corner surrounded by
//! tiles from which no exit and no two neighbouring free squares can be reached, only single ones.

use smallvec::SmallVec;

use super::order::Region;
use super::pair;
use super::sweep::Question;
use super::witness::Witness;
use super::{Ground, path};
use crate::square::{Square, SquareSet};

impl Ground {
    /// What a pawn that stands on `at`, collecting, with `held` tiles needs to complete its
    /// movement; `None` if it cannot.
    pub(crate) fn collect(&self, at: Square, held: u8) -> Option<Witness> {
        match self.judge(at, held) {
            Judgement::Possible(witness) => Some(witness),
            Judgement::Impossible => None,
            Judgement::Open { region } => pair::find(Question { region, start: at, held }),
        }
    }

    /// Decides what can be decided without collecting more.
    fn judge(&self, at: Square, held: u8) -> Judgement {
        let start = SquareSet::of(at);
        let held = usize::from(held);
        // All tiles the pawn could collect, and the free squares it could drop on.
        let collected = self.grid.flood(start, self.tiles | start);
        let doors = self.grid.neighbours(collected) & self.free;
        let reach = self.grid.flood(doors, self.free) | start;
        let everything = || Witness::of_region(self.grid, collected | reach);
        if (collected | reach).meets(self.exits) {
            return Judgement::Possible(everything());
        }
        if !self.enough(at, held, collected, reach) {
            return Judgement::Impossible;
        }
        // Along the way it came, most often.
        let home = self.grid.flood(start, reach);
        let beside = self.grid.neighbours(start) & self.free;
        let first = self.grid.neighbours(beside);
        let back = path::find(self.grid, home, first & start, held + 1)
            .or_else(|| path::find(self.grid, home, first - start, held + 1));
        if let Some(back) = back {
            let turn = beside | start | first & home;
            return Judgement::Possible(back.and(Witness::of_region(self.grid, turn)));
        }
        let tiles = collected - start;
        if tiles.is_empty() {
            Judgement::Impossible
        } else if self.turns_round(at, held, home, tiles) {
            Judgement::Possible(everything())
        } else if let Some(across) = self.goes_across(at, held, tiles) {
            Judgement::Possible(across)
        } else {
            let region = Region { grid: self.grid, tiles: collected, free: reach - start };
            Judgement::Open { region }
        }
    }

    /// Whether the free squares can be enough for the pawn to drop all it has, and what else it
    /// may collect.
    ///
    /// So many of either colour can be left out and no more. Squares with no way on must be left
    /// out, but for the one on which the movement ends, whose colour is known, and one on which
    /// dropping begins, which must be near to where collecting can end.
    fn enough(&self, at: Square, held: usize, collected: SquareSet, free: SquareSet) -> bool {
        let same_colour = SquareSet::colour_of(at);
        let (same, other) = ((free & same_colour).len(), (free - same_colour).len());
        let Some(spare_same) = same.checked_sub(held / 2 + 1) else { return false };
        let Some(spare_other) = other.checked_sub(held.div_ceil(2)) else { return false };
        let all = free | collected;
        let ends = self.grid.leaves(all) & free;
        let first = self.grid.neighbours(self.grid.neighbours(collected) & all) & ends;
        let (ends_same, ends_other) = ((ends & same_colour).len(), (ends - same_colour).len());
        let (last_same, last_other) = (1 - held % 2, held % 2);
        let over_same = ends_same.saturating_sub(spare_same + last_same);
        let over_other = ends_other.saturating_sub(spare_other + last_other);
        match (over_same, over_other) {
            (0, 0) => true,
            (1, 0) => first.meets(same_colour),
            (0, 1) => !(first - same_colour).is_empty(),
            _ => false,
        }
    }

    /// Whether the pawn can turn round on two free squares beyond tiles and drop all on its way
    /// back.
    fn turns_round(&self, at: Square, held: usize, home: SquareSet, tiles: SquareSet) -> bool {
        let doors = self.grid.neighbours(tiles) & self.free;
        let pairs = doors & self.grid.neighbours(self.free);
        if held < 3 {
            return !pairs.is_empty();
        }
        let beyond = pairs - home;
        let start = SquareSet::of(at);
        !beyond.is_empty() && path::find(self.grid, home, start, held - 1).is_some()
    }

    /// A way straight over tiles to a free square from which dropping leads on, as far as a short
    /// search shows.
    fn goes_across(&self, at: Square, held: usize, tiles: SquareSet) -> Option<Witness> {
        let start = SquareSet::of(at);
        let mut seen = self.grid.neighbours(start) & self.free;
        let (mut near, mut far) = (start, tiles);
        // The squares that take one tile to reach, two, and so on.
        let mut layers = SmallVec::<[SquareSet; 16]>::new();
        loop {
            near = self.grid.neighbours(near) & far;
            if near.is_empty() {
                return None;
            }
            far = far - near;
            layers.push(near);
            let doors = (self.grid.neighbours(near) & self.free) - seen;
            seen = seen | doors;
            for door in doors {
                let mut way: SmallVec<[Square; 16]> = SmallVec::from_slice(&[door]);
                for layer in layers.iter().rev().chain([&start]) {
                    let before = way.last().map_or(start, |&square| SquareSet::of(square));
                    way.extend((self.grid.neighbours(before) & *layer).into_iter().next());
                }
                let empty = self.free | way.iter().copied().collect();
                let end = SquareSet::of(door);
                let home = self.grid.flood(end, empty);
                let first = self.grid.neighbours(end) & home;
                let length = held + layers.len() + 1;
                if let Some(back) = path::glance(self.grid, home, first, length) {
                    let turn = Witness::of_region(self.grid, end | first);
                    return Some(back.and(turn).and(Witness::of_path(&way)));
                }
            }
        }
    }
}

/// What is known about a pawn that collects.
enum Judgement {
    Possible(Witness),
    Impossible,
    /// It depends on how it goes on within these squares.
    Open {
        region: Region,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::EdgeSet;
    use crate::grid::Grid;
    use crate::rules::Rules;
    use engine::{SeededRng, seeded};
    use rand::RngExt;

    /// The same by trying everything, step by step.
    fn naive(ground: &Ground, at: Square, held: u8) -> bool {
        let beside = ground.grid.neighbours(SquareSet::of(at));
        let left = Ground { free: ground.free.with(at), ..*ground };
        ground.exits.contains(at)
            || (beside & ground.free).into_iter().any(|to| {
                let free = left.free.without(to);
                naive_start_drop(&Ground { free, ..left }, to, held)
            })
            || (beside & ground.tiles).into_iter().any(|to| {
                let tiles = left.tiles.without(to);
                naive(&Ground { tiles, ..left }, to, held + 1)
            })
    }

    fn naive_start_drop(ground: &Ground, at: Square, held: u8) -> bool {
        let next = ground.grid.neighbours(SquareSet::of(at)) & ground.free;
        ground.exits.contains(at)
            || next.into_iter().any(|to| {
                let free = ground.free.with(at).without(to);
                naive_drop(&Ground { free, ..*ground }, to, held)
            })
    }

    fn naive_drop(ground: &Ground, at: Square, held: u8) -> bool {
        let next = ground.grid.neighbours(SquareSet::of(at)) & ground.free;
        held == 0
            || ground.exits.contains(at)
            || next.into_iter().any(|to| {
                let free = ground.free.without(to);
                naive_drop(&Ground { free, ..*ground }, to, held - 1)
            })
    }

    /// A board with this many files and ranks, mostly tiles, so that nearly everything is hard.
    fn random_ground(rng: &mut SeededRng, width: u8, height: u8, exits: f64) -> Ground {
        let rules = Rules::default().with_board(width, height).unwrap();
        let (holes, walled) = (rng.random_range(0.0..0.3), rng.random_range(0.0..0.3));
        let board = rules.board().without(Square::A1);
        let mut some = |chance: f64| -> SquareSet {
            board.into_iter().filter(|_| rng.random_bool(chance)).collect()
        };
        let (free, rocks, exits) = (some(holes), some(0.05), some(exits));
        let walls: EdgeSet =
            rules.inner_edges().iter().filter(|_| rng.random_bool(walled)).collect();
        Ground {
            grid: Grid::new(rules.inner_edges() - walls),
            free: free - rocks,
            tiles: board - free - rocks,
            exits,
        }
    }

    fn random_held(rng: &mut SeededRng) -> u8 {
        if rng.random_bool(0.7) { 1 } else { rng.random_range(1..=6) }
    }

    #[test]
    fn collecting_agrees_with_trying_everything() {
        let mut rng = seeded(5);
        let at = Square::A1;
        let (mut possible, mut open, mut late) = (0, 0, 0);
        for _ in 0..1_200 {
            let (width, height) = (rng.random_range(3..=5), rng.random_range(3..=4));
            let ground = random_ground(&mut rng, width, height, 0.01);
            let held = random_held(&mut rng);
            let found = ground.collect(at, held);
            assert_eq!(found.is_some(), naive(&ground, at, held), "{ground:?} {held}");
            possible += usize::from(found.is_some());
            if let Judgement::Open { .. } = ground.judge(at, held) {
                open += 1;
                late += usize::from(found.is_some());
            }
            // What is not needed can be spoilt.
            if let Some(witness) = found {
                let edges = ground.grid.edges_within(ground.tiles | ground.free.with(at));
                let spoilt = Ground {
                    grid: Grid::new(edges & witness.edges),
                    free: ground.free & witness.squares,
                    tiles: ground.tiles & witness.squares,
                    exits: ground.exits,
                };
                assert!(naive(&spoilt, at, held), "{ground:?} {held} {witness:?}");
            }
        }
        assert!(possible > 250 && open > 80 && late > 20, "{possible} {open} {late}");
    }

    /// Also where a glance would do.
    #[test]
    fn sweeps_agree_with_trying_everything() {
        let mut rng = seeded(6);
        let start = SquareSet::of(Square::A1);
        let mut possible = 0;
        for _ in 0..1_500 {
            let (width, height) = (rng.random_range(3..=4), 3);
            let ground = random_ground(&mut rng, width, height, 0.0);
            let held = random_held(&mut rng);
            let left = Ground { free: ground.free.with(Square::A1), ..ground };
            let next = ground.grid.neighbours(start) & ground.tiles;
            let expected = next.into_iter().any(|to| {
                let tiles = ground.tiles.without(to);
                naive(&Ground { tiles, ..left }, to, held + 1)
            });
            let tiles = ground.grid.flood(start, ground.tiles | start);
            let doors = ground.grid.neighbours(tiles) & ground.free;
            let free = ground.grid.flood(doors, ground.free);
            let region = Region { grid: ground.grid, tiles, free };
            let question = Question { region, start: Square::A1, held };
            assert_eq!(pair::sweeps_agree(question), expected, "{ground:?} {held}");
            possible += usize::from(expected);
        }
        assert!((400..1_200).contains(&possible), "{possible}");
    }
}
