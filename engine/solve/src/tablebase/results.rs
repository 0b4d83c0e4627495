//! What the moves of an open position decide in a later pass, by the results found so far.

use std::ops::{ControlFlow, Range};

use super::error::BuildError;
use super::expand::{Child, NextMover};
use super::packed::{Packed, Slot};
use super::passes::{Decision, Known, Passes, Seen, Stop, Wanted};
use super::{Family, Move, Rank};
use engine::Wdl;

/// The results of the first classes.
pub(super) struct Classes<'b>(pub(super) &'b [Packed<Wdl>]);

impl Known for Classes<'_> {
    #[inline]
    fn get(&self, rank: Rank) -> Option<Wdl> {
        self.0.get(rank.class)?.get(rank.index)
    }

    fn not_won(&self, class: usize, indices: Range<u64>) -> impl Iterator<Item = u64> {
        self.0.get(class).into_iter().flat_map(move |results| results.not_won(indices.clone()))
    }
}

/// The result that the moves of an open position decide in a later pass, by the results of all classes up to its own.
pub(super) fn by_moves<P: Passes>(
    passes: &P,
    rank: Rank,
    position: &<P::Family as Family>::Game,
    moves: &mut Vec<Move<P::Family>>,
    classes: &[Packed<Wdl>],
) -> Result<Decision, BuildError> {
    let mut ahead =
        Lookahead { classes, inside: Inside::LookedUp, fetched: None, seen: Seen::default() };
    let mut look = |wanted, inside| {
        ahead.inside = inside;
        let flow = passes.children(position, wanted, moves, |child| ahead.visit(child));
        let flow = if flow.is_continue() { ahead.look_up() } else { flow };
        ahead.seen.decision(rank, &flow)
    };
    // The moves that leave do not win, or the first pass would have found it.
    match look(Wanted::Staying, Inside::LookedUp)? {
        Decision::Result(Wdl::Loss | Wdl::Draw) => look(Wanted::Leaving, Inside::Lost),
        decision => Ok(decision),
    }
}

/// A look at the children of a position of the last of the classes.
struct Lookahead<'b> {
    classes: &'b [Packed<Wdl>],
    inside: Inside,
    /// The last child, whose result is prefetched while the next one is numbered.
    fetched: Option<Fetched<'b>>,
    seen: Seen,
}

/// What is done about children in the class being built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
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

impl Lookahead<'_> {
    fn visit(&mut self, child: Option<Child>) -> ControlFlow<Stop> {
        let (rank, next) = match child {
            None => return ControlFlow::Break(Stop::Outside),
            Some(Child::Over(result)) => return self.seen.note(result),
            Some(Child::Running { rank, next }) => (rank, next),
        };
        let is_inside = rank.class + 1 == self.classes.len();
        if is_inside && self.inside == Inside::Lost {
            return self.seen.note(Wdl::Loss);
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
        self.seen.is_open |= *is_inside && found == Wdl::Draw;
        self.seen.note(next.value_of_move(found))
    }
}
