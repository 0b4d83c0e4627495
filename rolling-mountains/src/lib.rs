//! The board game Rolling Mountains for two to four players, on boards from 3x3 to 11x11: rules,
//! notation, symmetries, and an evaluation.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! ```
//! use rolling_mountains::{Game, Notation, Position};
//!
//! let mut position = Position::default();
//! // Red enters and places a tile; yellow enters and builds a wall; red rolls over the tile.
//! position.play_text("L:n t:a2 R:s w:d4e L:nnen")?;
//! assert_eq!(
//!     position.to_string(),
//!     "8/8/8/8/8/1t6/8/8 d4e b4,-/-,a8 38 3,3 -,- 0 2 m"
//! );
//! assert_eq!(position.legal_moves().len(), 231);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] implements the traits of the [`engine`], so searches, `perft` and random play work. A ply is one step or one
//! action, so a turn is several plies by the same player.
//!
//! | for | see |
//! |---|---|
//! | how it is played, every ruling, and how positions and moves are written | [`rulings`] |
//! | the start, by other rules, from text, or put together | [`Default`], [`Start::start`], [`Notation`], [`Setup`] |
//! | the options that the rulings name | [`Rules`] |
//! | play by search, and weights of its evaluation | [`Search`] with [`Evaluation`], [`Weights`] |
//! | the two symmetries for two players, and one position of those they make equal | [`Symmetry`], [`to_canonical`](engine::game::Symmetric::to_canonical) |
//! | what positions take in a server | [`rulings`](rulings#cost) |
//!
//! # Answers
//!
//! The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins without tiles, from 3x3 to 4x5, or on 3x3 with a mountain each? | nobody: neither of two players can force a win |
//! | And on 3x3 with one tile? | who begins, in 53 plies |
//! | Who is ahead on 8x8? | nobody, as far as games of weak searches show |
//! | And on 5x5 with three players? | not who begins: 23 % of the points, 16 to 32 %; but 68 % with `placing=outside_movement` |
//!
//! [page of answers]: https://docs.rs/crate/rolling-mountains/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! A. Liaw, *Rolling Mountains* 1.07 (rules).

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod action;
mod completion;
mod edge;
mod evaluate;
mod game;
mod grid;
mod legal;
mod movement;
mod moves;
mod notation;
mod player;
mod position;
mod rules;
mod setup;
mod square;
mod stage;
mod svg;
mod symmetry;
mod track;

#[doc = include_str!("rulings.md")]
pub mod rulings {
    /// This page, whose table programs show.
    pub const PAGE: &str = include_str!("rulings.md");
}

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use edge::{Edge, EdgeSet, EdgeSide};
pub use evaluate::{Evaluation, Weights};
pub use legal::IllegalMove;
pub use moves::Move;
pub use player::{Pawn, Place, Player, Players, Side};
pub use position::Position;
pub use rules::{Placing, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Direction, Square, SquareSet, Squares};
pub use stage::{Action, Motion, Phase, Stage};
pub use symmetry::Symmetry;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
