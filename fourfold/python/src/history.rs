//! The moves that led to a position.

use std::iter;
use std::sync::Arc;

use engine::record::Record;
use kit::{Dynamic, Move};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{bad, text_of};
use crate::failure::whole;

/// The moves that led to a position, which copies share.
#[derive(Clone, Default)]
pub(crate) struct History(Option<Arc<Ply>>);

/// A move, the position in which it was made, and the moves before.
pub(crate) struct Ply {
    pub(crate) before: Dynamic,
    pub(crate) m: String,
    pub(crate) earlier: History,
}

impl History {
    /// The last ply, the one before it, and so on.
    pub(crate) fn backwards(&self) -> impl Iterator<Item = &Ply> {
        iter::successors(self.0.as_deref(), |ply| ply.earlier.0.as_deref())
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves: Vec<_> = self.backwards().map(|ply| ply.m.clone()).collect();
        moves.reverse();
        moves
    }

    /// The last ply.
    pub(crate) fn last(mut self) -> Option<Ply> {
        let copied = |ply: Arc<Ply>| Ply {
            before: ply.before.clone(),
            m: ply.m.clone(),
            earlier: ply.earlier.clone(),
        };
        self.0.take().map(|ply| Arc::try_unwrap(ply).unwrap_or_else(copied))
    }
}

impl From<Ply> for History {
    fn from(ply: Ply) -> Self {
        Self(Some(Arc::new(ply)))
    }
}

/// Ply by ply, as a long game would need as many calls within each other.
impl Drop for History {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(ply) = next {
            next = Arc::into_inner(ply).and_then(|mut ply| ply.earlier.0.take());
        }
    }
}

/// The text of a game from its start, with its moves.
pub(crate) fn written(
    game: &str,
    start: Dynamic,
    moves: &[String],
    players: Vec<String>,
    tags: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let mut record = Record::new(start);
    record.set_tag("Game", game).map_err(bad)?;
    for (name, value) in tags.into_iter().flatten() {
        record.set_tag(&text_of(&name)?, text_of(&value)?).map_err(bad)?;
    }
    record.set_players(players);
    whole(|| {
        moves.iter().try_for_each(|m| record.play(Move::from(m.as_str())))?;
        Ok(record.to_string())
    })?
    .map_err(|error: kit::AnyError| bad(error))
}
