//! Matches: who plays better, by how much, and how certain is that?
//!
//! A [`Match`] plays games of [`Contestant`]s from [`Openings`] in several threads, and hands out each
//! [`PlayedGame`] in the order of the schedule. [`Standings`] add them up: for two contestants a
//! [`Pentanomial`] with their difference in Elo points, for more players their points. An [`Sprt`] ends
//! a match as soon as the result is significant. A [`UgiProgram`] makes an external program a
//! contestant.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use engine::arena::{Contestant, Match, Openings};
//! use engine::{NoEvaluation, Limits, RandomBot, Search};
//!
//! let contestants = vec![
//!     Contestant::new("search", || Search::with_table_bytes(NoEvaluation, 1 << 16))
//!         .limits(Limits::new().nodes(1_000)),
//!     Contestant::new("random", || RandomBot::new(0)),
//! ];
//! let openings = Openings::listed(vec![Nim::new([3, 4, 5])]).random_plies(1);
//! let report = Match::new(contestants, openings).games(40).threads(2).run(|game, standings| {
//!     println!("game {}: {} plies, {} played", game.number, game.moves.len(), standings.games());
//! })?;
//! let [search, random] = report.standings.tallies() else { unreachable!() };
//! assert_eq!((search.games(), search.lost), (40, random.won));
//! let elo = report.standings.head_to_head()[0].pairs.elo().expect("20 pairs");
//! assert!(elo.low > 100.0);
//! # Ok::<_, engine::arena::MatchError>(())
//! ```
//!
//! # What can be relied on
//!
//! * Every opening is played twice, with colours swapped; with more players, once for each rotation of
//!   the seats. With more contestants than seats, every group of them plays; in a
//!   [gauntlet](Pairing::Gauntlet), every group with the first contestant.
//! * The seed determines openings and the random choices of bots: with limits of nodes or depth, the
//!   match is the same every time, with any number of threads.
//! * A bot that chooses no move or an illegal one forfeits the game; the game records why.
//! * Games that reach [`max_plies`](Match::max_plies) are adjudicated as draws. A [judge](Match::judge)
//!   or the [agreement](Match::agreement) of the players can end games earlier.
//! * A match that was stopped loses no finished game and can be [resumed](Match::resume).

mod agreement;
mod collector;
mod contestant;
mod elo;
mod game;
mod openings;
mod report;
mod run;
mod schedule;
mod sprt;
mod standings;
mod ugi;
mod workers;

pub use agreement::Agreement;
pub use contestant::{Contestant, TimeControl, TimeUsed};
pub use elo::{Pentanomial, elo_of_score, score_of_elo};
pub use game::{Adjudicator, ForfeitReason, GameEnd, PlayedGame};
pub use openings::Openings;
pub use report::{MatchEnd, MatchError, Report};
pub use run::Match;
pub use schedule::{Pairing, Seating};
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError};
pub use standings::{HeadToHead, Standings, Tally};
pub use ugi::{UgiBot, UgiError, UgiProgram};
