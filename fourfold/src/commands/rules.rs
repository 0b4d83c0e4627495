//! `rules`: how a game is played.

use std::io::Write;

use board::options_json;
use engine::Options;
use serde_json::json;

use crate::commands::args::JsonArgs;
use crate::commands::outcome::options;
use crate::failure::Failure;
use crate::hooks::{Hooks, RulesOf};
use crate::picture::{HowToPlay, terminal_width};

pub(crate) fn run<H: Hooks>(json: JsonArgs, hooks: &H) -> Result<(), Failure> {
    let HowToPlay { rules, board, notes, moves } = H::HOW_TO_PLAY;
    let as_json = || {
        json!({
            "game": hooks.name(),
            "rules": rules,
            "board": board,
            "notes": notes,
            "moves": moves,
            "options": options_json(&RulesOf::<H>::defaults()),
        })
    };
    json.print(as_json, |out| {
        H::HOW_TO_PLAY.print(out, terminal_width())?;
        let options = options::<RulesOf<H>>();
        writeln!(out, "\nRule options, with their defaults and values:{options}")
    })
}
