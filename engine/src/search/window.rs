//! What both sides can be sure of already.

use crate::score::Score;

/// What both sides can be sure of already, seen from the player to move. Distances in it are counted
/// from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The player to move has this or more elsewhere.
    pub(super) alpha: Score,
    /// The other side will not let it come to this or more.
    pub(super) beta: Score,
}

impl Window {
    /// Every score of an unfinished position is inside.
    pub(super) const FULL: Self = Self { alpha: Score::loss_in(0), beta: Score::win_in(0) };

    /// With all scores between two inside; at least one question is left.
    pub(super) fn between(alpha: Score, beta: Score) -> Self {
        let alpha = alpha.clamp(Self::FULL.alpha, Score::win_in(1));
        Self { alpha, beta: beta.max(alpha.next()) }
    }

    /// What is left of it inside another; all of the other if nothing is.
    pub(super) fn within(self, other: Self) -> Self {
        let (alpha, beta) = (self.alpha.max(other.alpha), self.beta.min(other.beta));
        if alpha < beta { Self { alpha, beta } } else { other }
    }

    #[inline]
    pub(super) fn for_opponent(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window with no score inside that asks whether a move is better than `alpha`.
    #[inline]
    pub(super) fn null(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.alpha.next() >= self.beta
    }

    /// The score to return if no score from this ply on is inside: nothing is better than a game
    /// already won, or worse than one already lost.
    #[inline]
    pub(super) fn beyond(self, ply: u32) -> Option<Score> {
        if !self.alpha.is_win() && !self.beta.is_loss() {
            None
        } else if self.alpha >= Score::win_in(ply) {
            Some(self.alpha)
        } else if self.beta <= Score::loss_in(ply) {
            Some(self.beta)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_within_another_is_what_both_have() {
        let window = |alpha, beta| Window { alpha: Score::value(alpha), beta: Score::value(beta) };
        for (inner, expected) in [
            (window(2, 5), window(2, 5)),
            (window(0, 3), window(1, 3)),
            (window(5, 9), window(5, 7)),
            (window(6, 7), window(6, 7)),
            // Nothing is left.
            (window(7, 9), window(1, 7)),
            (window(-3, 1), window(1, 7)),
            (window(8, 9), window(1, 7)),
        ] {
            assert_eq!(inner.within(window(1, 7)), expected, "{inner:?}");
        }
    }
}
