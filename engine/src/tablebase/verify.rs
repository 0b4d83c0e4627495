//! Checking every score.

use std::ops::Range;

use super::error::VerifyError;
use super::expand::{Child, one_ply_earlier, over};
use super::options::{BuildOptions, Progress};
use super::pass::Pass;
use super::{Family, Rank, Tablebase};
use crate::game::Game;
use crate::score::Score;

impl<F: Family + Sync> Tablebase<F> {
    /// Checks every score of every class that is built against the scores one ply later.
    ///
    /// If nothing is wrong, all these scores are proven, for a family that keeps the third of its
    /// [laws](Family#laws), wherever the table comes from. A win in *n* plies has a move to a loss in
    /// *n* − 1 and none to a nearer one; all moves of a loss lead to wins. So both are right if all
    /// nearer ones are. Now suppose that a score said to be a draw were a win or a loss, and take one
    /// with the least true distance: it would have a move to nearer positions, or nothing but moves to
    /// them; these are scored rightly, so its own score would not match them. It does not prove that
    /// the family has all the positions that it should have.
    ///
    /// The moves come from [`generate_moves`](Game::generate_moves), not from the distinct moves that
    /// the build uses. Ranks and positions are checked to correspond. It takes at least half as long as
    /// the build, and no memory.
    ///
    /// # Errors
    ///
    /// It was stopped, or a score is wrong: the first mistake in the order of ranks.
    pub fn verify(&self, options: &BuildOptions<'_>) -> Result<(), VerifyError> {
        for class in 0..self.built() {
            let pass = Pass { options, class, part: 0. ..1. };
            pass.run(self.size(class), Pass::POSITIONS, Vec::new, |moves, indices| {
                self.verify_some(class, indices, moves)
            })?;
            options.report(Progress { class, done: 1. });
        }
        Ok(())
    }

    fn verify_some(
        &self,
        class: usize,
        indices: Range<u64>,
        moves: &mut Vec<<F::Game as Game>::Move>,
    ) -> Result<(), VerifyError> {
        for index in indices {
            let rank = Rank { class, index };
            let stored = self.score(rank);
            let position = self.family.unrank(rank);
            let expected = match &position {
                Some(position) => Some(self.look_ahead(rank, position, moves)?),
                None => None,
            };
            if stored != expected {
                return Err(VerifyError::Score { rank, stored, expected });
            }
        }
        Ok(())
    }

    /// The score of a position by the scores of the positions one ply later.
    fn look_ahead(
        &self,
        rank: Rank,
        position: &F::Game,
        moves: &mut Vec<<F::Game as Game>::Move>,
    ) -> Result<Score, VerifyError> {
        if let Some(score) = over(position) {
            return Ok(score);
        }
        let again = self.family.rank(position);
        if again != Some(rank) {
            return Err(VerifyError::Rank { rank, again });
        }
        moves.clear();
        position.generate_moves(moves);
        let mut best = None;
        for &m in &*moves {
            let score = match Child::new(&self.family, position, m) {
                Some(Child::Over(score)) => Some(score.seen_earlier(1)),
                Some(Child::Running { rank, other_moves }) => {
                    self.score(rank).map(|score| one_ply_earlier(score, other_moves))
                }
                None => None,
            };
            best = best.max(Some(score.ok_or(VerifyError::Missing { rank })?));
        }
        Ok(best.unwrap_or(Score::DRAW))
    }
}
