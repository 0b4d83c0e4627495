//! The tests of the crate from outside, in one program.

mod certificate;
mod endings;
mod first_pass;
#[path = "../../../engine/solve/tests/fixtures/mod.rs"]
#[expect(dead_code, unused_imports, reason = "the tests of the solvers use the others")]
mod fixtures;
mod forced;
mod numbering;
#[allow(dead_code, reason = "the tests of the rules need all of it")]
#[expect(clippy::pedantic, unreachable_pub, reason = "it is kept as it was written")]
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
mod pages;
mod proven;
mod solved;
#[path = "../../../engine/tests/fixtures/tally.rs"]
mod tally;

use fixtures::best_play;
