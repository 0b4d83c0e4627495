//! Moves: their text, and why they are refused.

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, ParseCardError};
use crate::colour::Colour;
use crate::player::Player;
use crate::square::{Direction, ParseSquareError, Square};

/// A move: one ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Puts a checker on a card at the start of the game (ruling 2).
    Place {
        /// The square of the card.
        at: Square,
    },
    /// Moves a checker and collects the card it left (ruling 3).
    Slide {
        /// Where the checker stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Puts a collected card on an empty square (ruling 4).
    Put {
        /// The card as it will lie.
        card: Card,
        /// The square.
        at: Square,
    },
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

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text == "end" {
            return Ok(Self::End);
        }
        if let Some(at) = text.strip_prefix('@') {
            return Ok(Self::Place { at: at.parse()? });
        }
        if let Some((card, at)) = text.split_once('@') {
            return Ok(Self::Put { card: card.parse()?, at: at.parse()? });
        }
        match text.split_once('-') {
            Some((from, to)) => Ok(Self::Slide { from: from.parse()?, to: to.parse()? }),
            None => Err(ParseMoveError::Shape { found: text.to_owned() }),
        }
    }
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// None of the forms of moves.
    #[error("{found:?} is not a move: expected one like @c3, c3-c5, rygbp@d4, or end")]
    Shape {
        /// What was found.
        found: String,
    },
    /// Something that is no square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Something that is no card.
    #[error(transparent)]
    Card(#[from] ParseCardError),
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Somebody ended the phase (ruling 4).
    #[error("the game is over: the phase was ended")]
    Ended,
    /// As many plies were played as the phase may last (ruling 5).
    #[error("the game is over: it has reached its limit of {limit} plies")]
    PlyLimit {
        /// The limit.
        limit: u32,
    },
    /// First both players place their checkers (ruling 2).
    #[error("{player} must place a checker first")]
    PlacementFirst {
        /// Who must.
        player: Player,
    },
    /// Each player has two checkers (ruling 2).
    #[error("all checkers are placed already")]
    AllPlaced,
    /// Checkers stand on cards (rulings 2 and 3).
    #[error("there is no card on {at}")]
    NoCard {
        /// The empty square.
        at: Square,
    },
    /// No card has more than one checker (rulings 2 and 3).
    #[error("a checker stands on {at} already")]
    Occupied {
        /// Where it stands.
        at: Square,
    },
    /// Players move their own checkers (ruling 3).
    #[error("no checker of {player} stands on {from}")]
    NoChecker {
        /// The player to move.
        player: Player,
        /// Where none of their checkers stands.
        from: Square,
    },
    /// Checkers move along files and ranks (ruling 3).
    #[error("{to} lies neither north, east, south nor west of {from}")]
    NotInLine {
        /// Where the checker stands.
        from: Square,
        /// Where the move ends.
        to: Square,
    },
    /// The centre must have the colour of the border left through (ruling 3).
    #[error(
        "the checker on {from} leaves through a {border} border in the {direction}, but the card \
         on {to} is {centre} in its centre"
    )]
    WrongColour {
        /// Where the checker stands.
        from: Square,
        /// Where the move ends.
        to: Square,
        /// In which direction it goes.
        direction: Direction,
        /// The colour of the border.
        border: Colour,
        /// The colour of the centre.
        centre: Colour,
    },
    /// Who can move a checker must (ruling 4).
    #[error("{player} can move a checker, for example {from}-{to}, and must")]
    MustSlide {
        /// The player to move.
        player: Player,
        /// Where a checker stands that can be moved.
        from: Square,
        /// Where it can go.
        to: Square,
    },
    /// Only collected cards can be put back (ruling 4).
    #[error("{player} has no card {card} in hand")]
    NotInHand {
        /// The player to move.
        player: Player,
        /// The card as it would lie.
        card: Card,
    },
    /// Cards are put on empty squares (ruling 4).
    #[error("a card lies on {at} already")]
    Covered {
        /// Where it lies.
        at: Square,
    },
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
