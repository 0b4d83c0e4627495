//! Searches.

use kit::{AnySearch, By};
use pyo3::prelude::*;

use crate::analysis::{Analysis, limits, run};
use crate::error::bad;
use crate::game::game_of;
use crate::numbers;
use crate::position::Position;
use crate::wait::Shared;

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
        Ok(Self(Shared::new(
            game_of(game)?.search(By::Best).with_memory(memory).with_lines(lines),
        )))
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
        self.0.with(py, |search| run(py, &mut **search, &now, limits, threads, progress))
    }
}
