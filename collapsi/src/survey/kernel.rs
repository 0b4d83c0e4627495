//! The inner loops: scores of all patterns at once.
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]

use std::array;
use std::ops::Range;

pub(super) trait Task {
    /// To be inlined, so that all of it is compiled for the instruction set.
    fn run<K: Kernel>(self, kernel: K);
}

/// The scores of the patterns of high cards, for one pattern of low cards.
pub(super) type Row = [u8; 16];

/// The rows of a table: one for each pattern of low cards, up to 70, and padding.
pub(super) const ROWS: usize = 72;

/// The row for results that are not needed.
pub(super) const WASTE: u8 = ROWS as u8 - 1;

/// The scores of all patterns, one byte each. Whole cache lines are read faster than parts of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Table(pub(super) [Row; ROWS]);

impl Table {
    pub(super) const fn filled(score: u8) -> Self {
        Self([[score; 16]; ROWS])
    }
}

/// The storage of the scores of a pair of pawns: half a byte each, those of the first half of the rows in
/// the lower half bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The number of pairs of rows.
    pub(super) pairs: usize,
    /// The bytes of a pair of rows: 4, 8, 12 or 16.
    pub(super) width: usize,
}

impl Packing {
    /// For these numbers of patterns of low and of high cards.
    pub(super) const fn new(low: usize, high: usize) -> Self {
        Self { pairs: low.div_ceil(2), width: high.next_multiple_of(4) }
    }

    pub(super) const fn bytes(self) -> usize {
        self.pairs * self.width
    }
}

/// Reads the bytes that [`pack`] has written.
#[inline(always)]
pub(super) fn unpack(table: &mut Table, packed: &[u8], packing: Packing) {
    let (lower, rest) = table.0.split_at_mut(packing.pairs.min(ROWS / 2));
    let upper = &mut rest[..lower.len()];
    match packing.width {
        16 => unpack_rows::<16>(lower, upper, packed),
        12 => unpack_rows::<12>(lower, upper, packed),
        8 => unpack_rows::<8>(lower, upper, packed),
        _ => unpack_rows::<4>(lower, upper, packed),
    }
}

#[inline(always)]
fn unpack_rows<const WIDTH: usize>(lower: &mut [Row], upper: &mut [Row], packed: &[u8]) {
    let (pairs, _) = packed.as_chunks::<WIDTH>();
    for ((lower, upper), bytes) in lower.iter_mut().zip(upper).zip(pairs) {
        // Whole rows: an operation on all sixteen scores at once takes no longer than one on some.
        let mut row = [0; 16];
        row[..WIDTH].copy_from_slice(bytes);
        *lower = row.map(|byte| byte & 15);
        *upper = row.map(|byte| byte >> 4);
    }
}

/// Writes the scores for the player who moves there, given those for the opponent.
#[inline(always)]
pub(super) fn pack(packed: &mut [u8], table: &Table, packing: Packing) {
    let (lower, rest) = table.0.split_at(packing.pairs.min(ROWS / 2));
    let upper = &rest[..lower.len()];
    match packing.width {
        16 => pack_rows::<16>(packed, lower, upper),
        12 => pack_rows::<12>(packed, lower, upper),
        8 => pack_rows::<8>(packed, lower, upper),
        _ => pack_rows::<4>(packed, lower, upper),
    }
}

#[inline(always)]
fn pack_rows<const WIDTH: usize>(packed: &mut [u8], lower: &[Row], upper: &[Row]) {
    let (pairs, _) = packed.as_chunks_mut::<WIDTH>();
    for ((lower, upper), bytes) in lower.iter().zip(upper).zip(pairs) {
        // A score is turned round by subtracting it from 15.
        let row: Row = array::from_fn(|i| !(lower[i] | upper[i] << 4));
        bytes.copy_from_slice(&row[..WIDTH]);
    }
}

/// The least scores of several moves, put where they belong on another board.
pub(super) struct Fold<'a> {
    /// The scores of each move.
    pub(super) moves: &'a [&'a Table],
    /// The score if there is no move, above all that moves have.
    pub(super) none: u8,
    /// Rows to compute (rounded up to whole blocks).
    pub(super) rows: Range<usize>,
    /// The target of each row.
    pub(super) targets: &'a [u8; ROWS],
    /// For each score of the new row, its place in the old one; 128 for a zero.
    pub(super) shuffle: &'a Row,
}

/// The way in which new rows are combined with those that are there already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Write {
    Replace,
    /// Where one of the rows has a score, the other has a zero.
    Join,
}

pub(super) trait Kernel: Copy {
    fn fold(self, fold: &Fold<'_>, table: &mut Table, write: Write);
}

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn fold(self, fold: &Fold<'_>, table: &mut Table, write: Write) {
        const BLOCK: usize = 4;
        for block in fold.rows.start / BLOCK..fold.rows.end.div_ceil(BLOCK) {
            let mut least = [[fold.none; 16]; BLOCK];
            for scores in fold.moves {
                let (blocks, _) = scores.0.as_chunks::<BLOCK>();
                for (least, score) in
                    least.as_flattened_mut().iter_mut().zip(blocks[block].as_flattened())
                {
                    *least = (*least).min(*score);
                }
            }
            let (targets, _) = fold.targets.as_chunks::<BLOCK>();
            for (row, &target) in least.iter().zip(&targets[block]) {
                let mut shuffled = [0; 16];
                for (new, &from) in shuffled.iter_mut().zip(fold.shuffle) {
                    let score = row[usize::from(from & 15)];
                    *new = if from < 128 { score } else { 0 };
                }
                put(&mut table.0[usize::from(target)], shuffled, write);
            }
        }
    }
}

#[inline(always)]
fn put(row: &mut Row, new: Row, write: Write) {
    for (old, new) in row.iter_mut().zip(new) {
        *old = if write == Write::Join { *old | new } else { new };
    }
}
