//! The program `fourfold`: plays, analyses, solves, counts and measures games. It is a library too, so that
//! a game of your own gets all of it.
//!
//! ```no_run
//! use connect_four::{OpenLines, Position};
//! use fourfold::Program;
//!
//! fn main() -> std::process::ExitCode {
//!     Program::new().game::<Position>("connect-four", OpenLines).main()
//! }
//! ```
//!
//! Such a game implements [`Game`](engine::Game), [`Keyed`](engine::Keyed), [`Notation`](engine::Notation),
//! [`Start`](engine::Start) and [`Draw`](engine::svg::Draw), and [`Explain`](engine::svg::Explain) and
//! [`Observe`](engine::observe::Observe), which have defaults for all of it. [`Hooks`] say more about it: levels, rules for
//! people, pictures on the terminal, players of its own. [`Program::fourfold`] has the games of this
//! workspace, and takes more.
//!
//! # Where is what
//!
//! | folder | what is there |
//! |---|---|
//! | `commands` | the subcommands, each in a file or folder of its name (`board` in `serve.rs`), and what several share |
//! | `games` | what the program knows of each game: rules for people, lessons, levels, pictures on the terminal |
//! | `players` | the players of matches and games, and their settings |

#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]
#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, unused_imports, reason = "only the terminal needs it")
)]

#[cfg(not(target_family = "wasm"))]
mod commands;
mod failure;
mod games;
mod hooks;
mod limits;
mod page;
mod picture;
mod players;
mod program;
#[cfg(target_family = "wasm")]
mod web;

pub use board::{Lesson, Playable};
pub use failure::Failure;
pub use hooks::{Hooks, Knowledge, Levels, OwnPlayer, Results, Solution};
pub use picture::{HowToPlay, Picture, View};
pub use program::Program;
#[cfg(not(target_family = "wasm"))]
pub use {board::report::Exact, commands::entrant::AnyPlayer};

/// Runs the code of both pages as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../PACKAGE.md")]
struct Readme;
