//! Searches.

use std::sync::Mutex;

use engine::StopFlag;
use engine::search::Variation;
use kit::{AnySearch, By};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::{Analysis, Question, Reduced, among, limits, of_all_moves, restored, texts};
use crate::error::bad;
use crate::game::game_of;
use crate::numbers;
use crate::position::Position;
use crate::wait::{Shared, lock};

/// A search that keeps what it learnt from one position to the next.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Search {
    game: Py<PyAny>,
    memory: usize,
    lines: usize,
    /// The search; `None` after it has failed.
    inner: Shared<Option<Box<dyn AnySearch>>>,
    /// Ends the run under way.
    stop: Mutex<StopFlag>,
}

impl Search {
    /// The flag that ends the run which begins.
    fn begin(&self) -> StopFlag {
        let stop = StopFlag::new();
        *lock(&self.stop) = stop.clone();
        stop
    }

    /// Works with the search, looking for so many lines.
    fn with<R>(
        &self,
        py: Python<'_>,
        lines: usize,
        work: impl FnOnce(&mut dyn AnySearch) -> PyResult<R>,
    ) -> PyResult<R> {
        self.inner.with(py, |kept| {
            let search = kept.take().ok_or_else(|| bad("this search has failed"))?;
            let mut search = search.with_lines(lines);
            let result = work(&mut *search);
            *kept = Some(search);
            result
        })
    }
}

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
        let search = game_of(game)?.search(By::Best).with_memory(memory);
        let (inner, stop) = (Shared::new(Some(search)), Mutex::default());
        Ok(Self { game: game.clone().unbind(), memory, lines, inner, stop })
    }

    /// Forgets the results of earlier runs.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, self.lines, |search| {
            search.clear();
            Ok(())
        })
    }

    /// Ends the run under way, if there is one, in whatever thread.
    fn stop(&self) {
        lock(&self.stop).raise();
    }

    /// Searches a position within the limits.
    #[pyo3(signature = (position, *, moves=None, depth=None, nodes=None, time=None, threads=1, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn run(
        &self,
        py: Python<'_>,
        position: &Position,
        moves: Option<Vec<String>>,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let (limits, position) = (limits(depth, nodes, time)?, &position.now());
        let moves = among(position, moves)?;
        self.with(py, self.lines, |search| {
            let stop = self.begin();
            Question { position, moves, limits, threads, progress, stop }.analysis(py, search)
        })
    }

    /// The same in a thread of asyncio; a task that is cancelled ends the search.
    #[pyo3(signature = (position, **options))]
    fn run_async<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, Position>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fourfold.later")?.getattr("run")?.call((slf, position), options)
    }

    /// The proven scores of the legal moves: of all, unless a limit comes first.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, threads=1))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (limits, position) = (limits(depth, nodes, time)?, &position.now());
        let found = self.with(py, usize::MAX, |search| {
            let (stop, progress, moves) = (self.begin(), None, None);
            Question { position, moves, limits, threads, progress, stop }.ask(py, search)
        })?;
        let proven = found.into_variations().into_iter().filter(|found| found.proven);
        let first = |Variation { line, score, .. }| Some((texts(&line).into_iter().next()?, score));
        of_all_moves(py, position, proven.filter_map(first))
    }

    /// Pickles without what it learnt.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Py<PyAny>, usize, usize)> {
        let Self { game, memory, lines, .. } = slf.get();
        restored(slf.as_any(), (game.clone_ref(slf.py()), *memory, *lines))
    }

    #[staticmethod]
    fn _restore(game: &Bound<'_, PyAny>, memory: usize, lines: usize) -> PyResult<Self> {
        Self::new(game, memory, lines)
    }
}
