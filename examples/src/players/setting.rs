//! What players may be told.

use std::fmt;
use std::time::Duration;

use engine::Limits;
use engine::arena::TimeControl;

use super::ParsePlayerError;
use crate::args::table_mib;

/// What a player may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Setting {
    Time(u64),
    Nodes(u64),
    Depth(u32),
    Clock(TimeControl),
    Table(usize),
    Exploration(f64),
    Urgency(f64),
    Rollout(u32),
    JudgeMaterial,
    /// In percent.
    Random(u32),
    /// From 1 to 8.
    Level(u8),
}

impl Setting {
    /// All names, in the order in which they are printed.
    pub(super) const NAMES: [&'static str; 11] = [
        "time",
        "nodes",
        "depth",
        "clock",
        "table",
        "exploration",
        "urgency",
        "rollout",
        "judge",
        "random",
        "level",
    ];

    /// The place of its name among all.
    pub(super) fn index(self) -> usize {
        match self {
            Self::Time(_) => 0,
            Self::Nodes(_) => 1,
            Self::Depth(_) => 2,
            Self::Clock(_) => 3,
            Self::Table(_) => 4,
            Self::Exploration(_) => 5,
            Self::Urgency(_) => 6,
            Self::Rollout(_) => 7,
            Self::JudgeMaterial => 8,
            Self::Random(_) => 9,
            Self::Level(_) => 10,
        }
    }

    pub(super) fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    pub(super) fn parse(name: &str, value: &str) -> Result<Self, ParsePlayerError> {
        let weight = || value.parse().ok().filter(|weight| *weight >= 0.0);
        let (setting, expected) = match name {
            "time" => (value.parse().ok().map(Self::Time), "a number of milliseconds a move"),
            "nodes" => (value.parse().ok().map(Self::Nodes), "a number of positions a move"),
            "depth" => (value.parse().ok().map(Self::Depth), "a number of plies"),
            "rollout" => (value.parse().ok().map(Self::Rollout), "a number of plies"),
            "exploration" => (weight().map(Self::Exploration), "a number, at least 0"),
            "urgency" => (weight().map(Self::Urgency), "a number, at least 0"),
            "random" => {
                let percent = value.parse().ok().filter(|percent| *percent <= 100);
                (percent.map(Self::Random), "a percentage from 0 to 100")
            }
            "level" => {
                let level = value.parse().ok().filter(|level| (1..=8).contains(level));
                (level.map(Self::Level), "a number from 1 to 8")
            }
            "judge" => ((value == "material").then_some(Self::JudgeMaterial), "material"),
            "table" => {
                let mib = table_mib(value).ok();
                (mib.map(Self::Table), "a whole number of MiB from 0 to 65536")
            }
            _ => {
                let clock = parse_clock(value).map(Self::Clock);
                (clock, "SECONDS+SECONDS, for the game and for every move")
            }
        };
        let (name, value) = (name.to_owned(), value.to_owned());
        setting.ok_or(ParsePlayerError::Value { name, value, expected })
    }
}

/// The limits for one move that are among the settings; without any, this time.
pub(super) fn limits_or_time(settings: &[Setting], time: Duration) -> Limits {
    let mut limits = Limits::new();
    for setting in settings {
        limits = match *setting {
            Setting::Time(millis) => limits.time(Duration::from_millis(millis)),
            Setting::Nodes(nodes) => limits.nodes(nodes),
            Setting::Depth(plies) => limits.depth(plies),
            _ => limits,
        };
    }
    let is_limit = |setting: &Setting| setting.index() <= 3;
    if settings.iter().any(is_limit) { limits } else { limits.time(time) }
}

/// The positions for a move, if they are limited.
pub(super) fn nodes(settings: &[Setting]) -> Option<u64> {
    settings.iter().find_map(|setting| match setting {
        Setting::Nodes(nodes) => Some(*nodes),
        _ => None,
    })
}

/// The time for a whole game.
pub(super) fn clock(settings: &[Setting]) -> Option<TimeControl> {
    settings.iter().find_map(|setting| match setting {
        Setting::Clock(control) => Some(*control),
        _ => None,
    })
}

fn parse_clock(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self, Self::Level(_)) {
            write!(f, "{}=", self.name())?;
        }
        match self {
            Self::Time(number) | Self::Nodes(number) => write!(f, "{number}"),
            Self::Depth(number) | Self::Rollout(number) | Self::Random(number) => {
                write!(f, "{number}")
            }
            Self::Level(level) => write!(f, "{level}"),
            Self::Table(mib) => write!(f, "{mib}"),
            Self::Exploration(weight) | Self::Urgency(weight) => write!(f, "{weight}"),
            Self::JudgeMaterial => f.write_str("material"),
            Self::Clock(TimeControl { time, increment }) => {
                write!(f, "{}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}
