//! Connect Four solved: by the engine, by the crate `minimax`, and by a solver written by hand.
//!
//! `cargo bench -p fourfold --bench connect_four` solves sets of positions: it finds in how many plies
//! they are won or lost with best play, or that they are drawn. All contestants must find the same.
//!
//! | contestant | what it is told |
//! |---|---|
//! | by hand | everything, see [`hand`] |
//! | engine | who wins in 1, who loses in 2 and that all else takes longer, the moves that do not lose at once, and by how many threats a move makes when to try it |
//! | minimax | the same: its rules say so and its move generator sorts, with those of its options that make it fastest on every tenth position |
//!
//! The engine is used by its public interface only. Every contestant has a table of 64 MiB, kept from
//! one position of a set to the next, and one thread.
//!
//! The sets are of the kinds of the public test sets of Pascal Pons, and are called the same; the
//! positions are random games by seeds, as [`sets`] says. `--sets <FOLDER>` reads the public ones
//! (`Test_L3_R1` and so on) and checks the scores published there; then `--solver <PROGRAM>` names
//! Pons' own solver, whose processor time is that of the
//! whole process, reading and printing included, less one without positions.

#[path = "shared/args.rs"]
mod args;
#[path = "connect_four/board.rs"]
mod board;
#[path = "shared/clock.rs"]
mod clock;
#[path = "connect_four/hand.rs"]
mod hand;
#[path = "connect_four/process.rs"]
mod process;
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
use engine::{Limits, Score};
use serde::Serialize;

use board::Board;
use clock::{median, seconds};
use hand::Solver;
use rival::{Configuration, Rival};
use sets::{Puzzle, SETS, Set};
use told::told;

const TABLE_BYTES: usize = 64 << 20;

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How many positions a set has; L2_R2 has a tenth of that, L1_R2 a fiftieth
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// The folder of the public test sets, to be used instead
    #[arg(long, value_name = "FOLDER")]
    sets: Option<PathBuf>,
    /// The public solver, to be timed too
    #[arg(long, value_name = "PROGRAM", requires = "sets")]
    solver: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The contestants, in the order of all arrays here.
const NAMES: [&str; 3] = ["by hand", "engine", "minimax"];

/// What the contestants take for the positions of a set.
#[derive(Debug, Serialize)]
struct Row {
    set: &'static str,
    positions: usize,
    /// The rival's options.
    options: String,
    /// For a position.
    milliseconds: [f64; 3],
    /// For a position. Those of the rival leave out what it sees at a glance.
    nodes: [u64; 3],
    /// Of the public solver, for a position.
    solver_milliseconds: Option<f64>,
}

fn main() -> ExitCode {
    let args: Args = args::parse();
    let mut rows = Vec::new();
    for set in &SETS {
        eprintln!("{}", set.name);
        match measure(set, &args) {
            Ok(row) => rows.push(row),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if args.json {
        println!("{}", serde_json::json!(rows));
    } else {
        print(&rows);
    }
    ExitCode::SUCCESS
}

fn measure(set: &Set, args: &Args) -> Result<Row, String> {
    let count = args.extent.of(20, args.positions);
    let rounds = args.extent.of(1, args.rounds.max(1));
    let Some(folder) = &args.sets else {
        return Ok(compare(set.name, &set.generate(count), rounds));
    };
    let (puzzles, moves) = set.read(folder, count)?;
    let mut row = compare(set.name, &puzzles, rounds);
    if let Some(program) = &args.solver {
        let run = |input: &str| process::seconds(program, input);
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.push(run(&moves)? - run("")?);
        }
        row.solver_milliseconds = Some(median(&mut times) / puzzles.len() as f64 * 1e3);
    }
    Ok(row)
}

/// Solves all positions with everything, in turns.
fn compare(set: &'static str, puzzles: &[Puzzle], rounds: usize) -> Row {
    let few: Vec<Puzzle> = puzzles.iter().step_by(10).copied().collect();
    let configuration = Configuration::fastest::<told::Rules>(TABLE_BYTES, |new, _| {
        theirs(new().as_mut(), &few).map(|(_, time)| time)
    });
    let mut nodes = [0; 3];
    let mut times = <[Vec<f64>; 3]>::default();
    for _ in 0..rounds {
        let costs = [
            by_hand(puzzles),
            ours(puzzles),
            theirs(configuration.rival().as_mut(), puzzles).expect("right scores of minimax"),
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
        solver_milliseconds: None,
    }
}

/// Nodes and seconds of the engine.
fn ours(puzzles: &[Puzzle]) -> (u64, f64) {
    let mut search = told(TABLE_BYTES);
    // So that the memory of the table is there before time is taken.
    let first = search.run(&Board::EMPTY, &Limits::new().depth(1));
    assert!(first.is_ok());
    search.clear();
    let mut solve = |Puzzle { board, .. }: &Puzzle| {
        let limits = Limits::new().solve(Board::PLACES - board.stones());
        search.run(board, &limits).expect("two players")
    };
    let (found, time) = seconds(|| puzzles.iter().map(&mut solve).collect::<Vec<_>>());
    for (found, puzzle) in found.iter().zip(puzzles) {
        assert!(found.proven && found.score == puzzle.score, "{puzzle:?}");
    }
    (found.iter().map(|found| found.nodes).sum(), time)
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
    for Row { set, positions, milliseconds, nodes, options, solver_milliseconds } in rows {
        let [_, engine, _] = *milliseconds;
        let times = milliseconds.map(|time| format!("{time:.4} ({:.2})", time / milliseconds[0]));
        println!("{set:width$}{}", times.map(|time| format!("{time:>width$}")).concat());
        let nodes = nodes.map(|nodes| format!("{nodes:>width$}")).concat();
        println!("{:width$}{nodes}", format!("  {positions} positions"));
        println!("  minimax: {options}");
        if let Some(solver) = solver_milliseconds {
            let ratio = engine / solver;
            println!("  the public solver: {solver:.4}; engine: {ratio:.2} times as long");
        }
    }
}
