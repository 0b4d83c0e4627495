//! Solved positions.

use engine::Limits;
use kit::{Dynamic, Kit};
use pyo3::prelude::*;
use solve::{SolveOptions, Winner};

use crate::analysis::{Reduced, Score, restored, texts};
use crate::error::bad;
use crate::own::{is_own, work_on};

/// What a solver found.
#[pyclass(module = "fourfold", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Solution {
    /// Who has answered; `None` if a limit was reached before.
    by: Option<String>,
    winner: Option<String>,
    /// The proven score for the player to move.
    score: Option<Score>,
    distance: Option<u32>,
    line: Vec<String>,
    /// How many positions were listed, if they were.
    positions: Option<u64>,
    /// Why they were not, though that was begun.
    refused: Option<String>,
}

/// All that a solution has.
type Known = (
    Option<String>,
    Option<String>,
    Option<Score>,
    Option<u32>,
    Vec<String>,
    Option<u64>,
    Option<String>,
);

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let winner = self.winner.as_deref().unwrap_or("nobody");
        match (&self.by, self.distance) {
            (None, _) => "<unsolved>".to_owned(),
            (Some(by), None) => format!("<{winner} wins, by {by}>"),
            (Some(by), Some(plies)) => format!("<{winner} wins in {plies}, by {by}>"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Known,)> {
        let Self { by, winner, score, distance, line, positions, refused } = slf.get().clone();
        restored(slf.as_any(), ((by, winner, score, distance, line, positions, refused),))
    }

    #[staticmethod]
    fn _restore(known: Known) -> Self {
        let (by, winner, score, distance, line, positions, refused) = known;
        Self { by, winner, score, distance, line, positions, refused }
    }
}

/// Solves a position by the solver that fits: so many positions are listed at most, by so many threads, with a
/// table of so many bytes for the search.
pub(crate) fn find(
    py: Python<'_>,
    game: &Kit,
    position: &Dynamic,
    limits: Limits,
    (positions, threads, memory): (u64, usize, usize),
) -> PyResult<Solution> {
    let is_own = is_own(position);
    let threads = if is_own { 1 } else { threads };
    let options = SolveOptions::new().positions(positions).threads(threads);
    let found = work_on(py, is_own, |stop| {
        game.choose(position, memory, &limits.stop(stop.clone()), &options)
    })?;
    let found = found.map_err(bad)?;
    Ok(Solution {
        by: found.by.map(|by| by.to_string()),
        winner: if let Winner::Player(name) = &found.winner { Some(name.clone()) } else { None },
        score: found.score().map(Score),
        distance: found.distance(),
        line: texts(found.line()),
        positions: found.enumerated.as_ref().map(|found| found.positions),
        refused: found.refused.map(|why| why.to_string()),
    })
}
