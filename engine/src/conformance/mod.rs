//! Checks that a game keeps the laws of the traits it implements.

mod evaluator;
mod keys;
mod notation;
mod rules;
mod symmetry;
mod violation;

use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Debug};
use std::hash::Hash;

pub use violation::Violation;

use crate::game::Game;
use crate::random::{SeededRng, seeded};
use rand::RngExt;

/// Positions of a game, gathered by playing it, on which to check the laws of its traits.
///
/// Meant for the tests of whoever implements [`Game`]. What a check finds is a [`Violation`], whose
/// text says what is wrong, where, and what it usually comes from.
///
/// The `Debug` of positions and moves must tell different ones apart, as derived `Debug` does: it is
/// what messages show, and by what moves are found again among tens of thousands.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{NoEvaluation, Conformance};
///
/// let conformance = Conformance::explore([Nim::new([3, 4, 5]), Nim::new([1])], 500, 0);
/// conformance.rules()?;
/// conformance.keys()?;
/// conformance.evaluator(&NoEvaluation)?;
/// # Ok::<_, engine::Violation>(())
/// ```
pub struct Conformance<G: Game> {
    /// All different.
    positions: Vec<G>,
    /// Positions equal to one of those, by its index, but reached in another way.
    copies: Vec<(G, usize)>,
    seed: u64,
}

impl<G> Conformance<G>
where
    G: Game<Move: Debug, Player: Debug> + Eq + Hash + Debug,
{
    /// How many positions wait to be looked at in breadth-first search, per position wanted.
    const QUEUE: usize = 10;

    /// Gathers up to `count` different positions: the nearest ones by breadth-first search, half
    /// of them, and the others from random games, which are played to their end.
    ///
    /// Give positions of every kind that the game has: with all options, in the middle of a turn,
    /// near the end. The same arguments gather the same positions.
    pub fn explore(starts: impl IntoIterator<Item = G>, count: usize, seed: u64) -> Self {
        let starts: Vec<G> = starts.into_iter().collect();
        let mut found = Found::default();
        let mut queue: VecDeque<G> = starts.iter().cloned().collect();
        while let Some(position) = queue.pop_front()
            && found.positions.len() < count / 2
        {
            // Positions can have tens of thousands of moves: enough is enough.
            if found.add(&position) && queue.len() < Self::QUEUE * count {
                queue.extend(position.legal_moves().into_iter().map(|m| child(&position, m)));
            }
        }
        let mut rng = seeded(seed);
        // Small games run out of new positions long before `count`.
        let mut fruitless = 0;
        for start in starts.iter().cycle() {
            if found.positions.len() >= count || fruitless >= 20 * starts.len() {
                break;
            }
            let before = found.positions.len();
            found.add_random_game(start, count, &mut rng);
            fruitless = if found.positions.len() == before { fruitless + 1 } else { 0 };
        }
        Self { positions: found.positions, copies: found.copies, seed }
    }

    /// The different positions gathered.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// Each position that was reached in more than one way, twice.
    fn twins(&self) -> impl Iterator<Item = (&G, &G)> {
        self.copies.iter().map(|(copy, index)| (copy, &self.positions[*index]))
    }

    fn rng(&self) -> SeededRng {
        seeded(self.seed)
    }
}

impl<G: Game> fmt::Debug for Conformance<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.positions.len();
        f.debug_struct("Conformance").field("positions", &positions).finish_non_exhaustive()
    }
}

struct Found<G> {
    positions: Vec<G>,
    copies: Vec<(G, usize)>,
    index: HashMap<G, usize>,
}

impl<G> Default for Found<G> {
    fn default() -> Self {
        Self { positions: Vec::new(), copies: Vec::new(), index: HashMap::new() }
    }
}

impl<G: Game + Eq + Hash> Found<G> {
    const MAX_COPIES: usize = 10_000;

    /// How long one game is followed; longer ones are cut off.
    const MAX_PLIES: usize = 10_000;

    /// Adds a position and says whether it is new.
    fn add(&mut self, position: &G) -> bool {
        if let Some(&index) = self.index.get(position) {
            if self.copies.len() < Self::MAX_COPIES {
                self.copies.push((position.clone(), index));
            }
            return false;
        }
        self.index.insert(position.clone(), self.positions.len());
        self.positions.push(position.clone());
        true
    }

    /// Adds the positions of a random game until there are `count`.
    fn add_random_game(&mut self, start: &G, count: usize, rng: &mut SeededRng) {
        let mut position = start.clone();
        for _ in 0..Self::MAX_PLIES {
            self.add(&position);
            if self.positions.len() >= count {
                return;
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            position = child(&position, moves[rng.random_range(0..moves.len())]);
        }
    }
}

fn child<G: Game>(position: &G, m: G::Move) -> G {
    let mut child = position.clone();
    child.play_unchecked(m);
    child
}
