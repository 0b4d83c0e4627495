//! The transposition table of max^n: exact scores of every player.

use crate::game::key;
use crate::search::score::Score;

/// The result of searching a position to a depth, without its scores.
#[derive(Clone, Copy)]
pub(super) struct Entry<M> {
    /// Of the position and the depth.
    key: u64,
    pub(super) best: M,
    depth: u16,
    /// Whether a deeper search finds the same.
    pub(super) solved: bool,
    generation: u8,
}

/// Entries in buckets of two. A position has one for each depth, so that a later search to a smaller
/// depth finds its own.
pub(super) struct Table<M> {
    pub(super) bytes: usize,
    players: usize,
    entries: Vec<Option<Entry<M>>>,
    /// The scores of every entry, entry by entry.
    scores: Vec<Score>,
    generation: u8,
}

impl<M: Copy> Table<M> {
    const BUCKET: usize = 2;

    /// A table of at most this many bytes, allocated once the number of players is known.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        Self { bytes, players: 0, entries: Vec::new(), scores: Vec::new(), generation: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// Begins a new search: older entries stay, but are replaced first. If the number of players
    /// changes, the table is emptied. `None` if the system does not grant the memory.
    pub(super) fn begin(&mut self, players: usize) -> Option<()> {
        self.generation = self.generation.wrapping_add(1);
        if self.players == players {
            return Some(());
        }
        (self.players, self.entries, self.scores) = (0, Vec::new(), Vec::new());
        let entry = size_of::<Option<Entry<M>>>() + players * size_of::<Score>();
        let entries = self.bytes / (Self::BUCKET * entry) * Self::BUCKET;
        self.entries.try_reserve_exact(entries).ok()?;
        self.scores.try_reserve_exact(entries * players).ok()?;
        self.entries.resize(entries, None);
        self.scores.resize(entries * players, Score::DRAW);
        self.players = players;
        Some(())
    }

    /// The key of an entry, and the slots where it may be.
    fn bucket(&self, position: u64, depth: i32) -> Option<(u64, [usize; 2])> {
        let key = key::mix(position, depth as u64);
        let start = Self::BUCKET * key::bucket(key, self.entries.len() / Self::BUCKET)?;
        Some((key, [start, start + 1]))
    }

    /// The entry for the key of a position and a depth, and its scores.
    pub(super) fn get(&self, position: u64, depth: i32) -> Option<(&Entry<M>, &[Score])> {
        let (key, slots) = self.bucket(position, depth)?;
        slots.into_iter().find_map(|slot| {
            let entry = self.entries[slot].as_ref().filter(|entry| entry.key == key)?;
            Some((entry, &self.scores[slot * self.players..][..self.players]))
        })
    }

    /// Replaces the entry for the same key and depth, or else one of an earlier search or of the smaller
    /// depth.
    pub(super) fn put(
        &mut self,
        (position, depth): (u64, i32),
        best: M,
        solved: bool,
        scores: &[Score],
    ) {
        let Some((key, [first, second])) = self.bucket(position, depth) else { return };
        let worth = |slot: usize| {
            let other = self.entries[slot].filter(|old| old.key != key);
            other.map(|old| (old.generation == self.generation, old.depth))
        };
        let slot = if worth(second) < worth(first) { second } else { first };
        let (depth, generation) = (depth as u16, self.generation);
        self.entries[slot] = Some(Entry { key, best, depth, solved, generation });
        self.scores[slot * self.players..][..self.players].copy_from_slice(scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of this many buckets.
    fn table(buckets: usize) -> Table<u8> {
        let bucket = 2 * size_of::<Option<Entry<u8>>>() + 6 * size_of::<Score>();
        let mut table = Table::with_bytes(buckets * bucket + bucket - 1);
        table.begin(3).unwrap();
        table
    }

    fn scores(value: i32) -> [Score; 3] {
        [value, -value, 7].map(Score::value)
    }

    fn found(table: &Table<u8>, key: u64, depth: i32) -> Option<(u8, Vec<Score>)> {
        table.get(key, depth).map(|(entry, scores)| (entry.best, scores.to_vec()))
    }

    #[test]
    fn an_entry_is_no_larger_than_it_must_be() {
        assert_eq!(size_of::<Option<Entry<u32>>>(), 16);
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut table = table(50);
        table.put((5 << 60, 4), 3, false, &scores(9));
        assert_eq!(found(&table, 5 << 60, 4), Some((3, scores(9).to_vec())));
        assert_eq!(found(&table, 5 << 60, 3), None);
        assert_eq!(found(&table, (5 << 60) + 1, 4), None);
        table.clear();
        assert_eq!(found(&table, 5 << 60, 4), None);
        table.put((5 << 60, 4), 3, false, &scores(9));
        table.begin(4).unwrap();
        assert_eq!(found(&table, 5 << 60, 4), None);
    }

    #[test]
    fn scores_move_with_their_entries() {
        let mut table = table(1);
        table.put((1, 2), 1, false, &scores(1));
        table.put((2, 9), 2, false, &scores(2));
        assert_eq!(found(&table, 1, 2), Some((1, scores(1).to_vec())));
        assert_eq!(found(&table, 2, 9), Some((2, scores(2).to_vec())));
        table.put((3, 1), 3, false, &scores(3));
        assert_eq!(found(&table, 1, 2), None);
        assert_eq!(found(&table, 2, 9), Some((2, scores(2).to_vec())));
        assert_eq!(found(&table, 3, 1), Some((3, scores(3).to_vec())));
        table.begin(3).unwrap();
        table.put((4, 1), 4, false, &scores(4));
        table.put((5, 1), 5, false, &scores(5));
        assert_eq!(found(&table, 2, 9), None);
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let mut table = table(0);
        table.put((1, 2), 1, true, &scores(1));
        assert_eq!(found(&table, 1, 2), None);
    }
}
