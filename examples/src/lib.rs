//! What the example programs share: arguments, failures, the lists of games and players, matches.
//!
//! Nothing here is needed to use the libraries. [`connect_four`] is the game of the page "Add your
//! own game".

#![forbid(unsafe_code)]

pub mod args;
pub mod connect_four;
pub mod failure;
pub mod games;
pub mod matches;
pub mod memory;
pub mod outcome;
pub mod players;

/// Has the code of the README compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
