//! A transposition table that stores positions, so that no collision of keys can deceive it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::entry::Entry;
use crate::key;

/// Buckets of positions with what is known about them.
pub(super) struct Verified<G> {
    buckets: Vec<Mutex<Bucket<G>>>,
    same: fn(&G, &G) -> bool,
    generation: u8,
}

type Bucket<G> = [Option<Known<G>>; 2];

struct Known<G> {
    /// Tells the players apart for whom an equal position was searched.
    key: u64,
    position: G,
    entry: Entry,
    generation: u8,
}

impl<G> Verified<G> {
    /// As many buckets as fit in `bytes`, if the system grants the memory; `same` is equality.
    pub(super) fn with_bytes(bytes: usize, same: fn(&G, &G) -> bool) -> Option<Self> {
        let count = bytes / size_of::<Mutex<Bucket<G>>>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, || Mutex::new([None, None]));
        Some(Self { buckets, same, generation: 0 })
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(|| Mutex::new([None, None]));
    }

    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> Option<MutexGuard<'_, Bucket<G>>> {
        let bucket = self.buckets.get(key::bucket(key, self.buckets.len())?)?;
        Some(bucket.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn get(&self, key: u64, position: &G) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        let mut known = bucket.iter().flatten();
        known.find(|known| self.is_for(known, key, position)).map(|known| known.entry)
    }

    fn is_for(&self, known: &Known<G>, key: u64, position: &G) -> bool {
        known.key == key && (self.same)(&known.position, position)
    }
}

impl<G: Clone> Verified<G> {
    /// Takes the place of what is known about the position, or else of what is worth least in its
    /// bucket.
    pub(super) fn put(&self, key: u64, position: &G, entry: Entry) {
        let Some(mut bucket) = self.bucket(key) else { return };
        let generation = self.generation;
        let known = bucket.iter_mut().flatten().find(|known| self.is_for(known, key, position));
        if let Some(known) = known {
            if let Some(entry) = entry.after(&known.entry) {
                (known.entry, known.generation) = (entry, generation);
            }
            return;
        }
        let worth = |known: &Option<Known<G>>| {
            known.as_ref().map_or(i32::MIN, |known| {
                known.entry.worth(generation.wrapping_sub(known.generation))
            })
        };
        if let Some(least) = bucket.iter_mut().min_by_key(|known| worth(known)) {
            *least = Some(Known { key, position: position.clone(), entry, generation });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Basis, Bound};
    use super::*;
    use crate::score::Score;

    fn entry(depth: u16) -> Entry {
        Entry { score: Score::DRAW, best: None, depth, bound: Bound::Exact, basis: Basis::Full }
    }

    #[test]
    fn equal_keys_do_not_make_equal_positions() {
        let mut table = Verified::with_bytes(1 << 10, |a: &u8, b: &u8| a == b).unwrap();
        table.put(0, &1, entry(5));
        assert_eq!(table.get(0, &2), None);
        table.put(0, &2, entry(6));
        assert_eq!(table.get(0, &1), Some(entry(5)));
        assert_eq!(table.get(0, &2), Some(entry(6)));
        table.put(0, &3, entry(1));
        assert_eq!(table.get(0, &1), None, "worth least");
        table.next_generation();
        table.put(0, &4, entry(1));
        assert_eq!(table.get(0, &2), Some(entry(6)));
        table.clear();
        assert_eq!(table.get(0, &2), None);
    }
}
