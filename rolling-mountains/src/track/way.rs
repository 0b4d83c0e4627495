//! Ways of pawns, kept for the positions in which nothing changes them.

use super::{Bits, MOST, MOVEMENT, ONTO_TILE, Runner, Track, WALL};
use crate::position::Position;
use crate::square::SquareSet;

/// What the costs of pawns rest on, on boards of up to 8 files and ranks.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The position before the latest one.
    pub(super) before: Option<Position>,
    /// By the square of the pawn.
    pub(super) ways: Vec<Option<Way>>,
}

/// Cheapest ways of a pawn on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) runner: Runner,
    costs: [usize; 2],
    /// The squares that a way to each exit touches, or another; with all that rolls from the same squares pass.
    squares: [SquareSet; 2],
    position: Position,
}

impl Way {
    pub(super) fn new(runner: Runner, position: &Position) -> Self {
        let track = Track::<u64>::of(position);
        let mut layers = [0; MOST];
        let costs = track.search(runner, |cost, new| layers[cost] = new);
        let more = if runner.enters { MOVEMENT } else { 0 };
        let picks: [fn(u64) -> u64; 2] = [|set| set & set.wrapping_neg(), |set| 1 << set.ilog2()];
        let squares = picks.map(|pick| {
            let mut squares = SquareSet::of(runner.from);
            for (exit, cost) in runner.exits.into_iter().zip(costs) {
                if let Some(exit) = exit.filter(|_| cost < MOST + more) {
                    squares |=
                        track.way_back(&layers[..=cost - MOVEMENT - more], u64::of(exit), pick);
                }
            }
            squares
        });
        Self { runner, costs, squares, position: *position }
    }

    /// The costs of a pawn that has this way in a position too, if nothing is better there.
    pub(super) fn costs_at(&self, runner: Runner, now: &Position) -> Option<[usize; 2]> {
        let then = &self.position;
        let (new, walls) = (now.mountains() - then.mountains(), now.walls() - then.walls());
        let is_open = |squares| !new.meets(squares) && walls.within(squares).is_empty();
        let is_there = self.runner == runner
            && now.rules().board() == then.rules().board()
            && ((now.tiles() - then.tiles()) | (then.tiles() - now.tiles() - new)).is_empty()
            && (then.mountains() - now.mountains()).is_empty()
            && (then.walls() - now.walls()).is_empty()
            && self.squares.into_iter().any(is_open);
        is_there.then_some(self.costs)
    }
}

impl Track<u64> {
    /// The squares of a way to the exit, which is left from the last of these layers, or rolling from there. `pick` takes
    /// one of several squares.
    fn way_back(&self, layers: &[u64], exit: u64, pick: fn(u64) -> u64) -> SquareSet {
        let mut cost = layers.len() - 1;
        let (mut at, mut squares) = (exit, exit);
        if !layers[cost].meets(exit) {
            (at, squares) = self.rolled(layers[cost], |_, passed| passed.meets(exit));
        }
        while cost > 0 {
            let onto = if at.meets(self.tiles) { ONTO_TILE } else { MOVEMENT };
            let steps = [(self.open, onto), (self.walls, onto + WALL)];
            let step = steps.into_iter().find_map(|(edges, more)| {
                let before = cost.checked_sub(more)?;
                let from = edges.neighbours(at) & layers[before];
                (from != 0).then(|| (pick(from), before))
            });
            (at, cost) = step.unwrap_or_else(|| {
                let before = cost.saturating_sub(MOVEMENT);
                let (from, passed) = self.rolled(layers[before], |ends, _| ends.meets(at));
                squares |= passed;
                (from, before)
            });
            squares |= at;
        }
        let file = |file| u128::from(squares >> (file * u64::FILE) & 0xff) << (file * u128::FILE);
        SquareSet::from_bits((0..8).fold(0, |squares, index| squares | file(index)))
    }

    /// The first of these squares from which a pawn rolls as asked for, and all squares that it can pass or end on.
    fn rolled(&self, mut starts: u64, is_it: impl Fn(u64, u64) -> bool) -> (u64, u64) {
        while starts != 0 {
            let start = starts & starts.wrapping_neg();
            let (ends, passed) = self.roll(self.open.neighbours(start) & self.tiles);
            if is_it(ends, passed) {
                return (start, start | ends | passed);
            }
            starts ^= start;
        }
        (0, u64::MAX)
    }
}
