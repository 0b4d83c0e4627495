//! `rules`: how a game is played.

use std::io::{self, Write};

use board::options_json;
use clap::Args;
use engine::Options;
use serde_json::json;

use crate::commands::args::JsonArgs;
use crate::commands::outcome::options;
use crate::failure::Failure;
use crate::hooks::{Hooks, RulesOf};
use crate::picture::{HowToPlay, paragraphs, terminal_width};

/// Show how a game is played, how its moves are written, and its rule options
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold rules compass")]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    json: JsonArgs,
}

impl RulesArgs {
    pub(crate) fn run<H: Hooks>(self, hooks: &H) -> Result<(), Failure> {
        let how = H::HOW_TO_PLAY;
        let HowToPlay { rules, board, notes, moves } = how;
        let json = || {
            json!({
                "game": hooks.name(),
                "rules": rules,
                "board": board,
                "notes": notes,
                "moves": moves,
                "options": options_json(&RulesOf::<H>::defaults()),
            })
        };
        self.json.print(json, |out| print(out, &how, &options::<RulesOf<H>>()))
    }
}

fn print(out: &mut impl Write, how: &HowToPlay, options: &str) -> io::Result<()> {
    let columns = terminal_width();
    how.print(out, columns)?;
    let moves = paragraphs(how.moves, HowToPlay::columns(columns));
    if !moves.is_empty() {
        writeln!(out, "\n{}", moves.join("\n"))?;
    }
    writeln!(out, "\nRule options, with their defaults and values:{options}")
}
