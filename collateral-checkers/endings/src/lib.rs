//! Endings of the board game [`collateral_checkers`]: tables of all positions with few pieces, forced wins from larger
//! ones, and certificates that prove them.
//!
//! With up to eight pieces everything is known. `fourfold tablebase build endings.tablebase --max-pieces 8`
//! writes the file.
//!
//! ```no_run
//! use collateral_checkers::Evaluation;
//! use endings::Endings;
//! use engine::{Limits, Search};
//! use solve::tablebase::{Tablebase, WithTablebase};
//!
//! let file = "endings.tablebase";
//! let endings: Endings = Tablebase::<Endings>::read_description(file)?.parse()?;
//! let table = Tablebase::load(endings, file)?;
//! let mut search = Search::new(WithTablebase::new(Evaluation::default(), table));
//! let analysis = search.run(&"1bb1w/5/5/w3w/1b1bw b 0 0".parse()?, &Limits::new().depth(1))?;
//! assert_eq!((analysis.score.to_string().as_str(), analysis.proven), ("win in 47", true));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Endings`] numbers all positions with few pieces, for a [`tablebase`](solve::tablebase).
//! * [`ForcedWins`] decides whether a player can force a win from larger endings, by a search that ends in a
//!   bitbase; [`certify`] writes a proof of the result.
//! * [`opening`] knows the results of the first moves, and [`six_pieces`] is a table of all endings of six pieces: both
//!   by the published rules alone, and part of the crate.
//!
//! What is known of the game is on its [page of answers], and of every position on [another page].
//!
//! [page of answers]: https://docs.rs/crate/collateral-checkers/latest/source/docs/answers.md
//! [another page]: https://docs.rs/crate/collateral-checkers-endings/latest/source/docs/every-position.md

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod captures;
mod certificate;
mod checksum;
#[cfg(feature = "command")]
pub mod command;
mod endings;
mod family;
mod forced;
mod neighbours;
mod numbering;
mod places;
mod row;
mod solved;

pub use certificate::{CertifyError, certify};
pub use endings::{Endings, EndingsError, Material};
pub use forced::{Forced, ForcedWins, StateError};
#[cfg(not(target_family = "wasm"))]
pub use solved::SIX_PIECES;
pub use solved::{opening, six_pieces};

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
