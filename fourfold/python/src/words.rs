//! A game in words: its rules, and a position as a board of letters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstream::adapter::strip_str;
use engine::board::Direction;
use kit::Dynamic;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use terminal::board;

use crate::error::bad;
use crate::game::{named, settings};

/// How many columns a line has at most.
const COLUMNS: usize = 80;

/// The rules of a game, a position of it as a board of letters, how moves are written, and the rule options.
#[pyfunction]
#[pyo3(signature = (game, **options))]
pub(crate) fn rules<'py>(
    game: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<String> {
    if game.is_instance_of::<PyType>() {
        let text = game.py().import("inspect")?.call_method1("getdoc", (game,))?;
        return text.extract().map_err(|_| bad("the class has no docstring: expected the rules"));
    }
    let kit = named(game.extract()?)?;
    let values = kit.start(&settings(options)?, 0).map_err(bad)?.rules();
    let values: BTreeMap<_, _> = values.into_iter().collect();
    let mut out = Vec::new();
    board::print_rules(&kit, &mut out, COLUMNS)?;
    let mut text = strip_str(&String::from_utf8_lossy(&out)).to_string();
    for (spec, _) in kit.options() {
        let value = values.get(spec.name).map_or("", String::as_str);
        let _ = writeln!(text, "{}={value}: {}.", spec.name, spec.about);
    }
    Ok(text)
}

/// A position as a board of letters, with notes beside it.
pub(crate) fn drawn(position: &Dynamic) -> PyResult<String> {
    let mut out = Vec::new();
    board::print(&board::board(position, Direction::South, &[]), &mut out, COLUMNS)?;
    Ok(strip_str(&String::from_utf8_lossy(&out)).to_string())
}
