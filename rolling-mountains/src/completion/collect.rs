//! Whether a pawn can complete its movement while it still collects.
//!
//! Let the pawn stand on s with k tiles, and let it collect m more on p1 to pm before it steps onto
//! an unoccupied square and drops on q1, q2, ..., q(k + m + 1), which are different squares among
//! those free before and p1 to pm. So at least k + 1 of them were free before, s among these; and as
//! every step changes the colour, at least ⌊k/2⌋ + 1 have the colour of s and ⌈k/2⌉ the other,
//! whatever m is. The last one has the colour of s if k is even.
//!
//! A movement can be completed if one of these conditions holds, and mostly one does:
//! * the pawn can reach an exit;
//! * it can step back at once (m = 0) and then has a path that is long enough;
//! * it can reach two neighbouring free squares, x and y, over tiles. It collects up to x, where
//!   collecting ends, and drops on y, x, pm, ..., p1, s and beyond. That is long enough if a path of
//!   k - 2 more steps begins at s; for k < 3 it always is;
//! * a shortest way over tiles leads to a free square from which a path begins that is long enough.
//!   This is for a pawn that has many tiles already and comes to an open place.
//!
//! Most movements that cannot be completed have too few free squares of some colour, or too many of
//! them can only be the end of a path.
//!
//! A sweep decides the rest. A pawn that enters the board needs one only if its corner is surrounded by
//! tiles over which it can reach neither an exit nor two neighbouring free squares, but single ones.

use smallvec::SmallVec;

use super::changes::Changes;
use super::order::Region;
use super::sweep::{Activity, Question};
use super::{Ground, path};
use crate::square::{Square, SquareSet};

impl Ground {
    /// Whether a pawn on `at` that collects and has `held` tiles can complete its movement: `None` if not,
    /// else those of the changes that would prevent it.
    pub(crate) fn collect(&self, at: Square, held: u8, changes: Changes) -> Option<Changes> {
        let touching = |ground: &Self| match ground.judge(at, held) {
            Judgement::Impossible => None,
            Judgement::Possible(touching) => Some(touching),
            Judgement::Open(region) => {
                let activity = Activity::Collecting;
                Question { region, start: at, held, activity }.touching()
            }
        };
        let mut preventing = changes & touching(self)?;
        // If a wall prevents it, so does a mountain on either side.
        let mut decided = SquareSet::EMPTY;
        for change in preventing.each() {
            if (preventing & change).is_empty() || change.squares.meets(decided) {
                continue;
            }
            if let Some(touching) = touching(&self.after(change)) {
                preventing = preventing & touching;
            } else {
                decided = change.edges.iter().fold(decided, |all, edge| all | edge.squares());
            }
        }
        Some(preventing)
    }

    /// The board after a change.
    fn after(&self, change: Changes) -> Self {
        Self {
            grid: self.grid.without(change.edges),
            free: self.free - change.squares,
            tiles: self.tiles - change.squares,
            exits: self.exits,
        }
    }

    /// Decides what can be decided by short searches.
    fn judge(&self, at: Square, held: u8) -> Judgement {
        let start = SquareSet::of(at);
        let held = usize::from(held);
        // All tiles the pawn could collect, and the free squares it could drop on.
        let collected = self.grid.flood(start, self.tiles | start);
        let doors = self.grid.neighbours(collected) & self.free;
        let reach = self.grid.flood(doors, self.free) | start;
        let everything = || Changes::to_region(self.grid, collected | reach);
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
        let glance = |starts, length| path::search(self.grid, home, starts, length).ok().flatten();
        if let Some(back) =
            glance(first & start, held + 1).or_else(|| glance(first - start, held + 1))
        {
            let turn = beside | start | first & home;
            return Judgement::Possible(back | Changes::to_region(self.grid, turn));
        }
        let tiles = collected - start;
        if self.turns_round(home, tiles, held) && (held < 3 || glance(start, held - 1).is_some()) {
            Judgement::Possible(everything())
        } else if let Some(across) = self.goes_across(at, held, tiles) {
            Judgement::Possible(across)
        } else {
            Judgement::Open(Region { grid: self.grid, tiles: collected, free: reach - start })
        }
    }

    /// Whether the free squares can be enough for the pawn to drop all it has, and what else it
    /// may collect.
    ///
    /// The lengths of the paths say how many free squares of either colour can be left out. Dead ends
    /// must be left out, but for the square on which the movement ends, whose colour is known, and the
    /// one on which dropping begins, which is near to where collecting can end.
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

    /// Whether the pawn can turn round on two free squares beyond tiles; with three tiles and more
    /// these must not be needed to drop them.
    fn turns_round(&self, home: SquareSet, tiles: SquareSet, held: usize) -> bool {
        let doors = self.grid.neighbours(tiles) & self.free;
        let pairs = doors & self.grid.neighbours(self.free);
        !(if held < 3 { pairs } else { pairs - home }).is_empty()
    }

