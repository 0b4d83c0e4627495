//! The distances of pawns from their exits on an unchanged board without other pawns.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::edge::EdgeSet;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{MAX_SIDE, Square, SquareSet};

/// The cost of a movement in half turns.
const MOVEMENT: usize = 2;

/// The extra cost of crossing a wall, in half turns: the action that removes it.
const WALL: usize = 1;

/// The cost of getting onto a tile other than by rolling, in half turns: a flat charge for the actions that
/// make it possible.
const ONTO_TILE: usize = 6;

/// The cost at which counting stops: all higher ones count as this.
const MOST: usize = 120;

const LONGEST_CHAIN: usize = 6;

impl Position {
    /// The half turns it takes to bring a player's pawns out, left and right, on the unchanged board, by walking and
    /// by rolling over its tiles. Pawns are not in the way, and a wall costs one half turn, for the action that
    /// removes it. It is an estimate: long rolls are left out, and ways that enter a square twice are allowed.
    pub fn half_turns(&self, player: Player) -> [i32; 2] {
        self.race()[player.seat()].half_turns
    }

    /// How far the pawns of each seat have to go.
    pub(crate) fn race(&self) -> [Lap; 4] {
        if self.rules().width > 8 || self.rules().height > 8 {
            let track = Track::<u128>::of(self);
            self.laps(|runner| track.costs(runner))
        } else {
            let track = Track::<u64>::of(self);
            self.laps(|runner| track.costs(runner))
        }
    }

    fn laps(&self, mut costs: impl FnMut(Runner) -> [usize; 2]) -> [Lap; 4] {
        let mut laps = [Lap::default(); 4];
        for (&player, lap) in self.rules().players.seats().iter().zip(&mut laps) {
            lap.runners = self.runners(player);
            let [left, right] = lap.runners.map(|runner| runner.map_or([0; 2], &mut costs));
            // Each has an exit of its own, so that both together need least.
            let (straight, crossed) = ([left[0], right[1]], [left[1], right[0]]);
            let sum = |costs: [usize; 2]| costs[0] + costs[1];
            let costs = if sum(straight) < sum(crossed) { straight } else { crossed };
            lap.half_turns = costs.map(|cost| cost as i32);
        }
        laps
    }

    /// The pawns of a player that are not out, left and right.
    pub(crate) fn runners(&self, player: Player) -> Runners {
        let corners = self.rules().corners(player);
        Pawn::ALL.map(|pawn| {
            let (from, enters) = match self.pawn(player, pawn) {
                Place::Out(_) => return None,
                Place::Waiting => (corners.near[pawn as usize], true),
                Place::On(square) => (square, false),
            };
            Some(Runner { from, enters, exits: self.far(player, pawn) })
        })
    }
}

/// A player's pawns, and the half turns that they need.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lap {
    pub(crate) runners: Runners,
    pub(crate) half_turns: [i32; 2],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Runner {
    /// The square on which it stands, or will stand when it has entered.
    pub(crate) from: Square,
    pub(crate) enters: bool,
    /// The far left and the far right corner, if it may exit there.
    pub(crate) exits: [Option<Square>; 2],
}

/// The left and the right pawn of a player, if not out.
pub(crate) type Runners = [Option<Runner>; 2];

/// Sets of squares as bits, file after file: in 64 bits where the board is small enough, which is faster.
trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits for a file.
    const FILE: u32;

    fn pack(squares: SquareSet) -> Self;

    fn of(square: Square) -> Self;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

/// For boards of up to 8 files and ranks.
impl Bits for u64 {
    const FILE: u32 = 8;

    #[inline]
    fn pack(squares: SquareSet) -> Self {
        let file = |file| (squares.bits() >> (file * u128::FILE)) as u64 & 0xff;
        (0..8).fold(0, |packed, index| packed | file(index) << (index * Self::FILE))
    }

    #[inline]
    fn of(square: Square) -> Self {
        1 << (u32::from(square.file()) * Self::FILE + u32::from(square.rank()))
    }
}

/// For all boards.
impl Bits for u128 {
    const FILE: u32 = MAX_SIDE as u32;

    #[inline]
    fn pack(squares: SquareSet) -> Self {
        squares.bits()
    }

    #[inline]
    fn of(square: Square) -> Self {
        SquareSet::of(square).bits()
    }
}

/// The steps that are possible across some edges.
#[derive(Clone, Copy, Debug)]
struct Crossings<B> {
    east: B,
    north: B,
}

impl<B: Bits> Crossings<B> {
    fn new(edges: EdgeSet) -> Self {
        Self { east: B::pack(edges.east), north: B::pack(edges.north) }
    }

    /// The squares one step away from some square of the set.
    #[inline]
    fn neighbours(self, set: B) -> B {
        let ahead = (set & self.east) << B::FILE | (set & self.north) << 1;
        ahead | set >> B::FILE & self.east | set >> 1 & self.north
    }
}

