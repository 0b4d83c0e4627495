//! Static evaluation of positions.

use engine::search::{Known, Window};
use engine::{Evaluator, Game, Score};

use crate::position::Position;
use crate::rules::Player;
use crate::square::Move;

/// Judges a position by mobility: the more moves, the better for the player to move.
///
/// [`Exact`](crate::Exact) knows the exact score. This is the evaluator for comparisons, and for players
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

    /// Orders moves by our mobility after the opponent's reply (any reply collapses the same card).
    fn order(&self, position: &Position, m: Move) -> i32 {
        let opponent = position.pawn(!position.turn());
        position.after(m).after(opponent).reach().len() as i32
    }

    /// At lower depths it costs more time than it saves.
    fn min_sort_depth(&self) -> u32 {
        4
    }

    /// Depths 1 and 2 are `known`, and at depth 3 searching again is as fast as the table.
    fn min_table_depth(&self) -> u32 {
        4
    }

    /// A win in 1, and the scores of one ply and of two. Wherever the mover goes the same card collapses,
    /// so that the opponent's walks are the same; only the square that the mover goes to is taken from
    /// them. The same holds for the mover's own walks after the reply.
    fn known(&self, position: &Position, depth: u32, _window: Window) -> Option<Known> {
        if depth == 0 {
            return None;
        }
        let moves = position.moves();
        let replies = position.after(moves.into_iter().next()?).reach();
        let left = replies.len() - usize::from(replies.meets(moves));
        if left == 0 {
            return Some(Known::AtDepth(Score::win_in(1)));
        }
        let score = match depth {
            1 => Score::value(-(left as i32)),
            2 => {
                let walks_left = |m| {
                    let replies = replies.without(m);
                    let reply = replies.into_iter().next()?;
                    let walks = position.after(m).after(reply).reach();
                    Some(walks.len() - usize::from(walks.meets(replies)))
                };
                let most = moves.into_iter().filter_map(walks_left).max()?;
                if most == 0 { Score::loss_in(2) } else { Score::value(most as i32) }
            }
            _ => return None,
        };
        Some(Known::AtDepth(score))
    }
}
