//! What the page says of a game before it is played.

use engine::Options;
use engine::game::Values;
use engine::svg::{Hue, Picture};
use serde::Serialize;
use serde_json::{Value, json};

use super::playable::Playable;

/// A player that the page offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opponent {
    /// Its name, as in `search:time=200`.
    pub name: String,
    /// A word or two for people.
    pub title: String,
    /// How it plays.
    pub about: String,
}

impl Opponent {
    /// A player with a name, a title and how it plays.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        about: impl Into<String>,
    ) -> Self {
        Self { name: name.into(), title: title.into(), about: about.into() }
    }
}

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
    pub fn picture<G: Playable>(&self) -> Result<Option<String>, String> {
        let Some(text) = self.position else { return Ok(None) };
        let position = G::parse(text, &G::Rules::default()).map_err(|error| error.to_string())?;
        let moves = position.clone().play_text(self.arrows).map_err(|error| error.to_string())?;
        let mut picture = Picture::new(&position).without_style().without_caption();
        let mut at = position;
        for m in moves {
            picture = picture.arrow(at.route(m), Hue::Green);
            at.play_unchecked(m);
        }
        Ok(Some(picture.to_string()))
    }

    /// For the page.
    pub(super) fn describe<G: Playable>(&self) -> Value {
        json!({ "text": self.text, "svg": self.picture::<G>().ok().flatten() })
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

/// The fewest and the most players: by the option `players`, or else those of a usual start.
pub(super) fn player_counts<G: Playable>(start: &G) -> [u32; 2] {
    let usual = start.players().len() as u32;
    let numbers = |words: &[&str]| words.iter().filter_map(|word| word.parse().ok()).collect();
    let counts: Vec<u32> = match G::Rules::spec("players").map(|spec| spec.values) {
        Ok(Values::Words(words)) => numbers(words),
        Ok(Values::Number { least, most, .. }) => vec![least, most],
        Err(_) => Vec::new(),
    };
    [counts.iter().min(), counts.iter().max()].map(|count| count.copied().unwrap_or(usual))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(in_words("tic-tac-toe"), "Tic Tac Toe");
        assert_eq!(in_words(""), "");
    }

    #[test]
    fn the_moves_of_a_lesson_are_checked() {
        let picture = |position, arrows| {
            Lesson::new("").shown(position, arrows).picture::<connect_four::Position>()
        };
        let shown = picture("7/7/7/7/7/7 x", "d d").unwrap().unwrap();
        assert_eq!(shown.matches("arrow hue-green").count(), 2);
        assert!(picture("7/7 x", "").unwrap_err().contains("2 ranks"));
        assert!(picture("7/7/7/7/7/7 x", "z").unwrap_err().contains("not a column"));
        assert_eq!(Lesson::new("").picture::<connect_four::Position>(), Ok(None));
    }
}
