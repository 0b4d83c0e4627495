//! What can be wrong with the text of a record.

use crate::game::options::OptionError;

/// What is wrong with the text of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ParseRecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What is wrong at a place of the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what its fields are")]
pub enum RecordProblem {
    /// A game begins with tags, and nothing else stands in square brackets.
    #[error("expected a tag, as in [Start \"...\"]")]
    NoTag,
    /// A tag is broken off or misspelt.
    #[error("expected {expected} in a tag, as in [Start \"...\"]")]
    Tag { expected: &'static str },
    /// A tag stands twice.
    #[error("the tag {name} stands twice")]
    Twice { name: String },
    /// The game has no start.
    #[error("expected a tag Start among the tags of the game")]
    NoStart,
    /// The rules are not those of the game.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The start is no position of the game.
    #[error("start {text:?}: {reason}")]
    Start { text: String, reason: String },
    /// A seat that the game does not have.
    #[error("tag {name}: expected a seat from 1 to {seats}")]
    Seat { name: String, seats: usize },
    /// The result is not that of the moves.
    #[error("result {found:?}: expected {expected}")]
    Result { found: String, expected: String },
    /// The number before a move is not that of its ply.
    #[error("ply {found}: expected {expected}.")]
    Number { found: String, expected: usize },
    /// This is not the text of a move.
    #[error("{text:?}: {reason}")]
    Move { text: String, reason: String },
    /// The move cannot be played there.
    #[error("{text} is illegal: {reason}")]
    Illegal { text: String, reason: String },
    /// A variation replaces the move before it.
    #[error("expected a move before a variation")]
    Variation,
    /// A variation begins with a move.
    #[error("expected a move after (")]
    Empty,
    /// There is no bracket to close.
    #[error("unexpected {found:?}")]
    Unexpected { found: char },
    /// A bracket is not closed.
    #[error("{open:?} is not closed")]
    Unclosed { open: char },
    /// The game is broken off.
    #[error("expected * at the end of the game")]
    NoEnd,
    /// The text holds not one game but none or several.
    #[error("expected one game, found {found}")]
    Games { found: usize },
}

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum TagError {
    /// This is no name of a tag.
    #[error("tag {name:?}: expected letters, digits and _")]
    Name { name: String },
    /// The record writes this tag itself.
    #[error("the tag {name} follows from the record")]
    Reserved { name: String },
}
