//! The cards of the board game Compass, and the best jewels of a hand, exactly.
//!
//! ```
//! use jewels::{Card, Hand, Kind};
//!
//! let hand: Hand = "bgryp,bgypr,gbpyr,pbgry,rbpgy,rbpgy".parse()?;
//! assert_eq!(hand.points(), 2);
//! println!("{}", hand.arrangement());
//! let ways = hand.jewels().filter(|jewel| jewel.points() == 2).count();
//! assert!(ways > 0);
//! assert_eq!(Kind::all().flat_map(Kind::cards).count(), Card::COUNT);
//! # Ok::<_, engine::ParseError>(())
//! ```
//!
//! The [`Card`]s are of 30 [`Kind`]s. A [`Hand`] holds collected ones: [`Hand::points`] is the most that its
//! [`Jewel`]s can be worth together, [`Hand::arrangement`] shows how, and [`Hand::check`] judges a player's own
//! [`Arrangement`]. Rulings 1 and 6 of [`compass`](https://docs.rs/fourfold-compass/latest/compass/rulings), which has
//! all of these types too, say what they are.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrangement;
mod card;
mod hand;
mod jewel;
mod memory;
mod shape;
mod solver;

pub use engine::board::Direction;

pub use arrangement::{Arrangement, ArrangementError};
pub use card::{Card, Colour, Kind};
pub use hand::{Hand, HandError};
pub use jewel::{Edge, Jewel, JewelError};

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
