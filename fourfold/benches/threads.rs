//! What a second thread is worth: time to a depth with one and with two.
//!
//! `cargo bench -p fourfold --bench threads` searches a fixed list of positions of each game. Times
//! are by the clock on the wall: the machine needs two cores that are at rest. One and two threads
//! take turns; the middle one of the times counts, as two threads never search alike. Two searches of one
//! thread at once, each for itself, say how much the machine has to give.
//!
//! The depths are such that a search takes 100 ms or more. Collapsi is left out: games of 15 plies are
//! solved sooner.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/games.rs"]
#[allow(dead_code, reason = "Collapsi is left out")]
mod games;

use std::thread;
use std::time::Instant;

use clap::Parser;
use engine::Limits;

use games::{CollateralCheckers, Compass, ConnectFour, Entrant, RollingMountains, exact};

/// What to measure.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured
    #[arg(long, default_value_t = 5)]
    rounds: u64,
    /// How many positions of each game
    #[arg(long, default_value_t = 8)]
    positions: usize,
}

fn main() {
    let args = args::parse();
    compare::<ConnectFour>(&args, 6);
    compare::<CollateralCheckers>(&args, 3);
    compare::<Compass>(&args, 6);
    compare::<RollingMountains>(&args, 3);
}

/// Prints the times of a game to a depth of `deeper` plies more than [`Entrant::DEPTH`].
fn compare<S: Entrant>(args: &Args, deeper: u32) {
    let usual = (S::DEPTH + deeper, args.positions, args.rounds.max(1));
    let (depth, count, rounds) = args.extent.of((3, 2, 1), usual);
    let mut total = [0.0; 3];
    let mut nodes = [0; 3];
    for position in S::positions(0.., count, depth) {
        let mut times = <[Vec<f64>; 3]>::default();
        for _ in 0..rounds {
            let one = || search::<S>(&position, depth, 1);
            let together = thread::scope(|scope| {
                let other = scope.spawn(one);
                (one(), other.join().expect("a search does not panic"))
            });
            let both = (together.0.0 + together.1.0, together.0.1.max(together.1.1));
            for (number, (visited, time)) in
                [one(), search::<S>(&position, depth, 2), both].into_iter().enumerate()
            {
                nodes[number] += visited / rounds;
                times[number].push(time);
            }
        }
        for (total, times) in total.iter_mut().zip(&mut times) {
            times.sort_by(f64::total_cmp);
            *total += times[times.len() / 2];
        }
    }
    println!("{}, {count} positions to depth {depth}", S::NAME);
    let names = ["one thread", "two threads", "two searches"];
    for ((total, nodes), name) in total.iter().zip(nodes).zip(names) {
        println!("  {total:8.3} s {nodes:11} nodes with {name}");
    }
    println!("  {:.2} times sooner with two threads", total[0] / total[1]);
    println!("  {:.2} times the work in two searches at once", 2.0 * total[0] / total[2]);
}

/// Nodes and seconds of a new search.
fn search<S: Entrant>(position: &S::Position, depth: u32, threads: usize) -> (u64, f64) {
    let mut search = exact(S::judge(), 64 << 20);
    let start = Instant::now();
    let analysis = search.run_parallel(position, &Limits::new().depth(depth), threads, |_| {});
    let analysis = analysis.expect("a game of two players");
    (analysis.nodes, start.elapsed().as_secs_f64())
}
