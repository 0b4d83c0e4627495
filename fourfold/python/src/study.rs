//! What is found out about a game in Python: whether it keeps the laws, and how it plays.

use engine::Conformance;
use page::report::Report;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::bad;
use crate::failure::{Failures, Watch, whole};
use crate::numbers;
use crate::own::OwnGame;
use crate::wait::interruptible;

/// Checks that a game in Python keeps the laws, on so many of its positions.
#[pyfunction]
#[pyo3(signature = (game, *, positions=500, seed=0))]
pub(crate) fn check(
    game: &Bound<'_, PyType>,
    #[pyo3(from_py_with = numbers::positions)] positions: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
) -> PyResult<usize> {
    let game = OwnGame::new(game)?;
    let start = whole(|| game.start(seed))?.map_err(bad)?;
    let found = whole(|| Conformance::explore([start], positions, seed))?;
    let check = || {
        found.rules()?;
        found.keys()?;
        found.pictures()?;
        found.explanations()?;
        found.observations()
    };
    whole(check)?.map_err(bad)?;
    Ok(found.positions().len())
}

/// The report on a game in Python, as a page.
#[pyfunction]
#[pyo3(name = "_report")]
pub(crate) fn report(
    py: Python<'_>,
    game: &Bound<'_, PyType>,
    #[pyo3(from_py_with = numbers::games)] games: u64,
    #[pyo3(from_py_with = numbers::nodes)] nodes: u64,
    #[pyo3(from_py_with = numbers::ladder)] ladder: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    #[pyo3(from_py_with = numbers::max_plies)] max_plies: usize,
) -> PyResult<String> {
    let failures = Failures::default();
    let game = OwnGame::new(game)?.watched(Watch::Work(failures.clone())).kit(py);
    let report = Report::new(game).games(games).nodes(nodes).steps(ladder).seed(seed);
    let report = report.max_plies(max_plies).threads(1).stop(failures.stop.clone());
    let page = interruptible(py, &failures.stop, |()| Ok(()), |_| report.page())?;
    failures.raised(py)?;
    Ok(page.map_err(bad)?.html)
}
