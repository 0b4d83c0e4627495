//! Games that end before their end, from the command line.

use std::path::PathBuf;

use clap::Args;
use engine::arena::Agreement;

use crate::failure::Failure;
use crate::games::{AnyGame, Judge};

/// How games end before their end.
#[derive(Clone, Debug, Args)]
pub(super) struct AdjudicationArgs {
    /// End a game when both players found their last MOVES moves worth VALUE or more to the same one
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_win: Option<(i32, u32)>,

    /// End a game as a draw when both players found their last MOVES moves worth ±VALUE at most
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_draw: Option<(i32, u32)>,

    /// Collateral Checkers: end games as soon as the tablebase in this file knows the outcome, or the
    /// bitbase; as that has no distances, with a quiet limit it only knows draws
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

fn bound(text: &str) -> Result<(i32, u32), String> {
    let bound = text
        .split_once(',')
        .and_then(|(value, moves)| Some((value.trim().parse().ok()?, moves.trim().parse().ok()?)));
    bound
        .filter(|&(value, moves)| value >= 0 && moves > 0)
        .ok_or_else(|| "expected two whole numbers, as in 800,3".to_owned())
}

impl AdjudicationArgs {
    pub(super) fn agreement(&self) -> Agreement {
        let agreement = match self.adjudicate_win {
            Some((value, moves)) => Agreement::new().win(value, moves),
            None => Agreement::new(),
        };
        match self.adjudicate_draw {
            Some((value, moves)) => agreement.draw(value, moves),
            None => agreement,
        }
    }

    /// What knows the outcome of games by these rules.
    pub(super) fn judge<G: AnyGame>(&self, rules: &G::Rules) -> Result<Option<Judge<G>>, Failure> {
        self.tablebase.as_ref().map(|file| G::judge(file, rules)).transpose()
    }

    /// What was asked for, in words; `None` if nothing was.
    pub(super) fn describe(&self) -> Option<String> {
        let bound = |what, bound: Option<(i32, u32)>| {
            bound.map(|(value, moves)| format!("{what} at {value} in {moves} moves"))
        };
        let tablebase = self.tablebase.as_ref().map(|file| format!("by {}", file.display()));
        let parts = [bound("win", self.adjudicate_win), bound("draw", self.adjudicate_draw)];
        let parts: Vec<String> = parts.into_iter().flatten().chain(tablebase).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
