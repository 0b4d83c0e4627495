//! A [`board`] in the browser and a [`report`] for any game, and [`connect_four`], the tutorial game of
//! the engine's page "Add your own game": a whole game in one file, to copy from.
//!
//! The program `fourfold`, of the same package, plays, analyses, solves and measures it together
//! with the other games. The libraries of the games need neither.

#![forbid(unsafe_code)]

pub mod board;
pub mod connect_four;
mod html;
pub mod plot;
pub mod report;

/// Has the code of the README compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
