//! What a position is worth, by searches and at the end.

use std::time::Duration;

use engine::search::Variation;
use engine::{Limits, Outcome, ScoreKind, StopFlag, Wdl};
use kit::{AnySearch, Dynamic, Move};
use pyo3::prelude::*;
use system::threads::MAX_THREADS;

use crate::error::bad;
use crate::failure::whole;
use crate::own::is_own;
use crate::wait::interruptible;

/// Searches of up to this many positions run in the calling thread, as another one costs more than a signal
/// that is heard a tenth of a second late.
const SHORT: u64 = 10_000;

/// The limits of a search, those that are not `None`.
pub(crate) fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
) -> PyResult<Limits> {
    let time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|error| bad(format!("time={seconds}: {error}")))
    });
    let mut limits = Limits::new();
    (limits.depth, limits.nodes, limits.time) = (depth, nodes, time.transpose()?);
    Ok(limits)
}

/// The texts of moves.
pub(crate) fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|m| m.as_str().to_owned()).collect()
}

/// What the game ended with for each seat: 1 for a win, 0 for a draw, and losers share -1.
pub(crate) fn returns(outcome: &Outcome<usize>, seats: usize) -> Vec<f64> {
    let others = seats.saturating_sub(1).max(1) as f64;
    let value = |seat| match outcome.wdl(seat) {
        Wdl::Win => 1.0,
        Wdl::Loss if outcome.winner().is_some() => -1.0 / others,
        Wdl::Draw | Wdl::Loss => 0.0,
    };
    (0..seats).map(value).collect()
}

/// What a position is worth to the player to move: a win or a loss with its distance in plies, or a value.
#[pyclass(module = "fourfold", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub(crate) engine::Score);

#[pymethods]
impl Score {
    /// The plies to a win, or None.
    #[getter]
    fn win(&self) -> Option<u32> {
        if let ScoreKind::Win(plies) = self.0.kind() { Some(plies) } else { None }
    }

    /// The plies to a loss, or None.
    #[getter]
    fn loss(&self) -> Option<u32> {
        if let ScoreKind::Loss(plies) = self.0.kind() { Some(plies) } else { None }
    }

    /// The value of a position that is neither, or None; a draw is 0.
    #[getter]
    fn value(&self) -> Option<i32> {
        if let ScoreKind::Value(value) = self.0.kind() { Some(value) } else { None }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Score({})", self.0)
    }
}

/// A line of play with its score.
#[pyclass(module = "fourfold", frozen, get_all)]
#[expect(clippy::struct_field_names, reason = "it is the name in Python")]
pub(crate) struct Line {
    line: Vec<String>,
    score: Score,
    proven: bool,
}

#[pymethods]
impl Line {
    /// The first move, or None.
    #[getter(r#move)]
    fn first(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    fn __repr__(&self) -> String {
        let proven = if self.proven { ", proven" } else { "" };
        format!("<{}: {}{proven}>", self.score.0, self.line.join(" "))
    }
}

/// What a search found: lines from the best on.
#[pyclass(module = "fourfold", frozen, get_all)]
pub(crate) struct Analysis {
    lines: Vec<Py<Line>>,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

impl Analysis {
    fn new(py: Python<'_>, found: engine::Analysis<Move>) -> PyResult<Self> {
        let (depth, nodes) = (found.depth, found.nodes);
        let seconds = found.elapsed.as_secs_f64();
        let line = |Variation { line, score, proven }: Variation<Move>| {
            Py::new(py, Line { line: texts(&line), score: Score(score), proven })
        };
        let lines = found.into_variations().into_iter().map(line).collect::<PyResult<_>>()?;
        Ok(Self { lines, depth, nodes, seconds })
    }

    fn best(&self) -> PyResult<&Line> {
        // A search always has a line, if an empty one.
        self.lines.first().map(Py::get).ok_or_else(|| bad("there is no line"))
    }
}

#[pymethods]
impl Analysis {
    /// The best move, or None if the game is over.
    #[getter(r#move)]
    fn best_move(&self) -> PyResult<Option<&str>> {
        Ok(self.best()?.first())
    }

    /// The score of the best line.
    #[getter]
    fn score(&self) -> PyResult<Score> {
        Ok(self.best()?.score)
    }

    /// The best line.
    #[getter]
    fn line(&self) -> PyResult<&[String]> {
        Ok(&self.best()?.line)
    }

    /// Whether the score of the best line is proven.
    #[getter]
    fn proven(&self) -> PyResult<bool> {
        Ok(self.best()?.proven)
    }

    fn __repr__(&self) -> PyResult<String> {
        let best = self.best()?.__repr__();
        Ok(format!("Analysis({best}, depth={}, nodes={})", self.depth, self.nodes))
    }
}

/// Searches, here if that is short or needs Python, else in a thread of its own.
pub(crate) fn run(
    py: Python<'_>,
    search: &mut dyn AnySearch,
    position: &Dynamic,
    limits: Limits,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Analysis> {
    let tell = |found| match &progress {
        Some(progress) => progress.call1(py, (Analysis::new(py, found)?,)).map(|_| ()),
        None => Ok(()),
    };
    let short = limits.nodes.is_some_and(|nodes| nodes <= SHORT) && threads < 2;
    let found = if is_own(position) {
        let mut reports = Vec::new();
        let mut report = |found: &engine::Analysis<Move>| reports.push(found.clone());
        let found = whole(|| search.run_among(position, None, &limits, 1, &mut report));
        // What was learnt after a method had failed is wrong.
        let found = found.inspect_err(|_| search.clear())?;
        reports.into_iter().try_for_each(tell)?;
        found
    } else if short && progress.is_none() {
        py.detach(|| search.run(position, &limits))
    } else {
        let stop = StopFlag::new();
        let limits = limits.stop(stop.clone());
        interruptible(py, &stop, tell, |say| {
            // Nobody listens if the search was interrupted.
            let mut report = |found: &engine::Analysis<Move>| drop(say.send(found.clone()));
            search.run_among(position, None, &limits, threads.clamp(1, MAX_THREADS), &mut report)
        })?
    };
    Analysis::new(py, found.map_err(bad)?)
}
