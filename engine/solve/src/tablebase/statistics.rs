//! Counts of positions by score.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::packed::Packed;
use super::passes::Passes;
use super::{Bitbase, Family, Rank, Tablebase};
use engine::Wdl;

/// The numbers of positions won, drawn and lost for the player to move. Counts saturate at 2⁶⁴ − 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that neither player wins.
    pub drawn: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
}

/// The positions by result, and the longest win and loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The positions by result.
    pub counts: Counts,
    /// The longest win, and the first position with it.
    pub longest_win: Option<Longest>,
    /// The longest loss, and the first position with it.
    pub longest_loss: Option<Longest>,
}

/// The longest win or the longest loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Its distance in plies.
    pub plies: u32,
    /// The first position at that distance.
    pub rank: Rank,
}

impl Counts {
    /// The number of positions, with whatever result.
    pub const fn positions(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Adds counts so many times.
    fn add(&mut self, counts: Self, times: u64) {
        for (sum, count) in [
            (&mut self.won, counts.won),
            (&mut self.drawn, counts.drawn),
            (&mut self.lost, counts.lost),
        ] {
            *sum = sum.saturating_add(count.saturating_mul(times));
        }
    }
}

impl From<Wdl> for Counts {
    /// One position with this result.
    fn from(result: Wdl) -> Self {
        let [won, drawn, lost] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|one| (one == result).into());
        Self { won, drawn, lost }
    }
}

impl<F: Family> Tablebase<F> {
    /// Statistics of a range of ranks of a class; empty if the class is not built. Ranks without a
    /// position do not count. A rank of [several positions](Family::weight) counts for each of them.
    pub fn statistics(&self, class: usize, indices: Range<u64>) -> Statistics {
        let mut statistics = Statistics::default();
        for index in indices.start..indices.end.min(self.size(class)) {
            let rank = Rank { class, index };
            let Some(score) = self.get(rank) else { continue };
            statistics.counts.add(score.result().into(), self.family.weight(rank));
            let Some(plies) = score.distance() else { continue };
            let Statistics { longest_win, longest_loss, .. } = &mut statistics;
            let longest = if score.is_win() { longest_win } else { longest_loss };
            if longest.is_none_or(|longest| longest.plies < plies) {
                *longest = Some(Longest { plies, rank });
            }
        }
        statistics
    }
}

impl<F: Family> Bitbase<F> {
    /// Counts a range of ranks of a class by result; empty if the class is not built. Ranks without a
    /// position do not count. A rank of [several positions](Family::weight) counts for each of them.
    pub fn counts(&self, class: usize, indices: Range<u64>) -> Counts {
        let mut counts = Counts::default();
        let Some(results) = self.classes.get(class).filter(|_| class < self.built()) else {
            return counts;
        };
        let passes = self.family.passes();
        let (mut index, end) = (indices.start, indices.end.min(self.size(class)));
        while index < end {
            let rank = Rank { class, index };
            let next = index.saturating_add(passes.equal_weights(rank).max(1)).min(end);
            counts.add(results.counts(index..next), self.family.weight(rank));
            index = next;
        }
        counts
    }
}

impl Packed<Wdl> {
    /// Counts the values of some indices, a word at a time.
    fn counts(&self, indices: Range<u64>) -> Counts {
        const LOW_BITS: u64 = u64::MAX / 3;
        let Range { mut start, end } = indices;
        let mut counts = Counts::default();
        while start < end {
            let (word, shift) = self.place(start);
            let len = (end - start).min(u64::from(u64::BITS - shift) / 2);
            let codes = self.words()[word].load(Ordering::Relaxed) >> shift;
            let all = LOW_BITS & u64::MAX >> (u64::from(u64::BITS) - 2 * len);
            let (low, high) = (codes & all, codes >> 1 & all);
            let count = |codes: u64| u64::from(codes.count_ones());
            let [won, lost] = [low & !high, high & !low].map(count);
            counts.add(Counts { won, drawn: count(all & !low & !high), lost }, 1);
            start += len;
        }
        counts
    }
}
