//! Looks up a deal in a file that `survey` has written.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use collapsi::{Position, Survey};

use crate::args::{RuleArgs, read_position};
use crate::failure::{Failure, quote};

/// Collapsi: look up who wins a deal, and in how many plies, in a file that `survey` has written
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold look-up all.survey A223/4A2J/3A23/J3A4")]
pub(crate) struct LookUpArgs {
    /// The file
    file: PathBuf,

    /// A bare deal such as A223/4A2J/3A23/J3A4, or one with the pawns marked on its jokers
    deal: String,

    #[command(flatten)]
    rules: RuleArgs,
}

impl LookUpArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position: Position = read_position(&self.deal, &self.rules.rules()?)?;
        let survey = Survey::load(&self.file).map_err(|error| Failure::file(&self.file, error))?;
        let verdict = survey.verdict_of(&position).ok_or_else(|| {
            let what = format!("deal {}", quote(&self.deal));
            Failure::usage(what, "expected all 16 cards face up, and the pawns on the jokers")
        })?;
        Ok(writeln!(anstream::stdout(), "{verdict}")?)
    }
}
