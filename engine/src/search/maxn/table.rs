//! The transposition table of max^n: exact scores of every player.

use crate::game::key;
use crate::search::Score;

/// The result of searching a position to a depth, without its scores.
#[derive(Clone, Copy)]
pub(super) struct Entry<M> {
    /// Of the position and the depth.
    key: u64,
    pub(super) best: M,
    /// Whether a deeper search finds the same.
    pub(super) solved: bool,
}

/// The latest entry of every slot. A position has one for each depth, so that a later search to a smaller
/// depth finds its own.
pub(super) struct Table<M> {
    pub(super) bytes: usize,
    players: usize,
    entries: Vec<Option<Entry<M>>>,
    /// The scores of every entry, entry by entry.
    scores: Vec<Score>,
}

impl<M: Copy> Table<M> {
    /// A table of at most this many bytes, allocated once the number of players is known.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        Self { bytes, players: 0, entries: Vec::new(), scores: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// Makes room for the scores of so many players. If the number changes, the table is emptied. `None`
    /// if the system does not grant the memory.
    pub(super) fn begin(&mut self, players: usize) -> Option<()> {
        if self.players == players {
            return Some(());
        }
        *self = Self::with_bytes(self.bytes);
        let entries = self.bytes / (size_of::<Option<Entry<M>>>() + players * size_of::<Score>());
        self.entries.try_reserve_exact(entries).ok()?;
        self.scores.try_reserve_exact(entries * players).ok()?;
        self.entries.resize(entries, None);
        self.scores.resize(entries * players, Score::DRAW);
        self.players = players;
        Some(())
    }

    /// The key of a position at a depth, and its slot.
    fn slot(&self, position: u64, depth: i32) -> Option<(u64, usize)> {
        let key = key::mix(position, depth as u64);
        Some((key, key::bucket(key, self.entries.len())?))
    }

    /// The entry for the key of a position and a depth, and its scores.
    pub(super) fn get(&self, position: u64, depth: i32) -> Option<(Entry<M>, &[Score])> {
        let (key, slot) = self.slot(position, depth)?;
        let entry = self.entries[slot].filter(|entry| entry.key == key)?;
        Some((entry, &self.scores[slot * self.players..][..self.players]))
    }

    pub(super) fn put(
        &mut self,
        (position, depth): (u64, i32),
        best: M,
        solved: bool,
        scores: &[Score],
    ) {
        let Some((key, slot)) = self.slot(position, depth) else { return };
        self.entries[slot] = Some(Entry { key, best, solved });
        self.scores[slot * self.players..][..self.players].copy_from_slice(scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_last_and_nothing_else() {
        let mut table = Table::with_bytes(1 << 12);
        table.begin(3).unwrap();
        let scores = [7, -7, 5].map(Score::value);
        let found = |table: &Table<u32>, key, depth| {
            table.get(key, depth).map(|(e, s)| (e.best, s.to_vec()))
        };
        table.put((5 << 60, 4), 1, false, &[Score::DRAW; 3]);
        table.put((5 << 60, 4), 3, false, &scores);
        assert_eq!(found(&table, 5 << 60, 4), Some((3, scores.to_vec())));
        assert_eq!(found(&table, 5 << 60, 3), None);
        assert_eq!(found(&table, (5 << 60) + 1, 4), None);
        table.clear();
        assert_eq!(found(&table, 5 << 60, 4), None);
        table.put((5 << 60, 4), 3, false, &scores);
        table.begin(4).unwrap();
        assert_eq!(found(&table, 5 << 60, 4), None);
    }

    #[test]
    fn every_slot_has_scores_of_its_own() {
        assert_eq!(size_of::<Option<Entry<u32>>>(), 16);
        let mut table = Table::with_bytes(1 << 12);
        table.begin(3).unwrap();
        let keys: Vec<u64> = (0..200).collect();
        let scores = |key: u64| [1, 2, 3].map(|n| Score::value(3 * key as i32 + n));
        for &key in &keys {
            table.put((key, 1), key as u32, false, &scores(key));
        }
        let found = |&key: &u64| table.get(key, 1).map(|(entry, found)| (key, entry.best, found));
        let found: Vec<_> = keys.iter().filter_map(found).collect();
        assert!(found.len() > 50);
        for (key, best, found) in found {
            assert_eq!((best, found), (key as u32, &scores(key)[..]));
        }
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let mut table = Table::with_bytes(0);
        table.begin(1).unwrap();
        table.put((1, 2), 1, true, &[Score::DRAW]);
        assert!(table.get(1, 2).is_none());
    }
}
