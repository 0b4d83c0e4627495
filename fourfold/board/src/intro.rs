//! What the page says of a game before it is played.

use engine::game::Values;
use engine::svg::Hue;
use kit::{AnyError, AnyGame};
use serde::Serialize;
use serde_json::{Value, json};

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

    /// Those that can play every game.
    pub fn usual() -> [Self; 5] {
        let mcts = "tries a move in many games of chance, a second a move";
        [
            Self::new("search:time=200", "Search", "thinks a fifth of a second a move"),
            Self::new("search:time=2000", "Search, slow", "thinks two seconds a move"),
            Self::new("mcts:time=1000", "Monte Carlo", mcts),
            Self::new("greedy", "Greedy", "makes the move that looks best at once"),
            Self::new("random", "Random", "makes any move"),
        ]
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
    pub fn picture(&self, game: &dyn AnyGame) -> Result<Option<String>, AnyError> {
        let Some(text) = self.position else { return Ok(None) };
        let mut position = game.parse(text, "")?;
        let mut picture = position.picture().without_style().without_caption();
        for m in position.copy().play_text(self.arrows)? {
            picture = picture.arrow(position.find_move(&m)?.route, Hue::Green);
            position.play(&m)?;
        }
        Ok(Some(picture.to_string()))
    }

    pub(super) fn describe(&self, game: &dyn AnyGame) -> Value {
        json!({ "text": self.text, "svg": self.picture(game).ok().flatten() })
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

/// The fewest and the most players: by the option `players`, or else as many as usual.
pub(super) fn player_counts(game: &dyn AnyGame, usual: usize) -> [u32; 2] {
    let numbers = |words: &[&str]| words.iter().filter_map(|word| word.parse().ok()).collect();
    let options = game.options();
    let option = options.iter().find(|(spec, _)| spec.name == "players");
    let counts: Vec<u32> = match option.map(|(spec, _)| spec.values) {
        Some(Values::Words(words)) => numbers(words),
        Some(Values::Number { least, most, .. }) => vec![least, most],
        None => Vec::new(),
    };
    [counts.iter().min(), counts.iter().max()].map(|count| count.copied().unwrap_or(usual as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::NoEvaluation;
    use kit::GameOf;

    #[test]
    fn names_are_words() {
        assert_eq!(in_words("tic-tac-toe"), "Tic Tac Toe");
        assert_eq!(in_words(""), "");
    }

    #[test]
    fn the_moves_of_a_lesson_are_checked() {
        let game = GameOf::<connect_four::Position, _>::new("connect-four", NoEvaluation);
        let picture = |position, arrows| Lesson::new("").shown(position, arrows).picture(&game);
        let shown = picture("7/7/7/7/7/7 x", "d d").unwrap().unwrap();
        assert_eq!(shown.matches("arrow hue-green").count(), 2);
        assert!(picture("7/7 x", "").unwrap_err().to_string().contains("2 ranks"));
        assert!(picture("7/7/7/7/7/7 x", "z").unwrap_err().to_string().contains("not a column"));
        assert_eq!(Lesson::new("").picture(&game), Ok(None));
    }
}
