//! Building bitbases, class by class and pass by pass.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::BuildError;
use super::memory::filled;
use super::options::{BuildOptions, Progress};
use super::packed::{Packed, Stored, bits};
use super::pass::Pass;
use super::passes::{Decision, Found, Passes};
use super::plan::Plan;
use super::results::{Classes, by_moves};
use super::{Bitbase, Family, Move, Rank};
use engine::Wdl;
use system::clock::Instant;

/// The bits of a result, as a power of 2.
const BITS: u32 = *Wdl::BITS.start();

/// The state of the class being built, beside its results.
pub(super) struct InProgress {
    /// The positions that the next pass examines; the first examines all.
    open: Marks,
    /// The number of finished passes.
    passes: u32,
    /// The index at which the pass continues.
    next: u64,
    /// The number of positions that the pass, if it is not the first, has decided so far.
    decided: AtomicU64,
}

impl InProgress {
    /// The state of a class of this size before the first pass.
    pub(super) fn new(size: u64) -> Result<Self, BuildError> {
        let open = Marks::none(size)?;
        Ok(Self { open, passes: 0, next: 0, decided: AtomicU64::new(0) })
    }
}

/// The time after which [`Bitbase::build_some`] returns, so that the results can be saved.
const PAUSE: Duration = Duration::from_mins(2);

/// The number of positions that a thread examines between two checks of the stop flag: many, so that a family
/// that decides many at a time seldom has to decide parts of them.
const CHUNK: u64 = 1 << 16;

/// The number of positions between two checks of the clock.
const SEGMENT: u64 = 1 << 24;

impl<F: Family + Sync> Bitbase<F> {
    /// Builds all classes that are missing.
    ///
    /// # Errors
    ///
    /// Those of [`build_some`](Bitbase::build_some).
    pub fn build(&mut self, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        while self.build_some(options)? {}
        Ok(())
    }

    /// Builds until a class is finished or two minutes have passed, and returns whether there was anything to build.
    ///
    /// If it is stopped, the results so far stay, and another call continues from there.
    ///
    /// # Errors
    ///
    /// It was stopped, there is not enough memory, or the family breaks its laws.
    pub fn build_some(&mut self, options: &BuildOptions<'_>) -> Result<bool, BuildError> {
        let class = self.built();
        if class == self.classes() {
            return Ok(false);
        }
        let mut in_progress = match self.in_progress.take() {
            Some(in_progress) => in_progress,
            None => self.begin(class, options)?,
        };
        let started = Instant::now();
        let result = loop {
            match self.segment(class, &mut in_progress, options) {
                Ok(Next::Finished) => {
                    options.report(Progress { class, done: 1. });
                    return Ok(true);
                }
                Ok(Next::More) if started.elapsed() < PAUSE => {}
                Ok(Next::More) => break Ok(true),
                Err(error) => break Err(error),
            }
        };
        if matches!(result, Ok(_) | Err(BuildError::Stopped)) {
            self.in_progress = Some(in_progress);
        } else {
            self.classes.pop();
        }
        result
    }

    /// The memory that building each missing class will take, exactly.
    pub fn plan(&self) -> Vec<Plan> {
        let plan = |class| Plan { class, size: self.size(class), memory: self.bytes_for(class) };
        (self.built()..self.classes()).map(plan).collect()
    }

    fn begin(
        &mut self,
        class: usize,
        options: &BuildOptions<'_>,
    ) -> Result<InProgress, BuildError> {
        let bytes = self.bytes_for(class);
        if bytes > options.memory_limit() {
            return Err(BuildError::Memory { bytes });
        }
        let size = self.size(class);
        let in_progress = InProgress::new(size)?;
        self.classes.push(Packed::new(BITS, size)?);
        Ok(in_progress)
    }

    /// The bytes of memory that building a class takes, those before it included.
    fn bytes_for(&self, class: usize) -> u64 {
        let results = self.sizes.iter().take(class.saturating_add(1));
        let marks = Marks::bytes(self.size(class));
        results.fold(marks, |sum, &size| sum.saturating_add(Packed::<Wdl>::bytes_of(BITS, size)))
    }

