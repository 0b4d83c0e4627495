//! Searches for positions of any game.

use arena::study::{Judge, Judgement, Puzzle, puzzle};
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

    /// [Searches](Search::run_parallel) by several threads, or by the calling one alone, and calls `report`
    /// with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// See [`SearchError`](engine::SearchError), or the position is of another game.
    fn run_parallel(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<Move>) + Send),
    ) -> Result<Analysis<Move>, AnyError> {
        self.run_among(position, None, limits, threads, report)
    }

    /// [Searches only these moves](Search::run_among) of the position, or all. What is no move of the game counts as an
    /// illegal one.
    ///
    /// # Errors
    ///
    /// As for [`run_parallel`](AnySearch::run_parallel).
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
    /// As for [`run_parallel`](AnySearch::run_parallel).
    fn run(&mut self, position: &Dynamic, limits: &Limits) -> Result<Analysis<Move>, AnyError> {
        self.run_parallel(position, limits, 1, &mut |_| ())
    }

    /// The [scores](Analysis::scores) of a result for each player, by seat.
    ///
    /// # Errors
    ///
    /// The position is of another game.
    fn scores(&self, position: &Dynamic, found: &Analysis<Move>) -> Result<Vec<Score>, AnyError>;

    /// What a result says that each player may [expect](Judgement), given the [scale](crate::Kit::scale).
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

/// A search, and its evaluator.
pub(crate) struct SearchOf<G: Shown> {
    evaluator: SharedEvaluator<G>,
    search: Search<G, SharedEvaluator<G>>,
}

impl<G: Shown> SearchOf<G> {
    pub(crate) fn new(evaluator: SharedEvaluator<G>) -> Self {
        Self { search: Search::new(evaluator.clone()), evaluator }
    }
}

impl<G: Shown> sealed::Object for SearchOf<G> {}

impl<G: Shown> AnySearch for SearchOf<G> {
    fn with_memory(self: Box<Self>, bytes: usize) -> Box<dyn AnySearch> {
        Box::new(Self { search: self.search.with_memory(bytes), evaluator: self.evaluator })
    }

    fn with_lines(self: Box<Self>, lines: usize) -> Box<dyn AnySearch> {
        Box::new(Self { search: self.search.with_lines(lines), evaluator: self.evaluator })
    }

    fn clear(&mut self) {
        self.search.clear();
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
            None => self.search.run_parallel(position, limits, threads, report),
            Some(moves) => {
                let moves: Vec<G::Move> = moves.iter().filter_map(|m| m.parse().ok()).collect();
                self.search.run_among(position, &moves, limits, threads, report)
            }
        };
        Ok(found?.map(texts))
    }

    fn scores(&self, position: &Dynamic, found: &Analysis<Move>) -> Result<Vec<Score>, AnyError> {
        let position: &G = position.of_type()?;
        Ok(typed(position, found).scores(position, &self.evaluator))
    }

    fn judgement(
        &self,
        position: &Dynamic,
        found: &Analysis<Move>,
        scale: f64,
    ) -> Result<Judgement, AnyError> {
        let position: &G = position.of_type()?;
        Ok(Judgement::of(position, &typed(position, found), &self.evaluator, scale))
    }

    fn puzzle(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
    ) -> Result<Option<Puzzle<Move>>, AnyError> {
        let found = puzzle(position.of_type::<G>()?, &mut self.search, limits);
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

/// A [judge](Judge) of positions of any type. It refuses those of other games.
pub trait AnyJudge: sealed::Object {
    /// [Judges](Judge::judge) a position.
    ///
    /// # Errors
    ///
    /// The position cannot be searched, or is of another game.
    fn judge(&mut self, position: &Dynamic) -> Result<Judgement, AnyError>;

    /// Judges the position after [every move](Judge::moves), the best first.
    ///
    /// # Errors
    ///
    /// As for [`judge`](Self::judge).
    fn moves(&mut self, position: &Dynamic) -> Result<Vec<(Move, Judgement)>, AnyError>;
}

impl<G: Shown> sealed::Object for Judge<G, SharedEvaluator<G>> {}

impl<G: Shown> AnyJudge for Judge<G, SharedEvaluator<G>> {
    fn judge(&mut self, position: &Dynamic) -> Result<Judgement, AnyError> {
        Ok(Judge::judge(self, position.of_type()?)?)
    }

    fn moves(&mut self, position: &Dynamic) -> Result<Vec<(Move, Judgement)>, AnyError> {
        let judged = Judge::moves(self, position.of_type()?)?.into_iter();
        Ok(judged.map(|(m, judgement)| (Move::of(m), judgement)).collect())
    }
}
