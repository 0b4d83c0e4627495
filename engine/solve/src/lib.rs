//! Solutions of the games of `fourfold-engine`: proofs that can be checked, tables of all positions of a family, and
//! lists of all positions that play leads to.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use engine::{Limits, NoEvaluation, Search};
//! use solve::{ProofSearch, SolveOptions, Verdict, solve};
//!
//! // Who wins, by the solver that fits.
//! let nim = Nim::new([1, 3, 5]);
//! let mut search = Search::new(NoEvaluation);
//! let solved = solve(&nim, &mut search, &Limits::new(), &SolveOptions::new())?;
//! assert_eq!((solved.winner.to_string(), solved.distance()), ("0".to_owned(), Some(7)));
//!
//! // The same as a proof by proof-number search, checked move by move.
//! let proof = ProofSearch::new().prove(&nim, 0, &Limits::new())?.expect("it is solved");
//! assert_eq!(proof.verdict(), Verdict::Proven);
//! proof.check(&nim)?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [Which solver when](solvers) shows which solver answers which question.
//!
//! | | what it is |
//! |---|---|
//! | [`solve`] | who wins a position and how soon, by the search or by a list of all positions, as it fits |
//! | [`ProofSearch`], [`Proof`] | who wins, by proof-number search, for any number of players |
//! | [`tablebase`] | the exact score, or the winner, of every position of a family |
//! | [`prove_winner`], [`enumerate`] | the same for all players of a position, one after the other |
//! | [`shortest_win`] | the shortest win of anybody, if all cooperate |
//! | [`tablebase::ReachablePositions`], [`Coalition`] | the same for all positions that play leads to from one |

mod choose;
mod coalition;
mod proof;
mod shortest;
pub mod tablebase;
mod winner;

pub use choose::{Reporting, SolveOptions, Solved, SolvedBy, solve};
pub use coalition::{Coalition, Side};
pub use proof::{Answer, Estimate, Proof, ProofError, ProofFlaw, ProofSearch, ProofStats, Verdict};
pub use shortest::{ShortestWin, shortest_win};
pub use winner::{
    BuildOptionsBy, Enumerated, Proven, SolveError, Watching, Winner, enumerate, nobody,
    prove_winner,
};

#[doc = include_str!("solvers.md")]
pub mod solvers {}
