//! The schedule of a match: the pairings, the order of games, and their openings.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine::game::{Playout, seeded};
use engine::key::{key_of, mix};
use engine::{Game, playout};
use system::Shard;

use super::game::PlayedGame;
use super::run::Match;

/// The pairing of contestants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pairing {
    /// Everybody plays everybody: every group of as many contestants as a game has seats.
    #[default]
    RoundRobin,
    /// The first contestant plays in every game, and the other contestants only with this one.
    Gauntlet,
}

/// Whether contestants change seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seating {
    /// They do: each opening is played once for each seat, and after each game every contestant moves to
    /// the next seat. With two players an opening is played twice, with colours swapped.
    #[default]
    Rotated,
    /// Everybody stays on the seat of their number. Each opening is played once.
    Fixed,
}

/// The games of a match in order: for each round, for each choice of contestants, for each rotation.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Every choice of as many contestants as there are seats.
    pub(super) groups: Vec<Vec<usize>>,
    /// The number of times that each group plays an opening: the games of a set.
    pub(super) rotations: u64,
    rounds: u64,
    /// The sets that are played.
    pub(super) shard: Shard,
}

/// The place of a game in the schedule.
pub(super) struct Slot {
    pub(super) round: u64,
    /// The number of the set, which is the games of one group in one round.
    pub(super) set: u64,
    pub(super) group: usize,
    /// The contestant of each seat, in seat order.
    pub(super) seats: Vec<usize>,
}

impl Schedule {
    /// The schedule of as many rounds as it takes to play this many games.
    pub(super) fn new(
        contestants: usize,
        seats: usize,
        pairing: Pairing,
        seating: Seating,
        games: u64,
    ) -> Self {
        let mut groups = Vec::new();
        choose(contestants, seats, &mut Vec::new(), &mut groups);
        if pairing == Pairing::Gauntlet {
            groups.retain(|group| group.first() == Some(&0));
        }
        let rotations = if seating == Seating::Rotated { seats as u64 } else { 1 };
        let rounds = games.div_ceil((groups.len() as u64 * rotations).max(1));
        Self { groups, rotations, rounds, shard: Shard::WHOLE }
    }

    fn sets(&self) -> u64 {
        self.rounds.saturating_mul(self.groups.len() as u64)
    }

    pub(super) fn games(&self) -> u64 {
        self.shard.of(self.sets()).saturating_mul(self.rotations)
    }

    pub(super) fn has(&self, number: u64) -> bool {
        let set = number.checked_div(self.rotations).filter(|&set| set < self.sets());
        set.is_some_and(|set| self.shard.has(set))
    }

    /// The first game of this shard from this number on.
    pub(super) fn next_from(&self, number: u64) -> Option<u64> {
        let end = self.sets().saturating_mul(self.rotations);
        (number..end).find(|&number| self.has(number))
    }

    /// The place of a game of any shard; `None` if there is no such game.
    pub(super) fn slot(&self, number: u64) -> Option<Slot> {
        let set = number.checked_div(self.rotations)?;
        let groups = self.groups.len() as u64;
        let round = set.checked_div(groups).filter(|&round| round < self.rounds)?;
        let group = (set % groups) as usize;
        let mut seats = self.groups.get(group)?.clone();
        seats.rotate_left((number % self.rotations) as usize);
        Some(Slot { round, set, group, seats })
    }
}

/// Adds every choice of `seats` contestants that begins with those chosen already.
fn choose(contestants: usize, seats: usize, chosen: &mut Vec<usize>, groups: &mut Vec<Vec<usize>>) {
    if chosen.len() == seats {
        groups.push(chosen.clone());
        return;
    }
    for next in chosen.last().map_or(0, |last| last + 1)..contestants {
        chosen.push(next);
        choose(contestants, seats, chosen, groups);
        chosen.pop();
    }
}

/// The openings of a match: positions from a list, or dealt from seeds, and then some random plies.
///
/// They follow from the seed of the match. No position begins a second round as long as others are found:
/// after 10,000 attempts without a new one, the openings of the first rounds come again, in the same order.
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
    /// These positions, one for each round; one that is there twice, finished or refused is passed over.
    pub fn listed(positions: Vec<G>) -> Self {
        Self { source: Source::Listed(positions), plies: 0, accept: None }
    }

    /// A position dealt for every round, from seeds that are unrelated to each other.
    pub fn dealt(deal: impl Fn(u64) -> G + Send + Sync + 'a) -> Self {
        Self { source: Source::Dealt(Box::new(deal)), plies: 0, accept: None }
    }

    /// The number of plies that are then played at random, 0 by default. Openings that end the game are skipped.
    pub fn random_plies(self, plies: usize) -> Self {
        Self { plies, ..self }
    }

    /// Skips openings that `accept` refuses, such as those that a search finds uneven.
    pub fn only(self, accept: impl Fn(&G) -> bool + Send + Sync + 'a) -> Self {
        Self { accept: Some(Box::new(accept)), ..self }
    }

    fn attempts(&self) -> u64 {
        const LEAST: u64 = 10_000;
        match &self.source {
            Source::Dealt(_) => LEAST,
            Source::Listed(positions) => LEAST.max(positions.len() as u64),
        }
    }
}

/// The openings of a match, drawn as they are needed. The same ones are drawn with any number of threads.
pub(super) struct OpeningDraw<'m, 'a, G: Game> {
    settings: &'m Match<'a, G>,
    /// The keys of the openings of rounds that were played earlier: they need not be judged again.
    known: HashMap<u64, u64>,
    drawn: Mutex<Drawn>,
    judged: Mutex<HashMap<u64, Arc<OnceLock<bool>>>>,
}

