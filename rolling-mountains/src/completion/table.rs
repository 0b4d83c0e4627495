//! The states of a sweep, each once.

use super::changes::Changes;
use super::sweep::State;

/// The bits of a slot that hold a part of the hash.
const UPPER: u64 = u64::MAX << 32;

/// The index of the entry that a slot in use leads to.
const fn entry(slot: u64) -> usize {
    (slot & !UPPER) as usize - 1
}

/// States, each with the changes that touch all ways that lead to it: a hash table with open
/// addressing over a list.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) entries: Vec<(State, Changes)>,
    /// One more than the index of an entry, or 0; above it the upper half of its hash.
    slots: Vec<u64>,
}

impl Table {
    /// The number of slots is a power of two.
    const LEAST_SLOTS: usize = 64;

    /// Removes all states and makes room for about as many as there were.
    pub(super) fn clear(&mut self) {
        let size = (2 * self.entries.len()).next_power_of_two().max(Self::LEAST_SLOTS);
        self.entries.clear();
        self.slots.clear();
        self.slots.resize(size, 0);
    }

    /// Adds one more way that leads to a state.
    pub(super) fn add(&mut self, state: State, touching: Changes) {
        if self.slots.len() < 2 * (self.entries.len() + 1) {
            self.grow();
        }
        let hash = state.hash();
        let slot = self.slot(state, hash);
        if self.slots[slot] == 0 {
            self.entries.push((state, touching));
            self.slots[slot] = hash & UPPER | self.entries.len() as u64;
        } else {
            let (_, all) = &mut self.entries[entry(self.slots[slot])];
            *all = *all & touching;
        }
    }

    /// Removes all but the `count` best states; then none can be added.
    pub(super) fn keep_best(&mut self, count: usize) {
        let rank = |(state, _): &(State, Changes)| (-state.worth(), state.hash());
        self.entries.select_nth_unstable_by_key(count, rank);
        self.entries.truncate(count);
    }

    /// The slot of a state, or the free one where it belongs. At least half of them are free.
    #[inline]
    fn slot(&self, state: State, hash: u64) -> usize {
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
        for index in 0..self.entries.len() {
            let state = self.entries[index].0;
            let hash = state.hash();
            let slot = self.slot(state, hash);
            self.slots[slot] = hash & UPPER | (index as u64 + 1);
        }
    }
}
