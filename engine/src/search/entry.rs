//! What a search found out about a position, as tables keep it.

use crate::score::Score;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// As seen from the position itself.
    pub(super) score: Score,
    /// The move that was best, or that refuted the line, as its number in the list of moves; `None`
    /// if none stood out. Equal positions list their moves in the same order, and a number that is
    /// too large names no move: not even a collision of keys makes an illegal one.
    pub(super) best: Option<u16>,
    /// How many plies the score looks ahead.
    pub(super) depth: u16,
    pub(super) bound: Bound,
    pub(super) basis: Basis,
}

/// How an entry's score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is this or more.
    Lower = 1,
    /// The true score is this or less.
    Upper = 2,
    Exact = 3,
}

/// What a score rests on; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// Some moves were searched less deeply than the depth says.
    Reduced,
    /// Everything up to the depth, evaluated there.
    Full,
    /// Finished games alone: no deeper search can change it.
    Solved,
}

impl Entry {
    const NO_MOVE: u16 = u16::MAX;
    const DEPTH_MASK: u16 = (1 << 10) - 1;

    /// Runs are told apart by their number modulo 4.
    pub(super) const GENERATION_MASK: u8 = 3;

    /// All in one word, the generation included. Never 0, as a bound is not.
    pub(super) fn pack(self, generation: u8) -> u64 {
        let best = self.best.unwrap_or(Self::NO_MOVE);
        u64::from(self.score.to_bits()) << 32
            | u64::from(best) << 16
            | u64::from(self.depth & Self::DEPTH_MASK) << 6
            | (self.bound as u64) << 4
            | (self.basis as u64) << 2
            | u64::from(generation & Self::GENERATION_MASK)
    }

    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let best = (data >> 16) as u16;
        Some(Self {
            score: Score::from_bits((data >> 32) as u32),
            best: (best != Self::NO_MOVE).then_some(best),
            depth: (data >> 6) as u16 & Self::DEPTH_MASK,
            bound: match data >> 4 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                3 => Bound::Exact,
                _ => return None,
            },
            basis: match data >> 2 & 3 {
                0 => Basis::Reduced,
                1 => Basis::Full,
                _ => Basis::Solved,
            },
        })
    }

    /// Whether this says all that `newer` would say about the same position, and lasts longer.
    pub(super) fn outlasts(&self, newer: &Self) -> bool {
        let covers = self.bound == Bound::Exact || self.bound == newer.bound;
        self.basis == Basis::Solved && newer.basis != Basis::Solved && covers
    }

    /// How much it would cost to find it out again, roughly, less what it lost by age.
    pub(super) fn worth(&self, age: u8) -> i32 {
        const PLIES_PER_GENERATION: i32 = 8;
        i32::from(self.depth) - PLIES_PER_GENERATION * i32::from(age & Self::GENERATION_MASK)
    }
}
