//! Deals of Collapsi: random ones, those of a survey, and the games that they allow.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use collapsi::{Deal, Position, Survey, count_games};

use crate::args::{RuleArgs, number, read_position, rules_of};
use crate::failure::{Failure, quote};
use crate::games::Name;

/// Collapsi: print a random deal
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold deal --seed 5")]
pub(crate) struct DealArgs {
    /// The seed: the same number always deals the same cards [default: random]
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    seed: Option<u64>,
}

impl DealArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let deal = Deal::random(self.seed.unwrap_or_else(rand::random));
        Ok(writeln!(anstream::stdout(), "{deal}")?)
    }
}

/// Collapsi: look up who wins a deal, and in how many plies, in a file that `survey` has written
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold look-up all.survey A223/4A2J/3A23/J3A4")]
#[command(mut_arg("set", rules_of(Name::Collapsi)))]
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

/// Collapsi: count the complete games that can be played from a position
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold count-games A223/4A2J/3A23/J3A4")]
#[command(mut_arg("set", rules_of(Name::Collapsi)))]
pub(crate) struct CountGamesArgs {
    /// A position, or a bare deal such as A223/4A2J/3A23/J3A4
    position: String,

    #[command(flatten)]
    rules: RuleArgs,
}

impl CountGamesArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let games = count_games(&read_position(&self.position, &self.rules.rules()?)?);
        Ok(writeln!(anstream::stdout(), "{games}")?)
    }
}
