//! Searches for positions of any game.

use arena::study::{Judgement, Puzzle, puzzle};
use engine::search::SharedEvaluator;
use engine::{Analysis, Limits, Score, Search};

use crate::AnyError;
use crate::dynamic::Dynamic;
use crate::position::{Shown, texts};
use crate::sealed;
use crate::text::Move;

/// The [search](Search) of a game, for positions of any type. It refuses those of other games.
pub trait AnySearch: sealed::Object + Send {
    /// The same search with a table of at most [this many bytes](Search::with_memory).
    #[must_use]
    fn with_memory(self: Box<Self>, bytes: usize) -> Box<dyn AnySearch>;

    /// The same search, looking for [this many](Search::with_lines) best moves and their lines.
    #[must_use]
    fn with_lines(self: Box<Self>, lines: usize) -> Box<dyn AnySearch>;

    /// Forgets the results of earlier runs.
    fn clear(&mut self);

    /// [Searches](Search::run_parallel) by several threads, or by the calling one alone, and calls `report` with the
    /// result of every depth as it is done: [only these moves](Search::run_among) of the position, or all. What is no
    /// move of the game counts as an illegal one.
    ///
    /// # Errors
    ///
    /// See [`SearchError`](engine::SearchError), or the position is of another game.
    fn run_among(
        &mut self,
        position: &Dynamic,
        moves: Option<&[Move]>,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<Move>) + Send),
    ) -> Result<Analysis<Move>, AnyError>;

    /// [Searches](Search::run) by the calling thread.
    ///
    /// # Errors
    ///
    /// As for [`run_among`](AnySearch::run_among).
    fn run(&mut self, position: &Dynamic, limits: &Limits) -> Result<Analysis<Move>, AnyError> {
        self.run_among(position, None, limits, 1, &mut |_| ())
    }

    /// The [scores](Analysis::scores) of a result for each player, by seat.
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn scores(&self, position: &Dynamic, found: &Analysis<Move>) -> Result<Vec<Score>, AnyError>;

    /// What a result says that each player may [expect](Judgement), given the [scale](crate::About::scale).
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn judgement(
        &self,
        position: &Dynamic,
        found: &Analysis<Move>,
        scale: f64,
    ) -> Result<Judgement, AnyError>;

    /// Judges a position anew: forgets earlier runs, so that the [judgement](Self::judgement) depends on the position
    /// alone.
    ///
    /// # Errors
    ///
    /// As for [`run_among`](AnySearch::run_among).
    fn judge(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
        scale: f64,
    ) -> Result<Judgement, AnyError> {
        self.clear();
        let found = self.run(position, limits)?;
        self.judgement(position, &found, scale)
    }

    /// The only winning move, if the position is a [puzzle].
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn puzzle(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
    ) -> Result<Option<Puzzle<Move>>, AnyError>;
}

impl<G: Shown> sealed::Object for Search<G, SharedEvaluator<G>> {}

impl<G: Shown> AnySearch for Search<G, SharedEvaluator<G>> {
    fn with_memory(self: Box<Self>, bytes: usize) -> Box<dyn AnySearch> {
        Box::new(Search::with_memory(*self, bytes))
    }

    fn with_lines(self: Box<Self>, lines: usize) -> Box<dyn AnySearch> {
        Box::new(Search::with_lines(*self, lines))
    }

    fn clear(&mut self) {
        Search::clear(self);
    }

    fn run_among(
        &mut self,
        position: &Dynamic,
        moves: Option<&[Move]>,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<Move>) + Send),
    ) -> Result<Analysis<Move>, AnyError> {
        let report = |found: &Analysis<G::Move>| report(&found.map(texts));
        let position = position.of_type()?;
        let found = match moves {
            None => Search::run_parallel(self, position, limits, threads, report),
            Some(moves) => {
                let moves: Vec<G::Move> = moves.iter().filter_map(|m| m.parse().ok()).collect();
                Search::run_among(self, position, &moves, limits, threads, report)
            }
        };
        Ok(found?.map(texts))
    }

    fn scores(&self, position: &Dynamic, found: &Analysis<Move>) -> Result<Vec<Score>, AnyError> {
        let position: &G = position.of_type()?;
        Ok(typed(position, found).scores(position, self.evaluator()))
    }

    fn judgement(
        &self,
        position: &Dynamic,
        found: &Analysis<Move>,
        scale: f64,
    ) -> Result<Judgement, AnyError> {
        let position: &G = position.of_type()?;
        Ok(Judgement::of(position, &typed(position, found), self.evaluator(), scale))
    }

    fn puzzle(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
    ) -> Result<Option<Puzzle<Move>>, AnyError> {
        let found = puzzle(position.of_type::<G>()?, self, limits);
        Ok(found.map(|Puzzle { solution, plies }| Puzzle { solution: Move::of(solution), plies }))
    }
}

/// The same result with moves of the game, as far as they are legal.
fn typed<G: Shown>(position: &G, found: &Analysis<Move>) -> Analysis<G::Move> {
    found.map(|line| {
        let mut at = position.clone();
        let read = |m: &Move| {
            let m = m.as_str().parse().ok()?;
            at.play(m).ok().map(|()| m)
        };
        line.iter().map_while(read).collect()
    })
}
