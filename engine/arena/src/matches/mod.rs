//! Matches between bots: schedule, openings, worker threads, standings.
//!
//! `run.rs` has [`Match`], `schedule.rs` the pairings, `workers.rs` plays, `collector.rs` puts finished games in order,
//! `standings.rs` counts.

mod agreement;
mod collector;
mod contestant;
mod game;
mod openings;
mod report;
mod run;
mod schedule;
mod standings;
mod workers;

pub use agreement::Agreement;
pub use contestant::{Contestant, TimeControl, TimeUsed};
pub use game::{Adjudicator, ForfeitReason, GameEnd, PlayedGame};
pub use openings::Openings;
pub use report::{MatchEnd, MatchError, Report};
pub use run::Match;
pub use schedule::{Pairing, Seating};
pub use standings::{HeadToHead, Standings, Tally};

pub(crate) use standings::is_varied;
