//! Knowledge of a game that is not part of its rules.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::game::Game;
use crate::game::outcome::Outcome;
use crate::search::score::Score;

/// Judges positions for a search: what a position is worth, which moves to try first, and what is
/// known without a search.
///
/// Kept apart from [`Game`] because many judgements can serve the same rules. Only
/// [`evaluate`](Evaluator::evaluate) is required; everything else makes a search faster or lets it
/// see more. [`EvaluatorFn`] makes an evaluator of a closure, [`NoEvaluation`] knows nothing.
/// References, boxes and [`Arc`]s of evaluators are evaluators.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Game, Limits, Search};
/// use engine::search::EvaluatorFn;
///
/// // A bonus for the player to move.
/// let tempo = EvaluatorFn(|nim: &Nim, player| if nim.turn() == player { 1 } else { -1 });
/// let analysis = Search::new(tempo).run(&Nim::new([9, 9, 9]), &Limits::new().depth(2))?;
/// # Ok::<_, engine::SearchError>(())
/// ```
///
/// # Laws
///
/// [`Conformance::evaluator`](crate::Conformance::evaluator) compares what an evaluator claims with
/// plain [`minimax`](crate::search::minimax) on your own positions. A search takes these claims as true: one
/// that is wrong makes its scores wrong, but never its moves illegal.
///
/// # Cost
///
/// A method left at its default costs a search nothing: the compiler removes the call. Behind a `dyn`
/// pointer each call remains.
pub trait Evaluator<G: Game> {
    /// The value of an unfinished position for `player`: larger is better, 0 is even. The units are the
    /// evaluator's own; values are clamped to ±[`MAX_VALUE`](crate::Score::MAX_VALUE).
    ///
    /// With two players the values of one must be the negated values of the other.
    fn evaluate(&self, position: &G, player: G::Player) -> i32;

    /// What a finished game is worth to `player`: a win or a loss in 0 plies, or a value, which is then
    /// exact. By default a win, a loss or a draw; [`ByMargin`] counts points.
    ///
    /// With two players the score of one must be the negated score of the other. What
    /// [`probe`](Evaluator::probe), [`bounds`](Evaluator::bounds) and
    /// [`look_ahead`](Evaluator::look_ahead) say of unfinished positions refers to these scores.
    #[inline]
    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        outcome.wdl(player).into()
    }

    /// How early a search should try a move: larger is earlier. A good order makes a search faster. It
    /// changes scores only where [reductions](crate::search::Techniques::reductions) search late moves less
    /// deeply. By default the order in which the game lists its moves.
    #[inline]
    fn order(&self, _position: &G, _m: G::Move) -> i32 {
        0
    }

    /// Whether to sort a list of `moves` moves by [order](Evaluator::order) in a node `depth` plies above
    /// the leaves; by default always. Otherwise they are tried as listed, and history is not used.
    ///
    /// Answer `false` where that costs more than it saves: one ply above the leaves, where a cutoff
    /// saves one evaluation a move, if there is no order; or for very long lists, if
    /// [`candidate_moves`](Evaluator::candidate_moves) lists the good moves first.
    #[inline]
    fn orders(&self, _depth: u32, _moves: usize) -> bool {
        true
    }

    /// Whether to remember positions `depth` plies above the leaves in the
    /// [table](crate::search::Techniques::table); by default always.
    ///
    /// Answer `false` for one ply if evaluating takes less time than reading memory: some 50 ns.
    #[inline]
    fn remembers(&self, _depth: u32) -> bool {
        true
    }

    /// Appends the noisy moves of an unfinished position, such as captures; by default there are none.
    ///
    /// A search that has reached its depth follows these moves alone, until it comes to positions that
    /// have none (quiescence search). Sequences of them must be short, as those of captures are; after
    /// [`QUIESCENCE_PLIES`](crate::Limits::QUIESCENCE_PLIES) they are ignored.
    #[inline]
    fn noisy_moves(&self, _position: &G, _moves: &mut Vec<G::Move>) -> StandPat {
        StandPat::Optional
    }

    /// The exact score of an unfinished position for the player to move, if it is known without a
    /// search, from a tablebase for example; by default it never is.
    ///
    /// It must be right: a win or a loss in exactly that many plies, [`Score::DRAW`], or another
    /// [score of a finished game](Evaluator::outcome_score). A search takes it as proven. It may ask about
    /// finished positions too, but ignores the answer there. With more than two players it asks neither
    /// this method nor those below.
    #[inline]
    fn probe(&self, _position: &G) -> Option<Score> {
        None
    }

    /// Bounds of the exact score of an unfinished position for the player to move: it is no less
    /// than the first and no more than the last. By default none are known.
    ///
    /// A search takes them as proven. Useful where the exact score is not known but a limit is: a player
    /// with too few stones left to win before ply 9 has [`Score::win_in(9)`](Score::win_in) at most; and
    /// where [`probe`](Evaluator::probe) knows all games that end within two plies, what it does not know
    /// is no less than a loss in 4 and no more than a win in 3. To solve
    /// [Connect Four](crate::evidence) that saves up to half of the nodes. A search may ask about finished
    /// positions too, but ignores the answer there.
    #[inline]
    fn bounds(&self, _position: &G) -> Option<RangeInclusive<Score>> {
        None
    }

    /// What a search of exactly `depth` plies, at least 1, would find for the player to move, if that is
    /// known without searching; by default it never is.
    ///
    /// Asked where all that matters is whether the score is more than `alpha` (in null windows), perhaps
    /// of finished positions too, where the answer is ignored. A score above `alpha` must be exact or a lower bound, any other exact
    /// or an upper bound. A loss or a win must lie within the depth, as a search to the depth finds no
    /// others.
    ///
    /// More than half of all nodes are one ply above the leaves. Where the evaluator knows the gain of
    /// the best move there, or a bound of it, the search needs neither the moves nor the table.
    #[inline]
    fn look_ahead(&self, _position: &G, _depth: u32, _alpha: Score) -> Option<Score> {
        None
    }

    /// Appends the moves worth searching at depth 2 or more; a best move must be among them. By default all
    /// [distinct moves](Game::generate_distinct_moves). Equal positions must list them in the same
    /// order, and finished ones none.
    ///
    /// Leave out moves that are known to be no better than others: those that lose at once where
    /// another does not, or those that are no reply to a threat.
    #[inline]
    fn candidate_moves(&self, position: &G, moves: &mut Vec<G::Move>) {
        position.generate_distinct_moves(moves);
    }
}

