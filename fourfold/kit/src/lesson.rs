//! What is said of a game to somebody who has never seen it.

use engine::svg::{Hue, Picture};
use serde::Serialize;

use crate::AnyError;
use crate::game::AnyGame;

/// A paragraph of the rules, for somebody who has never seen the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The paragraph.
    pub text: &'static str,
    /// The text of a position by the default rules; `None` without a picture.
    pub position: Option<&'static str>,
    /// Moves of that position, separated by spaces, to be shown as arrows.
    pub arrows: &'static str,
}

impl Lesson {
    /// A paragraph without a picture.
    pub const fn new(text: &'static str) -> Self {
        Self { text, position: None, arrows: "" }
    }

    /// The same paragraph with a position, and moves that are made in it one after the other.
    #[must_use]
    pub const fn shown(self, position: &'static str, arrows: &'static str) -> Self {
        Self { position: Some(position), arrows, ..self }
    }

    /// Its picture, for a page that has the style sheet; `None` without one.
    ///
    /// # Errors
    ///
    /// What is wrong with the position or the moves.
    pub fn picture(&self, game: &dyn AnyGame) -> Result<Option<Picture>, AnyError> {
        let Some(text) = self.position else { return Ok(None) };
        let mut position = game.parse(text, "")?;
        let mut picture = position.picture().without_style().without_caption();
        for m in position.clone().play_text(self.arrows)? {
            picture = picture.arrow(position.find_move(m.as_str())?.route, Hue::Green);
            position.play(m.as_str())?;
        }
        Ok(Some(picture))
    }
}

/// A place where the published rules leave something open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Ruling {
    /// The published sentence.
    pub published: String,
    /// How it is read here.
    pub reading: String,
    /// The reason.
    pub why: String,
    /// The option that gives another reading; `-` if there is none.
    pub option: String,
}

impl Ruling {
    /// The rows of the table with these columns in a page of Markdown, without marks.
    pub fn table(page: &str) -> impl Iterator<Item = Self> {
        let lines = page.lines().skip_while(|line| !line.starts_with("| published |"));
        lines.skip(2).map_while(|row| {
            let cells = row.strip_prefix("| ")?.strip_suffix(" |")?.replace(['`', '*'], "");
            let mut cells = cells.split(" | ").map(str::to_owned);
            let mut cell = || cells.next();
            Some(Self { published: cell()?, reading: cell()?, why: cell()?, option: cell()? })
        })
    }
}

/// A name in words: "Tic Tac Toe" for `tic-tac-toe`.
pub fn in_words(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}
