//! What a position is worth, by searches and at the end.

use std::collections::HashMap;
use std::time::Duration;

use engine::search::Variation;
use engine::{Limits, Outcome, ScoreKind, StopFlag, Wdl};
use kit::{AnySearch, By, Dynamic, Kit, Move};
use pyo3::prelude::*;
use pyo3::types::PyDict;
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
#[pyclass(module = "fourfold", frozen, eq, ord, hash, from_py_object)]
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (i32, i32)> {
        let of = match slf.get().0.kind() {
            ScoreKind::Win(plies) => (1, plies as i32),
            ScoreKind::Loss(plies) => (-1, plies as i32),
            ScoreKind::Value(value) => (0, value),
        };
        restored(slf.as_any(), of)
    }

    #[staticmethod]
    fn _restore(sign: i32, number: i32) -> Self {
        Self(match sign {
            1 => engine::Score::win_in(number.unsigned_abs()),
            -1 => engine::Score::loss_in(number.unsigned_abs()),
            _ => engine::Score::value(number),
        })
    }
}

/// A line of play with its score.
#[pyclass(module = "fourfold", frozen, get_all, eq, from_py_object)]
#[derive(Clone, PartialEq)]
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Vec<String>, Score, bool)> {
        let Self { line, score, proven } = slf.get().clone();
        restored(slf.as_any(), (line, score, proven))
    }

    #[staticmethod]
    fn _restore(line: Vec<String>, score: Score, proven: bool) -> Self {
        Self { line, score, proven }
    }
}

/// What a search found: lines from the best on.
#[pyclass(module = "fourfold", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Analysis {
    lines: Vec<Line>,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

impl Analysis {
    fn new(found: engine::Analysis<Move>) -> Self {
        let (depth, nodes) = (found.depth, found.nodes);
        let seconds = found.elapsed.as_secs_f64();
        let line = |Variation { line, score, proven }: Variation<Move>| Line {
            line: texts(&line),
            score: Score(score),
            proven,
        };
        let lines = found.into_variations().into_iter().map(line).collect();
        Self { lines, depth, nodes, seconds }
    }

    fn best(&self) -> PyResult<&Line> {
        // A search always has a line, if an empty one.
        self.lines.first().ok_or_else(|| bad("there is no line"))
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Vec<Line>, u32, u64, f64)> {
        let Self { lines, depth, nodes, seconds } = slf.get().clone();
        restored(slf.as_any(), (lines, depth, nodes, seconds))
    }

    #[staticmethod]
    fn _restore(lines: Vec<Line>, depth: u32, nodes: u64, seconds: f64) -> Self {
        Self { lines, depth, nodes, seconds }
    }
}

/// What pickle takes: a function, and its arguments.
pub(crate) type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// An object that pickles as the arguments of its `_restore`.
pub(crate) fn restored<'py, T>(object: &Bound<'py, PyAny>, arguments: T) -> Reduced<'py, T> {
    Ok((object.get_type().getattr("_restore")?, arguments))
}

/// What is asked of a search.
pub(crate) struct Question<'q> {
    pub(crate) position: &'q Dynamic,
    /// Only these moves.
    pub(crate) moves: Option<Vec<Move>>,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    pub(crate) progress: Option<Py<PyAny>>,
    /// Ends the search.
    pub(crate) stop: StopFlag,
}

