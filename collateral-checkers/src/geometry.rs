//! Steps and jumps by geometry alone: tables computed from the rules at compile time, and operations
//! on whole sets of squares.

use crate::square::{Square, SquareSet};

/// One of the eight directions, ordered by the index of the square it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u8);

impl Direction {
    /// All eight.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The inverse of [`code`](Direction::code).
    pub(crate) const fn from_code(code: u64) -> Option<Self> {
        if 1 <= code && code <= 8 { Some(Self(code as u8 - 1)) } else { None }
    }

    /// A number from 1 to 8, in the order of the directions.
    pub(crate) const fn code(self) -> u64 {
        self.0 as u64 + 1
    }

    pub(crate) const fn opposite(self) -> Self {
        Self(7 - self.0)
    }

    /// The square this many steps away, or `None` off the board.
    pub const fn from(self, square: Square, steps: i8) -> Option<Square> {
        // Of three by three squares all but the middle one, file after file.
        let place = self.0 as i8 + (self.0 >= 4) as i8;
        square.offset((place / 3 - 1) * steps, (place % 3 - 1) * steps)
    }

    /// The direction in which `to` is exactly this many steps away from `from`, if there is one.
    pub(crate) fn between(from: Square, to: Square, steps: i8) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.from(from, steps) == Some(to))
    }
}

/// A jump on the empty board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jump {
    /// The square jumped, as a set.
    pub(crate) over: u32,
    pub(crate) to: Square,
    pub(crate) direction: Direction,
}

/// A number below 16, different for each neighbour of a square: their indices differ from the square's by 6 at most.
const fn slot(square: Square, neighbour: usize) -> usize {
    neighbour.wrapping_sub(square.index()).wrapping_add(6) & 15
}

/// By the [`slot`] of a neighbour: the direction that leads there.
static DIRECTIONS: [Direction; 16] = {
    let mut directions = [Direction(0); 16];
    let mut i = 0;
    while i < 8 {
        if let Some(neighbour) = Direction::ALL[i].from(Square::C3, 1) {
            directions[slot(Square::C3, neighbour.index())] = Direction::ALL[i];
        }
        i += 1;
    }
    directions
};

/// The jumps from a square that are possible with pieces on `occupied`.
#[inline]
pub(crate) fn jumps(from: Square, occupied: SquareSet) -> PossibleJumps {
    let over = jumped(SquareSet::of(from), occupied, SquareSet::from_bits(!occupied.bits()));
    PossibleJumps { from, over: over.bits() }
}

/// By index masked to 5 bits, which needs no bounds check.
static SQUARES: [Square; 32] = {
    let mut squares = [Square::A1; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        squares[index] = square;
        index += 1;
    }
    squares
};

/// The jump from a square over a neighbour, two steps within the board.
#[inline]
fn jump_over(from: Square, over: usize) -> Jump {
    let to = SQUARES[(2 * over).wrapping_sub(from.index()) & 31];
    Jump { over: 1 << over, to, direction: DIRECTIONS[slot(from, over)] }
}

/// The jump from a square in a direction, whatever stands on the board. If it would leave the board, a jump
/// that stays on the square and takes nothing.
#[inline]
pub(crate) fn jump(from: Square, direction: Direction) -> Jump {
    STEPS[from.index() & 31].jumps[usize::from(direction.0 & 7)]
}

/// Jumps from one square, in the order of their directions, which is also that of the squares jumped.
#[derive(Clone)]
pub(crate) struct PossibleJumps {
    from: Square,
    over: u32,
}

impl PossibleJumps {
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.over == 0
    }

    /// The squares jumped.
    #[inline]
    pub(crate) const fn over(&self) -> SquareSet {
        SquareSet::from_bits(self.over)
    }
}

impl Iterator for PossibleJumps {
    type Item = Jump;

    #[inline]
    fn next(&mut self) -> Option<Jump> {
        if self.over == 0 {
            return None;
        }
        let over = self.over.trailing_zeros() as usize;
        self.over &= self.over - 1;
        Some(jump_over(self.from, over))
    }
}

/// The steps and jumps from one square.
struct Steps {
    /// By direction: the neighbour, as a set; empty off the board.
    by_direction: [u32; 8],
    neighbours: u32,
    jumps: [Jump; 8],
}

