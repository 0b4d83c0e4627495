//! Players by description: `search:time=100,table=16`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use arena::{Contestant, UgiProgram};
use engine::Limits;
use engine::board::quoted;

use crate::bots::{Level, MakeBot};
use crate::dynamic::Dynamic;
use crate::kit::Kit;
use crate::settings::{Builtin, ParsePlayerError, Settings};

/// A player as it is described on a command line: a kind with settings, as in `level:3` or
/// `search:nodes=1000,table=64`, or another program, as in `ugi:nodes=1000,./engine --fast`.
///
/// By default a search has a table of 16 MiB. [`bots`](Self::bots) makes its bots.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    kind: Kind,
    /// Its settings.
    pub settings: Box<Settings>,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Of every game.
    Builtin(Builtin),
    /// A player that only one game has, by its name.
    Own(String),
    /// A program that speaks UGI, with its arguments.
    Ugi(String),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(kind) => kind.fmt(f),
            Self::Own(name) => f.pad(name),
            Self::Ugi(_) => f.pad("ugi"),
        }
    }
}

impl Kind {
    /// The names of the settings it takes, besides `name`.
    fn settings(&self) -> &'static [&'static str] {
        match self {
            Self::Builtin(Builtin::Random | Builtin::Level) => &[],
            Self::Builtin(Builtin::Greedy) => &["judge"],
            Self::Builtin(Builtin::Search) => {
                &["time", "nodes", "depth", "clock", "table", "random", "margin"]
            }
            Self::Builtin(Builtin::MaxN | Builtin::Material) => {
                &["time", "nodes", "depth", "clock", "table"]
            }
            Self::Builtin(Builtin::Mcts) => {
                &["time", "nodes", "clock", "table", "exploration", "urgency", "rollout", "prior"]
            }
            Self::Own(_) => &["time", "nodes", "depth", "clock"],
            Self::Ugi(_) => &["time", "nodes", "depth", "clock", "grace", "log", "option.NAME"],
        }
    }

    fn takes(&self, name: &str) -> bool {
        let is_option = matches!(self, Self::Ugi(_)) && name.starts_with(Settings::OPTION);
        name == "name" || is_option || self.settings().contains(&name)
    }
}

impl PlayerSpec {
    /// The limit of a move in a match, without another.
    pub const MOVE_TIME: Duration = Duration::from_millis(100);

    /// A player without settings.
    pub fn plain(kind: Kind) -> Self {
        Self { kind, settings: Box::default() }
    }

    /// The search with a limit of nodes a move and a table of `table` MiB.
    pub fn search(nodes: u64, table: usize) -> Self {
        let settings = Settings { nodes: Some(nodes), table: Some(table), ..Settings::default() };
        Self { kind: Kind::Builtin(Builtin::Search), settings: Box::new(settings) }
    }

    /// A player of a level from 1 on.
    ///
    /// # Errors
    ///
    /// The text is no such number.
    pub fn level(text: &str) -> Result<Self, ParsePlayerError> {
        let mut settings = Box::<Settings>::default();
        settings.set("level", text)?;
        Ok(Self { kind: Kind::Builtin(Builtin::Level), settings })
    }

    /// Replaces a level by the search that it stands for.
    #[must_use]
    pub fn resolve(&self, kit: &Kit) -> Self {
        let index = self.settings.level.and_then(|level| usize::from(level).checked_sub(1));
        let level = index.and_then(|index| kit.about.levels.get(index));
        level.map_or_else(|| self.clone(), |&level| level.into())
    }

    /// Its description, for a level in words.
    pub fn in_words(&self, kit: &Kit) -> String {
        let of = |level| format!("level {level} of {}", kit.about.levels.len());
        self.settings.level.map_or_else(|| self.to_string(), of)
    }

    /// Its name in tables and records: the one given, or else its description.
    pub fn name(&self) -> String {
        self.settings.name.clone().unwrap_or_else(|| self.to_string())
    }

