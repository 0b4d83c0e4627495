//! Counts the move sequences from a position: `perft collapsi 6 --divide`.

use std::io::Write;

use clap::Args;
use engine::board::counted;
use engine::game::perft_until;
use engine::{Game, Notation, StopFlag};
use indicatif::ProgressBar;
use serde_json::json;

use crate::args::{JsonArgs, PositionArgs, play, whole};
use crate::failure::Failure;
use crate::hooks::Hooks;
use crate::progress;

/// Count the legal sequences of exactly DEPTH plies from a position
#[derive(Args)]
#[command(override_usage = "fourfold perft [OPTIONS] <GAME> [POSITION] <DEPTH>")]
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
    json: JsonArgs,
}

impl PerftArgs {
    pub(crate) fn run<H: Hooks>(mut self, hooks: &H) -> Result<(), Failure> {
        let depth = self.depth.map_or_else(|| whole(0..=u32::MAX)(&self.position.take()), Ok);
        let depth = depth.map_err(|expected| Failure::usage("<DEPTH>", expected))?;
        let mut position = self.position.position(hooks)?;
        play(&mut position, &self.after)?;
        let bar = progress::bar("{wide_bar} {pos}/{len}  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let mut counts = count(&position, depth, &bar, &stop);
        bar.finish_and_clear();
        counts.sort();
        let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        let position_text = position.to_string();
        let json = || {
            let mut json = json!({ "position": position_text, "depth": depth, "total": total });
            if self.divide {
                json["divide"] = counts.iter().cloned().collect();
            }
            json
        };
        self.json.print(json, |out| {
            let divided = counts.iter().filter(|_| self.divide);
            divided.into_iter().try_for_each(|(m, count)| writeln!(out, "{m} {count}"))?;
            writeln!(out, "{total}")
        })?;
        if stop.is_raised() {
            let (done, all) = (counts.len(), position.legal_moves().len());
            let all = counted(all, "first move");
            let text = format!("stopped: these are the sequences of {done} of {all}");
            return Err(Failure::Interrupted(text));
        }
        Ok(())
    }
}

/// The number of sequences that begin with each legal move; if stopped, of the first moves only.
fn count<G: Notation>(
    position: &G,
    depth: u32,
    bar: &ProgressBar,
    stop: &StopFlag,
) -> Vec<(String, u64)> {
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    bar.set_length(moves.len() as u64);
    let mut counts = Vec::new();
    for m in moves {
        let Some(total) = perft_until(&position.after(m), depth - 1, stop) else { break };
        counts.push((m.to_string(), total));
        bar.inc(1);
    }
    counts
}
