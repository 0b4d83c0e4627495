//! Checks a game: `check connect-four`.

use std::io::Write;

use clap::Args;
use engine::board::counted;
use engine::conformance::Violation;
use serde_json::json;

use kit::{Failure, Kit};
use terminal::args::{JsonArgs, RuleArgs, whole};
use terminal::progress::Status;

/// Check whether a game keeps the laws of the engine: the first command for a game of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold check connect-four
  fourfold check rolling-mountains --set players=3 --positions 500

Each kind of laws is checked in positions that play leads to, half of them near the start, half in random games.
The first place where a law is broken is told.")]
pub(crate) struct CheckArgs {
    /// The number of positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole(1..=1_000_000_usize))]
    positions: usize,

    /// The seed of deals and random games
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    json: JsonArgs,
}

impl CheckArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let rules = self.rules.settings(kit)?;
        let mut found = Vec::new();
        let status = Status::default();
        status.wait(format!("checking {}", counted(self.positions, "position")));
        let report = &mut |laws: &str, broken: Result<(), Violation>| {
            found.push((laws.to_owned(), broken.err().map(|violation| violation.to_string())));
        };
        kit.check(&rules, self.positions, self.seed, report).map_err(Failure::run)?;
        drop(status);
        let as_json = || {
            let laws = found.iter().map(|(laws, broken)| json!({ "laws": laws, "broken": broken }));
            json!({ "game": kit.name(), "checks": laws.collect::<Vec<_>>() })
        };
        self.json.print(as_json, |out| {
            found.iter().try_for_each(|(laws, broken)| {
                let told = broken.as_ref().map_or("kept".to_owned(), |why| format!("BROKEN {why}"));
                writeln!(out, "{laws:13} {told}")
            })
        })?;
        match found.iter().filter(|(_, broken)| broken.is_some()).count() {
            0 => Ok(()),
            broken => Err(Failure::Run(format!(
                "{} breaks laws of {broken} kinds out of {}",
                kit.name(),
                found.len()
            ))),
        }
    }
}
