//! Squares, edges, directions, and where each player sits.

use super::{Pawn, State};

/// A square. File and rank count from 0. The order is that of the notation: file, then rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square {
    pub(super) file: i32,
    pub(super) rank: i32,
}

/// Which edge of its square. `e` is sorted before `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    East,
    North,
}

/// The edge between two neighbouring squares, named by the western or southern one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) square: Square,
    pub(super) side: Side,
}

/// A direction as seen from south.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    North,
    East,
    South,
    West,
}

pub(super) const DIRECTIONS: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// The square next to this one. It may lie off the board.
pub(super) fn neighbour(square: Square, direction: Direction) -> Square {
    let (files, ranks) = match direction {
        Direction::North => (0, 1),
        Direction::East => (1, 0),
        Direction::South => (0, -1),
        Direction::West => (-1, 0),
    };
    Square { file: square.file + files, rank: square.rank + ranks }
}

/// The edge of this square in this direction.
pub(super) fn edge_towards(square: Square, direction: Direction) -> Edge {
    match direction {
        Direction::North => Edge { square, side: Side::North },
        Direction::East => Edge { square, side: Side::East },
        Direction::South => Edge { square: neighbour(square, direction), side: Side::North },
        Direction::West => Edge { square: neighbour(square, direction), side: Side::East },
    }
}

/// The two squares on both sides of an edge.
pub(super) fn both_sides(edge: Edge) -> (Square, Square) {
    let direction = match edge.side {
        Side::North => Direction::North,
        Side::East => Direction::East,
    };
    (edge.square, neighbour(edge.square, direction))
}

/// Whether the square is on the board.
pub(super) fn on_board(state: &State, square: Square) -> bool {
    (0..state.width).contains(&square.file) && (0..state.height).contains(&square.rank)
}

/// All squares of the board.
pub(super) fn squares(state: &State) -> Vec<Square> {
    let mut all = Vec::new();
    for file in 0..state.width {
        for rank in 0..state.height {
            all.push(Square { file, rank });
        }
    }
    all
}

/// All edges between two squares of the board. The outer edge is not among them.
pub(super) fn edges(state: &State) -> Vec<Edge> {
    let mut all = Vec::new();
    for square in squares(state) {
        for side in [Side::East, Side::North] {
            let edge = Edge { square, side };
            if on_board(state, both_sides(edge).1) {
                all.push(edge);
            }
        }
    }
    all
}

/// Whether the square is a corner of the board.
pub(super) fn is_corner(state: &State, square: Square) -> bool {
    (square.file == 0 || square.file == state.width - 1)
        && (square.rank == 0 || square.rank == state.height - 1)
}

/// Whether a pawn of any player stands on the square.
pub(super) fn has_pawn(state: &State, square: Square) -> bool {
    state.pawns.iter().flatten().any(|pawn| *pawn == Pawn::On(square))
}

/// "Unoccupied square (no pawn, tile or mountain)". Ruling 5.
pub(super) fn unoccupied(state: &State, square: Square) -> bool {
    !has_pawn(state, square) && !state.tiles.contains(&square) && !state.peaks.contains(&square)
}

/// The direction a player looks in, from the near edge to the far edge. Ruling 2.
/// Four sit south, west, north, east; three south, west, north; two south and north.
pub(super) fn forward(players: usize, seat: usize) -> Direction {
    match (players, seat) {
        (_, 0) => Direction::North,
        (2, 1) => Direction::South,
        (_, 1) => Direction::East,
        (_, 2) => Direction::South,
        (_, 3) => Direction::West,
        _ => panic!("no such seat"),
    }
}

/// The near left, near right, far left and far right corner of a player. Ruling 2.
fn corners(state: &State, seat: usize) -> [Square; 4] {
    let high_file = state.width - 1;
    let high_rank = state.height - 1;
    let south_west = Square { file: 0, rank: 0 };
    let south_east = Square { file: high_file, rank: 0 };
    let north_west = Square { file: 0, rank: high_rank };
    let north_east = Square { file: high_file, rank: high_rank };
    match forward(state.pawns.len(), seat) {
        Direction::North => [south_west, south_east, north_west, north_east],
        Direction::South => [north_east, north_west, south_east, south_west],
        Direction::East => [north_west, south_west, north_east, south_east],
        Direction::West => [south_east, north_east, south_west, north_west],
    }
}

/// The corner a waiting pawn stands behind. Ruling 3.
pub(super) fn entry(state: &State, seat: usize, pawn: usize) -> Square {
    corners(state, seat)[pawn]
}

/// The exits a pawn has by its seat and its letter, whatever the other pawn did. Ruling 4.
/// Two players: `L` far right, `R` far left. Three or four: either.
pub(super) fn exits_at_first(state: &State, seat: usize, pawn: usize) -> Vec<Square> {
    let [_, _, far_left, far_right] = corners(state, seat);
    if state.pawns.len() == 2 {
        if pawn == 0 { vec![far_right] } else { vec![far_left] }
    } else {
        vec![far_left, far_right]
    }
}

/// The exits a pawn may still use: not the one the player's other pawn has used. Ruling 4.
pub(super) fn exits(state: &State, seat: usize, pawn: usize) -> Vec<Square> {
    let other = state.pawns[seat][1 - pawn];
    exits_at_first(state, seat, pawn).into_iter().filter(|exit| other != Pawn::Out(*exit)).collect()
}

/// The square a pawn stands on. A waiting pawn counts as standing on its corner. Ruling 6.
pub(super) fn standing(state: &State, seat: usize, pawn: usize) -> Option<Square> {
    match state.pawns[seat][pawn] {
        Pawn::Waiting => Some(entry(state, seat, pawn)),
        Pawn::On(square) => Some(square),
        Pawn::Out(_) => None,
    }
}
