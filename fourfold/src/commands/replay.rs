//! Plays moves and shows where they lead: `replay collapsi A223/4A2J/3A23/J3A4 b2 c1`.

use std::io::Write;

use clap::Args;
use engine::Game;
use serde_json::json;

use crate::commands::think::SvgArgs;
use kit::{Failure, Kit};
use terminal::args::{JsonArgs, PositionArgs, play};
use terminal::words::describe;

/// Play moves from a position; print the position they lead to and the result
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold replay collapsi A223/4A2J/3A23/J3A4 b2 c1
  fourfold replay collapsi @game.record --ply 4")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// The moves
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    svg: SvgArgs,
}

impl ReplayArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let mut position = self.position.position(kit)?;
        if self.moves.iter().any(String::is_empty) {
            return Err(Failure::usage("MOVE \"\"", "expected a move"));
        }
        let mut before = position.clone();
        let mut played = play(&mut position, &self.moves.join(" "))?;
        let last = played.pop();
        for m in played {
            before.play_unchecked(m);
        }
        let picture = last.map_or_else(|| Ok(position.picture()), |m| before.picture_after(&m));
        self.svg.write(&picture.map_err(Failure::run)?)?;
        let (position, result) = (position.to_string(), describe(Game::outcome(&position)));
        let json = || json!({ "position": position, "result": result });
        self.json.print(json, |out| writeln!(out, "{position}\n{result}"))
    }
}
