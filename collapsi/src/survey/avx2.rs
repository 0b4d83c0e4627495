//! The inner loop in the instructions of AVX2, which take about a third of the time.
//!
//! The only module with `unsafe` code: the processor is asked whether it has the instructions,
//! which the compiler cannot see.
#![expect(unsafe_code, reason = "see above")]
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]
use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm_or_si128, _mm_storeu_si128, _mm256_broadcastsi128_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_min_epu8,
    _mm256_set1_epi8, _mm256_shuffle_epi8,
};

use crate::survey::kernel::{Fold, Kernel, Row, Table, Task, Write};

/// AVX2: two rows at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    pub(super) fn run(self, task: impl Task) {
        // SAFETY: `self` exists only where the processor has AVX2.
        unsafe { run_avx2(self, task) }
    }
}

#[target_feature(enable = "avx2")]
fn run_avx2(kernel: Avx2, task: impl Task) {
    task.run(kernel);
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn fold(self, fold: &Fold<'_>, table: &mut Table, write: Write) {
        let fold_some = match fold.moves.len() {
            0 => fold_avx2::<0>,
            1 => fold_avx2::<1>,
            2 => fold_avx2::<2>,
            3 => fold_avx2::<3>,
            4 => fold_avx2::<4>,
            5 => fold_avx2::<5>,
            6 => fold_avx2::<6>,
            7 => fold_avx2::<7>,
            8 => fold_avx2::<8>,
            _ => fold_avx2::<9>,
        };
        // SAFETY: `self` exists only where the processor has AVX2.
        unsafe { fold_some(fold, table, write) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn fold_avx2<const MOVES: usize>(fold: &Fold<'_>, table: &mut Table, write: Write) {
    let none = _mm256_set1_epi8(fold.none as i8);
    let shuffle = _mm256_broadcastsi128_si256(load(fold.shuffle));
    // A known number of moves needs no inner loop.
    let (moves, others) = match fold.moves.split_first_chunk::<MOVES>() {
        Some((moves, others)) => (&moves[..], others),
        None => (&[][..], fold.moves),
    };
    let (targets, _) = fold.targets.as_chunks::<2>();
    for block in fold.rows.start / 2..fold.rows.end.div_ceil(2) {
        let mut least = none;
        for scores in moves.iter().chain(others) {
            let (blocks, _) = scores.0.as_chunks::<2>();
            least = _mm256_min_epu8(least, load_two(&blocks[block]));
        }
        let shuffled = _mm256_shuffle_epi8(least, shuffle);
        let [first, second] = targets[block];
        put(&mut table.0[usize::from(first)], _mm256_castsi256_si128(shuffled), write);
        put(&mut table.0[usize::from(second)], _mm256_extracti128_si256::<1>(shuffled), write);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn put(row: &mut Row, new: __m128i, write: Write) {
    let new = if write == Write::Join { _mm_or_si128(load(row), new) } else { new };
    // SAFETY: a row has 16 bytes, and the instruction asks for no alignment.
    unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), new) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(row: &Row) -> __m128i {
    // SAFETY: a row has 16 bytes, and the instruction asks for no alignment.
    unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_two(rows: &[Row; 2]) -> __m256i {
    // SAFETY: two rows have 32 bytes, and the instruction asks for no alignment.
    unsafe { _mm256_loadu_si256(rows.as_ptr().cast()) }
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::RngExt;

    use super::*;
    use crate::survey::kernel::{Portable, ROWS};

    /// Also with more moves than have a loop of their own, and with tables of any content.
    #[test]
    fn folds_as_portable_code_does() {
        let Some(avx2) = Avx2::detect() else { return };
        let mut rng = seeded(1);
        for count in 0..12 {
            let tables: Vec<Table> = (0..count).map(|_| Table(rng.random())).collect();
            let moves: Vec<&Table> = tables.iter().collect();
            let targets = std::array::from_fn(|_| rng.random_range(0..ROWS as u8));
            let shuffle = rng.random::<Row>().map(|from| if from < 200 { from % 16 } else { 128 });
            let first = 4 * rng.random_range(0..ROWS / 4);
            let last = 4 * rng.random_range(first / 4..=ROWS / 4);
            let (rows, shuffle) = (first..last, &shuffle);
            let fold = Fold { moves: &moves, none: rng.random(), rows, targets: &targets, shuffle };
            for write in [Write::Replace, Write::Join] {
                let mut expected = Table(rng.random());
                let mut table = expected;
                Portable.fold(&fold, &mut expected, write);
                avx2.fold(&fold, &mut table, write);
                assert_eq!(table, expected, "{count} moves, {first} to {last}");
            }
        }
    }
}
