//! Ratings: intervals of shares, Elo differences of pairs of games, sequential tests.

mod elo;
mod interval;

pub use elo::{EloModel, Hypothesis, Pentanomial, Sprt, SprtError};
pub use interval::Interval;

pub(crate) use interval::Shares;
