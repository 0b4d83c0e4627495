//! A table of answers, which threads share.

use std::sync::atomic::{AtomicU64, Ordering};

use super::answer::Forced;

/// [`Entry`] words, by the hash of the position.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t>(pub(super) &'t [AtomicU64]);

impl Entries<'_> {
    fn slot(&self, key: u64) -> &AtomicU64 {
        // The low bits are not part of an entry.
        let place = (u128::from(key.rotate_right(16)) * self.0.len() as u128) >> 64;
        &self.0[place as usize]
    }

    pub(super) fn look_up(&self, key: Option<u64>) -> Option<Forced> {
        let key = key?;
        Entry(self.slot(key).load(Ordering::Relaxed)).get(key)
    }

    pub(super) fn keep(&self, key: Option<u64>, forced: Forced) {
        if let Some(key) = key {
            self.slot(key).store(Entry::new(key, forced).0, Ordering::Relaxed);
        }
    }
}

/// A table entry: 48 bits of the key of a position, a number of plies, and whether there is a win within it.
#[derive(Clone, Copy)]
struct Entry(u64);

impl Entry {
    const TAG: u64 = !0xffff;

    const fn new(key: u64, forced: Forced) -> Self {
        let found = match forced {
            Forced::Within(plies) => 0x100 | plies as u64,
            Forced::NotWithin(plies) => plies as u64,
            Forced::Never => 0xff,
        };
        Self(key & Self::TAG | found)
    }

    /// The answer, if the entry is of the position with this key.
    fn get(self, key: u64) -> Option<Forced> {
        (self.0 & Self::TAG == key & Self::TAG).then_some(match self.0 as u32 & 0x1ff {
            0xff => Forced::Never,
            plies @ ..0xff => Forced::NotWithin(plies),
            plies => Forced::Within(plies & 0xff),
        })
    }
}
