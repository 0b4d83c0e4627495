//! What the search remembers of the positions of one board.

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

const BITS: u32 = 13;

#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 1 << BITS].into_boxed_slice() }
    }
}

impl Table {
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// The place of a key; whatever is there may be of another one.
    #[inline]
    pub(super) fn slot(&mut self, key: u32) -> &mut Entry {
        let index = key.wrapping_mul(0x9e37_79b9) >> (32 - BITS);
        &mut self.entries[index as usize]
    }
}
