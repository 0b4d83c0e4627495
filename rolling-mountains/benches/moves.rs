//! How long it takes to list the legal moves: in ordinary positions, and in the worst ones known.
//!
//! `cargo bench -p rolling-mountains --bench moves` prints, for every position of random games, the
//! median, the mean, the slowest one in a hundred and the slowest of all, in microseconds. Then it
//! prints how long it takes to list the moves of positions that were constructed, or found by hill
//! climbs, to be slow: the fastest of five runs, in milliseconds. Some are refused (ruling 11).

#[path = "../../engine/tests/fixtures/table.rs"]
#[expect(dead_code, reason = "texts are checked by tests")]
mod table;

use std::hint::black_box;
use std::time::Instant;

use engine::game::seeded;
use engine::{Game, Start, playout};
use rolling_mountains::{Players, Position, Rules};

use table::rows;

const HARD: &str = include_str!("hard.txt");

fn main() -> Result<(), String> {
    println!(
        "{:24} {:>7} {:>7} {:>7} {:>9} {:>7}  µs for a position",
        "random games", "median", "mean", "99 %", "slowest", "moves"
    );
    for (players, side) in
        [(Players::Two, 8), (Players::Three, 8), (Players::Four, 8), (Players::Two, 11)]
    {
        random_games(&Rules { players, width: side, height: side, ..Rules::default() });
    }
    println!("\n{:52} {:>10}  ms", "constructed positions", "");
    for [name, text] in rows(HARD, ["what", "position"])? {
        match text.parse::<Position>() {
            Ok(position) => {
                let times = (0..5).map(|_| time(&position));
                let fastest = times.map(|(micros, _)| micros).fold(f64::INFINITY, f64::min);
                println!("{name:52} {:10.3}", fastest / 1e3);
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    Ok(())
}

fn random_games(rules: &Rules) {
    let start = Position::start(rules, 0);
    let mut times = Vec::new();
    let mut moves = 0;
    for seed in 0..20 {
        let mut position = start;
        for m in playout(&start, 1_000, &mut seeded(seed)).moves {
            let (micros, count) = time(&position);
            times.push(micros);
            moves += count;
            position.play_unchecked(m);
        }
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    let name = format!("{} players, {}x{}", rules.players.count(), rules.width, rules.height);
    println!(
        "{name:24} {:7.2} {mean:7.2} {:7.2} {:9.2} {:7}",
        at(50),
        at(99),
        times.last().copied().unwrap_or_default(),
        moves / times.len()
    );
}

/// The microseconds it takes to list the moves, and how many there are.
fn time(position: &Position) -> (f64, usize) {
    let mut moves = Vec::with_capacity(1_000);
    let start = Instant::now();
    black_box(position).generate_moves(&mut moves);
    (start.elapsed().as_secs_f64() * 1e6, black_box(moves).len())
}
