//! The transposition table: what was found out about positions, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::prefetch::prefetch;
use super::verified::Verified;
use crate::key;
use crate::score::Score;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// As seen from the position itself.
    pub(super) score: Score,
    /// The move that was best, or that refuted the line, as its number in the list of distinct
    /// moves; `None` if none stood out. Equal positions list their moves in the same order, and a
    /// number that is too large names no move: so not even a collision of keys makes an illegal one.
    pub(super) best: Option<u16>,
    /// How many plies the score looks ahead.
    pub(super) depth: u16,
    pub(super) bound: Bound,
    pub(super) basis: Basis,
}

/// How an entry's score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is this or more.
    Lower = 1,
    /// The true score is this or less.
    Upper = 2,
    Exact = 3,
}

/// What a score rests on; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// Some moves were looked at less deeply than the depth says.
    Reduced,
    /// Everything up to the depth, evaluated there.
    Full,
    /// Finished games alone: no deeper search can change it.
    Solved,
}

impl Entry {
    const NO_MOVE: u16 = u16::MAX;

    /// All in one word, the generation included. Never 0, as a bound is not.
    fn pack(self, generation: u8) -> u64 {
        let best = self.best.unwrap_or(Self::NO_MOVE);
        u64::from(self.score.to_bits()) << 32
            | u64::from(best) << 16
            | u64::from(self.depth & DEPTH_MASK) << 6
            | (self.bound as u64) << 4
            | (self.basis as u64) << 2
            | u64::from(generation & GENERATION_MASK)
    }

    fn unpack(data: u64) -> Option<Self> {
        let best = (data >> 16) as u16;
        Some(Self {
            score: Score::from_bits((data >> 32) as u32),
            best: (best != Self::NO_MOVE).then_some(best),
            depth: (data >> 6) as u16 & DEPTH_MASK,
            bound: match data >> 4 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                3 => Bound::Exact,
                _ => return None,
            },
            basis: match data >> 2 & 3 {
                0 => Basis::Reduced,
                1 => Basis::Full,
                _ => Basis::Solved,
            },
        })
    }

    /// Whether this says all that `newer` would say about the same position, and lasts longer.
    pub(super) fn outlasts(&self, newer: &Self) -> bool {
        let covers = self.bound == Bound::Exact || self.bound == newer.bound;
        self.basis == Basis::Solved && newer.basis != Basis::Solved && covers
    }

    /// How much it would cost to find it out again, roughly, less what it lost by age.
    pub(super) fn worth(&self, age: u8) -> i32 {
        const PLIES_PER_GENERATION: i32 = 8;
        i32::from(self.depth) - PLIES_PER_GENERATION * i32::from(age)
    }
}

const DEPTH_MASK: u16 = (1 << 10) - 1;

/// Runs are told apart by their number modulo 4.
pub(super) const GENERATION_MASK: u8 = 3;

/// What a search remembers.
pub(super) enum Table<G> {
    /// Positions are known by their keys.
    Keyed(Keys),
    /// Positions are stored and compared.
    Verified(Verified<G>),
}

impl<G: Clone> Table<G> {
    pub(super) fn clear(&mut self) {
        match self {
            Self::Keyed(keys) => keys.clear(),
            Self::Verified(positions) => positions.clear(),
        }
    }

    /// Begins a new run: what is there stays useful, but gives way first.
    pub(super) fn next_generation(&mut self) {
        match self {
            Self::Keyed(keys) => keys.generation = keys.generation.wrapping_add(1),
            Self::Verified(positions) => positions.next_generation(),
        }
    }

    /// Says that a key is about to be looked up.
    pub(super) fn prefetch(&self, key: u64) {
        if let Self::Keyed(keys) = self
            && let Some(bucket) = keys.bucket(key)
        {
            prefetch(bucket);
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u64, position: &G) -> Option<Entry> {
        match self {
            Self::Keyed(keys) => keys.get(key),
            Self::Verified(positions) => positions.get(key, position),
        }
    }

    pub(super) fn put(&self, key: u64, position: &G, entry: Entry) {
        match self {
            Self::Keyed(keys) => keys.put(key, entry),
            Self::Verified(positions) => positions.put(key, position, entry),
        }
    }
}

/// A table without locks: an entry is two words, the second also mixed into the first, so that words
/// of different entries, written by two threads at once, match no key (Hyatt and Mann, *A lock-less
/// transposition table implementation for parallel search*, ICGA Journal, 2002).
pub(super) struct Keys {
    buckets: Vec<Bucket>,
    generation: u8,
}

/// One line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    /// The key, combined with the data by exclusive or.
    check: AtomicU64,
    /// A packed entry; 0 is none.
    data: AtomicU64,
}

