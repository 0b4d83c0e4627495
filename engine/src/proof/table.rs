//! What is remembered of positions, in a bounded space.

use super::numbers::{Numbers, PathDependence};
use crate::key;

/// What the search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Not solved yet.
    Open(Numbers),
    Proven,
    /// On whatever path it is reached.
    Disproven,
    /// Only where the path from the root up to the last of the grounds has this key.
    DisprovenOn {
        path: [u32; 2],
        grounds: PathDependence,
    },
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    finding: Finding,
    /// How many nodes were visited to find it out.
    work: u32,
}

const BUCKET: usize = 4;

/// Entries in buckets; in a full one, what took the least work gives way.
pub(super) struct Table {
    buckets: Vec<[Option<Entry>; BUCKET]>,
    used: usize,
}

impl Table {
    /// As many buckets as fit in `bytes`.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let buckets = bytes / size_of::<[Option<Entry>; BUCKET]>();
        Self { buckets: vec![[None; BUCKET]; buckets], used: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([None; BUCKET]);
        self.used = 0;
    }

    /// How full the table is, in parts per thousand.
    pub(super) fn per_mille(&self) -> u32 {
        let room = self.buckets.len() * BUCKET;
        (self.used as u64 * 1000).checked_div(room as u64).unwrap_or(0) as u32
    }

    pub(super) fn get(&self, key: u64) -> Option<Finding> {
        let bucket = self.buckets.get(key::bucket(key, self.buckets.len())?)?;
        bucket.iter().flatten().find(|entry| entry.key == key).map(|entry| entry.finding)
    }

    /// Remembers a finding that took `work` nodes more than what was remembered so far.
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
    fn what_took_the_least_work_gives_way() {
        let mut table = Table::with_bytes(128);
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
        let mut table = Table::with_bytes(0);
        table.put(1, Finding::Proven, 1);
        assert_eq!((table.get(1), table.per_mille()), (None, 0));
    }
}
