//! Counts of positions by score.

use std::ops::Range;

use super::{Family, Rank, Tablebase};
use crate::score::{Score, ScoreKind};

/// How many positions are won, drawn and lost for the player to move, and the longest win and loss.
///
/// Counts saturate at 2⁶⁴ − 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that neither player wins.
    pub drawn: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
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

impl Statistics {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    fn count(&mut self, rank: Rank, score: Score, weight: u64) {
        let longer = |longest: Option<Longest>, plies: u32| match longest {
            Some(longest) if longest.plies >= plies => Some(longest),
            _ => Some(Longest { plies, rank }),
        };
        match score.kind() {
            ScoreKind::Win(plies) => {
                self.won = self.won.saturating_add(weight);
                self.longest_win = longer(self.longest_win, plies);
            }
            ScoreKind::Loss(plies) => {
                self.lost = self.lost.saturating_add(weight);
                self.longest_loss = longer(self.longest_loss, plies);
            }
            ScoreKind::Value(_) => self.drawn = self.drawn.saturating_add(weight),
        }
    }
}

impl<F: Family> Tablebase<F> {
    /// Statistics of a range of ranks of a class; empty if the class is not built. Ranks without a
    /// position do not count. A rank of [several positions](Family::weight) counts for each of them.
    pub fn statistics(&self, class: usize, indices: Range<u64>) -> Statistics {
        let mut statistics = Statistics::default();
        for index in indices.start..indices.end.min(self.size(class)) {
            let rank = Rank { class, index };
            if let Some(score) = self.score(rank) {
                statistics.count(rank, score, self.family.weight(rank));
            }
        }
        statistics
    }
}
