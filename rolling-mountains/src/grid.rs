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
    /// The squares one step away from some of these squares.
    #[inline]
    pub(crate) const fn neighbours(self, squares: SquareSet) -> SquareSet {
        let set = squares.bits();
        let (east, north) = (self.east.bits(), self.north.bits());
        let ahead = (set & east) << MAX_SIDE | (set & north) << 1;
        let back = set >> MAX_SIDE & east | set >> 1 & north;
        SquareSet::from_bits(ahead | back)
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
    pub(crate) const fn leaves(self, squares: SquareSet) -> SquareSet {
        let bits = squares.bits();
        let (east, north) = (self.east.bits(), self.north.bits());
        let (one, two) = ((bits & east) << MAX_SIDE, bits >> MAX_SIDE & east);
        let (three, four) = ((bits & north) << 1, bits >> 1 & north);
        let several = one & two | three & four | (one | two) & (three | four);
        SquareSet::from_bits(bits & !several)
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
