//! What the moves of a position decide, by the results found so far.

use std::ops::{ControlFlow, Range};

use super::error::BuildError;
use super::expand::{Child, NextMover, over};
use super::packed::{Packed, Slot};
use super::passes::{Found, Known, Passes, Wanted};
use super::{Family, Move, Rank};
use engine::Wdl;
use engine::game::Game;

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

/// The result that the moves of a position decide.
pub(super) enum Decision {
    Result(Wdl),
    Open,
}

/// The [first pass](Passes::first_pass), position by position.
pub(super) fn first_pass<P: Passes>(
    passes: &P,
    class: usize,
    places: Range<u64>,
    known: &impl Known,
    mut found: impl FnMut(Found),
) -> Result<(), BuildError> {
    let (mut moves, mut failed) = (Vec::new(), Ok(()));
    passes.visit(class, places, |place, position, ranks| {
        let Some(&rank) = ranks.first().filter(|_| failed.is_ok()) else { return };
        let result = position.map(|p| by_leaving(passes, rank, &p, &mut moves, known)).transpose();
        let result = match result {
            Ok(Some(Decision::Open)) => return found(Found::Open(place)),
            Ok(Some(Decision::Result(result))) => Some(result),
            Ok(None) => None,
            Err(error) => {
                failed = Err(error);
                return;
            }
        };
        for &rank in ranks {
            found(Found::Result(rank, result));
        }
    });
    failed
}

/// The result that those moves of a position decide that leave the class.
fn by_leaving<P: Passes>(
    passes: &P,
    rank: Rank,
    position: &<P::Family as Family>::Game,
    moves: &mut Vec<Move<P::Family>>,
    known: &impl Known,
) -> Result<Decision, BuildError> {
    let players = position.players().len();
    if players != 2 {
        return Err(BuildError::Players { players });
    }
    if let Some(result) = over(position) {
        return Ok(Decision::Result(result));
    }
    let mut seen = Seen::default();
    let flow = passes.children(position, Wanted::Leaving, moves, |child| match child {
        Some(Child::Over(result)) => seen.note(result),
        Some(Child::Running { rank: after, .. }) if after.class == rank.class => {
            seen.is_open = true;
            ControlFlow::Continue(())
        }
        Some(Child::Running { rank: after, next }) => match known.get(after) {
            Some(result) => seen.note(next.value_of_move(result)),
            None => ControlFlow::Break(Stop::Outside),
        },
        None => ControlFlow::Break(Stop::Outside),
    });
    seen.decision(rank, &flow)
}

/// The result that the moves of an open position decide in a later pass, by the results of all classes up to its
/// own.
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

/// The results of the moves of a position.
#[derive(Default)]
struct Seen {
    /// Those that are known: a bit for each.
    results: u8,
    /// Whether the result of a move is not known yet.
    is_open: bool,
}

impl Seen {
    fn note(&mut self, result: Wdl) -> ControlFlow<Stop> {
        self.results |= 1 << result as u8;
        if result == Wdl::Win { ControlFlow::Break(Stop::Win) } else { ControlFlow::Continue(()) }
    }

    /// What they decide.
    fn decision(&self, rank: Rank, flow: &ControlFlow<Stop>) -> Result<Decision, BuildError> {
        let losses_only = self.results == 1 << Wdl::Loss as u8;
        match flow {
            ControlFlow::Break(Stop::Outside) => Err(BuildError::Outside { rank }),
            ControlFlow::Break(Stop::Win) => Ok(Decision::Result(Wdl::Win)),
            ControlFlow::Continue(()) if self.is_open => Ok(Decision::Open),
            ControlFlow::Continue(()) if losses_only => Ok(Decision::Result(Wdl::Loss)),
            ControlFlow::Continue(()) => Ok(Decision::Result(Wdl::Draw)),
        }
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

/// The reason why no more children are visited.
enum Stop {
    Win,
    /// The family breaks its laws.
    Outside,
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
