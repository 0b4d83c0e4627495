//! How long the best arrangement of a hand takes to find, one core.
//!
//! `cargo bench -p fourfold-compass-jewels --bench jewels` prints the median, the mean, the slowest one in a
//! hundred and the slowest, in microseconds: over random hands, and for hands that a hill climb
//! found to take longest.

#[path = "../../../engine/tests/fixtures/table.rs"]
#[expect(dead_code, reason = "texts are checked by tests")]
mod table;

use std::hint::black_box;
use std::time::Instant;

use jewels::{Hand, Kind};
use rand::seq::SliceRandom;

use table::rows;

const HARD_HANDS: &str = include_str!("../tests/data/hands.txt");

const HANDS: usize = 10_000;

fn main() -> Result<(), String> {
    println!("{:21} {:>8} {:>8} {:>8} {:>8}", "µs for a hand", "median", "mean", "99 %", "slowest");
    for cards in [8, 12, 16, 18, 20, 24, 28, 32] {
        let hands: Vec<Hand> = (0..HANDS).map(|seed| random_hand(cards, seed as u64)).collect();
        report(&format!("random, {cards} cards"), hands.into_iter().map(time).collect());
    }
    for [text, _points] in rows(HARD_HANDS, ["hand", "points"])? {
        let hand: Hand = text.parse().unwrap_or_default();
        report(&format!("hard, {} cards", hand.len()), (0..1000).map(|_| time(hand)).collect());
    }
    Ok(())
}

fn random_hand(cards: usize, seed: u64) -> Hand {
    let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
    pack.shuffle(&mut engine::game::seeded(seed));
    Hand::new(pack.into_iter().take(cards)).unwrap_or_default()
}

fn time(hand: Hand) -> f64 {
    let start = Instant::now();
    black_box(black_box(hand).arrangement());
    start.elapsed().as_secs_f64() * 1e6
}

fn report(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let count = times.len();
    let mean = times.iter().sum::<f64>() / count as f64;
    let (median, slow, slowest) = (times[count / 2], times[count * 99 / 100], times[count - 1]);
    println!("{what:21} {median:8.1} {mean:8.1} {slow:8.1} {slowest:8.1}");
}
