//! A position that changes, and the moves that led to it.

use std::sync::Arc;
use std::{iter, mem};

use engine::observe::{Places, Pointing};
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
    earlier: History,
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
    fn last(mut self) -> Option<Ply> {
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

/// What changes of a position.
#[derive(Clone)]
pub(crate) struct Inner {
    pub(crate) now: Dynamic,
    pub(crate) before: History,
    /// The actions taken of the move under way.
    pub(crate) acted: Vec<u16>,
    /// The move under way, if `has_begun`.
    pub(crate) pointing: Pointing,
    has_begun: bool,
    /// How often the position has changed.
    pub(crate) changes: u64,
}

impl Inner {
    pub(crate) fn new(now: Dynamic) -> Self {
        let (before, acted, pointing) = (History::default(), Vec::new(), Pointing::default());
        Self { now, before, acted, pointing, has_begun: false, changes: 0 }
    }

    pub(crate) fn pointing(&mut self, places: &Places) -> &mut Pointing {
        if !self.has_begun {
            self.now.begin_in(places, &mut self.pointing);
            self.has_begun = true;
        }
        &mut self.pointing
    }

    pub(crate) fn legal_actions(&mut self, places: &Places) -> Vec<u16> {
        let mut actions = Vec::new();
        self.pointing(places).actions(&mut actions);
        actions
    }

    fn has_changed(&mut self) {
        self.acted.clear();
        self.has_begun = false;
        self.changes += 1;
    }

    fn go_to(&mut self, next: Dynamic, m: String) {
        let before = mem::replace(&mut self.now, next);
        let earlier = mem::take(&mut self.before);
        self.before = Ply { before, m, earlier }.into();
        self.has_changed();
    }

    pub(crate) fn push(&mut self, m: &str) -> PyResult<()> {
        let mut next = self.now.clone();
        next.play(m).map_err(bad)?;
        self.go_to(next, m.to_owned());
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<String> {
        let Ply { before, m, earlier } = mem::take(&mut self.before).last()?;
        self.before = earlier;
        self.now = before;
        self.has_changed();
        Some(m)
    }

    pub(crate) fn act(&mut self, action: u16, places: &Places) -> PyResult<Option<String>> {
        let legal = self.legal_actions(places);
        if !legal.contains(&action) {
            let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
            return Err(bad(format!("action {action} is illegal: expected {}", legal.join(", "))));
        }
        let Some(number) = self.pointing.point(action) else {
            self.acted.push(action);
            self.changes += 1;
            return Ok(None);
        };
        let m = self.now.moves(number..number + 1).pop().ok_or_else(|| bad("no such move"))?;
        let m = m.text.as_str().to_owned();
        let mut next = self.now.clone();
        next.play_number(number).map_err(bad)?;
        self.go_to(next, m.clone());
        Ok(Some(m))
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
