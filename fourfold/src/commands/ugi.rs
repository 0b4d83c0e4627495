//! `ugi`: a game for other programs, by the [server](arena::UgiServer) of the arena.

use std::io;

use arena::ServeError;
use clap::Args;

use crate::failure::Failure;
use kit::Kit;
use terminal::args::{MOST_TABLE_MIB, RuleArgs};
use terminal::memory;

/// Play a game over the Universal Game Interface (UGI), on standard input and output
///
/// Commands: ugi; isready; setoption name <NAME> value <VALUE>; uginewgame; position startpos or
/// position fen <POSITION>, then moves <MOVES> if there are any; go; stop; query p1turn, gameover or
/// result; quit.
///
/// Limits of go: depth, nodes, movetime, movestogo, p1time, p1inc, p2time and so on, or infinite.
///
/// Options: Hash (MiB), Threads, MultiPV (lines), Seed (of the deal), and the rule options of the game.
#[derive(Args)]
#[command(after_help = "Example:\n  echo ugi | fourfold ugi compass")]
pub(crate) struct UgiArgs {
    #[command(flatten)]
    rules: RuleArgs,
}

impl UgiArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let available = memory::available().map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
        let (rules, most) = (self.rules.settings(kit)?, available.min(MOST_TABLE_MIB));
        kit.serve(kit.name(), &rules, most, &mut io::stdin().lock(), Box::new(io::stdout()))
            .map_err(|error| match error {
                ServeError::Input(_) => Failure::run(error),
                ServeError::Output(error) => Failure::Output(error),
            })
    }
}
