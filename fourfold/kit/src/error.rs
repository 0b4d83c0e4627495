//! Errors in requests to any game.

use engine::game::{OptionError, ParseError, PlayTextError};
use engine::search::SearchError;

/// The reason why a request to any game is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum AnyError {
    /// No game has this name.
    #[error("no game is called {name:?}: expected {}", known.join(", "))]
    UnknownGame { name: String, known: Vec<String> },
    /// The rules are not those of the game.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The text is no position.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// The text is no move.
    #[error("{reason}")]
    Move { reason: String },
    /// The move may not be made.
    #[error("{reason}")]
    Illegal { reason: String },
    /// One of several moves cannot be read or made.
    #[error(transparent)]
    Moves(#[from] PlayTextError),
    /// No move has this number.
    #[error("there is no move {number}: expected less than {count}")]
    Number { number: usize, count: usize },
    /// The position cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search or a bot was given a position of a game that is not its own.
    #[error("the position is of another game")]
    OtherGame,
}
