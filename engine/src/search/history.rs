//! What was learnt about moves, to guess which will refute the next line.

use std::hash::{Hash, Hasher};

use super::techniques::{Technique, Techniques};

/// A place in the tables below for a move by one of the players: a hash, so that few moves share
/// one. Nothing but the order of moves depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HistoryIndex(u16);

impl HistoryIndex {
    /// No move, as before the first.
    pub(super) const NONE: Self = Self(0);

    pub(super) fn of<M: Hash>(m: &M, side: Side) -> Self {
        let mut hasher = QuickHasher(side as u64);
        m.hash(&mut hasher);
        Self((hasher.0 >> 48) as u16)
    }

    const fn pair(self, reply: Self) -> Self {
        Self(self.0.rotate_left(7).wrapping_mul(0x9e35) ^ reply.0)
    }
}

/// Which of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
}

/// A multiplication and an exclusive or for every word: moves are hashed many times at every node.
struct QuickHasher(u64);

impl QuickHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.add(chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

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

    fn get(&self, place: HistoryIndex) -> i16 {
        self.0[usize::from(place.0)]
    }

    /// Adds what was seen; the more there is already, the less weighs more of the same.
    fn add(&mut self, place: HistoryIndex, seen: i32) {
        let known = &mut self.0[usize::from(place.0)];
        let value = i32::from(*known);
        *known = (value + seen - value * seen.abs() / Self::MOST) as i16;
    }

    fn halve(&mut self) {
        for value in &mut self.0 {
            *value /= 2;
        }
    }
}

/// What was learnt about moves.
pub(super) struct History<M> {
    /// By ply: the two moves that last refuted something there.
    killers: Vec<[Option<M>; 2]>,
    moves: HistoryTable,
    replies: HistoryTable,
}

/// What was learnt that matters at a node.
pub(super) struct Learnt<'h, M> {
    killers: [Option<M>; 2],
    moves: Option<&'h HistoryTable>,
    replies: Option<&'h HistoryTable>,
    previous: HistoryIndex,
}

impl<M: Copy + Eq + Hash> Learnt<'_, M> {
    /// How promising a move is, coarsely: small gains are chance, and must not overrule the order in
    /// which the game lists its moves. It is rounded down, so that a move that only failed comes
    /// after those nothing is known of.
    pub(super) fn promise(&self, m: M, side: Side) -> i16 {
        const KILLER: i16 = 1 << 14;
        const COARSE: u32 = 10;
        let place = HistoryIndex::of(&m, side);
        let mut promise = 0;
        if let Some(moves) = self.moves {
            promise += moves.get(place);
        }
        if let Some(replies) = self.replies {
            promise += replies.get(self.previous.pair(place));
        }
        if self.killers.contains(&Some(m)) {
            promise = promise.saturating_add(KILLER);
        }
        promise >> COARSE
    }
}

impl<M: Copy + Eq + Hash> History<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), moves: HistoryTable::new(), replies: HistoryTable::new() }
    }

    /// Makes what earlier runs taught weigh less.
    pub(super) fn age(&mut self) {
        self.killers.clear();
        self.moves.halve();
        self.replies.halve();
    }

    /// What was learnt that matters at a ply, after the move at `previous`.
    pub(super) fn at(
        &self,
        ply: u32,
        previous: HistoryIndex,
        techniques: Techniques,
    ) -> Learnt<'_, M> {
        let killers = self.killers.get(ply as usize);
        let killers = killers.filter(|_| techniques.contains(Technique::Killers));
        Learnt {
            killers: killers.copied().unwrap_or([None; 2]),
            moves: techniques.contains(Technique::History).then_some(&self.moves),
            replies: techniques.contains(Technique::Continuation).then_some(&self.replies),
            previous,
        }
    }

    /// Learns that a move refuted the line.
    pub(super) fn bonus(&mut self, m: HistoryIndex, previous: HistoryIndex, depth: u32) {
        self.learn(m, previous, Self::weight(depth));
    }

    /// Learns that a move was tried before the one that refuted the line.
    pub(super) fn malus(&mut self, m: HistoryIndex, previous: HistoryIndex, depth: u32) {
        self.learn(m, previous, -Self::weight(depth));
    }

    fn weight(depth: u32) -> i32 {
        (32 * depth.min(32) * depth.min(32)).min(1 << 11) as i32
    }

    fn learn(&mut self, m: HistoryIndex, previous: HistoryIndex, seen: i32) {
        self.moves.add(m, seen);
        self.replies.add(previous.pair(m), seen);
    }

    pub(super) fn kill(&mut self, m: M, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [latest, earlier] = &mut self.killers[ply];
        if *latest != Some(m) {
            (*latest, *earlier) = (Some(m), *latest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_learnt_often_or_deep_overrules_the_order_listed() {
        let mut history = History::new();
        let place = |m: u8| HistoryIndex::of(&m, Side::First);
        history.bonus(place(1), HistoryIndex::NONE, 5);
        history.bonus(place(2), HistoryIndex::NONE, 6);
        (0..99).for_each(|_| history.bonus(place(3), HistoryIndex::NONE, 2));
        (0..99).for_each(|_| history.malus(place(4), HistoryIndex::NONE, 2));
        history.kill(5, 7);
        let promise = |technique, m| {
            let learnt = history.at(7, HistoryIndex::NONE, Techniques::none().with(technique));
            learnt.promise(m, Side::First)
        };
        for technique in [Technique::History, Technique::Continuation] {
            let promises = [0, 1, 2, 3, 4, 5].map(|m| promise(technique, m));
            let [unknown, little, deep, often, blamed, killer] = promises;
            assert_eq!((unknown, killer), (little, little), "{promises:?}");
            assert!(blamed < unknown && unknown < deep && deep < often, "{promises:?}");
        }
        assert!(promise(Technique::Killers, 5) > promise(Technique::Killers, 3));
    }
}
