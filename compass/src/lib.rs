//! The board game Compass: rules, notation, symmetries, jewels scored exactly, and an evaluation.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! ```
//! use compass::{Game, Hand, Player, Position, Rules, Start};
//!
//! let mut position = Position::start(&Rules::default(), 7); // the deal of seed 7
//! for m in ["@c3", "@d4", "@b5", "@e2"] {
//!     position.play(m.parse()?)?;
//! }
//! assert_eq!(position.hand(Player::White).points(), 0);
//! let hand: Hand = "bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp".parse()?;
//! assert_eq!(hand.points(), 3);
//! println!("{}", hand.arrangement());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] implements the traits of the [`engine`], so searches, `perft` and random play work.
//!
//! | for | see |
//! |---|---|
//! | how it is played, every ruling, and how positions and moves are written | [`rulings`] |
//! | a position of a seed, from text, or put together | [`Start::start`], [`Notation`], [`Setup`] |
//! | the cards that a player has collected, and the most that they are worth, exactly | [`Hand`], [`Hand::points`] |
//! | how to lay them out; whether a player's own layout is right; every [`Jewel`] in them | [`Hand::arrangement`], [`Hand::check`] of an [`Arrangement`], [`Hand::jewels`] |
//! | play by search, and weights of its evaluation | [`Search`] with [`Evaluation`], [`Weights`] |
//! | where a [`ProofSearch`](solve::ProofSearch) is to look first | [`estimate`] |
//! | the 960 symmetries, and one position of those they make equal | [`Symmetry`], [`to_canonical`](engine::game::Symmetric::to_canonical) |
//! | what positions and hands take in a server | [`rulings`](rulings#cost) |
//!
//! # Answers
//!
//! The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins with best play? | no deal is known to be won: 973 of the first 1,000 are draws, by checked proofs; 27 are open |
//! | How long is a random game? | 31 plies; 22 % are drawn |
//! | What does the first player score in them? | 48.8 % of the points, 46.8 to 50.7 % |
//!
//! [page of answers]: https://docs.rs/crate/fourfold-compass/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! *Compass*, on the blog The Inner Frame, 2016. Two of its lines, on jewels with three colours,
//! contradict each other: [`rulings`] quotes them.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bot;
mod evaluate;
mod frontier;
mod game;
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

pub use bot::BoldBot;
pub use evaluate::{Evaluation, Weights, estimate};
pub use jewels::{
    Arrangement, ArrangementError, Card, Colour, Edge, Hand, HandError, Jewel, JewelError, Kind,
};
pub use legal::IllegalMove;
pub use moves::Move;
pub use position::Position;
pub use rules::{Player, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Direction, Square, SquareSet, Squares};
pub use symmetry::Symmetry;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
