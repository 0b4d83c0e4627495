//! Matches, ratings and studies of games that implement [`engine::Game`], and the Universal Game Interface.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use arena::{Contestant, Match, Openings};
//! use engine::{Limits, NoEvaluation, Search};
//! use engine::search::RandomBot;
//!
//! let search = Contestant::new("search", || Search::new(NoEvaluation).with_memory(1 << 16))
//!     .limits(Limits::new().nodes(1_000));
//! let random = Contestant::new("random", || RandomBot::new(0));
//! let openings = Openings::listed(vec![Nim::new([3, 4, 5])]).random_plies(1);
//! let report = Match::new(vec![search, random], openings).games(40).threads(2).run(|_, _| {})?;
//! let elo = report.standings.head_to_head[0].pairs.elo().expect("there are pairs");
//! assert!(elo.low > 100.0);
//! # Ok::<_, arena::MatchError>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | Who plays better? By how much? Is that certain? | [`Match`], [`Pentanomial`], [`Sprt`] |
//! | How does a program of mine play here, whatever its language? | [`UgiProgram`] |
//! | How long is the game, how much choice does it give, is it fair? | [`study`] |
//!
//! A [`Match`] plays games of [`Contestant`]s from [`Openings`] in several threads, and hands out each
//! [`PlayedGame`] in the order of the schedule. [`Standings`] add them up: for two contestants a
//! [`Pentanomial`] with their difference in Elo points, for more players their points. An [`Sprt`] ends
//! a match as soon as the result is significant.
//!
//! # What can be relied on
//!
//! * By default every opening is played once for each rotation of the seats: twice, with colours swapped, by two
//!   players. [`Seating::Fixed`] keeps the seats. With more contestants than seats every combination of them meets; in
//!   a [gauntlet](Pairing::Gauntlet) only those with the first contestant.
//! * No opening is played a second time as long as others are found, and each different pair of games counts once: where
//!   openings run out, deterministic players only repeat themselves. [`Standings::different`] counts the games.
//! * The seed determines openings and the random choices of bots: with limits of nodes or depth, the
//!   match is the same every time, with any number of threads.
//! * A bot that chooses no move or an illegal one forfeits the game; the game records the reason.
//! * Games that reach [`max_plies`](Match::max_plies) are adjudicated as draws. A [judge](Match::judge)
//!   that knows the result, such as a tablebase, or the [agreement](Match::agreement) of both players' scores
//!   can end games earlier.
//! * A match that was stopped loses no finished game and can be [resumed](Match::resume).
//! * Several machines play a [shard](Match::shard) each. Together these are the same match, if no player has a
//!   limit of time.
//!
//! # Features
//!
//! `serde`, off by default: intervals, distributions and numbers of games by their end serialise as their fields.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod study;

mod matches;
mod rating;
mod ugi;

pub use matches::{
    Adjudicator, Agreement, Contestant, ForfeitReason, GameEnd, HeadToHead, Match, MatchEnd,
    MatchError, Openings, Pairing, PlayedGame, Report, Seating, Standings, Tally, TimeControl,
    TimeUsed,
};
pub use rating::{EloModel, Hypothesis, Interval, Pentanomial, Sprt, SprtError};
pub use system::{ParseShardError, Shard};
pub use ugi::{UgiBot, UgiError, UgiProgram, print_score};

/// Tests the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
