//! The alpha-beta window.

use crate::search::Score;

/// The question that a search asks of a position: which score between `alpha` and `beta`, both left out,
/// does it have for the player to move? An answer is exact between the two; one of `beta` or more is
/// a lower bound, one of `alpha` or less an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The player to move already has this elsewhere.
    pub alpha: Score,
    /// The other side already has a refutation of this.
    pub beta: Score,
}

impl Window {
    /// Every score of an unfinished position is inside.
    pub const FULL: Self = Self { alpha: Score::loss_in(0), beta: Score::win_in(0) };

    /// The window with no score inside: is the score more than `alpha`?
    #[inline]
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// Whether no score is inside.
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next() >= self.beta
    }

    /// Whether a score is inside: between the ends, which are not.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    #[inline]
    pub(crate) fn for_opponent(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window `plies` later.
    #[inline]
    pub(crate) fn seen_later(self, plies: u32) -> Self {
        Self { alpha: self.alpha.seen_later(plies), beta: self.beta.seen_later(plies) }
    }

    /// Mate-distance pruning: the score to return if no score from this ply on can lie in the window,
    /// which counts from the root.
    #[inline]
    pub(crate) fn mate_distance_cutoff(self, ply: u32) -> Option<Score> {
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
