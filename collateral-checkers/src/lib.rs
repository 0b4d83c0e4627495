//! The board game Collateral Checkers: rules, notation, symmetries, and an evaluation.
//!
//! How it is played, with every ruling, and how positions and moves are written: [`rulings`].
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! # In Rust
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
//! * [`Position`] is a position: the start by [`Default`] or, with other rules, [`Start::start`]; others from text, or a [`Setup`]. It implements the traits
//!   of the [`engine`], so searches, `perft` and random play work.
//! * [`Move`] is a step or a chain of jumps. Chains multiply: there are positions with 91,771 legal
//!   moves, which lead to 4,053 positions. `legal_moves` lists all moves, `generate_distinct_moves`
//!   one for each position.
//! * [`Rules`] are the options that the rulings name.
//! * [`Evaluation`] judges positions for a [`Search`], by [`Weights`].
//! * The crate [`collateral-checkers-endings`](https://docs.rs/collateral-checkers-endings) has tables of all endings,
//!   forced wins before them, and the results of the first moves.
//! * [`Symmetry`] is any of the 16 symmetries of the game, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position among those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 32 bytes and owns no memory; a move takes 8. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. Some
//! positions have 91,771 moves, and listing them takes 2 ms;
//! [`generate_distinct_moves`](Game::generate_distinct_moves) lists those that lead to different positions in a
//! fifth of that.
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
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
pub mod rulings {}

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
