//! Knowledge of a game that is not part of its rules.

use std::any::Any;
use std::sync::Arc;

use crate::game::{Game, Outcome};
use crate::search::{Score, Window};

/// Judges positions for a search: the value of a position, the order of moves, and what is known without a search.
///
/// Only [`evaluate`](Evaluator::evaluate) is required; everything else makes a search faster or lets it see
/// more. [`EvaluatorFn`] makes an evaluator of a closure, [`NoEvaluation`] knows nothing. References, boxes
/// and [`Arc`]s of evaluators are evaluators.
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
/// [`Conformance::evaluator`](crate::Conformance::evaluator) compares the claims of an evaluator with plain
/// [`minimax`](crate::search::minimax) on your own positions. A search takes these claims as true: one that
/// is wrong makes its scores wrong, but never its moves illegal. A method left at its default costs nothing,
/// unless the evaluator is behind a `dyn` pointer.
pub trait Evaluator<G: Game> {
    /// The value of an unfinished position for `player`: larger is better, 0 is even. The units are the
    /// evaluator's own; values are clamped to ±[`MAX_VALUE`](crate::Score::MAX_VALUE).
    ///
    /// With two players the values of one must be the negated values of the other.
    fn evaluate(&self, position: &G, player: G::Player) -> i32;

    /// What [`evaluate`](Evaluator::evaluate) says of a position at which a move has arrived from the one `before`; by
    /// default it is asked. An evaluator that is sooner done where it knows what has changed keeps in the [`State`]
    /// what values rest on. [`Search`](crate::Search) asks this; at its root both positions are the same.
    #[inline]
    fn evaluate_after(&self, _before: &G, at: &G, player: G::Player, _state: &mut State) -> i32 {
        self.evaluate(at, player)
    }

    /// The score of a finished game for `player`: a win or a loss in 0 plies, or a value, which is then
    /// exact. By default a win, a loss or a draw; [`ByMargin`] counts points.
    ///
    /// With two players the score of one must be the negated score of the other. What is
    /// [known](Evaluator::known) of unfinished positions refers to these scores.
    #[inline]
    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        outcome.wdl(player).into()
    }

    /// The priority of a move in a search: larger is earlier; by default moves are tried as the game lists
    /// them. A good order makes a search faster. It changes scores only by
    /// [reductions](crate::search::Techniques::reductions).
    #[inline]
    fn order(&self, _position: &G, _m: G::Move) -> i32 {
        0
    }

    /// Appends the [order](Evaluator::order) of each move: one call where evaluators are shared.
    #[doc(hidden)]
    fn order_all(&self, position: &G, moves: &[G::Move], values: &mut Vec<i32>) {
        values.extend(moves.iter().map(|&m| self.order(position, m)));
    }

    /// The least number of plies above the leaves at which moves are sorted by [order](Evaluator::order);
    /// by default 0, noisy moves included. Below it they are tried as listed, and history is not used. 2 is
    /// best where there is no order: one ply above the leaves a cutoff saves one evaluation a move.
    #[inline]
    fn min_sort_depth(&self) -> u32 {
        0
    }

    /// The least number of plies above the leaves at which positions are kept in the
    /// [table](crate::search::Techniques::table); by default 1. 2 or more is best if the subtree below
    /// takes less time than reading memory: some 50 ns.
    #[inline]
    fn min_table_depth(&self) -> u32 {
        1
    }

    /// Appends the noisy moves of an unfinished position, such as captures; by default there are none.
    ///
    /// A search that has reached its depth follows these moves alone (quiescence search). Sequences of them
    /// must be short; after [`QUIESCENCE_PLIES`](crate::Limits::QUIESCENCE_PLIES) they are ignored.
    #[inline]
    fn noisy_moves(&self, _position: &G, _moves: &mut Vec<G::Move>) -> StandPat {
        StandPat::Optional
    }

    /// The score of an unfinished position for the player to move, if it is known without searching: exact inside the
    /// [window](Window) and a bound outside, as every score of a search. By default nothing is known.
    ///
    /// * [`Known::Proven`] is the score at any depth: from a tablebase, by a theorem, or from limits that
    ///   hold to the end of the game ([`Known::between`]). A search takes it as proven, and ends its line
    ///   there.
    /// * [`Known::AtDepth`] is the score that a search of exactly `depth` plies would find. A win or a loss
    ///   must lie within the depth, as such a search finds no others. It is used in
    ///   [null windows](Window::null), where no line is wanted, and at depths of 1 or more.
    ///
    /// More than half of all nodes are one ply above the leaves: where the evaluator knows the gain of the
    /// best move there, or a bound of it, the search needs neither the moves nor the table. What is known of
    /// games that last longer than it sees can save half of the nodes of a [solution](crate::evidence).
    /// `None` is right wherever an answer takes longer than it saves. Answers about finished positions and
    /// in games of more than two players are ignored.
    ///
    /// In Nim, who finds one heap left takes it. And every heap takes a move at least, so that nobody wins or
    /// loses before all are gone:
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
    /// # use nim::*;
    /// use engine::search::{Known, Window};
    /// use engine::{Conformance, Evaluator, Limits, Score, Search};
    ///
    /// struct Heaps;
    ///
    /// impl Evaluator<Nim> for Heaps {
    ///     fn evaluate(&self, _nim: &Nim, _player: usize) -> i32 {
    ///         0
    ///     }
    ///
    ///     fn known(&self, nim: &Nim, _depth: u32, window: Window) -> Option<Known> {
    ///         match nim.heaps.iter().filter(|&&stones| stones > 0).count() as u32 {
    ///             1 => Some(Known::Proven(Score::win_in(1))),
    ///             heaps => Known::between(Score::loss_in(heaps), Score::win_in(heaps), window),
    ///         }
    ///     }
    /// }
    ///
    /// let start = Nim::new([1, 2, 4]);
    /// Conformance::explore([start], 100, 0).evaluator(&Heaps)?;
    /// let analysis = Search::new(Heaps).run(&start, &Limits::new())?;
    /// assert_eq!((analysis.score, analysis.proven), (Score::win_in(7), true));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    fn known(&self, _position: &G, _depth: u32, _window: Window) -> Option<Known> {
        None
    }

    /// Appends the moves worth searching at depth 2 or more, by default all
    /// [distinct moves](Game::generate_distinct_moves); a best move must be among them. Leave out moves that
    /// are no better than others: a move that loses at once where another does not, or one that does not
    /// answer a threat. Equal positions must list them in the same order, and finished ones none.
    #[inline]
    fn candidate_moves(&self, position: &G, moves: &mut Vec<G::Move>) {
        position.generate_distinct_moves(moves);
    }
}

