//! What a position is worth, as far as can be told without looking ahead.

use engine::Evaluator;

use crate::player::Player;
use crate::position::Position;

/// Judges a position by mobility: a player to move is the better off the more moves there are.
///
/// [`Exact`](crate::Exact) knows the truth. This is the evaluator for comparisons, and for players
/// that can be beaten.
///
/// ```
/// use collapsi::{Evaluation, Position};
/// use engine::{Limits, Search};
///
/// let position: Position = "A223/4A2J/3A23/J3A4".parse()?;
/// let analysis = Search::new(Evaluation).run(&position, &Limits::new().depth(5))?;
/// assert!(analysis.best().is_some());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    /// The number of moves, counted against the player who is not to move.
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let moves = position.moves().len() as i32;
        if position.turn() == player { moves } else { -moves }
    }
}
