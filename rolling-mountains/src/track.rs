//! The distances of pawns from their exits on an unchanged board without other pawns.
//!
//! They are found from the exits back, cost by cost, as far as a pawn is away. So what is found of a board serves all
//! places of pawns on it, and boards met before are kept.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use engine::key;
use smallvec::SmallVec;

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
    /// The half turns it takes to bring a player's pawns out, left and right, on the unchanged board,
    /// by walking and by rolling over its tiles. Pawns are not in the way, and a wall costs one half turn,
    /// for the action that removes it. It is an estimate: long rolls are left out, and ways that enter a
    /// square twice are allowed.
    pub fn half_turns(&self, player: Player) -> [i32; 2] {
        self.race(None)[player.seat()].half_turns
    }

    /// How far the pawns of each seat have to go.
    pub(crate) fn race(&self, kept: Option<&mut Kept>) -> [Lap; 4] {
        let is_large = self.rules().width > 8 || self.rules().height > 8;
        match (kept, is_large) {
            (Some(kept), false) => self.laps(track(&mut kept.small, self)),
            (Some(kept), true) => self.laps(track(&mut kept.large, self)),
            (None, false) => self.laps(&mut Track::<u64>::of(self)),
            (None, true) => self.laps(&mut Track::<u128>::of(self)),
        }
    }

    fn laps<B: Bits>(&self, track: &mut Track<B>) -> [Lap; 4] {
        let mut laps = [Lap::default(); 4];
        for (&player, lap) in self.rules().players.seats().iter().zip(&mut laps) {
            lap.runners = self.runners(player);
            let costs =
                |runner: Option<Runner>| runner.map_or([0; 2], |runner| track.costs(runner));
            let [left, right] = lap.runners.map(costs);
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

/// Boards that were met before.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    small: Vec<Track<u64>>,
    large: Vec<Track<u128>>,
}

/// How many boards are kept.
const BOARDS: usize = 512;

/// What is kept of a position's board, of which nothing is found yet if it is new.
fn track<'a, B: Bits>(kept: &'a mut Vec<Track<B>>, position: &Position) -> &'a mut Track<B> {
    kept.resize_with(BOARDS, Track::default);
    let board = board(position);
    let words = board.map(|set| set.bits() as u64 ^ (set.bits() >> 64) as u64);
    let track = &mut kept[words.into_iter().fold(0, key::mix) as usize % BOARDS];
    if track.board != board {
        track.begin(position);
    }
    track
}

/// Sets of squares as bits, file after file: in 64 bits where the board is small enough, which is
/// faster.
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
#[derive(Clone, Copy, Debug, Default)]
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

/// What the distances on a board rest on: its squares, mountains, tiles and walls.
fn board(position: &Position) -> [SquareSet; 5] {
    let (rules, walls) = (position.rules(), position.walls());
    [rules.board(), position.mountains(), position.tiles(), walls.east, walls.north]
}

/// A board, and the ways over it that have been found.
#[derive(Debug, Default)]
struct Track<B> {
    board: [SquareSet; 5],
    ground: Ground<B>,
    /// By corner.
    ways: [Ways<B>; 4],
}

/// The board for a pawn that is alone on it.
#[derive(Debug, Default)]
struct Ground<B> {
    open: Crossings<B>,
    /// The steps across walls, as if there were none.
    walls: Crossings<B>,
    walled: B,
    free: B,
    tiles: B,
    rolls: SmallVec<[Roll<B>; 16]>,
}

/// Movements whose first step is onto this tile.
#[derive(Clone, Copy, Debug)]
struct Roll<B> {
    tile: B,
    ends: B,
    passed: B,
}

/// The ways to an exit.
#[derive(Debug, Default)]
struct Ways<B> {
    /// By cost, the squares from which it is enough.
    within: SmallVec<[B; 64]>,
    /// The squares found for each of the costs to come, in turns.
    found: [B; 8],
    /// The tiles whose rolls have been found.
    rolled: B,
}

impl<B: Bits> Track<B> {
    fn of(position: &Position) -> Self {
        let mut track = Self::default();
        track.begin(position);
        track
    }

    fn begin(&mut self, position: &Position) {
        self.board = board(position);
        self.ground.begin(position);
        self.ways.iter_mut().for_each(|ways| ways.within.clear());
    }

