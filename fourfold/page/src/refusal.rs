//! What is said instead of an answer.

use std::fmt::Display;

use kit::AnyError;

/// Why a request is refused, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub(crate) String);

impl Refusal {
    pub(crate) fn new(error: impl Display) -> Self {
        Self(error.to_string())
    }
}

impl From<AnyError> for Refusal {
    fn from(error: AnyError) -> Self {
        Self::new(error)
    }
}
