//! Counts the move sequences from a position: `perft collapsi 6 --divide`.

use std::io::Write;

use clap::Args;
use engine::{Game, StopFlag, Written};
use serde::Serialize;
use serde_json::json;

use kit::{Failure, Kit, Move};
use terminal::args::{JsonArgs, PositionArgs, play, whole};
use terminal::work::WorkArgs;

/// Count the legal sequences of exactly DEPTH plies from a position
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold perft collapsi 6 --divide
  fourfold perft collapsi A223/4A2J/3A23/J3A4 6
  fourfold perft rolling-mountains 3 --set players=3 --set width=5")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// How many plies
    // Alone it is read as the position, which may begin with a minus sign.
    #[arg(value_parser = whole(0..=u32::MAX))]
    depth: Option<u32>,

    /// Moves to play first, separated by single spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,

    /// Print the count after each move too
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    game: &'a str,
    position: String,
    rules: String,
    depth: u32,
}

impl PerftArgs {
    pub(crate) fn run(mut self, kit: &Kit) -> Result<(), Failure> {
        let depth = self.depth.map_or_else(|| whole(0..=u32::MAX)(&self.position.take()), Ok);
        let depth = depth.map_err(|expected| Failure::usage("<DEPTH>", expected))?;
        let mut position = self.position.position(kit)?;
        play(&mut position, &self.after)?;
        let header = Header {
            format: "perft, version 1",
            game: kit.name(),
            position: position.to_string(),
            rules: position.settings(),
            depth,
        };
        let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
        let parts = moves.len() as u64;
        let count = |part, stop: &StopFlag| {
            let m: Move = moves[part as usize];
            let count = position.after(m).perft(depth - 1, stop);
            Ok(count.map(|count| (m.to_string(), count)))
        };
        let mut counts: Vec<(String, u64)> = Vec::new();
        let done = self.work.run(&header, parts, count, |count| counts.push(count))?;
        counts.sort();
        let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        let divided = || counts.iter().filter(|_| self.divide);
        let json = || {
            let mut json = json!({ "position": header.position, "depth": depth, "total": total });
            if self.divide {
                json["divide"] = divided().cloned().collect();
            }
            json
        };
        self.json.print(json, |out| {
            divided().try_for_each(|(m, count)| writeln!(out, "{m} {count}"))?;
            writeln!(out, "{total}")
        })?;
        self.work.finish(done, parts)
    }
}
