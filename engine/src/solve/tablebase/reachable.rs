//! All positions that play leads to, as a family.

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
use crate::game::Game;
use crate::game::key::{bucket, key_of};
use crate::system::threads;

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
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::Score;
/// use engine::solve::tablebase::{BuildOptions, Reachable, Tablebase};
///
/// let options = BuildOptions::new();
/// let start = Nim::new([1, 2, 4]);
/// let family = Reachable::new(&start, Nim::clone, &options)?;
/// assert_eq!(family.positions().len(), 50);
///
/// let mut table = Tablebase::new(family);
/// table.build(&options)?;
/// assert_eq!(table.probe(&start), Some(Score::win_in(7)));
/// # Ok::<_, engine::solve::tablebase::BuildError>(())
/// ```
pub struct Reachable<G, N> {
    positions: Vec<G>,
    /// The place of each position among them, in the slot that its key says or the next free one. At least half
    /// of them are free.
    slots: Vec<u32>,
    normal: N,
}

impl<G: Game + Eq + Hash + Send + Sync, N: Fn(&G) -> G + Sync> Reachable<G, N> {
    /// The number of positions examined between two checks of the stop flag and reports of progress, and the
    /// number of them that one thread takes at a time.
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
    /// It was stopped, or there are more positions than the memory or a [`Tablebase`](super::Tablebase) takes.
    pub fn new(start: &G, normal: N, options: &BuildOptions<'_>) -> Result<Self, BuildError> {
        let mut all = Self { positions: Vec::new(), slots: Vec::new(), normal };
        all.add((all.normal)(start), options)?;
        let mut next = 0;
        while next < all.positions.len() {
            options.check()?;
            let done = next as f64 / all.positions.len() as f64;
            options.report(Progress { class: 0, done });
            let end = all.positions.len().min(next + Self::BATCH);
            for position in all.beyond(next..end, options.thread_count()) {
                all.add(position, options)?;
            }
            next = end;
        }
        Ok(all)
    }

    /// The positions that the moves of some positions lead to, without those listed already.
    fn beyond(&self, batch: Range<usize>, threads: usize) -> impl Iterator<Item = G> + use<G, N> {
        let chunks = self.positions[batch].chunks(Self::CHUNK);
        let next = AtomicUsize::new(0);
        let work = || {
            let (mut parts, mut moves) = (Vec::new(), Vec::new());
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                let Some(positions) = chunks.clone().nth(chunk) else { return parts };
                let mut found = Vec::new();
                for position in positions {
                    moves.clear();
                    position.generate_distinct_moves(&mut moves);
                    let children = moves.iter().map(|&m| position.after(m));
                    let going_on = children.filter(|child| over(child).is_none());
                    let forms = going_on.map(|child| (self.normal)(&child));
                    found.extend(forms.filter(|form| self.find(form).1.is_none()));
                }
                parts.push((chunk, found));
            }
        };
        let parts = threads::run(threads.min(chunks.len()), work);
        let mut parts: Vec<(usize, Vec<G>)> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(chunk, _)| chunk);
        parts.into_iter().flat_map(|(_, found)| found)
    }

    /// The positions, by their ranks.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The slot of a position, and its place if it has one. Without slots there are no positions either.
    fn find(&self, position: &G) -> (usize, Option<u32>) {
        let mut slot = bucket(key_of(position), self.slots.len()).unwrap_or(0);
        while let Some(&place) = self.slots.get(slot).filter(|&&place| place != Self::FREE) {
            if self.positions[place as usize] == *position {
                return (slot, Some(place));
            }
            slot = (slot + 1) % self.slots.len();
        }
        (slot, None)
    }

    fn add(&mut self, position: G, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        let (mut slot, None) = self.find(&position) else { return Ok(()) };
        if self.positions.len() == self.positions.capacity() {
            self.grow(options)?;
            (slot, _) = self.find(&position);
        }
        self.slots[slot] = self.positions.len() as u32;
        self.positions.push(position);
        Ok(())
    }

    /// Makes room for twice as many positions, or for as many as memory and numbers allow.
    fn grow(&mut self, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        let (size, most) = (self.positions.len() as u64, Graph::MAX_POSITIONS);
        let entry = (size_of::<G>() + 2 * size_of::<u32>()) as u64;
        let wanted = (2 * size).max(1 << 10);
        let room = wanted.min(options.memory_limit() / entry).min(most);
        if size == most {
            return Err(BuildError::TooLarge { class: 0, size: size + 1, most });
        }
        let least = size + size / 8 + 1;
        let refused = BuildError::Memory { bytes: least * entry };
        if room < least {
            return Err(refused);
        }
        let more = (room - size) as usize;
        self.slots = Vec::new();
        self.positions.try_reserve_exact(more).map_err(|_| refused)?;
        self.slots = filled(2 * room, || Self::FREE)?;
        for place in 0..self.positions.len() {
            let (slot, _) = self.find(&self.positions[place]);
            self.slots[slot] = place as u32;
        }
        Ok(())
    }
}

impl<G, N> Family for Reachable<G, N>
where
    G: Game + Eq + Hash + Send + Sync + fmt::Debug,
    N: Fn(&G) -> G + Sync,
{
    type Game = G;

    fn description(&self) -> String {
        format!("all positions from {:?} on", self.positions.first())
    }

    fn sizes(&self) -> Vec<u64> {
        vec![self.positions.len() as u64]
    }

    fn rank(&self, position: &G) -> Option<Rank> {
        let (_, place) = self.find(&(self.normal)(position));
        place.map(|place| Rank { class: 0, index: place.into() })
    }

    fn unrank(&self, Rank { class, index }: Rank) -> Option<G> {
        let index = usize::try_from(index).ok().filter(|_| class == 0)?;
        self.positions.get(index).cloned()
    }
}

impl<G, N> fmt::Debug for Reachable<G, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reachable")
            .field("positions", &self.positions.len())
            .finish_non_exhaustive()
    }
}
