//! All positions that play leads to, as a family.

use std::collections::TryReserveError;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::BuildError;
use super::expand::over;
use super::graph::Graph;
use super::memory::filled;
use super::options::{BuildOptions, Progress};
use super::{Family, Rank};
use engine::game::Game;
use engine::game::key::{bucket, key_of};
use system::threads;

/// All positions that play leads to from a start, listed one by one: the [`Family`] of any game that is
/// small enough, also of one in which positions come again.
///
/// Positions are compared by `Eq`, so nothing rests on keys. Before that each is brought to a *normal
/// form*, which may leave out parts that make no difference: a canonical form under symmetry, or a position
/// without a counter that no rule uses.
///
/// A position takes its size and 8 bytes or more, the table of it [16 bytes and more](super::Tablebase#how-it-is-built).
///
/// # Laws
///
/// A position and its normal form have the same score for the player to move. For every move of either, some
/// move of the other leads to a position with the same normal form.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::Score;
/// use solve::tablebase::{BuildOptions, ReachablePositions, Tablebase};
///
/// let options = BuildOptions::new();
/// let start = Nim::new([1, 2, 4]);
/// let family = ReachablePositions::new(&start, Nim::clone, &options)?;
/// assert_eq!(family.positions().count(), 50);
///
/// let mut table = Tablebase::new(family);
/// table.build(&options)?;
/// assert_eq!(table.probe(&start), Some(Score::win_in(7)));
/// # Ok::<_, solve::tablebase::BuildError>(())
/// ```
pub struct ReachablePositions<G, N> {
    /// In blocks, which stay where they are when there are more.
    blocks: Vec<Vec<G>>,
    /// The place of each position among them, in the slot that its key says or the next free one. At least half
    /// of them are free.
    slots: Vec<u32>,
    normal: N,
}

impl<G, N> ReachablePositions<G, N> {
    /// The number of positions of a block.
    const BLOCK: usize = 1 << 12;

    fn len(&self) -> usize {
        let last = self.blocks.last().map_or(0, Vec::len);
        self.blocks.len().saturating_sub(1) * Self::BLOCK + last
    }

    fn get(&self, place: usize) -> Option<&G> {
        self.blocks.get(place / Self::BLOCK)?.get(place % Self::BLOCK)
    }

    /// The positions, by their ranks.
    pub fn positions(&self) -> impl Iterator<Item = &G> + Clone {
        self.blocks.iter().flatten()
    }
}

impl<G: Game + Eq + Hash + Send + Sync, N: Fn(&G) -> G + Sync> ReachablePositions<G, N> {
    /// The most positions examined between two checks of the stop flag and reports of progress, and the number
    /// of them that one thread takes at a time.
    const BATCH: usize = 1 << 14;
    const CHUNK: usize = 1 << 8;
    /// A slot without a place.
    const FREE: u32 = u32::MAX;

    /// Lists the normal forms of all positions that play leads to, the start first. Of finished games only
    /// the start is among them. Progress is the share of positions found so far whose moves have been played.
    /// The order is the same with any number of threads.
    ///
    /// # Errors
    ///
    /// It was stopped, or there are more positions than the options, the memory or a
    /// [`Tablebase`](super::Tablebase) takes.
    pub fn new(start: &G, normal: N, options: &BuildOptions<'_>) -> Result<Self, BuildError> {
        let mut all = Self { blocks: Vec::new(), slots: Vec::new(), normal };
        all.add((all.normal)(start), options)?;
        let (mut next, mut children) = (0, 1_u64 << 10);
        while next < all.len() {
            options.check()?;
            let done = next as f64 / all.len() as f64;
            options.report(Progress { class: 0, done });
            // What a batch leads to takes an eighth of the memory at most, as far as the one before tells.
            let room = options.memory_limit() / (8 * size_of::<G>().max(1) as u64 * children);
            let room = usize::try_from(room).unwrap_or(usize::MAX);
            let end = all.len().min(next + room.clamp(Self::CHUNK, Self::BATCH));
            let beyond = all.beyond(next..end, options);
            options.check()?;
            let mut found = 0_u64;
            for position in beyond.map_err(|_| all.refused())? {
                found += 1;
                all.add(position, options)?;
            }
            children = 1 + 2 * found / (end - next) as u64;
            next = end;
        }
        Ok(all)
    }

