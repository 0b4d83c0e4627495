//! Steps and jumps on the empty board: tables made from the rule itself.

use crate::square::{Square, SquareSet};

/// One of the eight directions, in the order of the squares they lead to from any one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Direction(u8);

impl Direction {
    pub(crate) const ALL: [Self; 8] = {
        let mut all = [Self(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// The direction that [`code`](Direction::code)s give back.
    pub(crate) const fn from_code(code: u64) -> Option<Self> {
        if 1 <= code && code <= 8 { Some(Self(code as u8 - 1)) } else { None }
    }

    /// 1 to 8, in order.
    pub(crate) const fn code(self) -> u64 {
        self.0 as u64 + 1
    }

    pub(crate) const fn opposite(self) -> Self {
        Self(7 - self.0)
    }

    /// How far the file and the rank change.
    const fn offsets(self) -> (i32, i32) {
        match self.0 {
            0 => (-1, -1),
            1 => (-1, 0),
            2 => (-1, 1),
            3 => (0, -1),
            4 => (0, 1),
            5 => (1, -1),
            6 => (1, 0),
            _ => (1, 1),
        }
    }

    /// The square this many steps away, if it is on the board.
    pub(crate) const fn from(self, square: Square, steps: i32) -> Option<Square> {
        let (file, rank) = self.offsets();
        let file = square.file() as i32 + file * steps;
        let rank = square.rank() as i32 + rank * steps;
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// The direction from one square to another this many steps away, if there is one.
    pub(crate) fn between(from: Square, to: Square, steps: i32) -> Option<Self> {
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

/// The jumps from one square, by direction.
struct Jumps {
    by_direction: [Jump; 8],
    /// The squares jumped; a bit beyond the board where there is no jump.
    over: [u32; 8],
    /// Those and the squares landed on.
    over_and_to: [u32; 8],
}

const OFF_BOARD: u32 = 1 << 31;

impl Jumps {
    const fn new(from: Square) -> Self {
        let no_jump = Jump { over: OFF_BOARD, to: from, direction: Direction(0) };
        let mut jumps =
            Self { by_direction: [no_jump; 8], over: [OFF_BOARD; 8], over_and_to: [OFF_BOARD; 8] };
        let mut i = 0;
        while i < 8 {
            let direction = Direction::ALL[i];
            if let (Some(over), Some(to)) = (direction.from(from, 1), direction.from(from, 2)) {
                let over = 1 << over.index();
                jumps.by_direction[i] = Jump { over, to, direction };
                jumps.over[i] = over;
                jumps.over_and_to[i] = over | 1 << to.index();
            }
            i += 1;
        }
        jumps
    }
}

/// The jumps from every square. As long as the bits of the index are, so that looking up cannot
/// fail.
static JUMPS: [Jumps; 32] = {
    let mut jumps = [const { Jumps::new(Square::A1) }; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        jumps[index] = Jumps::new(square);
        index += 1;
    }
    jumps
};

/// The jumps that are possible from a square with pieces on `occupied`.
#[inline]
pub(crate) fn jumps(from: Square, occupied: SquareSet) -> PossibleJumps {
    let Jumps { over, over_and_to, .. } = &JUMPS[from.index() & 31];
    let mut possible = PossibleJumps { from, directions: 0, over: 0 };
    // Without branches: which jumps are possible is hard to predict.
    for i in 0..8 {
        let is_possible = occupied.bits() & over_and_to[i] == over[i];
        possible.directions |= u32::from(is_possible) << i;
        possible.over |= if is_possible { over[i] } else { 0 };
    }
    possible
}

/// The jump from a square in a direction, on the empty board; if the board has none, one that
/// leads nowhere.
#[inline]
pub(crate) fn jump(from: Square, direction: Direction) -> Jump {
    JUMPS[from.index() & 31].by_direction[usize::from(direction.0 & 7)]
}

/// Jumps from one square, in order of direction.
pub(crate) struct PossibleJumps {
    from: Square,
    /// By bit.
    directions: u32,
    over: u32,
}

impl PossibleJumps {
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.directions == 0
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
        let direction = Direction(self.directions.trailing_zeros() as u8);
        let next = (self.directions != 0).then(|| jump(self.from, direction))?;
        self.directions &= self.directions - 1;
        Some(next)
    }
}

/// The neighbours of every square, by direction; none where the board ends. As long as the bits of
/// the index are.
static STEPS: [[u32; 8]; 32] = {
    let mut steps = [[0; 8]; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut i = 0;
        while i < 8 {
            if let Some(to) = Direction::ALL[i].from(square, 1) {
                steps[index][i] = 1 << to.index();
            }
            i += 1;
        }
        index += 1;
    }
    steps
};

/// The directions in which a step from a square leads to one of `targets`.
#[inline]
pub(crate) fn steps(from: Square, targets: SquareSet) -> impl Iterator<Item = Direction> {
    let to = &STEPS[from.index() & 31];
    let mut directions = 0_u32;
    for (i, to) in to.iter().enumerate() {
        directions |= u32::from(targets.bits() & to != 0) << i;
    }
    std::iter::from_fn(move || {
        let direction = Direction(directions.trailing_zeros() as u8);
        (directions != 0).then(|| directions &= directions - 1).map(|()| direction)
    })
}

/// The square that a step leads to, as a set; empty if it leads off the board.
#[inline]
pub(crate) fn step(from: Square, direction: Direction) -> SquareSet {
    SquareSet::from_bits(STEPS[from.index() & 31][usize::from(direction.0 & 7)])
}

/// A direction that leads to later squares, and the one back. Moving all pieces of a set that way
/// is a shift of its bits.
struct Axis {
    forth: Direction,
    back: Direction,
    shift: u32,
    /// The squares from which a step forth stays on the board.
    steps_forth: u32,
    steps_back: u32,
    jumps_forth: u32,
    jumps_back: u32,
}

const fn starts(direction: Direction, steps: i32) -> u32 {
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

static AXES: [Axis; 4] = {
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

/// Those of `pieces` that have a jump over one of `over` to an `empty` square.
#[inline]
pub(crate) fn jumpers(pieces: SquareSet, over: SquareSet, empty: SquareSet) -> SquareSet {
    let (over, empty) = (over.bits(), empty.bits());
    let starts = AXES.iter().fold(0, |starts, axis| {
        let forth = over >> axis.shift & empty >> (2 * axis.shift) & axis.jumps_forth;
        let back = over << axis.shift & empty << (2 * axis.shift) & axis.jumps_back;
        starts | forth | back
    });
    SquareSet::from_bits(pieces.bits() & starts)
}

/// Those of `over` that one of `pieces` can jump to an `empty` square.
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

/// The squares that jumps of `pieces` over one of `over` to an `empty` square lead to, by direction.
/// In one direction no two jumps lead to the same square.
#[inline]
pub(crate) fn landings(
    pieces: SquareSet,
    over: SquareSet,
    empty: SquareSet,
) -> impl Iterator<Item = (Direction, SquareSet)> {
    let (pieces, over, empty) = (pieces.bits(), over.bits(), empty.bits());
    AXES.iter().flat_map(move |axis| {
        let forth = (pieces & axis.jumps_forth) << (2 * axis.shift) & over << axis.shift & empty;
        let back = (pieces & axis.jumps_back) >> (2 * axis.shift) & over >> axis.shift & empty;
        [(axis.forth, forth), (axis.back, back)]
            .map(|(direction, landed)| (direction, SquareSet::from_bits(landed)))
    })
}

/// How many steps of `pieces` lead to an `empty` square.
#[inline]
pub(crate) fn count_steps(pieces: SquareSet, empty: SquareSet) -> usize {
    let (pieces, empty) = (pieces.bits(), empty.bits());
    let count = |axis: &Axis| {
        let forth = pieces & axis.steps_forth & empty >> axis.shift;
        let back = pieces & axis.steps_back & empty << axis.shift;
        // Both in one word: without a machine instruction for it, counting is what takes time.
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

    /// All at once against one by one, on boards of all densities.
    #[test]
    fn sets_move_like_single_pieces() {
        let words: [u64; 3000] = engine::key::random_words(0);
        for (i, word) in words.into_iter().enumerate() {
            let thin = if i % 2 == 0 { u32::MAX } else { words[i / 2] as u32 };
            let pieces = SquareSet::from_bits(word as u32 & thin);
            let over = SquareSet::from_bits((word >> 32) as u32);
            let empty = SquareSet::from_bits(!(pieces.bits() | over.bits()));
            let (mut from, mut taken, mut steps) = (0, 0, 0_usize);
            let mut landed = 0;
            for piece in pieces {
                landed += jumps(piece, pieces.union(over)).count();
                let jumps = jumps(piece, pieces.union(over));
                for jump in jumps.filter(|jump| over.bits() & jump.over != 0) {
                    from |= 1 << piece.index();
                    taken |= jump.over;
                }
                steps += super::steps(piece, empty).count();
            }
            assert_eq!(jumpers(pieces, over, empty).bits(), from);
            assert_eq!(jumped(pieces, over, empty).bits(), taken);
            assert_eq!(count_steps(pieces, empty), steps);
            let all = landings(pieces, pieces.union(over), empty);
            let all = all
                .flat_map(|(direction, landed)| landed.into_iter().map(move |to| (direction, to)));
            for (direction, to) in all {
                let from = jump(to, direction.opposite()).to;
                landed -= 1;
                assert!(jumps(from, pieces.union(over)).any(|jump| jump.to == to));
            }
            assert_eq!(landed, 0);
        }
    }
}
