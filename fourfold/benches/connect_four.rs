//! Connect Four solved: by the engine, by the crate `minimax`, and by a solver written by hand.
//!
//! `cargo bench -p fourfold --bench connect_four` solves sets of positions: it finds in how many plies
//! they are won or lost with best play, or that they are drawn. All contestants must find the same.
//!
//! | contestant | what it is told |
//! |---|---|
//! | by hand | everything, see [`hand`] |
//! | engine, told | who wins in 1, who loses in 2 and that all else takes longer, the moves that do not lose at once, and by how many threats a move makes when to try it |
//! | minimax, told | the same: its rules say so and its move generator sorts, with those of its options that make it fastest on every tenth position |
//! | engine, plain | nothing but the rules, with its defaults |
//!
//! The engine is used by its public interface only. Every contestant has a table of 64 MiB, kept from
//! one position of a set to the next, and one thread.
//!
//! The sets are of the kinds of the public test sets of Pascal Pons, and are called the same; the
//! positions are random games by seeds, as [`sets`] says. `--sets <FOLDER>` reads the public ones
//! (`Test_L3_R1` and so on) and checks the scores published there.

#[path = "shared/args.rs"]
mod args;
#[path = "connect_four/board.rs"]
mod board;
#[path = "shared/clock.rs"]
mod clock;
#[path = "connect_four/hand.rs"]
mod hand;
#[path = "shared/rival.rs"]
#[expect(dead_code, reason = "no match is played here")]
mod rival;
#[path = "connect_four/sets.rs"]
mod sets;
#[path = "connect_four/told.rs"]
mod told;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use engine::{Evaluator, Limits, NoEvaluation, Score, Search};
use serde::Serialize;

use board::Board;
use clock::{median, seconds};
use hand::Solver;
use rival::{Configuration, Rival};
use sets::{Puzzle, SETS};
use told::told;

const TABLE_BYTES: usize = 64 << 20;

/// To which depths the engine, told, searches before it searches to the end of the game: each twice as
/// deep as the one before, so that all of them together take little of the time of the last.
const DEPTHS: [u32; 3] = [6, 12, 24];

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How many positions a set has; L2_R2 has a tenth of that
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// The folder of the public test sets, to be used instead
    #[arg(long, value_name = "FOLDER")]
    sets: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The contestants, in the order of all arrays here.
const NAMES: [&str; 4] = ["by hand", "engine, told", "minimax, told", "engine, plain"];

/// What the contestants take for the positions of a set.
#[derive(Debug, Serialize)]
struct Row {
    set: &'static str,
    positions: usize,
    /// The rival's options.
    options: String,
    /// For a position.
    milliseconds: [f64; 4],
    /// For a position. Those of the rival leave out what it sees at a glance.
    nodes: [u64; 4],
}

fn main() -> ExitCode {
    let args: Args = args::parse();
    let extent = args.extent;
    let count = extent.of(20, args.positions);
    let mut rows = Vec::new();
    for set in &SETS {
        eprintln!("{}", set.name);
        let puzzles = match &args.sets {
            None => set.generate(count),
            Some(folder) => match set.read(folder, count) {
                Ok(puzzles) => puzzles,
                Err(error) => {
                    eprintln!("error: {error}");
                    return ExitCode::FAILURE;
                }
            },
        };
        rows.push(compare(set.name, &puzzles, extent.of(1, args.rounds.max(1))));
    }
    if args.json {
        println!("{}", serde_json::json!(rows));
    } else {
        print(&rows);
    }
    ExitCode::SUCCESS
}

