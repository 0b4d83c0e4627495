//! How positions are scored, in numbers.

use std::ops::Range;

use super::{Family, Rank, Tablebase};
use crate::score::{Score, ScoreKind};

/// How many positions are won, drawn and lost for the player to move, and which take longest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
    /// The longest win, and the first position with it.
    pub longest_win: Option<Longest>,
    /// The longest loss, and the first position with it.
    pub longest_loss: Option<Longest>,
}

/// A win or a loss that takes as long as any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// How many plies.
    pub plies: u32,
    /// Where.
    pub rank: Rank,
}

impl Statistics {
    /// How many positions there are.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn count(&mut self, rank: Rank, score: Score, weight: u64) {
        let longer = |longest: Option<Longest>, plies: u32| match longest {
            Some(longest) if longest.plies >= plies => Some(longest),
            _ => Some(Longest { plies, rank }),
        };
        match score.kind() {
            ScoreKind::Win(plies) => {
                self.won += weight;
                self.longest_win = longer(self.longest_win, plies);
            }
            ScoreKind::Loss(plies) => {
                self.lost += weight;
                self.longest_loss = longer(self.longest_loss, plies);
            }
            ScoreKind::Value(_) => self.drawn += weight,
        }
    }
}

impl<F: Family> Tablebase<F> {
    /// Statistics of some numbers of a class; of none if it is not built. What has no position does
    /// not count, and what stands for [several](Family::weight) counts as many times.
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
