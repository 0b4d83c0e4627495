//! The faults that conformance checks find.

use std::fmt::{self, Debug};

use crate::game::Game;

/// A law that a game breaks: where, how, and what the usual cause is.
///
/// Positions and moves are shown by their `Debug` text, or by their notation where that is checked.
/// `Debug` prints the same as `Display`, so that `unwrap` in a test shows the message.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(String);

impl Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A check that fails.
pub(super) fn broken<T>(message: String) -> Result<T, Violation> {
    Err(Violation(message))
}

/// The `Debug` text of a value, for a message.
pub(super) fn show<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// Checks that the moves that a generator has listed are legal.
pub(super) fn all_legal<G: Game + Debug>(
    position: &G,
    moves: &[G::Move],
    generator: &str,
) -> Result<(), Violation> {
    match moves.iter().find(|&&m| position.check(m).is_err()) {
        Some(m) => {
            broken(format!("{generator} lists {m:?}, which is not a legal move, in {position:?}"))
        }
        None => Ok(()),
    }
}

pub(super) fn not_appended<T>(position: &impl Debug, generator: &str) -> Result<T, Violation> {
    broken(format!(
        "{generator} must append to the list it is given, but changed what was in it, in \
         {position:?}"
    ))
}

/// Equal positions that differ in something.
pub(super) fn equal_but<T>(a: &impl Debug, b: &impl Debug, what: &str) -> Result<T, Violation> {
    broken(format!(
        "{a:?} and {b:?} are equal by ==, but differ in {what}; equality must look at everything \
         that matters for the rest of the game (mover, stage of the turn, counters, rule options)"
    ))
}

/// A position that showed as `before` until `m` was played on a copy of it.
pub(super) fn shared_state(before: &str, m: impl Debug, position: &impl Debug) -> Violation {
    Violation(format!(
        "playing {m:?} on a copy of {before} changes the original to {position:?}; do they share \
         state behind a reference?"
    ))
}
