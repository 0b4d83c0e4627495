//! Building bitbases, class by class and pass by pass.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::BuildError;
use super::expand::{Child, NextMover, over};
use super::memory::filled;
use super::options::{BuildOptions, Progress};
use super::packed::{Packed, Slot, Stored};
use super::pass::Pass;
use super::plan::Plan;
use super::{Bitbase, Family, Move, Rank, Wanted};
use crate::game::Game;
use crate::game::outcome::Wdl;
use crate::system::clock::Instant;

/// The bits of a result, as a power of 2.
const BITS: u32 = *Wdl::BITS.start();

/// The state of the class being built, beside its results.
pub(super) struct InProgress {
    /// The positions to examine.
    open: Marks,
    /// The number of finished passes.
    passes: u32,
    /// The index at which the pass continues.
    next: u64,
    /// The number of positions that the pass has decided so far.
    decided: AtomicU64,
}

impl InProgress {
    /// The state of a class of this size before the first pass.
    pub(super) fn new(size: u64) -> Result<Self, BuildError> {
        let open = Marks::all(size)?;
        Ok(Self { open, passes: 0, next: 0, decided: AtomicU64::new(0) })
    }
}

/// The time after which [`Bitbase::build_some`] returns, so that the results can be saved.
const PAUSE: Duration = Duration::from_mins(2);

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

    /// Builds until a class is finished or two minutes have passed, and returns whether there was anything
    /// to build.
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
            // Later passes take about as long together as half the first one, each less than the last.
            if in_progress.passes == 0 { share * 0.7 } else { 1. - 0.6 * later * (1. - share / 2.) }
        };
        let pass = Pass { options, class, part: before(segment.start)..before(segment.end) };
        let first = segment.start;
        let scan = Scan { bitbase: self, class, in_progress };
        pass.run(segment.end - first, Pass::POSITIONS, Buffers::<F>::default, |buffers, few| {
            scan.range(first + few.start..first + few.end, buffers)
        })?;
        in_progress.next = segment.end;
        if in_progress.next < size {
            return Ok(Next::More);
        }
        // The first pass decides nothing in a class that was read with results of later ones.
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

/// The result that the moves of a position decide.
enum Known {
    Result(Wdl),
    Open,
    /// There is no such position.
    Void,
}

/// What a thread needs to examine positions.
struct Buffers<F: Family> {
    /// The positions of a word of marks, each with the index of its place and the end of its ranks.
    visited: Vec<(u64, Option<F::Game>, usize)>,
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
        let mut decided = 0;
        for word in places.start / Marks::WORD..places.end.div_ceil(Marks::WORD) {
            self.visit(word, buffers);
            let Buffers { visited, ranks, moves, predecessors } = buffers;
            let mut start = 0;
            for (place, position, end) in visited.drain(..) {
                let ranks = &ranks[start..end];
                start = end;
                let open_rank = ranks.first().filter(|&&rank| self.is_open(rank));
                let Some(&rank) = open_rank else { continue };
                let known = match &position {
                    Some(position) => self.decide(rank, position, moves)?,
                    None => Known::Void,
                };
                let result = match known {
                    Known::Open if self.keeps_open() => {
                        self.in_progress.open.set(place);
                        continue;
                    }
                    Known::Open | Known::Result(Wdl::Draw) => continue,
                    Known::Result(result) => Some(result),
                    Known::Void => None,
                };
                self.set(ranks, result);
                if let (Some(position), Some(result)) = (position, result) {
                    decided += 1;
                    self.mark_predecessors(&position, predecessors);
                    self.imply(position, result, predecessors);
                }
            }
        }
        self.in_progress.decided.fetch_add(decided, Ordering::Relaxed);
        Ok(())
    }

    /// Takes the marks of a word, and fetches the results of its positions.
    fn visit(&self, word: u64, Buffers { visited, ranks, .. }: &mut Buffers<F>) {
        ranks.clear();
        let mut marks = self.in_progress.open.take(word);
        let places = std::iter::from_fn(|| {
            let place = word * Marks::WORD + u64::from(marks.trailing_zeros());
            (marks != 0).then(|| {
                marks &= marks - 1;
                place
            })
        });
        let Bitbase { family, classes, .. } = self.bitbase;
        family.visit(self.class, places, |place, position, its_ranks| {
            let slots = its_ranks.iter().filter_map(|rank| classes[self.class].slot(rank.index));
            slots.for_each(|slot| slot.prefetch());
            ranks.extend_from_slice(its_ranks);
            visited.push((place, position, ranks.len()));
        });
    }

    fn is_open(&self, rank: Rank) -> bool {
        self.bitbase.found(rank) == Some(Wdl::Draw)
    }

    fn set(&self, ranks: &[Rank], result: Option<Wdl>) {
        let results = &self.bitbase.classes[self.class];
        for rank in ranks {
            results.set(rank.index, result);
        }
    }

    /// Decides the open positions of the class whose results follow from that of a position.
    fn imply(&self, mut position: F::Game, result: Wdl, buffer: &mut Vec<Rank>) {
        let Bitbase { family, .. } = self.bitbase;
        while let Some(implied) = family.implied(&position, result) {
            buffer.clear();
            family.ranks(&implied, buffer);
            let open = |rank: &Rank| rank.class == self.class && self.is_open(*rank);
            if !buffer.first().is_some_and(open) {
                return;
            }
            self.set(buffer, Some(result));
            self.mark_predecessors(&implied, buffer);
            position = implied;
        }
    }

    /// Whether a position that stays open is examined again in the next pass. With predecessors listed,
    /// that is only so in the first two passes, which decide most positions and leave few open; later ones
    /// mark the predecessors of the positions that they decide.
    fn keeps_open(&self) -> bool {
        self.in_progress.passes < 2 || !F::LISTS_PREDECESSORS
    }

    fn mark_predecessors(&self, position: &F::Game, predecessors: &mut Vec<Rank>) {
        if self.keeps_open() {
            return;
        }
        predecessors.clear();
        self.bitbase.family.predecessors(position, predecessors);
        let inside = predecessors.iter().filter(|place| place.class == self.class);
        inside.for_each(|place| self.in_progress.open.set(place.index));
    }

    fn decide(
        &self,
        rank: Rank,
        position: &F::Game,
        moves: &mut Vec<Move<F>>,
    ) -> Result<Known, BuildError> {
        let players = position.players().len();
        if players != 2 {
            return Err(BuildError::Players { players });
        }
        match over(position) {
            Some(result) => Ok(Known::Result(result)),
            None => self.by_moves(rank, position, moves),
        }
    }

    /// The result that the moves of a position decide.
    fn by_moves(
        &self,
        rank: Rank,
        position: &F::Game,
        moves: &mut Vec<Move<F>>,
    ) -> Result<Known, BuildError> {
        let Bitbase { family, classes, .. } = self.bitbase;
        let mut ahead = Ahead::new(&classes[..=rank.class]);
        let mut look = |wanted, inside| {
            ahead.inside = inside;
            let flow = family.children(position, wanted, moves, |child| ahead.visit(child));
            let flow = if flow.is_continue() { ahead.look_up() } else { flow };
            match flow {
                ControlFlow::Break(Stop::Outside) => Err(BuildError::Outside { rank }),
                ControlFlow::Break(Stop::Win) => Ok(Known::Result(Wdl::Win)),
                ControlFlow::Continue(()) => Ok(ahead.known()),
            }
        };
        if self.in_progress.passes == 0 {
            return look(Wanted::Leaving, Inside::Open);
        }
        // The moves that leave do not win, or the first pass would have found it.
        match look(Wanted::Staying, Inside::LookedUp)? {
            Known::Result(Wdl::Win) => Ok(Known::Result(Wdl::Win)),
            Known::Open => Ok(Known::Open),
            _ => look(Wanted::Leaving, Inside::Lost),
        }
    }
}

