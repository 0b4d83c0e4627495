//! The table of positions, of bounded size.

use std::collections::TryReserveError;

use super::numbers::{Numbers, PathDependence};
use engine::game::key;
use system::memory;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It is not solved yet.
    Open(Numbers),
    Proven,
    /// On every path.
    Disproven,
    /// On paths from the root whose part up to the last position of the dependence has this key.
    DisprovenOn {
        path: [u32; 2],
        dependence: PathDependence,
    },
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    finding: Finding,
    work: u32,
}

const BUCKET: usize = 4;

/// Entries in buckets. In a full bucket the entry that took the least work is replaced.
pub(super) struct ProofTable {
    buckets: Vec<[Option<Entry>; BUCKET]>,
    used: usize,
}

impl ProofTable {
    /// A table without entries, which forgets everything.
    pub(super) const EMPTY: Self = Self { buckets: Vec::new(), used: 0 };

    pub(super) fn with_bytes(bytes: usize) -> Result<Self, TryReserveError> {
        let count = bytes / size_of::<[Option<Entry>; BUCKET]>();
        let buckets = memory::filled(count, || [None; BUCKET])?;
        Ok(Self { buckets, used: 0 })
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([None; BUCKET]);
        self.used = 0;
    }

    pub(super) fn per_mille(&self) -> u32 {
        let room = self.buckets.len() * BUCKET;
        (self.used as u64 * 1000).checked_div(room as u64).unwrap_or(0) as u32
    }

    pub(super) fn get(&self, key: u64) -> Option<Finding> {
        self.entry(key).map(|entry| entry.finding)
    }

    /// The nodes that a position took so far; 0 if it is not in the table.
    pub(super) fn work(&self, key: u64) -> u64 {
        self.entry(key).map_or(0, |entry| entry.work.into())
    }

    /// Hints that the key is about to be looked up.
    pub(super) fn prefetch(&self, key: u64) {
        for line in self.bucket(key).iter().flat_map(|bucket| bucket.chunks(BUCKET / 2)) {
            memory::prefetch(&line[0]);
        }
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        self.bucket(key)?.iter().flatten().find(|entry| entry.key == key)
    }

    fn bucket(&self, key: u64) -> Option<&[Option<Entry>; BUCKET]> {
        self.buckets.get(key::bucket(key, self.buckets.len())?)
    }

    /// Stores a finding that took `work` nodes more than the one stored before.
    pub(super) fn put(&mut self, key: u64, finding: Finding, work: u64) {
        let Some(index) = key::bucket(key, self.buckets.len()) else { return };
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let bucket = &mut self.buckets[index];
        if let Some(entry) = bucket.iter_mut().flatten().find(|entry| entry.key == key) {
            *entry = Entry { key, finding, work: entry.work.saturating_add(work) };
            return;
        }
        let least = bucket.iter_mut().min_by_key(|slot| slot.as_ref().map(|entry| entry.work));
        if let Some(slot) = least {
            self.used += usize::from(slot.is_none());
            *slot = Some(Entry { key, finding, work });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_no_larger_than_it_must_be() {
        assert_eq!(size_of::<Option<Entry>>(), 32);
    }

    #[test]
    fn the_entry_that_took_the_least_work_is_replaced() {
        let mut table = ProofTable::with_bytes(128).unwrap();
        for (key, work) in [(1, 9), (2, 5), (3, 7), (4, 8)] {
            table.put(key, Finding::Proven, work);
        }
        assert_eq!(table.per_mille(), 1000);
        table.put(2, Finding::Disproven, 3);
        table.put(5, Finding::Proven, 1);
        assert_eq!(table.get(2), Some(Finding::Disproven));
        assert_eq!((table.get(3), table.get(5)), (None, Some(Finding::Proven)));
        table.clear();
        assert_eq!((table.get(5), table.per_mille()), (None, 0));
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        for mut table in [ProofTable::EMPTY, ProofTable::with_bytes(127).unwrap()] {
            table.put(1, Finding::Proven, 1);
            assert_eq!((table.get(1), table.per_mille()), (None, 0));
        }
    }

    #[test]
    fn a_table_that_is_too_large_is_refused() {
        for bytes in [1 << 55, usize::MAX] {
            assert!(ProofTable::with_bytes(bytes).is_err());
        }
    }
}
