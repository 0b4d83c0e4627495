//! Every deal of [`collapsi`] at once: winner and length of all of them, by retrograde analysis.
//!
//! ```no_run
//! use collapsi::{Deal, Rules};
//! use survey::{Survey, SurveyOptions};
//!
//! let survey = Survey::run(&SurveyOptions::new())?;
//! let deal: Deal = "A223/4A2J/3A23/J3A4".parse()?;
//! let verdict = survey.verdict(&deal, Rules::V1_1).ok_or("other rules")?;
//! assert_eq!(verdict.to_string(), "red wins in 13 plies");
//! survey.save("collapsi.survey")?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! The walks of a pawn depend on the value of the card under it alone. So for given face-up cards and pawns the
//! scores of all ways to give values to the cards form a table, and a table is the best of the tables after each
//! move, value by value of the card left: no searching, no branches, many positions an instruction.
//!
//! 1. `boards`: face-up cards are distinguished as low (ace or two) and high (three or four), which
//!    makes 89,197 boards with up to 14 cards that no symmetry makes equal.
//! 2. `pattern`: the low cards that are twos are a row, and the high ones that are fours a column, of a
//!    table of up to 70 by 15 scores.
//! 3. `level`: the boards with *n* cards, from those with one card less. A symmetry moves the
//!    rows of a table, and shuffles within each of them (`plan`); `kernel` does that, and `avx2` faster.
//! 4. `opening`: when both jokers are collapsed 14 cards are left. The rule sets differ in the two
//!    plies before only.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod boards;
#[cfg(feature = "command")]
pub mod command;
mod file;
mod group;
mod instructions;
mod kernel;
mod level;
mod opening;
mod options;
mod pattern;
mod plan;
#[cfg(feature = "command")]
mod plot;
mod score;
mod survey;

pub use file::SurveyFileError;
pub use instructions::Instructions;
pub use options::SurveyOptions;
pub use survey::{Distribution, Survey, SurveyError};

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
