//! Speed of perft, of listing the moves of positions that have many, and of endgame tablebases.
//!
//! `cargo bench -p collateral-checkers` measures. One iteration of `perft` counts all positions six
//! plies from the start; the last ply is counted in bulk, not listed. On one core of a Xeon at rest
//! that took 0.61 s, 85 million positions a second. By `perf`, finding captures is the limit: 60 % of
//! the time goes into chains of two jumps and more, a third into first jumps and steps, and 6 % into
//! listing and playing the plies before.

use std::hint::black_box;
use std::num::NonZeroUsize;

use collateral_checkers::{Endings, Game, Position, Rules, Start};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::perft;
use engine::tablebase::{BuildOptions, Family, Rank, Tablebase};

/// Positions six plies from the start; a naive generator counts as many.
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

/// Building the table of six pieces, and looking up positions all over it and outside.
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

criterion_group!(benches, counting, listing, endings);
criterion_main!(benches);
