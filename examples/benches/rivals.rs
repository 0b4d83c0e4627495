//! The search against that of the crate `minimax`: the same game, evaluation and size of table,
//! one thread each.
//!
//! `cargo bench -p fourfold --bench rivals` prints for each game how long either takes to a depth in
//! a fixed list of positions. The rival is measured twice: as its documentation shows it, with the
//! options that it has by itself; and with those of its options that make it fastest on every
//! third position, which are sought first. For that the moves may also be sorted by our evaluator before
//! the rival sees them, as it has no way to do so itself. Both must find the same scores; so we
//! use exact techniques alone.
//!
//! Times are of the thread, not of the clock on the wall, and contestants take turns; the median of
//! the rounds counts. The rival begins every search with its moves in another random order, so its
//! figures change a little from run to run. Its nodes leave out those beyond the depth, ours do not.
//!
//! `cargo bench -p fourfold --bench rivals -- match` plays Collateral Checkers against the rival at
//! its fastest, at equal time for a move: every opening twice, with sides changed.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/configuration.rs"]
mod configuration;
#[path = "rivals/duel.rs"]
mod duel;
#[path = "shared/games.rs"]
mod games;
#[path = "shared/indexed.rs"]
mod indexed;
#[path = "shared/rival.rs"]
mod rival;
#[path = "shared/subject.rs"]
mod subject;

use clap::{Parser, ValueEnum};
use engine::{Limits, Score, Search, Techniques};

use args::Size;
use clock::{median, seconds};
use configuration::{Configuration, TABLE_BYTES, Task};
use games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant};
use rival::Indexed;
use subject::Position;

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Only these parts; all by default, but for the match.
    #[arg(value_enum)]
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    ConnectFour,
    CollateralCheckers,
    Compass,
    Collapsi,
    /// The match, which takes some minutes.
    Match,
}

fn main() {
    let Args { extent, rounds, parts } = Args::parse();
    let size = extent.size();
    let rounds = size.of(1, rounds.max(1));
    if parts.contains(&Part::Match) || size == Size::Quick {
        duel::play(size, &tasks(size.of(2, 6), size.of(3, CollateralCheckers::DEPTH)));
    }
    let chosen = |part| parts.is_empty() || parts.contains(&part);
    let games = [
        chosen(Part::ConnectFour).then(|| compare::<ConnectFour>(size, rounds)),
        chosen(Part::CollateralCheckers).then(|| compare::<CollateralCheckers>(size, rounds)),
        chosen(Part::Compass).then(|| compare::<Compass>(size, rounds)),
        chosen(Part::Collapsi).then(|| compare::<Collapsi>(size, rounds)),
    ];
    let games: Vec<_> = games.into_iter().flatten().collect();
    if games.is_empty() {
        return;
    }
    println!("\n{:20} {:>22} {:>22}", "times faster than", "minimax by default", "at its fastest");
    for (name, [default, fastest]) in &games {
        println!("{name:20} {default:22.2} {fastest:22.2}");
    }
    let mean = |which: usize| {
        let factors: Vec<f64> = games.iter().map(|(_, factors)| factors[which]).collect();
        geometric_mean(&factors)
    };
    println!("{:20} {:22.2} {:22.2}", "geometric mean", mean(0), mean(1));
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
fn compare<S: Entrant + Indexed>(size: Size, rounds: u32) -> (&'static str, [f64; 2]) {
    let (depth, count) = size.of((3, 2), (S::DEPTH, 20));
    println!("\n{}, {count} positions to depth {depth}; the rival's options:", S::NAME);
    let tasks: Vec<Task<S>> = tasks(count, depth);
    let few: Vec<Task<S>> = tasks.iter().step_by(3).cloned().collect();
    let contestants = [Configuration::default(), Configuration::fastest(&few)];
    let figures = measure(&tasks, rounds, &contestants);
    let [us, rivals @ ..] = &figures;
    let names = contestants.map(|configuration| format!("minimax, {configuration}"));
    for (figures, name) in figures.iter().zip(["ours".to_owned()].iter().chain(&names)) {
        let (nodes, total) = (figures.nodes, figures.total());
        let each = total / nodes as f64 * 1e9;
        println!("  {total:8.3} s {nodes:11} nodes {each:6.0} ns a node  {name}");
    }
    let factors = rivals.each_ref().map(|rival| rival.total() / us.total());
    for (factor, rival) in factors.iter().zip(rivals) {
        let each: Vec<f64> = rival.seconds.iter().zip(&us.seconds).map(|(a, b)| a / b).collect();
        let mean = geometric_mean(&each);
        let least = each.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "  {factor:.2} times faster in all; {mean:.2} in the mean position, {least:.2} at least"
        );
    }
    (S::NAME, factors)
}

/// So many positions to search to this depth.
fn tasks<S: Entrant + Indexed>(count: usize, depth: u32) -> Vec<Task<S>> {
    let task = |position| {
        let (score, ..) = ours::<S>(&position, depth);
        Task { position, depth, score }
    };
    S::positions(count, depth).into_iter().map(task).collect()
}

/// The figures of ours and of both configurations of the rival.
fn measure<S: Indexed>(
    tasks: &[Task<S>],
    rounds: u32,
    configurations: &[Configuration; 2],
) -> [Figures; 3] {
    let mut figures = <[Figures; 3]>::default();
    for task in tasks {
        let mut times = <[Vec<f64>; 3]>::default();
        let mut nodes = [0; 3];
        for _ in 0..rounds {
            let (score, visited, time) = ours::<S>(&task.position, task.depth);
            assert_eq!(score, task.score, "{:?}", task.position);
            nodes[0] += visited;
            times[0].push(time);
            for (i, configuration) in (1..).zip(configurations) {
                let (found, time) = configuration.search::<S>(&task.position, task.depth);
                assert!(task.is_done_by(&found), "{:?}: {found:?}", task.position);
                nodes[i] += found.nodes;
                times[i].push(time);
            }
        }
        for ((figures, mut times), nodes) in figures.iter_mut().zip(times).zip(nodes) {
            figures.nodes += nodes / u64::from(rounds);
            figures.seconds.push(median(&mut times));
        }
    }
    figures
}

/// The factor that stands for all factors.
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// What a new search of ours finds, its nodes and seconds.
fn ours<S: Indexed>(position: &Position<S>, depth: u32) -> (Score, u64, f64) {
    let search = Search::with_table_bytes(S::judge(), TABLE_BYTES);
    let mut search = search.with_techniques(Techniques::exact());
    let (analysis, time) = seconds(|| search.run(position, &Limits::new().depth(depth)));
    let analysis = analysis.expect("a game of two players");
    (analysis.score, analysis.nodes, time)
}
