//! The tests of the crate from outside, in one program.

mod agreement;
mod certificate;
mod conformance;
mod endings;
mod first_pass;
#[path = "../../engine/solve/tests/fixtures/mod.rs"]
#[expect(dead_code, unused_imports, reason = "the tests of the solvers use the others")]
mod fixtures;
mod forced;
#[cfg(feature = "serde")]
#[path = "../../engine/tests/fixtures/json.rs"]
mod json;
#[path = "../../engine/tests/fixtures/laws.rs"]
mod laws;
mod notation;
mod numbering;
#[expect(clippy::pedantic, unreachable_pub, reason = "it is kept as it was written")]
mod oracle;
mod pages;
mod play;
mod proven;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
mod solved;
#[path = "../../engine/tests/fixtures/table.rs"]
mod table;
#[path = "../../engine/tests/fixtures/tally.rs"]
mod tally;

use fixtures::best_play;