/// Solves all positions with everything, in turns.
fn compare(set: &'static str, puzzles: &[Puzzle], rounds: usize) -> Row {
    let few: Vec<Puzzle> = puzzles.iter().step_by(10).copied().collect();
    let configuration = Configuration::fastest::<told::Rules>(TABLE_BYTES, |new, _| {
        theirs(new().as_mut(), &few).map(|(_, time)| time)
    });
    let mut nodes = [0; 4];
    let mut times = <[Vec<f64>; 4]>::default();
    for _ in 0..rounds {
        let plain = Search::new(NoEvaluation).with_memory(TABLE_BYTES);
        let costs = [
            by_hand(puzzles),
            ours(told(TABLE_BYTES), puzzles, doubling),
            theirs(configuration.rival().as_mut(), puzzles).expect("right scores of minimax"),
            ours(plain, puzzles, |_| vec![Limits::new()]),
        ];
        for (i, (visited, time)) in costs.into_iter().enumerate() {
            nodes[i] = visited / puzzles.len() as u64;
            times[i].push(time);
        }
    }
    Row {
        set,
        positions: puzzles.len(),
        options: configuration.to_string(),
        milliseconds: times.each_mut().map(|times| median(times) / puzzles.len() as f64 * 1e3),
        nodes,
    }
}

/// Nodes and seconds of the engine, by one search after the other within these limits, given the number
/// of empty places, until one proves the score.
fn ours<E: Evaluator<Board>>(
    mut search: Search<Board, E>,
    puzzles: &[Puzzle],
    limits: fn(u32) -> Vec<Limits>,
) -> (u64, f64) {
    // So that the memory of the table is there before time is taken.
    search.clear();
    let mut nodes = 0;
    let mut solve = |Puzzle { board, .. }: &Puzzle| {
        let searches = limits(Board::PLACES - board.stones()).into_iter();
        let analyses = searches.map(|limits| search.run(board, &limits).expect("two players"));
        let mut analyses = analyses.inspect(|analysis| nodes += analysis.nodes);
        analyses.find(|analysis| analysis.proven).map(|analysis| analysis.score)
    };
    let (found, time) = seconds(|| puzzles.iter().map(&mut solve).collect::<Vec<_>>());
    for (found, puzzle) in found.iter().zip(puzzles) {
        assert_eq!(*found, Some(puzzle.score), "{puzzle:?}");
    }
    (nodes, time)
}

/// Searches to [`DEPTHS`] and to the end of the game.
fn doubling(empty: u32) -> Vec<Limits> {
    let depths = DEPTHS.into_iter().filter(|&depth| depth < empty).chain([empty]);
    depths.map(|depth| Limits::new().first_depth(depth).depth(depth)).collect()
}

/// Nodes and seconds of the solver by hand.
fn by_hand(puzzles: &[Puzzle]) -> (u64, f64) {
    let mut solver = Solver::new();
    solver.clear();
    let (scores, time) = seconds(|| {
        puzzles.iter().map(|puzzle| solver.solve(&puzzle.board)).collect::<Vec<Score>>()
    });
    for (&score, puzzle) in scores.iter().zip(puzzles) {
        assert_eq!(score, puzzle.score, "{puzzle:?}");
    }
    (solver.nodes(), time)
}

/// Nodes and seconds of the rival; `None` if a score is wrong.
fn theirs(rival: &mut dyn Rival<told::Rules>, puzzles: &[Puzzle]) -> Option<(u64, f64)> {
    let depth = |puzzle: &Puzzle| Board::PLACES - puzzle.board.stones();
    let (found, time) = seconds(|| {
        let found = puzzles.iter().map(|puzzle| rival.search(&puzzle.board, depth(puzzle)));
        found.collect::<Vec<_>>()
    });
    let mut both = found.iter().zip(puzzles);
    let is_right = both.all(|(found, puzzle)| found.is(puzzle.score, depth(puzzle)));
    is_right.then(|| (found.iter().map(|found| found.nodes).sum(), time))
}

fn print(rows: &[Row]) {
    let width = 18;
    println!("\nmilliseconds a position (and how many times as long as by hand), nodes a position");
    println!("{:width$}{}", "set", NAMES.map(|name| format!("{name:>width$}")).concat());
    for Row { set, positions, milliseconds, nodes, options } in rows {
        let times = milliseconds.map(|time| format!("{time:.4} ({:.2})", time / milliseconds[0]));
        println!("{set:width$}{}", times.map(|time| format!("{time:>width$}")).concat());
        let nodes = nodes.map(|nodes| format!("{nodes:>width$}")).concat();
        println!("{:width$}{nodes}", format!("  {positions} positions"));
        println!("  minimax: {options}");
    }
}
