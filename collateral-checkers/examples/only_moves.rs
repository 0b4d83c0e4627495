//! How often the move of a certificate is the only one: reads `win POSITION` and `draw POSITION` lines, and
//! compares them with a bitbase: `only_moves BITBASE POSITIONS`.

use std::collections::BTreeMap;
use std::io::BufRead;

use collateral_checkers::{Endings, Position};
use engine::solve::tablebase::Bitbase;
use engine::{Game, Wdl};

#[derive(Default)]
struct Row {
    positions: u64,
    contradictions: u64,
    better: u64,
    /// Positions with a choice of several positions to move to, and those in which one alone keeps the value.
    choices: u64,
    only: u64,
    keeping: u64,
    moves: u64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let endings: Endings = Bitbase::<Endings>::read_description(&arguments[1]).unwrap().parse().unwrap();
    let table = Bitbase::load(endings, &arguments[1]).unwrap();
    let mut rows: BTreeMap<(Wdl, usize), Row> = BTreeMap::new();
    let mut unknown = 0;
    for line in std::io::BufReader::new(std::fs::File::open(&arguments[2]).unwrap()).lines() {
        let line = line.unwrap();
        let (claim, position) = line.split_once(' ').unwrap();
        let position: Position = position.parse().unwrap();
        let claim = if claim == "win" { Wdl::Win } else { Wdl::Draw };
        let Some(value) = table.probe(&position) else {
            unknown += 1;
            continue;
        };
        let pieces = Game::players(&position).iter().map(|&p| position.pieces(p).len()).sum();
        let row = rows.entry((claim, pieces)).or_default();
        row.positions += 1;
        row.contradictions += u64::from(value < claim);
        row.better += u64::from(value > claim);
        let mut moves = Vec::new();
        position.generate_distinct_moves(&mut moves);
        if value != claim || moves.len() < 2 {
            continue;
        }
        let worth = |m| {
            let after = position.after(m);
            match after.outcome() {
                Some(outcome) => outcome.wdl(position.turn()),
                None => -table.probe(&after).unwrap(),
            }
        };
        let keeping = moves.iter().filter(|&&m| worth(m) >= claim).count() as u64;
        assert!(keeping > 0, "{position}");
        row.choices += 1;
        row.only += u64::from(keeping == 1);
        row.keeping += keeping;
        row.moves += moves.len() as u64;
    }
    println!("claim  pieces  positions  wrong  better    choices  only move  share  kept by moves of");
    for ((claim, pieces), row) in &rows {
        let share = 100. * row.only as f64 / row.choices.max(1) as f64;
        let mean = |n: u64| n as f64 / row.choices.max(1) as f64;
        println!(
            "{:<5} {pieces:>7} {:>10} {:>6} {:>7} {:>10} {:>10} {share:>5.1}% {:>7.1} of {:>5.1}",
            format!("{claim:?}"), row.positions, row.contradictions, row.better, row.choices, row.only,
            mean(row.keeping), mean(row.moves),
        );
    }
    println!("unknown {unknown}");
}
