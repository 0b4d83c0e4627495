//! Players by description: `search:time=100,table=16`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::arena::{Contestant, TimeControl};
use engine::{Bot, GreedyBot, Limits, MaxN, Mcts, MctsOptions, NoEvaluation, RandomBot, Search};

use crate::games::AnyGame;

/// A player as described: a kind, and after a colon its settings, separated by commas.
///
/// What a search does not get told it has by default: 100 ms a move, and 16 MiB for its table.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    kind: Kind,
    table_mib: usize,
    /// Of Monte Carlo tree search; `None` is the engine's default.
    exploration: Option<f64>,
    urgency: Option<f64>,
    rollout: Option<u32>,
    limits: Vec<Limit>,
}

/// The kinds of players: the one place where they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    Greedy,
    Search,
    MaxN,
    Paranoid,
    Mcts,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Random, Self::Greedy, Self::Search, Self::MaxN, Self::Paranoid, Self::Mcts];

    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search => "search",
            Self::MaxN => "maxn",
            Self::Paranoid => "paranoid",
            Self::Mcts => "mcts",
        }
    }

    /// The settings it takes.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Greedy => &[],
            Self::Search | Self::MaxN | Self::Paranoid => {
                &["time", "nodes", "depth", "clock", "table"]
            }
            Self::Mcts => &["time", "nodes", "clock", "table", "exploration", "urgency", "rollout"],
        }
    }

    /// The only number of players of the games it plays, if there is one.
    fn players(self) -> Option<usize> {
        match self {
            Self::Random | Self::Greedy | Self::MaxN | Self::Paranoid | Self::Mcts => None,
            Self::Search => Some(2),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Limit {
    Time(u64),
    Nodes(u64),
    Depth(u32),
    Clock(TimeControl),
}

impl Player {
    /// What a search's table takes unless told otherwise, and the most it may take.
    const TABLE_MIB: [usize; 2] = [16, 1 << 16];

    /// How long a search thinks about a move unless told otherwise, in milliseconds.
    const MOVETIME: u64 = 100;

    /// Uniform random play.
    pub const RANDOM: Self = Self {
        kind: Kind::Random,
        table_mib: Self::TABLE_MIB[0],
        exploration: None,
        urgency: None,
        rollout: None,
        limits: Vec::new(),
    };

    /// Says whether it can play a game of so many players.
    ///
    /// # Errors
    ///
    /// Says what it plays instead.
    pub fn check(&self, players: usize) -> Result<(), String> {
        match self.kind.players() {
            Some(number) if number != players => {
                Err(format!("it plays games of {number} players, and this is one of {players}"))
            }
            _ => Ok(()),
        }
    }

    /// A contestant who plays so.
    #[must_use]
    pub fn contestant<G: AnyGame>(&self) -> Contestant<'static, G> {
        let player = self.clone();
        let mut contestant = Contestant::new(self.to_string(), move || player.bot::<G>());
        let mut limits = Limits::new();
        for limit in &self.limits {
            match *limit {
                Limit::Time(millis) => limits = limits.time(Duration::from_millis(millis)),
                Limit::Nodes(nodes) => limits = limits.nodes(nodes),
                Limit::Depth(plies) => limits = limits.depth(plies),
                Limit::Clock(control) => contestant = contestant.time_control(control),
            }
        }
        if self.limits.is_empty() {
            limits = limits.time(Duration::from_millis(Self::MOVETIME));
        }
        contestant.limits(limits)
    }

    fn bot<G: AnyGame>(&self) -> Box<dyn Bot<G>> {
        let bytes = self.table_mib << 20;
        match self.kind {
            Kind::Random => Box::new(RandomBot::new(0)),
            Kind::Greedy => Box::new(GreedyBot::new(G::evaluation(), 0)),
            Kind::Search | Kind::Paranoid => {
                Box::new(Search::with_table_bytes(G::evaluation(), bytes))
            }
            Kind::MaxN => Box::new(MaxN::with_table_bytes(G::evaluation(), bytes)),
            Kind::Mcts => {
                let mut options = MctsOptions::new().bytes(bytes);
                if let Some(exploration) = self.exploration {
                    options = options.exploration(exploration);
                }
                if let Some(urgency) = self.urgency {
                    options = options.first_play_urgency(urgency);
                }
                if let Some(plies) = self.rollout {
                    options = options.rollout_plies(plies);
                }
                Box::new(Mcts::with_options(NoEvaluation, options))
            }
        }
    }
}

/// As it is read.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut settings: Vec<String> = self.limits.iter().map(ToString::to_string).collect();
        if self.table_mib != Self::TABLE_MIB[0] {
            settings.push(format!("table={}", self.table_mib));
        }
        let weights = [("exploration", self.exploration), ("urgency", self.urgency)];
        for (name, weight) in weights {
            settings.extend(weight.map(|weight| format!("{name}={weight}")));
        }
        settings.extend(self.rollout.map(|plies| format!("rollout={plies}")));
        let colon = if settings.is_empty() { "" } else { ":" };
        f.pad(&format!("{}{colon}{}", self.kind.name(), settings.join(",")))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(millis) => write!(f, "time={millis}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(plies) => write!(f, "depth={plies}"),
            Self::Clock(TimeControl { time, increment }) => {
                write!(f, "clock={}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// What is wrong with the description of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParsePlayerError {
    #[error("there is no player {name:?}: expected {known}")]
    Kind { name: String, known: String },
    #[error("{kind} has no setting {name:?}: expected {}", or_none(settings))]
    Setting { kind: &'static str, name: String, settings: &'static [&'static str] },
    #[error("{name} is {value:?}: expected {expected}")]
    Value { name: String, value: String, expected: String },
    #[error("{0} is set twice")]
    Twice(String),
}

fn or_none(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| ParsePlayerError::Kind {
            name: name.to_owned(),
            known: Kind::ALL.map(Kind::name).join(", "),
        })?;
        let mut player = Self { kind, ..Self::RANDOM };
        let mut seen = Vec::new();
        for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            if !kind.settings().contains(&name) {
                let settings = kind.settings();
                let (kind, name) = (kind.name(), name.to_owned());
                return Err(ParsePlayerError::Setting { kind, name, settings });
            }
            if seen.contains(&name) {
                return Err(ParsePlayerError::Twice(name.to_owned()));
            }
            seen.push(name);
            player.set(name, value)?;
        }
        Ok(player)
    }
}

impl Player {
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParsePlayerError> {
        let [_, most] = Self::TABLE_MIB;
        let expected = |what: String| ParsePlayerError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: what,
        };
        let plies = || value.parse().map_err(|_| expected("a number of plies".to_owned()));
        let weight = || {
            let weight = value.parse().ok().filter(|weight| *weight >= 0.0);
            weight.ok_or_else(|| expected("a number, at least 0".to_owned()))
        };
        let number =
            |what: &str| value.parse().map_err(|_| expected(format!("a number of {what}")));
        match name {
            "table" => {
                let mib = value.parse().ok().filter(|mib| *mib <= most);
                self.table_mib = mib.ok_or_else(|| expected(format!("MiB from 0 to {most}")))?;
            }
            "time" => self.limits.push(Limit::Time(number("milliseconds a move")?)),
            "nodes" => self.limits.push(Limit::Nodes(number("positions a move")?)),
            "rollout" => self.rollout = Some(plies()?),
            "exploration" => self.exploration = Some(weight()?),
            "urgency" => self.urgency = Some(weight()?),
            "depth" => self.limits.push(Limit::Depth(plies()?)),
            _ => {
                let clock = parse_clock(value);
                let what =
                    || expected("SECONDS+SECONDS, for the game and for every move".to_owned());
                self.limits.push(Limit::Clock(clock.ok_or_else(what)?));
            }
        }
        Ok(())
    }
}

fn parse_clock(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_print_as_they_are_read() {
        for text in [
            "random",
            "greedy",
            "search",
            "search:time=50",
            "search:nodes=10000,depth=4,table=64",
            "search:clock=10+0.1",
            "mcts:nodes=5000",
            "mcts:nodes=5000,exploration=1.4,urgency=inf,rollout=20",
        ] {
            let player: Player = text.parse().unwrap();
            assert_eq!(player.to_string(), text);
        }
        let player: Player = "search:table=16,time=7".parse().unwrap();
        assert_eq!(player.to_string(), "search:time=7");
    }

    #[test]
    fn errors_name_what_is_expected() {
        for (text, message) in [
            ("", "there is no player \"\": expected random, greedy, search, maxn, paranoid, mcts"),
            ("random:nodes=5", "random has no setting \"nodes\": expected none"),
            (
                "search:speed=5",
                "search has no setting \"speed\": expected time, nodes, depth, clock, table",
            ),
            ("search:", "search has no setting \"\": expected time, nodes, depth, clock, table"),
            ("search:nodes", "nodes is \"\": expected a number of positions a move"),
            ("search:depth=-1", "depth is \"-1\": expected a number of plies"),
            ("search:nodes=1,nodes=2", "nodes is set twice"),
            ("mcts:exploration=-1", "exploration is \"-1\": expected a number, at least 0"),
            ("mcts:urgency=NaN", "urgency is \"NaN\": expected a number, at least 0"),
            ("search:table=65537", "table is \"65537\": expected MiB from 0 to 65536"),
            (
                "search:clock=-1",
                "clock is \"-1\": expected SECONDS+SECONDS, for the game and for every move",
            ),
        ] {
            assert_eq!(text.parse::<Player>().unwrap_err().to_string(), message);
        }
    }
}
