//! The settings of players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::TimeControl;
use engine::Limits;

use super::ParsePlayerError;
use crate::limits::{LimitArgs, MOST_TABLE_MIB};

/// The settings of a player; `None` means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) limits: LimitArgs,
    pub(crate) clock: Option<TimeControl>,
    /// In MiB.
    pub(super) table: Option<usize>,
    pub(super) exploration: Option<f64>,
    pub(super) urgency: Option<f64>,
    pub(super) rollout: Option<u32>,
    pub(super) judge: Option<Counted>,
    /// In percent.
    pub(super) random: Option<u32>,
    /// In the units of the evaluation.
    pub(super) margin: Option<u32>,
    /// From 1 to 8.
    pub(super) level: Option<u8>,
    /// The name in tables and records.
    pub(super) name: Option<String>,
}

/// An evaluation other than the game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Material,
}

/// Reads a value, and returns whether there already was one; `None` if it is no such value.
fn read<T: FromStr>(
    place: &mut Option<T>,
    text: &str,
    is_allowed: impl FnOnce(&T) -> bool,
) -> Option<bool> {
    let value = text.parse().ok().filter(is_allowed)?;
    Some(place.replace(value).is_some())
}

impl Settings {
    /// The settings of another program: limits for a move or a game, and its name.
    pub(super) const OF_PROGRAMS: [&'static str; 5] = ["time", "nodes", "depth", "clock", "name"];

    /// Reads a setting.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), ParsePlayerError> {
        let weight = |weight: &f64| *weight >= 0.0;
        let limits = &mut self.limits;
        let (was_set, expected) = match name {
            "time" => {
                (read(&mut limits.movetime, value, |_| true), "a number of milliseconds a move")
            }
            "nodes" => (read(&mut limits.nodes, value, |_| true), "a number of positions a move"),
            "depth" => (read(&mut limits.depth, value, |_| true), "a number of plies"),
            "rollout" => (read(&mut self.rollout, value, |_| true), "a number of plies"),
            "exploration" => (read(&mut self.exploration, value, weight), "a number, at least 0"),
            "urgency" => (read(&mut self.urgency, value, weight), "a number, at least 0"),
            "random" => {
                (read(&mut self.random, value, |&part| part <= 100), "a percentage from 0 to 100")
            }
            "margin" => (read(&mut self.margin, value, |_| true), "a whole number, at least 0"),
            "level" => {
                (read(&mut self.level, value, |at| (1..=8).contains(at)), "a number from 1 to 8")
            }
            "name" => (read(&mut self.name, value, |name| !name.trim().is_empty()), "a name"),
            "judge" => {
                let counted = (value == "material").then_some(Counted::Material);
                (counted.map(|counted| self.judge.replace(counted).is_some()), "material")
            }
            "table" => (
                read(&mut self.table, value, |&mib| mib <= MOST_TABLE_MIB),
                "a whole number of MiB from 0 to 65536",
            ),
            _ => (
                parse_clock(value).map(|clock| self.clock.replace(clock).is_some()),
                "SECONDS+SECONDS, for the game and for every move",
            ),
        };
        match was_set {
            Some(false) => Ok(()),
            Some(true) => Err(ParsePlayerError::Twice(name.to_owned())),
            None => {
                let (name, value) = (name.to_owned(), value.to_owned());
                Err(ParsePlayerError::Value { name, value, expected })
            }
        }
    }

    /// The limits for one move; without any, this time.
    pub(crate) fn limits_or_time(&self, time: Duration) -> Limits {
        if self.clock.is_some() { self.limits.limits() } else { self.limits.or_time(time) }
    }
}

fn parse_clock(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

/// Separated by commas, always in the same order.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn text(name: &str, value: Option<impl ToString>) -> Option<String> {
            value.map(|value| format!("{name}={}", value.to_string()))
        }
        let clock = |TimeControl { time, increment }: TimeControl| {
            format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64())
        };
        let settings = [
            text("time", self.limits.movetime),
            text("nodes", self.limits.nodes),
            text("depth", self.limits.depth),
            text("clock", self.clock.map(clock)),
            text("table", self.table),
            text("exploration", self.exploration),
            text("urgency", self.urgency),
            text("rollout", self.rollout),
            text("judge", self.judge.map(|Counted::Material| "material")),
            text("random", self.random),
            text("margin", self.margin),
            self.level.map(|level| level.to_string()),
            text("name", self.name.clone()),
        ];
        f.write_str(&settings.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}
