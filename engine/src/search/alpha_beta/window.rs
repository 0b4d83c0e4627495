//! The alpha-beta window.

use crate::search::score::Score;

/// The alpha-beta window, from the mover's side, in plies from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Lower bound: the mover already has this.
    pub(super) alpha: Score,
    /// Upper bound: the opponent already has a refutation.
    pub(super) beta: Score,
}

impl Window {
    /// Every score of an unfinished position is inside.
    pub(super) const FULL: Self = Self { alpha: Score::loss_in(0), beta: Score::win_in(0) };

    /// Whether a score found within it is exact, and not only a bound.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
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

    /// Mate-distance pruning: the score to return if no score from this ply on can lie in the window.
    #[inline]
    pub(super) fn mate_distance_cutoff(self, ply: u32) -> Option<Score> {
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
