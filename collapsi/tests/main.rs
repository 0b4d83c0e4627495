//! The tests of the crate from outside, in one program.

mod agreement;
#[path = "../../engine/tests/fixtures/best_play.rs"]
mod best_play;
mod conformance;
#[cfg(feature = "serde")]
#[path = "../../engine/tests/fixtures/json.rs"]
mod json;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
mod oracle;
mod paper;
mod proven;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
#[path = "../../engine/tests/fixtures/tally.rs"]
mod tally;
