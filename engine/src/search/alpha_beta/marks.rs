//! The nodes at which the threads of a parallel search are.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::key;

/// The keys of the nodes that threads search, or 0; other threads defer them. Two positions may share a
/// place; one is then searched twice, which costs time alone.
pub(super) struct Marks(Vec<AtomicU64>);

impl Marks {
    const COUNT: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(Self::COUNT).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key::bucket(key, Self::COUNT).unwrap_or_default()]
    }

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
