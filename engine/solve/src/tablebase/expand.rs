//! The moves of a position of a family, one ply ahead.

use std::ops::ControlFlow;

use super::error::BuildError;
use super::packed::Stored;
use super::{Family, Move, Rank, Tablebase};
use engine::Wdl;
use engine::game::Game;
use engine::{Score, ScoreKind};

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
    /// Looks at all moves of a position. `inside` lists the positions to which moves within the class lead;
    /// the scores of the other moves are returned. Moves after one that wins at once are skipped.
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
        let Self { moves, inside } = self;
        let mut has_moves = false;
        let flow = table.family().children(position, moves, |child| {
            has_moves = true;
            match child {
                None => return ControlFlow::Break(Some(BuildError::Outside { rank })),
                Some(Child::Over(result)) => {
                    exit_scores.note(Score::from(result).seen_earlier(1));
                }
                Some(Child::Running { rank: Rank { class, index }, next })
                    if class == rank.class && index < table.size(class) =>
                {
                    inside.push(Inside { index, next });
                }
                Some(Child::Running { rank: earlier, next }) => match table.found(earlier) {
                    None => return ControlFlow::Break(Some(BuildError::Outside { rank })),
                    Some(score) => exit_scores.note(next.value_of_move(score)),
                },
            }
            if exit_scores.win == Some(1) {
                ControlFlow::Break(None)
            } else {
                ControlFlow::Continue(())
            }
        });
        exit_scores.draws |= !has_moves;
        match flow {
            ControlFlow::Break(Some(error)) => Err(error),
            _ => Ok(exit_scores),
        }
    }
}

/// A position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// The game is over, with this result for the player who made the move.
    Over(Wdl),
    /// The game is running.
    Running {
        /// The rank of the position.
        rank: Rank,
        /// The player to move there.
        next: NextMover,
    },
}

impl Child {
    /// The position after a legal move; `None` if it is not in the family.
    pub fn new<F: Family>(family: &F, position: &F::Game, m: Move<F>) -> Option<Self> {
        let turn = position.turn();
        let child = position.after(m);
        if let Some(outcome) = child.outcome() {
            return Some(Self::Over(outcome.wdl(turn)));
        }
        Some(Self::Running { rank: family.rank(&child)?, next: NextMover::of(position, &child) })
    }
}

/// The player to move after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextMover {
    /// The player who made the move.
    Same,
    /// The opponent.
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

/// The result of a finished game for the player to move; `None` if it is running.
pub(super) fn over<G: Game>(position: &G) -> Option<Wdl> {
    position.outcome().map(|outcome| outcome.wdl(position.turn()))
}