    /// The cost of bringing a pawn out through the far left and the far right corner.
    fn costs(&mut self, Runner { from, enters, exits }: Runner) -> [usize; 2] {
        let Self { ground, ways, .. } = self;
        let more = if enters { MOVEMENT } else { 0 };
        let mut cost = |exit: Square| {
            let corner = 2 * usize::from(exit.file() > 0) + usize::from(exit.rank() > 0);
            ways[corner].cost(ground, B::of(from), B::of(exit))
        };
        exits.map(|exit| more + exit.map_or(MOST, &mut cost))
    }
}

impl<B: Bits> Ways<B> {
    fn cost(&mut self, ground: &Ground<B>, from: B, exit: B) -> usize {
        if self.within.is_empty() {
            self.within.resize(MOVEMENT, B::default());
            (self.found, self.rolled) = ([B::default(); 8], B::default());
            self.found[MOVEMENT] = exit;
            self.roll(ground, 0, |roll| roll.passed.meets(exit));
        }
        while !self.within.last().is_some_and(|within| within.meets(from)) {
            if self.within.len() == MOST {
                return MOST;
            }
            self.go_back(ground);
        }
        self.within.partition_point(|within| !within.meets(from))
    }

    /// Adds the squares from which the next cost is enough.
    fn go_back(&mut self, ground: &Ground<B>) {
        let cost = self.within.len();
        let before = self.within.last().copied().unwrap_or_default();
        let found = std::mem::take(&mut self.found[cost % 8]);
        let new = found & (ground.free | ground.tiles) & !before;
        self.within.push(before | new);
        if new.is_empty() {
            return;
        }
        for (onto, more) in [(new & ground.free, MOVEMENT), (new & ground.tiles, ONTO_TILE)] {
            self.found[(cost + more) % 8] |= ground.open.neighbours(onto);
            if onto.meets(ground.walled) {
                self.found[(cost + more + WALL) % 8] |= ground.walls.neighbours(onto);
            }
        }
        self.roll(ground, cost, |roll| roll.ends.meets(new));
    }

    /// Adds the rolls that lead where they should, those found before excepted.
    fn roll(&mut self, ground: &Ground<B>, cost: usize, leads: impl Fn(&Roll<B>) -> bool) {
        if self.rolled == ground.tiles {
            return;
        }
        let rolls = ground.rolls.iter().filter(|roll| leads(roll));
        let tiles = rolls.fold(B::default(), |tiles, roll| tiles | roll.tile) & !self.rolled;
        self.rolled |= tiles;
        self.found[(cost + MOVEMENT) % 8] |= ground.open.neighbours(tiles);
    }
}

impl<B: Bits> Ground<B> {
    fn begin(&mut self, position: &Position) {
        self.open = Crossings::new(position.open_edges());
        self.walls = Crossings::new(position.walls());
        self.walled = self.walls.neighbours(!B::default());
        self.free = B::pack(position.rules().board() - position.mountains() - position.tiles());
        self.tiles = B::pack(position.tiles());
        self.rolls.clear();
        for tile in position.tiles() {
            let tile = B::of(tile);
            let (ends, passed) = self.roll(tile);
            self.rolls.push(Roll { tile, ends, passed });
        }
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
    use rand::seq::IndexedRandom;
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

    #[test]
    fn what_is_kept_changes_no_cost() {
        let (mut rng, mut kept) = (seeded(9), Kept::default());
        let (mut compared, mut served) = (0, 0);
        for players in Players::ALL.into_iter().cycle().take(60) {
            let (width, height) = (rng.random_range(3..=MAX_SIDE), rng.random_range(3..=MAX_SIDE));
            let rules = Rules { players, width, height, ..Rules::default() };
            let mut position = Position::start(&rules, 0);
            for m in playout(&position, 200, &mut rng).moves {
                for &other in position.legal_moves().sample(&mut rng, 8) {
                    let after = position.after(other);
                    let board = board(&after);
                    let is_small = kept.small.iter().any(|track| track.board == board);
                    let is_large = kept.large.iter().any(|track| track.board == board);
                    served += usize::from(is_small || is_large);
                    let [found, expected] = [Some(&mut kept), None]
                        .map(|kept| after.race(kept).map(|lap| lap.half_turns));
                    assert_eq!(found, expected, "{position} {other}");
                    compared += 1;
                }
                position.play_unchecked(m);
            }
        }
        assert!(compared > 10_000 && served > compared / 10, "{compared} {served}");
    }
}
