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
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    /// The square jumped, as a set; empty if there is no such jump.
    pub(crate) over: u32,
    /// The square landed on, as a set.
    pub(crate) lands: u32,
    pub(crate) to: Square,
    pub(crate) direction: Direction,
}

const NO_JUMP: Jump = Jump { over: 0, lands: 0, to: Square::A1, direction: Direction(0) };

/// The jumps from every square, in order of direction; the last ones may be none. As long as the
/// bits of the index are, so that looking up cannot fail.
static JUMPS: [[Jump; 8]; 32] = {
    let mut jumps = [[NO_JUMP; 8]; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut found = 0;
        let mut i = 0;
        while i < 8 {
            let direction = Direction::ALL[i];
            if let (Some(over), Some(to)) = (direction.from(square, 1), direction.from(square, 2)) {
                let (over, lands) = (1 << over.index(), 1 << to.index());
                jumps[index][found] = Jump { over, lands, to, direction };
                found += 1;
            }
            i += 1;
        }
        index += 1;
    }
    jumps
};

/// The jumps that the board has from a square.
#[inline]
pub(crate) fn jumps(from: Square) -> impl Iterator<Item = &'static Jump> {
    JUMPS[from.index() & 31].iter().take_while(|jump| jump.over != 0)
}

/// The jump from a square in a direction, if the board has it.
#[inline]
pub(crate) fn jump(from: Square, direction: Direction) -> Option<&'static Jump> {
    jumps(from).find(|jump| jump.direction == direction)
}

/// A direction that leads to later squares, and the one back. Moving all pieces of a set that way
/// is a shift of its bits.
struct Axis {
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
        let back = Direction(7 - direction.0);
        Axis {
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

/// How many steps of `pieces` lead to an `empty` square.
#[inline]
pub(crate) fn count_steps(pieces: SquareSet, empty: SquareSet) -> u32 {
    let (pieces, empty) = (pieces.bits(), empty.bits());
    let count = |axis: &Axis| {
        let forth = pieces & axis.steps_forth & empty >> axis.shift;
        let back = pieces & axis.steps_back & empty << axis.shift;
        // Both in one word: without a machine instruction for it, counting is what takes time.
        (u64::from(forth) | u64::from(back) << 32).count_ones()
    };
    AXES.iter().map(count).sum()
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
        assert_eq!(Square::all().map(|square| jumps(square).count()).sum::<usize>(), 96);
        let all = SquareSet::ALL;
        assert_eq!(count_steps(all, all), 144);
        assert_eq!(jumps(Square::C3).count(), 8);
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
            let fits =
                |jump: &&Jump| over.bits() & jump.over != 0 && empty.bits() & jump.lands != 0;
            let (mut from, mut taken, mut steps) = (0, 0, 0_usize);
            for piece in pieces {
                for jump in jumps(piece).filter(fits) {
                    from |= 1 << piece.index();
                    taken |= jump.over;
                }
                let to = |direction: Direction| direction.from(piece, 1);
                steps += Direction::ALL
                    .into_iter()
                    .filter_map(to)
                    .filter(|&to| empty.contains(to))
                    .count();
            }
            assert_eq!(jumpers(pieces, over, empty).bits(), from);
            assert_eq!(jumped(pieces, over, empty).bits(), taken);
            assert_eq!(count_steps(pieces, empty) as usize, steps);
        }
    }
}
