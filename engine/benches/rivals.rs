//! The search against that of the crate `minimax`: the same game, evaluation, depth and size of
//! table, one thread each.
//!
//! `cargo bench -p engine --bench rivals` prints for each game how long either takes to a depth in
//! a fixed list of positions. The rival is measured twice: as its documentation shows it, with the
//! options that it has by itself; and with those of its options that make it fastest on the very
//! positions, which are sought first. There the moves may also be sorted by our evaluator before the
//! rival sees them, which it can't do by itself. Both must find the same scores.
//!
//! Times are of the thread, not of the clock on the wall, and contestants take turns; the median of
//! the rounds counts. The rival starts every search with its moves in another random order, so its
//! figures change a little from run to run. Its nodes leave out those beyond the depth, ours do not.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/configuration.rs"]
mod configuration;
#[path = "shared/games.rs"]
mod games;
#[path = "shared/rival.rs"]
mod rival;

use clap::Parser;
use engine::{Limits, Score, Search};

use args::{Args, Size};
use clock::{geometric_mean, median, seconds};
use configuration::{Configuration, TABLE_BYTES, in_its_terms};
use games::{Collapsi, CollateralCheckers, Compass, ConnectFour};
use rival::{Indexed, Position};

fn main() {
    let size = Args::parse().size();
    let games = [
        compare::<ConnectFour>(size),
        compare::<CollateralCheckers>(size),
        compare::<Compass>(size),
        compare::<Collapsi>(size),
    ];
    println!(
        "\n{:20} {:>34} {:>34}",
        "times faster than", "the rival by default", "at its fastest"
    );
    for (name, [default, fastest]) in &games {
        println!("{name:20} {default:34.2} {fastest:34.2}");
    }
    let mean = |which: usize| {
        let factors: Vec<f64> = games.iter().map(|(_, factors)| factors[which]).collect();
        geometric_mean(&factors)
    };
    println!("{:20} {:34.2} {:34.2}", "geometric mean", mean(0), mean(1));
}

/// Nodes and seconds of one contestant in each position.
#[derive(Default)]
struct Figures {
    nodes: u64,
    seconds: Vec<f64>,
}

impl Figures {
    fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }
}

/// Measures a game and says how many times faster we are than the rival by default, and at its
/// fastest.
fn compare<S: Indexed>(size: Size) -> (&'static str, [f64; 2]) {
    let (depth, count) = size.of((S::DEPTH - 4, 2), (S::DEPTH, 20));
    let positions: Vec<(Position<S>, Score)> = S::positions(count, depth)
        .into_iter()
        .map(|position| {
            let (score, ..) = ours::<S>(&position, depth);
            (position, score)
        })
        .collect();
    println!("\n{}, {count} positions to depth {depth}; the rival's options:", S::NAME);
    let contestants = [Configuration::default(), Configuration::fastest::<S>(&positions, depth)];
    let mut figures = [const { Figures { nodes: 0, seconds: Vec::new() } }; 3];
    for (position, score) in &positions {
        measure::<S>(position, *score, depth, size.of(1, 5), &contestants, &mut figures);
    }
    let [us, default, fastest] = &figures;
    let names = [
        "ours".into(),
        format!("minimax, by default: {}", contestants[0]),
        format!("minimax, at its fastest: {}", contestants[1]),
    ];
    for (figures, name) in figures.iter().zip(names) {
        let (nodes, total) = (figures.nodes, figures.total());
        println!(
            "  {total:8.3} s {nodes:12} nodes {:6.0} ns a node  {name}",
            total / nodes as f64 * 1e9
        );
    }
    let factors = [default, fastest].map(|rival| rival.total() / us.total());
    for (factor, rival) in factors.iter().zip([default, fastest]) {
        let each: Vec<f64> = rival.seconds.iter().zip(&us.seconds).map(|(a, b)| a / b).collect();
        let least = each.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "  {factor:.2} times faster in all; by position {:.2} in the mean, {least:.2} at least",
            geometric_mean(&each)
        );
    }
    (S::NAME, factors)
}

fn measure<S: Indexed>(
    position: &Position<S>,
    score: Score,
    depth: u32,
    rounds: u32,
    contestants: &[Configuration; 2],
    figures: &mut [Figures; 3],
) {
    let mut times = [const { Vec::new() }; 3];
    let mut nodes = [0; 3];
    for _ in 0..rounds {
        let (same, visited, time) = ours::<S>(position, depth);
        assert_eq!(same, score, "{position}");
        nodes[0] += visited;
        times[0].push(time);
        for (i, configuration) in contestants.iter().enumerate() {
            let (found, time) = configuration.search::<S>(position, depth);
            assert_eq!((found.score, found.depth), (in_its_terms(score), depth), "{position}");
            nodes[i + 1] += found.nodes;
            times[i + 1].push(time);
        }
    }
    for ((figures, mut times), nodes) in figures.iter_mut().zip(times).zip(nodes) {
        figures.nodes += nodes / u64::from(rounds);
        figures.seconds.push(median(&mut times));
    }
}

/// What a new search of ours finds, its nodes and seconds.
fn ours<S: Indexed>(position: &Position<S>, depth: u32) -> (Score, u64, f64) {
    let mut search = Search::with_table_bytes(S::judge(), TABLE_BYTES);
    let (analysis, time) = seconds(|| search.run(position, &Limits::new().depth(depth)));
    let analysis = analysis.expect("a game of two players");
    (analysis.score, analysis.nodes, time)
}
