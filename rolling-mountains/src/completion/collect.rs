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
//!   if a path of k - 2 more steps begins at s. For k < 3 it always is.
//!
//! What is to be refused mostly is so because there are too few free squares of some colour, or too
//! many of them can only be the end of a path.
//!
//! Otherwise all ways of collecting are tried. For a pawn that enters the board this needs a corner
//! surrounded by tiles from which no exit and no two neighbouring free squares can be reached, only
//! single ones. The search is exponential in the number of such tiles, of which there are 59 at most.
//! It remembers what it refused, by the tiles left and the square of the pawn.

use std::collections::HashSet;

use engine::key;
use smallvec::SmallVec;

use super::profile::{self, Question};
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
            Judgement::Open { tiles } if self.is_beyond_bridge(at, held, tiles) => None,
            Judgement::Open { tiles } => {
                let ground = Self { tiles, ..*self };
                Collecting::default().run(&ground, at, held)
            }
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
        } else {
            Judgement::Open { tiles }
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

    /// Whether a pawn that holds its first tile can reach free squares only over a bridge, an edge
    /// between two tiles u and c without which they are cut off, and has none of its own colour.
    ///
    /// Then it cannot complete its movement, unless u is its own square or a free square is next to
    /// c. For what it drops on, Q, must contain every square of its colour that it collected on, its
    /// own square among them, and end on the other colour; and some free square beyond, so Q crosses
    /// the bridge once. On the near side Q has only squares the pawn collected on, as these come in
    /// a row from its own square to u. If Q ends there, it has at least as many squares of the other
    /// colour as of the pawn's, if u is of the pawn's colour; more, if not: in both cases more than
    /// there are. If Q begins there, next to where collecting ended, then that was c, Q begins on u
    /// and is already past the pawn's own square; or it was on the near side, collecting went no
    /// further than c, and a free square is next to c.
    fn is_beyond_bridge(&self, at: Square, held: u8, tiles: SquareSet) -> bool {
        let doors = self.grid.neighbours(tiles) & self.free;
        if held != 1 || doors.meets(SquareSet::colour_of(at)) {
            return false;
        }
        let start = SquareSet::of(at);
        tiles.into_iter().any(|c| {
            let near = self.grid.flood(start, (tiles | start).without(c));
            let bridge = self.grid.neighbours(SquareSet::of(c)) & near;
            let beside = self.grid.neighbours(near.with(c));
            bridge.len() == 1 && bridge != start && !beside.meets(doors)
        })
    }

    /// Whether there is a path over the free squares, and the tiles the pawn may still collect, that
    /// could be the one on which it drops: more than `held` of its squares are free now.
    fn could_drop(&self, at: Square, held: u8) -> bool {
        let start = SquareSet::of(at);
        let collected = self.grid.flood(start, self.tiles | start);
        let doors = self.grid.neighbours(collected) & self.free;
        let free = self.grid.flood(doors, self.free) | start;
        let region = free | collected;
        let same_colour = SquareSet::colour_of(at);
        let question = Question {
            region,
            counted: free,
            starts: self.grid.neighbours(self.grid.neighbours(collected) & region),
            ends: if held.is_multiple_of(2) { region & same_colour } else { region - same_colour },
            length: usize::from(held) + 1,
        };
        profile::exists(self.grid, question)
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
}

/// What is known about a pawn that collects.
enum Judgement {
    Possible(Witness),
    Impossible,
    /// It depends on how it goes on: these tiles it can collect.
    Open {
        tiles: SquareSet,
    },
}

/// What a search has found out.
enum Verdict {
    Found(Witness),
    Refuted,
    /// The budget is used up.
    Unknown,
}

/// In which order to try the tiles next to the pawn.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Those with the fewest ways on first, to leave nothing behind.
    FewestWays,
    /// As a number says.
    Shuffled(u64),
}

/// Tries all ways of collecting.
#[derive(Default)]
struct Collecting {
    /// The tiles left and the square, where the movement turned out to be impossible.
    refused: HashSet<(SquareSet, Square)>,
    /// How many squares may still be tried.
    budget: u32,
    /// How often [`Ground::could_drop`] was asked.
    asked: u32,
}

impl Collecting {
    /// The budget of the first searches.
    const FIRST_BUDGET: u32 = 200;

    /// How many searches have that budget; after them it doubles every fourth time.
    const FIRST_SEARCHES: u64 = 8;

    /// With fewer tiles left trying all of them takes no time.
    const MANY_TILES: usize = 10;