    /// Continues a pass until the next check of the clock.
    fn segment(
        &self,
        class: usize,
        in_progress: &mut InProgress,
        options: &BuildOptions<'_>,
    ) -> Result<Next, BuildError> {
        let size = self.size(class);
        let segment = in_progress.next..size.min(in_progress.next + SEGMENT);
        let before = |index: u64| {
            let later = 0.5_f64.powi(in_progress.passes as i32);
            let share = index as f64 / size.max(1) as f64;
            // Later passes take less each time.
            if in_progress.passes == 0 { share * 0.7 } else { 1. - 0.6 * later * (1. - share / 2.) }
        };
        let pass = Pass { options, class, part: before(segment.start)..before(segment.end) };
        let first = segment.start;
        let scan = Scan { bitbase: self, class, in_progress };
        pass.run(segment.end - first, CHUNK, Buffers::<F>::default, |buffers, few| {
            scan.range(first + few.start..first + few.end, buffers)
        })?;
        in_progress.next = segment.end;
        if in_progress.next < size {
            return Ok(Next::More);
        }
        // The first pass does not count what it decides.
        if *in_progress.decided.get_mut() == 0 && in_progress.passes > 0 {
            return Ok(Next::Finished);
        }
        (in_progress.passes, in_progress.next) = (in_progress.passes + 1, 0);
        *in_progress.decided.get_mut() = 0;
        Ok(Next::More)
    }
}

enum Next {
    More,
    Finished,
}

/// What a thread needs to examine positions.
struct Buffers<F: Family> {
    /// The positions of a word of marks, each with the index of its place and the end of its ranks.
    visited: Vec<(u64, F::Game, usize)>,
    ranks: Vec<Rank>,
    moves: Vec<Move<F>>,
    predecessors: Vec<Rank>,
}

impl<F: Family> Default for Buffers<F> {
    fn default() -> Self {
        let (visited, ranks) = (Vec::new(), Vec::new());
        Self { visited, ranks, moves: Vec::new(), predecessors: Vec::new() }
    }
}

/// A scan of the marked places.
struct Scan<'b, F> {
    bitbase: &'b Bitbase<F>,
    class: usize,
    in_progress: &'b InProgress,
}

impl<F: Family> Scan<'_, F> {
    fn range(&self, places: Range<u64>, buffers: &mut Buffers<F>) -> Result<(), BuildError> {
        if self.in_progress.passes == 0 { self.first(places) } else { self.later(places, buffers) }
    }

    fn first(&self, places: Range<u64>) -> Result<(), BuildError> {
        let Bitbase { family, classes, .. } = self.bitbase;
        let open = &self.in_progress.open;
        let mut setter = Setter::new(&classes[self.class]);
        family.passes().first_pass(self.class, places, &Classes(classes), |found| match found {
            Found::Open(place) => open.set(place),
            Found::Result(rank, result) => setter.set(rank.index, result),
        })
    }

    fn later(&self, places: Range<u64>, buffers: &mut Buffers<F>) -> Result<(), BuildError> {
        let Bitbase { family, classes, .. } = self.bitbase;
        let passes = family.passes();
        let keeps_open = self.keeps_open();
        let mut decided = 0;
        for word in places.start / Marks::WORD..places.end.div_ceil(Marks::WORD) {
            self.visit(word, buffers);
            let Buffers { visited, ranks, moves, predecessors } = buffers;
            let mut start = 0;
            for (place, position, end) in visited.drain(..) {
                let ranks = &ranks[start..end];
                start = end;
                let is_open = |&rank: &Rank| self.bitbase.found(rank) == Some(Wdl::Draw);
                let Some(rank) = ranks.first().copied().filter(is_open) else { continue };
                match by_moves(&passes, rank, &position, moves, &classes[..=self.class])? {
                    Decision::Open if keeps_open => self.in_progress.open.set(place),
                    Decision::Open | Decision::Result(Wdl::Draw) => {}
                    Decision::Result(result) => {
                        for rank in ranks {
                            classes[self.class].set(rank.index, Some(result));
                        }
                        decided += 1;
                        if !keeps_open {
                            self.mark_predecessors(&position, predecessors);
                        }
                    }
                }
            }
        }
        self.in_progress.decided.fetch_add(decided, Ordering::Relaxed);
        Ok(())
    }

    /// Takes the marks of a word, and fetches the results of its positions.
    fn visit(&self, word: u64, Buffers { visited, ranks, .. }: &mut Buffers<F>) {
        ranks.clear();
        let marks = self.in_progress.open.take(word);
        let places = bits(marks).map(|bit| word * Marks::WORD + bit);
        let Bitbase { family, classes, .. } = self.bitbase;
        family.passes().visit(self.class, places, |place, position, its_ranks| {
            let Some(position) = position else { return };
            let slots = its_ranks.iter().filter_map(|rank| classes[self.class].slot(rank.index));
            slots.for_each(|slot| slot.prefetch());
            ranks.extend_from_slice(its_ranks);
            visited.push((place, position, ranks.len()));
        });
    }

    /// Whether a position that stays open is examined again in the next pass. With predecessors listed,
    /// that is only so in the first two passes, which decide most positions and leave few open; later ones
    /// mark the predecessors of the positions that they decide.
    fn keeps_open(&self) -> bool {
        self.in_progress.passes < 2 || !self.bitbase.family.passes().lists_predecessors()
    }

    fn mark_predecessors(&self, position: &F::Game, predecessors: &mut Vec<Rank>) {
        predecessors.clear();
        self.bitbase.family.passes().predecessors(position, predecessors);
        let inside = predecessors.iter().filter(|place| place.class == self.class);
        inside.for_each(|place| self.in_progress.open.set(place.index));
    }
}

