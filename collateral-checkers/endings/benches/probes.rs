//! How fast positions are looked up in a table of endings, inside and outside of it; one core.
//!
//! `cargo bench -p collateral-checkers-endings --bench probes` prints probes a second.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use collateral_checkers::{Position, Rules, Start};
use endings::Endings;
use solve::tablebase::{BuildOptions, Family, Rank, Tablebase};

/// Probes positions spread over the table of six pieces, and the start, which is not in it.
fn main() {
    const PROBES: u64 = 100_000;
    let mut table = Tablebase::new(Endings::new(Rules::default(), 6).expect("endings"));
    table.build(&BuildOptions::new().threads(NonZeroUsize::MIN)).expect("a table");
    let ranks = (0..PROBES).map(|i| Rank { class: 0, index: table.size(0) * i / PROBES });
    let inside = ranks.filter_map(|rank| table.family().unrank(rank));
    let inside: Vec<Position> = inside.map(|p| p.with_rules(Rules::default())).collect();
    let outside = vec![Position::start(&Rules::default(), 0); inside.len()];
    for (name, positions) in [("inside", inside), ("outside", outside)] {
        let probe = || {
            let start = Instant::now();
            black_box(positions.iter().filter_map(|p| table.probe(black_box(p))).count());
            positions.len() as f64 / start.elapsed().as_secs_f64()
        };
        // The fastest of five runs.
        let best = (0..5).map(|_| probe()).fold(0.0, f64::max);
        println!("probes {name:10} {best:14.0}");
    }
}