impl Slot {
    /// The key and the entry that are there, unless they were torn: then any key.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

impl Keys {
    /// As many buckets as fit in `bytes`.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let buckets = bytes / size_of::<Bucket>();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    fn bucket(&self, key: u64) -> Option<&Bucket> {
        self.buckets.get(key::bucket(key, self.buckets.len())?)
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        let Bucket(slots) = self.bucket(key)?;
        let found = slots.iter().map(Slot::load).find(|&(known, data)| known == key && data != 0);
        Entry::unpack(found?.1)
    }

    /// Takes the place of what is known about the position, or else of what is worth least in its
    /// bucket.
    fn put(&self, key: u64, mut entry: Entry) {
        let Some(Bucket(slots)) = self.bucket(key) else { return };
        let mut place = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let (known, data) = slot.load();
            let Some(old) = Entry::unpack(data) else {
                if least > i32::MIN {
                    (place, least) = (slot, i32::MIN);
                }
                continue;
            };
            if known == key {
                if old.outlasts(&entry) {
                    return;
                }
                entry.best = entry.best.or(old.best);
                place = slot;
                break;
            }
            let worth = old.worth(self.generation.wrapping_sub(data as u8) & GENERATION_MASK);
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        place.store(key, entry.pack(self.generation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u16) -> Entry {
        Entry { score, best: None, depth, bound: Bound::Exact, basis: Basis::Full }
    }

    #[test]
    fn an_entry_takes_16_bytes_and_a_bucket_a_line_of_the_cache() {
        assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
        assert_eq!(Keys::with_bytes(1 << 20).buckets.len(), 1 << 14);
    }

    #[test]
    fn packing_loses_nothing() {
        let far = Score::MAX_DISTANCE;
        for score in [Score::win_in(0), Score::loss_in(far), Score::win_in(far), Score::value(-7)] {
            for best in [None, Some(0), Some(u16::MAX - 1)] {
                for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                    for basis in [Basis::Reduced, Basis::Full, Basis::Solved] {
                        let entry = Entry { score, best, depth: 1000, bound, basis };
                        let data = entry.pack(7);
                        assert_eq!((Entry::unpack(data), data & 3), (Some(entry), 3));
                    }
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut table = Keys::with_bytes(1 << 12);
        let put = Entry { best: Some(3), ..entry(Score::DRAW, 4) };
        table.put(5 << 60, put);
        assert_eq!(table.get(5 << 60), Some(put));
        assert_eq!(table.get((5 << 60) + 1), None);
        table.put(5 << 60, entry(Score::value(1), 5));
        assert_eq!(table.get(5 << 60), Some(Entry { best: Some(3), ..entry(Score::value(1), 5) }));
        table.clear();
        assert_eq!(table.get(5 << 60), None);
    }

    #[test]
    fn torn_entries_match_no_key() {
        let table = Keys::with_bytes(64);
        table.put(1, entry(Score::DRAW, 9));
        let slot = &table.buckets[0].0[0];
        let (_, first) = slot.load();
        table.put(2, entry(Score::value(5), 3));
        let (_, second) = table.buckets[0].0[1].load();
        assert_ne!(first, second);
        slot.data.store(second, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
        assert!(table.get(2).is_some());
    }

    #[test]
    fn deep_results_survive_shallow_ones_until_they_are_old() {
        let mut table = Keys::with_bytes(64);
        table.put(1, entry(Score::DRAW, 9));
        for key in 2..99 {
            table.put(key, entry(Score::DRAW, 1));
            assert!(table.get(1).is_some() && table.get(key).is_some());
        }
        table.generation += 1;
        for key in 100..104 {
            table.put(key, entry(Score::DRAW, 2));
        }
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn what_is_solved_is_not_forgotten_for_less() {
        let table = Keys::with_bytes(64);
        let solved = Entry { basis: Basis::Solved, ..entry(Score::win_in(9), 3) };
        table.put(1, solved);
        table.put(1, entry(Score::value(5), 8));
        assert_eq!(table.get(1), Some(solved));
    }

    #[test]
    fn what_is_solved_gives_way_to_what_it_does_not_say() {
        for old in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for new in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let table = Keys::with_bytes(64);
                let old = Entry { bound: old, basis: Basis::Solved, ..entry(Score::DRAW, 3) };
                let new = Entry { bound: new, ..entry(Score::DRAW, 8) };
                table.put(1, old);
                table.put(1, new);
                let covers = old.bound == Bound::Exact || old.bound == new.bound;
                assert_eq!(table.get(1), Some(if covers { old } else { new }));
            }
        }
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let table = Keys::with_bytes(63);
        table.put(1, entry(Score::DRAW, 9));
        assert_eq!(table.get(1), None);
    }
}