/// The steps and jumps from every square. 32 entries, so that an index masked to 5 bits needs no bounds check.
static STEPS: [Steps; 32] = {
    const NONE: Jump = Jump { over: 0, to: Square::A1, direction: Direction::ALL[0] };
    let mut steps = [const { Steps { by_direction: [0; 8], neighbours: 0, jumps: [NONE; 8] } }; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut i = 0;
        while i < 8 {
            let direction = Direction::ALL[i];
            steps[index].jumps[i] = Jump { over: 0, to: square, direction };
            if let Some(to) = direction.from(square, 1) {
                steps[index].by_direction[i] = 1 << to.index();
                steps[index].neighbours |= 1 << to.index();
                if let Some(to) = direction.from(square, 2) {
                    let over = steps[index].by_direction[i];
                    steps[index].jumps[i] = Jump { over, to, direction };
                }
            }
            i += 1;
        }
        index += 1;
    }
    steps
};

/// The directions in which a step from a square leads to one of `targets`, in order.
#[inline]
pub(crate) fn steps(from: Square, targets: SquareSet) -> impl Iterator<Item = Direction> {
    let targets = SquareSet::from_bits(STEPS[from.index() & 31].neighbours & targets.bits());
    targets.into_iter().map(move |to| DIRECTIONS[slot(from, to.index())])
}

/// The squares that steps from a square lead to.
#[inline]
pub fn neighbours(from: Square) -> SquareSet {
    SquareSet::from_bits(STEPS[from.index() & 31].neighbours)
}

/// The square that a step leads to, as a set; empty if it leads off the board.
#[inline]
pub(crate) fn step(from: Square, direction: Direction) -> SquareSet {
    SquareSet::from_bits(STEPS[from.index() & 31].by_direction[usize::from(direction.0 & 7)])
}

/// A direction that leads to squares of higher index, and its opposite. Moving all squares of a set
/// one step forth is a left shift of its bits, one step back a right shift.
pub(crate) struct Axis {
    pub(crate) forth: Direction,
    pub(crate) back: Direction,
    pub(crate) shift: u32,
    /// The squares from which a step forth stays on the board; the other sets accordingly.
    steps_forth: u32,
    steps_back: u32,
    pub(crate) jumps_forth: u32,
    pub(crate) jumps_back: u32,
}

const fn starts(direction: Direction, steps: i8) -> u32 {
    let mut starts = 0;
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        if direction.from(square, steps).is_some() {
            starts |= 1 << index;
        }
        index += 1;
    }
    starts
}

pub(crate) static AXES: [Axis; 4] = {
    const fn axis(direction: Direction, shift: u32) -> Axis {
        let back = direction.opposite();
        Axis {
            forth: direction,
            back,
            shift,
            steps_forth: starts(direction, 1),
            steps_back: starts(back, 1),
            jumps_forth: starts(direction, 2),
            jumps_back: starts(back, 2),
        }
    }
    [axis(Direction(4), 1), axis(Direction(5), 4), axis(Direction(6), 5), axis(Direction(7), 6)]
};

/// The graph that a chain of jumps moves on: its nodes are the squares the chain can come to, and an
/// edge joins two of them if a piece stands between them.
///
/// Jumps keep the parity of file and rank, so a chain never lands where it takes a piece. The nodes
/// therefore stay the same throughout a chain; edges vanish as their pieces are taken.
pub(crate) struct Reach {
    squares: u32,
    /// By axis: the node of lower index of each edge.
    edges: [u32; 4],
}

impl Reach {
    /// The graph of chains from a square; `occupied` leaves out the piece that jumps.
    #[inline]
    pub(crate) fn new(from: Square, occupied: SquareSet) -> Self {
        let (over, free) = (occupied.bits(), !occupied.bits());
        let edges = AXES
            .each_ref()
            .map(|axis| free & over >> axis.shift & free >> (2 * axis.shift) & axis.jumps_forth);
        let mut squares = 1 << from.index();
        loop {
            let wider = AXES.iter().zip(edges).fold(squares, |squares, (axis, edges)| {
                let shift = 2 * axis.shift;
                squares | (squares & edges) << shift | squares >> shift & edges
            });
            if wider == squares {
                return Self { squares, edges: edges.map(|edges| edges & squares) };
            }
            squares = wider;
        }
    }

    /// Whether the graph has a cycle. Without one, no two chains take the same pieces.
    #[inline]
    pub(crate) fn has_loop(&self) -> bool {
        let edges: u32 = self.edges.iter().map(|edges| edges.count_ones()).sum();
        edges >= self.squares.count_ones()
    }

    /// The squares of the pieces that a chain could take, 16 at most.
    pub(crate) fn over(&self) -> SquareSet {
        let over =
            AXES.iter().zip(self.edges).fold(0, |over, (axis, edges)| over | edges << axis.shift);
        SquareSet::from_bits(over)
    }
}

