//! A judgement of positions: who is ahead in the race.

use engine::{Evaluator, Game};

use crate::edge::Edge;
use crate::grid::Grid;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::{Position, Stage};
use crate::square::{Direction, Square, SquareSet};

/// Judges a position by how many turns every player needs at least to bring both pawns out, walking
/// and rolling over the tiles that lie there, around walls and mountains, if nobody were in the way
/// and nothing were added. A turn is worth 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation;

/// What one turn is worth.
const TURN: i32 = 100;

/// What a step towards the exit is worth that saves no turn.
const STEP: i32 = 3;

/// What it is worth to move next.
const TEMPO: i32 = 50;

/// Longer chains of tiles are not looked at.
const LONGEST_CHAIN: usize = 6;

/// More turns than these are not told apart.
const MOST_TURNS: i32 = 40;

impl Evaluation {
    /// What the way is worth that a player still has to go: 100 for a turn, and a little for a
    /// step.
    #[must_use]
    pub fn way(self, position: &Position, player: Player) -> i32 {
        position.race(player)
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let need = |player: Player| {
            let need = position.race(player);
            if position.moves_next() == player { need - TEMPO } else { need }
        };
        let others = position.players().iter().copied().filter(|&other| other != player);
        others.map(need).min().unwrap_or_default() - need(player)
    }

    /// Steps ahead come first, then what stands in front of pawns.
    fn order(&self, position: &Position, m: Move) -> i32 {
        let player = position.turn();
        let beside = |square: Square| {
            let own = |pawn| position.pawn(player, pawn).square();
            let next_to = |at: Square| {
                Direction::ALL.into_iter().any(|direction| at.step(direction) == Some(square))
            };
            let own_near = Pawn::ALL.into_iter().filter_map(own).any(next_to);
            let near = position.pawn_squares().into_iter().any(next_to);
            (own_near, near && !own_near)
        };
        let holds = |edge: &Edge| {
            let pawns = position.pawn_squares();
            pawns.contains(edge.square) || edge.other().is_some_and(|other| pawns.contains(other))
        };
        match m {
            Move::Step(_, direction) if direction == position.rules().side(player).ahead() => 9,
            Move::Step(..) => 8,
            Move::Tile(square) if beside(square).0 => 7,
            Move::Wall(edge) if holds(&edge) => 6,
            Move::Mountain(square) if beside(square).1 => 5,
            Move::Remove(_) => 4,
            Move::Tile(square) if beside(square).1 => 3,
            Move::Tile(_) | Move::Wall(_) | Move::Mountain(_) | Move::Pass => 0,
        }
    }
}

impl Position {
    /// Who makes the next movement.
    fn moves_next(&self) -> Player {
        match self.stage() {
            Stage::MovementDone => self.rules.players().after(self.turns().wrapping_add(1)),
            Stage::Start | Stage::ActionDone | Stage::Moving(_) => self.turn(),
        }
    }

    /// What the way is worth that a player still has to go.
    fn race(&self, player: Player) -> i32 {
        Pawn::ALL.into_iter().map(|pawn| self.way(player, pawn)).sum()
    }

    /// What the way is worth that a pawn still has to go.
    fn way(&self, player: Player, pawn: Pawn) -> i32 {
        let exits = self.exits(player, pawn);
        let track = Track {
            grid: self.grid(),
            free: self.rules.board() - self.mountains - self.tiles,
            tiles: self.tiles,
            exits,
        };
        let entry = self.rules.entry(player, pawn);
        let (turns, from) = match self.pawn(player, pawn) {
            Place::Out(_) => return 0,
            Place::Waiting => (1 + track.turns(SquareSet::of(entry)), entry),
            Place::On(square) => (track.turns(SquareSet::of(square)), square),
        };
        let steps =
            |exit: Square| exit.file().abs_diff(from.file()) + exit.rank().abs_diff(from.rank());
        let steps = exits.into_iter().map(steps).min().unwrap_or_default();
        turns * TURN + i32::from(steps) * STEP
    }
}

/// The board as one pawn sees it that is alone on it.
struct Track {
    grid: Grid,
    free: SquareSet,
    tiles: SquareSet,
    exits: SquareSet,
}

impl Track {
    /// How many turns a pawn needs at least from one of these squares until it is out.
    fn turns(&self, from: SquareSet) -> i32 {
        let mut reached = from;
        for turns in 0..MOST_TURNS {
            if reached.meets(self.exits) {
                return turns + 1;
            }
            let Some(rolled) = self.roll(reached) else { return turns + 1 };
            let next = reached | self.grid.neighbours(reached) & self.free | rolled;
            if next == reached {
                break;
            }
            reached = next;
        }
        MOST_TURNS
    }

    /// Where movements over tiles can end that begin on one of these squares; `None` if one can end
    /// outside. That a movement enters no square twice is disregarded.
    fn roll(&self, from: SquareSet) -> Option<SquareSet> {
        let mut ends = SquareSet::EMPTY;
        let mut front = self.grid.neighbours(from) & self.tiles;
        for held in 1..=LONGEST_CHAIN {
            if front.is_empty() {
                break;
            }
            let mut at = self.grid.neighbours(front) & self.free;
            if (front | at).meets(self.exits) {
                return None;
            }
            for dropped in 0..=held {
                at = self.grid.neighbours(at) & self.free;
                if dropped < held && at.meets(self.exits) {
                    return None;
                }
            }
            ends = ends | at;
            front = self.grid.neighbours(front) & self.tiles;
        }
        Some(ends)
    }
}
