//! Subcommands that only one game has.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command};

use crate::error::Failure;

/// A subcommand that a game brings to the program, such as `tablebase`, and how files that it writes are put
/// together.
#[derive(Clone, Debug)]
pub struct OwnCommand {
    /// The name.
    pub name: &'static str,
    /// How its files are put together, if they can be divided.
    pub merge: Option<Merge>,
    command: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<(), Failure>,
}

/// Puts the files of shards together.
#[derive(Clone, Copy, Debug)]
pub struct Merge {
    /// Whether a file is one of those.
    pub takes: fn(&Path) -> bool,
    /// Writes a file that has all of several others.
    pub merge: fn(&Path, &[PathBuf]) -> Result<(), Failure>,
}

/// Arguments that run.
pub trait RunArgs: Args {
    /// Runs the command.
    ///
    /// # Errors
    ///
    /// The failure that ends the program.
    fn run(self) -> Result<(), Failure>;
}

impl OwnCommand {
    /// The command of this name with these arguments.
    pub fn new<A: RunArgs>(name: &'static str) -> Self {
        let run = |matches: &ArgMatches| {
            A::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?.run()
        };
        Self { name, command: A::augment_args, run, merge: None }
    }

    /// The same command, whose files of shards can be merged.
    #[must_use]
    pub fn merge(self, merge: Merge) -> Self {
        Self { merge: Some(merge), ..self }
    }

    /// What the command line says of it.
    pub fn command(&self) -> Command {
        (self.command)(Command::new(self.name))
    }

    /// Runs it.
    ///
    /// # Errors
    ///
    /// The failure that ends the program.
    pub fn run(&self, matches: &ArgMatches) -> Result<(), Failure> {
        (self.run)(matches)
    }
}
