//! Whether a pawn can complete its movement while it still collects.
//!
//! Let the pawn stand on s with k tiles, and let it collect m more on p1 to pm before it steps onto
//! an unoccupied square and drops on q1, q2, ..., q(k + m + 1), which are different squares among
//! those free before and p1 to pm. So at least k + 1 of them were free before, s among them; and as
//! every step changes the colour, at least ⌊k/2⌋ + 1 have the colour of s and ⌈k/2⌉ the other.
//! This refuses most of what is to be refused, at once.
//!
//! What is to be allowed mostly is so for one of these reasons:
//! * an exit can be reached;
//! * stepping back at once (m = 0) leaves a path that is long enough;
//! * two free squares next to each other, x and y, can be reached over tiles: the pawn collects up to
//!   x, ends collecting there, and drops on y, x, pm, ..., p1, s and beyond, which is long enough if
//!   a path of k - 2 more steps begins at s. For k < 3 it always is.
//!
//! Otherwise all ways of collecting are tried; that needs tiles from which only free squares can be
//! reached that have no free square beside them. What was refused is remembered by the squares
//! collected and the square the pawn stands on.

use std::collections::HashSet;

use super::Ground;
use super::path;
use crate::square::{Square, SquareSet};

impl Ground {
    /// Whether a pawn that stands on `at`, collecting, with `held` tiles can complete its movement.
    pub(crate) fn can_collect(&self, at: Square, held: u8) -> bool {
        match self.judge(at, held) {
            Judgement::Possible => true,
            Judgement::Impossible => false,
            Judgement::Open { tiles } => {
                let ground = Self { tiles, ..*self };
                Collecting { refused: HashSet::new() }.go(&ground, at, held)
            }
        }
    }

    /// Decides what can be decided without collecting more.
    fn judge(&self, at: Square, held: u8) -> Judgement {
        let start = SquareSet::of(at);
        let held = usize::from(held);
        let free = self.free | start;
        // All tiles the pawn could collect, and the free squares it could end collecting on.
        let collected = self.grid.flood(start, self.tiles | start);
        let doors = self.grid.neighbours(collected) & self.free;
        let reach = self.grid.flood(doors, self.free) | start;
        if (collected | reach).meets(self.exits) {
            return Judgement::Possible;
        }
        let dark = (reach & SquareSet::DARK).len();
        let light = reach.len() - dark;
        let (same, other) =
            if SquareSet::DARK.contains(at) { (dark, light) } else { (light, dark) };
        if same <= held / 2 || other < held.div_ceil(2) {
            return Judgement::Impossible;
        }
        let home = self.grid.flood(start, free);
        let beside = self.grid.neighbours(start) & self.free;
        // Along the way it came, most often.
        if path::exists(self.grid, home, self.grid.neighbours(beside) & start, held + 1)
            || path::exists(self.grid, home, self.grid.neighbours(beside) - start, held + 1)
        {
            return Judgement::Possible;
        }
        let tiles = collected - start;
        if tiles.is_empty() {
            return Judgement::Impossible;
        }
        if self.turns_round(at, held, home, tiles) {
            return Judgement::Possible;
        }
        Judgement::Open { tiles }
    }

    /// Whether the pawn can turn round on two free squares beyond tiles and drop all on its way
    /// back.
    fn turns_round(&self, at: Square, held: usize, home: SquareSet, tiles: SquareSet) -> bool {
        let start = SquareSet::of(at);
        let doors = self.grid.neighbours(tiles) & self.free;
        let pairs = doors & self.grid.neighbours(self.free);
        if !pairs.is_empty() && held < 3 {
            return true;
        }
        let beyond = pairs - home;
        !beyond.is_empty() && path::exists(self.grid, home, start, held - 1)
    }
}

/// What is known about a pawn that collects.
enum Judgement {
    Possible,
    Impossible,
    /// It depends on how it goes on: these tiles it can collect.
    Open {
        tiles: SquareSet,
    },
}

/// Tries all ways of collecting.
struct Collecting {
    /// The tiles left and the square, where the movement turned out to be impossible.
    refused: HashSet<(SquareSet, Square)>,
}

impl Collecting {
    fn go(&mut self, ground: &Ground, at: Square, held: u8) -> bool {
        let next = ground.grid.neighbours(SquareSet::of(at)) & ground.tiles;
        for to in next {
            let after =
                Ground { free: ground.free.with(at), tiles: ground.tiles.without(to), ..*ground };
            if !self.refused.insert((after.tiles, to)) {
                continue;
            }
            let possible = match after.judge(to, held + 1) {
                Judgement::Possible => true,
                Judgement::Impossible => false,
                Judgement::Open { .. } => self.go(&after, to, held + 1),
            };
            if possible {
                return true;
            }
        }
        false
    }
}