impl Question<'_> {
    /// Searches, here if that is short or needs Python, else in a thread of its own.
    pub(crate) fn ask(
        self,
        py: Python<'_>,
        search: &mut dyn AnySearch,
    ) -> PyResult<engine::Analysis<Move>> {
        let Self { position, moves, limits, threads, progress, stop } = self;
        let moves = moves.as_deref();
        let tell = |found| match &progress {
            Some(progress) => progress.call1(py, (Analysis::new(found),)).map(drop),
            None => Ok(()),
        };
        let short = limits.nodes.is_some_and(|nodes| nodes <= SHORT) && threads < 2;
        let limits = limits.stop(stop.clone());
        let found = if is_own(position) {
            let mut reports = Vec::new();
            let mut report = |found: &engine::Analysis<Move>| reports.push(found.clone());
            let found = whole(|| search.run_among(position, moves, &limits, 1, &mut report));
            // What was learnt after a method had failed is wrong.
            let found = found.inspect_err(|_| search.clear())?;
            reports.into_iter().try_for_each(tell)?;
            found
        } else if short && progress.is_none() {
            py.detach(|| search.run_among(position, moves, &limits, 1, &mut |_| ()))
        } else {
            let threads = threads.clamp(1, MAX_THREADS);
            interruptible(py, &stop, tell, |say| {
                // Nobody listens if the search was interrupted.
                let mut report = |found: &engine::Analysis<Move>| drop(say.send(found.clone()));
                search.run_among(position, moves, &limits, threads, &mut report)
            })?
        };
        found.map_err(bad)
    }

    /// What the search found, for Python.
    pub(crate) fn analysis(self, py: Python<'_>, search: &mut dyn AnySearch) -> PyResult<Analysis> {
        self.ask(py, search).map(Analysis::new)
    }
}

impl Question<'_> {
    /// What a new search finds, with a table of so many bytes or as many as it needs, and so many lines.
    pub(crate) fn analysed(
        self,
        py: Python<'_>,
        game: &Kit,
        (memory, lines): (Option<usize>, usize),
    ) -> PyResult<Analysis> {
        let search = |memory| game.search(By::Best).with_memory(memory).with_lines(lines);
        let enough = |nodes: u64| nodes.saturating_mul(32).min(16 << 20) as usize;
        let Limits { depth, nodes, time, .. } = self.limits;
        let is_open = nodes.is_none() && time.is_none() && self.progress.is_none();
        if memory.is_none() && is_open && self.threads < 2 && !is_own(self.position) {
            // To make a large table takes longer than to search a small position.
            let (moves, stop) = (self.moves.clone(), self.stop.clone());
            let limits = self.limits.clone().nodes(SHORT);
            let first = Question { moves, limits, stop, progress: None, ..self };
            let found = first.ask(py, &mut *search(enough(SHORT)))?;
            let is_solved = found.proven && found.others.iter().all(|line| line.proven);
            if found.nodes < SHORT && (is_solved || depth == Some(found.depth)) {
                return Ok(Analysis::new(found));
            }
        }
        let memory = memory.unwrap_or(nodes.map_or(16 << 20, enough));
        self.analysis(py, &mut *search(memory))
    }
}

/// The moves of a list, if there is one, each of them legal.
pub(crate) fn among(position: &Dynamic, moves: Option<Vec<String>>) -> PyResult<Option<Vec<Move>>> {
    let Some(moves) = moves else { return Ok(None) };
    let legal = |m: String| position.find_move(&m).map(|found| found.text).map_err(bad);
    whole(|| moves.into_iter().map(legal).collect::<PyResult<_>>())?.map(Some)
}

/// The scores of all legal moves, of those that lead to different positions given: a dictionary by their texts.
pub(crate) fn of_all_moves<'py>(
    py: Python<'py>,
    position: &Dynamic,
    scores: impl IntoIterator<Item = (String, engine::Score)>,
) -> PyResult<Bound<'py, PyDict>> {
    let after = |m: &str| {
        let mut after = position.clone();
        after.play(m).map_err(bad)?;
        Ok::<_, PyErr>(after)
    };
    let found: PyResult<Vec<_>> = whole(|| {
        let known = scores.into_iter().map(|(m, score)| Ok((after(&m)?, score)));
        let known: HashMap<Dynamic, engine::Score> = known.collect::<PyResult<_>>()?;
        let of = |m: String| Ok(known.get(&after(&m)?).map(|&score| (m, score)));
        texts(&position.list()).into_iter().filter_map(|m| of(m).transpose()).collect()
    })?;
    let all = PyDict::new(py);
    for (m, score) in found? {
        all.set_item(m, Score(score))?;
    }
    Ok(all)
}
