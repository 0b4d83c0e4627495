//! The players of this program.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use engine::search::{EpsilonGreedy, GreedyBot, MaxN, Mcts, NearBest, RandomBot};
use engine::{Game, NoEvaluation, Search};

use super::Settings;
use crate::failure::quote;
use crate::hooks::{BotOf, Hooks};
use crate::limits::LimitArgs;

/// A player: a kind with settings.
///
/// By default a search has 100 ms a move and a table of 16 MiB.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Player {
    kind: Kind,
    pub(crate) settings: Box<Settings>,
}

#[derive(Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Random,
    Greedy,
    Search,
    #[value(name = "maxn")]
    MaxN,
    Mcts,
    Material,
    Level,
    /// A player that only one game has, by its name.
    #[value(skip)]
    Own(String),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(name) => f.write_str(name),
            kind => {
                f.write_str(kind.to_possible_value().as_ref().map_or("", PossibleValue::get_name))
            }
        }
    }
}

impl Kind {
    /// The names of the settings it takes, besides `name`.
    fn settings(&self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Level => &[],
            Self::Greedy => &["judge"],
            Self::Search => &["time", "nodes", "depth", "clock", "table", "random", "margin"],
            Self::MaxN | Self::Material => &["time", "nodes", "depth", "clock", "table"],
            Self::Own(_) => &["time", "nodes", "depth", "clock"],
            Self::Mcts => &["time", "nodes", "clock", "table", "exploration", "urgency", "rollout"],
        }
    }
}

impl Player {
    const TABLE_MIB: usize = 16;

    pub(crate) fn plain(kind: Kind) -> Self {
        Self { kind, settings: Box::default() }
    }

    /// The search with a limit of nodes a move and a table of `table` MiB.
    pub(crate) fn search(nodes: u64, table: usize) -> Self {
        let limits = LimitArgs { nodes: Some(nodes), ..LimitArgs::default() };
        let settings = Settings { limits, table: Some(table), ..Settings::default() };
        Self { kind: Kind::Search, settings: Box::new(settings) }
    }

    /// Replaces a level by the search that it stands for.
    pub(crate) fn resolve<H: Hooks>(&self) -> Self {
        let of_level = |level: u8| {
            let (index, levels) = (usize::from(level).checked_sub(1)?, H::LEVELS);
            let (nodes, random) = (*levels.nodes.get(index)?, *levels.random.get(index)?);
            let limits = LimitArgs { nodes: Some(nodes), ..LimitArgs::default() };
            let (random, margin) = (Some(random), Some(levels.margin));
            Some(Settings { limits, random, margin, ..Settings::default() })
        };
        let Some(settings) = self.settings.level.and_then(of_level) else {
            return self.clone();
        };
        Self { kind: Kind::Search, settings: Box::new(settings) }
    }

    /// A player of a level from 1 to 8.
    pub(crate) fn level(text: &str) -> Result<Self, ParsePlayerError> {
        let mut settings = Box::<Settings>::default();
        settings.set("level", text)?;
        Ok(Self { kind: Kind::Level, settings })
    }

    /// Its description, for a level in words.
    pub(crate) fn in_words(&self) -> String {
        self.settings.level.map_or_else(|| self.to_string(), |level| format!("level {level} of 8"))
    }

    pub(crate) fn check<H: Hooks>(&self, hooks: &H) -> Result<(), String> {
        let counts = self.kind == Kind::Material || self.settings.judge.is_some();
        if counts && hooks.material().is_none() {
            return Err("this game has no material".to_owned());
        }
        let Kind::Own(name) = &self.kind else { return Ok(()) };
        let own = hooks.own_players();
        let Settings { limits, clock, .. } = *self.settings;
        let is_limited = limits != LimitArgs::default() || clock.is_some();
        match own.iter().find(|player| player.name == name) {
            Some(player) if !player.thinks && is_limited => Err(format!("{name} takes no limits")),
            Some(_) => Ok(()),
            None => {
                let kinds = Kind::value_variants().iter().map(Kind::to_string);
                let own = own.iter().map(|player| player.name.to_owned());
                let known: Vec<String> = kinds.chain(own).collect();
                Err(format!(
                    "there is no player {} in this game: expected {}",
                    quote(name),
                    known.join(", ")
                ))
            }
        }
    }

