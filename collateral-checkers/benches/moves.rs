//! Speed of perft, of listing moves, of a search to a fixed depth, and of endgame tablebases.
//!
//! `cargo bench -p collateral-checkers --bench moves` runs all; a word more, such as `perft`, runs only
//! the benchmarks with that word in their names. An iteration of `perft` counts all positions six plies
//! from the start, the last ply without listing its moves.

use std::hint::black_box;
use std::num::NonZeroUsize;

use collateral_checkers::{Endings, Evaluation, Game, Position, Rules, Start};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::tablebase::{BuildOptions, Family, Rank, Tablebase};
use engine::{Limits, Search, perft};

/// Positions six plies from the start; a naive generator counts the same.
const PERFT_6: u64 = 52_311_061;

fn counting(criterion: &mut Criterion) {
    let start = Position::start(&Rules::default(), 0);
    assert_eq!(perft(&start, 6), PERFT_6);
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(PERFT_6)).sample_size(10);
    group.bench_function("start, depth 6", |bencher| {
        bencher.iter(|| perft(black_box(&start), 6));
    });
}

fn listing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves");
    for (name, text) in [
        ("start", "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"),
        ("47,665 moves", "1w1ww/wwwww/1w1b1/bbbbb/1b1b1 w 0 8"),
        ("91,771 moves", "1w1w1/bwwbb/1wbw1/bbwbb/1w1w1 b 1 0"),
    ] {
        let position: Position = text.parse().expect("a position");
        let mut moves = Vec::new();
        group.bench_function(format!("all of {name}"), |bencher| {
            bencher.iter(|| {
                moves.clear();
                Game::generate_moves(black_box(&position), &mut moves);
            });
        });
        group.bench_function(format!("distinct of {name}"), |bencher| {
            bencher.iter(|| {
                moves.clear();
                Game::generate_distinct_moves(black_box(&position), &mut moves);
            });
        });
    }
    group.finish();
}

/// Searching the start and a position in the middle of a game, each time from an empty table.
fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    for text in ["wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", "www1w/ww2w/1w3/b2bb/bbbbb b 0 0"] {
        let position: Position = text.parse().expect("a position");
        let limits = Limits::new().depth(6);
        let mut search = Search::with_table_bytes(Evaluation::default(), 1 << 20);
        let mut run = || {
            search.clear();
            search.run(black_box(&position), &limits).expect("a running game").nodes
        };
        group.throughput(Throughput::Elements(run())).sample_size(10);
        group.bench_function(format!("{position}, depth 6"), |bencher| bencher.iter(&mut run));
    }
    group.finish();
}

/// Building the table of six pieces, and probing positions spread over it and positions outside.
fn endings(criterion: &mut Criterion) {
    const PROBES: u64 = 1_000;
    let build = || {
        let mut table = Tablebase::new(Endings::new(Rules::default(), 6).expect("endings"));
        table.build(&BuildOptions::new().threads(NonZeroUsize::MIN)).expect("a table");
        table
    };
    let table = build();
    let inside: Vec<Position> = (0..PROBES)
        .map(|i| Rank { class: 0, index: table.size(0) * i / PROBES })
        .filter_map(|rank| table.family().unrank(rank))
        .map(|position| position.with_rules(Rules::default()))
        .collect();
    let outside = vec![Position::start(&Rules::default(), 0); inside.len()];
    let mut group = criterion.benchmark_group("endings");
    for (name, positions) in [("inside", inside), ("outside", outside)] {
        group.throughput(Throughput::Elements(PROBES));
        group.bench_function(format!("1,000 probes {name}"), |bencher| {
            bencher.iter(|| positions.iter().filter_map(|p| table.probe(black_box(p))).count());
        });
    }
    group.throughput(Throughput::Elements(table.size(0))).sample_size(10);
    group.bench_function("build, 6 pieces, 1 thread", |bencher| bencher.iter(build));
    group.finish();
}

criterion_group!(benches, counting, listing, searching, endings);
criterion_main!(benches);
