//! Ratings: intervals of shares, Elo differences of pairs of games, sequential tests.

mod interval;
mod pairs;

pub use interval::Interval;
pub use pairs::{EloModel, Hypothesis, Pentanomial, Sprt, SprtError};

pub(crate) use interval::Shares;
