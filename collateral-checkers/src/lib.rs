//! The board game Collateral Checkers: rules, notation, symmetries, and an evaluation.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! ```
//! use collateral_checkers::{Evaluation, Game, Limits, Position, Search};
//!
//! let mut position = Position::default();
//! position.play("b2-c3".parse()?)?;
//! position.play("d5xd3xb3".parse()?)?;
//! assert_eq!(position.to_string(), "www1w/ww2w/1w3/b2bb/bbbbb b 0 0");
//! assert_eq!(position.legal_moves().len(), 7);
//! let limits = Limits::new().depth(4);
//! let analysis = Search::new(Evaluation::default()).run(&position, &limits)?;
//! println!("best is {:?}, worth {}", analysis.best(), analysis.score);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] implements the traits of the [`engine`], so searches, `perft` and random play work.
//!
//! | for | see |
//! |---|---|
//! | how it is played, every ruling, and how positions and moves are written | [`rulings`] |
//! | the start, by other rules, from text, or put together | [`Default`], [`Start::start`], [`Notation`], [`Setup`] |
//! | a step or a chain of jumps | [`Move`] |
//! | moves: all, or one for each position, as chains multiply (91,771 moves can lead to 4,053 positions) | [`legal_moves`](Game::legal_moves), [`generate_distinct_moves`](Game::generate_distinct_moves) |
//! | the options that the rulings name | [`Rules`] |
//! | play by search, and weights of its evaluation | [`Search`] with [`Evaluation`], [`Weights`] |
//! | tables of all endings, forced wins before them, the results of the first moves | the crate [`collateral-checkers-endings`](https://docs.rs/collateral-checkers-endings) |
//! | the 16 symmetries, and one position of those they make equal | [`Symmetry`], [`to_canonical`](engine::game::Symmetric::to_canonical) |
//! | what positions take in a server | [`rulings`](rulings#cost) |
//!
//! # Answers
//!
//! Collateral Checkers is weakly solved. The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins from the start? | nobody: it is a draw, by a [certificate] that a checker of 300 lines accepts |
//! | Which first moves draw? | `b2-a3`, `b2-b3`, `b2-c2` and `b2-c3`; the other nine lose |
//! | By other rules? | black wins if one turn on the centre is enough, or two with [`AnyCapture`](ForcedCapture::AnyCapture); else the same |
//! | How long can an ending of eight pieces take? | 47 plies |
//!
//! [page of answers]: https://docs.rs/crate/collateral-checkers/latest/source/docs/answers.md
//! [certificate]: https://docs.rs/crate/collateral-checkers/latest/source/certificate/README.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! N. Lepka, *Collateral Checkers* 1.0.0 (rules).

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod chain;
mod evaluate;
mod game;
mod geometry;
mod leaps;
mod legal;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;
mod square;
mod svg;
mod symmetry;

#[doc = include_str!("rulings.md")]
pub mod rulings {
    /// This page, whose table programs show.
    pub const PAGE: &str = include_str!("rulings.md");
}

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use evaluate::{Evaluation, Weights};
pub use legal::IllegalMove;
pub use moves::{Move, MoveError};
pub use position::{Ending, Position};
pub use rules::{ForcedCapture, Player, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Square, SquareSet, Squares};
pub use symmetry::Symmetry;

/// What the crate `collateral-checkers-endings` needs besides; it may change at any time.
#[doc(hidden)]
pub mod inside {
    pub use crate::chain::{Chain, Collect, fewer_than_three};
    pub use crate::geometry::{Direction, count_steps, jumpers, neighbours};
    pub use crate::leaps::{Leap, Leaps};
}

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
