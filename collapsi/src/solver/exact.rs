//! The solver as an evaluator.

use std::sync::{Mutex, PoisonError};

use engine::search::{Known, Window};
use engine::{Evaluator, Score};

use super::{Solver, Verdict};
use crate::position::Position;
use crate::rules::Player;

/// Knows every position exactly: lets the searches of the [`engine`] play Collapsi perfectly.
///
/// ```
/// use collapsi::{Exact, Position};
/// use engine::{Limits, Score, Search};
///
/// let position: Position = "A223/4A2J/3A23/J3A4".parse()?;
/// let analysis = Search::new(Exact::new()).run(&position, &Limits::new())?;
/// assert_eq!((analysis.score, analysis.line.len()), (Score::win_in(13), 13));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Exact {
    solver: Mutex<Solver>,
}

impl Exact {
    /// The value of a win in 0 plies; every ply reduces it by 1.
    const WIN: i32 = 1000;

    /// An evaluator with its own [`Solver`], shared by threads.
    pub fn new() -> Self {
        Self::default()
    }

    fn verdict(&self, position: &Position) -> Verdict {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner).verdict(position)
    }
}

impl Evaluator<Position> for Exact {
    /// 1,000 for a win, less one for every ply that it takes; likewise for a loss.
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let Verdict { winner, length, .. } = self.verdict(position);
        let value = Self::WIN - length as i32;
        if winner == player { value } else { -value }
    }

    fn known(&self, position: &Position, _depth: u32, _window: Window) -> Option<Known> {
        let Verdict { winner, length, .. } = self.verdict(position);
        let wins = winner == position.turn();
        Some(Known::Proven(if wins { Score::win_in(length) } else { Score::loss_in(length) }))
    }
}
