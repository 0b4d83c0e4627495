//! The value of the centre in endings, and the lengths of wins.

use std::io::Write;

use collateral_checkers::{Endings, Position, Square};
use engine::ScoreKind;
use engine::tablebase::Tablebase;
use indicatif::HumanCount;

use super::scan::{Entry, Scan};
use crate::failure::Failure;

/// The limits of length for which wins are counted.
const WITHIN: [u32; 5] = [1, 3, 7, 15, 31];

/// Positions by result, and wins by length.
#[derive(Clone, Copy, Default)]
struct Results {
    won: u64,
    drawn: u64,
    lost: u64,
    within: [u64; WITHIN.len()],
}

impl Results {
    fn count(&mut self, entry: &Entry) {
        match entry.score.kind() {
            ScoreKind::Win(plies) => {
                self.won += entry.weight;
                for (limit, count) in WITHIN.into_iter().zip(&mut self.within) {
                    *count += if plies <= limit { entry.weight } else { 0 };
                }
            }
            ScoreKind::Loss(_) => self.lost += entry.weight,
            ScoreKind::Value(_) => self.drawn += entry.weight,
        }
    }

    fn and(self, other: Self) -> Self {
        let mut within = self.within;
        for (count, more) in within.iter_mut().zip(other.within) {
            *count += more;
        }
        let [won, drawn, lost] =
            [self.won + other.won, self.drawn + other.drawn, self.lost + other.lost];
        Self { won, drawn, lost, within }
    }
}

/// Prints a row for each material and each state of the centre.
pub(super) fn centre(
    out: &mut impl Write,
    table: &Tablebase<Endings>,
    threads: usize,
) -> Result<(), Failure> {
    writeln!(out, "{}", table.family())?;
    let within = WITHIN.map(|plies| format!("{:>8}", format!("in {plies}"))).concat();
    writeln!(
        out,
        "{:8}{:12}{:>13}{:>8}{:>8}{:>8}   of the wins:{within}",
        "to move", "centre", "positions", "won", "drawn", "lost"
    )?;
    let turns = table.family().rules().hold_turns.get();
    Scan::new(table, threads)?.run(
        |found: &mut Vec<Results>, entry| {
            let row = row(&entry.position, turns);
            if found.len() <= row {
                found.resize(row + 1, Results::default());
            }
            found[row].count(entry);
        },
        join,
        |name, found| {
            for (row, results) in found.iter().enumerate() {
                print(out, name, &row_name(row, turns), results)?;
            }
            Ok(())
        },
    )
}

/// The row that counts a position: 0 if the centre is empty, then a row for each number of turns that the
/// player to move has held it, then those of the opponent.
fn row(position: &Position, turns: u32) -> usize {
    let is_own = position.pieces(position.turn()).contains(Square::C3);
    let others = if is_own || position.hold() == 0 { 0 } else { turns - 1 };
    (position.hold() + others) as usize
}

fn row_name(row: usize, turns: u32) -> String {
    match (row as u32, turns - 1) {
        (0, _) => "empty".to_owned(),
        (hold, most) if hold <= most => format!("own, {hold}"),
        (hold, most) => format!("other's, {}", hold - most),
    }
}

fn join(a: Vec<Results>, b: Vec<Results>) -> Vec<Results> {
    let (mut long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    for (results, more) in long.iter_mut().zip(short) {
        *results = results.and(more);
    }
    long
}

fn print(out: &mut impl Write, name: &str, centre: &str, results: &Results) -> Result<(), Failure> {
    let Results { won, drawn, lost, within } = *results;
    let all = won + drawn + lost;
    let share = |part: u64, all: u64| format!("{:>6.1} %", 100. * part as f64 / all.max(1) as f64);
    let results = [won, drawn, lost].map(|count| share(count, all)).concat();
    let within = within.map(|count| share(count, won)).concat();
    let all = HumanCount(all).to_string();
    writeln!(out, "{name:8}{centre:12}{all:>13}{results}               {within}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_by_who_holds_the_centre_and_for_how_long() {
        for (text, expected) in [
            ("ww2w/5/5/5/bb2b b 0 0", "empty"),
            ("ww2w/5/2b2/5/bb3 b 1 0", "own, 1"),
            ("ww2w/5/2b2/5/bb3 w 2 0", "other's, 2"),
            ("ww3/5/2w2/5/bb2b b 1 0", "other's, 1"),
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(row_name(row(&position, 3), 3), expected, "{text}");
        }
    }
}
