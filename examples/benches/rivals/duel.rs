//! A match against the rival at equal time for a move.

use std::time::Duration;

use collateral_checkers::{Rules, Start};
use engine::{Game, Limits, ScoreKind, Search, Wdl, playout, seeded};
use minimax::Strategy;

use crate::args::Size;
use crate::configuration::{Configuration, Order, TABLE_BYTES, Task};
use crate::games::CollateralCheckers;
use crate::rival::{Listed, Listing, Move, Sorted, rival};
use crate::subject::{Position, Subject};

type Checkers = Position<CollateralCheckers>;

/// Chooses a move, unless there was no time for even one ply.
type Player = Box<dyn FnMut(&Checkers) -> Option<Move<CollateralCheckers>>>;

/// How many random plies an opening has.
const OPENING_PLIES: usize = 6;

/// How many positions are searched to see whether an opening is even, and how much is.
const EVEN_NODES: u64 = 1_000_000;
const EVEN: i32 = 100;

/// Results, and the points of each pair of games, of 2.
#[derive(Default)]
struct Results {
    won: u32,
    drawn: u32,
    lost: u32,
    pairs: Vec<f64>,
    /// Moves that somebody had no time to choose.
    unready: u32,
}

/// Plays and prints what came of it.
pub(crate) fn play(size: Size, tasks: &[Task<CollateralCheckers>]) {
    let (pairs, time) = size.of((1, 1), (100, 10));
    let time = Duration::from_millis(time);
    println!("the rival's options:");
    let configuration = Configuration::fastest(tasks);
    println!("{} games at {time:?} a move against minimax, {configuration}", 2 * pairs);
    let mut results = Results::default();
    for opening in openings().take(pairs) {
        let points: f64 = (0..2)
            .map(|seat| {
                let mut players = [ours(time), theirs(&configuration, time)];
                players.rotate_left(seat);
                game(opening, players, seat, &mut results)
            })
            .sum();
        results.pairs.push(points);
    }
    results.print();
}

/// Openings by seeds 0, 1, 2 and so on. Those are passed over that one side wins anyway, as both
/// would win once from them: where a search finds more than a small advantage.
fn openings() -> impl Iterator<Item = Checkers> {
    let start = Checkers::start(&Rules::default(), 0);
    let reached = (0..).map(move |seed| playout(&start, OPENING_PLIES, &mut seeded(seed)).position);
    let mut search = Search::with_table_bytes(CollateralCheckers::judge(), TABLE_BYTES);
    reached.filter(move |opening| {
        search.clear();
        let analysis = search.run(opening, &Limits::new().nodes(EVEN_NODES));
        analysis.is_ok_and(|analysis| match analysis.score.kind() {
            ScoreKind::Value(value) => value.abs() <= EVEN,
            ScoreKind::Win(_) | ScoreKind::Loss(_) => false,
        })
    })
}

fn ours(time: Duration) -> Player {
    let mut search = Search::with_table_bytes(CollateralCheckers::judge(), TABLE_BYTES);
    let limits = Limits::new().time(time);
    Box::new(move |position| search.run(position, &limits).ok()?.best())
}

fn theirs(configuration: &Configuration, time: Duration) -> Player {
    match configuration.order {
        Order::Listed => told::<Listed>(configuration, time),
        Order::Sorted => told::<Sorted>(configuration, time),
    }
}

fn told<L: Listing<CollateralCheckers> + 'static>(
    configuration: &Configuration,
    time: Duration,
) -> Player {
    let mut rival = rival::<CollateralCheckers, L>(configuration.options);
    rival.set_timeout(time);
    Box::new(move |position| rival.choose_move(position))
}

/// Plays a game in which ours has this seat, and returns its points.
fn game(opening: Checkers, mut players: [Player; 2], seat: usize, results: &mut Results) -> f64 {
    let mut position = opening;
    let seats = [opening.turn(), !opening.turn()];
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let player = usize::from(position.turn() != seats[0]);
        let chosen = players[player](&position);
        results.unready += u32::from(chosen.is_none());
        let Some(m) = chosen.or_else(|| position.legal_moves().first().copied()) else {
            unreachable!("an unfinished game has moves: {position}")
        };
        position.play_unchecked(m);
    };
    let (count, points) = match outcome.wdl(seats[seat]) {
        Wdl::Win => (&mut results.won, 1.0),
        Wdl::Draw => (&mut results.drawn, 0.5),
        Wdl::Loss => (&mut results.lost, 0.0),
    };
    *count += 1;
    points
}

impl Results {
    fn print(&self) {
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / count;
        let squares = self.pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>();
        let error = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt() / 2.0;
        let Self { won, drawn, lost, unready, .. } = self;
        println!("won {won}, drawn {drawn}, lost {lost}; {unready} moves without time for a ply");
        println!("{:.1} % ± {:.1} (95 %, by pairs)", 50.0 * mean, 100.0 * error);
    }
}