/// The `pieces` that can jump one of `over` to an `empty` square.
#[inline]
pub fn jumpers(pieces: SquareSet, over: SquareSet, empty: SquareSet) -> SquareSet {
    let (over, empty) = (over.bits(), empty.bits());
    let starts = AXES.iter().fold(0, |starts, axis| {
        let forth = over >> axis.shift & empty >> (2 * axis.shift) & axis.jumps_forth;
        let back = over << axis.shift & empty << (2 * axis.shift) & axis.jumps_back;
        starts | forth | back
    });
    SquareSet::from_bits(pieces.bits() & starts)
}

/// The squares of `over` that one of `pieces` can jump to an `empty` square.
#[inline]
pub(crate) fn jumped(pieces: SquareSet, over: SquareSet, empty: SquareSet) -> SquareSet {
    let (pieces, empty) = (pieces.bits(), empty.bits());
    let reached = AXES.iter().fold(0, |reached, axis| {
        let forth = (pieces & axis.jumps_forth) << axis.shift & empty >> axis.shift;
        let back = (pieces & axis.jumps_back) >> axis.shift & empty << axis.shift;
        reached | forth | back
    });
    SquareSet::from_bits(over.bits() & reached)
}

/// The number of steps from `pieces` to an `empty` square.
#[inline]
pub fn count_steps(pieces: SquareSet, empty: SquareSet) -> usize {
    let (pieces, empty) = (pieces.bits(), empty.bits());
    let count = |axis: &Axis| {
        let forth = pieces & axis.steps_forth & empty >> axis.shift;
        let back = pieces & axis.steps_back & empty << axis.shift;
        // Both in one word, as counting bits is slow without a machine instruction.
        (u64::from(forth) | u64::from(back) << 32).count_ones()
    };
    AXES.iter().map(count).sum::<u32>() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_follow_the_order_of_squares() {
        let to = |direction: Direction| direction.from(Square::C3, 1);
        assert!(Direction::ALL.map(to).is_sorted());
        for direction in Direction::ALL {
            assert_eq!(Direction::from_code(direction.code()), Some(direction));
        }
        assert_eq!((Direction::from_code(0), Direction::from_code(9)), (None, None));
    }

    #[test]
    fn the_board_has_96_jumps_and_144_steps() {
        let count = |square: Square| {
            let around = Direction::ALL.into_iter().filter_map(|d| d.from(square, 1)).collect();
            jumps(square, around).count()
        };
        assert_eq!(Square::ALL.into_iter().map(count).sum::<usize>(), 96);
        let all = SquareSet::ALL;
        assert_eq!(count_steps(all, all), 144);
        assert_eq!(count(Square::C3), 8);
    }

    /// Operations on sets against single pieces, on boards of all densities.
    #[test]
    fn sets_move_like_single_pieces() {
        let words: [u64; 3000] = std::array::from_fn(|i| engine::key::mix(1, i as u64));
        for (i, word) in words.into_iter().enumerate() {
            let thin = if i % 2 == 0 { u32::MAX } else { words[i / 2] as u32 };
            let pieces = SquareSet::from_bits(word as u32 & thin);
            let over = SquareSet::from_bits((word >> 32) as u32);
            let empty = SquareSet::from_bits(!(pieces.bits() | over.bits()));
            let (mut from, mut taken, mut steps) = (0, 0, 0_usize);
            let mut landed = 0;
            for piece in pieces {
                landed += jumps(piece, pieces | over).count();
                let jumps = jumps(piece, pieces | over);
                for jump in jumps.filter(|jump| over.bits() & jump.over != 0) {
                    from |= 1 << piece.index();
                    taken |= jump.over;
                }
                steps += super::steps(piece, empty).count();
            }
            assert_eq!(jumpers(pieces, over, empty).bits(), from);
            assert_eq!(jumped(pieces, over, empty).bits(), taken);
            assert_eq!(count_steps(pieces, empty), steps);
            let all = crate::leaps::Leaps::new(pieces, pieces | over, empty).by_direction();
            let all = all
                .flat_map(|(direction, landed)| landed.into_iter().map(move |to| (direction, to)));
            for (direction, to) in all {
                let from = jump(to, direction.opposite()).to;
                landed -= 1;
                assert!(jumps(from, pieces | over).any(|jump| jump.to == to));
            }
            assert_eq!(landed, 0);
        }
    }
}
