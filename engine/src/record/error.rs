//! Errors in records.

/// An error in the text of a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
#[non_exhaustive]
pub struct ParseRecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The problem there.
    pub problem: String,
}

/// The reason why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum TagError {
    /// This is no name of a tag.
    #[error("tag {name:?}: expected letters, digits and _")]
    Name { name: String },
    /// The record writes this tag itself.
    #[error("the tag {name} follows from the record")]
    Reserved { name: String },
}
