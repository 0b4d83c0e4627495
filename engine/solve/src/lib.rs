//! Solutions: proofs that can be checked, and tables of all positions of a family.

mod coalition;
mod proof;
pub mod tablebase;

pub use coalition::{Coalition, Side};
pub use proof::{Answer, Estimate, Proof, ProofError, ProofFlaw, ProofSearch, ProofStats, Verdict};
