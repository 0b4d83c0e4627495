//! The values of a class, packed.

use std::marker::PhantomData;
use std::ops::{Neg, Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Family;
use super::error::BuildError;
use super::file::Format;
use super::memory::filled;
use engine::Wdl;
use engine::{Score, ScoreKind};
use system::memory;

/// The value that a [`Table`](super::Table) stores for a position, for the player to move: a [`Score`] with
/// its distance, or a [`Wdl`] alone. More is better.
pub trait Stored: Copy + Ord + Neg<Output = Self> + From<Wdl> + Into<Score> {
    #[doc(hidden)]
    const FORMAT: Format;

    /// The bits of a value, as powers of 2.
    #[doc(hidden)]
    const BITS: RangeInclusive<u32>;

    /// The level of compression in files, from 0 to 10. Higher ones take time: for scores, a twentieth of
    /// that of a build, to save a twentieth of the bytes.
    #[doc(hidden)]
    const LEVEL: u8;

    #[doc(hidden)]
    fn encode(value: Option<Self>) -> u64;

    #[doc(hidden)]
    fn decode(code: u64) -> Option<Self>;

    #[doc(hidden)]
    #[must_use]
    fn one_ply_earlier(self) -> Self {
        self
    }

    /// Whether it is the value of this very position, by [`Family::holds`].
    #[doc(hidden)]
    fn holds<F: Family>(self, _family: &F, _position: &F::Game) -> bool {
        true
    }
}

/// Code 0 is no position, 1 a draw, 2 + 2n a win in n plies, 3 + 2n a loss.
impl Stored for Score {
    const FORMAT: Format = Format { magic: *b"TABLBASE", version: 3 };
    const BITS: RangeInclusive<u32> = 3..=5;
    const LEVEL: u8 = 5;

    fn encode(value: Option<Self>) -> u64 {
        match value.map(Self::kind) {
            None => 0,
            Some(ScoreKind::Value(_)) => 1,
            Some(ScoreKind::Win(plies)) => 2 + 2 * u64::from(plies),
            Some(ScoreKind::Loss(plies)) => 3 + 2 * u64::from(plies),
        }
    }

    fn decode(code: u64) -> Option<Self> {
        let plies = (code / 2) as u32;
        match code {
            0 => None,
            1 => Some(Self::DRAW),
            win if win % 2 == 0 => Some(Self::win_in(plies - 1)),
            _ => Some(Self::loss_in(plies - 1)),
        }
    }

    fn one_ply_earlier(self) -> Self {
        self.seen_earlier(1)
    }

    fn holds<F: Family>(self, family: &F, position: &F::Game) -> bool {
        family.holds(position, self)
    }
}

/// Code 0 is a draw, 1 a win, 2 a loss, 3 no position.
impl Stored for Wdl {
    const FORMAT: Format = Format { magic: *b"BITBASE\n", version: 2 };
    const BITS: RangeInclusive<u32> = 1..=1;
    const LEVEL: u8 = 8;

    fn encode(value: Option<Self>) -> u64 {
        match value {
            Some(Self::Draw) => 0,
            Some(Self::Win) => 1,
            Some(Self::Loss) => 2,
            None => 3,
        }
    }

    fn decode(code: u64) -> Option<Self> {
        match code {
            0 => Some(Self::Draw),
            1 => Some(Self::Win),
            2 => Some(Self::Loss),
            _ => None,
        }
    }
}

/// A value for each index, in words that threads share.
#[derive(Debug)]
pub(super) struct Packed<S> {
    /// The bits of a value, as a power of 2.
    bits: u32,
    len: u64,
    words: Vec<AtomicU64>,
    stored: PhantomData<S>,
}

impl<S: Stored> Packed<S> {
    /// Values whose code is 0.
    pub(super) fn new(bits: u32, len: u64) -> Result<Self, BuildError> {
        let words = filled(Self::words_of(bits, len), AtomicU64::default)?;
        Ok(Self { bits, len, words, stored: PhantomData })
    }

    /// No values.
    pub(super) const fn empty() -> Self {
        Self { bits: *S::BITS.start(), len: 0, words: Vec::new(), stored: PhantomData }
    }

    /// Values that fit into the fewest bits that hold distances up to this one.
    pub(super) fn pack(
        values: impl ExactSizeIterator<Item = Option<S>>,
        longest: S,
    ) -> Result<Self, BuildError> {
        let fits = |bits: &u32| S::encode(Some(longest)) >> (1 << bits) == 0;
        let bits = S::BITS.clone().find(fits).unwrap_or(*S::BITS.end());
        let packed = Self::new(bits, values.len() as u64)?;
        (0..).zip(values).for_each(|(index, value)| packed.set(index, value));
        Ok(packed)
    }

    const fn words_of(bits: u32, len: u64) -> u64 {
        len.div_ceil(64 >> bits)
    }

    /// The bytes of memory that `len` values take.
    pub(super) const fn bytes_of(bits: u32, len: u64) -> u64 {
        Self::words_of(bits, len).saturating_mul(8)
    }

    pub(super) fn bytes(&self) -> u64 {
        Self::bytes_of(self.bits, self.len)
    }

    /// The bits of a value, as a power of 2: a constant if there is no choice.
    #[inline]
    pub(super) fn bits(&self) -> u32 {
        if S::BITS.start() == S::BITS.end() { *S::BITS.start() } else { self.bits }
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The word of an index, and the place of its lowest bit there.
    #[inline]
    pub(super) fn place(&self, index: u64) -> (usize, u32) {
        let values = 6 - self.bits();
        ((index >> values) as usize, ((index << self.bits()) & 63) as u32)
    }

    /// The value of an index; `None` if it has no position, or is too large.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Option<S> {
        self.slot(index)?.value()
    }

    /// The slot of an index; `None` if it is too large.
    #[inline]
    pub(super) fn slot(&self, index: u64) -> Option<Slot<'_, S>> {
        if index >= self.len {
            return None;
        }
        let (word, shift) = self.place(index);
        let mask = u64::MAX >> (64 - (1 << self.bits()));
        Some(Slot { word: self.words.get(word)?, shift, mask, stored: PhantomData })
    }

    /// Sets the value of an index, whose code was 0 so far, unless the index is too large. A change only sets
    /// bits, and is final.
    pub(super) fn set(&self, index: u64, value: Option<S>) {
        if let Some(Slot { word, shift, .. }) = self.slot(index) {
            word.fetch_or(S::encode(value) << shift, Ordering::Relaxed);
        }
    }

    /// The longest distance of a win or a loss.
    pub(super) fn longest(&self) -> Option<u32> {
        (0..self.len).filter_map(|index| self.get(index)?.into().distance()).max()
    }
}

