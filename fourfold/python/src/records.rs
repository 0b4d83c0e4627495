//! Games as texts.

use std::collections::BTreeMap;

use engine::record::first_tag;
use pyo3::prelude::*;

use crate::error::bad;
use crate::game::named;
use crate::position::Position;

/// A game that was read from a text.
#[pyclass(module = "fourfold", frozen, get_all)]
pub(crate) struct Record {
    players: Vec<String>,
    tags: BTreeMap<String, String>,
    result: String,
    /// The comments of the main line: one before the first move, and one after each.
    comments: Vec<String>,
    /// The end of the main line, with its moves.
    position: Py<Position>,
}

#[pymethods]
impl Record {
    fn __repr__(&self) -> String {
        let plies = self.comments.len() - 1;
        format!("<{}: {}, {plies} plies>", self.players.join(" - "), self.result)
    }
}

/// The games of a text, by its tag Game or of the game that is named.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub(crate) fn records(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Vec<Record>> {
    let tagged = first_tag(text, "Game").map_err(bad)?;
    let game = game.or(tagged.as_deref());
    let kit = named(game.ok_or_else(|| bad("no tag Game: expected the name of the game"))?)?;
    let read = kit.records(text).map(|record| {
        let mut record = record.map_err(bad)?;
        record.go_to(0);
        let position = Position::of(kit.clone(), record.position().clone());
        let mut comments = vec![record.comment().to_owned()];
        record.go_to_main_end();
        let (line, plies) = (record.line(), record.ply());
        for m in &line {
            position.push(m.as_str())?;
        }
        for ply in 1..=plies {
            record.go_to(ply);
            comments.push(record.comment().to_owned());
        }
        Ok(Record {
            players: record.players().to_vec(),
            tags: record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result: record.result().to_string(),
            comments,
            position: Py::new(py, position)?,
        })
    });
    read.collect()
}
