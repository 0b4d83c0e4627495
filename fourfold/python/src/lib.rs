//! The Python package `fourfold`: classes on [`kit`]. What they are for says the stub
//! `fourfold/__init__.pyi`, and the docstrings repeat it.

mod analysis;
mod arena;
mod batch;
mod bot;
mod collapsi_arrays;
mod error;
mod failure;
mod game;
mod history;
mod numbers;
mod own;
mod planes;
mod position;
mod records;
mod search;
mod seats;
mod solution;
mod study;
mod survey;
mod tablebase;
mod text;
mod wait;
mod words;

use fourfold::Program;
use pyo3::prelude::*;

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
    use super::analysis::{Analysis, Line, Score};
    #[pymodule_export]
    use super::arena::play;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bot::{Bot, Thought};
    #[pymodule_export]
    use super::collapsi_arrays::{deals, moves, solve};
    #[pymodule_export]
    use super::game::games;
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::records::{Record, records};
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::solution::Solution;
    #[pymodule_export]
    use super::study::{check, report};
    #[pymodule_export]
    use super::survey::{all_deals, deals_of};
    #[pymodule_export]
    use super::tablebase::Tablebase;
    #[pymodule_export]
    use super::words::rules;
}
