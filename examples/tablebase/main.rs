//! Endgame tablebases of Collateral Checkers: built, verified, looked up, and used by the search.

mod build;
mod look_up;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use collateral_checkers::{Endings, Position, Rules};
use engine::Limits;
use engine::tablebase::{BuildOptions, Tablebase};
use fourfold::args::{RuleArgs, number, parse, read_position};
use fourfold::failure::{Failure, exit};
use fourfold::memory;

/// Build, verify and look up endgame tablebases of Collateral Checkers
#[derive(Parser)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a tablebase, or what is missing of one; Ctrl-C loses no finished part
    Build {
        /// The file to write; if it is there, the build goes on from it
        file: PathBuf,

        /// All positions with up to so many pieces, of both sides together
        #[arg(long, value_name = "N", default_value_t = 7)]
        max_pieces: usize,

        /// Take at most so many MiB of memory [default: what is available]
        #[arg(long, value_name = "MIB", value_parser = number::<u32>)]
        memory: Option<u32>,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        threads: ThreadArgs,
    },
    /// Check every score against those one ply later, which proves them
    Verify {
        /// The tablebase
        file: PathBuf,

        #[command(flatten)]
        threads: ThreadArgs,
    },
    /// Look up a position: its score, its moves with theirs, and best play
    Probe {
        /// The tablebase
        file: PathBuf,

        /// The position, such as "ww2w/5/5/5/bb2b b 0 0"
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Count what is won, drawn and lost, by material, and show what takes longest
    Stats {
        /// The tablebase
        file: PathBuf,

        /// Print one JSON object for each material
        #[arg(long)]
        json: bool,
    },
    /// Search a position, of any number of pieces, with the tablebase and without
    Search {
        /// The tablebase
        file: PathBuf,

        /// The position, such as "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        /// How long to search, in milliseconds, each time
        #[arg(long, value_name = "MS", default_value_t = 1000)]
        movetime: u64,

        /// The deepest search, in plies
        #[arg(long, value_name = "PLIES", default_value_t = Limits::MAX_DEPTH)]
        depth: u32,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, Args)]
struct ThreadArgs {
    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Json,
}

impl From<bool> for Style {
    fn from(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

impl ThreadArgs {
    fn options<'a>(self) -> BuildOptions<'a> {
        let options = BuildOptions::new();
        self.threads.map_or(options.clone(), |threads| options.threads(threads))
    }
}

fn main() -> ExitCode {
    exit(parse().and_then(run))
}

fn run(program: Program) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    match program.command {
        Command::Build { file, max_pieces, memory, rules, threads } => {
            let endings = Endings::new(rules.rules()?, max_pieces);
            let endings = endings.map_err(|error| Failure::Usage(error.to_string()))?;
            let memory = memory.map(|mebibytes| u64::from(mebibytes) << 20);
            let memory = memory.or_else(memory::available);
            build::build(out, &file, endings, &threads.options(), memory)
        }
        Command::Verify { file, threads } => build::verify(out, &load(&file)?, &threads.options()),
        Command::Probe { file, position, rules, json } => {
            let table = load(&file)?;
            let position = read(&position, &rules, &table)?;
            look_up::probe(out, &table, &position, json.into())
        }
        Command::Stats { file, json } => look_up::statistics(out, &load(&file)?, json.into()),
        Command::Search { file, position, rules, movetime, depth, json } => {
            let table = load(&file)?;
            let position = read(&position, &rules, &table)?;
            let limits = Limits::new().depth(depth).time(Duration::from_millis(movetime));
            look_up::search(out, table, &position, &limits, json.into())
        }
    }
}

/// Reads a tablebase, whichever endings it is for.
fn load(file: &Path) -> Result<Tablebase<Endings>, Failure> {
    let description = Tablebase::<Endings>::read_description(file).map_err(Failure::run)?;
    let endings = description.parse().map_err(Failure::run)?;
    Tablebase::load(endings, file).map_err(Failure::run)
}

/// Reads a position; unless rules are given, it is played by those of the tablebase, with the usual
/// quiet limit.
fn read(text: &str, rules: &RuleArgs, table: &Tablebase<Endings>) -> Result<Position, Failure> {
    let usual = Rules { quiet_limit: Rules::default().quiet_limit, ..table.family().rules() };
    let rules = if rules.are_given() { rules.rules()? } else { usual };
    read_position(text, &rules)
}
