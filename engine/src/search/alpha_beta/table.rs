//! The transposition table: the results of positions, shared by all threads.

use std::ops::Neg;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::key;
use crate::search::{Score, Window};
use system::memory;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// As seen from the position itself.
    pub(super) score: Score,
    /// The move that was best, or that refuted the line, as its number in the list of moves; `None` if none
    /// stood out. A number that is too large names no move: no collision of keys makes an illegal one.
    pub(super) best: Option<u16>,
    /// The depth of the score, in plies.
    pub(super) depth: u16,
    pub(super) bound: Bound,
    pub(super) basis: Basis,
}

/// The bound that an entry's score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is this or more.
    Lower = 1,
    /// The true score is this or less.
    Upper = 2,
    Exact = 3,
}

/// The basis of a score; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// Some moves were searched less deeply than the depth states.
    Reduced,
    /// Everything up to the depth, evaluated there.
    Full,
    /// Finished games alone: no deeper search can change it.
    Solved,
}

/// A score, and its basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) basis: Basis,
}

impl Found {
    #[inline]
    pub(super) fn new(score: Score, basis: Basis) -> Self {
        Self { score, basis }
    }
}

impl Neg for Found {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

impl Entry {
    /// The entry for a search of `depth` plies in a window, `ply` plies from the root.
    #[inline]
    pub(super) fn of(
        Found { score, basis }: Found,
        best: Option<usize>,
        (depth, ply): (u16, u16),
        Window { alpha, beta }: Window,
    ) -> Self {
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = best.filter(|_| bound != Bound::Upper);
        let best = best.and_then(|number| number.try_into().ok());
        Self { score: score.seen_later(ply.into()), best, depth, bound, basis }
    }

    const NO_MOVE: u16 = u16::MAX;
    const DEPTH_MASK: u16 = (1 << 10) - 1;

    /// Runs are distinguished by their number modulo 4.
    pub(super) const GENERATION_MASK: u8 = 3;

    /// All in one word, the generation included. Never 0, as a bound is not.
    #[inline]
    pub(super) fn pack(self, generation: u8) -> u64 {
        let best = self.best.unwrap_or(Self::NO_MOVE);
        u64::from(self.score.to_bits()) << 32
            | u64::from(best) << 16
            | u64::from(self.depth & Self::DEPTH_MASK) << 6
            | (self.bound as u64) << 4
            | (self.basis as u64) << 2
            | u64::from(generation & Self::GENERATION_MASK)
    }

    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let best = (data >> 16) as u16;
        Some(Self {
            score: Score::from_bits((data >> 32) as u32),
            best: (best != Self::NO_MOVE).then_some(best),
            depth: (data >> 6) as u16 & Self::DEPTH_MASK,
            bound: match data >> 4 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                3 => Bound::Exact,
                _ => return None,
            },
            basis: match data >> 2 & 3 {
                0 => Basis::Reduced,
                1 => Basis::Full,
                _ => Basis::Solved,
            },
        })
    }

    /// The result of this entry's position `ply` plies from the root, if that settles a search of `depth` plies.
    ///
    /// A proven win is at least that good at any depth, and a proven loss at least that bad, whatever the
    /// rest of the entry rests on. A score inside the window settles nothing: the position is searched
    /// again, at little cost, so that its line is known to the end.
    #[inline]
    pub(super) fn settles(
        &self,
        accepted: Basis,
        (depth, ply): (u16, u16),
        Window { alpha, beta }: Window,
    ) -> Option<Found> {
        let score = self.score.seen_earlier(ply.into());
        let at_least = self.bound != Bound::Upper && score >= beta;
        let at_most = self.bound != Bound::Lower && score <= alpha;
        if !at_least && !at_most {
            return None;
        }
        if at_least && score.is_win() || at_most && score.is_loss() {
            return Some(Found::new(score, Basis::Solved));
        }
        let deep = self.depth >= depth && self.basis >= accepted;
        (deep || self.basis == Basis::Solved).then_some(Found::new(score, self.basis))
    }

    /// The entry to store over `old`; `None` keeps `old`.
    #[inline]
    pub(super) fn after(self, old: &Self) -> Option<Self> {
        let covered = old.bound == Bound::Exact || old.bound == self.bound;
        let outlasted = old.basis == Basis::Solved && self.basis != Basis::Solved && covered;
        (!outlasted).then_some(Self { best: self.best.or(old.best), ..self })
    }

    /// The replacement value: depth, less 8 plies a generation.
    #[inline]
    pub(super) fn replacement_value(&self, age: u8) -> i32 {
        const PLIES_PER_GENERATION: i32 = 8;
        i32::from(self.depth) - PLIES_PER_GENERATION * i32::from(age & Self::GENERATION_MASK)
    }
}

