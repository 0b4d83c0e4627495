//! The tests of the crate from outside, in one program.

mod agreement;
#[path = "../../engine/tests/fixtures/best_play.rs"]
mod best_play;
mod certificate;
mod conformance;
mod endings;
mod notation;
#[expect(clippy::pedantic, unreachable_pub, reason = "it is kept as it was written")]
mod oracle;
mod play;
mod proven;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
#[path = "../../engine/tests/fixtures/tally.rs"]
mod tally;
