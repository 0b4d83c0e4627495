//! Tablebases of Collateral Checkers.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use collateral_checkers::{Move, Position as Checkers, Rules};
use endings::Endings;
use engine::Options;
use engine::game::nth_seed;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use solve::tablebase::{BuildOptions, Family, Rank, Tablebase as Table};

use crate::analysis::{Reduced, Score, of_all_moves, restored};
use crate::error::bad;
use crate::game::{self, settings};
use crate::numbers;
use crate::position::Position;
use crate::wait::aside;

/// The exact scores of all endings of Collateral Checkers with up to a number of pieces.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Tablebase(Table<Endings>);

#[pymethods]
impl Tablebase {
    /// Builds the table.
    #[new]
    #[pyo3(signature = (max_pieces=6, *, threads=1, **rules))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::max_pieces)] max_pieces: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = Rules::from_changes(&settings(rules)?).map_err(bad)?;
        let mut table = Table::new(Endings::new(rules, max_pieces).map_err(bad)?);
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let options = BuildOptions::new().threads(threads);
        aside(py, |stop| table.build(&options.stop(stop.clone())))?.map_err(bad)?;
        Ok(Self(table))
    }

    /// Reads a file, of `save` or of `fourfold tablebase build`.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = || {
            let family = Table::<Endings>::read_description(&path).map_err(bad)?;
            Ok(Self(Table::load(family.parse().map_err(bad)?, &path).map_err(bad)?))
        };
        py.detach(read)
    }

    /// Writes a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(path)).map_err(bad)
    }

    /// The largest number of pieces.
    #[getter]
    fn max_pieces(&self) -> usize {
        self.0.family().max_pieces()
    }

    /// The score of a position for the player to move, or None if it is not in the table.
    fn probe(&self, position: &Position) -> PyResult<Option<Score>> {
        Ok(self.0.probe(&checkers(position)?).map(Score))
    }

    /// The moves that lead to different positions, each with its score for who makes it, the best first.
    fn moves(&self, position: &Position) -> PyResult<Vec<(String, Option<Score>)>> {
        let moves = self.0.moves(&checkers(position)?);
        Ok(moves.into_iter().map(|(m, score)| (m.to_string(), score.map(Score))).collect())
    }

    /// The scores of the legal moves: of all, unless some lead out of the table.
    fn values<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyDict>> {
        let moves = self.0.moves(&checkers(position)?).into_iter();
        let known = moves.filter_map(|(m, score)| Some((m.to_string(), score?)));
        of_all_moves(py, &position.now(), known)
    }

    /// Best play from a won or lost position to the end of the game.
    fn line(&self, position: &Position) -> PyResult<Vec<String>> {
        Ok(self.0.line(&checkers(position)?).iter().map(Move::to_string).collect())
    }

    /// A random position of the most pieces, with the usual quiet limit.
    #[pyo3(signature = (seed=0))]
    fn sample(&self, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<Position> {
        Ok(Position::of(game::named("collateral-checkers")?, self.start(seed)?.into()))
    }

    /// Random positions of the most pieces, the value and the moves of each, as columns.
    #[pyo3(signature = (count, *, seed=0))]
    fn columns<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::count)] count: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (mut texts, mut values, mut moves, mut of_moves) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for number in 0..count as u64 {
            py.check_signals()?;
            let start = self.start(nth_seed(seed, number))?;
            let known = self.0.moves(&start).into_iter();
            let known = known.filter_map(|(m, score)| Some((m.to_string(), signed(score?))));
            let (names, scores): (Vec<String>, Vec<i32>) = known.unzip();
            texts.push(start.to_string());
            values.push(self.0.probe(&start).map_or(0, signed));
            moves.push(names);
            of_moves.push(scores);
        }
        let columns = PyDict::new(py);
        columns.set_item("position", texts)?;
        columns.set_item("value", PyArray1::from_vec(py, values))?;
        columns.set_item("moves", moves)?;
        columns.set_item("values", of_moves)?;
        Ok(columns)
    }

    fn __repr__(&self) -> String {
        format!("<Tablebase: {}>", self.0.family())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String, Bound<'py, PyBytes>)> {
        let (py, table) = (slf.py(), &slf.get().0);
        let bytes = py.detach(|| table.to_bytes());
        restored(slf.as_any(), (table.family().to_string(), PyBytes::new(py, &bytes)))
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, family: &str, bytes: &[u8]) -> PyResult<Self> {
        let family = family.parse().map_err(bad)?;
        py.detach(|| Table::from_bytes(family, bytes)).map(Self).map_err(bad)
    }
}

impl Tablebase {
    /// A random position of the most pieces, with the usual quiet limit.
    fn start(&self, seed: u64) -> PyResult<Checkers> {
        let family = self.0.family();
        let class = self.0.built().checked_sub(1).ok_or_else(|| bad("no part of it is built"))?;
        let usual = Rules { quiet_limit: Rules::default().quiet_limit, ..family.rules() };
        let numbers = (0..).map(|i| nth_seed(seed, i) % self.0.size(class).max(1));
        let found = numbers.take(1 << 20).find_map(|index| family.unrank(Rank { class, index }));
        Ok(found.ok_or_else(|| bad("there is no such position"))?.with_rules(usual))
    }
}

/// A win in 5 plies as 5, a loss in 4 as -4, a draw as 0.
fn signed(score: engine::Score) -> i32 {
    let plies = score.distance().unwrap_or_default() as i32;
    if score.is_loss() { -plies } else { plies }
}

fn checkers(position: &Position) -> PyResult<Checkers> {
    position.now().of_type().cloned().map_err(bad)
}
