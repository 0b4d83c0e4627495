//! Who can force a win: proof-number search against alpha-beta, nodes and time over sets of positions.

use std::hash::Hash;
use std::time::{Duration, Instant};

use engine::{Blind, Evaluator, Game, Keyed, Limits, ProofSearch, Search, Start, Verdict, seeded};
use rand::RngExt;
use rand::seq::IndexedRandom;

const TABLE_BYTES: usize = 64 << 20;
const TIME: Duration = Duration::from_secs(20);

fn main() {
    println!(
        "positions                  solved  df-pn nodes   time   solved  alpha-beta nodes   time"
    );
    let four = |stones| move |seed| random_position(connect_four(), seed, |_, ply| ply == stones);
    compare("Connect Four, 24 stones", 20, four(24), examples::connect_four::OpenLines);
    compare("Connect Four, 20 stones", 20, four(20), examples::connect_four::OpenLines);
    compare("Connect Four, 16 stones", 10, four(16), examples::connect_four::OpenLines);
    let deal = |seed| collapsi::Position::start(&Default::default(), seed);
    compare("Collapsi, whole deals", 20, deal, Blind);
    for pieces in [4, 6] {
        let ending = |seed| {
            let start = <collateral_checkers::Position as Start>::start(&Default::default(), 0);
            random_position(start, seed, |position, _| count(position) <= pieces)
        };
        let name = format!("Collateral Checkers, {pieces} left");
        compare(&name, 20, ending, collateral_checkers::Evaluation::default());
    }
}

fn connect_four() -> examples::connect_four::Position {
    examples::connect_four::Position::empty()
}

fn count(position: &collateral_checkers::Position) -> usize {
    position
        .to_string()
        .split(' ')
        .next()
        .unwrap_or("")
        .chars()
        .filter(|c| c.is_alphabetic())
        .count()
}

/// Plays at random until `stop` says so, over and over until a game goes on that long.
fn random_position<G: Game>(start: G, seed: u64, stop: impl Fn(&G, usize) -> bool) -> G {
    let mut rng = seeded(seed);
    loop {
        let mut position = start.clone();
        for ply in 0.. {
            let Some(&m) = position.legal_moves().choose(&mut rng) else { break };
            if stop(&position, ply) {
                return position;
            }
            position.play_unchecked(m);
        }
        let _: u32 = rng.random();
    }
}

fn compare<G: Keyed + Eq + Hash, E: Evaluator<G> + Clone>(
    name: &str,
    count: u64,
    position: impl Fn(u64) -> G,
    evaluator: E,
) {
    let positions: Vec<G> = (0..count).map(position).collect();
    let limits = Limits::new().time(TIME);
    let (mut solved, mut nodes, started) = (0, 0, Instant::now());
    let mut wins = Vec::new();
    for position in &positions {
        let mut search = ProofSearch::with_table_bytes(TABLE_BYTES);
        let answer = search.run(position, position.turn(), &limits);
        nodes += answer.nodes;
        solved += u32::from(answer.verdict != Verdict::Unknown);
        wins.push(answer.verdict);
    }
    print!("{name:26} {solved:6} {nodes:12} {:6.2}", started.elapsed().as_secs_f64());
    let (mut solved, mut nodes, started) = (0, 0, Instant::now());
    for (position, verdict) in positions.iter().zip(wins) {
        let mut search = Search::with_table_bytes(evaluator.clone(), TABLE_BYTES);
        let Ok(analysis) = search.run(position, &limits) else { continue };
        nodes += analysis.nodes;
        solved += u32::from(analysis.proven);
        if analysis.proven && verdict != Verdict::Unknown {
            assert_eq!(analysis.score.is_win(), verdict == Verdict::Proven);
        }
    }
    println!("   {solved:6} {nodes:17} {:6.2}", started.elapsed().as_secs_f64());
}
