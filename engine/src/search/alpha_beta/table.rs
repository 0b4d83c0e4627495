//! The transposition table: what was found out about positions, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::entry::Entry;
use crate::game::key;
use crate::system::memory;

/// A table without locks: positions are known by their keys. An entry is two words, the second also
/// mixed into the first, so that words of different entries, written by two threads at once, match no
/// key (Hyatt and Mann, *A lock-less transposition table implementation for parallel search*, ICGA
/// Journal, 2002).
pub(super) struct Table {
    slots: Vec<Slot>,
    /// Buckets begin with this slot, where a line of the cache begins.
    first: usize,
    generation: u8,
}

/// One line of the cache. Not `repr(align(64))`: glibc does not reuse aligned blocks, so a program that
/// creates many searches would grow.
type Bucket = [Slot; SLOTS];

const SLOTS: usize = 4;

/// The entry for a key in a bucket, and where it is.
#[inline]
fn find(bucket: &Bucket, key: u64) -> Option<(&Slot, Entry)> {
    let mut slots = bucket.iter().map(|slot| (slot, slot.load()));
    let (slot, (_, data)) = slots.find(|&(_, (known, data))| known == key && data != 0)?;
    Some((slot, Entry::unpack(data)?))
}

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

impl Table {
    /// A table without room.
    pub(super) const NONE: Self = Self { slots: Vec::new(), first: 0, generation: 0 };

    /// As many buckets as fit in `bytes`, if the system grants the memory.
    pub(super) fn with_bytes(bytes: usize) -> Option<Self> {
        let count = bytes / size_of::<Bucket>() * SLOTS;
        let mut slots: Vec<Slot> = Vec::new();
        slots.try_reserve_exact(count + SLOTS).ok()?;
        let first = slots.as_ptr().align_offset(size_of::<Bucket>()).min(SLOTS);
        memory::prefer_huge_pages(slots.spare_capacity_mut());
        slots.resize_with(first + count, Slot::default);
        Some(Self { slots, first, generation: 0 })
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
    }

    /// Begins a new run: what is there stays useful, but gives way first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Says that a key is about to be looked up.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            memory::prefetch(bucket);
        }
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.slots.get(self.first..).unwrap_or_default().as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.buckets();
        buckets.get(key::bucket(key, buckets.len())?)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        find(self.bucket(key)?, key).map(|(_, entry)| entry)
    }

    /// Takes the place of what is known about the position, or else of what is worth least in its
    /// bucket.
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let worth = |slot: &&Slot| {
            let (_, data) = slot.load();
            let age = self.generation.wrapping_sub(data as u8);
            Entry::unpack(data).map_or(i32::MIN, |old| old.replacement_value(age))
        };
        let (slot, entry) = match find(bucket, key) {
            Some((slot, old)) => (Some(slot), entry.after(&old)),
            None => (bucket.iter().min_by_key(worth), Some(entry)),
        };
        if let (Some(slot), Some(entry)) = (slot, entry) {
            slot.store(key, entry.pack(self.generation));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Basis, Bound};
    use super::*;
    use crate::search::score::Score;

    fn entry(score: Score, depth: u16) -> Entry {
        Entry { score, best: None, depth, bound: Bound::Exact, basis: Basis::Full }
    }

    #[test]
    fn an_entry_takes_16_bytes_and_a_bucket_a_line_of_the_cache() {
        assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
        assert_eq!(Table::with_bytes(1 << 20).unwrap().buckets().len(), 1 << 14);
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
        let mut table = Table::with_bytes(1 << 12).unwrap();
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
        let table = Table::with_bytes(64).unwrap();
        table.put(1, entry(Score::DRAW, 9));
        let slot = &table.buckets()[0][0];
        let (_, first) = slot.load();
        table.put(2, entry(Score::value(5), 3));
        let (_, second) = table.buckets()[0][1].load();
        assert_ne!(first, second);
        slot.data.store(second, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
        assert!(table.get(2).is_some());
    }

    #[test]
    fn deep_results_survive_shallow_ones_until_they_are_old() {
        let mut table = Table::with_bytes(64).unwrap();
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
        let table = Table::with_bytes(64).unwrap();
        let solved = Entry { basis: Basis::Solved, ..entry(Score::win_in(9), 3) };
        table.put(1, solved);
        table.put(1, entry(Score::value(5), 8));
        assert_eq!(table.get(1), Some(solved));
    }

    #[test]
    fn what_is_solved_gives_way_to_what_it_does_not_say() {
        for old in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for new in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let table = Table::with_bytes(64).unwrap();
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
        let table = Table::with_bytes(63).unwrap();
        table.put(1, entry(Score::DRAW, 9));
        assert_eq!(table.get(1), None);
    }
}