impl Packed<Wdl> {
    /// Filters the indices: leaves out the wins.
    pub(super) fn not_won(&self, indices: Range<u64>) -> impl Iterator<Item = u64> {
        const VALUES: u64 = 32;
        const WINS: u64 = u64::MAX / 3;
        let indices = indices.start..indices.end.min(self.len);
        let others = |i: u64| {
            let word = self.words.get(i as usize).map_or(WINS, |word| word.load(Ordering::Relaxed));
            // A bit for each value that differs from a win.
            (i, ((word ^ WINS) | (word ^ WINS) >> 1) & WINS)
        };
        let words = (indices.start / VALUES..indices.end.div_ceil(VALUES)).map(others);
        let others =
            words.flat_map(|(i, others)| bits(others).map(move |bit| i * VALUES + bit / 2));
        others.filter(move |index| indices.contains(index))
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = u64::from(word.trailing_zeros());
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The place of a value.
pub(super) struct Slot<'p, S> {
    word: &'p AtomicU64,
    shift: u32,
    mask: u64,
    stored: PhantomData<S>,
}

impl<S: Stored> Slot<'_, S> {
    /// The value; `None` if there is no position.
    #[inline]
    pub(super) fn value(&self) -> Option<S> {
        S::decode(self.word.load(Ordering::Relaxed) >> self.shift & self.mask)
    }

    #[inline]
    pub(super) fn prefetch(&self) {
        memory::prefetch(self.word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_keeps_what_fits_and_no_more() {
        for (longest, bytes) in [(0, 1), (126, 1), (127, 2), (32_766, 2), (32_767, 4), (1 << 29, 4)]
        {
            let (win, loss) = (Score::win_in(longest), Score::loss_in(longest));
            let values = [None, Some(Score::DRAW), Some(win), Some(loss)];
            let packed = Packed::pack(values.into_iter(), loss).unwrap();
            let found = [0, 1, 2, 3, 4, u64::MAX].map(|index| packed.get(index));
            assert_eq!(found, [None, Some(Score::DRAW), Some(win), Some(loss), None, None]);
            assert_eq!(8 << packed.bits() >> 3, 8 * bytes, "{longest}");
            assert_eq!(packed.longest(), Some(longest));
        }
    }

    #[test]
    fn results_take_two_bits() {
        let results = Packed::new(1, 35).unwrap();
        let all = [Some(Wdl::Draw), Some(Wdl::Win), Some(Wdl::Loss), None];
        (0..35).for_each(|index| results.set(index, all[index as usize % 4]));
        assert!((0..35).all(|index| results.get(index) == all[index as usize % 4]));
        assert_eq!((results.get(35), results.bytes()), (None, 16));
    }

    #[test]
    fn what_is_not_won_is_found() {
        let results = Packed::new(1, 300).unwrap();
        let all = [Wdl::Draw, Wdl::Win, Wdl::Loss].map(Some);
        for index in 0..300 {
            // Few others, none in some words.
            let is_win = index % 7 > 0 || (64..128).contains(&index);
            let result = if is_win {
                Some(Wdl::Win)
            } else {
                [&all[..], &[None]].concat()[index as usize / 7 % 4]
            };
            results.set(index, result);
        }
        for indices in [0..300, 0..0, 1..29, 31..33, 60..130, 64..128, 7..8, 280..300, 290..999] {
            let expected = indices
                .clone()
                .filter(|&index| index < 300 && results.get(index) != Some(Wdl::Win));
            assert!(results.not_won(indices.clone()).eq(expected), "{indices:?}");
        }
    }
}
