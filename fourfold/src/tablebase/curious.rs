//! Counts winning sacrifices and mutual zugzwangs in endings.

use std::io::Write;

use collateral_checkers::{Endings, Position, Setup};
use engine::tablebase::{Family, Rank, Tablebase};
use engine::{Game, Outcome, Score};
use indicatif::HumanCount;

use super::scan::{Entry, Scan};
use crate::failure::Failure;

/// Counts for a material, with the longest sacrifice.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Positions in which every move that wins takes pieces of the player's own, and none of the opponent's.
    sacrifices: u64,
    longest: Option<(u32, Rank)>,
    /// Positions that the player to move loses, whoever it is.
    zugzwang: u64,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Self {
            sacrifices: self.sacrifices + other.sacrifices,
            longest: self.longest.max(other.longest),
            zugzwang: self.zugzwang + other.zugzwang,
        }
    }
}

/// Scans every position, and prints a row for each material.
pub(super) fn curious(
    out: &mut impl Write,
    table: &Tablebase<Endings>,
    threads: usize,
) -> Result<(), Failure> {
    writeln!(out, "{}", table.family())?;
    writeln!(out, "{:8}{:>14}{:>14}   longest sacrifice", "to move", "sacrifices", "zugzwang")?;
    let look = |found: &mut Found, entry: &Entry| *found = found.and(look_at(table, entry));
    Scan::new(table, threads)?.run(look, Found::and, |name, found| {
        let longest = found.longest.and_then(|(plies, rank)| {
            let position = table.family().unrank(rank)?;
            Some(format!("{plies}: {position}"))
        });
        let [sacrifices, zugzwang] =
            [found.sacrifices, found.zugzwang].map(|count| HumanCount(count).to_string());
        let longest = longest.unwrap_or_default();
        writeln!(out, "{name:8}{sacrifices:>14}{zugzwang:>14}   {longest}")?;
        Ok(())
    })
}

fn look_at(table: &Tablebase<Endings>, entry: &Entry) -> Found {
    let Entry { position, rank, score, weight } = entry;
    let mut found = Found::default();
    let is_lost = |after: &Position| table.probe(after).is_some_and(Score::is_loss);
    if score.is_win() && needs_sacrifice(position, is_lost) {
        found.sacrifices = *weight;
        found.longest = score.distance().map(|plies| (plies, *rank));
    } else if score.is_loss() {
        let setup = Setup { turn: !position.turn(), ..position.setup() };
        let passed = Position::from_setup(&setup).ok();
        if passed.is_some_and(|passed| is_lost(&passed)) {
            found.zugzwang = *weight;
        }
    }
    found
}

/// Whether every move that wins takes pieces of the player's own, and none of the opponent's. `is_lost` says of
/// a running game whether the player to move loses.
fn needs_sacrifice(position: &Position, is_lost: impl Fn(&Position) -> bool) -> bool {
    let player = position.turn();
    let mut moves = Vec::new();
    position.generate_distinct_moves(&mut moves);
    moves.iter().all(|&m| {
        let after = position.after(m);
        let has_lost = |player| after.pieces(player).len() < position.pieces(player).len();
        let wins = || match after.outcome() {
            Some(outcome) => outcome == Outcome::Winner(player),
            None => is_lost(&after),
        };
        has_lost(player) && !has_lost(!player) || !wins()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sacrifice_takes_own_pieces_only() {
        let position: Position = "b4/3w1/1b3/2bb1/2ww1 b 0 0".parse().unwrap();
        let mut captures = 0;
        for m in position.legal_moves() {
            let after = position.after(m);
            let only_this = |other: &Position| *other == after;
            let [own, opponents] = [position.turn(), !position.turn()]
                .map(|player| position.pieces(player).len() - after.pieces(player).len());
            let needs = needs_sacrifice(&position, only_this);
            assert_eq!(needs, own > 0 && opponents == 0, "{m}");
            captures += usize::from(needs);
        }
        assert!(captures > 0);
    }
}
