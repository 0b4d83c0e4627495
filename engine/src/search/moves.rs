//! The moves of the nodes at work, best first.

use std::cmp::Reverse;
use std::ops::Range;

use crate::score::Score;

/// Memory that is used again and again, so that no node allocates.
pub(super) struct Buffers<M> {
    /// The moves of all nodes on the way from the root, as the game lists them; a stack.
    pub(super) listed: Vec<M>,
    /// Those of them that were ranked; a stack as well.
    pub(super) ranked: Vec<Ranked<M>>,
    /// The principal variation from each ply on.
    lines: Vec<Line<M>>,
}

struct Line<M> {
    score: Score,
    moves: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self { score: Score::DRAW, moves: Vec::new() }
    }
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self { listed: Vec::new(), ranked: Vec::new(), lines: Vec::new() }
    }
}

impl<M: Copy> Buffers<M> {
    /// Forgets an interrupted search.
    pub(super) fn reset(&mut self) {
        self.listed.clear();
        self.ranked.clear();
    }

    pub(super) fn begin_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Line::default);
        }
        self.lines[ply].moves.clear();
    }

    /// Makes `m`, followed by the line from the next ply on, the line from this ply on.
    pub(super) fn extend_line(&mut self, ply: u32, m: M, score: Score) {
        let (here, later) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.score = score;
        line.moves.clear();
        line.moves.push(m);
        line.moves.extend_from_slice(&later[0].moves);
    }

    /// The best line from the root, and its score, among the moves searched completely.
    pub(super) fn best_so_far(&self) -> Option<(Score, &[M])> {
        let Line { score, moves } = self.lines.first()?;
        (!moves.is_empty()).then_some((*score, moves))
    }

    /// Hands out the moves listed after the first `start`, beginning with number `first` of them.
    pub(super) fn picker(&self, start: usize, first: Option<usize>) -> Picker {
        let listed = start..self.listed.len();
        let first = first.filter(|&number| number < listed.len());
        let stage = if first.is_some() { Stage::First } else { Stage::Unordered };
        Picker { listed, first, ranked: self.ranked.len(), tried: 0, stage }
    }

    /// Forgets the moves of a node.
    pub(super) fn release(&mut self, picker: &Picker) {
        self.listed.truncate(picker.listed.start);
        self.ranked.truncate(picker.ranked);
    }

    /// Hands out the next move.
    pub(super) fn pick(&mut self, picker: &mut Picker) -> Option<Candidate<M>> {
        let candidate = match picker.stage {
            Stage::First => {
                picker.stage = Stage::Unordered;
                self.listed_at(picker, picker.first?)?
            }
            Stage::Unordered | Stage::Listed => {
                picker.stage = Stage::Listed;
                let passed = picker.tried - usize::from(picker.first.is_some());
                let skipped = picker.first.is_some_and(|first| first <= passed);
                self.listed_at(picker, passed + usize::from(skipped))?
            }
            Stage::Ranked => self.ranked_next(picker)?,
        };
        picker.tried += 1;
        Some(candidate)
    }

    fn listed_at(&self, picker: &Picker, number: usize) -> Option<Candidate<M>> {
        let &m = self.listed.get(picker.listed.start + number)?;
        (number < picker.len()).then_some(Candidate { number, m })
    }

    fn ranked_next(&mut self, picker: &Picker) -> Option<Candidate<M>> {
        /// How many moves are picked one by one as the best of those left. Most often one of them
        /// is good enough; if not, the others are sorted.
        const FEW: usize = 8;
        let passed = picker.tried - usize::from(picker.first.is_some());
        let left = self.ranked.get_mut(picker.ranked + passed..)?;
        if passed < FEW {
            let ranks = left.iter().enumerate();
            let (best, _) = ranks.max_by_key(|(_, ranked)| ranked.rank)?;
            left.swap(0, best);
        } else if passed == FEW {
            left.sort_unstable_by_key(|ranked| Reverse(ranked.rank));
        }
        let Ranked { rank, m } = *left.first()?;
        Some(Candidate { number: rank.number(), m })
    }

    /// The moves handed out by a picker that ranks them, but for the latest.
    pub(super) fn failed(&self, picker: &Picker) -> impl Iterator<Item = M> {
        let first = picker.first.and_then(|number| self.listed_at(picker, number));
        let ranked = self.ranked.get(picker.ranked..).unwrap_or_default();
        let handed_out = first.map(|first| first.m).into_iter().chain(ranked.iter().map(|r| r.m));
        handed_out.take(picker.tried.saturating_sub(1))
    }
}

/// A move of a node.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    /// Its number in the game's list.
    pub(super) number: usize,
    pub(super) m: M,
}

#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) rank: Rank,
    pub(super) m: M,
}

/// When a move's turn comes: larger is earlier. By the evaluator's order, where that makes no
/// difference by what was learnt, and among equals in the order listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

