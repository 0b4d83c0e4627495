//! How far pawns still have to go, if nobody were in their way and nothing were added.

use crate::grid::Grid;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Square, SquareSet};

/// What a movement costs, in half turns.
const TURN: usize = 2;

/// What crossing a wall costs besides, in half turns: the action that removes it could have done
/// something else.
const WALL: usize = 1;

/// What it costs to get onto a tile other than by rolling, in half turns. There is always something
/// that helps, but it is not looked for.
const TILE: usize = 6;

/// What higher costs cannot be told apart from.
const MOST: usize = 120;

/// Longer chains of tiles are not looked at.
const LONGEST_CHAIN: usize = 6;

impl Position {
    /// How many half turns it takes to bring a player's pawns out, left and right, if nobody else
    /// does anything: the least of walking and rolling over the tiles that lie there. Pawns are not
    /// in the way, and a wall on the way costs one half turn, for the action that removes it. It is
    /// an estimate: long rolls are not looked at, and ways that enter a square twice are not refused.
    #[must_use]
    pub fn half_turns(&self, player: Player) -> [i32; 2] {
        let [left, right] = Pawn::ALL.map(|pawn| self.costs(player, pawn));
        let (straight, crossed) = ([left[0], right[1]], [left[1], right[0]]);
        let sum = |costs: [usize; 2]| costs[0] + costs[1];
        let best = if sum(straight) < sum(crossed) { straight } else { crossed };
        best.map(|cost| cost as i32)
    }

    /// What it costs to bring a pawn out through the far left and the far right corner.
    fn costs(&self, player: Player, pawn: Pawn) -> [usize; 2] {
        let corners = self.rules.corners(player);
        let exits = self.exits(player, pawn);
        let exits = [corners.far_left, corners.far_right].map(|exit| SquareSet::of(exit) & exits);
        let track = Track {
            open: self.grid(),
            walls: Grid::new(self.walls),
            free: self.rules.board() - self.mountains - self.tiles,
            tiles: self.tiles,
            exits,
        };
        match self.pawn(player, pawn) {
            Place::Out(_) => [0; 2],
            Place::Waiting => track.costs(self.rules.entry(player, pawn)).map(|cost| cost + TURN),
            Place::On(square) => track.costs(square),
        }
    }
}

/// The board as one pawn sees it that is alone on it.
struct Track {
    /// Where steps can go.
    open: Grid,
    /// Where they could go but for a wall.
    walls: Grid,
    free: SquareSet,
    tiles: SquareSet,
    /// Each of no or one square.
    exits: [SquareSet; 2],
}

impl Track {
    /// What it costs to leave the board through each of the exits.
    fn costs(&self, from: Square) -> [usize; 2] {
        let mut costs = [MOST; 2];
        let mut seen = SquareSet::EMPTY;
        // The squares that can be reached at each of the costs to come, in turns.
        let mut reached = [SquareSet::EMPTY; 8];
        reached[0] = SquareSet::of(from);
        let any_exit = self.exits[0] | self.exits[1];
        let mut found = SquareSet::EMPTY;
        for cost in 0..MOST - TURN {
            let new = std::mem::take(&mut reached[cost % 8]) - seen;
            if new.is_empty() {
                continue;
            }
            seen = seen | new;
            let (ends, out) = self.roll(new, any_exit);
            for (exit, least) in self.exits.into_iter().zip(&mut costs) {
                if exit.meets(out) {
                    *least = (*least).min(cost + TURN);
                }
            }
            found = found | out;
            if (any_exit - found).is_empty() {
                break;
            }
            let mut reach = |more: usize, squares: SquareSet| {
                let squares_then = &mut reached[(cost + more) % 8];
                *squares_then = *squares_then | squares;
            };
            reach(TURN, self.open.neighbours(new) & self.free | ends);
            reach(TURN + WALL, self.walls.neighbours(new) & self.free);
            reach(TILE, self.open.neighbours(new) & self.tiles);
            reach(TILE + WALL, self.walls.neighbours(new) & self.tiles);
        }
        costs
    }

    /// Where movements that begin on one of these squares can end if they go over tiles, and through
    /// which exits any movement can leave. That none enters a square twice is disregarded.
    fn roll(&self, from: SquareSet, exits: SquareSet) -> (SquareSet, SquareSet) {
        let mut ends = SquareSet::EMPTY;
        let mut out = from & exits;
        let mut front = self.open.neighbours(from) & self.tiles;
        for held in 1..=LONGEST_CHAIN {
            if front.is_empty() {
                break;
            }
            let mut at = self.open.neighbours(front) & self.free;
            out = out | (front | at) & exits;
            for dropped in 0..=held {
                at = self.open.neighbours(at) & self.free;
                if dropped < held {
                    out = out | at & exits;
                }
            }
            ends = ends | at;
            front = self.open.neighbours(front) & self.tiles;
        }
        (ends, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use engine::Notation;

    /// The half turns that red's pawns need.
    fn red(text: &str) -> [i32; 2] {
        Position::parse(text, &Rules::default()).unwrap().half_turns(Player::Red)
    }

    #[test]
    fn a_step_is_a_turn_and_entering_and_exiting_are_steps() {
        // From a1 to c4 and out: one step each.
        assert_eq!(red("3/3/3/3 - -,-/-,- 9 0,0 -,- 0 0"), [14, 14]);
        assert_eq!(red("3/3/3/3 - c4,b4/-,- 9 0,0 -,- 0 2"), [2, 4]);
        assert_eq!(red("3/3/3/3 - *c4,b4/-,- 9 0,0 -,- 0 2"), [0, 4]);
    }

    #[test]
    fn rolling_over_tiles_saves_turns() {
        // From a1 over a2 the movement ends on a5, four steps on; a6 and out are two more.
        let walking = red("3/3/3/3/3/3 - *c6,c1/-,- 9 0,0 -,- 0 2");
        assert_eq!(walking, [0, 16]);
        let rolling = red("3/3/3/3/2t/3 - *c6,c1/-,- 9 0,0 -,- 0 2");
        assert_eq!(rolling, [0, 10]);
        // Whoever rolls onto the exit goes on and out.
        assert_eq!(red("t2/3/3 - *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 2]);
    }

    #[test]
    fn walls_cost_half_a_turn_and_mountains_are_walked_around() {
        assert_eq!(red("3/3/3 - *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 4]);
        assert_eq!(red("3/3/3 a2n *c3,a2/-,- 9 0,0 -,- 0 2"), [0, 5]);
        assert_eq!(red("3/3/m2/3 - *c4,a1/-,- 9 0,0 -,- 0 2"), [0, 12]);
    }

    #[test]
    fn with_three_players_the_pawns_take_different_exits() {
        // L is nearer to c3, R to a3; each goes where both together need least.
        assert_eq!(red("3/3/3 - c3,c2/-,-/-,- 9 0,0,0 -,-,- 0 3"), [2, 8]);
        assert_eq!(red("3/3/3 - *a3,a2/-,-/-,- 9 0,0,0 -,-,- 0 3"), [0, 8]);
    }
}
