//! Arguments that several subcommands take.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use engine::board::quoted;
use engine::record::Record;
use engine::{Limits, Notation, Options, ParseError};
use kit::{Dynamic, Failure, Kit, MOST_TABLE_MIB, Move};
use serde::Serialize;
use system::Shard;

use crate::{memory, records, words};

pub fn pair<A: FromStr, B: FromStr>(text: &str) -> Result<(A, B), &'static str> {
    let both = |(a, b): (&str, &str)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?));
    text.split_once(',').and_then(both).ok_or("expected two numbers separated by a comma")
}

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

/// Reads one of these values by its name.
pub fn one_of<T, const N: usize>(values: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: ToString + FromStr<Err = ParseError> + Clone + Send + Sync + 'static,
{
    let names = values.map(|value| value.to_string());
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

#[derive(Clone, Debug, Default, Args)]
pub struct RuleArgs {
    /// Set a rule option; may be given several times, once for each option
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Lists the rule options of one game alone, for a command that knows no other.
pub fn list_options<R: Options>(set: Arg) -> Arg {
    set.long_help(format!("{SET_HELP}{}", words::list_options(&R::defaults())))
}

pub const SET_HELP: &str = "\
Set a rule option; may be given several times, once for each option. The options, with their defaults and \
the values they take:
";

/// From a list of options, separated by commas.
impl From<&str> for RuleArgs {
    fn from(list: &str) -> Self {
        let settings = list.split(',').filter(|setting| !setting.is_empty());
        Self { set: settings.map(str::to_owned).collect() }
    }
}

impl RuleArgs {
    pub fn are_given(&self) -> bool {
        !self.set.is_empty()
    }

    /// The rules of a game that is known by its type.
    pub fn rules<R: Options>(&self) -> Result<R, Failure> {
        self.fold(R::default(), |mut rules, name, value| {
            rules.set(name, value).map_err(|error| error.to_string()).map(|()| rules)
        })
    }

    /// The rules of a game, every option in order.
    pub fn settings(&self, kit: &Kit) -> Result<String, Failure> {
        let rules = kit.usual_start().rule_settings();
        self.fold(rules, |rules, name, value| {
            kit.set(&rules, name, value).map_err(|error| error.to_string())
        })
    }

    fn fold<R>(
        &self,
        mut rules: R,
        mut set_one: impl FnMut(R, &str, &str) -> Result<R, String>,
    ) -> Result<R, Failure> {
        let mut names = Vec::new();
        for set in &self.set {
            let at = || format!("--set {}", quoted(set));
            let Some((name, value)) = set.split_once('=') else {
                return Err(Failure::usage(at(), "expected KEY=VALUE"));
            };
            if names.contains(&name) {
                return Err(Failure::usage(at(), format!("expected {name} to be set once")));
            }
            names.push(name);
            rules = set_one(rules, name, value).map_err(|error| Failure::usage(at(), error))?;
        }
        Ok(rules)
    }
}

/// Reads a position of a game that is known by its type.
pub fn parse_position<G: Notation>(text: &str, rules: &G::Rules) -> Result<G, Failure> {
    G::parse(text, rules).map_err(|error| wrong_position(text, error))
}

fn wrong_position(text: &str, error: impl Display) -> Failure {
    Failure::usage(format!("position {}", quoted(text)), error)
}

/// Reads a position that may begin with a minus sign, but is no misspelt option.
pub fn no_option(text: &str) -> Result<String, &'static str> {
    if text.starts_with("--") { Err("there is no such option") } else { Ok(text.to_owned()) }
}

#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// The position in the game's notation, or "start", or "-" to read it from standard input, or
    /// @FILE: a record of a game
    // A board of Compass may begin with an empty square, "-".
    #[arg(default_value = "start", allow_hyphen_values = true, value_parser = no_option)]
    position: String,

    #[command(flatten)]
    start: StartArgs,
}

#[derive(Clone, Debug, Args)]
pub struct StartArgs {
    #[command(flatten)]
    pub rules: RuleArgs,

    /// The seed of the deal that "start" is, in games dealt at random [default: 0; for `play` random]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub seed: Option<u64>,

    /// For a record: the ply of the main line [default: the last one]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    ply: Option<u64>,

    /// For a file with several records: which one [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    number: Option<u64>,
}

impl PositionArgs {
    /// Takes the text out and leaves the start.
    pub fn take(&mut self) -> String {
        std::mem::replace(&mut self.position, "start".to_owned())
    }

    pub fn position(&self, kit: &Kit) -> Result<Dynamic, Failure> {
        self.start.position(kit, &self.position)
    }
}

impl StartArgs {
    pub fn position(&self, kit: &Kit, text: &str) -> Result<Dynamic, Failure> {
        Ok(self.game(kit, text)?.position().clone())
    }

    /// The recorded game up to the position with this text; without a record, a game that begins there.
    pub fn game(&self, kit: &Kit, text: &str) -> Result<Record<Dynamic>, Failure> {
        if let Some(file) = text.strip_prefix('@').map(Path::new) {
            return self.recorded(kit, file, &records::read(file)?);
        }
        let input = Path::new("-");
        let read = if text == "-" { records::read(input)? } else { String::new() };
        let line = read.lines().next().unwrap_or_default().trim();
        let is_read = || kit.records(&read).next().is_some_and(|game| game.is_ok());
        if read.trim_start().starts_with('[')
            || text == "-" && kit.parse(line, "").is_err() && is_read()
        {
            return self.recorded(kit, input, &read);
        }
        if self.ply.is_some() || self.number.is_some() {
            return Err(Failure::usage("--ply and --number", "expected a record, as in @FILE"));
        }
        let rules = self.rules.settings(kit)?;
        let start = match text {
            "start" => kit.start(&rules, self.seed.unwrap_or(0)).map_err(Failure::run),
            _ if self.seed.is_some() => {
                Err(Failure::usage("--seed", "expected with the position \"start\" only"))
            }
            "-" => kit.parse(line, &rules).map_err(|error| wrong_position(line, error)),
            _ => kit.parse(text, &rules).map_err(|error| {
                let by = if kit.options().is_empty() { "" } else { ", or other rules by --set" };
                let or = "or expected \"start\", \"-\" or @FILE";
                wrong_position(text, format!("{error}; {or}{by}"))
            }),
        };
        Ok(records::begin(kit.name(), start?))
    }

    /// The game chosen by `--number` from a file, at the ply chosen by `--ply`.
    fn recorded(&self, kit: &Kit, path: &Path, text: &str) -> Result<Record<Dynamic>, Failure> {
        if self.rules.are_given() || self.seed.is_some() {
            return Err(Failure::usage("--set and --seed", "expected no record"));
        }
        let mut game = records::choose(kit, path, text, self.number.unwrap_or(1))?;
        if let Some(ply) = self.ply {
            let refuse = |expected| Failure::usage("--ply", expected);
            game.go_to(whole(0..=game.ply())(&ply.to_string()).map_err(refuse)?);
        }
        Ok(game)
    }
}

pub fn play(position: &mut Dynamic, moves: &str) -> Result<Vec<Move>, Failure> {
    position.play_text(moves).map_err(|error| Failure::Usage(error.to_string()))
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
        let limits = self.limits();
        if self == Self::default() { limits.time(time) } else { limits }
    }

    pub fn limits(self) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        let limits = time.into_iter().fold(Limits::new(), Limits::time);
        let limits = self.depth.into_iter().fold(limits, Limits::depth);
        self.nodes.into_iter().fold(limits, Limits::nodes)
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub struct TableArgs {
    /// The size of the transposition table, in MiB
    #[arg(long = "table", value_name = "MIB", default_value_t = 64)]
    #[arg(value_parser = whole(0..=MOST_TABLE_MIB))]
    mib: usize,
}

impl TableArgs {
    /// The size in bytes; an error if the machine has less memory available.
    pub fn bytes(self) -> Result<usize, Failure> {
        memory::check_table(self.mib).map_err(|error| Failure::usage("--table", error))?;
        Ok(self.mib << 20)
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadArgs {
    /// The number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = whole(1..=Self::MOST))]
    threads: Option<usize>,
}

impl ThreadArgs {
    const MOST: usize = 256;

    pub fn count(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all).min(Self::MOST)
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub struct ShardArgs {
    /// Do only shard I of N, as one of N machines; `merge` puts the files of all of them together
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
}

impl ShardArgs {
    /// Refuses a shard that is not kept.
    pub fn check(self, out: Option<&PathBuf>) -> Result<(), Failure> {
        if self.part().is_some() && out.is_none() {
            return Err(Failure::usage("--shard", "expected --out too, for `merge`"));
        }
        Ok(())
    }

    /// The shard, if it is not all of the work.
    pub fn part(self) -> Option<Shard> {
        Some(self.shard).filter(|&shard| shard != Shard::WHOLE)
    }
}

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct JsonArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl JsonArgs {
    /// Prints an answer: one JSON object, or what `text` writes.
    pub fn print<J: Serialize>(
        self,
        json: impl FnOnce() -> J,
        text: impl FnOnce(&mut Out) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let out = &mut anstream::stdout().lock();
        if !self.json {
            return Ok(text(out)?);
        }
        let json = serde_json::to_string(&json()).map_err(Failure::run)?;
        Ok(writeln!(out, "{json}")?)
    }
}

/// Standard output, with colours where they are wanted.
pub type Out = anstream::AutoStream<io::StdoutLock<'static>>;
