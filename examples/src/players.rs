//! Players by description: `search:time=100,table=16`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::arena::{Contestant, TimeControl};
use engine::{
    Bot, BotError, Decision, Game, GreedyBot, Limits, MaxN, Mcts, MctsOptions, NoEvaluation,
    RandomBot, Search, SeededRng, seeded,
};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::games::AnyGame;
use crate::memory;

/// How players are described, for the help of commands that take them.
pub(crate) const HELP: &str = "\
Players:
  random    plays any legal move
  greedy    plays the move after which its evaluation is best (judge=material: after
            which it has most)
  search    searches for the best move, against all others together
  maxn      searches, and expects every player to play for themselves
  mcts      Monte Carlo tree search, without an evaluation
  material  searches, but only counts what the players have
  bold      Compass: searches, and takes risks to win
  perfect   Collapsi: never makes a mistake
  level:N   N from 1 to 8: each about 100 Elo points better than the one before
Settings follow a colon, as in search:nodes=10000,table=64:
  time         milliseconds a move (100 if there is no other limit)
  nodes        positions a move
  depth        plies to look ahead
  clock        seconds for the game, and after a plus for each move: clock=10+0.1
  table        MiB for the transposition table or the tree (16)
  random       of search: how many moves of a hundred are any legal move instead
  exploration, urgency, rollout (plies): of mcts";

/// A player as described: a kind, and settings.
///
/// A search that is told no limit has 100 ms a move. A table takes 16 MiB unless told otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Player {
    kind: Kind,
    /// In the order of [`Setting::NAMES`], at most one of each.
    settings: Vec<Setting>,
}

/// The kinds of players: the one place where they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    Greedy,
    Search,
    MaxN,
    Mcts,
    Material,
    Bold,
    Perfect,
    Level,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Random,
        Self::Greedy,
        Self::Search,
        Self::MaxN,
        Self::Mcts,
        Self::Material,
        Self::Bold,
        Self::Perfect,
        Self::Level,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search => "search",
            Self::MaxN => "maxn",
            Self::Mcts => "mcts",
            Self::Material => "material",
            Self::Bold => "bold",
            Self::Perfect => "perfect",
            Self::Level => "level",
        }
    }

    /// The names of the settings it takes.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Perfect | Self::Level => &[],
            Self::Greedy => &["judge"],
            Self::Search => &["time", "nodes", "depth", "clock", "table", "random"],
            Self::MaxN | Self::Material => &["time", "nodes", "depth", "clock", "table"],
            Self::Bold => &["time", "nodes", "depth", "clock"],
            Self::Mcts => &["time", "nodes", "clock", "table", "exploration", "urgency", "rollout"],
        }
    }
}

