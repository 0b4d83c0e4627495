//! Whether the search is still the same: one number for each game and purpose.
//!
//! `cargo bench -p fourfold --bench signature` counts the nodes that one thread visits to a fixed depth
//! in fixed positions, and compares them with those in `signature.txt`. So does `cargo test`. A change
//! of the search, of an evaluator, or of the rules that was not meant shows at once. After one that
//! was meant, `cargo bench -p fourfold --bench signature -- --update` writes the new numbers.

#[path = "shared/args.rs"]
#[expect(dead_code, reason = "the numbers are the same in every size")]
mod args;
#[path = "shared/games.rs"]
#[expect(dead_code, reason = "decided positions will do as well")]
mod games;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use engine::{Limits, Search};

use games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant, RollingMountains, exact};

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// Write the numbers instead of comparing them
    #[arg(long)]
    update: bool,
}

const POSITIONS: u64 = 10;

/// The first line of the file.
const HEADER: &str = "Nodes of 10 positions: game, depth, exact search, search for play; by \
                      cargo bench -p fourfold --bench signature -- --update\n";

fn main() -> ExitCode {
    let args: Args = args::parse();
    let mut found = HEADER.to_owned();
    line::<ConnectFour>(&mut found);
    line::<CollateralCheckers>(&mut found);
    line::<Compass>(&mut found);
    line::<Collapsi>(&mut found);
    line::<RollingMountains>(&mut found);
    print!("{found}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/signature.txt");
    if args.update {
        return match fs::write(&path, found) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("{}: {error}", path.display())),
        };
    }
    match fs::read_to_string(&path) {
        Ok(expected) if expected == found => ExitCode::SUCCESS,
        Ok(expected) => fail(&format!(
            "the search has changed; expected\n{expected}If that was meant: \
             cargo bench -p fourfold --bench signature -- --update"
        )),
        Err(error) => fail(&format!("{}: {error}", path.display())),
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::FAILURE
}

/// Adds the nodes of a game: of exact searches, and of searches for play.
fn line<S: Entrant>(found: &mut String) {
    let depth = S::DEPTH / 2 + 1;
    let mut nodes = [0; 2];
    for seed in 0..POSITIONS {
        let position = S::position(seed);
        let searches = [exact(S::judge(), 1 << 20), Search::new(S::judge()).with_memory(1 << 20)];
        for (nodes, mut search) in nodes.iter_mut().zip(searches) {
            let analysis = search.run(&position, &Limits::new().depth(depth));
            *nodes += analysis.map_or(0, |analysis| analysis.nodes);
        }
    }
    let [exact, play] = nodes;
    let _ = writeln!(found, "{:20} depth {depth}: exact {exact:8}, play {play:8}", S::NAME);
}
