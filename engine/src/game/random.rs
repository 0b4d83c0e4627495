//! Uniform random play that can be repeated from a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::game::Game;

/// The random numbers used throughout: xoshiro256++, a named algorithm, so that a seed means the
/// same on every machine and in every release.
pub type SeededRng = Xoshiro256PlusPlus;

/// Random numbers from a seed.
pub fn seeded(seed: u64) -> SeededRng {
    SeededRng::seed_from_u64(seed)
}

/// A game, or the part of one, that was played at random.
#[derive(Clone, Debug, PartialEq, Eq)]
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
