//! The transposition table of the solver, for one board.

/// Bounds for the score of a position, and the move that was best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The whole position, so that no two are confused; 0 if the entry is empty.
    pub(super) key: u32,
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The index of a square; meaningless if no move was good.
    pub(super) best: u8,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
}

impl Default for Table {
    fn default() -> Self {
        Self::with_entries(1 << 13)
    }
}

impl Table {
    /// At least one.
    pub(super) fn with_entries(count: usize) -> Self {
        Self { entries: vec![Entry::default(); count].into_boxed_slice() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// The entry for a key, which may hold what was stored for another key.
    #[inline]
    pub(super) fn slot(&mut self, key: u32) -> &mut Entry {
        let hash = u64::from(key.wrapping_mul(0x9e37_79b9));
        let index = (hash * self.entries.len() as u64) >> 32;
        &mut self.entries[index as usize]
    }
}