/// What a player may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Setting {
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
    const NAMES: [&'static str; 11] = [
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
    fn index(self) -> usize {
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

    fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    fn parse(name: &str, value: &str) -> Result<Self, ParsePlayerError> {
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
                let mib = value.parse().ok().filter(|mib| *mib <= Player::MOST_TABLE_MIB);
                (mib.map(Self::Table), "MiB from 0 to 65536")
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

fn parse_clock(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

impl Player {
    const TABLE_MIB: usize = 16;
    const MOST_TABLE_MIB: usize = 1 << 16;

    /// The search without settings.
    pub(crate) const SEARCH: Self = Self { kind: Kind::Search, settings: Vec::new() };

    /// The player who plays any legal move.
    pub(crate) const RANDOM: Self = Self { kind: Kind::Random, settings: Vec::new() };

    /// The search with the settings of a level, if this is one; otherwise what it is.
    pub(crate) fn resolve<G: AnyGame>(&self) -> Self {
        let Some(level) = self.find(|setting| match setting {
            Setting::Level(level) => G::LEVELS.get(usize::from(level).wrapping_sub(1)),
            _ => None,
        }) else {
            return self.clone();
        };
        let settings = vec![Setting::Nodes(level.nodes), Setting::Random(level.random)];
        Self { kind: Kind::Search, settings }
    }

    /// A player of a level from 1 to 8.
    ///
    /// # Errors
    ///
    /// There is no such level.
    pub(crate) fn level(text: &str) -> Result<Self, ParsePlayerError> {
        Ok(Self { kind: Kind::Level, settings: vec![Setting::parse("level", text)?] })
    }

    fn find<T>(&self, wanted: impl Fn(Setting) -> Option<T>) -> Option<T> {
        self.settings.iter().copied().find_map(wanted)
    }

    /// Says whether it can play the game.
    ///
    /// # Errors
    ///
    /// Says what it plays instead, or what it lacks.
    pub(crate) fn check<G: AnyGame>(&self) -> Result<(), String> {
        memory::check_table(self.table_mib()).map_err(|error| format!("table: {error}"))?;
        let counts = self.kind == Kind::Material || self.settings.contains(&Setting::JudgeMaterial);
        match self.kind {
            _ if counts && G::material().is_none() => {
                Err("there is nothing to count in this game".to_owned())
            }
            Kind::Bold if G::own_player("bold").is_none() => Err("it plays Compass".to_owned()),
            Kind::Perfect if G::own_player("perfect").is_none() => {
                Err("it plays Collapsi".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// A contestant who plays so.
    pub(crate) fn contestant<G: AnyGame>(&self) -> Contestant<'static, G> {
        let player = self.resolve::<G>();
        let limits = player.limits();
        let contestant = Contestant::new(self.to_string(), move || player.bot::<G>());
        let contestant = contestant.limits(limits);
        match self.clock() {
            Some(control) => contestant.time_control(control),
            None => contestant,
        }
    }

    /// The limits for one move.
    pub(crate) fn limits(&self) -> Limits {
        self.limits_or_time(Duration::from_millis(100))
    }

    /// The limits for one move; without any, this time.
    pub(crate) fn limits_or_time(&self, time: Duration) -> Limits {
        let mut limits = Limits::new();
        for setting in &self.settings {
            limits = match *setting {
                Setting::Time(millis) => limits.time(Duration::from_millis(millis)),
                Setting::Nodes(nodes) => limits.nodes(nodes),
                Setting::Depth(plies) => limits.depth(plies),
                _ => limits,
            };
        }
        let is_limit = |setting: &Setting| setting.index() <= 3;
        if self.settings.iter().any(is_limit) { limits } else { limits.time(time) }
    }

    /// The time for a whole game.
    pub(crate) fn clock(&self) -> Option<TimeControl> {
        self.find(|setting| match setting {
            Setting::Clock(control) => Some(control),
            _ => None,
        })
    }

    /// The size of its table.
    pub(crate) fn table_mib(&self) -> usize {
        let table = self.find(|setting| match setting {
            Setting::Table(mib) => Some(mib),
            _ => None,
        });
        table.unwrap_or(Self::TABLE_MIB)
    }

    /// How many moves of a hundred are any legal move.
    fn random(&self) -> u32 {
        let random = self.find(|setting| match setting {
            Setting::Random(percent) => Some(percent),
            _ => None,
        });
        random.unwrap_or(0)
    }

    /// Whether all it does is to search, so that it can say what it finds.
    pub(crate) fn searches(&self) -> bool {
        self.kind == Kind::Search && self.random() == 0
    }

    /// The bot of a player who is [resolved](Self::resolve). Where [`check`](Self::check) refuses the
    /// player, it plays at random.
    pub(crate) fn bot<G: AnyGame>(&self) -> Box<dyn Bot<G>> {
        let bytes = self.table_mib() << 20;
        let random = || Box::new(RandomBot::new(0)) as Box<dyn Bot<G>>;
        let judge = G::Evaluation::default;
        match (self.kind, G::material()) {
            (Kind::Greedy, Some(material)) if self.settings.contains(&Setting::JudgeMaterial) => {
                Box::new(GreedyBot::new(material, 0))
            }
            (Kind::Greedy, _) => Box::new(GreedyBot::new(judge(), 0)),
            (Kind::Search, _) => Box::new(Sometimes {
                percent: self.random(),
                otherwise: Search::with_table_bytes(judge(), bytes),
                chance: seeded(0),
            }),
            (Kind::MaxN, _) => Box::new(MaxN::with_table_bytes(judge(), bytes)),
            (Kind::Mcts, _) => Box::new(Mcts::with_options(NoEvaluation, self.mcts_options(bytes))),
            (Kind::Material, Some(material)) => Box::new(Search::with_table_bytes(material, bytes)),
            (Kind::Bold | Kind::Perfect, _) => {
                G::own_player(self.kind.name()).unwrap_or_else(random)
            }
            (Kind::Random | Kind::Level, _) | (Kind::Material, None) => random(),
        }
    }

    fn mcts_options(&self, bytes: usize) -> MctsOptions {
        let options = MctsOptions::new().bytes(bytes);
        self.settings.iter().fold(options, |options, setting| match *setting {
            Setting::Exploration(exploration) => options.exploration(exploration),
            Setting::Urgency(urgency) => options.first_play_urgency(urgency),
            Setting::Rollout(plies) => options.rollout_plies(plies),
            _ => options,
        })
    }
}

/// Plays any legal move sometimes, and otherwise as another bot.
struct Sometimes<B> {
    percent: u32,
    otherwise: B,
    chance: SeededRng,
}

impl<G: Game, B: Bot<G>> Bot<G> for Sometimes<B> {
    fn choose(&mut self, position: &G, limits: &Limits) -> Option<G::Move> {
        if self.chance.random_ratio(self.percent, 100) {
            position.legal_moves().choose(&mut self.chance).copied()
        } else {
            self.otherwise.choose(position, limits)
        }
    }

    fn decide(&mut self, position: &G, limits: &Limits) -> Result<Decision<G::Move>, BotError> {
        if self.percent > 0 {
            let m = self.choose(position, limits).ok_or(BotError::NoMove)?;
            return Ok(Decision { m, score: None, nodes: None });
        }
        self.otherwise.decide(position, limits)
    }

    fn new_game(&mut self, start: &G, seed: u64) {
        self.chance = seeded(seed);
        self.otherwise.new_game(start, seed);
    }
}

/// As it is read.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings: Vec<String> = self.settings.iter().map(ToString::to_string).collect();
        let colon = if settings.is_empty() { "" } else { ":" };
        f.pad(&format!("{}{colon}{}", self.kind.name(), settings.join(",")))
    }
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

/// What is wrong with the description of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParsePlayerError {
    #[error("there is no player {name:?}: expected {known}")]
    Kind { name: String, known: String },
    #[error("{kind} has no setting {name:?}: expected {}", or_none(settings))]
    Setting { kind: &'static str, name: String, settings: &'static [&'static str] },
    #[error("{name} is {value:?}: expected {expected}")]
    Value { name: String, value: String, expected: &'static str },
    #[error("{0} is set twice")]
    Twice(String),
}

fn or_none(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let (name, given) = match text.split_once(':') {
            Some((name, given)) => (name, Some(given)),
            None => (text, None),
        };
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| ParsePlayerError::Kind {
            name: name.to_owned(),
            known: Kind::ALL.map(Kind::name).join(", "),
        })?;
        if kind == Kind::Level {
            return Self::level(given.unwrap_or_default());
        }
        let mut settings: Vec<Setting> = Vec::new();
        for setting in given.into_iter().flat_map(|given| given.split(',')) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            if !kind.settings().contains(&name) {
                let (name, settings) = (name.to_owned(), kind.settings());
                return Err(ParsePlayerError::Setting { kind: kind.name(), name, settings });
            }
            if settings.iter().any(|setting| setting.name() == name) {
                return Err(ParsePlayerError::Twice(name.to_owned()));
            }
            settings.push(Setting::parse(name, value)?);
        }
        settings.retain(|setting| *setting != Setting::Table(Self::TABLE_MIB));
        settings.sort_by_key(|setting| setting.index());
        Ok(Self { kind, settings })
    }
}
