//! The settings of players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::TimeControl;
use engine::Limits;

use super::ParsePlayerError;

/// The settings of a player; `None` means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The milliseconds of a move.
    pub movetime: Option<u64>,
    /// The plies of a search.
    pub depth: Option<u32>,
    /// The positions of a search.
    pub nodes: Option<u64>,
    /// The clock of a game.
    pub clock: Option<TimeControl>,
    /// The table in MiB.
    pub table: Option<usize>,
    /// See [`Mcts::with_exploration`](engine::search::Mcts::with_exploration).
    pub exploration: Option<f64>,
    /// See [`Mcts::with_first_play_urgency`](engine::search::Mcts::with_first_play_urgency).
    pub urgency: Option<f64>,
    /// See [`Mcts::with_rollout_plies`](engine::search::Mcts::with_rollout_plies).
    pub rollout: Option<u32>,
    /// What a greedy player counts instead of the evaluation.
    pub judge: Option<Counted>,
    /// The random moves in percent.
    pub random: Option<u32>,
    /// How far below the best a move may be, in the units of the evaluation.
    pub margin: Option<u32>,
    /// The level, from 1 to 8.
    pub level: Option<u8>,
    /// The name in tables and records.
    pub name: Option<String>,
    /// How long a program may take beyond its limit, in milliseconds.
    pub grace: Option<u64>,
    /// The file of the conversation with another program.
    pub log: Option<String>,
    /// The options of another program.
    pub options: Vec<(String, String)>,
}

engine::words! {
    /// An evaluation other than the game's own.
    pub enum Counted {
        /// The material.
        Material: "material",
    }
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

/// The largest table of a player.
pub const MOST_TABLE_MIB: usize = 65_536;

fn whole<N: Copy + FromStr + PartialOrd>(text: &str, most: N) -> Option<N> {
    text.parse().ok().filter(|number| *number <= most)
}

fn any<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

impl Settings {
    /// Precedes the name of an option of another program.
    pub(crate) const OPTION: &'static str = "option.";

    /// Whether moves or games have a limit.
    pub(crate) fn is_limited(&self) -> bool {
        let Self { movetime, depth, nodes, clock, .. } = self;
        movetime.is_some() || depth.is_some() || nodes.is_some() || clock.is_some()
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), ParsePlayerError> {
        if let Some(option) = name.strip_prefix(Self::OPTION) {
            let is_set = self.options.iter().any(|(known, _)| known == option);
            self.options.push((option.to_owned(), value.to_owned()));
            return if is_set { Err(ParsePlayerError::Twice(name.to_owned())) } else { Ok(()) };
        }
        let set = [name, value];
        let weight = |text: &str| any(text).filter(|weight: &f64| *weight >= 0.0);
        match name {
            "time" => read(&mut self.movetime, set, "a number of milliseconds a move", any),
            "nodes" => read(&mut self.nodes, set, "a number of positions a move", any),
            "depth" => read(&mut self.depth, set, "a number of plies", any),
            "rollout" => read(&mut self.rollout, set, "a number of plies", any),
            "exploration" => read(&mut self.exploration, set, "a number, at least 0", weight),
            "urgency" => read(&mut self.urgency, set, "a number, at least 0", weight),
            "random" => {
                read(&mut self.random, set, "a percentage from 0 to 100", |text| whole(text, 100))
            }
            "margin" => read(&mut self.margin, set, "a whole number, at least 0", any),
            "level" => read(&mut self.level, set, "a number from 1 to 8", |text| {
                whole(text, 8).filter(|level| *level > 0)
            }),
            "name" => read(&mut self.name, set, "a name", |text| {
                Some(text.to_owned()).filter(|name| !name.trim().is_empty())
            }),
            "judge" => read(&mut self.judge, set, "material", any),
            "grace" => read(&mut self.grace, set, "a number of milliseconds", any),
            "log" => read(&mut self.log, set, "a file", any),
            "table" => {
                read(&mut self.table, set, "a whole number of MiB from 0 to 65536", |text| {
                    whole(text, MOST_TABLE_MIB)
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
        let time =
            if self.is_limited() { self.movetime.map(Duration::from_millis) } else { Some(time) };
        let limits = time.into_iter().fold(Limits::new(), Limits::time);
        let limits = self.depth.into_iter().fold(limits, Limits::depth);
        self.nodes.into_iter().fold(limits, Limits::nodes)
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
            text("time", self.movetime),
            text("nodes", self.nodes),
            text("depth", self.depth),
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
