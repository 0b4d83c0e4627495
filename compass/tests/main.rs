//! The tests of the crate from outside, in one program.

mod agreement;
mod conformance;
#[cfg(feature = "serde")]
#[path = "../../engine/tests/fixtures/json.rs"]
mod json;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
mod oracle;
mod play;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
