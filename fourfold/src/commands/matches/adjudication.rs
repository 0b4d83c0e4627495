//! Options of adjudication.

use std::path::PathBuf;

use arena::Agreement;
use clap::Args;
use engine::board::counted;
use engine::{Game, Outcome, Wdl};

use crate::commands::analyse::endings;
use crate::failure::Failure;
use kit::{Dynamic, Endings, Kit, Player};
use terminal::args::pair;

#[derive(Clone, Debug, Args)]
pub(super) struct AdjudicationArgs {
    /// Adjudicate a win when the last MOVES moves of both players scored VALUE or more for the same side
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_win: Option<(i32, u32)>,

    /// Adjudicate a draw when the last MOVES moves of both players scored within ±VALUE
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_draw: Option<(i32, u32)>,

    /// In a game that has tablebases: adjudicate by the tablebase or bitbase in this file; a bitbase has no
    /// distances, so with a quiet limit it only knows draws
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

fn bound(text: &str) -> Result<(i32, u32), &'static str> {
    let bound = pair(text).ok().filter(|&(value, moves)| value >= 0 && moves > 0);
    bound.ok_or("expected two whole numbers, as in 800,3")
}

impl AdjudicationArgs {
    pub(super) fn agreement(&self) -> Agreement {
        let won = self.adjudicate_win.into_iter();
        let won = won.fold(Agreement::new(), |all, (value, moves)| all.win(value, moves));
        self.adjudicate_draw.into_iter().fold(won, |all, (value, moves)| all.draw(value, moves))
    }

    /// The results by the tablebase of games by these rules, if there is one.
    pub(super) fn results(&self, kit: &Kit, rules: &str) -> Result<Option<Endings>, Failure> {
        self.tablebase.as_ref().map(|file| endings(kit, file, rules)).transpose()
    }

    /// The options as text; `None` without any.
    pub(super) fn describe(&self) -> Option<String> {
        let bound = |what, bound: Option<(i32, u32)>| {
            bound.map(|(value, moves)| format!("{what} at {value} in {}", counted(moves, "move")))
        };
        let tablebase = self.tablebase.as_ref().map(|file| format!("by {}", file.display()));
        let parts = [bound("win", self.adjudicate_win), bound("draw", self.adjudicate_draw)];
        let parts: Vec<String> = parts.into_iter().flatten().chain(tablebase).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The outcome of a game for two players by its result for the player to move.
pub(super) fn outcome(position: &Dynamic, result: Wdl) -> Option<Outcome<Player>> {
    let turn = position.turn();
    let other = position.players().iter().copied().find(|&player| player != turn);
    Some(match result {
        Wdl::Win => Outcome::Winner(turn),
        Wdl::Loss => Outcome::Winner(other?),
        Wdl::Draw => Outcome::Draw,
    })
}
