//! The Python package `fourfold`: classes on [`kit`]. What they are for says the stub
//! `fourfold/__init__.pyi`, and the docstrings repeat it.

mod arena;
mod batch;
mod bot;
mod collapsi_arrays;
mod game;
mod numbers;
mod position;
mod search;
mod tablebase;
mod text;
mod wait;

use std::collections::TryReserveError;
use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use kit::{AnyGame, Catalogue};
use fourfold::Program;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The games by name.
fn catalogue() -> &'static Catalogue {
    static GAMES: LazyLock<Catalogue> = LazyLock::new(|| Program::fourfold().catalogue());
    &GAMES
}

/// The game of this name, or of this class.
fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Arc<dyn AnyGame>> {
    if let Ok(class) = game.cast::<PyType>() {
        return Ok(Arc::new(game::OwnGame::new(class)?));
    }
    let name: String = game.extract()?;
    catalogue().find(&name).cloned().map_err(bad)
}

/// What is wrong with the input.
fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The text of an object of Python. Not its `Display`, which panics where Python fails or is interrupted.
fn text_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.str()?.to_string_lossy().into_owned())
}

/// There is no memory for so many.
fn too_many(error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// The names of the games.
#[pyfunction]
fn games() -> Vec<String> {
    catalogue().games().map(|game| game.name().to_owned()).collect()
}

/// Runs the program `fourfold` with these arguments, and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<String>) -> Option<u8> {
    let code = py.detach(|| Program::fourfold().run(arguments));
    (0..=u8::MAX).find(|&number| std::process::ExitCode::from(number) == code)
}

#[pymodule]
mod _fourfold {
    use numpy::PyArray1;
    use pyo3::prelude::*;

    /// Loads numpy, as a signal that came while it is first needed would be a panic.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        drop(PyArray1::<u8>::from_vec(module.py(), Vec::new()));
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use super::arena::play;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bot::{Bot, Thought};
    #[pymodule_export]
    use super::collapsi_arrays::{deals, solve};
    #[pymodule_export]
    use super::game::{check, report};
    #[pymodule_export]
    use super::games;
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::search::{Analysis, Line, Score, Search};
    #[pymodule_export]
    use super::tablebase::Tablebase;
}
