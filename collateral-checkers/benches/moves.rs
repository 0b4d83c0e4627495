//! How fast moves are counted, listed and searched; one core.
//!
//! `cargo bench -p collateral-checkers --bench moves` prints, for the start and for two positions with
//! tens of thousands of moves, how long it takes to list all moves and one for each position they lead
//! to. Then it prints positions a second: of perft six plies from the start, and of searches to depth 6
//! from an empty table.

use std::hint::black_box;
use std::time::Instant;

use collateral_checkers::{Evaluation, Game, Position, Rules, Start};
use engine::{Limits, Search, perft};

/// Positions six plies from the start; a naive generator counts the same.
const PERFT_6: u64 = 52_311_061;

fn main() {
    let start = Position::start(&Rules::default(), 0);
    println!("{:16} {:>12} {:>12}", "", "all, µs", "distinct, µs");
    for (name, text) in [
        ("start", "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"),
        ("47,665 moves", "1w1ww/wwwww/1w1b1/bbbbb/1b1b1 w 0 8"),
        ("91,771 moves", "1w1w1/bwwbb/1wbw1/bbwbb/1w1w1 b 1 0"),
    ] {
        let position: Position = text.parse().expect("a position");
        let all = list(|moves| black_box(&position).generate_moves(moves));
        let distinct = list(|moves| black_box(&position).generate_distinct_moves(moves));
        println!("{name:16} {all:12.2} {distinct:12.2}");
    }
    println!("\n{:48} {:>14}", "", "positions/s");
    report("perft, depth 6", || {
        assert_eq!(perft(black_box(&start), 6), PERFT_6);
        PERFT_6
    });
    for text in ["wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", "www1w/ww2w/1w3/b2bb/bbbbb b 0 0"] {
        let position: Position = text.parse().expect("a position");
        let mut search = Search::new(Evaluation::default()).with_memory(1 << 20);
        report(&format!("search, {text}"), || {
            search.clear();
            let analysis = search.run(black_box(&position), &Limits::new().depth(6));
            analysis.expect("a running game").nodes
        });
    }
}

/// The microseconds it takes to list moves, as a mean of many runs.
fn list(generate: impl Fn(&mut Vec<<Position as Game>::Move>)) -> f64 {
    const RUNS: u32 = 500;
    let mut moves = Vec::new();
    let start = Instant::now();
    for _ in 0..RUNS {
        moves.clear();
        generate(&mut moves);
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS)
}

/// Prints how many positions a second some work visits, by the fastest of five runs.
fn report(what: &str, mut work: impl FnMut() -> u64) {
    let mut run = || {
        let start = Instant::now();
        let positions = work();
        positions as f64 / start.elapsed().as_secs_f64()
    };
    let best = (0..5).map(|_| run()).fold(0.0, f64::max);
    println!("{what:48} {best:14.0}");
}
