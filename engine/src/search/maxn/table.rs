//! The transposition table of max^n: exact scores of every player, or nothing but a good move.

use crate::game::key;
use crate::search::score::Score;

/// What a search to some depth found out about a position.
#[derive(Clone, Copy)]
pub(super) struct Entry<M> {
    /// Of the position and the depth.
    key: u64,
    /// The best move, or the one that made others irrelevant.
    pub(super) best: M,
    depth: u16,
    pub(super) worth: Worth,
    generation: u8,
}

/// How the scores of an entry are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// There are no scores, only the move.
    Unknown,
    /// Those of a search to this depth.
    Searched,
    /// Those of a search to this depth or any larger one, as all games have ended by then.
    Solved,
}

/// Entries in buckets of two: one keeps the deepest search, the other the latest. A position has
/// one for each depth, so that a later search to a smaller depth finds its own.
pub(super) struct Table<M> {
    /// The most bytes it takes.
    pub(super) bytes: usize,
    players: usize,
    entries: Vec<[Option<Entry<M>>; 2]>,
    /// The scores of every entry, entry by entry, with distances from the position itself.
    scores: Vec<Score>,
    generation: u8,
}

impl<M: Copy> Table<M> {
    /// A table of at most this many bytes, allocated once the number of players is known.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        Self { bytes, players: 0, entries: Vec::new(), scores: Vec::new(), generation: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill([None; 2]);
    }

    /// Begins a new search: older entries stay, but are replaced first. If the number of players
    /// changes, the table is emptied. `None` if the system does not grant the memory.
    pub(super) fn begin(&mut self, players: usize) -> Option<()> {
        self.generation = self.generation.wrapping_add(1);
        if self.players == players {
            return Some(());
        }
        (self.players, self.entries, self.scores) = (0, Vec::new(), Vec::new());
        let bucket = size_of::<[Option<Entry<M>>; 2]>() + 2 * players * size_of::<Score>();
        let buckets = self.bytes / bucket;
        self.entries.try_reserve_exact(buckets).ok()?;
        self.scores.try_reserve_exact(buckets * 2 * players).ok()?;
        self.entries.resize(buckets, [None; 2]);
        self.scores.resize(buckets * 2 * players, Score::DRAW);
        self.players = players;
        Some(())
    }

    fn key(position: u64, depth: u32) -> u64 {
        key::mix(position, depth.into())
    }

    /// The entry for the key of a position and a depth.
    pub(super) fn get(&self, position: u64, depth: u32) -> Option<(&Entry<M>, &[Score])> {
        let key = Self::key(position, depth);
        let bucket = key::bucket(key, self.entries.len())?;
        let mut slots = self.entries[bucket].iter().enumerate();
        slots.find_map(|(slot, entry)| {
            let entry = entry.as_ref().filter(|entry| entry.key == key)?;
            let start = (2 * bucket + slot) * self.players;
            Some((entry, &self.scores[start..start + self.players]))
        })
    }

    pub(super) fn put(
        &mut self,
        (position, depth): (u64, u32),
        best: M,
        worth: Worth,
        scores: impl Iterator<Item = Score>,
    ) {
        let key = Self::key(position, depth);
        let Some(bucket) = key::bucket(key, self.entries.len()) else { return };
        let depth = depth as u16;
        let generation = self.generation;
        let deepest = 2 * bucket * self.players;
        let latest = deepest + self.players;
        let [first, second] = &mut self.entries[bucket];
        let gives_way = first
            .as_ref()
            .is_none_or(|old| old.key == key || old.generation != generation || old.depth <= depth);
        let entry = Some(Entry { key, best, depth, worth, generation });
        let start = if gives_way {
            if first.as_ref().is_some_and(|old| old.key != key) {
                *second = *first;
                self.scores.copy_within(deepest..latest, latest);
            }
            *first = entry;
            deepest
        } else {
            *second = entry;
            latest
        };
        let kept = &mut self.scores[start..start + self.players];
        kept.iter_mut().zip(scores).for_each(|(old, new)| *old = new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of this many buckets.
    fn table(buckets: usize) -> Table<u8> {
        let bucket = size_of::<[Option<Entry<u8>>; 2]>() + 2 * 3 * size_of::<Score>();
        let mut table = Table::with_bytes(buckets * bucket + bucket - 1);
        table.begin(3).unwrap();
        table
    }

    fn scores(value: i32) -> impl Iterator<Item = Score> {
        [value, -value, 7].into_iter().map(Score::value)
    }

    fn found(table: &Table<u8>, key: u64, depth: u32) -> Option<(u8, Vec<Score>)> {
        table.get(key, depth).map(|(entry, scores)| (entry.best, scores.to_vec()))
    }

    #[test]
    fn an_entry_is_no_larger_than_it_must_be() {
        assert_eq!(size_of::<Option<Entry<u32>>>(), 16);
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut table = table(50);
        table.put((5 << 60, 4), 3, Worth::Searched, scores(9));
        assert_eq!(found(&table, 5 << 60, 4), Some((3, scores(9).collect())));
        assert_eq!(found(&table, 5 << 60, 3), None);
        assert_eq!(found(&table, (5 << 60) + 1, 4), None);
        table.clear();
        assert_eq!(found(&table, 5 << 60, 4), None);
        table.put((5 << 60, 4), 3, Worth::Searched, scores(9));
        table.begin(4).unwrap();
        assert_eq!(found(&table, 5 << 60, 4), None);
    }

    #[test]
    fn scores_move_with_their_entries() {
        let mut table = table(1);
        table.put((1, 2), 1, Worth::Searched, scores(1));
        table.put((2, 9), 2, Worth::Searched, scores(2));
        assert_eq!(found(&table, 1, 2), Some((1, scores(1).collect())));
        assert_eq!(found(&table, 2, 9), Some((2, scores(2).collect())));
        table.put((3, 1), 3, Worth::Searched, scores(3));
        assert_eq!(found(&table, 1, 2), None);
        assert_eq!(found(&table, 2, 9), Some((2, scores(2).collect())));
        assert_eq!(found(&table, 3, 1), Some((3, scores(3).collect())));
        table.begin(3).unwrap();
        table.put((4, 1), 4, Worth::Searched, scores(4));
        table.put((5, 1), 5, Worth::Searched, scores(5));
        assert_eq!(found(&table, 2, 9), None);
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let mut table = table(0);
        table.put((1, 2), 1, Worth::Solved, scores(1));
        assert_eq!(found(&table, 1, 2), None);
    }
}
