//! The moves of the nodes at work, best first.

use std::cmp::Reverse;
use std::hash::Hash;

use super::Variation;
use super::history::{History, Indexer};
use crate::search::{Score, State};

/// Memory that is used again and again, so that no node allocates.
pub(super) struct Buffers<M> {
    /// The moves of all nodes on the way from the root, as the game lists them; a stack.
    pub(super) listed: Vec<M>,
    /// The sort keys of those that have one; a stack as well.
    pub(super) sort_keys: Vec<SortKey>,
    /// What the evaluator orders the moves of one node by.
    values: Vec<i32>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<M>>,
    /// The score of the one from the root.
    score: Score,
    pub(super) history: History,
    pub(super) state: State,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        let (listed, sort_keys, values, lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (history, state) = (History::default(), State::default());
        Self { listed, sort_keys, values, lines, score: Score::DRAW, history, state }
    }
}

impl<M: Copy> Buffers<M> {
    /// Forgets an interrupted search.
    pub(super) fn reset(&mut self) {
        self.listed.clear();
        self.sort_keys.clear();
    }

    pub(super) fn begin_line(&mut self, ply: u16) {
        let ply = usize::from(ply);
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Makes `m`, followed by the line from the next ply on, the line from this ply on.
    pub(super) fn extend_line(&mut self, ply: u16, m: M, score: Score) {
        if ply == 0 {
            self.score = score;
        }
        let (here, later) = self.lines.split_at_mut(usize::from(ply) + 1);
        let (Some(line), Some(later)) = (here.last_mut(), later.first()) else { return };
        line.clear();
        line.push(m);
        line.extend_from_slice(later);
    }

    /// The best line from the root among the moves searched completely.
    pub(super) fn best_so_far(&self) -> Option<Variation<M>> {
        let line = self.lines.first().filter(|line| !line.is_empty())?;
        Some(Variation { line: line.clone(), score: self.score, proven: false })
    }

    /// Hands out the moves listed after the first `start`, beginning with number `first` of them.
    #[inline]
    pub(super) fn picker(&self, start: usize, first: Option<usize>) -> Picker {
        let len = self.listed.len().saturating_sub(start);
        let first = first.filter(|&number| number < len);
        let sort_keys = self.sort_keys.len();
        Picker { start, len, first, sort_keys, tried: 0, latest: 0, is_sorted: false }
    }

    /// Forgets the moves of a node.
    #[inline]
    pub(super) fn release(&mut self, picker: &Picker) {
        self.listed.truncate(picker.start);
        self.sort_keys.truncate(picker.sort_keys);
    }

    /// The next move.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker) -> Option<M> {
        let passed = picker.tried - usize::from(picker.first.is_some() && picker.tried > 0);
        let number = match picker.first {
            Some(first) if picker.tried == 0 => first,
            _ if picker.is_sorted => self.best_left(picker.sort_keys, passed)?,
            first => passed + usize::from(first.is_some_and(|first| first <= passed)),
        };
        if number >= picker.len {
            return None;
        }
        picker.tried += 1;
        picker.latest = number;
        self.listed.get(picker.start + number).copied()
    }

    /// Gives sort keys to the moves of a picker that are left; `order` appends a value for each move.
    pub(super) fn sort(
        &mut self,
        picker: &mut Picker,
        indexer: Option<Indexer>,
        order: impl FnOnce(&[M], &mut Vec<i32>),
    ) where
        M: Hash,
    {
        let Self { listed, sort_keys, history, values, .. } = self;
        let moves = listed.get(picker.start..).unwrap_or_default();
        values.clear();
        order(moves, values);
        let numbered = moves.iter().enumerate();
        let left = numbered.filter(|&(number, _)| Some(number) != picker.first);
        let keys = left.map(|(number, &m)| {
            let promise = |indexer: Indexer| history.promise(indexer.index(m));
            let value = values.get(number).copied().unwrap_or(0);
            SortKey::new(value, indexer.map_or(0, promise), number)
        });
        sort_keys.extend(keys);
        picker.is_sorted = true;
    }

    /// Defers the latest move to the end. Returns `false` for the first move, an unsorted list, or a move
    /// deferred before.
    pub(super) fn defer(&mut self, picker: &Picker) -> bool {
        let can = picker.is_sorted && (2..picker.len).contains(&picker.tried);
        if can {
            self.sort_keys.push(SortKey::new(i32::MIN, 0, picker.latest));
        }
        can
    }

    /// The number of the best move that is left of those with a sort key.
    #[inline]
    fn best_left(&mut self, sort_keys: usize, passed: usize) -> Option<usize> {
        /// The number of moves picked one by one; if none of them is good enough, the others are sorted.
        const FEW: usize = 8;
        let left = self.sort_keys.get_mut(sort_keys + passed..)?;
        if passed < FEW {
            let (best, _) = left.iter().enumerate().max_by_key(|&(_, sort_key)| sort_key)?;
            left.swap(0, best);
        } else if passed == FEW {
            left.sort_unstable_by_key(|&sort_key| Reverse(sort_key));
        }
        Some(left.first()?.number())
    }

    /// Updates history after a cutoff: a bonus for the latest move, a malus for those before.
    pub(super) fn learn(&mut self, picker: &Picker, indexer: Indexer, depth: u16)
    where
        M: Hash,
    {
        /// Where many moves failed, the first of them are enough to learn from.
        const MOST_PENALISED: usize = 32;
        let Self { listed, sort_keys, history, .. } = self;
        let index = |number: usize| Some(indexer.index(*listed.get(picker.start + number)?));
        let bonus = History::bonus(depth);
        if let Some(refutation) = index(picker.latest) {
            history.add(refutation, bonus);
        }
        for failed in picker.failed(sort_keys).take(MOST_PENALISED).filter_map(index) {
            history.add(failed, -bonus);
        }
    }
}

