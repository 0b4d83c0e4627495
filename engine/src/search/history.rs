//! What was learnt about moves: which are likely to refute the next line.

use std::hash::{Hash, Hasher};

/// Where a player's move stands in the tables below: a hash, so that few moves share an index.
/// Nothing but the order of moves depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HistoryIndex(u16);

impl HistoryIndex {
    /// No move, as before the first.
    pub(super) const NONE: Self = Self(0);

    #[inline]
    const fn pair(self, reply: Self) -> Self {
        Self(self.0.rotate_left(7).wrapping_mul(0x9e35) ^ reply.0)
    }
}

/// Finds the indices of a player's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexer(QuickHasher);

impl Indexer {
    #[inline]
    pub(super) fn of<P: Hash>(player: P) -> Self {
        let mut hasher = QuickHasher(0);
        player.hash(&mut hasher);
        Self(hasher)
    }

    #[inline]
    pub(super) fn index<M: Hash>(self, m: M) -> HistoryIndex {
        let Self(mut hasher) = self;
        m.hash(&mut hasher);
        HistoryIndex((hasher.0 >> 48) as u16)
    }
}

/// A multiplication and an exclusive or for every word: moves are hashed many times at every node.
#[derive(Clone, Copy, Debug)]
struct QuickHasher(u64);

impl QuickHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.add(chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// How often moves were good, by [`HistoryIndex`]: between -[`MOST`](HistoryTable::MOST) and that.
struct HistoryTable(Box<[i16]>);

impl HistoryTable {
    const MOST: i32 = 1 << 13;

    fn new() -> Self {
        Self(vec![0; 1 << u16::BITS].into_boxed_slice())
    }

    #[inline]
    fn get(&self, index: HistoryIndex) -> i16 {
        self.0[usize::from(index.0)]
    }

    /// Adds a bonus or malus with gravity: the nearer an entry is to ±[`MOST`](HistoryTable::MOST),
    /// the less it changes.
    fn add(&mut self, index: HistoryIndex, bonus: i32) {
        let entry = &mut self.0[usize::from(index.0)];
        let value = i32::from(*entry);
        *entry = (value + bonus - value * bonus.abs() / Self::MOST) as i16;
    }

    fn halve(&mut self) {
        self.0.iter_mut().for_each(|value| *value /= 2);
    }
}

/// What was learnt about moves, and about moves as replies to another.
pub(super) struct History {
    moves: HistoryTable,
    replies: HistoryTable,
}

impl Default for History {
    fn default() -> Self {
        Self { moves: HistoryTable::new(), replies: HistoryTable::new() }
    }
}

impl History {
    /// By how many bits what was learnt is rounded down.
    const COARSE: u32 = 10;

    /// How many bits a [`promise`](History::promise) needs.
    pub(super) const PROMISE_BITS: u32 = HistoryTable::MOST.ilog2() + 2 + 1 - Self::COARSE;

    /// Makes what earlier runs taught weigh less.
    pub(super) fn age(&mut self) {
        self.moves.halve();
        self.replies.halve();
    }

    /// How promising a move is as a reply to the `previous` one, coarsely: small gains are chance,
    /// and must not overrule the order in which the game lists its moves. It is rounded down, so that
    /// a move that only failed comes after unknown ones.
    #[inline]
    pub(super) fn promise(&self, m: HistoryIndex, previous: HistoryIndex) -> i16 {
        (self.moves.get(m) + self.replies.get(previous.pair(m))) >> Self::COARSE
    }

    /// Learns that a move refuted the line.
    pub(super) fn bonus(&mut self, m: HistoryIndex, previous: HistoryIndex, depth: u16) {
        self.add(m, previous, Self::weight(depth));
    }

    /// Learns that a move was tried before the one that refuted the line.
    pub(super) fn malus(&mut self, m: HistoryIndex, previous: HistoryIndex, depth: u16) {
        self.add(m, previous, -Self::weight(depth));
    }

    fn weight(depth: u16) -> i32 {
        let depth = i32::from(depth.min(8));
        32 * depth * depth
    }

    fn add(&mut self, m: HistoryIndex, previous: HistoryIndex, bonus: i32) {
        self.moves.add(m, bonus);
        self.replies.add(previous.pair(m), bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_learnt_often_or_deep_overrules_the_order_listed() {
        let mut history = History::default();
        let index = |m: u8| Indexer::of(true).index(m);
        history.bonus(index(1), HistoryIndex::NONE, 3);
        history.bonus(index(2), HistoryIndex::NONE, 6);
        (0..99).for_each(|_| history.bonus(index(3), HistoryIndex::NONE, 2));
        (0..99).for_each(|_| history.malus(index(4), HistoryIndex::NONE, 2));
        let promises = [0, 1, 2, 3, 4].map(|m| history.promise(index(m), HistoryIndex::NONE));
        let [unknown, little, deep, often, blamed] = promises;
        assert_eq!(unknown, little, "{promises:?}");
        assert!(blamed < unknown && unknown < deep && deep < often, "{promises:?}");
    }

    #[test]
    fn promises_fit_their_bits() {
        let mut history = History::default();
        let (good, bad) = (Indexer::of(0).index(1), Indexer::of(1).index(1));
        for _ in 0..1000 {
            history.bonus(good, HistoryIndex::NONE, 99);
            history.malus(bad, HistoryIndex::NONE, 99);
        }
        let half = 1 << (History::PROMISE_BITS - 1);
        for m in [good, bad] {
            let promise = history.promise(m, HistoryIndex::NONE);
            assert!((-half..half).contains(&promise), "{promise}");
        }
    }
}
