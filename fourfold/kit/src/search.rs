//! Searches and bots for any game.

use std::fmt::Display;
use std::marker::PhantomData;

use super::AnyError;
use super::position::{AnyPosition, Shown, texts};
use engine::search::{
    Analysis, Bot, Decision, Evaluator, Limits, Puzzle, Report, Search, Thought, Variation, puzzle,
};

/// The [search](Search) of a game, for positions of any type. It refuses those of other games.
pub trait AnySearch: Send {
    /// The same search with a table of at most [this many bytes](Search::with_memory).
    #[must_use]
    fn with_memory(self: Box<Self>, bytes: usize) -> Box<dyn AnySearch>;

    /// The same search, looking for [this many](Search::with_lines) best moves and their lines.
    #[must_use]
    fn with_lines(self: Box<Self>, lines: usize) -> Box<dyn AnySearch>;

    /// Forgets the results of earlier runs.
    fn clear(&mut self);

    /// [Searches](Search::run_parallel) by several threads, or by the calling one alone, and calls `report`
    /// with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// See [`SearchError`](engine::SearchError), or the position is of another game.
    fn run_parallel(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<String>) + Send),
    ) -> Result<Analysis<String>, AnyError>;

    /// [Searches](Search::run) by the calling thread.
    ///
    /// # Errors
    ///
    /// As for [`run_parallel`](AnySearch::run_parallel).
    fn run(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
    ) -> Result<Analysis<String>, AnyError> {
        self.run_parallel(position, limits, 1, &mut |_| ())
    }

    /// The only winning move, if the position is a [puzzle].
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn puzzle(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
    ) -> Result<Option<Puzzle<String>>, AnyError>;
}

impl<G: Shown, E: Evaluator<G> + Send + Sync + 'static> AnySearch for Search<G, E> {
    fn with_memory(self: Box<Self>, bytes: usize) -> Box<dyn AnySearch> {
        Box::new(Search::with_memory(*self, bytes))
    }

    fn with_lines(self: Box<Self>, lines: usize) -> Box<dyn AnySearch> {
        Box::new(Search::with_lines(*self, lines))
    }

    fn clear(&mut self) {
        Search::clear(self);
    }

    fn run_parallel(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<String>) + Send),
    ) -> Result<Analysis<String>, AnyError> {
        let report = |found: &Analysis<G::Move>| report(&analysis(found));
        let found = Search::run_parallel(self, position.of_type()?, limits, threads, report)?;
        Ok(analysis(&found))
    }

    fn puzzle(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
    ) -> Result<Option<Puzzle<String>>, AnyError> {
        let found = puzzle(position.of_type::<G>()?, self, limits);
        Ok(found.map(|Puzzle { solution, plies }| Puzzle { solution: solution.to_string(), plies }))
    }
}

/// The same result with moves as text.
fn analysis<M: Display>(found: &Analysis<M>) -> Analysis<String> {
    let Analysis { line, others, .. } = found;
    let other =
        |v: &Variation<M>| Variation { line: texts(&v.line), score: v.score, proven: v.proven };
    Analysis {
        line: texts(line),
        others: others.iter().map(other).collect(),
        score: found.score,
        proven: found.proven,
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

engine::words! {
    /// The bots that every game has.
    pub enum BotKind {
        /// [`Search`] by the evaluator of the game.
        Search: "search",
        /// [`Mcts`](engine::search::Mcts) without an evaluator.
        Mcts: "mcts",
        /// [`GreedyBot`](engine::search::GreedyBot) by the evaluator of the game.
        Greedy: "greedy",
        /// [`RandomBot`](engine::search::RandomBot).
        Random: "random",
    }
}

/// A [bot](Bot) for positions of any type. It refuses those of games that are not its own.
pub trait AnyBot {
    /// A legal move for the player to move, as [`Bot::decide`] finds it.
    ///
    /// # Errors
    ///
    /// No move is chosen, for the reason given, or the position is of another game.
    fn decide(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        report: &mut dyn FnMut(&Thought<String>),
    ) -> Result<Decision<String>, AnyError>;

    /// Begins a [new game](Bot::new_game).
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn new_game(&mut self, start: &dyn AnyPosition, seed: u64) -> Result<(), AnyError>;
}

/// A bot of a game of this type.
#[derive(Clone, Debug)]
pub struct BotOf<G, B> {
    bot: B,
    game: PhantomData<fn() -> G>,
}

impl<G: Shown, B: Bot<G>> BotOf<G, B> {
    /// The bot for positions of any type.
    pub fn new(bot: B) -> Self {
        Self { bot, game: PhantomData }
    }
}

impl<G: Shown, B: Bot<G>> AnyBot for BotOf<G, B> {
    fn decide(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        report: &mut dyn FnMut(&Thought<String>),
    ) -> Result<Decision<String>, AnyError> {
        let report: Report<'_, G::Move> = &mut |thought| report(&in_words(thought));
        let Decision { m, score, nodes } = self.bot.decide(position.of_type()?, limits, report)?;
        Ok(Decision { m: m.to_string(), score, nodes })
    }

    fn new_game(&mut self, start: &dyn AnyPosition, seed: u64) -> Result<(), AnyError> {
        self.bot.new_game(start.of_type()?, seed);
        Ok(())
    }
}

/// The same thought with moves as text.
fn in_words<M: Display>(thought: &Thought<M>) -> Thought<String> {
    Thought {
        line: texts(&thought.line),
        score: thought.score,
        expected: thought.expected,
        proven: thought.proven,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}