    /// Searches in one order after another, each time for longer: where there are many ways to
    /// collect, one that can be completed is mostly found at once in some order and hardly ever in
    /// others. What was refused is remembered from one search to the next, so they come to an end.
    fn run(&mut self, ground: &Ground, at: Square, held: u8) -> Option<Witness> {
        for search in 0.. {
            let order = if search % 4 == 0 { Order::FewestWays } else { Order::Shuffled(search) };
            let longer = search.saturating_sub(Self::FIRST_SEARCHES) / 4;
            self.budget = Self::FIRST_BUDGET.saturating_mul(1 << longer.min(20));
            match self.go(ground, at, held, order) {
                Verdict::Found(witness) => return Some(witness),
                Verdict::Refuted => return None,
                Verdict::Unknown => {}
            }
        }
        None
    }

    fn go(&mut self, ground: &Ground, at: Square, held: u8, order: Order) -> Verdict {
        let held = held.saturating_add(1);
        let next = ground.grid.neighbours(SquareSet::of(at)) & ground.tiles;
        for to in order.sort(ground, next) {
            let after =
                Ground { free: ground.free.with(at), tiles: ground.tiles.without(to), ..*ground };
            if self.refused.contains(&(after.tiles, to)) {
                continue;
            }
            if self.budget == 0 {
                return Verdict::Unknown;
            }
            self.budget -= 1;
            let verdict = match after.judge(to, held) {
                Judgement::Possible(witness) => Verdict::Found(witness),
                Judgement::Impossible => Verdict::Refuted,
                Judgement::Open { tiles } if self.is_refused(&after, to, held, tiles) => {
                    Verdict::Refuted
                }
                Judgement::Open { .. } => self.go(&after, to, held, order),
            };
            match verdict {
                Verdict::Found(witness) => {
                    return Verdict::Found(witness.and(Witness::of_path(&[at, to])));
                }
                Verdict::Unknown => return Verdict::Unknown,
                Verdict::Refuted => {
                    self.refused.insert((after.tiles, to));
                }
            }
        }
        Verdict::Refuted
    }

    /// Asks [`Ground::could_drop`], which takes as long as trying some hundred squares: when the
    /// search has become long, where there are many ways to go on, and not too often.
    fn is_refused(&mut self, ground: &Ground, at: Square, held: u8, tiles: SquareSet) -> bool {
        let tried = self.refused.len() as u32;
        let early = tried < Self::FIRST_BUDGET || tiles.len() < Self::MANY_TILES;
        if early || self.asked > 32 + tried / 16 {
            return false;
        }
        self.asked += 1;
        !ground.could_drop(at, held)
    }
}

impl Order {
    fn sort(self, ground: &Ground, next: SquareSet) -> SmallVec<[Square; 4]> {
        let mut ways = ground.grid.fewest_ways_first(next, ground.tiles);
        if let Self::Shuffled(number) = self {
            let tiles = ground.tiles.bits();
            let number = key::mix(key::mix(number, tiles as u64), (tiles >> 64) as u64);
            ways.sort_by_key(|&(_, to)| key::mix(number, to.index() as u64));
        }
        ways.into_iter().map(|(_, to)| to).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::rules::Rules;
    use crate::square::EdgeSet;
    use engine::seeded;
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

    /// Mostly tiles, so that nearly everything is hard; exits seldom.
    #[test]
    fn collecting_agrees_with_trying_everything() {
        let mut rng = seeded(5);
        let (mut possible, mut long) = (0, 0);
        for _ in 0..1_500 {
            let (width, height) = (rng.random_range(3..=5), rng.random_range(3..=4));
            let rules = Rules::default().with_board(width, height).unwrap();
            let at = Square::A1;
            let (holes, walled) = (rng.random_range(0.0..0.25), rng.random_range(0.0..0.3));
            let board = rules.board().without(at);
            let free: SquareSet = board.into_iter().filter(|_| rng.random_bool(holes)).collect();
            let rocks: SquareSet = board.into_iter().filter(|_| rng.random_bool(0.05)).collect();
            let walls: EdgeSet =
                rules.inner_edges().iter().filter(|_| rng.random_bool(walled)).collect();
            let ground = Ground {
                grid: Grid::new(rules.inner_edges() - walls),
                free: free - rocks,
                tiles: board - free - rocks,
                exits: board.into_iter().filter(|_| rng.random_bool(0.01)).collect(),
            };
            let held = if rng.random_bool(0.7) { 1 } else { rng.random_range(1..=6) };
            let found = ground.collect(at, held);
            assert_eq!(found.is_some(), naive(&ground, at, held), "{ground:?} {held}");
            possible += usize::from(found.is_some());
            long += usize::from(matches!(ground.judge(at, held), Judgement::Open { .. }));
            // What is not needed can be spoilt.
            if let Some(witness) = found {
                let spoilt = Ground {
                    grid: Grid::new((rules.inner_edges() - walls) & witness.edges),
                    free: ground.free & witness.squares,
                    tiles: ground.tiles & witness.squares,
                    exits: ground.exits,
                };
                assert!(naive(&spoilt, at, held), "{ground:?} {held} {witness:?}");
            }
        }
        assert!(possible > 300 && long > 200, "{possible} {long}");
    }
}
