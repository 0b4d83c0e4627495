//! Ratings: intervals of shares, Elo differences of pairs of games, sequential tests.

mod elo;
mod interval;
mod sprt;

pub use elo::Pentanomial;
pub use interval::Interval;
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError};

pub(crate) use interval::Shares;
