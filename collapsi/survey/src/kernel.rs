//! The inner loops: scores of all patterns at once.
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]

use std::array;
use std::ops::Range;

pub(crate) trait Task {
    /// To be inlined, so that all of it is compiled for the instruction set.
    fn run<K: Kernel>(self, kernel: K);
}

/// The scores of the patterns of high cards, for one pattern of low cards.
pub(crate) type Row = [u8; 16];

/// The rows of a table: one for each pattern of low cards.
pub(crate) const ROWS: usize = 70;

/// The scores of all patterns, one byte each. Whole cache lines are read faster than parts of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Table(pub(crate) [Row; ROWS]);

impl Table {
    pub(crate) const fn filled(score: u8) -> Self {
        Self([[score; 16]; ROWS])
    }
}

/// The storage of the scores of a pair of pawns: half a byte each, those of the first half of the rows in
/// the lower half bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The number of pairs of rows.
    pub(crate) pairs: usize,
    /// The bytes of a pair of rows: 4, 8, 12 or 16.
    pub(crate) width: usize,
}

impl Packing {
    /// For these numbers of patterns of low and of high cards.
    pub(crate) const fn new(low: usize, high: usize) -> Self {
        Self { pairs: low.div_ceil(2), width: high.next_multiple_of(4) }
    }

    pub(crate) const fn bytes(self) -> usize {
        self.pairs * self.width
    }

    /// The half that a row is in, and its pair.
    #[inline]
    pub(crate) const fn place(self, row: usize) -> (usize, usize) {
        if row < self.pairs { (0, row) } else { (1, row - self.pairs) }
    }
}

/// The stored scores of a pair of pawns, and whatever is stored after them: always as many bytes as any
/// pair takes, so that loops over them need no bounds checks.
pub(crate) type Packed = [[u8; 32]; BLOCKS];

pub(crate) const BLOCKS: usize = 18;

/// Reads the bytes that [`Kernel::gather`] has written.
pub(crate) fn unpack(table: &mut Table, packed: &Packed, packing: Packing) {
    let packed = packed.as_flattened();
    let (lower, rest) = table.0.split_at_mut(packing.pairs.min(ROWS / 2));
    let upper = &mut rest[..lower.len()];
    match packing.width {
        16 => unpack_rows::<16>(lower, upper, packed),
        12 => unpack_rows::<12>(lower, upper, packed),
        8 => unpack_rows::<8>(lower, upper, packed),
        _ => unpack_rows::<4>(lower, upper, packed),
    }
}

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

/// The least scores of several moves.
pub(crate) struct Fold<'a> {
    /// The scores of each move; there are at most [`MOST_MOVES`].
    pub(crate) moves: &'a [&'a Packed],
    /// The score if there is no move, above all that moves have.
    pub(crate) none: u8,
    /// The blocks to compute: for the lower half bytes, and for the upper ones.
    pub(crate) blocks: &'a [Range<usize>; 2],
}

/// The most squares that a walk of one length leads to on the torus.
pub(crate) const MOST_MOVES: usize = 8;

/// The least scores, one a byte, by value of the card left and by half of the rows.
#[repr(align(64))]
pub(crate) struct Least(pub(crate) [[Packed; 2]; 2]);

impl Least {
    /// The bytes of each value of the card left, and of each half of the rows.
    pub(crate) const VALUE: usize = 2 * Self::HALF;
    pub(crate) const HALF: usize = size_of::<Packed>();

    pub(crate) const fn new() -> Self {
        Self([[[[0; 32]; BLOCKS]; 2]; 2])
    }

    /// The row that begins at a byte.
    #[inline(always)]
    pub(crate) fn row(&self, first: usize) -> &Row {
        let bytes = self.0.as_flattened().as_flattened().as_flattened();
        bytes.get(first..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 16])
    }
}

/// How least scores make the scores of the board before the move.
pub(crate) struct Gather {
    pub(crate) packing: Packing,
    /// For each pair of new rows the bytes at which the old ones begin.
    pub(crate) rows: [[u16; 2]; ROWS / 2],
    /// For each score of a new row its place in the old one, or 128 if the card left has another value.
    pub(crate) shuffles: [Row; 2],
    pub(crate) card: Left,
}

/// The card that a mover leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// Each new row is one of the old ones.
    Low,
    /// Each new row has scores of two old ones, one for each value of the card.
    High,
}

pub(crate) trait Kernel: Copy {
    fn fold(self, fold: &Fold<'_>, least: &mut [Packed; 2]);

    /// Turns the scores round for the player who moves there, and stores them. `VALUES` is the number of old
    /// rows that make a new one.
    fn gather_rows<const WIDTH: usize, const VALUES: usize>(
        self,
        gather: &Gather,
        least: &Least,
        packed: &mut [u8],
    );

    #[inline(always)]
    fn gather(self, gather: &Gather, least: &Least, packed: &mut [u8]) {
        match (gather.packing.width, gather.card) {
            (16, Left::Low) => self.gather_rows::<16, 1>(gather, least, packed),
            (12, Left::Low) => self.gather_rows::<12, 1>(gather, least, packed),
            (8, Left::Low) => self.gather_rows::<8, 1>(gather, least, packed),
            (_, Left::Low) => self.gather_rows::<4, 1>(gather, least, packed),
            (16, Left::High) => self.gather_rows::<16, 2>(gather, least, packed),
            (12, Left::High) => self.gather_rows::<12, 2>(gather, least, packed),
            (8, Left::High) => self.gather_rows::<8, 2>(gather, least, packed),
            (_, Left::High) => self.gather_rows::<4, 2>(gather, least, packed),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn fold(self, fold: &Fold<'_>, [lower, upper]: &mut [Packed; 2]) {
        let [lower_blocks, upper_blocks] = fold.blocks;
        for block in lower_blocks.clone() {
            lower[block] = least(fold.moves, block, fold.none, |byte| byte & 15);
        }
        // In the least byte the upper half is the least one, whatever the lower one is.
        for block in upper_blocks.clone() {
            let bytes = least(fold.moves, block, fold.none << 4, |byte| byte);
            upper[block] = bytes.map(|byte| byte >> 4);
        }
    }

    #[inline(always)]
    fn gather_rows<const WIDTH: usize, const VALUES: usize>(
        self,
        gather: &Gather,
        least: &Least,
        packed: &mut [u8],
    ) {
        let (pairs, _) = packed.as_chunks_mut::<WIDTH>();
        for (pair, &rows) in pairs.iter_mut().zip(&gather.rows) {
            let [lower, upper] = rows.map(|first| {
                let mut new: Row = [0; 16];
                for (value, shuffle) in gather.shuffles.iter().enumerate().take(VALUES) {
                    let old = least.row(usize::from(first) + value * Least::VALUE);
                    for (new, &from) in new.iter_mut().zip(shuffle) {
                        *new |= if from < 128 { old[usize::from(from & 15)] } else { 0 };
                    }
                }
                new
            });
            // A score is turned round by subtracting it from 15.
            *pair = array::from_fn(|i| !(lower[i] | upper[i] << 4));
        }
    }
}

#[inline(always)]
fn least(moves: &[&Packed], block: usize, none: u8, score: impl Fn(u8) -> u8) -> [u8; 32] {
    let mut least = [none; 32];
    for scores in moves {
        for (least, &byte) in least.iter_mut().zip(&scores[block]) {
            *least = (*least).min(score(byte));
        }
    }
    least
}
