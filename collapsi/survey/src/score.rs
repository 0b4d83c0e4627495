//! Scores in half a byte.

/// The end of a game for one of the players: the larger, the better.
///
/// In a position with a known number of cards, the winner decides whether the number left in the end is
/// odd or even, so half of that number is enough: 8 and more for a win, larger if it is sooner; 7 and
/// less for a loss, smaller if it is sooner. The opponent's score is 15 minus this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score(pub(crate) u8);

impl Score {
    /// Won with `left` cards left, at most 15.
    pub(crate) const fn won(left: usize) -> Self {
        Self(8 + (left as u8 / 2) % 8)
    }

    /// Lost with `left` cards left, at most 15.
    pub(crate) const fn lost(left: usize) -> Self {
        Self(7 - (left as u8 / 2) % 8)
    }

    pub(crate) const fn is_win(self) -> bool {
        self.0 >= 8
    }

    /// The number of plies until the game ends, from a position with `cards` cards.
    pub(crate) const fn plies(self, cards: usize) -> usize {
        let half = if self.is_win() { self.0 - 8 } else { 7 - self.0 } as usize;
        // The player to move wins after an odd number of plies.
        let odd = (cards + self.is_win() as usize) % 2;
        cards.saturating_sub(2 * half + odd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_tell_how_the_game_ends() {
        for cards in 2..=15 {
            for plies in 0..=cards - 2 {
                let left = cards - plies;
                let score = if plies % 2 == 1 { Score::won(left) } else { Score::lost(left) };
                assert_eq!((score.is_win(), score.plies(cards)), (plies % 2 == 1, plies));
            }
        }
    }

    #[test]
    fn better_scores_are_larger() {
        assert!(Score::won(9) > Score::won(7));
        assert!(Score::won(3) > Score::lost(2));
        assert!(Score::lost(2) > Score::lost(14));
        assert_eq!(Score::won(9).0, 15 - Score::lost(9).0);
    }
}
