//! The tests of the crate from outside, in one program.

mod agreement;
mod bound;
mod conformance;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
mod oracle;
mod rulings;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
