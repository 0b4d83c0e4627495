//! Uniform random play that can be repeated from a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::game::Game;
use crate::game::key::mix;

/// The random numbers used throughout: xoshiro256++, a named algorithm, so that a seed means the
/// same on every machine and in every release.
pub type SeededRng = Xoshiro256PlusPlus;

/// Random numbers from a seed: the same ones every time, on every machine.
pub fn seeded(seed: u64) -> SeededRng {
    SeededRng::seed_from_u64(seed)
}

/// The seed of one of many parts of work that has a seed itself, such as the deal of a game in a match.
/// Parts of one seed have different seeds; parts of different seeds are unrelated, where those of
/// `seed + number` would overlap. For seeds of several purposes, first take one for each purpose:
///
/// ```
/// use engine::game::nth_seed;
///
/// let (deals, moves) = (nth_seed(7, 0), nth_seed(7, 1));
/// assert_ne!(nth_seed(deals, 3), nth_seed(moves, 3));
/// ```
pub const fn nth_seed(seed: u64, number: u64) -> u64 {
    mix(mix(0, seed), number)
}

/// A game, or the part of one, that was played at random.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playout<G: Game> {
    /// The moves played, in order.
    pub moves: Vec<G::Move>,
    /// The position they led to: finished, unless the limit of plies came first.
    pub position: G,
}

/// Plays legal moves, each as likely as any other, until the game ends or `max_plies` were played, as in
/// `playout(&position, 1_000, &mut seeded(7))`.
pub fn playout<G: Game, R: Rng + ?Sized>(
    position: &G,
    max_plies: usize,
    rng: &mut R,
) -> Playout<G> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    let mut legal = Vec::new();
    while moves.len() < max_plies {
        let Some(m) = position.random_move(&mut legal, rng) else { break };
        position.play_unchecked(m);
        moves.push(m);
    }
    Playout { moves, position }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_of_parts_are_all_different() {
        let powers = (0..64).map(|bit| 1 << bit);
        let words: Vec<u64> = (0..300).chain(powers.skip(9)).chain([u64::MAX]).collect();
        let parts = words.iter().flat_map(|&seed| words.iter().map(move |&n| nth_seed(seed, n)));
        assert_eq!(parts.collect::<HashSet<_>>().len(), words.len().pow(2));
        assert_eq!(nth_seed(0, 0), mix(0xe220_a839_7b1d_cdaf, 0), "the same in every release");
    }
}
