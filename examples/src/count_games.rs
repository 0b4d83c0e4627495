//! How many complete games of Collapsi there are.

use std::io::Write;

use clap::Args;
use collapsi::{Position, count_all_games, count_games};

use crate::args::{RuleArgs, read_position};
use crate::failure::Failure;

/// Collapsi: count the complete games that can be played from a position, or from all deals together
///
/// All deals are the 47,297,250 with red's joker on a4.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  fourfold count-games\n  fourfold count-games A223/4A2J/3A23/J3A4"
)]
pub(crate) struct CountGamesArgs {
    /// A position, or a bare deal such as A223/4A2J/3A23/J3A4 [default: all deals]
    position: Option<String>,

    #[command(flatten)]
    rules: RuleArgs,
}

impl CountGamesArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = self.rules.rules()?;
        let mut out = anstream::stdout();
        match &self.position {
            None => writeln!(out, "{}", count_all_games(rules))?,
            Some(text) => {
                let position: Position = read_position(text, &rules)?;
                writeln!(out, "{}", count_games(&position))?;
            }
        }
        Ok(())
    }
}
