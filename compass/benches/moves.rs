//! How fast moves are listed and played, and how deep the search looks; one core.
//!
//! `cargo bench -p fourfold-compass --bench moves` prints, for positions of random games and for two with
//! thousands of moves, how long it takes to list the moves and to list and play them, and how far
//! the search looks in 100 ms.

#[path = "../../engine/tests/fixtures/table.rs"]
#[expect(dead_code, reason = "texts are checked by tests")]
mod table;

use std::hint::black_box;
use std::time::{Duration, Instant};

use compass::{Evaluation, Game, Position, Rules, Start};
use engine::game::seeded;
use engine::{Limits, Search, playout};

use table::rows;

const STUCK: &str = include_str!("../tests/data/stuck.txt");

fn main() -> Result<(), String> {
    println!(
        "{:16} {:>6} {:>9} {:>9} {:>28}",
        "", "moves", "list, µs", "play, µs", "search of 100 ms"
    );
    let deal = Position::start(&Rules::default(), 1);
    report("deal", &deal);
    for plies in [4, 10, 16, 22] {
        let middle = (0..100).map(|seed| playout(&deal, plies, &mut seeded(seed)).position);
        if let Some(position) = middle.into_iter().find(|position| position.outcome().is_none()) {
            report(&format!("after {plies} plies"), &position);
        }
    }
    for [cards, text] in rows(STUCK, ["cards", "position"])? {
        match text.parse() {
            Ok(position) => report(&format!("stuck, {cards}"), &position),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}

fn report(what: &str, position: &Position) {
    let mut moves = Vec::new();
    let list = microseconds(|| {
        moves.clear();
        black_box(position).generate_moves(&mut moves);
    });
    let play = microseconds(|| {
        moves.clear();
        black_box(position).generate_moves(&mut moves);
        for &m in &moves {
            let after = position.after(m);
            black_box(after);
        }
    });
    let limits = Limits::new().time(Duration::from_millis(100));
    let searched = match Search::new(Evaluation::default()).run(position, &limits) {
        Ok(analysis) => format!("depth {}, {} nodes", analysis.depth, analysis.nodes),
        Err(error) => error.to_string(),
    };
    let moves = moves.len();
    println!("{what:16} {moves:6} {list:9.2} {play:9.2} {searched:>28}");
}

/// The mean of many runs.
fn microseconds(mut task: impl FnMut()) -> f64 {
    const RUNS: u32 = 2_000;
    let start = Instant::now();
    for _ in 0..RUNS {
        task();
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS)
}