    pub(crate) fn thinks<H: Hooks>(&self, hooks: &H) -> bool {
        match &self.kind {
            Kind::Own(name) => hooks.own_players().iter().any(|own| own.name == name && own.thinks),
            kind => kind.settings().contains(&"time"),
        }
    }

    pub(crate) fn table_mib(&self) -> usize {
        self.settings.table.unwrap_or(Self::TABLE_MIB)
    }

    /// The bot of a player who is [resolved](Self::resolve). Where [`check`](Self::check) refuses the
    /// player, it plays at random.
    pub(crate) fn bot<H: Hooks>(&self, hooks: &H) -> BotOf<H> {
        let bytes = self.table_mib() << 20;
        let random = || Box::new(RandomBot::new(0)) as BotOf<H>;
        let judge = || hooks.evaluation();
        match (&self.kind, hooks.material()) {
            (Kind::Greedy, Some(material)) if self.settings.judge.is_some() => {
                Box::new(GreedyBot::new(material, 0))
            }
            (Kind::Greedy, _) => Box::new(GreedyBot::new(judge(), 0)),
            (Kind::Search, _) => {
                let search = Search::new(judge()).with_memory(bytes);
                let random = self.settings.random.unwrap_or(0);
                match self.settings.margin {
                    Some(margin) => {
                        Box::new(EpsilonGreedy::new(random, NearBest::new(search, margin)))
                    }
                    None => Box::new(EpsilonGreedy::new(random, search)),
                }
            }
            (Kind::MaxN, _) => Box::new(MaxN::new(judge()).with_memory(bytes)),
            (Kind::Mcts, _) => Box::new(self.mcts()),
            (Kind::Material, Some(material)) => Box::new(Search::new(material).with_memory(bytes)),
            (Kind::Own(name), _) => {
                let own = hooks.own_players();
                own.iter().find(|player| player.name == name).map_or_else(random, |own| (own.bot)())
            }
            (Kind::Random | Kind::Level, _) | (Kind::Material, None) => random(),
        }
    }

    fn mcts<G: Game + Eq>(&self) -> Mcts<G, NoEvaluation> {
        let Settings { exploration, urgency, rollout, .. } = *self.settings;
        let mcts = Mcts::new(NoEvaluation).with_memory(self.table_mib() << 20);
        let mcts = exploration.into_iter().fold(mcts, Mcts::with_exploration);
        let mcts = urgency.into_iter().fold(mcts, Mcts::with_first_play_urgency);
        rollout.into_iter().fold(mcts, Mcts::with_rollout_plies)
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.to_string();
        let colon = if settings.is_empty() { "" } else { ":" };
        f.pad(&format!("{}{colon}{settings}", self.kind))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParsePlayerError {
    #[error("there is no player {kind} with a setting {name:?}: expected {}", with_name(settings))]
    Setting { kind: Kind, name: String, settings: &'static [&'static str] },
    #[error("{name} is {value:?}: expected {expected}")]
    Value { name: String, value: String, expected: &'static str },
    #[error("{0} is set twice")]
    Twice(String),
}

fn with_name(settings: &[&str]) -> String {
    [settings, &["name"]].concat().join(", ")
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let (name, given) = match text.split_once(':') {
            Some((name, given)) => (name, Some(given)),
            None => (text, None),
        };
        let kind = Kind::from_str(name, false).unwrap_or_else(|_| Kind::Own(name.to_owned()));
        let mut settings = Box::<Settings>::default();
        let mut given = given.into_iter().flat_map(|given| given.split(','));
        if kind == Kind::Level {
            settings.set("level", given.next().unwrap_or_default())?;
        }
        for setting in given {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            if name != "name" && !kind.settings().contains(&name) {
                let (name, settings) = (name.to_owned(), kind.settings());
                return Err(ParsePlayerError::Setting { kind, name, settings });
            }
            settings.set(name, value)?;
        }
        settings.table = settings.table.filter(|mib| *mib != Self::TABLE_MIB);
        Ok(Self { kind, settings })
    }
}
