//! Squares of the largest board, and walks on a torus that is a part of it.

pub use engine::board::ParseSquareError;

use crate::card::Steps;

engine::board! {
    /// One of up to 64 squares, `a1` to `h8`; ordered by file, then rank.
    pub struct Square(8 x 8);
    /// A set of squares.
    pub struct SquareSet(u64);
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

/// The first squares of all files.
const FIRST_RANK: u64 = 0x0101_0101_0101_0101;

/// A board whose opposite edges are joined.
#[derive(Clone, Copy)]
pub(super) struct Torus {
    /// The steps from the first rank to the last, and from the first file to the last, as shifts.
    across: [u32; 2],
    /// The last rank and the last file.
    last: [u64; 2],
}

impl Torus {
    pub(super) fn new((files, ranks): (u8, u8)) -> Self {
        let across = [u32::from(ranks) - 1, 8 * (u32::from(files) - 1)];
        Self { across, last: [FIRST_RANK << across[0], 0xff << across[1]] }
    }

    /// The squares one step from any of some squares.
    #[inline]
    fn neighbours(&self, squares: u64) -> u64 {
        let [ranks, files] = self.last;
        let [to_last_rank, to_last_file] = self.across;
        let [first_rank, first_file] = [ranks >> to_last_rank, files >> to_last_file];
        (squares & !ranks) << 1
            | (squares & ranks) >> to_last_rank
            | (squares & !first_rank) >> 1
            | (squares & first_rank) << to_last_rank
            | (squares & !files) << 8
            | (squares & files) >> to_last_file
            | (squares & !first_file) >> 8
            | (squares & first_file) << to_last_file
    }

    /// The squares on which a walk from `from` over the `free` squares can end (ruling 1).
    pub(super) fn reach(&self, from: Square, steps: Steps, free: SquareSet) -> SquareSet {
        let (from, free) = (1 << from.index(), free.without(from).bits());
        let walks = |length| self.walks(from, free, length);
        SquareSet::from_bits(match steps {
            Steps::One => walks(1),
            Steps::Two => walks(2),
            Steps::Three => walks(3),
            Steps::Four => walks(4),
            Steps::Any => walks(1) | walks(2) | walks(3) | walks(4),
        })
    }

    /// The ends of walks of `left` steps, one at least, that enter no square twice.
    fn walks(&self, at: u64, free: u64, left: u32) -> u64 {
        let mut next = self.neighbours(at) & free;
        if left == 1 {
            return next;
        }
        let mut ends = 0;
        while next != 0 {
            let step = next & next.wrapping_neg();
            next ^= step;
            ends |= self.walks(step, free & !step, left - 1);
        }
        ends
    }
}
