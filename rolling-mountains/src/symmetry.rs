//! The symmetry of the board.

use engine::Symmetric;

use crate::edge::{Edge, EdgeSide};
use crate::grid;
use crate::moves::Move;
use crate::player::{Pawn, Place, Players};
use crate::position::{Motion, Position, Stage};
use crate::square::{Direction, Square};

/// What can be done to a position without changing what it is worth.
///
/// With two players the board can be mirrored. With more it cannot: that would turn the order of
/// the turns round. Turning the board gives other players the move, which the number of turns
/// completed does not allow (ruling 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Nothing changes.
    Identity,
    /// The first file becomes the last; so `L` becomes `R` and its exit that of `R`.
    Mirror,
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let mirror = (self.rules.players() == Players::Two).then_some(Symmetry::Mirror);
        [Symmetry::Identity].into_iter().chain(mirror)
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        match symmetry {
            Symmetry::Identity => *self,
            Symmetry::Mirror => self.mirrored(),
        }
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match (symmetry, m) {
            (Symmetry::Identity, m) | (Symmetry::Mirror, m @ Move::Pass) => m,
            (Symmetry::Mirror, Move::Step(pawn, direction)) => {
                Move::Step(pawn.other(), mirror_direction(direction))
            }
            (Symmetry::Mirror, Move::Tile(square)) => Move::Tile(self.mirror_square(square)),
            (Symmetry::Mirror, Move::Wall(edge)) => Move::Wall(self.mirror_edge(edge)),
            (Symmetry::Mirror, Move::Remove(edge)) => Move::Remove(self.mirror_edge(edge)),
            (Symmetry::Mirror, Move::Mountain(square)) => {
                Move::Mountain(self.mirror_square(square))
            }
        }
    }

    fn canonical(&self) -> Self {
        let parts = |position: &Self| {
            let setup = position.setup();
            let removed = setup.removed;
            (setup.pawns, setup.tiles, setup.mountains, setup.walls, removed, setup.stage)
        };
        let images = self.symmetries().map(|symmetry| self.transform(symmetry));
        images.min_by_key(parts).unwrap_or(*self)
    }
}

impl Position {
    fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        mirrored.tiles = self.tiles.into_iter().map(|square| self.mirror_square(square)).collect();
        mirrored.mountains =
            self.mountains.into_iter().map(|square| self.mirror_square(square)).collect();
        mirrored.walls = self.walls.iter().map(|edge| self.mirror_edge(edge)).collect();
        for &player in self.rules.players().seats() {
            for pawn in Pawn::ALL {
                let place = match self.pawn(player, pawn.other()) {
                    Place::Waiting => Place::Waiting,
                    Place::On(square) => Place::On(self.mirror_square(square)),
                    Place::Out(corner) => Place::Out(self.mirror_square(corner)),
                };
                mirrored.pawns.set(player, pawn, place);
            }
        }
        mirrored.removed = self.removed.map(|edge| edge.map(|edge| self.mirror_edge(edge)));
        if let Stage::Moving(motion) = self.stage {
            let pawn = motion.pawn.other();
            mirrored.stage = Stage::Moving(Motion { pawn, ..motion });
        }
        mirrored
    }

    fn mirror_square(&self, square: Square) -> Square {
        grid::square((self.rules.width() - 1).wrapping_sub(square.file()), square.rank())
    }

    fn mirror_edge(&self, edge: Edge) -> Edge {
        let square = match edge.side {
            EdgeSide::East => edge.other().unwrap_or(edge.square),
            EdgeSide::North => edge.square,
        };
        Edge { square: self.mirror_square(square), side: edge.side }
    }
}

const fn mirror_direction(direction: Direction) -> Direction {
    match direction {
        Direction::East => Direction::West,
        Direction::West => Direction::East,
        Direction::North | Direction::South => direction,
    }
}
