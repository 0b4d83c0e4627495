//! Is every score right?

use std::ops::Range;

use super::expand::{Child, one_ply_earlier, over};
use super::options::{BuildOptions, Pass, Progress};
use super::{Family, Rank, Tablebase};
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;

impl<F: Family + Sync> Tablebase<F> {
    /// Checks every score of every class that is built against those one ply later.
    ///
    /// That proves them, for a family that keeps its laws. A win in *n* has a move to a loss in *n* - 1 and none to a nearer one, a
    /// loss has nothing but moves to wins, so both are right if all nearer ones are. And if a score
    /// said to be a draw were a win or a loss, take one with the least true distance: it would have a
    /// move to, or nothing but moves to, positions that are nearer still, so rightly scored, and its
    /// own score would not match them.
    ///
    /// It goes by [`generate_moves`](Game::generate_moves), not by the distinct moves that the build
    /// went by, and checks that ranks and positions correspond. It takes half as long as the build or
    /// more, and no memory.
    ///
    /// # Errors
    ///
    /// It was stopped, or something is wrong: the first mistake in the order of ranks.
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

/// What is wrong with a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The stop flag was raised; nothing is known to be wrong.
    #[error("stopped before it was done")]
    Stopped,
    /// A score does not match those one ply later.
    #[error("position {rank} is stored as {}: expected {}", words(*stored), words(*expected))]
    Score {
        /// The position.
        rank: Rank,
        /// Its score in the table; `None` for no position.
        stored: Option<Score>,
        /// What it should be.
        expected: Option<Score>,
    },
    /// A position does not have the rank that it was made from.
    #[error("position {rank} has another rank: {}", again.map_or("none".to_owned(), |r| r.to_string()))]
    Rank {
        /// What it was made from.
        rank: Rank,
        /// What it is said to be.
        again: Option<Rank>,
    },
    /// A move leads to a position that has no score.
    #[error("a move from position {rank} leads to a position without a score")]
    Missing {
        /// The position that it leads away from.
        rank: Rank,
    },
}

fn words(score: Option<Score>) -> String {
    match score {
        None => "no position".to_owned(),
        Some(Score::DRAW) => "a draw".to_owned(),
        Some(score) => format!("a {score}"),
    }
}

impl From<Stopped> for VerifyError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}
