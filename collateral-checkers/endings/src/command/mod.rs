//! The command `fourfold tablebase`: tablebases and bitbases are built, verified, looked up, and used to settle
//! positions.

mod build;
mod classes;
mod look_up;
mod settle;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::{Endings, Forced};
use clap::{Args, Subcommand};
use collateral_checkers::Rules;
use solve::tablebase::{Bitbase, BuildOptions, FileError, Statistics, Stored, Table, Tablebase};

use build::{BuildArgs, EndingsArgs, SampleArgs};
use kit::{Failure, Merge, OwnCommand, RunArgs};
use look_up::Split;
use settle::Question;
use terminal::args::{JsonArgs, RuleArgs, ShardArgs, ThreadArgs, list_options, whole};
use terminal::files;

/// Collateral Checkers: build, verify and look up endgame tablebases, and settle positions
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold tablebase build six.endings --max-pieces 6
  fourfold tablebase verify six.endings
  fourfold tablebase build eight.classes --max-pieces 8 --shard 1/2
  fourfold tablebase probe six.endings '1b3/b3b/5/w3w/3w1 w 0 0'
  fourfold tablebase build ten.bitbase --max-pieces 10 --bitbase
  fourfold tablebase settle ten.bitbase --state ten.state
  fourfold tablebase certify ten.bitbase --out start.certificate")]
pub struct TablebaseArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(BuildArgs),
    /// List the classes that shards build one by one, in order, each with those that it needs
    #[command(mut_arg("set", list_options::<Rules>))]
    Classes {
        #[command(flatten)]
        endings: EndingsArgs,

        #[command(flatten)]
        json: JsonArgs,
    },
    /// Verify everything stored against what is stored one ply later
    Verify {
        /// The tablebase or bitbase
        file: PathBuf,

        /// Verify instead N random positions of each class of a bitbase, each by a search of its own that
        /// goes on until a capture
        #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), conflicts_with = "shard")]
        sample: Option<u64>,

        #[command(flatten)]
        sample_args: SampleArgs,

        #[command(flatten)]
        threads: ThreadArgs,

        #[command(flatten)]
        shard: ShardArgs,
    },
    /// Look up a position: its score, its moves with their scores, and best play
    ///
    /// A bitbase has no distances, and disregards the limit of quiet plies.
    #[command(mut_arg("set", list_options::<Rules>))]
    Probe {
        /// The tablebase or bitbase
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
        /// The tablebase or bitbase
        file: PathBuf,

        /// Count also by who holds the centre
        #[arg(long)]
        by_centre: bool,

        #[command(flatten)]
        json: JsonArgs,
    },
    /// Find the result of each first move with best play, however long the game may last
    Settle {
        #[command(flatten)]
        question: Question,

        /// Find instead, ply by ply, which first moves force a win within this many plies
        #[arg(long, value_name = "N", value_parser = whole(1..=Forced::MAX_PLIES))]
        plies: Option<u32>,

        #[command(flatten)]
        json: JsonArgs,
    },
    /// Settle the position and its first moves, and write strategies that prove the results
    Certify {
        #[command(flatten)]
        question: Question,

        /// The certificate to write
        #[arg(long, value_name = "FILE", default_value = "checkers.certificate")]
        out: PathBuf,
    },
}

/// The command.
pub fn command() -> OwnCommand {
    let merge = Merge { takes: is_table, merge: classes::merge };
    OwnCommand::new::<TablebaseArgs>("tablebase").merge(merge)
}

