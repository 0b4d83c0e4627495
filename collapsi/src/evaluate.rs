//! What a position is worth, as far as can be told without looking ahead.

use engine::{Evaluator, Game, Score};

use crate::player::Player;
use crate::position::Position;

/// Judges a position by mobility: the more moves, the better for the player to move.
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

    /// There is no order.
    fn orders(&self, depth: u32, _moves: usize) -> bool {
        depth > 1
    }

    fn remembers(&self, depth: u32) -> bool {
        depth > 1
    }

    /// One ply ahead, and a win in 1 at any depth. The same card collapses whichever square the mover goes
    /// to, so the opponent's walks are the same; only that square is taken from them.
    fn look_ahead(&self, position: &Position, depth: u32, _alpha: Score) -> Option<Score> {
        let moves = position.moves();
        let child = position.after(moves.into_iter().next()?);
        let reach = child.reach();
        let left = reach.len() - usize::from(reach.meets(moves));
        if left == 0 {
            Some(Score::win_in(1))
        } else {
            (depth == 1).then(|| Score::value(-(left as i32)))
        }
    }
}
