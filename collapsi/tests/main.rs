//! The tests of the crate from outside, in one program.

mod agreement;
#[path = "../../engine/tests/fixtures/best_play.rs"]
mod best_play;
mod conformance;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
mod oracle;
mod paper;
mod proven;
mod rulings;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
#[path = "../../engine/tests/fixtures/tally.rs"]
mod tally;
