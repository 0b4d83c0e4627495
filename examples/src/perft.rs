//! Counts the move sequences from a position: `perft collapsi start 6 --divide`.

use std::io::Write;

use crate::args::{PositionArgs, number, play};
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use clap::Args;
use engine::divide;
use serde_json::{Map, Value, json};

/// Count the legal sequences of exactly DEPTH plies from a position
#[derive(Args)]
#[command(
    after_help = "Examples:\n  fourfold perft collapsi start 6 --divide\n  fourfold perft rolling-mountains start 3 --set players=3 --set width=5"
)]
pub(crate) struct PerftArgs {
    pub(crate) game: Name,

    #[command(flatten)]
    position: PositionArgs,

    /// How many plies
    #[arg(value_parser = number::<u32>, allow_hyphen_values = true)]
    depth: u32,

    /// Moves to play first, separated by single spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,

    /// Print the count after each move too
    #[arg(long)]
    divide: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Task for PerftArgs {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let mut position: G = self.position.position()?;
        play(&mut position, &self.after)?;
        let counts = divide(&position, self.depth).into_iter();
        let mut counts: Vec<_> = counts.map(|(m, count)| (m.to_string(), count)).collect();
        counts.sort();
        let total = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        let mut out = anstream::stdout().lock();
        if self.json {
            let mut answer = json!({
                "position": position.to_string(),
                "depth": self.depth,
                "total": total,
            });
            if self.divide {
                let counts = counts.into_iter().map(|(m, count)| (m, Value::from(count)));
                answer["divide"] = Value::Object(counts.collect::<Map<_, _>>());
            }
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        if self.divide {
            for (m, count) in counts {
                writeln!(out, "{m} {count}")?;
            }
        }
        writeln!(out, "{total}")?;
        Ok(())
    }
}
