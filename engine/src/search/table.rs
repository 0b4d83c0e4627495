//! The transposition table.

use crate::score::Score;

/// What a search found out about a position.
#[derive(Clone, Copy)]
pub(super) struct Entry<M> {
    key: u64,
    /// The move that was best, or that refuted the line; `None` if none stood out.
    pub(super) best: Option<M>,
    /// As seen from the position itself.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// How many plies the score looks ahead; [`SOLVED`] if it rests on finished games alone.
    pub(super) depth: u16,
    generation: u8,
}

/// The depth of entries that no deeper search can change.
pub(super) const SOLVED: u16 = u16::MAX;

/// How an entry's score is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
    Exact,
}

/// Entries in buckets of two: one keeps the deepest search, the other the latest.
pub(super) struct Table<M> {
    buckets: Vec<[Option<Entry<M>>; 2]>,
    generation: u8,
}

impl<M: Copy> Table<M> {
    /// As many buckets as fit in `bytes`.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let buckets = bytes / size_of::<[Option<Entry<M>>; 2]>();
        Self { buckets: vec![[None; 2]; buckets], generation: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([None; 2]);
    }

    /// Begins a new search: what is there stays useful, but gives way first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The bucket of a key, or `None` in a table without room. Every bit of the key counts.
    fn index(&self, key: u64) -> Option<usize> {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        (!self.buckets.is_empty()).then_some(index as usize)
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.buckets[self.index(key)?].iter().flatten().find(|entry| entry.key == key)
    }

    pub(super) fn put(
        &mut self,
        key: u64,
        best: Option<M>,
        score: Score,
        bound: Bound,
        depth: u16,
    ) {
        let Some(index) = self.index(key) else { return };
        let generation = self.generation;
        let entry = Entry { key, best, score, bound, depth, generation };
        let [deepest, latest] = &mut self.buckets[index];
        let gives_way =
            |old: &Entry<M>| old.key == key || old.generation != generation || old.depth <= depth;
        if deepest.as_ref().is_none_or(gives_way) {
            if let Some(old) = deepest.replace(entry)
                && old.key != key
            {
                *latest = Some(old);
            }
        } else {
            *latest = Some(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(bytes: usize) -> Table<u8> {
        Table::with_bytes(bytes)
    }

    #[test]
    fn an_entry_is_no_larger_than_it_must_be() {
        assert_eq!(size_of::<Option<Entry<u8>>>(), 24);
        assert_eq!(size_of::<Option<Entry<u64>>>(), 32);
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut table = table(1 << 12);
        table.put(5 << 60, Some(3), Score::DRAW, Bound::Exact, 4);
        assert_eq!(table.get(5 << 60).and_then(|entry| entry.best), Some(3));
        assert!(table.get((5 << 60) + 1).is_none());
        table.clear();
        assert!(table.get(5 << 60).is_none());
    }

    #[test]
    fn deep_results_survive_shallow_ones_until_the_next_search() {
        let mut table = table(48);
        table.put(1, None, Score::DRAW, Bound::Exact, 9);
        table.put(2, None, Score::DRAW, Bound::Exact, 1);
        table.put(3, None, Score::DRAW, Bound::Exact, 1);
        assert!(table.get(1).is_some() && table.get(2).is_none() && table.get(3).is_some());
        table.next_generation();
        table.put(4, None, Score::DRAW, Bound::Exact, 1);
        table.put(5, None, Score::DRAW, Bound::Exact, 1);
        assert!(table.get(1).is_none());
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let mut table = table(0);
        table.put(1, None, Score::DRAW, Bound::Exact, 9);
        assert!(table.get(1).is_none());
    }
}
