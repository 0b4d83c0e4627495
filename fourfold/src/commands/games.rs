//! `games` and `rules`: the games of the program, and how one is played.

use std::io::Write;

use anstream::adapter::strip_str;
use kit::{Catalogue, Failure, Kit, Ruling};
use page::options_json;
use serde_json::{Value, json};
use terminal::args::{JsonArgs, Out};
use terminal::board::{example, print_rules};
use terminal::words::{list_options, paragraphs, terminal_width};

pub(crate) fn run(json: JsonArgs, games: &Catalogue) -> Result<(), Failure> {
    let widest = games.names().map(|name| name.chars().count()).max().unwrap_or_default();
    let row = |kit: &Kit| format!("{:widest$}  {}", kit.name(), kit.about.sentence);
    let text =
        |out: &mut Out| games.games().try_for_each(|kit| writeln!(out, "{}", row(kit).trim_end()));
    json.print(|| games.games().map(describe).collect::<Value>(), text)
}

fn describe(kit: &Kit) -> Value {
    // By the default rules.
    let seats = kit.usual_start().seats();
    json!({
        "name": kit.name(),
        "about": kit.about.sentence,
        "players": seats.iter().map(|seat| &*seat.name).collect::<Value>(),
        "options": options_json(&kit.options()),
    })
}

pub(crate) fn rules(json: JsonArgs, kit: &Kit) -> Result<(), Failure> {
    let as_json = || {
        json!({
            "game": kit.name(),
            "rules": kit.about.lessons.iter().map(|lesson| lesson.text).collect::<Vec<_>>().join("\n"),
            "board": strip_str(&example(kit).board.join("\n")).to_string(),
            "moves": kit.about.notation,
            "rulings": kit.about.rulings,
            "options": options_json(&kit.options()),
        })
    };
    json.print(as_json, |out| {
        let columns = terminal_width();
        print_rules(kit, out, columns)?;
        if !kit.about.rulings.is_empty() {
            writeln!(out, "\nWhere the published rules leave something open:")?;
        }
        for Ruling { published, reading, why, option } in &kit.about.rulings {
            let text = format!("\n{published}\n-> {reading}\n   {why}\n   Option: {option}");
            writeln!(out, "{}", paragraphs(&text, columns.min(80)))?;
        }
        let options = list_options(&kit.options());
        writeln!(out, "\nRule options, with their defaults and values:{options}")
    })
}
