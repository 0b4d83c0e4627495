//! The program `fourfold`: plays, analyses, solves, counts and measures games. It is a library too, so that
//! a game of your own gets all of it.
//!
//! ```no_run
//! use connect_four::{OpenLines, Position};
//! use fourfold::{Kit, Program};
//!
//! fn main() -> std::process::ExitCode {
//!     Program::new().game(Kit::of::<Position>("connect-four", OpenLines)).main()
//! }
//! ```
//!
//! Such a game implements [`Game`](engine::Game), [`Keyed`](engine::Keyed), [`Notation`](engine::Notation),
//! [`Start`](engine::Start) and [`Draw`](engine::svg::Draw), and [`Explain`](engine::svg::Explain) and
//! [`Observe`](engine::observe::Observe), which have defaults for all of it. Its [`Kit`] may say more about it: levels, rules for
//! people, pictures on the terminal, players of its own. `Program::fourfold` has the games of this
//! workspace, and takes more: it comes with the feature `games`, which is on by default.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(target_family = "wasm", expect(dead_code, reason = "only the terminal needs it"))]

#[cfg(not(target_family = "wasm"))]
mod commands;
mod program;

pub use kit::{Failure, Kit, Lesson, OwnPlayer};
pub use program::Program;

/// Runs the code of both pages as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../PACKAGE.md")]
struct Readme;
