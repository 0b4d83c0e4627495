//! How fast moves are listed and played, and how deep the search looks; one core.
//!
//! `cargo bench -p compass --bench moves` prints, for positions of random games and for one with
//! 3,841 moves, how many positions a second `perft` visits, and what the search does in 100 ms.

use std::time::{Duration, Instant};

use compass::{Game, Heuristic, Position, Rules};
use engine::{Limits, Search, perft, playout, seeded};

/// White is stuck with 14 cards, behind in points.
const BEHIND: &str = include_str!("../tests/data/behind.txt");

/// White is stuck with 32 cards of all kinds, and leads.
const MOST_MOVES: &str = include_str!("../tests/data/most_moves.txt");

fn main() {
    println!("{:24} {:>6} {:>22} {:>24}", "", "moves", "perft, positions/s", "search of 100 ms");
    let deal = Position::deal(1, Rules::default());
    report("deal", &deal, 5);
    for (plies, depth) in [(4, 10), (10, 5), (16, 4), (22, 4)] {
        let middle = (0..100).map(|seed| playout(&deal, plies, &mut seeded(seed)).position);
        if let Some(position) = middle.into_iter().find(|position| position.outcome().is_none()) {
            report(&format!("after {plies} plies"), &position, depth);
        }
    }
    for (what, text) in [("stuck, 14 cards", BEHIND), ("stuck, 32 cards", MOST_MOVES)] {
        match text.trim_end().parse() {
            Ok(position) => report(what, &position, 2),
            Err(error) => println!("{error}"),
        }
    }
}

fn report(what: &str, position: &Position, depth: u32) {
    let start = Instant::now();
    let count = perft(position, depth);
    let speed = count as f64 / start.elapsed().as_secs_f64() / 1e6;
    let limits = Limits::new().time(Duration::from_millis(100));
    let search = Search::new(Heuristic::new()).run(position, &limits);
    let searched = match search {
        Ok(analysis) => format!("depth {}, {} nodes", analysis.depth, analysis.nodes),
        Err(error) => error.to_string(),
    };
    let moves = position.legal_moves().len();
    println!("{what:24} {moves:6} {speed:13.0} million {searched:>24}");
}
