//! The grid of steps: the board and its edges, as bits.

use crate::edge::EdgeSet;
use crate::square::{MAX_SIDE, Square, SquareSet};

/// The square on this file and rank, each counted from 0 and within the largest board.
pub(crate) const fn square(file: u8, rank: u8) -> Square {
    match Square::new(file, rank) {
        Some(square) => square,
        None => Square::A1,
    }
}

pub(crate) const fn board(width: u8, height: u8) -> SquareSet {
    BOARDS[(width % (MAX_SIDE + 1)) as usize][(height % (MAX_SIDE + 1)) as usize]
}

const BOARDS: [[SquareSet; MAX_SIDE as usize + 1]; MAX_SIDE as usize + 1] = {
    let mut boards = [[SquareSet::EMPTY; MAX_SIDE as usize + 1]; MAX_SIDE as usize + 1];
    let mut width = 0;
    while width <= MAX_SIDE {
        let mut height = 0;
        while height <= MAX_SIDE {
            let mut index = 0;
            while index < width * height {
                let square = square(index / height, index % height);
                let set = &mut boards[width as usize][height as usize];
                *set = set.with(square);
                index += 1;
            }
            height += 1;
        }
        width += 1;
    }
    boards
};

/// Steps over squares across the edges of a set.
impl EdgeSet {
    /// By direction, the squares from which a step leads to some of these squares.
    #[inline]
    pub(crate) const fn beside(self, squares: SquareSet) -> [SquareSet; 4] {
        let set = squares.bits();
        let (east, north) = (self.east.bits(), self.north.bits());
        [
            SquareSet::from_bits(set >> 1 & north),
            SquareSet::from_bits(set >> MAX_SIDE & east),
            SquareSet::from_bits((set & north) << 1),
            SquareSet::from_bits((set & east) << MAX_SIDE),
        ]
    }

    /// The squares one step away from some of these squares.
    #[inline]
    pub(crate) const fn neighbours(self, squares: SquareSet) -> SquareSet {
        let [north, east, south, west] = self.beside(squares);
        north.union(east).union(south.union(west))
    }

    /// Those between two of these squares.
    pub(crate) const fn within(self, squares: SquareSet) -> Self {
        let bits = squares.bits();
        let (east, north) = (self.east.bits(), self.north.bits());
        Self {
            east: SquareSet::from_bits(bits & bits >> MAX_SIDE & east),
            north: SquareSet::from_bits(bits & bits >> 1 & north),
        }
    }

    /// Those of these squares with one neighbour among them at most.
    #[inline]
    pub(crate) fn leaves(self, squares: SquareSet) -> SquareSet {
        squares - several(self.beside(squares))
    }

    /// The squares of `within` that can be reached by steps inside it from those in `from`, which
    /// are themselves part of the result if they are in `within`.
    pub(crate) fn flood(self, from: SquareSet, within: SquareSet) -> SquareSet {
        let mut reached = from & within;
        loop {
            let more = (reached | self.neighbours(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

/// The squares that are in several of these sets.
pub(crate) fn several([one, two, three, four]: [SquareSet; 4]) -> SquareSet {
    one & two | three & four | (one | two) & (three | four)
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::RngExt;

    use super::*;
    use crate::square::Direction;

    #[test]
    fn neighbours_leaves_and_edges_are_those_of_single_steps() {
        let mut rng = seeded(1);
        for _ in 0..200 {
            let mut any = |of| SquareSet::from_bits(rng.random()) & of;
            let set = any(SquareSet::ALL);
            let east = any(board(MAX_SIDE - 1, MAX_SIDE));
            let open = EdgeSet { east, north: any(board(MAX_SIDE, MAX_SIDE - 1)) };
            let beside = |square: Square| -> SquareSet {
                let ways = Direction::ALL.into_iter();
                let ways = ways.filter(|&d| square.edge(d).is_some_and(|edge| open.contains(edge)));
                ways.filter_map(|direction| square.step(direction)).collect()
            };
            let neighbours = Square::ALL.into_iter().filter(|&to| beside(to).meets(set));
            assert_eq!(open.neighbours(set), neighbours.collect());
            let leaves = set.into_iter().filter(|&square| (beside(square) & set).len() <= 1);
            assert_eq!(open.leaves(set), leaves.collect());
            let within = open.iter().filter(|edge| (edge.squares() - set).is_empty());
            assert_eq!(open.within(set), within.collect());
        }
    }
}
