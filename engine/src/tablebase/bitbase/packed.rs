//! Results of two bits each, and marks of one bit, that threads share.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory;
use crate::outcome::Wdl;
use crate::tablebase::error::BuildError;
use crate::tablebase::memory::filled;

/// A result for each index, two bits each. All begin as draws; a change only sets bits, and is final.
pub(super) struct Results {
    words: Vec<AtomicU64>,
}

const RESULTS: u64 = u64::BITS as u64 / 2;

impl Results {
    const DRAW: u64 = 0;
    const WIN: u64 = 1;
    const LOSS: u64 = 2;
    /// No position.
    const NONE: u64 = 3;

    pub(super) fn new(len: u64) -> Result<Self, BuildError> {
        Ok(Self { words: filled(len.div_ceil(RESULTS), AtomicU64::default)? })
    }

    /// The bytes of memory that `len` results take.
    pub(super) const fn bytes(len: u64) -> u64 {
        len.div_ceil(RESULTS).saturating_mul(8)
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The result of an index; `None` if it has no position, or is too large.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Option<Wdl> {
        let word = self.words.get(usize::try_from(index / RESULTS).ok()?)?;
        Self::decode(word.load(Ordering::Relaxed) >> (index % RESULTS * 2))
    }

    /// Prefetches the result of an index.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        if let Some(word) = self.words.get((index / RESULTS) as usize) {
            memory::prefetch(word);
        }
    }

    /// The result in the lowest two bits.
    pub(super) const fn decode(word: u64) -> Option<Wdl> {
        match word & 3 {
            Self::DRAW => Some(Wdl::Draw),
            Self::WIN => Some(Wdl::Win),
            Self::LOSS => Some(Wdl::Loss),
            _ => None,
        }
    }

    /// Sets the result of an index that was a draw so far.
    pub(super) fn set(&self, index: u64, result: Option<Wdl>) {
        let code = match result {
            Some(Wdl::Draw) => Self::DRAW,
            Some(Wdl::Win) => Self::WIN,
            Some(Wdl::Loss) => Self::LOSS,
            None => Self::NONE,
        };
        let word = &self.words[(index / RESULTS) as usize];
        word.fetch_or(code << (index % RESULTS * 2), Ordering::Relaxed);
    }
}

/// Marks on indices, one bit each.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    /// How many marks a word holds.
    pub(super) const WORD: u64 = u64::BITS as u64;

    /// Every index marked.
    pub(super) fn all(len: u64) -> Result<Self, BuildError> {
        let mut words = filled(len.div_ceil(Self::WORD), || AtomicU64::new(u64::MAX))?;
        if let Some(last) = words.last_mut().filter(|_| !len.is_multiple_of(Self::WORD)) {
            *last = AtomicU64::new((1 << (len % Self::WORD)) - 1);
        }
        Ok(Self { words })
    }

    /// The bytes of memory that `len` marks take.
    pub(super) const fn bytes(len: u64) -> u64 {
        len.div_ceil(Self::WORD).saturating_mul(8)
    }

    /// Clears the marks of a word, and returns them.
    pub(super) fn take(&self, word: u64) -> u64 {
        let word = &self.words[word as usize];
        // Most words have no marks in later passes, and reading is cheaper.
        if word.load(Ordering::Relaxed) == 0 { 0 } else { word.swap(0, Ordering::AcqRel) }
    }

    /// Marks an index. The thread that takes the mark sees what this one wrote before.
    pub(super) fn set(&self, index: u64) {
        if let Some(word) = self.words.get((index / Self::WORD) as usize) {
            word.fetch_or(1 << (index % Self::WORD), Ordering::AcqRel);
        }
    }
}
