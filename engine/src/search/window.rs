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
