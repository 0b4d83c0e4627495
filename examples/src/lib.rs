//! A [`board`] in the browser and a [`report`] for any game, and [`connect_four`], the tutorial game of
//! the engine's page "Add your own game": a whole game in one file, to copy from.
//!
//! The program `fourfold` is in the same package.

#![forbid(unsafe_code)]

pub mod board;
pub mod connect_four;
mod html;
pub mod plot;
pub mod report;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