/// The board for a pawn that is alone on it.
#[derive(Clone, Copy, Debug)]
struct Track<B> {
    open: Crossings<B>,
    /// The steps across walls, as if there were none.
    walls: Crossings<B>,
    walled: B,
    free: B,
    tiles: B,
}

impl<B: Bits> Track<B> {
    fn of(position: &Position) -> Self {
        let walls = Crossings::new(position.walls());
        Self {
            open: Crossings::new(position.rules().inner_edges() - position.walls()),
            walls,
            walled: walls.neighbours(!B::default()),
            free: B::pack(position.rules().board() - position.mountains() - position.tiles()),
            tiles: B::pack(position.tiles()),
        }
    }

    /// The cost of bringing a pawn out through the far left and the far right corner.
    fn costs(&self, runner: Runner) -> [usize; 2] {
        let exits = runner.exits.map(|exit| exit.map_or(B::default(), B::of));
        let more = if runner.enters { MOVEMENT } else { 0 };
        let mut costs = [MOST + more; 2];
        let mut left = exits[0] | exits[1];
        let (mut seen, mut rolled) = (B::default(), B::default());
        // The squares that can be reached at each of the costs to come, in turns.
        let mut reached = [B::default(); 8];
        reached[0] = B::of(runner.from);
        for cost in 0..MOST - MOVEMENT {
            let new = std::mem::take(&mut reached[cost % 8]) & !seen;
            if new.is_empty() {
                continue;
            }
            seen |= new;
            let mut reach = |more: usize, squares: B| reached[(cost + more) % 8] |= squares;
            let beside = self.open.neighbours(new);
            reach(MOVEMENT, beside & self.free);
            let mut out = new;
            let front = beside & self.tiles & !rolled;
            if !front.is_empty() {
                rolled |= front;
                let (ends, passed) = self.roll(front);
                reach(MOVEMENT, ends);
                reach(ONTO_TILE, front);
                out |= passed;
            }
            if out.meets(left) {
                for (exit, least) in exits.into_iter().zip(&mut costs) {
                    if exit.meets(out & left) {
                        *least = cost + MOVEMENT + more;
                    }
                }
                left = left & !out;
            }
            if left.is_empty() {
                break;
            }
            if new.meets(self.walled) {
                let across = self.walls.neighbours(new);
                reach(MOVEMENT + WALL, across & self.free);
                reach(ONTO_TILE + WALL, across & self.tiles);
            }
        }
        costs
    }