    /// The names of players who play each other. Equal ones are numbered.
    pub fn names(players: &[Self]) -> Vec<String> {
        let names: Vec<String> = players.iter().map(Self::name).collect();
        let number = |i: usize| names[..=i].iter().filter(|name| **name == names[i]).count();
        let numbered = |(i, name): (usize, &String)| match number(i) {
            1 => name.clone(),
            number => format!("{name} #{number}"),
        };
        names.iter().enumerate().map(numbered).collect()
    }

    /// Checks that it can play the game. Another program is started to check that it speaks UGI.
    ///
    /// # Errors
    ///
    /// Says why it cannot.
    pub fn check(&self, kit: &Kit) -> Result<(), String> {
        let counts = self.kind == Kind::Builtin(Builtin::Material) || self.settings.judge.is_some();
        if counts && !kit.has_material() {
            return Err("this game has no material".to_owned());
        }
        let levels = kit.about.levels.len();
        if let Some(level) = self.settings.level.filter(|&level| usize::from(level) > levels) {
            return Err(format!("level is \"{level}\": expected a number from 1 to {levels}"));
        }
        match &self.kind {
            Kind::Builtin(_) => Ok(()),
            Kind::Ugi(_) => match self.program().map(|program| program.name()) {
                Some(Err(error)) => Err(error.to_string()),
                _ => Ok(()),
            },
            Kind::Own(name) => match kit.own_player(name) {
                Some(player) if !player.thinks && self.settings.is_limited() => {
                    Err(format!("{name} takes no limits"))
                }
                Some(_) => Ok(()),
                None => {
                    let has = |kind: &&Builtin| **kind != Builtin::Material || kit.has_material();
                    let kinds = Builtin::ALL.iter().filter(has).map(ToString::to_string);
                    let own = kit.about.own_players.iter().map(|player| player.name.to_owned());
                    let known: Vec<String> = kinds.chain(own).collect();
                    let (name, known) = (quoted(name), known.join(", "));
                    Err(format!("there is no player {name} in this game: expected {known}"))
                }
            },
        }
    }

    /// Whether it is another program.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Ugi(_))
    }

    /// The other program that it is.
    fn program(&self) -> Option<UgiProgram> {
        let Kind::Ugi(command) = &self.kind else { return None };
        let Settings { options, log, grace, .. } = &*self.settings;
        let words = shlex::split(command).unwrap_or_default();
        let (path, arguments) = words.split_first()?;
        let program = UgiProgram::new(path).arguments(arguments);
        let set =
            |program: UgiProgram, (name, value): &(String, String)| program.option(name, value);
        let program = log.iter().fold(options.iter().fold(program, set), UgiProgram::log);
        Some(grace.map(Duration::from_millis).into_iter().fold(program, UgiProgram::grace))
    }

    /// Whether its moves depend on how fast the machine is.
    pub fn is_timed(&self, kit: &Kit) -> bool {
        let settings = self.resolve(kit).settings;
        settings.movetime.is_some() || settings.clock.is_some() || self.takes_time(kit)
    }

    /// Whether it thinks for a time, and has no limit of its own.
    pub fn takes_time(&self, kit: &Kit) -> bool {
        let Self { kind, settings } = self.resolve(kit);
        let thinks = match &kind {
            Kind::Own(name) => kit.own_player(name).is_some_and(|own| own.thinks),
            kind => kind.takes("time"),
        };
        thinks && !settings.is_limited()
    }

    /// The limits of its moves; without any, this time.
    pub fn limits_or_time(&self, kit: &Kit, time: Duration) -> Limits {
        self.resolve(kit).settings.limits_or_time(time)
    }

    /// Makes its bots, one for each game that is played. Where [`check`](Self::check) refuses the player, they play
    /// at random.
    pub fn bots(&self, kit: &Kit) -> MakeBot {
        let Self { kind, settings } = self.resolve(kit);
        let bots = match &kind {
            Kind::Builtin(kind) => Some(kit.bots(*kind, &settings)),
            #[cfg(target_family = "wasm")]
            Kind::Ugi(_) => None,
            // All games share its processes.
            #[cfg(not(target_family = "wasm"))]
            Kind::Ugi(_) => self.program().map(|program| kit.program(program)),
            Kind::Own(name) => kit.own_player(name).map(|own| Arc::clone(&own.bots)),
        };
        bots.unwrap_or_else(|| kit.bots(Builtin::Random, &settings))
    }

    /// The player in a match.
    pub fn contestant<'a>(&self, kit: &Kit) -> Contestant<'a, Dynamic> {
        let bots = self.bots(kit);
        let contestant = Contestant::new(self.to_string(), move || bots());
        let contestant = contestant.limits(self.limits_or_time(kit, Self::MOVE_TIME));
        self.settings.clock.into_iter().fold(contestant, Contestant::time_control)
    }
}

