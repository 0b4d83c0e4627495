//! Games by name, and those of classes; their rules.

use std::sync::LazyLock;

use kit::{Catalogue, Kit};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::error::{bad, text_of};
use crate::own::OwnGame;

fn catalogue() -> &'static Catalogue {
    static GAMES: LazyLock<Catalogue> = LazyLock::new(::games::all);
    &GAMES
}

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    catalogue().names().map(str::to_owned).collect()
}

/// The game of this name.
pub(crate) fn named(name: &str) -> PyResult<Kit> {
    catalogue().find(name).cloned().map_err(bad)
}

/// The game of this name, or of this class.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Kit> {
    match game.cast::<PyType>() {
        Ok(class) => Ok(OwnGame::new(class)?.kit(game.py())),
        Err(_) => named(game.extract().map_err(|_| wrong(game))?),
    }
}

fn wrong(game: &Bound<'_, PyAny>) -> PyErr {
    let expected = "expected the name of a game, or a class of your own";
    text_of(game).map_or_else(
        |error| error,
        |found| PyTypeError::new_err(format!("game {found}: {expected}")),
    )
}

/// Rules as settings: `hold_turns=2,quiet_limit=none`.
pub(crate) fn settings(options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut list = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        let value = if value.is_none() { "none".to_owned() } else { text_of(&value)? };
        let name = text_of(&name)?;
        if [&name, &value].iter().any(|text| text.contains([',', '='])) {
            return Err(bad(format!("option {name:?} is {value:?}: expected one value")));
        }
        list.push(format!("{name}={value}"));
    }
    Ok(list.join(","))
}
