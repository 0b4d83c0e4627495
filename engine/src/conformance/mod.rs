//! Checks that a game keeps the laws of the traits it implements.

mod evaluator;
mod keys;
mod notation;
mod pictures;
mod rules;
mod symmetry;
mod violation;

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Debug};
use std::hash::Hash;

pub use violation::Violation;

use crate::game::{Game, SeededRng, seeded};
use rand::seq::IndexedRandom;
use violation::{Checked, ensure, shared_state};

/// Checks of the laws of the traits that a game implements, on positions gathered by playing it.
///
/// They are meant for the tests of a game. A check that fails returns the first [`Violation`]. Changes of a
/// position are detected by its `Debug` text, which must show every field, as a derived one does.
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
/// # Ok::<_, engine::conformance::Violation>(())
/// ```
pub struct Conformance<G: Game> {
    /// The positions, all different.
    positions: Vec<G>,
    index: HashMap<G, usize>,
    /// Positions equal to one of `positions` but reached in another way, with its index.
    copies: Vec<(G, usize)>,
    /// Set if playing on a copy changed the original while positions were gathered.
    shared_state: Option<Violation>,
    /// The index of the position checked last.
    latest: Cell<Option<usize>>,
    seed: u64,
}

impl<G: Game + Eq + Hash + Debug> Conformance<G> {
    /// The longest queue of the breadth-first search, for each position wanted.
    const QUEUE: usize = 10;

    const MAX_COPIES: usize = 10_000;

    /// The number of moves of each position that are played to check that copies share no state.
    const WATCHED_MOVES: usize = 8;

    const MAX_PLIES: usize = 10_000;

    /// Gathers up to `count` different positions, half of them by breadth-first search from the `starts`, the
    /// others from random games: the same from the same arguments. The starts should be of every kind that
    /// the game has: with all options, in the middle of a turn, near the end.
    pub fn explore(starts: impl IntoIterator<Item = G>, count: usize, seed: u64) -> Self {
        let starts: Vec<G> = starts.into_iter().collect();
        let (positions, index, copies) = (Vec::new(), HashMap::new(), Vec::new());
        let latest = Cell::new(None);
        let mut found = Self { positions, index, copies, shared_state: None, latest, seed };
        let mut queue: VecDeque<G> = starts.iter().cloned().collect();
        while let Some(position) = queue.pop_front()
            && found.positions.len() < count / 2
        {
            // Positions can have tens of thousands of moves, so the queue is limited.
            if found.add(&position) && queue.len() < Self::QUEUE * count {
                queue.extend(found.children(&position));
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
        found
    }

    /// The different positions gathered.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The position that was checked last: where the check failed, or where the game panicked, if that was in
    /// one position alone.
    pub fn latest(&self) -> Option<&G> {
        self.positions.get(self.latest.get()?)
    }

    /// Fails if there are no positions, or if copies share state: other checks would then mislead.
    fn check_positions(&self) -> Checked {
        self.latest.set(None);
        ensure!(!self.positions.is_empty(), "no positions were given to explore from");
        self.shared_state.clone().map_or(Ok(()), Err)
    }

    fn each(&self, mut check: impl FnMut(&G) -> Checked) -> Checked {
        self.check_positions()?;
        for (index, position) in self.positions.iter().enumerate() {
            self.latest.set(Some(index));
            check(position).map_err(Self::at(position))?;
        }
        self.latest.set(None);
        Ok(())
    }

    /// Adds to a violation the position in which the law is broken.
    fn at(position: &G) -> impl Fn(Violation) -> Violation {
        move |Violation(text)| Violation(format!("in {position:?}: {text}"))
    }

    /// Pairs of equal positions that were reached in different ways.
    fn twins(&self) -> impl Iterator<Item = (&G, &G)> {
        self.copies.iter().map(|(copy, index)| (copy, &self.positions[*index]))
    }

    fn rng(&self) -> SeededRng {
        seeded(self.seed)
    }

    /// Adds a position; returns whether it is new.
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
            let Some(&m) = position.legal_moves().choose(rng) else { return };
            position = position.after(m);
        }
    }

    /// The positions after the moves of a position; none if playing on a copy changes the position itself.
    fn children(&mut self, position: &G) -> Vec<G> {
        let mut children = Vec::new();
        let moves = position.legal_moves();
        let before = format!("{position:?}");
        for (i, m) in moves.into_iter().enumerate() {
            children.push(position.after(m));
            if i < Self::WATCHED_MOVES && format!("{position:?}") != before {
                self.shared_state.get_or_insert(shared_state(&before, m));
                return Vec::new();
            }
        }
        children
    }
}

impl<G: Game> fmt::Debug for Conformance<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.positions.len();
        f.debug_struct("Conformance").field("positions", &positions).finish_non_exhaustive()
    }
}