/// A table without locks: positions are known by their keys. An entry is two words, the second also mixed into the
/// first, so that words of different entries, written by two threads at once, match no key (Hyatt and Mann, *A
/// lock-less transposition table implementation for parallel search*, ICGA Journal, 2002).
pub(super) struct Table {
    slots: Vec<Slot>,
    /// Buckets begin with this slot, where a line of the cache begins.
    first: usize,
    generation: u8,
}

/// One line of the cache. Not `repr(align(64))`: glibc does not reuse aligned blocks, so a program that
/// creates many searches would grow.
type Bucket = [Slot; SLOTS];

const SLOTS: usize = 4;

/// The entry for a key in a bucket, and where it is.
#[inline]
fn find(bucket: &Bucket, key: u64) -> Option<(&Slot, Entry)> {
    let mut slots = bucket.iter().map(|slot| (slot, slot.load()));
    let (slot, (_, data)) = slots.find(|&(_, (known, data))| known == key && data != 0)?;
    Some((slot, Entry::unpack(data)?))
}

#[derive(Default)]
struct Slot {
    /// The key, combined with the data by exclusive or.
    check: AtomicU64,
    /// A packed entry; 0 is none.
    data: AtomicU64,
}

impl Slot {
    /// The key and the entry that are there, unless they were torn: then any key.
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

impl Table {
    pub(super) const NONE: Self = Self { slots: Vec::new(), first: 0, generation: 0 };

    /// As many buckets as fit in `bytes`, if the system grants the memory.
    pub(super) fn with_bytes(bytes: usize) -> Option<Self> {
        let count = bytes / size_of::<Bucket>() * SLOTS;
        let mut slots = memory::filled(count + SLOTS, Slot::default).ok()?;
        let first = slots.as_ptr().align_offset(size_of::<Bucket>()).min(SLOTS);
        slots.truncate(first + count);
        Some(Self { slots, first, generation: 0 })
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
    }

    /// Begins a new run: older entries stay useful, but are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Whether it is larger than the caches of processors.
    #[inline]
    pub(super) fn is_slow(&self) -> bool {
        const CACHE_BYTES: usize = 32 << 20;
        size_of_val(&*self.slots) > CACHE_BYTES
    }

