//! Games by name, and those of classes.

use std::sync::LazyLock;

use kit::{Catalogue, Kit};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::bad;
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
        Err(_) => named(game.extract()?),
    }
}