/// What a position is worth to a player if the game is over.
#[inline]
pub(crate) fn finished<G: Game, E: Evaluator<G> + ?Sized>(
    position: &G,
    evaluator: &E,
    player: G::Player,
) -> Option<Score> {
    position.outcome().map(|outcome| evaluator.outcome_score(&outcome, player))
}

/// Whether a player may decline the noisy moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandPat {
    /// The player may decline them: the score is the evaluation or that of the best noisy move,
    /// whichever is more.
    Optional,
    /// There are no other moves, except some that lead to the same positions: the score is that of the
    /// best noisy move.
    Forced,
}

/// Evaluators behind a pointer.
macro_rules! forward_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for $pointer {
            fn evaluate(&self, position: &G, player: G::Player) -> i32 {
                (**self).evaluate(position, player)
            }

            fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
                (**self).outcome_score(outcome, player)
            }

            fn order(&self, position: &G, m: G::Move) -> i32 {
                (**self).order(position, m)
            }

            fn orders(&self, depth: u32, moves: usize) -> bool {
                (**self).orders(depth, moves)
            }

            fn remembers(&self, depth: u32) -> bool {
                (**self).remembers(depth)
            }

            fn noisy_moves(&self, position: &G, moves: &mut Vec<G::Move>) -> StandPat {
                (**self).noisy_moves(position, moves)
            }

            fn probe(&self, position: &G) -> Option<Score> {
                (**self).probe(position)
            }

            fn bounds(&self, position: &G) -> Option<RangeInclusive<Score>> {
                (**self).bounds(position)
            }

            fn look_ahead(&self, position: &G, depth: u32, alpha: Score) -> Option<Score> {
                (**self).look_ahead(position, depth, alpha)
            }

            fn candidate_moves(&self, position: &G, moves: &mut Vec<G::Move>) {
                (**self).candidate_moves(position, moves);
            }
        }
    )*};
}

forward_pointer!(&E, Box<E>, Arc<E>);

/// Wraps an evaluator and scores finished games by [margin](Outcome::margin), so that a search
/// maximises the margin instead of only winning. A win or a loss without points stays one, beyond all
/// margins.
///
/// Values and margins are compared, so the evaluation should be in points too. The wrapped evaluator's
/// [exact scores and bounds](Evaluator::probe) refer to wins, and are not used. An evaluator that knows
/// something about margins, such as [bounds](Evaluator::bounds) from the points that are left, should
/// itself implement [`outcome_score`](Evaluator::outcome_score) by [`Score::by_margin`].
///
/// It is meant for exact answers rather than for play. [`Mcts`](crate::search::Mcts) counts only wins and
/// draws.
///
/// ```
/// # mod grab { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/grab.rs")); }
/// # use grab::*;
/// use engine::{Limits, NoEvaluation, Score, Search};
/// use engine::search::ByMargin;
///
/// // Two players in turn take one to three stones of nine.
/// let analysis = Search::new(ByMargin(NoEvaluation)).run(&Grab::new(2, 9), &Limits::new())?;
/// assert_eq!((analysis.score, analysis.proven), (Score::value(3), true));
/// # Ok::<_, engine::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByMargin<E>(pub E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for ByMargin<E> {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self.0.evaluate(position, player)
    }

    fn order(&self, position: &G, m: G::Move) -> i32 {
        self.0.order(position, m)
    }

    fn orders(&self, depth: u32, moves: usize) -> bool {
        self.0.orders(depth, moves)
    }

    fn remembers(&self, depth: u32) -> bool {
        self.0.remembers(depth)
    }

    fn noisy_moves(&self, position: &G, moves: &mut Vec<G::Move>) -> StandPat {
        self.0.noisy_moves(position, moves)
    }

    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        Score::by_margin(outcome, player)
    }
}

/// Evaluates by a closure `|position, player| -> i32`, and does not order moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EvaluatorFn<F>(pub F);

impl<G: Game, F: Fn(&G, G::Player) -> i32> Evaluator<G> for EvaluatorFn<F> {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self.0(position, player)
    }

    fn orders(&self, depth: u32, _moves: usize) -> bool {
        depth > 1
    }
}

/// Values every unfinished position at 0. Enough to solve small games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }

    fn orders(&self, depth: u32, _moves: usize) -> bool {
        depth > 1
    }
}