/// The results of the children, so far, of a position of the last of some classes.
struct Ahead<'b> {
    classes: &'b [Packed<Wdl>],
    inside: Inside,
    /// The last child, whose result is prefetched while the next one is numbered.
    fetched: Option<Fetched<'b>>,
    /// The results of moves so far, as far as is known: a bit for each.
    seen: u8,
    /// Whether the result of a child is not known yet.
    open: bool,
}

/// The value taken for children in the class being built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Open,
    LookedUp,
    /// Moves to them are known to lose.
    Lost,
}

/// A child whose result is prefetched.
struct Fetched<'b> {
    slot: Slot<'b, Wdl>,
    /// Whether it is in the class being built.
    is_inside: bool,
    next: NextMover,
}

/// The reason why no more children are visited.
enum Stop {
    Win,
    /// The family breaks its laws.
    Outside,
}

impl<'b> Ahead<'b> {
    fn new(classes: &'b [Packed<Wdl>]) -> Self {
        let inside = Inside::Open;
        Self { classes, inside, fetched: None, seen: 0, open: false }
    }

    fn known(&self) -> Known {
        let losses_only = self.seen == 1 << Wdl::Loss as u8;
        match self.open {
            true => Known::Open,
            false if losses_only => Known::Result(Wdl::Loss),
            false => Known::Result(Wdl::Draw),
        }
    }

    fn visit(&mut self, child: Option<Child>) -> ControlFlow<Stop> {
        let (rank, next) = match child {
            None => return ControlFlow::Break(Stop::Outside),
            Some(Child::Over(result)) => return self.note(result),
            Some(Child::Running { rank, next }) => (rank, next),
        };
        let is_inside = rank.class + 1 == self.classes.len();
        if is_inside && self.inside != Inside::LookedUp {
            self.open |= self.inside == Inside::Open;
            return self.note(Wdl::Loss);
        }
        let slot = self.classes.get(rank.class).and_then(|results| results.slot(rank.index));
        let Some(slot) = slot else { return ControlFlow::Break(Stop::Outside) };
        slot.prefetch();
        let flow = self.look_up();
        self.fetched = Some(Fetched { slot, is_inside, next });
        flow
    }

    /// Looks at the result of the last child.
    fn look_up(&mut self) -> ControlFlow<Stop> {
        let Some(Fetched { slot, is_inside, next }) = &self.fetched else {
            return ControlFlow::Continue(());
        };
        let Some(found) = slot.value() else { return ControlFlow::Break(Stop::Outside) };
        self.open |= *is_inside && found == Wdl::Draw;
        self.note(next.value_of_move(found))
    }

    fn note(&mut self, found: Wdl) -> ControlFlow<Stop> {
        self.seen |= 1 << found as u8;
        if found == Wdl::Win { ControlFlow::Break(Stop::Win) } else { ControlFlow::Continue(()) }
    }
}

/// Marks on indices, one bit each.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    /// The number of marks in a word.
    pub(super) const WORD: u64 = u64::BITS as u64;

    /// Every index marked.
    pub(super) fn all(len: u64) -> Result<Self, BuildError> {
        let mut words = filled(len.div_ceil(Self::WORD), || AtomicU64::new(u64::MAX))?;
        if let Some(last) = words.last_mut().filter(|_| !len.is_multiple_of(Self::WORD)) {
            *last = AtomicU64::new((1 << (len % Self::WORD)) - 1);
        }
        Ok(Self { words })
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
