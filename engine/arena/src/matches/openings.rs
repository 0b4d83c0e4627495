//! The openings of a match.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engine::game::{Playout, seeded};
use engine::key::mix;
use engine::{Game, playout};

/// The openings of a match: positions from a list, or dealt from seeds, and then some random plies. The
/// opening of a round follows from the seed of the match and its number.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use arena::Openings;
/// use engine::Game;
///
/// // Three heaps, two stones each or more, after one random ply that leaves a choice.
/// let openings = Openings::dealt(|seed| Nim::new([2, 3, 2 + (seed % 4) as u8]))
///     .random_plies(1)
///     .only(|nim| nim.legal_moves().len() > 3);
/// ```
#[must_use]
pub struct Openings<'a, G> {
    source: Source<'a, G>,
    plies: usize,
    accept: Option<Box<Accept<'a, G>>>,
}

type Accept<'a, G> = dyn Fn(&G) -> bool + Send + Sync + 'a;

enum Source<'a, G> {
    Listed(Vec<G>),
    Dealt(Box<dyn Fn(u64) -> G + Send + Sync + 'a>),
}

/// A position, and plies that were played from it at random.
#[derive(Clone)]
pub(super) struct Opening<G: Game> {
    pub(super) start: G,
    pub(super) moves: Vec<G::Move>,
    /// The position after them.
    pub(super) position: G,
}

impl<'a, G: Game> Openings<'a, G> {
    /// The number of openings tried for a round before giving up.
    const ATTEMPTS: u64 = 10_000;

    /// These positions, one for each round, from the first again after the last.
    pub fn listed(positions: Vec<G>) -> Self {
        Self { source: Source::Listed(positions), plies: 0, accept: None }
    }

    /// A position dealt for every round, from seeds that are unrelated to each other.
    pub fn dealt(deal: impl Fn(u64) -> G + Send + Sync + 'a) -> Self {
        Self { source: Source::Dealt(Box::new(deal)), plies: 0, accept: None }
    }

    /// The number of plies that are then played at random, 0 by default. Openings that end the game are
    /// skipped.
    pub fn random_plies(self, plies: usize) -> Self {
        Self { plies, ..self }
    }

    /// Skips openings that `accept` refuses, such as those that a search finds uneven.
    pub fn only(self, accept: impl Fn(&G) -> bool + Send + Sync + 'a) -> Self {
        Self { accept: Some(Box::new(accept)), ..self }
    }

    /// The opening of a round; `None` if none is found.
    pub(super) fn of(&self, round: u64, seed: u64) -> Option<Opening<G>> {
        let round_seed = mix(seed, round);
        let fixed = self.plies == 0 && matches!(self.source, Source::Listed(_));
        (0..if fixed { 1 } else { Self::ATTEMPTS }).find_map(|attempt| {
            let seed = mix(round_seed, attempt);
            let start = match &self.source {
                Source::Dealt(deal) => deal(seed),
                Source::Listed(positions) => {
                    let index = round.checked_rem(positions.len() as u64)? as usize;
                    positions.get(index)?.clone()
                }
            };
            let Playout { moves, position } =
                playout(&start, self.plies, &mut seeded(mix(seed, 1)));
            let accepted = position.outcome().is_none()
                && self.accept.as_ref().is_none_or(|accept| accept(&position));
            accepted.then_some(Opening { start, moves, position })
        })
    }
}

/// Caches the openings of the rounds in play: every game of a round needs the same one, and finding it
/// may take a search.
pub(super) struct OpeningCache<'m, 'a, G: Game> {
    pub(super) openings: &'m Openings<'a, G>,
    pub(super) seed: u64,
    /// The most rounds in play.
    pub(super) rounds: u64,
    pub(super) found: Mutex<HashMap<u64, Arc<Found<G>>>>,
}

type Found<G> = OnceLock<Option<Opening<G>>>;

impl<G: Game> OpeningCache<'_, '_, G> {
    /// The opening of a round.
    pub(super) fn of(&self, round: u64) -> Option<Opening<G>> {
        let found = {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.retain(|known, _| known + self.rounds >= round);
            Arc::clone(found.entry(round).or_default())
        };
        // One thread looks for it, without holding the lock that threads of other rounds need.
        found.get_or_init(|| self.openings.of(round, self.seed)).clone()
    }
}

engine::debug_some!(['a, G] Openings<'a, G> plies);
