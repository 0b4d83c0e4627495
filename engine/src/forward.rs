//! Delegation to a wrapped game or evaluator.

/// Inside an `impl` of [`Game`](crate::Game): takes the types and the named methods from a wrapped
/// game. Other methods are written by hand or keep their defaults.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Game, Limits, Outcome, ProofSearch, Verdict, forward_game};
///
/// /// Nim, but who takes the last stone loses.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Misere(Nim);
///
/// impl Game for Misere {
///     forward_game!(Nim, |this| this.0 => players, turn, generate_moves, check, play_unchecked);
///
///     fn outcome(&self) -> Option<Outcome<usize>> {
///         Some(Outcome::Winner(1 - self.0.outcome()?.winner()?))
///     }
/// }
/// # impl engine::Keyed for Misere { fn key(&self) -> u64 { self.0.key() } }
///
/// let answer = ProofSearch::new().run(&Misere(Nim::new([3])), 0, &Limits::new());
/// assert_eq!(answer.verdict, Verdict::Proven);
/// ```
#[macro_export]
macro_rules! forward_game {
    ($game:ty, |$this:ident| $inner:expr => $($method:ident),* $(,)?) => {
        type Player = <$game as $crate::Game>::Player;
        type Move = <$game as $crate::Game>::Move;
        type IllegalMove = <$game as $crate::Game>::IllegalMove;
        $($crate::forward_game!(@$method |$this| $inner);)*
    };
    (@fn |$this:ident| $inner:expr, $method:ident($($arg:ident: $type:ty),*) -> $result:ty) => {
        fn $method(&self, $($arg: $type),*) -> $result {
            let $this = self;
            $crate::Game::$method(&$inner, $($arg),*)
        }
    };
    (@players $($to:tt)*) => { $crate::forward_game!(@fn $($to)*, players() -> &[Self::Player]); };
    (@turn $($to:tt)*) => { $crate::forward_game!(@fn $($to)*, turn() -> Self::Player); };
    (@outcome $($to:tt)*) => {
        $crate::forward_game!(@fn $($to)*, outcome() -> Option<$crate::Outcome<Self::Player>>);
    };
    (@generate_moves $($to:tt)*) => {
        $crate::forward_game!(@fn $($to)*, generate_moves(moves: &mut Vec<Self::Move>) -> ());
    };
    (@generate_distinct_moves $($to:tt)*) => {
        $crate::forward_game!(
            @fn $($to)*, generate_distinct_moves(moves: &mut Vec<Self::Move>) -> ()
        );
    };
    (@count_moves $($to:tt)*) => {
        $crate::forward_game!(@fn $($to)*, count_moves(buffer: &mut Vec<Self::Move>) -> u64);
    };
    (@check $($to:tt)*) => {
        $crate::forward_game!(@fn $($to)*, check(m: Self::Move) -> Result<(), Self::IllegalMove>);
    };
    (@play_unchecked |$this:ident| $inner:expr) => {
        fn play_unchecked(&mut self, m: Self::Move) {
            let $this = self;
            $crate::Game::play_unchecked(&mut $inner, m);
        }
    };
}

/// Inside an `impl` of [`Evaluator`](crate::Evaluator): takes the named methods from a wrapped
/// evaluator.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Evaluator, forward_evaluator};
///
/// /// Evaluates as another evaluator does, but tries large moves first.
/// struct Greedy<E>(E);
///
/// impl<E: Evaluator<Nim>> Evaluator<Nim> for Greedy<E> {
///     forward_evaluator!(Nim, |this| this.0 => evaluate, noisy_moves, probe);
///
///     fn order(&self, _position: &Nim, take: Take) -> i32 {
///         take.stones.into()
///     }
/// }
/// ```
#[macro_export]
macro_rules! forward_evaluator {
    ($game:ty, |$this:ident| $inner:expr => $($method:ident),* $(,)?) => {
        $($crate::forward_evaluator!(@$method $game, |$this| $inner);)*
    };
    (
        @fn $game:ty, |$this:ident| $inner:expr,
        $method:ident($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        #[inline]
        fn $method(&self, $($arg: $type),*) -> $result {
            let $this = self;
            $crate::Evaluator::<$game>::$method(&$inner, $($arg),*)
        }
    };
    (@evaluate $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            evaluate(position: &$game, player: <$game as $crate::Game>::Player) -> i32
        );
    };
    (@outcome_score $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            outcome_score(outcome: &$crate::Outcome<<$game as $crate::Game>::Player>, player: <$game as $crate::Game>::Player) -> $crate::Score
        );
    };
    (@order $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            order(position: &$game, m: <$game as $crate::Game>::Move) -> i32
        );
    };
    (@orders $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(@fn $game, $($to)*, orders(depth: u32, moves: usize) -> bool);
    };
    (@remembers $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(@fn $game, $($to)*, remembers(depth: u32) -> bool);
    };
    (@noisy_moves $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            noisy_moves(position: &$game, moves: &mut Vec<<$game as $crate::Game>::Move>) -> $crate::StandPat
        );
    };
    (@probe $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            probe(position: &$game) -> Option<$crate::Score>
        );
    };
    (@bounds $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            bounds(position: &$game) -> Option<std::ops::RangeInclusive<$crate::Score>>
        );
    };
    (@look_ahead $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            look_ahead(position: &$game, depth: u32, alpha: $crate::Score) -> Option<$crate::Score>
        );
    };
    (@candidate_moves $game:ty, $($to:tt)*) => {
        $crate::forward_evaluator!(
            @fn $game, $($to)*,
            candidate_moves(position: &$game, moves: &mut Vec<<$game as $crate::Game>::Move>) -> ()
        );
    };
}
