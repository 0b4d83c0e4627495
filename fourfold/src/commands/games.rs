//! `games`: the games of the program.

use std::io::Write;

use board::options_json;
use engine::{Options, Start};
use serde::Serialize;
use serde_json::Value;

use crate::commands::args::{JsonArgs, Out};
use crate::failure::Failure;
use crate::hooks::{Hooks, RulesOf};

#[derive(Serialize)]
pub(crate) struct Listed {
    name: String,
    about: &'static str,
    /// By the default rules.
    players: Vec<String>,
    options: Value,
}

impl Listed {
    pub(crate) fn of<H: Hooks>(hooks: &H) -> Self {
        let start = H::Game::start(&RulesOf::<H>::default(), 0);
        Self {
            name: hooks.name().to_owned(),
            about: H::ABOUT,
            players: engine::Game::players(&start).iter().map(ToString::to_string).collect(),
            options: options_json(&RulesOf::<H>::defaults()),
        }
    }
}

pub(crate) fn run(json: JsonArgs, games: &[Listed]) -> Result<(), Failure> {
    let widest = games.iter().map(|game| game.name.chars().count()).max().unwrap_or_default();
    let row = |Listed { name, about, .. }: &Listed| format!("{name:widest$}  {about}");
    let text =
        |out: &mut Out| games.iter().try_for_each(|game| writeln!(out, "{}", row(game).trim_end()));
    json.print(|| games, text)
}