#[derive(Default)]
struct Drawn {
    /// The attempt that found the opening of each round.
    attempts: Vec<u64>,
    /// The keys of the positions after all openings that were tried.
    tried: HashSet<u64>,
    /// Whether there are no more: then the first ones come again.
    exhausted: bool,
}

impl<'m, 'a, G: Game + Hash> OpeningDraw<'m, 'a, G> {
    /// The most openings of a round that are judged ahead.
    const AHEAD: usize = 4;

    /// The draw of a match in which these games were played earlier.
    pub(super) fn new(settings: &'m Match<'a, G>, finished: &[PlayedGame<G>]) -> Self {
        let opening = |game: &PlayedGame<G>| {
            let position = game.positions().nth(game.opening)?;
            Some((game.round, key_of(&position)))
        };
        let known = finished.iter().filter_map(opening).collect();
        Self { settings, known, drawn: Mutex::default(), judged: Mutex::default() }
    }

    /// Whether no more openings are looked for.
    pub(super) fn is_stopped(&self) -> bool {
        self.settings.stop.is_raised() || self.settings.abort.is_raised()
    }

    /// An opening to try for a round; `None` if the list is empty or the game is over.
    fn candidate(&self, round: u64, attempt: u64) -> Option<Opening<G>> {
        let Openings { source, plies, .. } = &self.settings.openings;
        let seed = mix(mix(self.settings.seed, round), attempt);
        let start = match source {
            Source::Dealt(deal) => deal(seed),
            Source::Listed(positions) => {
                let index = round.wrapping_add(attempt).checked_rem(positions.len() as u64)?;
                positions.get(index as usize)?.clone()
            }
        };
        let Playout { moves, position, .. } = playout(&start, *plies, &mut seeded(mix(seed, 1)));
        position.outcome().is_none().then_some(Opening { start, moves, position })
    }

    /// The opening of a round; `None` if none is found, or the match is stopped.
    pub(super) fn of(&self, round: u64) -> Option<Opening<G>> {
        self.judge_ahead(round);
        let (round, attempt) = {
            let mut drawn = lock(&self.drawn);
            while drawn.attempts.len() as u64 <= round && !drawn.exhausted {
                match self.next(&mut drawn) {
                    Some(attempt) => drawn.attempts.push(attempt),
                    None if self.is_stopped() => return None,
                    None => drawn.exhausted = true,
                }
            }
            let round = round.checked_rem(drawn.attempts.len() as u64)?;
            (round, *drawn.attempts.get(round as usize)?)
        };
        self.candidate(round, attempt)
    }

    /// The attempt that finds an opening of the next round that was not tried before.
    fn next(&self, drawn: &mut Drawn) -> Option<u64> {
        let round = drawn.attempts.len() as u64;
        let known = self.known.get(&round);
        let attempts = 0..self.settings.openings.attempts();
        let mut attempts = attempts.take_while(|&attempt| attempt == 0 || !self.is_stopped());
        attempts.find(|&attempt| {
            let opening = self.candidate(round, attempt);
            opening.is_some_and(|Opening { position, .. }| {
                let key = key_of(&position);
                drawn.tried.insert(key)
                    && match known {
                        Some(&known) => known == key,
                        None => self.accepts(key, &position),
                    }
            })
        })
    }

    /// Judges what the round is likely to begin with, while other threads do so for other rounds.
    fn judge_ahead(&self, round: u64) {
        if self.settings.openings.accept.is_none() || self.known.contains_key(&round) {
            return;
        }
        let attempts = 0..self.settings.openings.attempts();
        let openings = attempts.filter_map(|attempt| self.candidate(round, attempt));
        for Opening { position, .. } in openings.take(Self::AHEAD) {
            let key = key_of(&position);
            if lock(&self.drawn).tried.contains(&key) || self.accepts(key, &position) {
                return;
            }
        }
    }

    fn accepts(&self, key: u64, position: &G) -> bool {
        let Some(accept) = &self.settings.openings.accept else { return true };
        let judged = Arc::clone(lock(&self.judged).entry(key).or_default());
        *judged.get_or_init(|| accept(position))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

system::debug_some!(['a, G] Openings<'a, G> plies);

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.games()).map(|number| schedule.slot(number).unwrap().seats).collect()
    }

    #[test]
    fn two_players_swap_colours() {
        let schedule = Schedule::new(2, 2, Pairing::RoundRobin, Seating::Rotated, 3);
        assert_eq!(seats(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(schedule.slot(3).map(|slot| (slot.round, slot.set)), Some((1, 1)));
        assert!(schedule.slot(4).is_none());
    }

    #[test]
    fn everybody_meets_everybody_on_every_seat() {
        let schedule = Schedule::new(4, 3, Pairing::RoundRobin, Seating::Rotated, 12);
        assert_eq!(schedule.games(), 12);
        assert_eq!(seats(&schedule)[..4], [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 3]]);
        for contestant in 0..4 {
            for seat in 0..3 {
                let there = seats(&schedule).iter().filter(|s| s[seat] == contestant).count();
                assert_eq!(there, 3);
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        let schedule = Schedule::new(4, 2, Pairing::Gauntlet, Seating::Rotated, 6);
        assert_eq!(seats(&schedule), [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
        let three = Schedule::new(4, 3, Pairing::Gauntlet, Seating::Fixed, 3);
        assert_eq!(seats(&three), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn seats_may_be_fixed() {
        let schedule = Schedule::new(2, 2, Pairing::RoundRobin, Seating::Fixed, 3);
        assert_eq!(seats(&schedule), [[0, 1]; 3]);
    }

    #[test]
    fn too_few_contestants_play_no_games() {
        let schedule = Schedule::new(1, 2, Pairing::Gauntlet, Seating::Rotated, 5);
        assert_eq!(schedule.games(), 0);
        assert!(schedule.slot(0).is_none());
    }
}