/// The key by which moves are sorted: larger is earlier. By the evaluator's order, then by history, and
/// among equals as listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey(u64);

impl SortKey {
    const NUMBER_BITS: u32 = 32 - History::PROMISE_BITS;
    const NUMBERS: u64 = (1 << Self::NUMBER_BITS) - 1;

    #[inline]
    pub(super) fn new(order: i32, promise: i16, number: usize) -> Self {
        let order = u64::from(order as u32 ^ 1 << 31);
        let promise = (i64::from(promise) + (1 << (History::PROMISE_BITS - 1))) as u64;
        Self(order << 32 | promise << Self::NUMBER_BITS | !(number as u64) & Self::NUMBERS)
    }

    /// The number of the move in the game's list.
    #[inline]
    fn number(self) -> usize {
        (!self.0 & Self::NUMBERS) as usize
    }
}

/// Hands out the moves of a node one after the other.
pub(super) struct Picker {
    /// The index in the list at which its moves begin.
    start: usize,
    pub(super) len: usize,
    first: Option<usize>,
    /// The index at which the sort keys of its other moves begin.
    sort_keys: usize,
    /// The number of moves handed out.
    pub(super) tried: usize,
    /// The number of the latest.
    pub(super) latest: usize,
    /// Whether they come by their sort keys, or as the game lists them.
    is_sorted: bool,
}

impl Picker {
    /// The numbers of the moves handed out, if they were sorted, except the latest.
    #[inline]
    fn failed(&self, sort_keys: &[SortKey]) -> impl Iterator<Item = usize> {
        let sorted = sort_keys.get(self.sort_keys..).unwrap_or_default();
        let numbers = self.first.into_iter().chain(sorted.iter().map(|sort_key| sort_key.number()));
        numbers.take(self.tried.saturating_sub(1))
    }

    /// Whether it is time to sort the moves left, if they are to be sorted.
    #[inline]
    pub(super) fn needs_sort_keys(&self) -> bool {
        self.tried == usize::from(self.first.is_some()) && self.tried + 1 < self.len
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Hands out the moves with these orders, on top of those of another node; says in which order they
    /// came, and which of the busy ones were put off.
    fn hand_out(
        orders: &[i32],
        first: Option<usize>,
        sorts: bool,
        busy: &[bool],
    ) -> (Vec<usize>, Vec<usize>) {
        let mut buffers = Buffers::default();
        buffers.listed.extend(1000..1003);
        buffers.sort_keys.push(SortKey::new(9, 0, 0));
        buffers.listed.extend(0..orders.len());
        let mut picker = buffers.picker(3, first);
        let (mut handed_out, mut put_off, mut in_turn) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            if sorts && picker.needs_sort_keys() {
                buffers.sort(&mut picker, None, |moves, values| {
                    values.extend(moves.iter().map(|&m| orders[m]));
                });
            }
            let Some(m) = buffers.pick(&mut picker) else { break };
            assert_eq!(picker.latest, m);
            if picker.is_sorted {
                assert!(picker.failed(&buffers.sort_keys).eq(in_turn.iter().copied()));
            }
            in_turn.push(m);
            assert_eq!(picker.tried, in_turn.len());
            let is_put_off = busy[m] && buffers.defer(&picker);
            if is_put_off { &mut put_off } else { &mut handed_out }.push(m);
        }
        buffers.release(&picker);
        assert_eq!((buffers.listed, buffers.sort_keys.len()), (vec![1000, 1001, 1002], 1));
        (handed_out, put_off)
    }

    proptest! {
        #[test]
        fn every_move_is_handed_out_once_the_best_early_and_the_busy_late(
            orders in prop::collection::vec(-2..2, 0..40),
            first in prop::option::of(0..50_usize),
            busy in prop::collection::vec(any::<bool>(), 40),
            sorts: bool,
        ) {
            let mut expected: Vec<_> = (0..orders.len()).collect();
            if sorts {
                // Stable: among equals, in the order listed.
                expected.sort_by_key(|&number| Reverse(orders[number]));
            }
            expected.sort_by_key(|&number| Some(number) != first);
            let (handed_out, put_off) = hand_out(&orders, first, sorts, &[false; 40]);
            prop_assert_eq!((&handed_out, put_off), (&expected, Vec::new()));
            let (mut handed_out, mut put_off) = hand_out(&orders, first, sorts, &busy);
            let mut last = handed_out.split_off(handed_out.len() - put_off.len());
            last.sort_unstable();
            put_off.sort_unstable();
            prop_assert_eq!(&put_off, &last);
            prop_assert!(put_off.iter().all(|&m| busy[m] && Some(m) != first && sorts));
            expected.retain(|m| !put_off.contains(m));
            prop_assert_eq!(handed_out, expected);
        }

        #[test]
        fn ranks_go_by_order_then_by_promise_then_as_listed(
            a: (i32, i8, u16),
            b: (i32, i8, u16),
            alike in 0..3,
        ) {
            let half = 1 << (History::PROMISE_BITS - 1);
            let within = |(order, promise, number): (i32, i8, u16)| {
                (order, i16::from(promise).rem_euclid(2 * half) - half, usize::from(number) << 9)
            };
            let (a, b) = (within(a), within(b));
            let b = (if alike > 0 { a.0 } else { b.0 }, if alike > 1 { a.1 } else { b.1 }, b.2);
            let sort_key = |(order, promise, number)| SortKey::new(order, promise, number);
            let key = |(order, promise, number)| (order, promise, Reverse(number));
            prop_assert_eq!(sort_key(a).cmp(&sort_key(b)), key(a).cmp(&key(b)));
            prop_assert_eq!(sort_key(a).number(), a.2);
        }
    }
}
