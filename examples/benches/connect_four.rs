//! Connect Four solved: by the engine, by the crate `minimax`, and by a solver written by hand.
//!
//! `cargo bench -p fourfold --bench connect_four` solves 100 positions with 14 to 20 stones, that is,
//! finds in how many plies they are won or lost with best play, or that they are drawn. All must
//! find the same. The engine and the rival have the same game and size of table, and nothing is
//! evaluated; the rival has those of its options that make it fastest on every tenth position. The
//! engine is also told how to see the end two plies ahead, for which the rival has no place
//! ([`Evaluator::probe`]). So is the solver by hand, which visits the same nodes: how much longer the
//! engine takes is the price of being generic.
//!
//! The positions are in `connect_four/positions.txt`: the columns played, 1 to 7, then the score.
//! `cargo bench -p fourfold --bench connect_four -- --positions` printed them: stones dropped at
//! random by seeds 0, 1, 2 and so on, 14 of them for seeds divisible by 7, then 15, and so on to
//! 20. Passed over are games that end there or within eight plies, and those that take the solver
//! by hand more than [`MOST_NODES`] nodes, so that all of them can be solved in a minute; there are
//! at most [`SHARE`] positions with any number of stones.

#[path = "shared/args.rs"]
mod args;
#[path = "connect_four/board.rs"]
mod board;
#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/configuration.rs"]
mod configuration;
#[path = "connect_four/hand.rs"]
mod hand;
#[path = "shared/rival.rs"]
mod rival;
#[path = "shared/subject.rs"]
mod subject;

use clap::Parser;
use engine::{Evaluator, Game, Limits, NoEvaluation, Score, Search, Techniques, playout, seeded};

use args::Size;
use board::{Board, Column, Threats};
use clock::{median, seconds};
use configuration::{Configuration, TABLE_BYTES, Task};
use hand::Solver;
use rival::{Indexed, Move};
use subject::Subject;

const MOST_NODES: u64 = 3_000_000;
const POSITIONS: usize = 100;
/// A seventh of them, rounded up.
const SHARE: usize = 15;

/// Arguments.
#[derive(Clone, Copy, Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Print the positions.
    #[arg(long)]
    positions: bool,
}

/// Connect Four on bitboards.
#[derive(Debug)]
struct Solving;

impl Subject for Solving {
    type Position = Board;
    type Judge = NoEvaluation;

    fn judge() -> NoEvaluation {
        NoEvaluation
    }
}

impl Indexed for Solving {
    const INDICES: u16 = 7;

    fn index(m: Move<Self>) -> u16 {
        m.0.into()
    }

    fn filler() -> Option<Move<Self>> {
        Some(Column(3))
    }
}

fn main() {
    let args = Args::parse();
    if args.positions {
        return print_positions();
    }
    let size = args.extent.size();
    let mut tasks: Vec<Task<Solving>> = include_str!("connect_four/positions.txt")
        .lines()
        .map(|line| read(line).expect("a line of columns and a score"))
        .collect();
    if size == Size::Quick {
        // Those with the most stones are last and fastest.
        tasks.drain(..POSITIONS - 3);
    }
    let rounds = size.of(1, args.rounds.max(1));
    println!("{} positions; the rival's options in a few of them:", tasks.len());
    let few = tasks.iter().step_by(size.of(1, 10)).cloned().collect::<Vec<_>>();
    let rival = Configuration::fastest(&few);
    compare(&tasks, &rival, rounds);
}

