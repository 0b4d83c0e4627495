//! The faults that conformance checks find.

use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::game::Game;

/// A law that a game breaks: where, how, and the usual cause.
///
/// Positions and moves are shown by their `Debug` text, or by their notation where that is checked.
/// `Debug` prints the same as `Display`, so that `unwrap` in a test shows the message.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub(super) String);

impl Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) type Checked = Result<(), Violation>;

/// Returns a violation with this message unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err($crate::conformance::Violation(format!($($message)+)));
        }
    };
}

pub(super) use ensure;

/// Fails if something faulty was found.
pub(super) fn none<T>(found: Option<T>, message: impl FnOnce(T) -> String) -> Checked {
    found.map_or(Ok(()), |found| Err(Violation(message(found))))
}

/// Checks that moves are legal.
pub(super) fn all_legal<G: Game>(position: &G, moves: &[G::Move], generator: &str) -> Checked {
    none(moves.iter().find(|&&m| position.check(m).is_err()), |m| {
        format!("{generator} lists {m:?}, which is not a legal move")
    })
}

/// The moves that a generator has appended to those before.
pub(super) fn appended<'m, M: PartialEq>(
    moves: &'m [M],
    before: &[M],
    generator: &str,
) -> Result<&'m [M], Violation> {
    moves.strip_prefix(before).ok_or_else(|| {
        let what = "must append to the list it is given, but changed what was in it";
        Violation(format!("{generator} {what}"))
    })
}

/// The first of some moves that leads where none of the others leads.
pub(super) fn unreached<G>(position: &G, moves: &[G::Move], by: &[G::Move]) -> Option<G::Move>
where
    G: Game + Eq + Hash,
{
    let reached: HashSet<G> = by.iter().map(|&m| position.after(m)).collect();
    moves.iter().copied().find(|&m| !reached.contains(&position.after(m)))
}

/// Equal positions that differ in something.
pub(super) fn equal_but(a: &impl Debug, b: &impl Debug, what: &str) -> Violation {
    Violation(format!(
        "{a:?} and {b:?} are equal by ==, but differ in {what}; equality must look at everything \
         that matters for the rest of the game (mover, stage of the turn, counters, rule options)"
    ))
}

/// A position that showed as `before` until `m` was played on a copy of it.
pub(super) fn shared_state(before: &str, m: impl Debug) -> Violation {
    Violation(format!(
        "playing {m:?} on a copy of {before} changes the original; do they share state behind a \
         reference?"
    ))
}
