//! The settings of players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::TimeControl;
use engine::Limits;

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
    /// See [`Mcts::with_prior`](engine::search::Mcts::with_prior).
    pub prior: Option<f64>,
    /// What a greedy player counts instead of the evaluation.
    pub judge: Option<Counted>,
    /// The random moves in percent.
    pub random: Option<u32>,
    /// How far below the best a move may be, in the units of the evaluation.
    pub margin: Option<u32>,
    /// The level, from 1 on.
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

/// Reads the value of a setting that is not set yet, and that fits.
fn read<T: FromStr>(
    place: &mut Option<T>,
    set: [&str; 2],
    expected: &'static str,
    fits: impl FnOnce(&T) -> bool,
) -> Result<(), ParsePlayerError> {
    put(place, set, expected, set[1].parse().ok().filter(fits))
}

fn put<T>(
    place: &mut Option<T>,
    [name, value]: [&str; 2],
    expected: &'static str,
    read: Option<T>,
) -> Result<(), ParsePlayerError> {
    let name = name.to_owned();
    match read {
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

engine::words! {
    /// The kinds of players that every game has.
    #[non_exhaustive]
    pub enum Builtin {
        /// Plays any legal move.
        Random: "random",
        /// Plays the move with the best evaluation one ply later.
        Greedy: "greedy",
        /// Searches for the best move; all opponents play together.
        Search: "search",
        /// Searches; every player plays for themselves.
        MaxN: "maxn",
        /// Monte Carlo tree search, without an evaluation unless there is a prior.
        Mcts: "mcts",
        /// Searches, and evaluates material only.
        Material: "material",
        /// A search of a strength from 1 on.
        Level: "level",
    }
}

/// The reason why a text describes no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum ParsePlayerError {
    /// The player does not take the setting.
    #[error("there is no player {kind} with a setting {name:?}: expected {}", [settings, &["name"][..]].concat().join(", "))]
    Setting { kind: String, name: String, settings: &'static [&'static str] },
    /// The setting does not take the value.
    #[error("{name} is {value:?}: expected {expected}")]
    Value { name: String, value: String, expected: &'static str },
    /// A setting comes twice.
    #[error("{0} is set twice")]
    Twice(String),
}

impl Settings {
    pub(crate) const TABLE_MIB: usize = 16;

    /// The size of the table in MiB.
    pub fn table_mib(&self) -> usize {
        self.table.unwrap_or(Self::TABLE_MIB)
    }

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
        let weight = |weight: &f64| *weight >= 0.0;
        match name {
            "time" => read(&mut self.movetime, set, "a number of milliseconds a move", |_| true),
            "nodes" => read(&mut self.nodes, set, "a number of positions a move", |_| true),
            "depth" => read(&mut self.depth, set, "a number of plies", |_| true),
            "rollout" => read(&mut self.rollout, set, "a number of plies", |_| true),
            "exploration" => read(&mut self.exploration, set, "a number, at least 0", weight),
            "urgency" => read(&mut self.urgency, set, "a number, at least 0", weight),
            "prior" => read(&mut self.prior, set, "a number, at least 0", weight),
            "random" => read(&mut self.random, set, "a percentage from 0 to 100", |n| *n <= 100),
            "margin" => read(&mut self.margin, set, "a whole number, at least 0", |_| true),
            "level" => read(&mut self.level, set, "a number, at least 1", |n| *n > 0),
            "name" => read(&mut self.name, set, "a name", |name| !name.trim().is_empty()),
            "judge" => read(&mut self.judge, set, "material", |_| true),
            "grace" => read(&mut self.grace, set, "a number of milliseconds", |_| true),
            "log" => read(&mut self.log, set, "a file", |_| true),
            "table" => {
                let expected = "a whole number of MiB from 0 to 65536";
                read(&mut self.table, set, expected, |mib| *mib <= MOST_TABLE_MIB)
            }
            _ => {
                let expected = "SECONDS+SECONDS, for the game and for every move";
                put(&mut self.clock, set, expected, parse_clock(value))
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
            text("prior", self.prior),
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
