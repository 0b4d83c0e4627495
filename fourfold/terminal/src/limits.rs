//! How long a search may take, on the command line and in the settings of players.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use engine::Limits;

/// Reads a whole number in a range, and says which is expected.
pub fn whole<N: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct LimitArgs {
    /// Search for at most this many milliseconds
    #[arg(long, value_name = "MS", value_parser = whole(0..=u64::MAX))]
    pub movetime: Option<u64>,

    /// Search at most this many plies deep
    #[arg(long, value_name = "PLIES", value_parser = whole(0..=u32::MAX))]
    pub depth: Option<u32>,

    /// Visit at most this many positions
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits; if there are none, this time.
    pub fn or_time(self, time: Duration) -> Limits {
        match self {
            Self { movetime: None, depth: None, nodes: None } => Limits::new().time(time),
            _ => self.limits(),
        }
    }

    pub fn limits(self) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        let limits = time.into_iter().fold(Limits::new(), Limits::time);
        let limits = self.depth.into_iter().fold(limits, Limits::depth);
        self.nodes.into_iter().fold(limits, Limits::nodes)
    }
}

pub const MOST_TABLE_MIB: usize = 65_536;