/// Solves all positions with everything and prints what it takes.
fn compare(tasks: &[Task<Solving>], configuration: &Configuration, rounds: usize) {
    let names = [
        "engine, table and null windows, which sees threats",
        "solver by hand, which visits the same nodes",
        "engine, as it is by default, which sees threats",
        "engine, table and null windows, which sees none",
        &format!("minimax, {configuration}, which sees none"),
    ];
    let mut nodes = [0; 5];
    let mut total = [0.0; 5];
    for task in tasks {
        let mut times = <[Vec<f64>; 5]>::default();
        for _ in 0..rounds {
            let found = [
                engine(task, Threats, hand::TECHNIQUES),
                by_hand(task),
                engine(task, Threats, Techniques::exact()),
                engine(task, NoEvaluation, hand::TECHNIQUES),
                minimax(task, configuration),
            ];
            for (i, (visited, time)) in found.into_iter().enumerate() {
                nodes[i] += visited;
                times[i].push(time);
            }
        }
        for (total, times) in total.iter_mut().zip(&mut times) {
            *total += median(times);
        }
    }
    println!();
    for ((name, total), nodes) in names.iter().zip(total).zip(nodes) {
        let nodes = nodes / rounds as u64;
        let each = total / nodes as f64 * 1e9;
        println!("{total:8.3} s {nodes:11} nodes {each:5.0} ns a node  {name}");
    }
    let [ours, hand, _, blind, rival] = total;
    println!("{:.2} times faster than minimax; {:.2} without threats", rival / ours, rival / blind);
    println!("{:.2} times slower than by hand", ours / hand);
}

/// Nodes and seconds of the engine.
fn engine(
    task: &Task<Solving>,
    evaluator: impl Evaluator<Board>,
    techniques: Techniques,
) -> (u64, f64) {
    let search = Search::with_table_bytes(evaluator, TABLE_BYTES);
    let mut search = search.with_techniques(techniques);
    let (analysis, time) = seconds(|| search.run(&task.position, &Limits::new()));
    let analysis = analysis.expect("a game of two players");
    assert!(analysis.proven, "{task:?}");
    assert_eq!(analysis.score, task.score, "{task:?}");
    (analysis.nodes, time)
}

fn by_hand(task: &Task<Solving>) -> (u64, f64) {
    let mut solver = Solver::with_table_bytes(TABLE_BYTES);
    let (score, time) = seconds(|| solver.solve(&task.position, u64::MAX));
    assert_eq!(score, Some(task.score), "{task:?}");
    (solver.nodes(), time)
}

fn minimax(task: &Task<Solving>, configuration: &Configuration) -> (u64, f64) {
    let (found, time) = configuration.search::<Solving>(&task.position, task.depth);
    assert!(task.is_done_by(&found), "{task:?}: {found:?}");
    (found.nodes, time)
}

/// A line of the file.
fn read(line: &str) -> Option<Task<Solving>> {
    let (columns, score) = line.split_once(' ')?;
    let mut position = Board::EMPTY;
    for column in columns.bytes() {
        position.play(Column(column.wrapping_sub(b'1'))).ok()?;
    }
    let plies = |text: &str| text.parse().ok();
    let score = match score.split_once(" in ") {
        Some(("win", distance)) => Score::win_in(plies(distance)?),
        Some(("loss", distance)) => Score::loss_in(plies(distance)?),
        _ => Score::DRAW,
    };
    Some(Task { position, depth: Board::PLACES - position.stones(), score })
}

fn print_positions() {
    let mut lines = Vec::new();
    let mut shares = [0; 7];
    for seed in 0.. {
        let number = seed as usize % shares.len();
        if shares[number] == SHARE {
            continue;
        }
        let game = playout(&Board::EMPTY, 14 + number, &mut seeded(seed));
        let mut solver = Solver::with_table_bytes(TABLE_BYTES);
        if game.position.outcome().is_some() {
            continue;
        }
        let Some(score) = solver.solve(&game.position, MOST_NODES) else { continue };
        if solver.nodes() > MOST_NODES || score.distance().is_some_and(|distance| distance <= 8) {
            continue;
        }
        let columns: String = game.moves.iter().map(|m| char::from(b'1' + m.0)).collect();
        let score = if score == Score::DRAW { "draw".to_owned() } else { score.to_string() };
        shares[number] += 1;
        lines.push(format!("{columns} {score}"));
        if lines.len() == POSITIONS {
            break;
        }
    }
    lines.sort_by_key(|line| line.find(' '));
    for line in lines {
        println!("{line}");
    }
}
