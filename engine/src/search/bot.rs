//! Bots, which choose moves in matches.

use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::game::{Game, Keyed, SeededRng, seeded};
use crate::search::{
    Analysis, Evaluator, Limits, MaxN, MaxNAnalysis, Mcts, MctsAnalysis, Score, Search,
    SearchError, finished,
};

/// Chooses moves.
///
/// [`Search`], [`MaxN`], [`Mcts`], [`RandomBot`] and [`GreedyBot`] are bots, [`BotFn`] makes one of a
/// closure, and boxed and borrowed bots are bots.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Bot, Game, Limits, NoEvaluation, Search};
/// use engine::search::RandomBot;
///
/// let mut bots: [Box<dyn Bot<Nim>>; 2] =
///     [Box::new(Search::new(NoEvaluation)), Box::new(RandomBot::new(7))];
/// let mut nim = Nim::new([3, 4, 5]);
/// let mut ply = 0;
/// while let Some(m) = bots[ply % 2].choose(&nim, &Limits::new().nodes(10_000)) {
///     nim.play(m)?;
///     ply += 1;
/// }
/// assert!(nim.outcome().is_some());
/// # Ok::<_, <Nim as Game>::IllegalMove>(())
/// ```
pub trait Bot<G: Game> {
    /// A legal move for the player to move, found within the limits, or the reason why none is chosen. A
    /// bot that searches calls `report` with its result so far, and at last with the final result.
    ///
    /// # Errors
    ///
    /// The reason why no move is chosen: the game is over, or the bot cannot play it.
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G>;

    /// The move of [`decide`](Bot::decide), if one is chosen.
    fn choose(&mut self, position: &G, limits: &Limits) -> Option<G::Move> {
        Some(self.decide(position, limits, &mut |_| ()).ok()?.m)
    }

    /// Begins a new game: forgets earlier ones, and seeds all random choices.
    fn new_game(&mut self, _start: &G, _seed: u64) {}
}

/// A move that a bot chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision<M> {
    /// The move.
    pub m: M,
    /// Its score for the player who plays it, if the bot reports one.
    pub score: Option<Score>,
    /// The number of positions visited for it, or of playouts, if the bot reports that.
    pub nodes: Option<u64>,
}

/// A move without a score.
impl<M> From<M> for Decision<M> {
    fn from(m: M) -> Self {
        Self { m, score: None, nodes: None }
    }
}

/// Receives what a bot has found so far, each time that it knows more.
pub type Report<'r, M> = &'r mut dyn FnMut(&Thought<M>);

/// The result of a bot so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The moves that it expects, beginning with the best one.
    pub line: Vec<M>,
    /// Their score for the player to move, if the bot has scores.
    pub score: Option<Score>,
    /// The expected result for the player to move, from 0 to 1, of a bot without scores.
    pub expected: Option<f64>,
    /// Whether the result is exact, and no deeper search could change it.
    pub proven: bool,
    /// The plies searched completely, if the bot searches depth by depth.
    pub depth: Option<u32>,
    /// The number of positions visited, or of playouts.
    pub nodes: u64,
}

impl<M: Copy> From<&Analysis<M>> for Thought<M> {
    fn from(found: &Analysis<M>) -> Self {
        Self {
            line: found.line.clone(),
            score: Some(found.score),
            expected: None,
            proven: found.proven,
            depth: Some(found.depth),
            nodes: found.nodes,
        }
    }
}

impl<M: Copy> Thought<M> {
    /// Reports the final result, and decides for the first move of the line.
    ///
    /// # Errors
    ///
    /// The line has no move.
    pub fn conclude(&self, report: Report<'_, M>) -> Result<Decision<M>, BotError> {
        report(self);
        let m = *self.line.first().ok_or(BotError::NoMove)?;
        Ok(Decision { m, score: self.score, nodes: Some(self.nodes) })
    }
}

/// The answer of a bot: a move, or the reason why it chose none.
pub type Decided<G> = Result<Decision<<G as Game>::Move>, BotError>;

/// The reason why a bot chose no move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum BotError {
    /// No reason given.
    #[error("no move was chosen")]
    NoMove,
    /// It failed, such as a program that ended.
    #[error("{reason}")]
    Failed { reason: String },
}

impl From<SearchError> for BotError {
    fn from(error: SearchError) -> Self {
        Self::Failed { reason: error.to_string() }
    }
}

/// Makes a bot of a closure `|position, limits| -> Option<Move>`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BotFn<F>(pub F);

impl<G: Game, F: FnMut(&G, &Limits) -> Option<G::Move>> Bot<G> for BotFn<F> {
    fn decide(&mut self, position: &G, limits: &Limits, _: Report<'_, G::Move>) -> Decided<G> {
        self.0(position, limits).map(Decision::from).ok_or(BotError::NoMove)
    }
}

/// Bots behind a pointer.
macro_rules! forward_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for $pointer {
            fn decide(
                &mut self,
                position: &G,
                limits: &Limits,
                report: Report<'_, G::Move>,
            ) -> Decided<G> {
                (**self).decide(position, limits, report)
            }

            fn new_game(&mut self, start: &G, seed: u64) {
                (**self).new_game(start, seed);
            }
        }
    )*};
}

