//! The tests of the crate from outside, in one program.

mod agreement;
mod conformance;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
#[expect(clippy::pedantic, unreachable_pub, reason = "it is kept as it was written")]
mod oracle;
mod play;
mod rulings;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
