//! Checking every score.

use std::ops::Range;

use super::error::VerifyError;
use super::expand::{Child, over};
use super::options::{BuildOptions, Progress};
use super::packed::Stored;
use super::pass::Pass;
use super::{Family, Move, Rank, Table};
use engine::Wdl;
use engine::game::Game;
use system::Shard;

impl<F: Family + Sync, S: Stored + Send + Sync> Table<F, S> {
    /// Checks every value of every class that is built against the values one ply later.
    ///
    /// If nothing is wrong, all scores of a [`Tablebase`](super::Tablebase) are proven, for a family that keeps the
    /// last of its [laws](Family#laws), wherever the table comes from. A win in *n* plies has a move to a loss in *n*
    /// − 1 and none to a nearer one; all moves of a loss lead to wins. So both are right if all nearer ones are. Now
    /// suppose that a score said to be a draw were a win or a loss, and take one with the least true distance: it
    /// would have a move to nearer positions, or nothing but moves to them; these are scored rightly, so its own
    /// score would not match them. It does not prove that the family has all the positions that it should have.
    ///
    /// For a [`Bitbase`](super::Bitbase) this proves that no player loses a position stored as drawn or won for them:
    /// from a draw there is a move to a draw, and never one of the opponent to a position that the first player
    /// loses. It does not prove that a stored win can be forced to an end, as won positions could lead to each other
    /// in a cycle; the build makes no such wins, and [`verify_sample`](super::Bitbase::verify_sample) finds those
    /// that it picks. The scores in an error have distance 0.
    ///
    /// The moves come from [`generate_moves`](Game::generate_moves), not from the distinct moves that
    /// the build uses. Ranks and positions are checked to correspond. It takes at least half as long as
    /// the build of a tablebase, and no memory.
    ///
    /// # Errors
    ///
    /// It was stopped, or a value is wrong: the first mistake in the order of ranks.
    pub fn verify(&self, options: &BuildOptions<'_>) -> Result<(), VerifyError> {
        self.verify_shard(Shard::WHOLE, options)
    }

    /// [Verifies](Self::verify) a shard of the positions, as one of several machines.
    ///
    /// # Errors
    ///
    /// It was stopped, or a value is wrong: the first mistake of this shard in the order of ranks.
    pub fn verify_shard(
        &self,
        shard: Shard,
        options: &BuildOptions<'_>,
    ) -> Result<(), VerifyError> {
        (0..self.built()).try_for_each(|class| {
            let pass = Pass { options, class, part: 0. ..1. };
            pass.run(self.size(class), Pass::POSITIONS, Vec::new, |moves, indices| {
                let is_in = shard.has(indices.start / Pass::POSITIONS);
                if is_in { self.verify_some(class, indices, moves) } else { Ok(()) }
            })?;
            options.report(Progress { class, done: 1. });
            Ok(())
        })
    }

    fn verify_some(
        &self,
        class: usize,
        indices: Range<u64>,
        moves: &mut Vec<Move<F>>,
    ) -> Result<(), VerifyError> {
        for index in indices {
            let rank = Rank { class, index };
            let stored = self.get(rank);
            let position = self.family.unrank(rank);
            let expected = match &position {
                Some(position) => Some(self.look_ahead(rank, position, moves)?),
                None => None,
            };
            if stored != expected {
                let [stored, expected] = [stored, expected].map(|value| value.map(S::into));
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
    ) -> Result<S, VerifyError> {
        if let Some(result) = over(position) {
            return Ok(result.into());
        }
        let mut best = None;
        for child in self.verified_children(rank, position, moves)? {
            best = best.max(Some(self.value_of_move(rank, child?)?));
        }
        Ok(best.unwrap_or(Wdl::Draw.into()))
    }
}

impl<F: Family, S: Stored> Table<F, S> {
    /// The positions that the moves of a running position lead to, once its rank is checked.
    pub(super) fn verified_children<'a>(
        &'a self,
        rank: Rank,
        position: &'a F::Game,
        moves: &'a mut Vec<Move<F>>,
    ) -> Result<impl Iterator<Item = Result<Child, VerifyError>> + 'a, VerifyError> {
        let again = self.family.rank(position);
        if again != Some(rank) {
            return Err(VerifyError::Rank { rank, again });
        }
        moves.clear();
        position.generate_moves(moves);
        let child = move |&m: &Move<F>| Child::new(&self.family, position, m);
        Ok(moves.iter().map(move |m| child(m).ok_or(VerifyError::Missing { rank })))
    }

    /// The value of the move from a rank that leads to a position.
    pub(super) fn value_of_move(&self, rank: Rank, child: Child) -> Result<S, VerifyError> {
        match child {
            Child::Over(result) => Ok(S::from(result).one_ply_earlier()),
            Child::Running { rank: after, next } => {
                let value = self.get(after).ok_or(VerifyError::Missing { rank })?;
                Ok(next.value_of_move(value))
            }
        }
    }
}