impl RunArgs for TablebaseArgs {
    fn run(self) -> Result<(), Failure> {
        let out = &mut anstream::stdout().lock();
        match self.command {
            Command::Build(args) => args.run(out),
            Command::Classes { endings, json } => classes::list(json, &endings.endings()?),
            Command::Verify { file, sample: None, threads, shard, .. } => {
                match Contents::load(&file)? {
                    Contents::Scores(table) => build::verify(out, &table, shard, &options(threads)),
                    Contents::Results(table) => {
                        build::verify(out, &table, shard, &options(threads))
                    }
                }
            }
            Command::Verify { file, sample: Some(count), sample_args, threads, .. } => {
                let Contents::Results(table) = Contents::load(&file)? else {
                    return Err(Failure::usage("--sample", "expected a bitbase"));
                };
                build::verify_sample(out, &table, count, &sample_args, &options(threads))
            }
            Command::Probe { file, position, rules, record, json } => {
                let contents = Contents::load(&file)?;
                let position = contents.read(&position, &rules)?;
                let record = record.as_deref();
                match contents {
                    Contents::Scores(table) => look_up::probe(json, &table, &position, record),
                    Contents::Results(table) => look_up::probe(json, &table, &position, record),
                }
            }
            Command::Stats { file, by_centre, json } => {
                let by = if by_centre { Split::Centre } else { Split::Material };
                match Contents::load(&file)? {
                    Contents::Scores(table) => {
                        let count = |class, indices| table.statistics(class, indices);
                        look_up::statistics(out, &table, json, by, "   longest win", count)
                    }
                    Contents::Results(table) => {
                        let count = |class, indices| Statistics {
                            counts: table.counts(class, indices),
                            ..Statistics::default()
                        };
                        look_up::statistics(out, &table, json, by, "", count)
                    }
                }
            }
            Command::Settle { question, plies, json } => {
                question.ask(|asked| settle::settle(out, asked, plies, json))
            }
            Command::Certify { question, out: file } => {
                files::check(&file)?;
                question.ask(|asked| settle::certify(out, asked, &file))
            }
        }
    }
}

fn options<'a>(threads: ThreadArgs) -> BuildOptions<'a> {
    BuildOptions::new().threads(NonZeroUsize::new(threads.count()).unwrap_or(NonZeroUsize::MIN))
}

enum Contents {
    Scores(Tablebase<Endings>),
    Results(Bitbase<Endings>),
}

impl Contents {
    fn load(file: &Path) -> Result<Self, Failure> {
        Ok(if is_bitbase(file) { Self::Results(load(file)?) } else { Self::Scores(load(file)?) })
    }

    fn family(&self) -> &Endings {
        match self {
            Self::Scores(table) => table.family(),
            Self::Results(table) => table.family(),
        }
    }
}

pub(crate) const IS_BITBASE: &str = "this is a bitbase: expected a tablebase, with distances";

/// Whether a file is a tablebase, a bitbase, or a class of one.
fn is_table(file: &Path) -> bool {
    Tablebase::<Endings>::read_description(file).is_ok()
        || Bitbase::<Endings>::read_description(file).is_ok()
}

/// Whether a file begins as bitbases do, or cannot be read.
pub fn is_bitbase(file: &Path) -> bool {
    !matches!(Bitbase::<Endings>::read_description(file), Err(FileError::Foreign))
}

/// Reads a tablebase or a bitbase.
///
/// # Errors
///
/// The file cannot be read, or is of another kind.
pub fn load<S: Stored>(file: &Path) -> Result<Table<Endings, S>, Failure> {
    Table::load(endings::<S>(file)?, file).map_err(|error| Failure::file(file, error))
}

/// The endings that the file of a tablebase or a bitbase is for.
///
/// # Errors
///
/// The file cannot be read, or is of another kind.
pub fn endings<S: Stored>(file: &Path) -> Result<Endings, Failure> {
    let description = Table::<Endings, S>::read_description(file).map_err(|error| match error {
        FileError::Read { error, .. } => Failure::file(file, error),
        FileError::Foreign if is_bitbase(file) => Failure::file(file, IS_BITBASE),
        FileError::Foreign if Tablebase::<Endings>::read_description(file).is_ok() => {
            Failure::file(file, "this is a tablebase: expected a bitbase, without distances")
        }
        error => Failure::file(file, error),
    })?;
    description.parse().map_err(|error| Failure::file(file, error))
}
