//! The moves of a position of a family, one ply ahead.

use super::error::BuildError;
use super::packed::Stored;
use super::{Family, Move, Rank, Tablebase};
use crate::game::Game;
use crate::game::outcome::Wdl;
use crate::search::score::{Score, ScoreKind};

/// Buffers that all positions share.
pub(super) struct Scratch<M> {
    moves: Vec<M>,
    /// The positions of the same class that the moves lead to.
    pub(super) inside: Vec<Inside>,
}

/// A position of the same class after a move.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) index: u64,
    pub(super) next: NextMover,
}

impl<M> Default for Scratch<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), inside: Vec::new() }
    }
}

/// The scores of the moves of a position that end the game or lead to earlier classes.
#[derive(Clone, Copy, Default)]
pub(super) struct ExitScores {
    /// The distance of the nearest win.
    pub(super) win: Option<u32>,
    /// The distance of the farthest loss.
    pub(super) loss: u32,
    /// Whether a move draws.
    pub(super) draws: bool,
}

impl ExitScores {
    fn note(&mut self, score: Score) {
        match score.kind() {
            ScoreKind::Win(plies) => self.win = Some(self.win.map_or(plies, |win| win.min(plies))),
            ScoreKind::Loss(plies) => self.loss = self.loss.max(plies),
            ScoreKind::Value(_) => self.draws = true,
        }
    }
}

impl<M: Copy> Scratch<M> {
    /// Looks at all moves of a position. `inside` lists where the moves within the class lead; the
    /// scores of the others are returned. Moves after one that wins at once are skipped.
    ///
    /// A running game without a move breaks the laws of [`Game`]; it counts as a draw.
    pub(super) fn expand<F: Family<Game: Game<Move = M>>>(
        &mut self,
        table: &Tablebase<F>,
        rank: Rank,
        position: &F::Game,
    ) -> Result<ExitScores, BuildError> {
        self.inside.clear();
        let mut exit_scores = ExitScores::default();
        if let Some(result) = over(position) {
            exit_scores.note(result.into());
            return Ok(exit_scores);
        }
        self.moves.clear();
        position.generate_distinct_moves(&mut self.moves);
        exit_scores.draws = self.moves.is_empty();
        for &m in &self.moves {
            if exit_scores.win == Some(1) {
                break;
            }
            let child = Child::new(table.family(), position, m);
            match child.ok_or(BuildError::Outside { rank })? {
                Child::Over(result) => exit_scores.note(Score::from(result).seen_earlier(1)),
                Child::Running { rank: Rank { class, index }, next }
                    if class == rank.class && index < table.size(class) =>
                {
                    self.inside.push(Inside { index, next });
                }
                Child::Running { rank: earlier, next } => {
                    let score = table.found(earlier).ok_or(BuildError::Outside { rank })?;
                    exit_scores.note(next.value_of_move(score));
                }
            }
        }
        Ok(exit_scores)
    }
}

/// A position after a move, seen by the player who made it.
pub(super) enum Child {
    /// The game is over, with this result.
    Over(Wdl),
    /// The game goes on.
    Running { rank: Rank, next: NextMover },
}

impl Child {
    /// The position after a legal move, or `None` if it is not in the family.
    pub(super) fn new<F: Family>(family: &F, position: &F::Game, m: Move<F>) -> Option<Self> {
        let turn = position.turn();
        let child = position.after(m);
        if let Some(outcome) = child.outcome() {
            return Some(Self::Over(outcome.wdl(turn)));
        }
        Some(Self::Running { rank: family.rank(&child)?, next: NextMover::of(position, &child) })
    }
}

/// Who is to move after a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NextMover {
    /// The player who made the move.
    Same,
    Other,
}

impl NextMover {
    pub(super) fn of<G: Game>(before: &G, after: &G) -> Self {
        if before.turn() == after.turn() { Self::Same } else { Self::Other }
    }

    /// The value of a move for the player who makes it, from that of the position after it.
    pub(super) fn value_of_move<V: Stored>(self, after: V) -> V {
        match self {
            Self::Same => after.one_ply_earlier(),
            Self::Other => -after.one_ply_earlier(),
        }
    }
}

/// The result of a finished game for the player to move; `None` if it goes on.
pub(super) fn over<G: Game>(position: &G) -> Option<Wdl> {
    position.outcome().map(|outcome| outcome.wdl(position.turn()))
}
