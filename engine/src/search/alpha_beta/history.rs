//! The history of moves: which are likely to refute the next line.

use std::hash::{Hash, Hasher};

/// Finds the index of a player's move in the history: a hash, so that few moves share one. Nothing but the
/// order of moves depends on it. As moves are hashed many times at every node, it is a multiplication and an
/// exclusive or for every word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexer(u64);

impl Indexer {
    #[inline]
    pub(super) fn of<P: Hash>(player: P) -> Self {
        let mut indexer = Self(0);
        player.hash(&mut indexer);
        indexer
    }

    #[inline]
    pub(super) fn index<M: Hash>(mut self, m: M) -> u16 {
        m.hash(&mut self);
        (self.0 >> 48) as u16
    }
}

impl Hasher for Indexer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            let mixed = (self.0.rotate_left(5) ^ word).wrapping_add(1);
            self.0 = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The record of moves, by their [index](Indexer::index): the more often a move was good, the higher, between
/// -[`MOST`](History::MOST) and that.
pub(super) struct History(Box<[i16]>);

impl Default for History {
    fn default() -> Self {
        Self(vec![0; 1 << u16::BITS].into_boxed_slice())
    }
}

impl History {
    const MOST: i32 = 1 << 13;

    /// History is compared in steps of 2^10.
    const COARSE: u32 = 10;

    pub(super) const PROMISE_BITS: u32 = Self::MOST.ilog2() + 1 + 1 - Self::COARSE;

    /// Gives the results of earlier runs less weight.
    pub(super) fn age(&mut self) {
        self.0.iter_mut().for_each(|value| *value /= 2);
    }

    /// The history of a move, coarsely, as small differences are chance. It is rounded down, so that a move
    /// that only failed comes after unknown ones.
    #[inline]
    pub(super) fn promise(&self, index: u16) -> i16 {
        self.0[usize::from(index)] >> Self::COARSE
    }

    /// What a move that refuted the line gains, so many plies above the leaves, and one tried before loses.
    #[inline]
    pub(super) fn bonus(depth: u16) -> i32 {
        let depth = i32::from(depth.min(8));
        32 * depth * depth
    }

    /// Adds with gravity: the nearer a value is to ±[`MOST`](History::MOST), the less it changes.
    #[inline]
    pub(super) fn add(&mut self, index: u16, bonus: i32) {
        let entry = &mut self.0[usize::from(index)];
        let value = i32::from(*entry);
        *entry = (value + bonus - value * bonus.abs() / Self::MOST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_learnt_often_or_deep_overrules_the_order_listed() {
        let mut history = History::default();
        let index = |m: u8| Indexer::of(true).index(m);
        history.add(index(1), History::bonus(3));
        history.add(index(2), History::bonus(6));
        (0..99).for_each(|_| history.add(index(3), History::bonus(2)));
        (0..99).for_each(|_| history.add(index(4), -History::bonus(2)));
        let promises = [0, 1, 2, 3, 4].map(|m| history.promise(index(m)));
        let [unknown, little, deep, often, blamed] = promises;
        assert_eq!(unknown, little, "{promises:?}");
        assert!(blamed < unknown && unknown < deep && deep < often, "{promises:?}");
    }

    #[test]
    fn promises_fit_their_bits() {
        let mut history = History::default();
        let (good, bad) = (Indexer::of(0).index(1), Indexer::of(1).index(1));
        for _ in 0..1000 {
            history.add(good, History::bonus(99));
            history.add(bad, -History::bonus(99));
        }
        let half = 1 << (History::PROMISE_BITS - 1);
        for m in [good, bad] {
            let promise = history.promise(m);
            assert!((-half..half).contains(&promise), "{promise}");
        }
    }
}