/// The size of the write-behind buffer.
const WAITING: usize = 32;

/// A write-behind buffer: sets each result some results later, when its word has come into the cache.
struct Setter<'b> {
    results: &'b Packed<Wdl>,
    waiting: [(u64, Option<Wdl>); WAITING],
    next: usize,
}

impl<'b> Setter<'b> {
    const fn new(results: &'b Packed<Wdl>) -> Self {
        Self { results, waiting: [(0, Some(Wdl::Draw)); WAITING], next: 0 }
    }

    #[inline]
    fn set(&mut self, index: u64, result: Option<Wdl>) {
        if result == Some(Wdl::Draw) {
            return;
        }
        if let Some(slot) = self.results.slot(index) {
            slot.prefetch();
        }
        let place = &mut self.waiting[self.next % WAITING];
        let (earlier, its_result) = std::mem::replace(place, (index, result));
        self.results.set(earlier, its_result);
        self.next += 1;
    }
}

impl Drop for Setter<'_> {
    fn drop(&mut self) {
        for (index, result) in self.waiting {
            self.results.set(index, result);
        }
    }
}

/// Marks on indices, one bit each.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    /// The number of marks in a word.
    pub(super) const WORD: u64 = u64::BITS as u64;

    /// No index marked.
    pub(super) fn none(len: u64) -> Result<Self, BuildError> {
        Ok(Self { words: filled(len.div_ceil(Self::WORD), AtomicU64::default)? })
    }

    /// The bytes of memory that `len` marks take.
    pub(super) const fn bytes(len: u64) -> u64 {
        len.div_ceil(Self::WORD).saturating_mul(8)
    }

    /// Clears the marks of a word, and returns them.
    pub(super) fn take(&self, word: u64) -> u64 {
        let word = &self.words[word as usize];
        // Most words have no marks in later passes, and reading is cheaper.
        if word.load(Ordering::Relaxed) == 0 { 0 } else { word.swap(0, Ordering::AcqRel) }
    }

    /// Marks an index. The thread that takes the mark sees what this one wrote before.
    pub(super) fn set(&self, index: u64) {
        if let Some(word) = self.words.get((index / Self::WORD) as usize) {
            word.fetch_or(1 << (index % Self::WORD), Ordering::AcqRel);
        }
    }
}
