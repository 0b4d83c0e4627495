//! Matches between bots: schedule, openings, worker threads, standings.
//!
//! `run.rs` has [`Match`], `schedule.rs` the pairings and openings, `workers.rs` plays and hands the games out in order,
//! `standings.rs` counts.

mod contestant;
mod game;
mod run;
mod schedule;
mod standings;
mod workers;

pub use contestant::{Contestant, TimeControl, TimeUsed};
pub use game::{Adjudicator, Agreement, ForfeitReason, GameEnd, PlayedGame};
pub use run::{Match, MatchEnd, MatchError, Report};
pub use schedule::{Openings, Pairing, Seating};
pub use standings::{HeadToHead, Standings, Tally};

pub(crate) use standings::is_varied;
