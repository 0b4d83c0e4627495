//! Where threads are, so that others turn to other moves first.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::key;

/// Marks of the positions that threads search: their keys, or 0. One may overwrite another; what is
/// lost by that is nothing but time.
pub(super) struct Marks(Vec<AtomicU64>);

impl Marks {
    const COUNT: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(Self::COUNT).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key::bucket(key, Self::COUNT).unwrap_or_default()]
    }

    /// Whether a thread is at a position.
    pub(super) fn is_at(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    pub(super) fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }
}