/// What an evaluator keeps from one evaluation to the next: a value of a type of its own, in each thread that
/// searches. [Add your own game](crate::guide) shows one.
#[derive(Debug, Default)]
pub struct State(Option<Box<dyn Any + Send + Sync>>);

impl State {
    /// The value kept, or the default of its type where none of it is.
    #[expect(clippy::missing_panics_doc, reason = "it is of the type")]
    pub fn of<T: Any + Default + Send + Sync>(&mut self) -> &mut T {
        let kept = self.0.get_or_insert_with(|| Box::<T>::default());
        if !kept.is::<T>() {
            *kept = Box::<T>::default();
        }
        kept.downcast_mut().expect("it is of the type")
    }
}

/// The score of a position for a player if the game is over.
#[inline]
pub(crate) fn finished<G: Game, E: Evaluator<G> + ?Sized>(
    position: &G,
    evaluator: &E,
    player: G::Player,
) -> Option<Score> {
    position.outcome().map(|outcome| evaluator.outcome_score(&outcome, player))
}

/// The score of a position that an evaluator [knows](Evaluator::known) without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// The score at any depth, a [score of a finished game](Evaluator::outcome_score) with its exact
    /// distance, or outside of the window a bound of it.
    Proven(Score),
    /// The score by a search of exactly the depth asked about, or outside of the window a bound of it.
    AtDepth(Score),
}

impl Known {
    /// The knowledge that follows in a window from limits that hold at any depth: `None` if the score can
    /// be inside, unless they leave only one.
    #[inline]
    pub fn between(least: Score, most: Score, window: Window) -> Option<Self> {
        if least == most || least >= window.beta {
            Some(Self::Proven(least))
        } else {
            (most <= window.alpha).then_some(Self::Proven(most))
        }
    }

    /// The score if it holds at any depth.
    #[inline]
    pub fn proven(self) -> Option<Score> {
        if let Self::Proven(score) = self { Some(score) } else { None }
    }
}

/// Whether a player may decline the noisy moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandPat {
    /// The player may decline them: the score is the evaluation or that of the best noisy move, whichever is more.
    Optional,
    /// There are no other moves, except some that lead to the same positions: the score is that of the
    /// best noisy move.
    Forced,
}

/// The values and moves of another evaluator.
macro_rules! forward {
    ($self:ident => $other:expr) => {
        fn evaluate(&$self, position: &G, player: G::Player) -> i32 {
            $other.evaluate(position, player)
        }

        fn evaluate_after(&$self, before: &G, at: &G, player: G::Player, state: &mut State) -> i32 {
            $other.evaluate_after(before, at, player, state)
        }

        fn order(&$self, position: &G, m: G::Move) -> i32 {
            $other.order(position, m)
        }

        fn order_all(&$self, position: &G, moves: &[G::Move], values: &mut Vec<i32>) {
            $other.order_all(position, moves, values);
        }

        fn min_sort_depth(&$self) -> u32 {
            $other.min_sort_depth()
        }

        fn min_table_depth(&$self) -> u32 {
            $other.min_table_depth()
        }

        fn noisy_moves(&$self, position: &G, moves: &mut Vec<G::Move>) -> StandPat {
            $other.noisy_moves(position, moves)
        }
    };
}

/// Evaluators behind a pointer.
macro_rules! forward_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for $pointer {
            forward!(self => (**self));

            fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
                (**self).outcome_score(outcome, player)
            }

            fn known(&self, position: &G, depth: u32, window: Window) -> Option<Known> {
                (**self).known(position, depth, window)
            }

            fn candidate_moves(&self, position: &G, moves: &mut Vec<G::Move>) {
                (**self).candidate_moves(position, moves);
            }
        }
    )*};
}

forward_pointer!(&E, Box<E>, Arc<E>);

/// Any evaluator of a game, shared by threads. One type for all of them, where a search for each would be
/// compiled anew.
pub type SharedEvaluator<G> = Arc<dyn Evaluator<G> + Send + Sync>;

/// Wraps an evaluator and scores finished games by [margin](Outcome::margin), so that a search maximises the margin
/// instead of only winning. A win or a loss without points stays one, beyond all margins.
///
/// It is meant for exact answers. Values and margins are compared, so the evaluation should be in points
/// too. What the wrapped evaluator [knows](Evaluator::known) refers to wins, and is not used: one that knows
/// about margins should itself implement [`outcome_score`](Evaluator::outcome_score) by
/// [`Score::by_margin`]. [`Mcts`](crate::search::Mcts) counts only wins and draws.
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
    forward!(self => self.0);

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

    fn min_sort_depth(&self) -> u32 {
        2
    }
}

/// Values every unfinished position at 0. Enough to solve small games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }

    fn min_sort_depth(&self) -> u32 {
        2
    }
}
