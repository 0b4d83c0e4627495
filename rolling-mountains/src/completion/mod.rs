//! Whether a movement can be completed (ruling 5): exact, and with a bounded cost where it matters.
//!
//! # Dropping
//!
//! A pawn that drops its tiles walks on squares that are all different: behind it lie tiles. So a
//! pawn with `k` tiles can complete its movement exactly if there is a path of `k` steps over
//! unoccupied squares, or if an exit can be reached at all: over a shortest way to the exit the pawn
//! gets there with tiles in hand, or has dropped them all before. Whether there is a path of a
//! given length is decided by [`path`]: counting what can be reached, by colour too; then a short
//! search; then, if that does not decide, [`profile`], whose cost is bounded.
//!
//! The square on which collecting ended stays empty, so from there a path may begin on any
//! neighbour and come back once.
//!
//! # Collecting
//!
//! **A pawn that was on the board when its turn began can always complete its movement, while it
//! collects and where collecting has ended.** Let it have stood on p0 and collected on p1 to pk,
//! which are different squares and now empty, as p0 is. On pk it steps back to p(k-1); that ends
//! collecting. Wherever collecting has ended next to pk, the drop steps pk, p(k-1), ..., p0 are
//! k + 1 steps to different unoccupied squares, none across a wall, as it came this way. So the
//! first step of a pawn on the board needs no look ahead ([`crate::Position`] makes none).
//!
//! A pawn that enters the board has no p0, so it can be stuck, and a position read from text can say
//! anything about how the pawn came to where it is. [`Ground::collect`] decides these cases: by what
//! can be seen at once if possible, else by [`pair`], which looks for both paths at the same time.
//!
//! Let the pawn stand on s with k tiles, let P be the path from s to pm on which it collects m more,
//! and Q the one on which it drops. **Without an exit the movement can be completed exactly if there
//! are such paths with |Q| - |P| = k**, counting s, where P goes over tiles, Q over squares that are
//! free or in P, and q1, the first of Q, is pm or beside some square q0 that is beside pm. For if
//! q0 is free or in P, collecting ends there, and the k + m + 1 drop steps are those to the squares
//! of Q; if q1 is pm, p(m-1) is such a square. If q0 is a tile that is not in P, it can be added to
//! the end of P and the beginning of Q. A longer Q can stop early.
//!
//! **Q has ⌊k/2⌋ more squares of the colour of s than P, ⌈k/2⌉ more of the other colour, and ends on
//! the colour of s if k is even, on the other if not.** For q1 has the colour of pm, two steps away,
//! and colours alternate. So in either colour every square of P that Q leaves out must be made up for
//! by a free square more; what is left out before that can no longer be made up for is not looked at.
//!
//! # Cost
//!
//! A sweep along lines of n squares cuts at most n + 1 edges at a time. The pieces of one path do not
//! cross, so there are at most C = M(n+1) + 2(n+1) M(n) + (n+1) n M(n-1) ways for each of the two, as
//! [`profile`] counts them. Of pm and q1 one may have been swept and the other be to come, two steps
//! away; it is one of the last 2(n+1) squares then. **So no more than C² (4(n+1) + 2) states are kept
//! after any square, however many tiles there are**, and the sweep by lines ends after at most 121
//! squares. It comes last; the six sweeps in other orders before it take turns, and give up at 2^20
//! states. For n = 8 the bound is 6.6 · 10^9, which nothing comes near:
//! of 40 tiles few are in one line, the paths share squares, and what cannot be made up for is left
//! out. In the worst positions at the start of a turn that hill climbs found, one of the sweeps does
//! with some thousand states at a time.
//!
//! A listing of moves asks the same with one wall or mountain more, again and again. Once that has
//! cost enough, [`web`] keeps all movements that there are, mostly some hundred ways from state to
//! state, and looks among them. Looking for these never sweeps more states than the questions have.

mod collect;
mod links;
mod order;
mod pair;
mod path;
mod profile;
mod sweep;
mod table;
mod turn;
mod web;
mod witness;

pub(crate) use witness::Witness;

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
        let region = self.grid.flood(start, self.free | start);
        region.meets(self.exits)
            || path::find(self.grid, region, start, usize::from(held) + 1).is_some()
    }

    /// Whether a pawn that has ended collecting on `at`, with `held` tiles, can complete its
    /// movement.
    pub(crate) fn can_start_drop(&self, at: Square, held: u8) -> bool {
        let start = SquareSet::of(at);
        let region = self.grid.flood(start, self.free | start);
        let first = self.grid.neighbours(start) & region;
        region.meets(self.exits)
            || path::find(self.grid, region, first, usize::from(held) + 1).is_some()
    }
}
