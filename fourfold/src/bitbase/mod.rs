//! Bitbases of Collateral Checkers: the winner of each ending, and forced ways to won endings.

mod build;
mod solve;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use collateral_checkers::Endings;
use engine::solve::tablebase::Bitbase;

use crate::args::whole;
use crate::failure::Failure;
use crate::memory;
use crate::tablebase::{BuildArgs, FileArgs, described, options, verify};
use solve::Question;

/// Collateral Checkers: build bitbases of many pieces, and find forced wins with them
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct BitbaseArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a bitbase, or complete one; it is saved from time to time
    Build(BuildArgs),
    /// Check every result against those one ply later
    Verify(FileArgs),
    /// Count what is won, drawn and lost, by material
    Stats {
        /// The bitbase
        file: PathBuf,
    },
    /// Find, ply by ply, which first moves force a win for black or for white
    Force {
        #[command(flatten)]
        question: Question,

        /// The most plies within which to win
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole(1..=u32::MAX))]
        plies: u32,
    },
    /// Find the result of each first move with best play, however long the game may last
    Settle(Question),
    /// Settle the position and its first moves, and write strategies that prove the results
    Certify {
        #[command(flatten)]
        question: Question,

        /// The certificate to write
        #[arg(long, value_name = "FILE", default_value = "checkers.certificate")]
        out: PathBuf,
    },
}

const HELP: &str = "\
Examples:
  fourfold bitbase build six.bitbase --max-pieces 6
  fourfold bitbase verify six.bitbase
  fourfold bitbase force six.bitbase --plies 8
  fourfold bitbase settle ten.bitbase --state ten.state
  fourfold bitbase certify ten.bitbase --out start.certificate";

impl BitbaseArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let out = &mut anstream::stdout().lock();
        match self.command {
            Command::Build(args) => {
                let memory = args.memory().or_else(memory::available);
                build::build(out, &args.file, args.endings()?, &options(args.threads), memory)
            }
            Command::Verify(FileArgs { file, threads }) => {
                let (bitbase, options) = (load(&file)?, options(threads));
                let done = (bitbase.built(), bitbase.classes());
                verify(out, bitbase.family(), done, &options, |options| bitbase.verify(options))
            }
            Command::Stats { file } => build::stats(out, &load(&file)?),
            Command::Force { question, plies } => {
                question.ask(|asked| solve::force(out, asked, plies))
            }
            Command::Settle(question) => question.ask(|asked| solve::settle(out, asked)),
            Command::Certify { question, out: file } => {
                engine::system::file::check_save(&file)
                    .map_err(|error| Failure::file(&file, error))?;
                question.ask(|asked| solve::certify(out, asked, &file))
            }
        }
    }
}

/// Reads a bitbase, whichever endings it is for.
pub(crate) fn load(file: &Path) -> Result<Bitbase<Endings>, Failure> {
    let endings = described(file, Bitbase::<Endings>::read_description(file))?;
    Bitbase::load(endings, file).map_err(|error| Failure::file(file, error))
}
