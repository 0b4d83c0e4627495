//! Checks a game: `check connect-four`.

use std::io::Write;

use clap::Args;
use engine::board::counted;
use serde_json::json;

use kit::{Failure, Kit};
use terminal::args::{JsonArgs, RuleArgs, whole};
use terminal::progress;
use terminal::words::rules_text;

/// Check whether a game keeps the laws of the engine: the first command for a game of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold check connect-four
  fourfold check connect-four --positions 100 --json

Each kind of laws is checked in positions that play leads to, half of them near the start, half in random games; of
each kind the first position in which a law is broken is told. Rules other than the default ones are checked by --set.")]
pub(crate) struct CheckArgs {
    /// The number of positions, if there are so many
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
        let bar = progress::bar("{msg}");
        progress::wait(&bar, format!("checking {}", counted(self.positions, "position")));
        let report = &mut |laws: &str, broken| found.push((laws.to_owned(), broken));
        let positions =
            kit.check(&rules, self.positions, self.seed, report).map_err(Failure::run)?;
        drop(bar);
        let tested = || Failure::usage(kit.name(), "the tests of its own crate check its laws");
        let positions = positions.ok_or_else(tested)?;
        let as_json = || {
            let laws = found.iter().map(|(laws, broken)| json!({ "laws": laws, "broken": broken }));
            let checks = laws.collect::<Vec<_>>();
            json!({ "game": kit.name(), "rules": rules, "positions": positions, "checks": checks })
        };
        self.json.print(as_json, |out| {
            let (positions, rules) = (counted(positions, "position"), rules_text(&rules));
            writeln!(out, "{}: {positions}, rules {rules}", kit.name())?;
            found.iter().try_for_each(|(laws, broken)| {
                let told = broken.as_ref().map_or("kept".to_owned(), |why| format!("BROKEN {why}"));
                writeln!(out, "{laws:16} {told}")
            })
        })?;
        let (name, all) = (kit.name(), found.len());
        match found.iter().filter(|(_, broken)| broken.is_some()).count() {
            0 => Ok(()),
            broken => Err(Failure::run(format_args!("{name}: {broken} of {all} checks failed"))),
        }
    }
}
