//! The first pass of a bitbase, many positions at a time, against the moves of each.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use collateral_checkers::{ForcedCapture, Move, Position, Rules};
use endings::Endings;
use engine::Wdl;
use engine::game::seeded;
use rand::RngExt;
use solve::tablebase::{BuildError, Child, Family, Found, Known, Passes, Rank, Wanted};

use crate::endings::rules;

/// The passes of endings but for the first, which decides positions one by one.
struct Single<P>(P);

impl<P: Passes<Family = Endings>> Passes for Single<P> {
    type Family = Endings;

    fn family(&self) -> &Endings {
        self.0.family()
    }

    fn children<B>(
        &self,
        position: &Position,
        wanted: Wanted,
        moves: &mut Vec<Move>,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.children(position, wanted, moves, visit)
    }

    fn visit(
        &self,
        class: usize,
        places: impl Iterator<Item = u64>,
        visit: impl FnMut(u64, Option<Position>, &[Rank]),
    ) {
        self.0.visit(class, places, visit);
    }
}

/// Which places are open, and the results of the ranks of the others, but for draws, which a bitbase does not set.
fn found(
    passes: &impl Passes<Family = Endings>,
    class: usize,
    places: Range<u64>,
    known: &impl Known,
) -> (Vec<u64>, BTreeMap<Rank, Option<Wdl>>) {
    let (mut open, mut results) = (Vec::new(), BTreeMap::new());
    let note = |found| match found {
        Found::Open(place) => open.push(place),
        Found::Result(_, Some(Wdl::Draw)) => {}
        Found::Result(rank, result) => drop(results.insert(rank, result)),
    };
    passes.first_pass(class, places, known, note).unwrap();
    open.sort_unstable();
    (open, results)
}

/// Results of earlier classes as by chance, with so many losses of 1,000: few, as then many moves are looked at.
fn by_chance(seed: u64, losses: u64) -> impl Fn(Rank) -> Option<Wdl> {
    move |Rank { class, index }| {
        let mixed = (index ^ seed ^ (class as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        Some(match mixed % 1000 {
            n if n < losses => Wdl::Loss,
            n if n < 3 * losses => Wdl::Draw,
            _ => Wdl::Win,
        })
    }
}

#[test]
fn rows_are_decided_as_single_positions_are() {
    let mut rng = seeded(4);
    let (mut open, mut wins, mut losses) = (0, 0, 0);
    for (reading, hold_turns, pieces) in [
        (ForcedCapture::AnyCapture, 3, 18),
        (ForcedCapture::AnyCapture, 1, 12),
        (ForcedCapture::MustTakeOpponent, 2, 15),
        (ForcedCapture::MustTakeOpponent, 4, 9),
    ] {
        let rows = Endings::new(rules(reading, hold_turns, None), pieces).unwrap();
        for (class, size) in rows.sizes().into_iter().enumerate() {
            for losses_of_thousand in [0, 1, 30, 300] {
                let start = rng.random_range(0..size);
                // Across the ends of rows and of words, and more than a stretch of a row.
                let len = 1 << rng.random_range(0..15);
                let places = start..size.min(start + rng.random_range(1..=len));
                let known = by_chance(rng.random(), losses_of_thousand);
                let expected = found(&Single(rows.passes()), class, places.clone(), &known);
                let some = found(&rows.passes(), class, places.clone(), &known);
                assert!(some == expected, "{places:?} of class {class} by {}", rows.rules());
                open += some.0.len();
                wins += some.1.values().filter(|&&result| result == Some(Wdl::Win)).count();
                losses += some.1.len();
            }
        }
    }
    losses -= wins;
    assert!(open.min(wins).min(losses) > 10_000, "{open} {wins} {losses}");
}

/// The whole of the first class.
#[test]
fn every_row_of_six_pieces_is_decided() {
    let rows = Endings::new(Rules::default(), 6).unwrap();
    let (places, known) = (0..rows.sizes()[0], by_chance(1, 10));
    let expected = found(&Single(rows.passes()), 0, places.clone(), &known);
    assert!(found(&rows.passes(), 0, places, &known) == expected);
}

#[test]
fn results_of_smaller_endings_must_be_known() {
    let rows = Endings::new(Rules::default(), 8).unwrap();
    // All but those of 4-3, which 5-3 needs.
    let known = |Rank { class, .. }| (class != 1).then_some(Wdl::Win);
    let class = (0..rows.sizes().len()).find(|&class| rows.class_name(class) == "5-3").unwrap();
    let result = rows.passes().first_pass(class, 0..100, &known, |_| {});
    assert!(matches!(result, Err(BuildError::Outside { .. })), "{result:?}");
}
