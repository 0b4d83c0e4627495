//! The symmetries of the board.

use engine::game::Symmetric;

use crate::edge::{Edge, EdgeSet, EdgeSide};
use crate::grid;
use crate::moves::Move;
use crate::player::{Pawn, Place, Players};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{Direction, Square, SquareSet};
use crate::stage::{Motion, Stage};

/// A symmetry of a board: the mirror image, in which the first file becomes the last and `L` becomes
/// `R`, or the identity.
///
/// With two players the board can be mirrored. With more it cannot: that would reverse the order of the turns.
/// Turning the board gives other players the move, which the number of turns completed does not allow (ruling 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The number of files if they are mirrored.
    mirrored: Option<u8>,
}

impl Symmetry {
    /// The square that `square` is mapped to.
    pub const fn apply(self, square: Square) -> Square {
        match self.mirrored {
            None => square,
            Some(width) => grid::square((width - 1).wrapping_sub(square.file()), square.rank()),
        }
    }

    fn apply_to_set(self, squares: SquareSet) -> SquareSet {
        squares.into_iter().map(|square| self.apply(square)).collect()
    }

    const fn apply_to_direction(self, direction: Direction) -> Direction {
        match (self.mirrored, direction) {
            (Some(_), Direction::East) => Direction::West,
            (Some(_), Direction::West) => Direction::East,
            _ => direction,
        }
    }

    fn apply_to_edge(self, edge: Edge) -> Edge {
        let square = match (self.mirrored, edge.side) {
            (Some(_), EdgeSide::East) => edge.other().unwrap_or(edge.square),
            _ => edge.square,
        };
        Edge { square: self.apply(square), side: edge.side }
    }

    /// The pawn that takes the part of `pawn`.
    const fn apply_to_pawn(self, pawn: Pawn) -> Pawn {
        if self.mirrored.is_some() { pawn.other() } else { pawn }
    }

    /// The symmetry that undoes this one: itself.
    #[must_use]
    pub const fn inverse(self) -> Self {
        self
    }

    fn apply_to_place(self, place: Place) -> Place {
        match place {
            Place::Waiting => Place::Waiting,
            Place::On(square) => Place::On(self.apply(square)),
            Place::Out(corner) => Place::Out(self.apply(corner)),
        }
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let mirror = Symmetry { mirrored: Some(self.rules().width) };
        let has_mirror = self.rules().players == Players::Two;
        [Symmetry { mirrored: None }].into_iter().chain(has_mirror.then_some(mirror))
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut image = *self;
        image.0.tiles = symmetry.apply_to_set(self.tiles());
        image.0.mountains = symmetry.apply_to_set(self.mountains());
        image.0.walls =
            self.walls().iter().map(|edge| symmetry.apply_to_edge(edge)).collect::<EdgeSet>();
        for &player in self.rules().players.seats() {
            for pawn in Pawn::ALL {
                let place = symmetry.apply_to_place(self.pawn(player, pawn));
                image.0.pawns[player.seat()][symmetry.apply_to_pawn(pawn) as usize] = place;
            }
        }
        image.0.removed = self.0.removed.map(|edge| edge.map(|edge| symmetry.apply_to_edge(edge)));
        if let Stage::Moving(motion) = self.stage() {
            let pawn = symmetry.apply_to_pawn(motion.pawn);
            image.0.stage = Stage::Moving(Motion { pawn, ..motion });
        }
        image
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Step(pawn, direction) => {
                Move::Step(symmetry.apply_to_pawn(pawn), symmetry.apply_to_direction(direction))
            }
            Move::Tile(square) => Move::Tile(symmetry.apply(square)),
            Move::Wall(edge) => Move::Wall(symmetry.apply_to_edge(edge)),
            Move::Remove(edge) => Move::Remove(symmetry.apply_to_edge(edge)),
            Move::Mountain(square) => Move::Mountain(symmetry.apply(square)),
            Move::Pass => Move::Pass,
        }
    }

    fn to_canonical(&self) -> (Self, Symmetry) {
        let parts = |(image, _): &(Self, Symmetry)| {
            let Setup { pawns, tiles, mountains, walls, removed, stage, .. } = image.setup();
            (pawns, tiles, mountains, walls, removed, stage)
        };
        let images = self.symmetries().map(|symmetry| (self.transform(symmetry), symmetry));
        images.min_by_key(parts).unwrap_or((*self, Symmetry { mirrored: None }))
    }
}
