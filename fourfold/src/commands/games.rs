//! `games`: the games of the program.

use std::io::Write;

use kit::{Catalogue, Kit};
use page::options_json;
use serde_json::{Value, json};

use crate::failure::Failure;
use terminal::args::{JsonArgs, Out};

pub(crate) fn run(json: JsonArgs, games: &Catalogue) -> Result<(), Failure> {
    let widest = games.names().map(|name| name.chars().count()).max().unwrap_or_default();
    let row = |kit: &Kit| format!("{:widest$}  {}", kit.name(), kit.about());
    let text =
        |out: &mut Out| games.games().try_for_each(|kit| writeln!(out, "{}", row(kit).trim_end()));
    json.print(|| games.games().map(describe).collect::<Value>(), text)
}

fn describe(kit: &Kit) -> Value {
    // By the default rules.
    let seats = kit.usual_start().seats();
    json!({
        "name": kit.name(),
        "about": kit.about(),
        "players": seats.iter().map(|seat| &*seat.name).collect::<Value>(),
        "options": options_json(&kit.options()),
    })
}
