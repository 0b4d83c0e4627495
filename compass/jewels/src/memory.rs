//! The points of hands that were counted before: in a search the same hands recur all the time.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::card::Kind;
use crate::hand::Hand;
use crate::solver::Choice;

const INDEX_BITS: u32 = 16;
const HAND_BITS: u32 = 2 * Kind::COUNT as u32;
const REST_BITS: u32 = HAND_BITS - INDEX_BITS;

/// A table for all threads, in which newer hands replace older ones. An entry has the points in the low
/// byte, and above them one more than the part of the hand that the index does not hold; 0 is no hand.
static KNOWN: [AtomicU64; 1 << INDEX_BITS] = [const { AtomicU64::new(0) }; 1 << INDEX_BITS];

#[inline]
pub(crate) fn points(hand: Hand) -> u32 {
    // Odd, so that different hands give different products: index and rest determine the hand.
    let product = hand.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) & ((1 << HAND_BITS) - 1);
    let Some(entry) = KNOWN.get((product >> REST_BITS) as usize) else {
        return Choice::best(hand).points();
    };
    let rest = (product & ((1 << REST_BITS) - 1)) + 1;
    let known = entry.load(Ordering::Relaxed);
    if known >> 8 == rest {
        return (known & 255) as u32;
    }
    let points = Choice::best(hand).points();
    entry.store(rest << 8 | u64::from(points), Ordering::Relaxed);
    points
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::seq::SliceRandom;

    use super::*;

    /// Hands that grow card by card, as in games.
    #[test]
    fn remembered_points_are_those_of_the_hand() {
        for round in 0..3 {
            for seed in 0..250 {
                let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
                pack.shuffle(&mut seeded(seed));
                let mut hand = Hand::EMPTY;
                for kind in pack.into_iter().take(18) {
                    hand = hand.with(kind).unwrap();
                    assert_eq!(points(hand), Choice::best(hand).points(), "{hand}, round {round}");
                }
            }
        }
    }
}