impl Rank {
    pub(super) fn new(order: i32, learnt: i16, number: usize) -> Self {
        let order = order as u32 ^ 1 << 31;
        let learnt = learnt as u16 ^ 1 << 15;
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        Self(u64::from(order) << 32 | u64::from(learnt) << 16 | u64::from(!number))
    }

    /// The number of the move in the game's list; those too large for a table are all alike.
    fn number(self) -> usize {
        usize::from(!(self.0 as u16))
    }
}

/// Hands out the moves of a node one after the other.
pub(super) struct Picker {
    listed: Range<usize>,
    /// The number of the move that comes first.
    first: Option<usize>,
    /// Where the ranked moves begin.
    ranked: usize,
    /// How many were handed out.
    tried: usize,
    stage: Stage,
}

/// How far the moves not yet handed out are in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first one is to come.
    First,
    /// It is not yet said in which order they come.
    Unordered,
    /// As the game lists them.
    Listed,
    Ranked,
}

impl Picker {
    pub(super) fn len(&self) -> usize {
        self.listed.len()
    }

    /// How many moves were handed out.
    pub(super) fn tried(&self) -> usize {
        self.tried
    }

    /// Whether it has to be said now in which order moves are handed out.
    pub(super) fn needs_ranks(&self) -> bool {
        self.stage == Stage::Unordered && self.tried + 1 < self.len()
    }

    /// The moves to be ranked now, all of them.
    pub(super) fn start_ranking<'m, M>(&mut self, listed: &'m [M]) -> &'m [M] {
        self.stage = Stage::Ranked;
        listed.get(self.listed.clone()).unwrap_or_default()
    }

    /// Takes the move that was handed out first from among those ranked.
    pub(super) fn skip_first<M>(&self, ranked: &mut Vec<Ranked<M>>) {
        if let Some(first) = self.first.map(|number| self.ranked + number)
            && first < ranked.len()
        {
            ranked.swap_remove(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Hands out moves with these orders and what was learnt about them, ranked if `ranks`
    /// says so, on top of the moves of another node; and says in which order they came.
    fn hand_out(orders: &[(i32, i16)], first: Option<usize>, ranks: Ranks) -> Vec<usize> {
        let mut buffers = Buffers::default();
        buffers.listed.extend(1000..1003);
        buffers.ranked.push(Ranked { rank: Rank::new(9, 0, 0), m: 1000 });
        buffers.listed.extend(0..orders.len());
        let mut picker = buffers.picker(3, first);
        let mut handed_out = Vec::new();
        loop {
            if ranks == Ranks::All && picker.needs_ranks() {
                let Buffers { listed, ranked, .. } = &mut buffers;
                ranked.extend(picker.start_ranking(listed).iter().map(|&m| {
                    let (order, learnt) = orders[m];
                    Ranked { rank: Rank::new(order, learnt, m), m }
                }));
                picker.skip_first(ranked);
            }
            let Some(Candidate { number, m }) = buffers.pick(&mut picker) else { break };
            assert_eq!(number, m);
            if ranks == Ranks::All {
                assert!(buffers.failed(&picker).eq(handed_out.iter().copied()));
            }
            handed_out.push(m);
            assert_eq!(picker.tried(), handed_out.len());
        }
        buffers.release(&picker);
        assert_eq!((buffers.listed, buffers.ranked.len()), (vec![1000, 1001, 1002], 1));
        handed_out
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Ranks {
        None,
        All,
    }

    proptest! {
        #[test]
        fn every_move_is_handed_out_once_and_the_best_before_the_others(
            orders in prop::collection::vec((-2..2_i32, -2..2_i16), 0..40),
            first in prop::option::of(0..50_usize),
        ) {
            let expected = |ranks| {
                let mut numbers: Vec<_> = (0..orders.len()).collect();
                if ranks == Ranks::All {
                    // Stable: among equals, in the order listed.
                    numbers.sort_by_key(|&number| Reverse(orders[number]));
                }
                numbers.sort_by_key(|&number| Some(number) != first);
                numbers
            };
            for ranks in [Ranks::None, Ranks::All] {
                prop_assert_eq!(hand_out(&orders, first, ranks), expected(ranks));
            }
        }

        #[test]
        fn ranks_go_by_order_then_by_what_was_learnt_then_as_listed(
            a: (i32, i16, u16),
            b: (i32, i16, u16),
            alike in 0..3,
        ) {
            let b = (if alike > 0 { a.0 } else { b.0 }, if alike > 1 { a.1 } else { b.1 }, b.2);
            let rank = |(order, learnt, number): (i32, i16, u16)| Rank::new(order, learnt, number.into());
            let key = |(order, learnt, number)| (order, learnt, Reverse(number));
            prop_assert_eq!(rank(a).cmp(&rank(b)), key(a).cmp(&key(b)));
            prop_assert_eq!(rank(a).number(), usize::from(a.2));
        }
    }
}
