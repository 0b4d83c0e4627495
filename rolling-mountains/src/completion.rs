//! Completion of movements (ruling 5): whether a movement can be completed, and the walls and mountains
//! that would prevent it.
//!
//! **A pawn that was on the board when its turn began can go back the way it came**, if nothing is placed
//! meanwhile. Let it have stood on p0 and collected on p1 to pk, which are empty now, as p0 is. On pk it steps back
//! to p(k-1), which ends collecting. Wherever collecting has ended next to pk, the drop steps pk, p(k-1), ..., p0 are
//! k + 1 steps to different unoccupied squares. So its first step needs no look ahead.
//!
//! A pawn that enters the board has no p0, and a wall or a mountain may be placed on the way back. A position
//! does not record how a pawn in motion came to its square. So movements under way are decided by a
//! depth-first search over the steps. It leaves out states that have failed
//! before, and those that the number of free squares of either chessboard colour and the dead ends exclude:
//! every step changes the colour, so a pawn with k tiles, on a square of one colour, drops on ⌊k/2⌋ + 1
//! squares of this colour and ⌈k/2⌉ of the other, besides as many as it may still collect.
//!
//! The ways that are found determine the walls and mountains that can prevent a movement: those that touch all of
//! them. They are tried one after another, and each way found after one spares others.
//!
//! After [`Rules::MAX_STEPS`] for all questions of a listing the search gives up (ruling 11).

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use engine::key::KeyHasher;
use smallvec::SmallVec;

use crate::edge::{EdgeSet, part_by_part};
use crate::rules::Rules;
use crate::square::{Direction, Square, SquareSet};
use crate::stage::Phase;

/// A set of single changes: a mountain on one of the squares, or a wall on one of the edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) squares: SquareSet,
    pub(crate) edges: EdgeSet,
}

part_by_part!(Changes { squares, edges }, BitOr bitor, BitAnd bitand, Sub sub);

impl Changes {
    pub(crate) const NONE: Self = Self { squares: SquareSet::EMPTY, edges: EdgeSet::EMPTY };

    pub(crate) const fn is_empty(self) -> bool {
        self.squares.is_empty() && self.edges.is_empty()
    }

    pub(crate) fn on_step(from: Square, direction: Direction) -> Self {
        Self {
            squares: from.step(direction).into_iter().collect(),
            edges: from.edge(direction).into_iter().collect(),
        }
    }

    pub(crate) fn on_way(way: &[Square]) -> Self {
        let edges = way.array_windows().filter_map(|&[from, to]| {
            let direction = Direction::ALL.into_iter().find(|&d| from.step(d) == Some(to))?;
            from.edge(direction)
        });
        Self { squares: way.iter().copied().collect(), edges: edges.collect() }
    }

    /// Each change as a set of its own, walls first.
    fn each(self) -> impl Iterator<Item = Self> {
        let square = |square| Self { squares: SquareSet::of(square), ..Self::NONE };
        let edge = |edge| Self { edges: [edge].into_iter().collect(), ..Self::NONE };
        self.edges.iter().map(edge).chain(self.squares.into_iter().map(square))
    }
}

/// The board for the pawn in motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The edges that steps can cross.
    pub(crate) grid: EdgeSet,
    /// The unoccupied squares; not that of the pawn itself.
    pub(crate) free: SquareSet,
    pub(crate) tiles: SquareSet,
    /// The corner squares that the pawn may still exit from.
    pub(crate) exits: SquareSet,
}

/// The squares of a movement, the last first.
pub(crate) type Way = SmallVec<[Square; 32]>;

/// The state of a pawn: its square, the tiles ahead if it collects or else the free squares, and the number
/// of tiles it has to drop, 0 if it collects.
type State = (Square, SquareSet, u8);

/// A search for a way to complete a movement, and for the walls and mountains that prevent it.
#[derive(Debug, Default)]
pub(crate) struct Search {
    tried: usize,
    /// The states tried on this board. All of them have failed when they are met again.
    failed: HashSet<State, BuildHasherDefault<KeyHasher>>,
}

impl Search {
    /// Counts a state; `false` if it has been tried before or there have been too many.
    fn is_new(&mut self, state: State) -> bool {
        let new = !self.has_given_up() && self.failed.insert(state);
        self.tried += usize::from(new);
        new && !self.has_given_up()
    }

