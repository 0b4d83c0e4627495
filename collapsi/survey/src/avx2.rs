//! The inner loops in the instructions of AVX2, which take about a third of the time.
//!
//! The only module with `unsafe` code: the processor is asked whether it has the instructions,
//! which the compiler cannot see.
#![expect(unsafe_code, reason = "see above")]
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]
use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_loadu_si128, _mm_or_si128,
    _mm_set1_epi8, _mm_setzero_si128, _mm_shuffle_epi8, _mm_slli_epi16, _mm_xor_si128,
    _mm256_and_si256, _mm256_loadu_si256, _mm256_min_epu8, _mm256_set1_epi8, _mm256_srli_epi16,
    _mm256_storeu_si256,
};
use std::ops::Range;

use crate::kernel::{BLOCKS, Fold, Gather, Kernel, Least, MOST_MOVES, Packed, Row, Task};

/// AVX2: 32 scores at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    pub(crate) fn run(self, task: impl Task) {
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
    fn fold(self, fold: &Fold<'_>, least: &mut [Packed; 2]) {
        let fold_some = match fold.moves.len() {
            0 => fold_avx2::<0>,
            1 => fold_avx2::<1>,
            2 => fold_avx2::<2>,
            3 => fold_avx2::<3>,
            4 => fold_avx2::<4>,
            5 => fold_avx2::<5>,
            6 => fold_avx2::<6>,
            7 => fold_avx2::<7>,
            _ => fold_avx2::<MOST_MOVES>,
        };
        // SAFETY: `self` exists only where the processor has AVX2.
        unsafe { fold_some(fold, least) }
    }

    #[inline(always)]
    fn gather_rows<const WIDTH: usize, const VALUES: usize>(
        self,
        gather: &Gather,
        least: &Least,
        packed: &mut [u8],
    ) {
        // SAFETY: `self` exists only where the processor has AVX2.
        unsafe { gather_avx2::<WIDTH, VALUES>(gather, least, packed) }
    }
}

/// See the portable kernel. A known number of moves needs no inner loop.
#[inline]
#[target_feature(enable = "avx2")]
fn fold_avx2<const MOVES: usize>(fold: &Fold<'_>, [lower, upper]: &mut [Packed; 2]) {
    let Some(moves) = fold.moves.first_chunk::<MOVES>() else { return };
    let half = _mm256_set1_epi8(15);
    let [lower_blocks, upper_blocks] = fold.blocks;
    let none = _mm256_set1_epi8(fold.none as i8);
    for block in within(lower_blocks) {
        let mut least = none;
        for scores in moves {
            least = _mm256_min_epu8(least, _mm256_and_si256(half, load_block(&scores[block])));
        }
        store_block(&mut lower[block], least);
    }
    let none = _mm256_set1_epi8((fold.none << 4) as i8);
    for block in within(upper_blocks) {
        let mut least = none;
        for scores in moves {
            least = _mm256_min_epu8(least, load_block(&scores[block]));
        }
        store_block(&mut upper[block], _mm256_and_si256(half, _mm256_srli_epi16::<4>(least)));
    }
}

/// The same range; the compiler sees that it needs no bounds checks.
#[inline(always)]
fn within(blocks: &Range<usize>) -> Range<usize> {
    blocks.start..blocks.end.min(BLOCKS)
}

/// See the portable kernel.
#[inline]
#[target_feature(enable = "avx2")]
fn gather_avx2<const WIDTH: usize, const VALUES: usize>(
    gather: &Gather,
    least: &Least,
    packed: &mut [u8],
) {
    let (pairs, _) = packed.as_chunks_mut::<WIDTH>();
    let shuffles = [load(&gather.shuffles[0]), load(&gather.shuffles[1])];
    for (pair, &[lower, upper]) in pairs.iter_mut().zip(&gather.rows) {
        let row = |first: u16| {
            let mut new = _mm_setzero_si128();
            for (value, &shuffle) in shuffles.iter().enumerate().take(VALUES) {
                let old = load(least.row(usize::from(first) + value * Least::VALUE));
                new = _mm_or_si128(new, _mm_shuffle_epi8(old, shuffle));
            }
            new
        };
        let new = _mm_or_si128(row(lower), _mm_slli_epi16::<4>(row(upper)));
        let new = _mm_xor_si128(new, _mm_set1_epi8(-1));
        let [first, second] = [_mm_cvtsi128_si64(new), _mm_extract_epi64::<1>(new)];
        let bytes = u128::from(first as u64) | u128::from(second as u64) << 64;
        pair.copy_from_slice(&bytes.to_le_bytes()[..WIDTH]);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(row: &Row) -> __m128i {
    // SAFETY: a row has 16 bytes, and the instruction asks for no alignment.
    unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_block(block: &[u8; 32]) -> __m256i {
    // SAFETY: a block has 32 bytes, and the instruction asks for no alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_block(block: &mut [u8; 32], new: __m256i) {
    // SAFETY: a block has 32 bytes, and the instruction asks for no alignment.
    unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast(), new) }
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::RngExt;

    use super::*;
    use crate::kernel::{Left, Packing, Portable, ROWS};

    /// Whatever the scores are.
    #[test]
    fn folds_as_portable_code_does() {
        let Some(avx2) = Avx2::detect() else { return };
        let mut rng = seeded(1);
        for count in 0..=MOST_MOVES {
            let scores: Vec<Packed> = (0..count).map(|_| rng.random()).collect();
            let moves: Vec<&Packed> = scores.iter().collect();
            let blocks = [(); 2].map(|()| {
                let first = rng.random_range(0..=BLOCKS);
                first..rng.random_range(first..=BLOCKS)
            });
            let fold = Fold { moves: &moves, none: rng.random_range(0..16), blocks: &blocks };
            let mut expected: [Packed; 2] = rng.random();
            let mut least = expected;
            Portable.fold(&fold, &mut expected);
            avx2.fold(&fold, &mut least);
            assert_eq!(least, expected, "{count} moves, {blocks:?}");
        }
    }

    #[test]
    fn gathers_as_portable_code_does() {
        let Some(avx2) = Avx2::detect() else { return };
        let mut rng = seeded(2);
        let mut least = Least::new();
        least.0 = rng
            .random::<[[Packed; 2]; 2]>()
            .map(|value| value.map(|half| half.map(|block| block.map(|byte| byte & 15))));
        for (low, high) in [(70, 15), (50, 11), (30, 7), (16, 4), (1, 1)] {
            for card in [Left::Low, Left::High] {
                let packing = Packing::new(low, high);
                let shuffles = [(); 2].map(|()| {
                    rng.random::<Row>().map(|from| if from < 200 { from % 16 } else { 128 })
                });
                let most = Least::VALUE - 16;
                let rows =
                    [(); ROWS / 2].map(|()| [(); 2].map(|()| rng.random_range(0..=most) as u16));
                let gather = Gather { packing, rows, shuffles, card };
                let mut expected = vec![0; packing.bytes()];
                let mut packed = expected.clone();
                Portable.gather(&gather, &least, &mut expected);
                avx2.gather(&gather, &least, &mut packed);
                assert_eq!(packed, expected, "{packing:?} {card:?}");
            }
        }
    }
}
