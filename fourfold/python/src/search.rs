//! Searches.

use std::time::Duration;

use kit::{AnyPosition, AnySearch};
use engine::search::Variation;
use engine::system::threads::MAX_THREADS;
use engine::{Limits, ScoreKind, StopFlag};
use pyo3::prelude::*;

use crate::position::Position;
use crate::wait::{Shared, interruptible};
use crate::{bad, game, game_of, numbers};

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
    fn new(py: Python<'_>, found: engine::Analysis<String>) -> PyResult<Self> {
        let (depth, nodes) = (found.depth, found.nodes);
        let seconds = found.elapsed.as_secs_f64();
        let line = |Variation { line, score, proven }| {
            Py::new(py, Line { line, score: Score(score), proven })
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

/// A search that keeps what it learnt from one position to the next.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Search(Shared<Box<dyn AnySearch>>);

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (game, *, memory=16_777_216, lines=1))]
    fn new(
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::lines)] lines: usize,
    ) -> PyResult<Self> {
        if lines == 0 {
            return Err(bad("lines=0: expected 1 or more"));
        }
        Ok(Self(Shared::new(game_of(game)?.search().with_memory(memory).with_lines(lines))))
    }

    /// Forgets the results of earlier runs.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.0.with(py, |search| {
            search.clear();
            Ok(())
        })
    }

    /// Searches a position within the limits.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, threads=1, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn run(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let limits = limits(depth, nodes, time)?;
        let now = position.now();
        self.0.with(py, |search| run(py, &mut **search, &*now, limits, threads, progress))
    }
}

/// Searches, here if that is short or needs Python, else in a thread of its own.
pub(crate) fn run(
    py: Python<'_>,
    search: &mut dyn AnySearch,
    position: &dyn AnyPosition,
    limits: Limits,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Analysis> {
    let tell = |found| match &progress {
        Some(progress) => progress.call1(py, (Analysis::new(py, found)?,)).map(|_| ()),
        None => Ok(()),
    };
    let short = limits.nodes.is_some_and(|nodes| nodes <= SHORT) && threads < 2;
    let found = if game::is_own(position) {
        let mut reports = Vec::new();
        let mut report = |found: &engine::Analysis<String>| reports.push(found.clone());
        let found = game::whole(|| search.run_parallel(position, &limits, 1, &mut report));
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
            let mut report = |found: &engine::Analysis<String>| drop(say.send(found.clone()));
            search.run_parallel(position, &limits, threads.clamp(1, MAX_THREADS), &mut report)
        })?
    };
    Analysis::new(py, found.map_err(bad)?)
}
