//! Checking every score.

use std::ops::Range;

use super::bitbase::Bitbase;
use super::error::VerifyError;
use super::expand::{Child, Stored, over};
use super::options::{BuildOptions, Progress};
use super::pass::Pass;
use super::{Family, Move, Rank, Tablebase};
use crate::game::Game;
use crate::outcome::Wdl;

impl<F: Family + Sync> Tablebase<F> {
    /// Checks every score of every class that is built against the scores one ply later.
    ///
    /// If nothing is wrong, all these scores are proven, for a family that keeps the last of its
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
        let family = self.family();
        (0..self.built()).try_for_each(|class| {
            let stored = |rank| self.score(rank);
            Check { family, size: self.size(class), class, stored }.run(options)
        })
    }
}

impl<F: Family + Sync> Bitbase<F> {
    /// Checks every result of every class that is built against those one ply later.
    ///
    /// This proves that no player loses a position stored as drawn or won for them: from a draw there
    /// is a move to a draw, and never one of the opponent to a position that the first player loses. It
    /// does not prove that a stored win can be forced to an end, as won positions could lead to each
    /// other in a cycle; [`build`](Bitbase::build) makes no such wins.
    ///
    /// The moves come from [`generate_moves`](Game::generate_moves), not from the distinct moves that the
    /// build uses. Ranks and positions are checked to correspond.
    ///
    /// # Errors
    ///
    /// It was stopped, or a result is wrong: the first mistake in the order of ranks. The scores in the
    /// error have distance 0.
    pub fn verify(&self, options: &BuildOptions<'_>) -> Result<(), VerifyError> {
        let family = self.family();
        (0..self.built()).try_for_each(|class| {
            let stored = |rank| self.result(rank);
            Check { family, size: self.size(class), class, stored }.run(options)
        })
    }
}

/// A check of what is stored for a class.
struct Check<'f, F, S> {
    family: &'f F,
    class: usize,
    size: u64,
    /// What the table stores for a rank.
    stored: S,
}

impl<F: Family + Sync, V: Stored, S: Fn(Rank) -> Option<V> + Sync> Check<'_, F, S> {
    fn run(&self, options: &BuildOptions<'_>) -> Result<(), VerifyError> {
        let class = self.class;
        let pass = Pass { options, class, part: 0. ..1. };
        pass.run(self.size, Pass::POSITIONS, Vec::new, |moves, indices| self.some(indices, moves))?;
        options.report(Progress { class, done: 1. });
        Ok(())
    }

    fn some(&self, indices: Range<u64>, moves: &mut Vec<Move<F>>) -> Result<(), VerifyError> {
        for index in indices {
            let rank = Rank { class: self.class, index };
            let stored = (self.stored)(rank);
            let position = self.family.unrank(rank);
            let expected = match &position {
                Some(position) => Some(self.look_ahead(rank, position, moves)?),
                None => None,
            };
            if stored != expected {
                let [stored, expected] = [stored, expected].map(|value| value.map(V::into));
                return Err(VerifyError::Score { rank, stored, expected });
            }
        }
        Ok(())
    }

    /// The value of a position by those one ply later.
    fn look_ahead(
        &self,
        rank: Rank,
        position: &F::Game,
        moves: &mut Vec<Move<F>>,
    ) -> Result<V, VerifyError> {
        if let Some(result) = over(position) {
            return Ok(result.into());
        }
        let again = self.family.rank(position);
        if again != Some(rank) {
            return Err(VerifyError::Rank { rank, again });
        }
        moves.clear();
        position.generate_moves(moves);
        let mut best = None;
        for &m in &*moves {
            let value = match Child::new(self.family, position, m) {
                Some(Child::Over(result)) => Some(V::from(result).one_ply_earlier()),
                Some(Child::Running { rank, next }) => {
                    (self.stored)(rank).map(|value| next.value_of_move(value))
                }
                None => None,
            };
            best = best.max(Some(value.ok_or(VerifyError::Missing { rank })?));
        }
        Ok(best.unwrap_or(Wdl::Draw.into()))
    }
}
