//! Monte Carlo tree search: how many playouts it makes in a second, and what it gains by keeping the part
//! of its tree that was played.
//!
//! `cargo bench -p fourfold --bench mcts` runs new searches of positions of each game; times are of the
//! thread, and the median of the rounds counts. Then, in three games, a search that keeps its tree plays one
//! that begins every move with an empty one, with the same number of new playouts a move.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/games.rs"]
#[allow(dead_code, reason = "the judges and depths are for other searches")]
mod games;

use arena::{Contestant, Match, Openings};
use clap::Parser;
use engine::search::{BotFn, Mcts};
use engine::{Bot, Game, Limits, NoEvaluation, Start};

use clock::{median, seconds};
use games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant, RollingMountains};

/// What to measure.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is timed
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How many games each match has
    #[arg(long, default_value_t = 4000)]
    games: u64,
}

fn main() {
    let args: Args = args::parse();
    println!("playouts a second");
    time::<ConnectFour>(&args, 200_000);
    time::<CollateralCheckers>(&args, 20_000);
    time::<Compass>(&args, 5_000);
    time::<Collapsi>(&args, 50_000);
    time::<RollingMountains>(&args, 1_000);
    println!("with the tree kept, against without");
    play::<ConnectFour>(&args, 500);
    play::<CollateralCheckers>(&args, 200);
    play::<Collapsi>(&args, 200);
}

/// Prints the playouts a second in some positions.
fn time<S: Entrant>(args: &Args, playouts: u64)
where
    S::Position: Eq,
{
    let (playouts, rounds) = args.extent.of((20, 1), (playouts, args.rounds.max(1)));
    let positions = S::positions(0.., 3, 1);
    let mut speeds: Vec<f64> = (0..rounds)
        .map(|_| {
            let run = |position| {
                let mut mcts = Mcts::new(NoEvaluation);
                let (found, time) = seconds(|| mcts.run(position, &Limits::new().nodes(playouts)));
                (found.expect("a legal position").nodes as f64, time)
            };
            let (made, time): (Vec<_>, Vec<_>) = positions.iter().map(run).unzip();
            made.iter().sum::<f64>() / time.iter().sum::<f64>()
        })
        .collect();
    println!("  {:20} {:9.0}", S::NAME, median(&mut speeds));
}

/// Prints the result of a match between a search that keeps its tree and one that forgets it.
fn play<S: Entrant>(args: &Args, playouts: u64)
where
    S::Position: Game + Eq + std::hash::Hash,
{
    let (playouts, games) = args.extent.of((2, 2), (playouts, args.games));
    let limits = Limits::new().nodes(playouts);
    let keeps = Contestant::new("keeps", || Mcts::new(NoEvaluation)).limits(limits.clone());
    let forgets = Contestant::new("forgets", || {
        let mut mcts = Mcts::new(NoEvaluation);
        BotFn(move |position: &S::Position, limits: &Limits| {
            mcts.clear();
            mcts.choose(position, limits)
        })
    });
    let start = |seed| S::Position::start(&Default::default(), seed);
    let openings = Openings::dealt(start).random_plies(2);
    let report =
        Match::new(vec![keeps, forgets.limits(limits)], openings).games(games).run(|_, _| ());
    for duel in &report.expect("two contestants").standings.head_to_head {
        print!("  {:20} +{} ={} -{}", S::NAME, duel.won, duel.drawn, duel.lost);
        let elo = duel
            .pairs
            .elo()
            .map(|e| format!("  Elo {:+.0} ({:+.0} to {:+.0})", e.estimate, e.low, e.high));
        println!("{}", elo.unwrap_or_default());
    }
}
