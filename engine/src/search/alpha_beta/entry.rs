//! What a search found out about a position, as tables keep it.

use std::ops::Neg;

use crate::search::score::Score;
use crate::search::window::Window;

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

/// A score, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) basis: Basis,
}

impl Found {
    #[inline]
    pub(super) fn new(score: Score, basis: Basis) -> Self {
        Self { score, basis }
    }
}

impl Neg for Found {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
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

    /// What this finds of its position `ply` plies from the root, if that settles a search of `depth`
    /// plies.
    ///
    /// A proven win is at least that good at any depth, and a proven loss at least that bad; that rests
    /// on finished games alone, whatever the rest of the entry rests on. A score inside the window
    /// settles nothing here: it is searched again, at little cost, so that its line is known to the
    /// end.
    #[inline]
    pub(super) fn settles(
        &self,
        accepted: Basis,
        (depth, ply): (u16, u16),
        Window { alpha, beta }: Window,
    ) -> Option<Found> {
        let score = self.score.seen_earlier(ply.into());
        let at_least = self.bound != Bound::Upper && score >= beta;
        let at_most = self.bound != Bound::Lower && score <= alpha;
        if !at_least && !at_most {
            return None;
        }
        if at_least && score.is_win() || at_most && score.is_loss() {
            return Some(Found::new(score, Basis::Solved));
        }
        let deep = self.depth >= depth && self.basis >= accepted;
        (deep || self.basis == Basis::Solved).then_some(Found::new(score, self.basis))
    }

    /// The entry to store over `old`; `None` keeps `old`.
    pub(super) fn after(self, old: &Self) -> Option<Self> {
        let covered = old.bound == Bound::Exact || old.bound == self.bound;
        let outlasted = old.basis == Basis::Solved && self.basis != Basis::Solved && covered;
        (!outlasted).then_some(Self { best: self.best.or(old.best), ..self })
    }

    /// The replacement value: depth, less 8 plies a generation.
    pub(super) fn replacement_value(&self, age: u8) -> i32 {
        const PLIES_PER_GENERATION: i32 = 8;
        i32::from(self.depth) - PLIES_PER_GENERATION * i32::from(age & Self::GENERATION_MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(alpha: i32, beta: i32) -> Window {
        Window { alpha: Score::value(alpha), beta: Score::value(beta) }
    }

    fn entry(score: Score, bound: Bound, basis: Basis) -> Entry {
        Entry { score, best: None, depth: 3, bound, basis }
    }

    #[test]
    fn distances_are_stored_from_the_position_and_read_from_the_root() {
        let found_at_ply_6 = Score::win_in(9);
        let entry = entry(found_at_ply_6.seen_later(6), Bound::Exact, Basis::Full);
        let settled = entry.settles(Basis::Full, (50, 2), window(0, 1));
        assert_eq!(settled, Some(Found::new(Score::win_in(5), Basis::Solved)));
    }

    #[test]
    fn a_proven_score_is_a_bound_at_any_depth_and_a_value_is_none() {
        let settles = |score, bound, depth| {
            let entry = entry(score, bound, Basis::Full);
            entry.settles(Basis::Full, (depth, 0), window(-1, 1)).map(|found| found.basis)
        };
        assert_eq!(settles(Score::win_in(7), Bound::Lower, 99), Some(Basis::Solved));
        assert_eq!(settles(Score::win_in(7), Bound::Upper, 99), None);
        assert_eq!(settles(Score::loss_in(6), Bound::Upper, 99), Some(Basis::Solved));
        assert_eq!(settles(Score::loss_in(6), Bound::Lower, 99), None);
        assert_eq!(settles(Score::value(5), Bound::Lower, 3), Some(Basis::Full));
        assert_eq!(settles(Score::value(5), Bound::Lower, 4), None);
        assert_eq!(settles(Score::DRAW, Bound::Exact, 3), None, "searched again for its line");
    }

    #[test]
    fn reduced_scores_serve_reduced_searches_only() {
        let settles = |basis, accepted| {
            let entry = entry(Score::value(5), Bound::Lower, basis);
            entry.settles(accepted, (3, 0), window(-1, 1)).map(|found| found.basis)
        };
        assert_eq!(settles(Basis::Reduced, Basis::Full), None);
        assert_eq!(settles(Basis::Reduced, Basis::Reduced), Some(Basis::Reduced));
        assert_eq!(settles(Basis::Full, Basis::Reduced), Some(Basis::Full));
        let solved = entry(Score::value(5), Bound::Lower, Basis::Solved);
        assert!(solved.settles(Basis::Full, (99, 0), window(-1, 1)).is_some());
    }
}