    /// Movements whose first step is onto one of these tiles: the squares where they can end, and the squares
    /// that they pass before, where they could exit. Ways that enter a square twice are not refused.
    ///
    /// The h-th front has the squares where the h-th tile is collected. If that tile is the last one, the movement
    /// ends h + 2 steps over free squares later. All fronts are continued together: the steps from a union of
    /// sets lead to the union of the squares that they lead to from each set.
    fn roll(&self, front: B) -> (B, B) {
        let step = |squares| self.open.neighbours(squares) & self.free;
        let mut fronts = [B::default(); LONGEST_CHAIN];
        let mut next = front;
        let mut count = 0;
        for slot in &mut fronts {
            if next.is_empty() {
                break;
            }
            *slot = next;
            count += 1;
            next = self.open.neighbours(next) & self.tiles;
        }
        let (mut at, mut passed) = (B::default(), B::default());
        for front in fronts.into_iter().take(count).rev() {
            at = step(at) | front;
            passed |= at;
        }
        for _ in 0..2 {
            at = step(at);
            passed |= at;
        }
        (step(at), passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Players;
    use crate::rules::Rules;
    use crate::square::Direction;
    use engine::game::seeded;
    use engine::{Game, Notation, Start, playout};
    use rand::RngExt;
    use std::collections::{BTreeMap, BTreeSet};

    /// The half turns that red's pawns need.
    fn red(text: &str) -> [i32; 2] {
        Position::parse(text, &Rules::default()).unwrap().half_turns(Player::Red)
    }

    #[test]
    fn a_step_is_a_turn_and_entering_and_exiting_are_steps() {
        // From a1 to c4 and out: one step each.
        assert_eq!(red("3/3/3/3 - -,-/-,- 9 0,0 -,- 0 0"), [14, 14]);
        assert_eq!(red("3/3/3/3 - c4,b4/-,- 9 0,0 -,- 0 2"), [2, 4]);
        assert_eq!(red("3/3/3/3 - *c4,b4/-,- 9 0,0 -,- 0 2"), [0, 4]);
    }

    #[test]
    fn rolling_over_tiles_saves_turns() {
        // From a1 over a2 the movement ends on a5, four steps on; a6 and out are two more.
        let walking = red("3/3/3/3/3/3 - *c6,c1/-,- 9 0,0 -,- 0 2");
        assert_eq!(walking, [0, 16]);
        let rolling = red("3/3/3/3/2t/3 - *c6,c1/-,- 9 0,0 -,- 0 2");
        assert_eq!(rolling, [0, 10]);
        // A pawn that rolls onto the exit continues out.
        assert_eq!(red("t2/3/3 - *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 2]);
    }

    #[test]
    fn walls_cost_half_a_turn_and_mountains_are_walked_around() {
        assert_eq!(red("3/3/3 - *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 4]);
        assert_eq!(red("3/3/3 a2n *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 5]);
        assert_eq!(red("3/3/m2/3 - *c4,a1/-,- 9 0,0 -,- 0 2"), [0, 12]);
    }

    #[test]
    fn with_three_players_the_pawns_take_different_exits() {
        // L is nearer to c3, R to a3; each goes where both together need least.
        assert_eq!(red("3/3/3 - c3,c2/-,-/-,- 9 0,0,0 -,-,- 0 3"), [2, 8]);
        assert_eq!(red("3/3/3 - *a3,a2/-,-/-,- 9 0,0,0 -,-,- 0 3"), [0, 8]);
    }

    /// The same by the definition, square by square: ways are tried until no cost falls.
    fn slow_half_turns(position: &Position, player: Player) -> [i32; 2] {
        let [left, right] = Pawn::ALL.map(|pawn| slow_costs(position, player, pawn));
        let (straight, crossed) = ([left[0], right[1]], [left[1], right[0]]);
        let best =
            if straight[0] + straight[1] < crossed[0] + crossed[1] { straight } else { crossed };
        best.map(|cost| cost as i32)
    }

    fn slow_costs(position: &Position, player: Player, pawn: Pawn) -> [usize; 2] {
        let (from, more) = match position.pawn(player, pawn) {
            Place::Out(_) => return [0; 2],
            Place::Waiting => (position.rules().entry(player, pawn), MOVEMENT),
            Place::On(square) => (square, 0),
        };
        let exits = position.exits(player, pawn);
        let exits = position
            .rules()
            .corners(player)
            .far
            .map(|exit| Some(exit).filter(|&exit| exits.contains(exit)));
        let board = position.rules().board() - position.mountains();
        let mut costs = BTreeMap::from([(from, 0)]);
        let mut out = [MOST; 2];
        loop {
            let before = (costs.clone(), out);
            for (&square, &cost) in &before.0 {
                let mut reach = |to: Square, cost: usize| {
                    let known = costs.entry(to).or_insert(cost);
                    *known = cost.min(*known);
                };
                for direction in Direction::ALL {
                    let to = square.step(direction).filter(|&to| board.contains(to));
                    let Some((to, edge)) = to.zip(square.edge(direction)) else { continue };
                    let tile = if position.tiles().contains(to) { ONTO_TILE } else { MOVEMENT };
                    let wall = if position.walls().contains(edge) { WALL } else { 0 };
                    reach(to, cost + tile + wall);
                }
                let mut passed = BTreeSet::from([square]);
                for end in rolls(position, square, &mut passed) {
                    reach(end, cost + MOVEMENT);
                }
                for (exit, least) in exits.iter().zip(&mut out) {
                    if exit.is_some_and(|exit| passed.contains(&exit)) {
                        *least = (cost + MOVEMENT).min(*least);
                    }
                }
            }
            if (costs.clone(), out) == before {
                return out.map(|cost| cost + more);
            }
        }
    }

    /// Where rolls that begin on a square can end, and what they pass.
    fn rolls(position: &Position, from: Square, passed: &mut BTreeSet<Square>) -> BTreeSet<Square> {
        let tiles = position.tiles();
        let free = position.rules().board() - position.mountains() - tiles;
        let step = |squares: &BTreeSet<Square>, onto: SquareSet| -> BTreeSet<Square> {
            let beside = |&at: &Square| {
                Direction::ALL.into_iter().filter_map(move |d| {
                    let wall = position.walls().contains(at.edge(d)?);
                    at.step(d).filter(|&to| !wall && onto.contains(to))
                })
            };
            squares.iter().flat_map(beside).collect()
        };
        let mut ends = BTreeSet::new();
        let mut front = BTreeSet::from([from]);
        for held in 1..=LONGEST_CHAIN {
            front = step(&front, tiles);
            let mut at = front.clone();
            for _ in 0..held + 2 {
                passed.extend(&at);
                at = step(&at, free);
            }
            ends.extend(at);
        }
        ends
    }

    /// In games at random, with as many tiles and walls as there may be.
    #[test]
    fn half_turns_are_as_defined() {
        let mut rng = seeded(8);
        let mut compared = 0;
        for players in Players::ALL.into_iter().cycle().take(24) {
            let (width, height) = (rng.random_range(3..=11), rng.random_range(3..=11));
            let rules = Rules { players, width, height, ..Rules::default() };
            let start = Position::start(&rules, 0);
            let mut position = start;
            for m in playout(&start, 200, &mut rng).moves {
                position.play_unchecked(m);
                if !rng.random_bool(0.1) {
                    continue;
                }
                for &player in position.players() {
                    let expected = slow_half_turns(&position, player);
                    assert_eq!(position.half_turns(player), expected, "{position} {player}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 400, "{compared}");
    }
}