    /// Whether the search took too many steps. A way that it did not find may then exist.
    pub(crate) const fn has_given_up(&self) -> bool {
        self.tried > Rules::MAX_STEPS
    }
}

/// The rest of a movement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    pub(crate) board: Board,
    /// The square of the pawn.
    pub(crate) at: Square,
    /// The tiles it has with it.
    pub(crate) held: u8,
    pub(crate) phase: Phase,
}

impl Rest {
    /// A way to complete it; `None` if there is none or the search gives up.
    pub(crate) fn way(&self, search: &mut Search) -> Option<Way> {
        let Self { board, at, held, phase } = *self;
        search.failed.clear();
        match phase {
            Phase::Collecting => board
                .way_out(at)
                .or_else(|| board.across(at, held, search))
                .or_else(|| board.stay_on_board(at, held, search)),
            Phase::Collected => board.start_drop(at, held, search),
            Phase::Dropping => board.drop(at, held, search),
        }
    }

    /// What is left after a step onto a square without pawn and mountain; `None` if a tile lies there that it
    /// does not collect.
    pub(crate) fn after_step(&self, to: Square) -> Option<Self> {
        let Self { mut board, at, mut held, mut phase } = *self;
        match (phase, board.tiles.contains(to)) {
            (Phase::Collecting, true) => held = held.saturating_add(1),
            (Phase::Collecting, false) => phase = Phase::Collected,
            (Phase::Collected, false) => phase = Phase::Dropping,
            (Phase::Dropping, false) => held = held.saturating_sub(1),
            (Phase::Collected | Phase::Dropping, true) => return None,
        }
        if self.phase != Phase::Dropping {
            board.free = board.free.with(at);
        }
        board.free = board.free.without(to);
        board.tiles = board.tiles.without(to);
        Some(Self { board, at: to, held, phase })
    }

    /// The same after a change.
    pub(crate) fn after(&self, change: Changes) -> Self {
        Self { board: self.board.after(change), ..*self }
    }
}

/// Those of the changes after which none of these movements can be completed, or none is found before the
/// search gives up.
pub(crate) fn preventing(rests: &[Rest], changes: Changes, search: &mut Search) -> Changes {
    let mut left = changes;
    // If a wall prevents it, so does a mountain on either side.
    let mut decided = SquareSet::EMPTY;
    for change in changes.each() {
        if (left & change).is_empty() || change.squares.meets(decided) {
            continue;
        }
        match rests.iter().find_map(|rest| rest.after(change).way(search)) {
            Some(way) => left = left & Changes::on_way(&way),
            None => decided = change.edges.iter().fold(decided, |all, edge| all | edge.squares()),
        }
    }
    left
}

impl Board {
    fn after(&self, change: Changes) -> Self {
        Self {
            grid: self.grid - change.edges,
            free: self.free - change.squares,
            tiles: self.tiles - change.squares,
            exits: self.exits,
        }
    }

    /// A way to an exit over tiles and then over free squares.
    fn way_out(&self, at: Square) -> Option<Way> {
        let start = SquareSet::of(at);
        let tiles = self.tiles | start;
        let free = self.grid.flood(self.exits, self.free);
        let goal = (self.exits | self.grid.neighbours(free)) & tiles;
        let over = self.shortest(start, goal, tiles)?;
        let turn = *over.first()?;
        if self.exits.contains(turn) {
            return Some(over);
        }
        let mut way = self.shortest(SquareSet::of(turn), self.exits, free)?;
        way.pop();
        way.extend(over);
        Some(way)
    }

    /// A way straight over tiles to a free square, and from there on.
    fn across(&self, at: Square, held: u8, search: &mut Search) -> Option<Way> {
        let start = SquareSet::of(at);
        let tiles = self.tiles | start;
        let collected = self.grid.flood(start, tiles);
        let doors = self.grid.neighbours(collected) & self.free;
        doors.into_iter().find_map(|door| {
            let last = self.grid.neighbours(SquareSet::of(door)) & collected;
            let over = self.shortest(start, last, tiles)?;
            let left = Self { free: self.free | over.iter().copied().collect(), ..*self };
            let mut way = left.start_drop(door, held + over.len() as u8 - 1, search)?;
            way.extend(over);
            Some(way)
        })
    }