    /// A way straight over tiles to a free square from which dropping leads on, as far as a short
    /// search shows.
    fn goes_across(&self, at: Square, held: usize, tiles: SquareSet) -> Option<Changes> {
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
            far -= near;
            layers.push(near);
            let doors = (self.grid.neighbours(near) & self.free) - seen;
            seen |= doors;
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
                if let Ok(Some(back)) = path::search(self.grid, home, first, length) {
                    let turn = Changes::to_region(self.grid, end | first);
                    return Some(back | turn | Changes::to_path(&way));
                }
            }
        }
    }
}

/// What short searches say about a pawn that collects.
enum Judgement {
    /// Only these changes may prevent the movement.
    Possible(Changes),
    Impossible,
    /// A sweep over these squares must decide; no exit can be reached from them.
    Open(Region),
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

    /// The changes after which a pawn cannot complete its movement, by trying everything.
    fn naive_preventing(ground: &Ground, at: Square, held: u8) -> Changes {
        let squares = (ground.tiles | ground.free).without(at);
        let all = Changes { squares, edges: ground.grid.edges_within(squares.with(at)) };
        let prevents = |change: &Changes| !naive(&ground.after(*change), at, held);
        all.each().filter(prevents).fold(Changes::NONE, |all, change| all | change)
    }

    /// Every change but a mountain on the square of the pawn itself.
    fn all_changes(ground: &Ground, at: Square) -> Changes {
        Changes::to_region(ground.grid, ground.tiles | ground.free.with(at))
            - Changes::to_path(&[at])
    }

    #[test]
    fn collecting_agrees_with_trying_everything() {
        let mut rng = seeded(5);
        let at = Square::A1;
        let (mut possible, mut open, mut late, mut prevented) = (0, 0, 0, 0);
        for _ in 0..1_200 {
            let (width, height) = (rng.random_range(3..=5), rng.random_range(3..=4));
            let ground = random_ground(&mut rng, width, height, 0.01);
            let held = random_held(&mut rng);
            let found = ground.collect(at, held, all_changes(&ground, at));
            assert_eq!(found.is_some(), naive(&ground, at, held), "{ground:?} {held}");
            let is_open = matches!(ground.judge(at, held), Judgement::Open(_));
            open += usize::from(is_open);
            let Some(preventing) = found else { continue };
            assert_eq!(preventing, naive_preventing(&ground, at, held), "{ground:?} {held}");
            possible += 1;
            late += usize::from(is_open);
            prevented += usize::from(!preventing.is_empty());
        }
        let counts = (possible, open, late, prevented);
        assert!(possible > 250 && open > 80 && late > 20 && prevented > 100, "{counts:?}");
    }

    /// Three tiles in hand: a2, the only free square beside the pawn, is one of those to turn round on.
    #[test]
    fn squares_to_turn_round_on_can_be_needed_to_drop() {
        fn all<T: std::str::FromStr, S: FromIterator<T>>(text: &str) -> S {
            text.split(' ').flat_map(str::parse).collect()
        }
        let inner = Rules::default().with_board(4, 4).unwrap().inner_edges();
        let grid = Grid::new(inner - all::<_, EdgeSet>("b3e b1n b2n d2n"));
        let (free, tiles) = (all("a2 a4 b2 b3"), all("a3 b1 b4 c1 c2 c3 c4 d1 d2 d4"));
        let ground = Ground { grid, free, tiles, exits: SquareSet::EMPTY };
        assert!(!naive(&ground, Square::A1, 3));
        assert_eq!(ground.collect(Square::A1, 3, Changes::NONE), None);
    }

    /// Also where a short search would do.
    #[test]
    fn sweeps_agree_with_trying_everything() {
        let mut rng = seeded(6);
        let start = SquareSet::of(Square::A1);
        let mut possible = 0;
        for _ in 0..1_500 {
            let (width, height) = (rng.random_range(3..=4), 3);
            let ground = random_ground(&mut rng, width, height, 0.0);
            let held = random_held(&mut rng);
            let tiles = ground.grid.flood(start, ground.tiles | start);
            let doors = ground.grid.neighbours(tiles) & ground.free;
            let free = ground.grid.flood(doors, ground.free);
            let region = Region { grid: ground.grid, tiles, free };
            let activity = Activity::Collecting;
            let question = Question { region, start: Square::A1, held, activity };
            let expected = naive(&ground, Square::A1, held)
                .then(|| naive_preventing(&ground, Square::A1, held));
            for found in question.all_sweeps() {
                assert_eq!(found.is_some(), expected.is_some(), "{ground:?} {held}");
                // Nothing else prevents it.
                let left = expected.zip(found).is_none_or(|(all, found)| (all - found).is_empty());
                assert!(left, "{ground:?} {held}");
            }
            possible += usize::from(expected.is_some());
        }
        assert!((400..1_200).contains(&possible), "{possible}");
    }
}
