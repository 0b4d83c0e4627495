//! `rules`: how a game is played.

use std::io::Write;

use board::options_json;
use serde_json::json;

use crate::commands::args::JsonArgs;
use crate::commands::outcome::options;
use crate::failure::Failure;
use crate::picture::{print_rules, terminal_width};
use kit::{HowToPlay, Kit};

pub(crate) fn run(json: JsonArgs, kit: &Kit) -> Result<(), Failure> {
    let &HowToPlay { rules, board, notes, moves } = kit.how_to_play();
    let as_json = || {
        json!({
            "game": kit.name(),
            "rules": rules,
            "board": board,
            "notes": notes,
            "moves": moves,
            "options": options_json(&kit.options()),
        })
    };
    json.print(as_json, |out| {
        print_rules(kit.how_to_play(), out, terminal_width())?;
        let options = options(kit);
        writeln!(out, "\nRule options, with their defaults and values:{options}")
    })
}
