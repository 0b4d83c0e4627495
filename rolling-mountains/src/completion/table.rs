//! The states of a sweep, each once.

use super::changes::Changes;
use super::links::Links;
use super::switch::Switch;

/// What has been swept of both paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) collect: Links,
    pub(super) drop: Links,
    pub(super) switch: Switch,
    /// By how many squares of the colour of the pawn's square, and of the other colour, the path
    /// dropped on is longer than the path collected on.
    pub(super) ahead: [i8; 2],
}

impl State {
    pub(super) const FIRST: Self =
        Self { collect: Links::EMPTY, drop: Links::EMPTY, switch: Switch::Neither, ahead: [0; 2] };

    /// A hash whose upper bits are well mixed.
    const fn hash(self) -> u64 {
        let [same, other] = self.ahead;
        let rest = self.switch.index() << 16 | (same as u8 as u64) << 8 | other as u8 as u64;
        let collect =
            self.collect.bits().wrapping_add(rest << 38).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (collect ^ collect >> 32 ^ self.drop.bits()).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// How promising a state is: the better, the longer the path dropped on and the fewer edges crossed.
    fn worth(self) -> i32 {
        let [same, other] = self.ahead;
        2 * i32::from(same + other) - (self.collect.crossings() + self.drop.crossings()) as i32
    }

    pub(super) fn is_done(self, held: u8) -> bool {
        let [same, other] = self.ahead;
        self.collect == Links::DONE
            && self.drop == Links::DONE
            && self.switch == Switch::Both
            && same + other >= held as i8
    }
}

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
