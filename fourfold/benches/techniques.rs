//! What each technique of the search is worth: nodes and time to a depth, in every game.
//!
//! `cargo bench -p fourfold --bench techniques` searches a fixed list of positions of each game by
//! plain minimax and plain alpha-beta; then, some plies deeper, by all exact techniques, by sets
//! that lack one of them, and by those with another besides, for play. All but the latter must find the
//! same scores.
//!
//! Only where a position is met again with fewer plies to go may scores differ: the table then may
//! know one that looks further ahead than was asked. How many do is in the last column; more than
//! none is accepted for sets that differ by the table, and for those for play.
//!
//! Times are of the thread, not of the clock on the wall.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/games.rs"]
mod games;

use clap::Parser;
use engine::search::Techniques;
use engine::{Evaluator, Game, Limits, Score, Search};

use args::Extent;
use clock::{median, seconds};
use games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant, RollingMountains};

/// What to measure.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
}

const EXACT: Techniques = Techniques::EXACT;

/// Nodes, seconds and scores in a list of positions.
struct Figures {
    nodes: u64,
    seconds: f64,
    scores: Vec<Score>,
}

fn main() {
    let extent = args::parse::<Args>().extent;
    table::<ConnectFour>(extent, 6);
    table::<CollateralCheckers>(extent, 3);
    table::<Compass>(extent, 5);
    table::<Collapsi>(extent, 7);
    table::<RollingMountains>(extent, 2);
}

/// Prints the figures of a game; plain minimax gets to another depth.
fn table<S: Entrant>(extent: Extent, plain_depth: u32) {
    let (depth, count) = extent.of((2, 2), (S::DEPTH, 10));
    let positions = S::positions(0.., count, depth);
    let shallow = extent.of(2, plain_depth);
    println!("\n{}, {count} positions to depth {shallow}, quiescence left out", S::NAME);
    let minimax = total(&positions, |position| minimax::<S>(position, shallow));
    let plain = searched::<S>(&positions, shallow, Techniques::NONE);
    row("plain minimax", &minimax, &plain);
    row("plain alpha-beta", &plain, &plain);
    assert_eq!(minimax.scores, plain.scores, "{}", S::NAME);

    println!("{}, {count} positions to depth {depth}", S::NAME);
    let usual = searched::<S>(&positions, depth, EXACT);
    row("exact", &usual, &usual);
    // Without the table to remind of best moves, or without captures followed to their end, the search
    // is another one.
    for (technique, without, is_other) in [
        ("table", Techniques { table: false, ..EXACT }, true),
        ("null-window", Techniques { null_window: false, ..EXACT }, false),
        ("aspiration", Techniques { aspiration: false, ..EXACT }, false),
        ("order", Techniques { order: false, ..EXACT }, false),
        ("history", Techniques { history: false, ..EXACT }, false),
        ("quiescence", Techniques { quiescence: false, ..EXACT }, true),
    ] {
        let figures = searched::<S>(&positions, depth, without);
        row(&format!("without {technique}"), &figures, &usual);
        assert!(is_other || figures.scores == usual.scores, "{}: {technique}", S::NAME);
    }
    for (technique, with) in [
        ("every second ply", Techniques { alternate: true, ..EXACT }),
        ("reductions", Techniques { reductions: true, ..EXACT }),
        ("extensions", Techniques { extensions: true, ..EXACT }),
    ] {
        row(&format!("and {technique}"), &searched::<S>(&positions, depth, with), &usual);
    }
    row("play", &searched::<S>(&positions, depth, Techniques::PLAY), &usual);
}

fn row(name: &str, figures: &Figures, reference: &Figures) {
    let differ = figures.scores.iter().zip(&reference.scores).filter(|(a, b)| a != b).count();
    println!(
        "  {name:24} {:12} nodes {:5.2} x {:9.3} s {:5.2} x {differ:3} scores differ",
        figures.nodes,
        figures.nodes as f64 / reference.nodes as f64,
        figures.seconds,
        figures.seconds / reference.seconds,
    );
}

/// The figures of a search with these techniques.
fn searched<S: Entrant>(positions: &[S::Position], depth: u32, techniques: Techniques) -> Figures {
    total(positions, |position| {
        let search = Search::new(S::judge());
        let mut search = search.with_techniques(techniques);
        let limits = Limits::new().depth(depth);
        let (analysis, time) = seconds(|| search.run(position, &limits));
        let analysis = analysis.expect("a game of two players");
        (analysis.score, analysis.nodes, time)
    })
}

/// Sums up what is found in all positions; of three times the middle one counts.
fn total<P>(positions: &[P], search: impl Fn(&P) -> (Score, u64, f64)) -> Figures {
    let mut figures = Figures { nodes: 0, seconds: 0.0, scores: Vec::new() };
    for position in positions {
        let (score, nodes, time) = search(position);
        let mut times = [time, search(position).2, search(position).2];
        figures.nodes += nodes;
        figures.seconds += median(&mut times);
        figures.scores.push(score);
    }
    figures
}

/// An evaluation and nothing else.
struct Plain<'j, J>(&'j J);

impl<G: Game, J: Evaluator<G>> Evaluator<G> for Plain<'_, J> {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self.0.evaluate(position, player)
    }
}

/// Plain minimax, deeper and deeper as every search here.
fn minimax<S: Entrant>(position: &S::Position, most: u32) -> (Score, u64, f64) {
    let search = |depth| engine::search::minimax(position, &Plain(S::judge()), depth);
    let (found, time) = seconds(|| (0..=most).map(search).collect::<Result<Vec<_>, _>>());
    let found = found.expect("a game of two players");
    let nodes = found.iter().map(|found| found.nodes).sum();
    (found.last().map_or(Score::DRAW, |found| found.score), nodes, time)
}
