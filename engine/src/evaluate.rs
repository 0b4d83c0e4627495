//! Knowledge of a game that is not part of its rules.

use crate::game::Game;
use crate::score::Score;

/// Judges positions for a search: what a position is worth, and which moves to try first.
///
/// Kept apart from [`Game`] because many judgements can serve the same rules. A closure
/// `|position, player| -> i32` is an evaluator; so is [`NoEvaluation`], which knows nothing.
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

    /// How early a search should try a move: larger is earlier. A good order gives the score sooner;
    /// it gives another only where [reductions](crate::Technique::Reductions) look less deeply at
    /// late moves. By default the order in which the game lists its moves.
    fn order(&self, _position: &G, _m: G::Move) -> i32 {
        0
    }

    /// Appends the moves that must be looked at before an unfinished position can be judged, such
    /// as captures; by default there are none.
    ///
    /// Where a search has reached its depth it goes on with these moves alone, until it comes to
    /// positions that have none (quiescence search). They must run out by themselves and soon, as
    /// captures do; after [`QUIESCENCE_PLIES`](crate::Limits::QUIESCENCE_PLIES) they are
    /// disregarded.
    fn noisy_moves(&self, _position: &G, _moves: &mut Vec<G::Move>) -> StandPat {
        StandPat::Optional
    }

    /// The exact score of an unfinished position for the player to move, if it is known without a
    /// search, from a tablebase for example; by default it never is.
    ///
    /// It must be right: a win or a loss in exactly that many plies, or [`Score::DRAW`]. A search
    /// takes it as proven. A finished position may be asked about too, but the answer is ignored
    /// there.
    fn probe(&self, _position: &G) -> Option<Score> {
        None
    }
}

/// What the noisy moves of a position say about its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandPat {
    /// The player may make one of them or leave it: the position is worth what the best of them
    /// gains, or what it was evaluated at if that is more.
    Optional,
    /// The player has no others, up to moves that lead to the same positions: the position is worth
    /// what the best of them gains.
    Forced,
}

impl<G: Game, F: Fn(&G, G::Player) -> i32> Evaluator<G> for F {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self(position, player)
    }
}

/// Knows nothing: every unfinished position is worth 0. Enough to solve small games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }
}
