//! Moves and their text.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;
use jewels::Card;

use crate::square::Square;

engine::as_text!(Move: Debug);

/// A move, one ply: a checker placed or moved, a card put back, or the end of the phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Move {
    /// Puts a checker on the card of a square, at the start of the game (ruling 2).
    Place { at: Square },
    /// Moves a checker from one square to another and collects the card it left (ruling 3).
    Slide { from: Square, to: Square },
    /// Puts a collected card, as it will lie, on an empty square (ruling 4).
    Put { card: Card, at: Square },
    /// Ends the phase, and so the game (ruling 4).
    End,
}

/// `@c3`, `c3-c5`, `rygbp@d4` or `end`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { at } => f.pad(&format!("@{at}")),
            Self::Slide { from, to } => f.pad(&format!("{from}-{to}")),
            Self::Put { card, at } => f.pad(&format!("{card}@{at}")),
            Self::End => f.pad("end"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "end" {
            return Ok(Self::End);
        }
        if let Some(at) = text.strip_prefix('@') {
            return Ok(Self::Place { at: at.parse()? });
        }
        if let Some((card, at)) = text.split_once('@') {
            return Ok(Self::Put { card: card.parse()?, at: at.parse()? });
        }
        let refuse = || ParseError::not("a move", text, "one like @c3, c3-c5, rygbp@d4, or end");
        let (from, to) = text.split_once('-').ok_or_else(refuse)?;
        Ok(Self::Slide { from: from.parse()?, to: to.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_small() {
        assert_eq!(size_of::<Move>(), 3);
    }

    #[test]
    fn moves_are_read_as_they_are_printed() {
        for text in ["@c3", "c3-c5", "rygbp@d4", "end"] {
            assert_eq!(text.parse::<Move>().map(|m| m.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("", "\"\" is not a move"),
            ("End", "\"End\" is not a move"),
            ("c3c5", "\"c3c5\" is not a move"),
            ("@", "\"\" is not a square"),
            ("@@c3", "\"@c3\" is not a square"),
            ("c3-c5-c6", "\"c5-c6\" is not a square"),
            ("c3-", "\"\" is not a square"),
            (" c3-c5", "\" c3\" is not a square"),
            ("rygb@d4", "\"rygb\" is not a card"),
            ("rygbp@d4 ", "\"d4 \" is not a square"),
        ] {
            let found = text.parse::<Move>().unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }
}
