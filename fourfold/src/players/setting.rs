//! The settings of players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::TimeControl;
use engine::Limits;

use super::ParsePlayerError;
use crate::limits::{LimitArgs, MOST_TABLE_MIB, whole};

/// The settings of a player; `None` means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) limits: LimitArgs,
    pub(crate) clock: Option<TimeControl>,
    /// In MiB.
    pub(crate) table: Option<usize>,
    pub(crate) exploration: Option<f64>,
    pub(crate) urgency: Option<f64>,
    pub(crate) rollout: Option<u32>,
    pub(crate) judge: Option<Counted>,
    /// In percent.
    pub(crate) random: Option<u32>,
    /// In the units of the evaluation.
    pub(crate) margin: Option<u32>,
    /// From 1 to 8.
    pub(crate) level: Option<u8>,
    /// The name in tables and records.
    pub(crate) name: Option<String>,
    /// In milliseconds.
    pub(crate) grace: Option<u64>,
    /// The file of the conversation with another program.
    pub(crate) log: Option<String>,
    /// The options of another program.
    pub(crate) options: Vec<(String, String)>,
}

engine::words! {
    /// An evaluation other than the game's own.
    pub(crate) enum Counted { Material: "material" }
}

/// Reads the value of a setting that is not set yet.
fn read<T>(
    place: &mut Option<T>,
    [name, value]: [&str; 2],
    expected: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<(), ParsePlayerError> {
    let name = name.to_owned();
    match parse(value) {
        None => Err(ParsePlayerError::Value { name, value: value.to_owned(), expected }),
        Some(_) if place.is_some() => Err(ParsePlayerError::Twice(name)),
        value => {
            *place = value;
            Ok(())
        }
    }
}

fn any<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

impl Settings {
    /// Precedes the name of an option of another program.
    pub(crate) const OPTION: &'static str = "option.";

    /// The settings of another program besides `name`: a limit for a move or a game, or what only programs have.
    pub(crate) const OF_PROGRAMS: &'static [&'static str] =
        &["time", "nodes", "depth", "clock", "grace", "log", "option.NAME"];

    pub(crate) fn is_of_programs(name: &str) -> bool {
        name == "name" || Self::OF_PROGRAMS.contains(&name) || name.starts_with(Self::OPTION)
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), ParsePlayerError> {
        if let Some(option) = name.strip_prefix(Self::OPTION) {
            let is_set = self.options.iter().any(|(known, _)| known == option);
            self.options.push((option.to_owned(), value.to_owned()));
            return if is_set { Err(ParsePlayerError::Twice(name.to_owned())) } else { Ok(()) };
        }
        let (limits, set) = (&mut self.limits, [name, value]);
        let weight = |text: &str| any(text).filter(|weight: &f64| *weight >= 0.0);
        match name {
            "time" => read(&mut limits.movetime, set, "a number of milliseconds a move", any),
            "nodes" => read(&mut limits.nodes, set, "a number of positions a move", any),
            "depth" => read(&mut limits.depth, set, "a number of plies", any),
            "rollout" => read(&mut self.rollout, set, "a number of plies", any),
            "exploration" => read(&mut self.exploration, set, "a number, at least 0", weight),
            "urgency" => read(&mut self.urgency, set, "a number, at least 0", weight),
            "random" => read(&mut self.random, set, "a percentage from 0 to 100", |text| {
                whole(0..=100)(text).ok()
            }),
            "margin" => read(&mut self.margin, set, "a whole number, at least 0", any),
            "level" => {
                read(&mut self.level, set, "a number from 1 to 8", |text| whole(1..=8)(text).ok())
            }
            "name" => read(&mut self.name, set, "a name", |text| {
                Some(text.to_owned()).filter(|name| !name.trim().is_empty())
            }),
            "judge" => read(&mut self.judge, set, "material", any),
            "grace" => read(&mut self.grace, set, "a number of milliseconds", any),
            "log" => read(&mut self.log, set, "a file", any),
            "table" => {
                read(&mut self.table, set, "a whole number of MiB from 0 to 65536", |text| {
                    whole(0..=MOST_TABLE_MIB)(text).ok()
                })
            }
            _ => {
                let expected = "SECONDS+SECONDS, for the game and for every move";
                read(&mut self.clock, set, expected, parse_clock)
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
            text("judge", self.judge),
            text("random", self.random),
            text("margin", self.margin),
            self.level.map(|level| level.to_string()),
            text("name", self.name.clone()),
            text("grace", self.grace),
            text("log", self.log.clone()),
        ];
        let option = |(name, value): &(_, _)| format!("{}{name}={value}", Self::OPTION);
        let settings = settings.into_iter().flatten().chain(self.options.iter().map(option));
        f.write_str(&settings.collect::<Vec<String>>().join(","))
    }
}
