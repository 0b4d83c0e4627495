//! How a bitbase goes through the positions of a class: one by one, or many at a time.

use std::ops::{ControlFlow, Range};

use super::error::BuildError;
use super::expand::{Child, over};
use super::{Family, Move, Rank};
use engine::Wdl;
use engine::game::Game;

/// How the passes of a [`Bitbase`](super::Bitbase) go through the positions of a class.
///
/// All methods but [`family`](Passes::family) have defaults, by which positions are visited in the order of their ranks
/// and decided one by one: those of [`OneByOne`]. They are enough for any family. A family that is so large that they
/// take hours may have passes of its own, and return them from [`Family::passes`]; the results are the same.
///
/// # Laws
///
/// * [`children`](Passes::children) visits the positions that the wanted moves lead to, all of them.
/// * [`predecessors`](Passes::predecessors), if they are listed at all, are complete.
/// * [`visit`](Passes::visit) comes to every rank at some place, with a position of that rank if there is one.
/// * [`first_pass`](Passes::first_pass) comes to every place asked for, and tells what is true.
///
/// They have to be tested.
pub trait Passes: Sized {
    /// The family.
    type Family: Family;

    /// The family whose positions are visited.
    fn family(&self) -> &Self::Family;

    /// [`Family::children`], of the wanted moves. Positions after other moves may be visited too, and by default are.
    fn children<B>(
        &self,
        position: &<Self::Family as Family>::Game,
        _wanted: Wanted,
        moves: &mut Vec<Move<Self::Family>>,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.family().children(position, moves, visit)
    }

    /// Whether [`predecessors`](Passes::predecessors) lists them; by default not.
    fn lists_predecessors(&self) -> bool {
        false
    }

    /// Appends a [place](Passes::visit) of each position of the same class from which a move leads to this one,
    /// and possibly other places. It saves most of the work of the later passes.
    fn predecessors(&self, _position: &<Self::Family as Family>::Game, _places: &mut Vec<Rank>) {}

    /// Calls `visit` for some places of a class, which come in ascending order, with the position at the place and
    /// the ranks of all positions that are equal to it up to symmetry; if there is no position, with ranks that have
    /// none. A class has as many places as ranks. By default places are ranks.
    ///
    /// A pass goes in the order of the places. That is fast if the children of positions visited one
    /// after the other have ranks near each other, as then their results are in the cache.
    fn visit(
        &self,
        class: usize,
        places: impl Iterator<Item = u64>,
        mut visit: impl FnMut(u64, Option<<Self::Family as Family>::Game>, &[Rank]),
    ) {
        for index in places {
            let rank = Rank { class, index };
            visit(index, self.family().unrank(rank), &[rank]);
        }
    }

    /// Decides the positions at some places of a class by the moves that end the game or leave the class, as the
    /// first pass does: a position is won if one of these moves wins. Without other moves it is drawn or
    /// lost if none wins. All other positions are open.
    ///
    /// `known` tells the results of earlier classes, and `None` of a rank that has no position. `found` is told of
    /// each place that is open, of all ranks of the positions that are won or lost, and of ranks without a position; of
    /// drawn ones it need not be told. By default the positions are visited one by one. In games with captures nearly
    /// all moves leave a large class, so it pays to look at many positions at once.
    ///
    /// # Errors
    ///
    /// The game has not two players, or a move leads to a position that is not in the family.
    fn first_pass(
        &self,
        class: usize,
        places: Range<u64>,
        known: &impl Known,
        found: impl FnMut(Found),
    ) -> Result<(), BuildError> {
        first_pass(self, class, places, known, found)
    }

    /// The number of ranks one after the other, from this one on, that have the same
    /// [weight](Family::weight), or fewer; by default 1. A bitbase counts them together.
    fn equal_weights(&self, _rank: Rank) -> u64 {
        1
    }
}

/// The passes of an ordinary family: rank by rank, and move by move.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne<'f, F>(pub &'f F);

impl<F: Family> Passes for OneByOne<'_, F> {
    type Family = F;

    fn family(&self) -> &F {
        self.0
    }
}

/// The moves that [`Passes::children`] has to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those that leave the class or end the game; and if there are other moves, at least one of them, for
    /// which any index will do.
    Leaving,
    /// Those that stay in the class.
    Staying,
}

/// The results that a [first pass](Passes::first_pass) goes by: those of earlier classes.
///
/// A function from ranks to results is one.
pub trait Known {
    /// The result of a rank, for the player to move; `None` if no position has it.
    fn get(&self, rank: Rank) -> Option<Wdl>;

    /// Those of the indices of a class whose positions are not won for the player to move.
    fn not_won(&self, class: usize, indices: Range<u64>) -> impl Iterator<Item = u64> {
        indices.filter(move |&index| self.get(Rank { class, index }) != Some(Wdl::Win))
    }
}

impl<F: Fn(Rank) -> Option<Wdl>> Known for F {
    #[inline]
    fn get(&self, rank: Rank) -> Option<Wdl> {
        self(rank)
    }
}

/// What the [first pass](Passes::first_pass) of a build finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The final result of the position with this rank; `None` if there is no such position.
    Result(Rank, Option<Wdl>),
    /// The position at this [place](Passes::visit) is not decided by moves that leave the class.
    Open(u64),
}

/// The result that the moves of a position decide.
pub(super) enum Decision {
    Result(Wdl),
    Open,
}

/// The [first pass](Passes::first_pass), position by position.
fn first_pass<P: Passes>(
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

/// The results of the moves of a position.
#[derive(Default)]
pub(super) struct Seen {
    /// Those that are known: a bit for each.
    results: u8,
    /// Whether the result of a move is not known yet.
    pub(super) is_open: bool,
}

impl Seen {
    pub(super) fn note(&mut self, result: Wdl) -> ControlFlow<Stop> {
        self.results |= 1 << result as u8;
        if result == Wdl::Win { ControlFlow::Break(Stop::Win) } else { ControlFlow::Continue(()) }
    }

    /// What they decide.
    pub(super) fn decision(
        &self,
        rank: Rank,
        flow: &ControlFlow<Stop>,
    ) -> Result<Decision, BuildError> {
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

/// The reason why no more children are visited.
pub(super) enum Stop {
    Win,
    /// The family breaks its laws.
    Outside,
}
