//! What is true: proofs that can be checked, and tables of all positions of a family.

mod proof;
pub mod tablebase;

pub use proof::{Answer, Proof, ProofError, ProofFlaw, ProofSearch, ProofStats, Verdict};