forward_pointer!(Box<B>, &mut B);

/// Plays the best move found.
impl<G: Keyed, E: Evaluator<G>> Bot<G> for Search<G, E> {
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G> {
        let found = self.run_with(position, limits, |found| report(&Thought::from(found)))?;
        Thought::from(&found).conclude(report)
    }

    fn new_game(&mut self, _start: &G, _seed: u64) {
        self.clear();
    }
}

/// Plays the best move found.
impl<G: Keyed, E: Evaluator<G>> Bot<G> for MaxN<G, E> {
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G> {
        let seat = position.seat_to_move();
        let thought = |found: &MaxNAnalysis<G::Move>| Thought {
            line: found.line.clone(),
            score: found.scores.get(seat).copied(),
            expected: None,
            proven: found.proven,
            depth: Some(found.depth),
            nodes: found.nodes,
        };
        let found = self.run_with(position, limits, |found| report(&thought(found)))?;
        thought(&found).conclude(report)
    }

    fn new_game(&mut self, _start: &G, _seed: u64) {
        self.clear();
    }
}

/// Plays the best move found.
impl<G: Game + Eq, E: Evaluator<G>> Bot<G> for Mcts<G, E> {
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G> {
        let turn = position.turn();
        let thought = |found: &MctsAnalysis<G::Move, G::Player>| Thought {
            line: found.line.clone(),
            score: None,
            expected: found.value(turn).map(|value| value.mean),
            proven: found.proven,
            depth: None,
            nodes: found.nodes,
        };
        let found = self.run_with(position, limits, |found| report(&thought(found)))?;
        thought(&found).conclude(report)
    }

    fn new_game(&mut self, _start: &G, seed: u64) {
        self.reseed(seed);
    }
}

/// One of these moves, each as likely as any other.
fn one_of<M: Copy>(moves: &[M], rng: &mut SeededRng) -> Result<Decision<M>, BotError> {
    moves.choose(rng).copied().map(Decision::from).ok_or(BotError::NoMove)
}

/// Plays legal moves, each as likely as any other.
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: SeededRng,
}

impl RandomBot {
    /// A bot whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: seeded(seed) }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn decide(&mut self, position: &G, _: &Limits, _: Report<'_, G::Move>) -> Decided<G> {
        one_of(&position.legal_moves(), &mut self.rng)
    }

    fn new_game(&mut self, _start: &G, seed: u64) {
        *self = Self::new(seed);
    }
}

/// An epsilon-greedy bot: plays a random legal move in a given percentage of plies, and as another bot otherwise.
#[derive(Clone, Debug)]
pub struct EpsilonGreedy<B> {
    percent: u32,
    otherwise: B,
    chance: SeededRng,
}

impl<B> EpsilonGreedy<B> {
    /// A bot that plays a random legal move in `percent` % of all plies.
    pub fn new(percent: u32, otherwise: B) -> Self {
        Self { percent: percent.min(100), otherwise, chance: seeded(0) }
    }
}

impl<G: Game, B: Bot<G>> Bot<G> for EpsilonGreedy<B> {
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G> {
        if !self.chance.random_ratio(self.percent, 100) {
            return self.otherwise.decide(position, limits, report);
        }
        one_of(&position.legal_moves(), &mut self.chance)
    }

    fn new_game(&mut self, start: &G, seed: u64) {
        self.chance = seeded(seed);
        self.otherwise.new_game(start, seed);
    }
}

/// Searches one ply: plays the move to the position that its evaluator values most. Wins come before
/// all values, losses after them; ties are broken at random.
#[derive(Clone, Debug)]
pub struct GreedyBot<E> {
    evaluator: E,
    rng: SeededRng,
}

impl<E> GreedyBot<E> {
    /// A bot that evaluates by `evaluator`, and breaks ties by `seed`.
    pub fn new(evaluator: E, seed: u64) -> Self {
        Self { evaluator, rng: seeded(seed) }
    }
}

impl<G: Game, E: Evaluator<G>> Bot<G> for GreedyBot<E> {
    fn decide(&mut self, position: &G, _: &Limits, _: Report<'_, G::Move>) -> Decided<G> {
        let turn = position.turn();
        let scored = |m: G::Move| {
            let child = position.after(m);
            let value = || Score::value(self.evaluator.evaluate(&child, turn));
            (finished(&child, &self.evaluator, turn).unwrap_or_else(value), m)
        };
        let moves: Vec<_> = position.legal_moves().into_iter().map(scored).collect();
        let best = moves.iter().map(|&(score, _)| score).max();
        let equals = moves.into_iter().filter(|&(score, _)| Some(score) == best).map(|(_, m)| m);
        one_of(&equals.collect::<Vec<_>>(), &mut self.rng)
    }

    fn new_game(&mut self, _start: &G, seed: u64) {
        self.rng = seeded(seed);
    }
}
