//! Counts of positions by score.

use std::ops::Range;

use super::{Bitbase, Family, Rank, Tablebase};
use crate::game::outcome::Wdl;

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
    /// The position.
    pub rank: Rank,
}

impl Counts {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    fn add(&mut self, result: Wdl, weight: u64) {
        let count = match result {
            Wdl::Win => &mut self.won,
            Wdl::Draw => &mut self.drawn,
            Wdl::Loss => &mut self.lost,
        };
        *count = count.saturating_add(weight);
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
            statistics.counts.add(score.result(), self.family.weight(rank));
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
        for index in indices.start..indices.end.min(self.size(class)) {
            let rank = Rank { class, index };
            if let Some(result) = self.get(rank) {
                counts.add(result, self.family().weight(rank));
            }
        }
        counts
    }
}
