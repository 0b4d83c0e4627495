//! Knowledge of a game that is not part of its rules.

use crate::game::Game;

/// Judges positions for a search: what a position is worth, and which moves to try first.
///
/// Kept apart from [`Game`] because many judgements can serve the same rules. A closure
/// `|position, player| -> i32` is an evaluator; so is [`Blind`], which knows nothing.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Game, Limits, Search};
///
/// // It is good to be the one who moves next.
/// let tempo = |nim: &Nim, player| if nim.turn() == player { 1 } else { -1 };
/// let analysis = Search::new(tempo).run(&Nim::new([9, 9, 9]), &Limits::new().depth(2))?;
/// # Ok::<_, engine::SearchError>(())
/// ```
pub trait Evaluator<G: Game> {
    /// What an unfinished position promises `player`: larger is better, 0 is even. The units are
    /// the evaluator's own; values are brought within ±[`MAX_VALUE`](crate::Score::MAX_VALUE).
    ///
    /// With two players the values of one must be the negated values of the other.
    fn evaluate(&self, position: &G, player: G::Player) -> i32;

    /// How early a search should try a move: larger is earlier. Any order gives the same score; a
    /// good one gives it sooner. By default the order in which the game lists its moves.
    fn order(&self, _position: &G, _m: G::Move) -> i32 {
        0
    }
}

impl<G: Game, F: Fn(&G, G::Player) -> i32> Evaluator<G> for F {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self(position, player)
    }
}

/// Knows nothing: every unfinished position is worth 0. Enough to solve small games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blind;

impl<G: Game> Evaluator<G> for Blind {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }
}
