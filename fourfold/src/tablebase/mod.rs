//! Endgame tablebases of Collateral Checkers: built, verified, looked up, and used by the search.

mod build;
mod look_up;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use collateral_checkers::{Endings, Material, Position, Rules};
use engine::solve::tablebase::{Bitbase, BuildOptions, Counts, FileError, Tablebase};
use indicatif::HumanCount;

use crate::args::{JsonArgs, LimitArgs, RuleArgs, ThreadArgs, read_position, rules_of, whole};
use crate::failure::Failure;
use crate::games::Name;
use crate::memory;
pub(crate) use build::{announce, class_names, peak, seconds, verify, watched};

/// Collateral Checkers: build, verify and look up endgame tablebases
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct TablebaseArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build or complete a tablebase; Ctrl-C keeps the finished classes
    Build(BuildArgs),
    /// Verify every score against those one ply later
    Verify(FileArgs),
    /// Look up a position: its score, its moves with their scores, and best play
    #[command(mut_arg("set", rules_of(Name::CollateralCheckers)))]
    Probe {
        /// The tablebase
        file: PathBuf,

        /// The position, such as "ww2w/5/5/5/bb2b b 0 0"
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        /// Write best play to this file, as the record of a game
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,

        #[command(flatten)]
        json: JsonArgs,
    },
    /// Count wins, draws and losses by material, and show the longest win
    Stats {
        /// The tablebase
        file: PathBuf,

        #[command(flatten)]
        json: JsonArgs,
    },
    /// Search a position, of any number of pieces, with the tablebase and without
    #[command(mut_arg("set", rules_of(Name::CollateralCheckers)))]
    Search {
        /// The tablebase
        file: PathBuf,

        /// The position, such as "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        limits: LimitArgs,

        #[command(flatten)]
        json: JsonArgs,
    },
}

/// A file to work on.
#[derive(Args)]
pub(crate) struct FileArgs {
    /// The file
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Options of a build.
#[derive(Args)]
#[command(mut_arg("set", rules_of(Name::CollateralCheckers)))]
pub(crate) struct BuildArgs {
    /// The file to write; an existing one is completed
    pub(crate) file: PathBuf,

    /// Include positions with up to this many pieces, both sides together
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole(Endings::PIECES))]
    max_pieces: usize,

    /// Take at most this many MiB of memory [default: all that is available]
    #[arg(long, value_name = "MIB", value_parser = whole(0..=u32::MAX))]
    memory: Option<u32>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

impl BuildArgs {
    pub(crate) fn endings(&self) -> Result<Endings, Failure> {
        let endings = Endings::new(self.rules.rules()?, self.max_pieces);
        endings.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The bytes that may be taken.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory.map(|mebibytes| u64::from(mebibytes) << 20)
    }
}

const HELP: &str = "\
Examples:
  fourfold tablebase build six.endings --max-pieces 6
  fourfold tablebase verify six.endings
  fourfold tablebase probe six.endings '1b3/b3b/5/w3w/3w1 w 0 0'";

impl TablebaseArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let out = &mut anstream::stdout().lock();
        match self.command {
            Command::Build(args) => {
                let memory = args.memory().or_else(memory::available);
                build::build(out, &args.file, args.endings()?, &options(args.threads), memory)
            }
            Command::Verify(FileArgs { file, threads }) => {
                let (table, options) = (load(&file)?, options(threads));
                let done = (table.built(), table.classes());
                verify(out, table.family(), done, &options, |options| table.verify(options))
            }
            Command::Probe { file, position, rules, record, json } => {
                let table = load(&file)?;
                let position = read(&position, &rules, &table)?;
                if let Some(path) = record {
                    look_up::record(&table, position, &path)?;
                }
                look_up::probe(json, &table, &position)
            }
            Command::Stats { file, json } => look_up::statistics(out, &load(&file)?, json.style()),
            Command::Search { file, position, rules, limits, json } => {
                let table = load(&file)?;
                let position = read(&position, &rules, &table)?;
                let limits = limits.or_time(Duration::from_secs(1));
                look_up::search(json, table, &position, &limits)
            }
        }
    }
}

/// Options with these threads.
pub(crate) fn options<'a>(threads: ThreadArgs) -> BuildOptions<'a> {
    BuildOptions::new().threads(NonZeroUsize::new(threads.count()).unwrap_or(NonZeroUsize::MIN))
}

/// Reads a tablebase of any endings.
pub(crate) fn load(file: &Path) -> Result<Tablebase<Endings>, Failure> {
    let endings = described(file, Tablebase::<Endings>::read_description(file))?;
    Tablebase::load(endings, file).map_err(|error| Failure::file(file, error))
}

/// The endings of a file, by the description in it.
pub(crate) fn described(
    file: &Path,
    description: Result<String, FileError>,
) -> Result<Endings, Failure> {
    let description = description.map_err(|error| match error {
        FileError::Read { error, .. } => Failure::file(file, error),
        FileError::Foreign if Bitbase::<Endings>::read_description(file).is_ok() => {
            Failure::file(file, "this is a bitbase: expected a tablebase, with distances")
        }
        FileError::Foreign if Tablebase::<Endings>::read_description(file).is_ok() => {
            Failure::file(file, "this is a tablebase: expected a bitbase, without distances")
        }
        error => Failure::file(file, error),
    })?;
    description.parse().map_err(|error| Failure::file(file, error))
}

/// The heading of [`row`].
pub(crate) fn row_head() -> String {
    format!("{:8}{:>15}{:>8}{:>8}{:>8}", "to move", "positions", "won", "drawn", "lost")
}

/// A material with its number of positions and percentages of wins, draws and losses.
pub(crate) fn row(material: &Material, counts: Counts) -> String {
    let all = counts.positions();
    let share = |count| format!("{:>6.1} %", 100. * count as f64 / all.max(1) as f64);
    let shares = [counts.won, counts.drawn, counts.lost].map(share).concat();
    format!("{material:8}{:>15}{shares}", HumanCount(all).to_string())
}

/// Reads a position, by default with the rules of the tablebase and the usual quiet limit.
fn read(text: &str, rules: &RuleArgs, table: &Tablebase<Endings>) -> Result<Position, Failure> {
    let usual = Rules { quiet_limit: Rules::default().quiet_limit, ..table.family().rules() };
    let rules = if rules.are_given() { rules.rules()? } else { usual };
    read_position(text, &rules)
}
