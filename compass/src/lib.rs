//! The board game Compass: rules, notation, symmetries, jewels scored exactly, and an evaluation.
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
//! use compass::{Game, Hand, Player, Position, Rules, Start};
//!
//! let mut position = Position::start(&Rules::default(), 7); // the deal of seed 7
//! for m in ["@c3", "@d4", "@b5", "@e2"] {
//!     position.play(m.parse()?)?;
//! }
//! let moves: Vec<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
//! println!("{} can play {}", position.turn(), moves.join(" "));
//! assert_eq!(position.hand(Player::White).points(), 0);
//!
//! let hand: Hand = "bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp".parse()?;
//! assert_eq!(hand.points(), 3);
//! println!("{}", hand.arrangement());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Position`] is a position: from [`Start::start`], text, or a [`Setup`]. It implements the traits
//!   of the [`engine`], so searches, `perft` and random play work.
//! * [`Hand`] holds the cards that a player has collected: [`Hand::points`] is the exact maximum,
//!   [`Hand::arrangement`] shows it, [`Hand::check`] judges a player's own [`Arrangement`], and
//!   [`Hand::jewels`] lists every [`Jewel`].
//! * [`Evaluation`] judges positions for a [`Search`], by [`Weights`]; [`estimate`] tells a
//!   [`ProofSearch`](solve::ProofSearch) where to look first.
//! * [`Symmetry`] is any of the 960 symmetries of the game, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position among those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 136 bytes and owns no memory; a move takes 3. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. Listing
//! 3,841 moves, the most that a position has, takes 2.3 µs. [`Hand::points`] keeps results in a table of 512 KiB that
//! all threads of the process share, without locks.
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
//!
//! # Answers
//!
//! The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins with best play? | nobody: 973 of 1,000 deals are draws by checked proofs, and of the others none is known to be won |
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
pub mod rulings {}

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
