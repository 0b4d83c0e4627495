//! What a sweep keeps: states, each with the best value found for it.

/// What tells states apart.
pub(super) trait State: Copy + Eq {
    /// Well mixed in the upper bits.
    fn hash(self) -> u64;
}

/// The bits of a slot that hold a part of the hash.
const UPPER: u64 = u64::MAX << 32;

/// The index of the entry that a slot which is not free leads to.
const fn entry(slot: u64) -> usize {
    (slot & !UPPER) as usize - 1
}

/// States with values, found by open addressing.
#[derive(Debug)]
pub(super) struct Table<S, V> {
    pub(super) entries: Vec<(S, V)>,
    /// One more than the index of an entry, or 0; above it the upper half of its hash.
    slots: Vec<u64>,
}

impl<S, V> Default for Table<S, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), slots: Vec::new() }
    }
}

impl<S: State, V: Copy + Ord> Table<S, V> {
    /// The number of slots is a power of two.
    const LEAST_SLOTS: usize = 64;

    /// Removes all states; makes room for about as many as there were.
    pub(super) fn clear(&mut self) {
        let size = (2 * self.entries.len()).next_power_of_two().max(Self::LEAST_SLOTS);
        self.entries.clear();
        self.slots.truncate(size);
        self.slots.fill(0);
    }

    /// Adds a state or raises its value; returns its place among the entries.
    pub(super) fn raise(&mut self, state: S, value: V) -> usize {
        if self.slots.len() < 2 * (self.entries.len() + 1) {
            self.grow();
        }
        let hash = state.hash();
        let slot = self.slot(state, hash);
        let Some(found) = self.slots.get_mut(slot) else { return 0 };
        if *found == 0 {
            self.entries.push((state, value));
            *found = hash & UPPER | self.entries.len() as u64;
        } else if let Some((_, best)) = self.entries.get_mut(entry(*found)) {
            *best = value.max(*best);
        }
        entry(*found)
    }

    /// Removes all but the states that are worth most; then none can be added.
    pub(super) fn keep(&mut self, count: usize, worth: impl Fn(S, V) -> i32) {
        if count < self.entries.len() {
            let key = |&(state, value): &(S, V)| (-worth(state, value), state.hash());
            self.entries.select_nth_unstable_by_key(count, key);
            self.entries.truncate(count);
        }
    }

    /// Replaces every state by another, different ones by different ones.
    pub(super) fn map(&mut self, map: impl Fn(S) -> S) {
        for (state, _) in &mut self.entries {
            *state = map(*state);
        }
        self.slots.fill(0);
        self.index();
    }

    /// The slot of a state, or the free one where it belongs. At least half of them are free.
    #[inline]
    fn slot(&self, state: S, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        loop {
            let found = self.slots[slot];
            let same = (found ^ hash) & UPPER == 0;
            if found == 0 || same && self.entries[entry(found)].0 == state {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(Self::LEAST_SLOTS);
        self.slots.clear();
        self.slots.resize(size, 0);
        self.index();
    }

    fn index(&mut self) {
        for index in 0..self.entries.len() {
            let state = self.entries[index].0;
            let hash = state.hash();
            let slot = self.slot(state, hash);
            self.slots[slot] = hash & UPPER | (index as u64 + 1);
        }
    }
}
