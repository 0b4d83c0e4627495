//! `rules`: how a game is played.

use std::io::Write;

use anstream::adapter::strip_str;
use page::options_json;
use serde_json::json;

use crate::failure::Failure;
use kit::Kit;
use terminal::args::JsonArgs;
use terminal::board::{example, print_rules};
use terminal::picture::terminal_width;
use terminal::words::options;

pub(crate) fn run(json: JsonArgs, kit: &Kit) -> Result<(), Failure> {
    let lessons: Vec<&str> = kit.lessons().iter().map(|lesson| lesson.text).collect();
    let as_json = || {
        json!({
            "game": kit.name(),
            "rules": lessons.join("\n"),
            "board": strip_str(&example(kit).board.join("\n")).to_string(),
            "moves": kit.notation(),
            "options": options_json(&kit.options()),
        })
    };
    json.print(as_json, |out| {
        print_rules(kit, out, terminal_width())?;
        let options = options(kit);
        writeln!(out, "\nRule options, with their defaults and values:{options}")
    })
}
