//! Errors in texts.

use std::fmt::Display;

use crate::game::OptionError;

/// An error in a text: the problem, its place, and what was expected there.
///
/// ```
/// use engine::ParseError;
///
/// let error = ParseError::new("\"z9\" is not a square", "a1 to d5");
/// assert_eq!(error.to_string(), "\"z9\" is not a square: expected a1 to d5");
/// let error = error.within("in the walls").or("- for none");
/// assert_eq!(
///     error.to_string(),
///     "in the walls: \"z9\" is not a square: expected a1 to d5, or - for none",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}{}{expected}", if expected.is_empty() { "" } else { ": expected " })]
pub struct ParseError {
    problem: String,
    /// Empty if the problem states it.
    expected: String,
}

impl ParseError {
    /// The problem, such as `rank 3 has 4 squares`, and what was expected, such as `5`.
    pub fn new(problem: impl Display, expected: impl Display) -> Self {
        Self { problem: problem.to_string(), expected: expected.to_string() }
    }

    /// The problem that a text is not `what`, such as `a move`, and what was expected.
    pub fn not(what: &str, text: &str, expected: impl Display) -> Self {
        Self::new(format_args!("{text:?} is not {what}"), expected)
    }

    /// A problem that itself states what was expected.
    pub fn because(problem: impl Display) -> Self {
        Self::new(problem, "")
    }

    /// The same error as part of a larger text: `place` is put before it.
    #[must_use]
    pub fn within(self, place: impl Display) -> Self {
        Self { problem: format!("{place}: {}", self.problem), ..self }
    }

    /// The same error where something else was possible too.
    #[must_use]
    pub fn or(self, alternative: impl Display) -> Self {
        Self { expected: format!("{}, or {alternative}", self.expected), ..self }
    }

    /// The problem, and where it is.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// The expected text, if the problem does not state it.
    pub fn expected(&self) -> Option<&str> {
        (!self.expected.is_empty()).then_some(&self.expected)
    }
}

impl From<OptionError> for ParseError {
    fn from(error: OptionError) -> Self {
        Self::because(error)
    }
}
