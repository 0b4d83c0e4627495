//! The games of a page, and what is asked about them.

use std::fmt;
use std::sync::Arc;

use engine::StopFlag;
use engine::record::first_tag;
use kit::{Endings, Kit};
use serde_json::Value;

use super::ask::Ask;
use super::hosted::Hosted;
use super::refusal::Refusal;
use super::reports::Reports;
use super::{answer, puzzle, record, set_up, think, tree};

/// The games of a page.
#[derive(Clone, Default)]
#[must_use]
pub struct Board {
    pub(crate) games: Vec<Arc<Hosted>>,
}

impl Board {
    /// A page without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The page with one more game; the first one is shown at first.
    pub fn game(self, kit: impl Into<Kit>) -> Self {
        self.game_with(kit, None)
    }

    /// The page with one more game, whose endings are those of a file.
    pub fn game_with(mut self, kit: impl Into<Kit>, endings: Option<Endings>) -> Self {
        self.games.push(Arc::new(Hosted { kit: kit.into(), endings }));
        self
    }

    /// Answers a request of the page, such as `position` with the query `game=collapsi`. An analysis has
    /// no answer but its reports.
    ///
    /// # Errors
    ///
    /// There is no such request or game, or the game refuses it.
    pub fn answer(
        &self,
        request: &str,
        query: &str,
        reports: &Reports<'_>,
    ) -> Result<Value, Refusal> {
        if request == "record" {
            return self.record(query);
        }
        let known = REQUESTS.iter().find(|(name, _)| *name == request);
        let (_, request) =
            known.ok_or_else(|| Refusal(format!("there is no request {request:?}")))?;
        let ask = Ask::from_query(query)?;
        let game = &*self.find(&ask.game)?;
        match request {
            Request::Quick(answer) => answer(game, &ask),
            Request::Search(answer) => answer(game, &ask, &reports.stop),
            Request::Report(report) => report(game, &ask, reports).map(|()| Value::Null),
        }
    }

    /// Reads the record of a game, and prints it again.
    pub(crate) fn record(&self, text: &str) -> Result<Value, Refusal> {
        let name = first_tag(text, "Game").map_err(Refusal::new)?;
        let expected = || Refusal("expected a record with a tag Game".to_owned());
        record::read(&self.find(&name.ok_or_else(expected)?)?.kit, text)
    }

    pub(crate) fn find(&self, name: &str) -> Result<Arc<Hosted>, Refusal> {
        let found = self.games.iter().find(|game| game.kit.name() == name);
        found.cloned().ok_or_else(|| Refusal(format!("there is no game {name:?}")))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.kit.name())).finish()
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Request {
    /// At once.
    Quick(fn(&Hosted, &Ask) -> Result<Value, Refusal>),
    /// By a search.
    Search(fn(&Hosted, &Ask, &StopFlag) -> Result<Value, Refusal>),
    /// By reports while a search runs.
    Report(fn(&Hosted, &Ask, &Reports<'_>) -> Result<(), Refusal>),
}

pub(crate) const REQUESTS: [(&str, Request); 10] = [
    ("position", Request::Quick(|hosted, ask| answer::position(&hosted.kit, ask))),
    ("tree", Request::Quick(|hosted, ask| tree::tree(&hosted.kit, ask))),
    ("refusal", Request::Quick(|hosted, ask| answer::refusal(&hosted.kit, ask))),
    ("lessons", Request::Quick(|hosted, _| Ok(hosted.lessons()))),
    ("set-up", Request::Quick(|hosted, ask| set_up::set_up(&hosted.kit, ask))),
    ("move", Request::Search(think::choose)),
    ("puzzle", Request::Search(puzzle::find)),
    ("judge", Request::Search(think::judge)),
    ("analysis", Request::Report(think::analyse)),
    ("curve", Request::Report(think::curve)),
];
