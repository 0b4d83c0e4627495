//! How long exact answers take: one core, 1,000 random deals, each from fresh state.
//!
//! `cargo bench -p collapsi --bench solver` prints the median, the mean and the slowest one in a hundred, in
//! microseconds.

use std::hint::black_box;
use std::time::Instant;

use collapsi::{Deal, Position, Rules, Solver, count_games, solve};

const DEALS: usize = 1_000;

type Task = fn(&Position);

fn main() {
    let tasks: [(&str, Task); 4] = [
        ("winner", |position| {
            black_box(Solver::new().winner(position));
        }),
        ("winner and length", |position| {
            black_box(Solver::new().verdict(position));
        }),
        ("and all optimal moves, a line", |position| {
            black_box(solve(position));
        }),
        ("number of complete games", |position| {
            black_box(count_games(position));
        }),
    ];
    // The tables of walks are made once in a process.
    black_box(solve(&Deal::random(0).position(Rules::V1_1)));
    println!("{:6} {:30} {:>9} {:>9} {:>9}", "rules", "µs for a deal", "median", "mean", "99 %");
    for rules in Rules::PUBLISHED {
        for (name, task) in tasks {
            let mut times: Vec<f64> = (0..DEALS)
                .map(|seed| time(task, &Deal::random(seed as u64).position(rules)))
                .collect();
            times.sort_by(f64::total_cmp);
            let mean = times.iter().sum::<f64>() / DEALS as f64;
            let (median, slow) = (times[DEALS / 2], times[DEALS * 99 / 100]);
            println!("{rules:6} {name:30} {median:9.1} {mean:9.1} {slow:9.1}");
        }
    }
}

fn time(task: Task, position: &Position) -> f64 {
    let start = Instant::now();
    task(position);
    start.elapsed().as_secs_f64() * 1e6
}