    /// A way of a pawn that collects and can reach no exit.
    fn stay_on_board(&self, at: Square, held: u8, search: &mut Search) -> Option<Way> {
        let start = SquareSet::of(at);
        let collected = self.grid.flood(start, self.tiles | start);
        let doors = self.grid.neighbours(collected) & self.free;
        let free = self.grid.flood(doors, self.free) | start;
        let all = free | collected;
        let ends = self.grid.leaves(all) & free;
        let first = self.grid.neighbours(self.grid.neighbours(collected) & all) & ends;
        if !enough(at, held, free, ends, first) || !search.is_new((at, self.tiles, 0)) {
            return None;
        }
        let beside = self.grid.neighbours(start);
        let left = Self { free: self.free.with(at), ..*self };
        let mut way = (beside & self.free)
            .into_iter()
            .find_map(|door| left.start_drop(door, held, search))
            .or_else(|| {
                (beside & self.tiles).into_iter().find_map(|tile| {
                    let next = Self { tiles: self.tiles.without(tile), ..left };
                    next.stay_on_board(tile, held + 1, search)
                })
            })?;
        way.push(at);
        Some(way)
    }

    /// A way of a pawn that has ended collecting. Its square stays empty.
    fn start_drop(&self, at: Square, held: u8, search: &mut Search) -> Option<Way> {
        if self.exits.contains(at) {
            return Some(SmallVec::from_slice(&[at]));
        }
        let left = Self { free: self.free.with(at), ..*self };
        let mut next = (self.grid.neighbours(SquareSet::of(at)) & self.free).into_iter();
        let mut way = next.find_map(|to| left.drop(to, held, search))?;
        way.push(at);
        Some(way)
    }

    /// A way of a pawn that has begun to drop its tiles.
    fn drop(&self, at: Square, held: u8, search: &mut Search) -> Option<Way> {
        if held == 0 || self.exits.contains(at) {
            return Some(SmallVec::from_slice(&[at]));
        }
        let free = self.free.without(at);
        let next = self.grid.neighbours(SquareSet::of(at)) & free;
        let reach = self.grid.flood(next, free);
        if reach.meets(self.exits) {
            // If it does not get there, it has dropped all before.
            return self.shortest(SquareSet::of(at), self.exits, reach);
        }
        let ends = self.grid.leaves(reach.with(at)).without(at);
        if !enough(at, held, reach.with(at), ends, SquareSet::EMPTY)
            || !search.is_new((at, reach, held))
        {
            return None;
        }
        // Squares with few ways on first.
        let ways_on = |to| (self.grid.neighbours(SquareSet::of(to)) & reach).len();
        let mut list: SmallVec<[_; 4]> = next.into_iter().map(|to| (ways_on(to), to)).collect();
        list.sort_unstable();
        let left = Self { free: reach, ..*self };
        let mut way = list.into_iter().find_map(|(_, to)| left.drop(to, held - 1, search))?;
        way.push(at);
        Some(way)
    }

    /// A shortest way, the last square first.
    fn shortest(&self, from: SquareSet, to: SquareSet, within: SquareSet) -> Option<Way> {
        let mut layers: SmallVec<[_; 16]> = SmallVec::from_slice(&[from]);
        let mut left = within - from;
        while !layers.last()?.meets(to) {
            let next = self.grid.neighbours(*layers.last()?) & left;
            if next.is_empty() {
                return None;
            }
            left -= next;
            layers.push(next);
        }
        let mut way = Way::new();
        let mut beside = to;
        for layer in layers.into_iter().rev() {
            let square = (beside & layer).into_iter().next()?;
            way.push(square);
            beside = self.grid.neighbours(SquareSet::of(square));
        }
        Some(way)
    }
}

