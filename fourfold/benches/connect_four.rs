//! Connect Four solved: by the engine, by the crate `minimax`, and by a solver written by hand.
//!
//! `cargo bench -p fourfold --bench connect_four` solves sets of positions: it finds in how many plies
//! they are won or lost with best play, or that they are drawn. All contestants must find the same.
//!
//! | contestant | what it is told |
//! |---|---|
//! | by hand | everything, see [`hand`] |
//! | engine | who wins in 1, who loses in 2 and that all else takes longer, two places one above the other that win in 3, what is left where the opponent can answer every stone with the one above it, the moves that do not lose at once, and by how many threats a move makes when to try it |
//! | minimax | who wins in 1 and who loses in 2, the moves and their order: its rules say so and its move generator sorts, with those of its options that make it fastest on every tenth position |
//!
//! The engine is used by its public interface only. Every contestant has a table of 64 MiB, kept from
//! one position of a set to the next, and one thread.
//!
//! The sets are of the kinds of the public test sets of Pascal Pons, and are called the same; the
//! positions are random games by seeds, as [`sets`] says. `--sets <FOLDER>` reads the public ones
//! (`Test_L3_R1` and so on) and checks the scores published there; then `--solver <PROGRAM>`, once or more, names
//! public solvers, with which the engine takes turns, position by position. `connect_four/solver.cpp` makes such
//! a program of that of Pons and of BitBully, and says how. Pin all to one core, as by `taskset -c 0`.

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

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use engine::{Analysis, Limits, Score, Search};
use serde::Serialize;

use board::{Board, Column};
use clock::{median, seconds};
use hand::{Solver, score_of};
use process::Process;
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
    /// A public solver, to be timed too
    #[arg(long, value_name = "PROGRAM", requires = "sets")]
    solver: Vec<PathBuf>,
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
    solvers: Vec<Public>,
}

/// What a public solver takes for a position of a set.
#[derive(Debug, Serialize)]
struct Public {
    program: PathBuf,
    milliseconds: f64,
    nodes: u64,
    /// How many times as long the engine takes.
    engine: f64,
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
    let solvers = args.solver.iter().map(|program| take_turns(program, &puzzles, &moves, rounds));
    row.solvers = solvers.collect::<Result<_, _>>()?;
    Ok(row)
}

/// The engine and a public solver in turn, position by position.
fn take_turns(
    program: &Path,
    puzzles: &[Puzzle],
    moves: &[String],
    rounds: usize,
) -> Result<Public, String> {
    let (mut times, mut ratios, mut nodes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..rounds {
        let (mut process, mut engine) = (Process::start(program)?, fresh());
        let (mut their_time, mut our_time) = (0.0, 0.0);
        nodes = 0;
        for (puzzle, columns) in puzzles.iter().zip(moves) {
            let answer = process.solve(columns)?;
            if score_of(&puzzle.board, answer.value) != puzzle.score {
                return Err(format!("{}: {} for {columns}", program.display(), answer.value));
            }
            their_time += answer.seconds;
            nodes += answer.nodes;
            let (found, time) = seconds(|| solve(&mut engine, puzzle));
            check(&found, puzzle);
            our_time += time;
        }
        times.push(their_time);
        ratios.push(our_time / their_time);
    }
    let count = puzzles.len();
    Ok(Public {
        program: program.to_owned(),
        milliseconds: median(&mut times) / count as f64 * 1e3,
        nodes: nodes / count as u64,
        engine: median(&mut ratios),
    })
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
        solvers: Vec::new(),
    }
}

type Engine = Search<Board, told::Threats>;

/// The engine with an empty table, the memory of which is there before time is taken.
fn fresh() -> Engine {
    let mut search = told(TABLE_BYTES);
    let first = search.run(&Board::EMPTY, &Limits::new().depth(1));
    assert!(first.is_ok());
    search.clear();
    search
}

fn solve(engine: &mut Engine, Puzzle { board, .. }: &Puzzle) -> Analysis<Column> {
    let limits = Limits::new().solve(Board::PLACES - board.stones());
    engine.run(board, &limits).expect("two players")
}

fn check(found: &Analysis<Column>, puzzle: &Puzzle) {
    assert!(found.proven && found.score == puzzle.score, "{puzzle:?}");
}

/// Nodes and seconds of the engine.
fn ours(puzzles: &[Puzzle]) -> (u64, f64) {
    let mut engine = fresh();
    let all = || puzzles.iter().map(|puzzle| solve(&mut engine, puzzle)).collect::<Vec<_>>();
    let (found, time) = seconds(all);
    for (found, puzzle) in found.iter().zip(puzzles) {
        check(found, puzzle);
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
    for Row { set, positions, milliseconds, nodes, options, solvers } in rows {
        let times = milliseconds.map(|time| format!("{time:.4} ({:.2})", time / milliseconds[0]));
        println!("{set:width$}{}", times.map(|time| format!("{time:>width$}")).concat());
        let nodes = nodes.map(|nodes| format!("{nodes:>width$}")).concat();
        println!("{:width$}{nodes}", format!("  {positions} positions"));
        println!("  minimax: {options}");
        for Public { program, milliseconds, nodes, engine } in solvers {
            let program = program.display();
            println!(
                "  {program}: {milliseconds:.4}, {nodes} nodes; engine: {engine:.2} times as long"
            );
        }
    }
}
