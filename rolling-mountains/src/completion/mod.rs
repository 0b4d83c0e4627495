//! Whether a movement can be completed (ruling 5), and which walls and mountains would prevent that.
//! Both answers are exact.
//!
//! # Dropping
//!
//! A pawn that drops its tiles leaves tiles behind, so it never enters a square twice. A pawn with
//! `k` tiles can complete its movement exactly if there is a path of `k` steps over unoccupied
//! squares, or if it can reach an exit at all: over a shortest way to the exit it either gets there
//! with tiles in hand or has dropped them all before. Whether there is a path of some length is
//! decided by a short search ([`path`]) and, where that gives up, by a sweep over the board
//! ([`sweep`]).
//!
//! The square on which collecting ended stays empty. From there a path may begin on any neighbour
//! and come back once.
//!
//! # Collecting
//!
//! **A pawn that was on the board when its turn began can always complete its movement, while it
//! collects and where collecting has ended.** Let it have stood on p0 and collected on p1 to pk.
//! These are different squares and now empty, as p0 is. On pk it steps back to p(k-1), which ends
//! collecting. Wherever collecting has ended next to pk, the drop steps pk, p(k-1), ..., p0 are
//! k + 1 steps to different unoccupied squares, none across a wall, as the pawn came this way. So the
//! first step of a pawn on the board needs no look ahead ([`crate::Position`] makes none).
//!
//! A pawn that enters the board has no p0, so it can be stuck. A position read from text says nothing
//! about how the pawn came to where it is. [`Ground::collect`] decides these cases: by short searches
//! if possible, else by a sweep that looks for both paths at the same time.
//!
//! Let the pawn stand on s with k tiles. Let P be the path from s to pm on which it collects m more,
//! and Q the one on which it drops. **Without an exit the movement can be completed exactly if there
//! are such paths with |Q| - |P| = k**, counting s, where P goes over tiles, Q over squares that are
//! free or in P, and q1, the first of Q, is pm or beside some square q0 that is beside pm. For if
//! q0 is free or in P, collecting ends there, and the k + m + 1 drop steps are those to the squares
//! of Q. If q1 is pm, either p(m-1) or, with m = 0, q2 is such a square. If q0 is a tile that is not in
//! P, it can be added to the end of P and the beginning of Q. A longer Q can stop early.
//!
//! **Q has ⌊k/2⌋ more squares of the colour of s than P, ⌈k/2⌉ more of the other colour, and ends on
//! the colour of s if k is even, on the other if not.** For q1 has the colour of pm, and colours
//! alternate. So Q needs a free square of the same colour for every square of P that it leaves out. A
//! sweep drops the states in which the squares to come are too few for that.
//!
//! Dropping is the same question with m = 0 and q1 = s.
//!
//! # Which changes prevent a movement
//!
//! A wall or a mountain prevents a movement if every way to complete it crosses that edge or enters
//! that square. So each way that is found clears all changes that do not touch it. A sweep keeps with
//! every state the changes that touch all ways to it. The changes that no way has cleared are tried
//! one after another: each either prevents the movement or gives a way that may clear others. Walls
//! come first, for if a wall prevents a movement, so does a mountain on either side of it.
//!
//! # Cost
//!
//! A sweep along lines of n squares cuts at most n + 1 edges at a time. The pieces of one path do not
//! cross, so with the Motzkin numbers M there are at most C = M(n+1) + 2(n+1) M(n) + (n+1) n M(n-1)
//! ways in which one path crosses a cut, and C² for two: the number of states does not grow with the
//! number of tiles. For n = 8 that is 1.7 · 10^8, times the number of places to turn and of leads. No
//! position found comes near this bound. The order of the sweep can make a difference of a factor of
//! 1,000. So several are tried with few states, and the most promising one goes on with more.

mod changes;
mod collect;
mod links;
mod order;
mod path;
mod sweep;
mod switch;
mod table;

pub(crate) use changes::Changes;

use order::Region;
use path::OutOfBudget;
use sweep::{Activity, Question};

use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// The board as the pawn in motion finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub(crate) grid: Grid,
    /// The unoccupied squares; not that of the pawn itself.
    pub(crate) free: SquareSet,
    pub(crate) tiles: SquareSet,
    /// The corner squares that the pawn may still exit from.
    pub(crate) exits: SquareSet,
}

impl Ground {
    /// Whether a pawn that stands on `at` with `held` tiles, at least one, and has begun to drop
    /// them can complete its movement.
    pub(crate) fn can_drop(&self, at: Square, held: u8) -> bool {
        let start = SquareSet::of(at);
        self.can_drop_from(start, self.grid.flood(start, self.free | start), held)
    }

    /// Whether a pawn that has ended collecting on `at`, with `held` tiles, can complete its
    /// movement.
    pub(crate) fn can_start_drop(&self, at: Square, held: u8) -> bool {
        let start = SquareSet::of(at);
        let region = self.grid.flood(start, self.free | start);
        self.can_drop_from(self.grid.neighbours(start) & region, region, held)
    }

    /// Whether there is a path on which to drop the tiles that begins on one of these squares of the
    /// region, or an exit.
    fn can_drop_from(&self, starts: SquareSet, region: SquareSet, held: u8) -> bool {
        let sweep = |start| self.sweep_drop(region.without(start), start, held);
        region.meets(self.exits)
            || match path::search(self.grid, region, starts, usize::from(held) + 1) {
                Ok(found) => found.is_some(),
                Err(OutOfBudget) => starts.into_iter().any(sweep),
            }
    }

    /// The same by a sweep, from one square and apart from exits.
    fn sweep_drop(&self, free: SquareSet, start: Square, held: u8) -> bool {
        let region = Region { grid: self.grid, tiles: SquareSet::of(start), free };
        let question = Question { region, start, held, activity: Activity::Dropping };
        question.touching().is_some()
    }
}
