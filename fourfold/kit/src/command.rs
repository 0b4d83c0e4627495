//! Subcommands that only one game has.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command};

use crate::failure::Failure;

/// A subcommand that a game brings to the program, such as `tablebase`, and how files that it writes are put
/// together.
#[derive(Clone)]
pub struct OwnCommand {
    name: &'static str,
    command: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<(), Failure>,
    merge: Option<Merge>,
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

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
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

    /// How its files are put together, if they can be divided.
    pub fn merger(&self) -> Option<Merge> {
        self.merge
    }
}

impl fmt::Debug for OwnCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnCommand").field("name", &self.name).finish_non_exhaustive()
    }
}