    /// Prefetches the entry of a key that is about to be looked up.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            memory::prefetch(bucket);
        }
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.slots.get(self.first..).unwrap_or_default().as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.buckets();
        buckets.get(key::bucket(key, buckets.len())?)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        find(self.bucket(key)?, key).map(|(_, entry)| entry)
    }

    /// Replaces the entry of the position, or else the least valuable one in its bucket.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let worth = |slot: &&Slot| {
            let (_, data) = slot.load();
            let age = self.generation.wrapping_sub(data as u8);
            Entry::unpack(data).map_or(i32::MIN, |old| old.replacement_value(age))
        };
        let (slot, entry) = match find(bucket, key) {
            Some((slot, old)) => (Some(slot), entry.after(&old)),
            None => (bucket.iter().min_by_key(worth), Some(entry)),
        };
        if let (Some(slot), Some(entry)) = (slot, entry) {
            slot.store(key, entry.pack(self.generation));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u16) -> Entry {
        Entry { score, best: None, depth, bound: Bound::Exact, basis: Basis::Full }
    }

    /// The basis on which an entry of three plies settles a search of `depth` plies.
    fn settled(entry: Entry, accepted: Basis, depth: u16) -> Option<Basis> {
        let window = Window { alpha: Score::value(-1), beta: Score::value(1) };
        let found = Entry { depth: 3, ..entry }.settles(accepted, (depth, 0), window);
        found.map(|found| found.basis)
    }

    #[test]
    fn distances_are_stored_from_the_position_and_read_from_the_root() {
        let (found, window) =
            (Found::new(Score::win_in(9), Basis::Full), Window::null(Score::DRAW));
        let entry = Entry::of(found, None, (3, 6), window);
        let settled = entry.settles(Basis::Full, (50, 2), window);
        assert_eq!(settled, Some(Found::new(Score::win_in(5), Basis::Solved)));
    }

    #[test]
    fn a_proven_score_is_a_bound_at_any_depth_and_a_value_is_none() {
        let settles =
            |score, bound, depth| settled(Entry { bound, ..entry(score, 3) }, Basis::Full, depth);
        assert_eq!(settles(Score::win_in(7), Bound::Lower, 99), Some(Basis::Solved));
        assert_eq!(settles(Score::win_in(7), Bound::Upper, 99), None);
        assert_eq!(settles(Score::loss_in(6), Bound::Upper, 99), Some(Basis::Solved));
        assert_eq!(settles(Score::loss_in(6), Bound::Lower, 99), None);
        assert_eq!(settles(Score::value(5), Bound::Lower, 3), Some(Basis::Full));
        assert_eq!(settles(Score::value(5), Bound::Lower, 4), None);
        assert_eq!(settles(Score::DRAW, Bound::Exact, 3), None, "searched again for its line");
    }

    #[test]
    fn reduced_scores_serve_reduced_searches_only() {
        use Basis::{Full, Reduced, Solved};
        let settles = |basis, accepted, depth| {
            settled(Entry { basis, ..entry(Score::value(5), 3) }, accepted, depth)
        };
        assert_eq!(settles(Reduced, Full, 3), None);
        assert_eq!(settles(Reduced, Reduced, 3), Some(Reduced));
        assert_eq!(settles(Full, Reduced, 3), Some(Full));
        assert_eq!(settles(Solved, Full, 99), Some(Solved));
    }

    #[test]
    fn an_entry_takes_16_bytes_and_a_bucket_a_line_of_the_cache() {
        assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
        assert_eq!(Table::with_bytes(1 << 20).unwrap().buckets().len(), 1 << 14);
    }

    #[test]
    fn packing_loses_nothing() {
        let far = Score::MAX_DISTANCE;
        for score in [Score::win_in(0), Score::loss_in(far), Score::win_in(far), Score::value(-7)] {
            for best in [None, Some(0), Some(u16::MAX - 1)] {
                for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                    for basis in [Basis::Reduced, Basis::Full, Basis::Solved] {
                        let entry = Entry { score, best, depth: 1000, bound, basis };
                        let data = entry.pack(7);
                        assert_eq!((Entry::unpack(data), data & 3), (Some(entry), 3));
                    }
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut table = Table::with_bytes(1 << 12).unwrap();
        let put = Entry { best: Some(3), ..entry(Score::DRAW, 4) };
        table.put(5 << 60, put);
        assert_eq!(table.get(5 << 60), Some(put));
        assert_eq!(table.get((5 << 60) + 1), None);
        table.put(5 << 60, entry(Score::value(1), 5));
        assert_eq!(table.get(5 << 60), Some(Entry { best: Some(3), ..entry(Score::value(1), 5) }));
        table.clear();
        assert_eq!(table.get(5 << 60), None);
    }

    #[test]
    fn torn_entries_match_no_key() {
        let table = Table::with_bytes(64).unwrap();
        table.put(1, entry(Score::DRAW, 9));
        let slot = &table.buckets()[0][0];
        let (_, first) = slot.load();
        table.put(2, entry(Score::value(5), 3));
        let (_, second) = table.buckets()[0][1].load();
        assert_ne!(first, second);
        slot.data.store(second, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
        assert!(table.get(2).is_some());
    }

    #[test]
    fn deep_results_survive_shallow_ones_until_they_are_old() {
        let mut table = Table::with_bytes(64).unwrap();
        table.put(1, entry(Score::DRAW, 9));
        for key in 2..99 {
            table.put(key, entry(Score::DRAW, 1));
            assert!(table.get(1).is_some() && table.get(key).is_some());
        }
        table.generation += 1;
        for key in 100..104 {
            table.put(key, entry(Score::DRAW, 2));
        }
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn what_is_solved_gives_way_only_to_what_it_does_not_say() {
        for old in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for new in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let table = Table::with_bytes(64).unwrap();
                let old = Entry { bound: old, basis: Basis::Solved, ..entry(Score::DRAW, 3) };
                let new = Entry { bound: new, ..entry(Score::DRAW, 8) };
                table.put(1, old);
                table.put(1, new);
                let covers = old.bound == Bound::Exact || old.bound == new.bound;
                assert_eq!(table.get(1), Some(if covers { old } else { new }));
            }
        }
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let table = Table::with_bytes(63).unwrap();
        table.put(1, entry(Score::DRAW, 9));
        assert_eq!(table.get(1), None);
    }
}