impl From<Level> for PlayerSpec {
    fn from(Level { nodes, random, margin }: Level) -> Self {
        let (nodes, random, margin) = (Some(nodes), Some(random), Some(margin));
        let settings = Settings { nodes, random, margin, ..Settings::default() };
        Self { kind: Kind::Builtin(Builtin::Search), settings: Box::new(settings) }
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.to_string();
        let text = match &self.kind {
            Kind::Ugi(command) if settings.is_empty() => format!("ugi:{command}"),
            Kind::Ugi(command) => format!("ugi:{settings},{command}"),
            kind if settings.is_empty() => kind.to_string(),
            kind => format!("{kind}:{settings}"),
        };
        f.pad(&text)
    }
}

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if let Some(description) = text.strip_prefix("ugi:") {
            return program(description);
        }
        let mut parts = text.splitn(2, ':');
        let name = parts.next().unwrap_or_default();
        let kind = name.parse().map_or_else(|_| Kind::Own(name.to_owned()), Kind::Builtin);
        let mut settings = Box::<Settings>::default();
        let mut given = parts.flat_map(|given| given.split(','));
        if kind == Kind::Builtin(Builtin::Level) {
            settings.set("level", given.next().unwrap_or_default())?;
        }
        for setting in given {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            set(&kind, &mut settings, name, value)?;
        }
        settings.table = settings.table.filter(|mib| *mib != Settings::TABLE_MIB);
        Ok(Self { kind, settings })
    }
}

fn set(
    kind: &Kind,
    settings: &mut Settings,
    name: &str,
    value: &str,
) -> Result<(), ParsePlayerError> {
    if kind.takes(name) {
        return settings.set(name, value);
    }
    let (kind, name, settings) = (kind.to_string(), name.to_owned(), kind.settings());
    Err(ParsePlayerError::Setting { kind, name, settings })
}

/// Reads settings, then the path and arguments of a program, which may have commas and `=` too.
fn program(description: &str) -> Result<PlayerSpec, ParsePlayerError> {
    let mut settings = Box::<Settings>::default();
    let mut command = description;
    while let Some((setting, rest)) = command.split_once(',') {
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
        let given = setting.split_once('=').filter(|(name, _)| {
            is_name(name.strip_prefix(Settings::OPTION).map_or(name, |_| "option"))
        });
        let Some((name, value)) = given else { break };
        set(&Kind::Ugi(String::new()), &mut settings, name, value)?;
        command = rest;
    }
    if shlex::split(command).is_none_or(|words| words.is_empty()) {
        return Err(ParsePlayerError::Value {
            name: "ugi".to_owned(),
            value: command.to_owned(),
            expected: "a program and its arguments, as in ugi:nodes=1000,./engine --fast",
        });
    }
    Ok(PlayerSpec { kind: Kind::Ugi(command.to_owned()), settings })
}
