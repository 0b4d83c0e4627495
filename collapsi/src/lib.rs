//! The board game Collapsi: rules, notation, symmetries, and exact answers.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! ```
//! use collapsi::{Game, Position, Rules, Start, solve};
//!
//! let mut position = Position::start(&Rules::default(), 5); // the deal of seed 5
//! assert_eq!(position.to_string(), "3AJrA/JbA24/3322/A243 r");
//! assert_eq!(position.legal_moves().len(), 14);
//! position.play("a1".parse()?)?;
//! let solution = solve(&position);
//! assert_eq!(solution.verdict.to_string(), "blue wins in 11 plies");
//! println!("{position}: best is {}", solution.moves);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] implements the traits of the [`engine`], so searches, `perft` and random play work.
//!
//! | for | see |
//! |---|---|
//! | how it is played, every ruling, and how positions and moves are written | [`rulings`] |
//! | a position of a seed, of a deal, from text, or put together | [`Start::start`], [`Deal`], [`Notation`], [`Setup`] |
//! | the winner, the length of the game and the optimal moves, in well under a millisecond | [`Solver`] |
//! | searches of the engine, by exact scores, or by counting moves | [`Search`] with [`Exact`] or [`Evaluation`] |
//! | the number of games | [`count_games`] |
//! | winner and length of every deal there is, in seconds, and in a file | the crate [`collapsi-survey`](https://docs.rs/collapsi-survey) |
//! | the 384 symmetries of the torus, and one position of those they make equal | [`Symmetry`], [`to_canonical`](engine::game::Symmetric::to_canonical) |
//! | what positions and solvers take in a server | [`rulings`](rulings#cost) |
//!
//! # Answers
//!
//! All 47,297,250 deals are solved. The [page of answers] has more, with the commands that print it.
//!
//! | with best play | by [`V1_1`](Rules::V1_1) | by [`V1_3`](Rules::V1_3) |
//! |---|---|---|
//! | deals that red wins, who begins | 37.5 % | 77.7 % |
//! | by other jokers | fairest is one that moves 1 or 4 steps: red wins 54.8 % | |
//! | plies of a game | 7 to 14, mostly 12 | 7 to 14, mostly 11 |
//! | complete games of a deal, on average | 970,302 | 104,469 |
//! | moves to choose from, on average | 4.8 | 3.2 |
//!
//! [page of answers]: https://docs.rs/crate/collapsi/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! M. S. Ball, *Collapsi* 1.1.0 (rules); M. Young, *Collapsi is strongly solved*, 2025 (results,
//! which the tests reproduce).

#![cfg_attr(docsrs, feature(doc_cfg))]

mod card;
mod deal;
mod evaluate;
mod game;
mod legal;
mod notation;
mod position;
mod rules;
mod setup;
mod solver;
mod square;
mod steps;
mod svg;
mod symmetry;
mod walk;

#[doc = include_str!("rulings.md")]
pub mod rulings {
    /// This page, whose table programs show.
    pub const PAGE: &str = include_str!("rulings.md");
}

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use card::Card;
pub use deal::{Deal, DealError};
pub use evaluate::Evaluation;
pub use legal::IllegalMove;
pub use position::Position;
pub use rules::{Player, Rules};
pub use setup::{PositionError, Setup};
pub use solver::{Exact, Solution, Solver, Verdict, count_games, solve};
pub use square::{Move, Square, SquareSet, Squares};
pub use steps::Steps;
pub use symmetry::Symmetry;
pub use walk::Walks;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