    /// The positions that the moves of some positions lead to, without those listed already; not all of them
    /// if it is stopped.
    fn beyond(
        &self,
        batch: Range<usize>,
        options: &BuildOptions<'_>,
    ) -> Result<impl Iterator<Item = G> + use<G, N>, TryReserveError> {
        let chunks = batch.len().div_ceil(Self::CHUNK);
        let next = AtomicUsize::new(0);
        let work = || {
            let (mut parts, mut moves) = (Vec::new(), Vec::new());
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= chunks || options.is_stopped() {
                    return Ok::<_, TryReserveError>(parts);
                }
                let first = batch.start + chunk * Self::CHUNK;
                let places = first..batch.end.min(first + Self::CHUNK);
                let mut found = Vec::new();
                for position in places.filter_map(|place| self.get(place)) {
                    moves.clear();
                    position.generate_distinct_moves(&mut moves);
                    let children = moves.iter().map(|&m| position.after(m));
                    let going_on = children.filter(|child| over(child).is_none());
                    let forms = going_on.map(|child| (self.normal)(&child));
                    found.try_reserve(moves.len())?;
                    found.extend(forms.filter(|form| self.find(form).1.is_none()));
                }
                parts.push((chunk, found));
            }
        };
        let mut all: Vec<Vec<G>> = Vec::new();
        all.resize_with(chunks, Vec::new);
        for parts in threads::run(options.thread_count().min(chunks), work) {
            for (chunk, found) in parts? {
                all[chunk] = found;
            }
        }
        Ok(all.into_iter().flatten())
    }

    /// The slot of a position, and its place if it has one. Without slots there are no positions either.
    fn find(&self, position: &G) -> (usize, Option<u32>) {
        let mut slot = bucket(key_of(position), self.slots.len()).unwrap_or(0);
        while let Some(&place) = self.slots.get(slot).filter(|&&place| place != Self::FREE) {
            if self.get(place as usize) == Some(position) {
                return (slot, Some(place));
            }
            slot = (slot + 1) % self.slots.len();
        }
        (slot, None)
    }

    fn add(&mut self, position: G, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        let (mut slot, None) = self.find(&position) else { return Ok(()) };
        let most = options.position_limit();
        if self.len() as u64 >= most {
            return Err(BuildError::Positions { most });
        }
        if 2 * self.len() == self.slots.len() {
            self.grow(options)?;
            (slot, _) = self.find(&position);
        }
        self.slots[slot] = self.len() as u32;
        self.push(position).map_err(|_| self.refused())
    }

    fn push(&mut self, position: G) -> Result<(), TryReserveError> {
        if let Some(block) = self.blocks.last_mut().filter(|block| block.len() < Self::BLOCK) {
            block.push(position);
            return Ok(());
        }
        let mut block = Vec::new();
        block.try_reserve_exact(Self::BLOCK)?;
        block.push(position);
        self.blocks.try_reserve(1)?;
        self.blocks.push(block);
        Ok(())
    }

    /// The bytes that a position takes at least.
    const ENTRY: u64 = (size_of::<G>() + 2 * size_of::<u32>()) as u64;

    /// The least number of positions that it makes sense to go on with.
    fn least(&self) -> u64 {
        let size = self.len() as u64;
        size + size / 8 + 1
    }

    /// The error that memory does not suffice.
    fn refused(&self) -> BuildError {
        BuildError::Memory { bytes: self.least() * Self::ENTRY }
    }

    /// Makes slots for twice as many positions, or for as many as memory and numbers allow.
    fn grow(&mut self, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        let (size, most) = (self.len() as u64, Graph::MAX_POSITIONS);
        let wanted = (2 * size).max(1 << 10);
        let room = wanted.min(options.memory_limit() / Self::ENTRY).min(most);
        if size == most {
            return Err(BuildError::TooLarge { class: 0, size: size + 1, most });
        }
        if room < self.least() {
            return Err(self.refused());
        }
        self.slots = Vec::new();
        self.slots = filled(2 * room, || Self::FREE)?;
        for place in 0..self.len() {
            let Some((slot, _)) = self.get(place).map(|position| self.find(position)) else {
                break;
            };
            self.slots[slot] = place as u32;
        }
        Ok(())
    }
}

impl<G, N> Family for ReachablePositions<G, N>
where
    G: Game + Eq + Hash + Send + Sync + fmt::Debug,
    N: Fn(&G) -> G + Sync,
{
    type Game = G;

    fn description(&self) -> String {
        format!("all positions from {:?} on", self.get(0))
    }

    fn sizes(&self) -> Vec<u64> {
        vec![self.len() as u64]
    }

    fn rank(&self, position: &G) -> Option<Rank> {
        let (_, place) = self.find(&(self.normal)(position));
        place.map(|place| Rank { class: 0, index: place.into() })
    }

    fn unrank(&self, Rank { class, index }: Rank) -> Option<G> {
        let index = usize::try_from(index).ok().filter(|_| class == 0)?;
        self.get(index).cloned()
    }
}

impl<G, N> fmt::Debug for ReachablePositions<G, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReachablePositions").field("positions", &self.len()).finish_non_exhaustive()
    }
}