/// Whether the free squares, with that of the pawn, can be enough for it to drop all its tiles, and those
/// that it may still collect.
///
/// Every step changes the colour, so the number of squares of either colour that can be left out is
/// known. The dead ends `ends` must be left out, except for the last square and, of `first`, the first.
fn enough(at: Square, held: u8, free: SquareSet, ends: SquareSet, first: SquareSet) -> bool {
    let colour = SquareSet::colour_of(at);
    let count = |set: SquareSet| ((set & colour).len(), (set - colour).len());
    let ((same, other), (ends_same, ends_other)) = (count(free), count(ends));
    let held = usize::from(held);
    let Some(spare_same) = same.checked_sub(held / 2 + 1) else { return false };
    let Some(spare_other) = other.checked_sub(held.div_ceil(2)) else { return false };
    let over_same = ends_same.saturating_sub(spare_same + 1 - held % 2);
    let over_other = ends_other.saturating_sub(spare_other + held % 2);
    match (over_same, over_other) {
        (0, 0) => true,
        (1, 0) => first.meets(colour),
        (0, 1) => !(first - colour).is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use engine::game::{SeededRng, seeded};
    use rand::RngExt;

    /// Whether a movement can be completed, by trying everything, step by step.
    fn naive(rest: &Rest) -> bool {
        let beside = rest.board.grid.neighbours(SquareSet::of(rest.at));
        let mut open = (beside & (rest.board.free | rest.board.tiles)).into_iter();
        let is_done = rest.phase == Phase::Dropping && rest.held == 0;
        let exits = rest.board.exits.contains(rest.at);
        is_done || exits || open.any(|to| rest.after_step(to).is_some_and(|rest| naive(&rest)))
    }

    /// A board with this many files and ranks, few of its squares free, so that nearly everything is hard.
    fn random_board(rng: &mut SeededRng, width: u8, height: u8, few: f64) -> Board {
        let rules = Rules { width, height, ..Rules::default() };
        let (holes, walled) = (rng.random_range(0.0..few), rng.random_range(0.0..0.3));
        let squares = rules.board().without(Square::A1);
        let mut some = |chance: f64| -> SquareSet {
            squares.into_iter().filter(|_| rng.random_bool(chance)).collect()
        };
        let (free, rocks, exits) = (some(holes), some(0.05), some(0.01));
        let walls: EdgeSet =
            rules.inner_edges().iter().filter(|_| rng.random_bool(walled)).collect();
        let grid = rules.inner_edges() - walls;
        Board { grid, free: free - rocks, tiles: squares - free - rocks, exits }
    }

    /// Every change but a mountain on the square of the pawn itself.
    fn all_changes(board: &Board, at: Square) -> Changes {
        let squares = (board.tiles | board.free).without(at);
        Changes { squares, edges: board.grid.within(squares.with(at)) }
    }

    /// Compares a movement, and what prevents it, and counts whether it is possible, hard, and prevented how often.
    fn compare(rest: Rest) -> [usize; 3] {
        let mut search = Search::default();
        let way = rest.way(&mut search);
        assert_eq!(way.is_some(), naive(&rest), "{rest:?}");
        let changes = all_changes(&rest.board, rest.at);
        let mut prevented = 0;
        if let Some(way) = &way {
            let found = preventing(&[rest], changes & Changes::on_way(way), &mut search);
            for change in changes.each() {
                let expected = !naive(&rest.after(change));
                assert_eq!(!(found & change).is_empty(), expected, "{rest:?} {change:?}");
                prevented += usize::from(expected);
            }
        }
        assert!(!search.has_given_up());
        [usize::from(way.is_some()), usize::from(search.tried > 5), prevented]
    }

    #[test]
    fn collecting_agrees_with_trying_everything() {
        let mut rng = seeded(5);
        let mut counts = [0; 3];
        for _ in 0..1_200 {
            let (width, height) = (rng.random_range(3..=5), rng.random_range(3..=4));
            let board = random_board(&mut rng, width, height, 0.3);
            let held = if rng.random_bool(0.7) { 1 } else { rng.random_range(1..=6) };
            let found = compare(Rest { board, at: Square::A1, held, phase: Phase::Collecting });
            counts = [0, 1, 2].map(|i| counts[i] + found[i]);
        }
        let [possible, searched, prevented] = counts;
        assert!(possible > 250 && searched > 200 && prevented > 500, "{counts:?}");
    }

    #[test]
    fn dropping_agrees_with_trying_everything() {
        for phase in [Phase::Collected, Phase::Dropping] {
            let mut rng = seeded(3);
            let mut counts = [0; 3];
            for _ in 0..600 {
                let (width, height) = (rng.random_range(3..=5), rng.random_range(3..=4));
                let board = random_board(&mut rng, width, height, 1.0);
                for held in 1..=board.free.len() as u8 {
                    let found = compare(Rest { board, at: Square::A1, held, phase });
                    counts = [0, 1, 2].map(|i| counts[i] + found[i]);
                }
            }
            let [possible, searched, prevented] = counts;
            assert!(possible > 1_000 && searched > 100 && prevented > 500, "{phase} {counts:?}");
        }
    }
}
