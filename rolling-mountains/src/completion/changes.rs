//! Changes to the board that can prevent a movement.

use crate::edge::{EdgeSet, part_by_part};
use crate::grid::Grid;
use crate::square::{Direction, Square, SquareSet};

/// A set of single changes: a mountain on one of the squares, or a wall on one of the edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) squares: SquareSet,
    pub(crate) edges: EdgeSet,
}

impl Changes {
    pub(crate) const NONE: Self = Self { squares: SquareSet::EMPTY, edges: EdgeSet::EMPTY };

    pub(crate) const fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub(super) const fn len(self) -> usize {
        self.squares.len() + self.edges.len()
    }

    /// The changes that touch a step from a square.
    pub(crate) fn to_step(from: Square, direction: Direction) -> Self {
        Self {
            squares: from.step(direction).into_iter().collect(),
            edges: from.edge(direction).into_iter().collect(),
        }
    }

    /// The changes that touch a path over these squares.
    pub(super) fn to_path(path: &[Square]) -> Self {
        let edges = path.windows(2).filter_map(|pair| {
            let &[from, to] = pair else { return None };
            let direction = Direction::ALL.into_iter().find(|&d| from.step(d) == Some(to))?;
            from.edge(direction)
        });
        Self { squares: path.iter().copied().collect(), edges: edges.collect() }
    }

    /// The changes that touch a square of the region or an edge between two of them.
    pub(super) fn to_region(grid: Grid, region: SquareSet) -> Self {
        Self { squares: region, edges: grid.edges_within(region) }
    }

    /// Each change as a set of its own, walls first.
    pub(super) fn each(self) -> impl Iterator<Item = Self> {
        let squares = self.squares.into_iter().map(|square| Self::to_path(&[square]));
        let edge = |edge| Self { edges: [edge].into_iter().collect(), ..Self::NONE };
        self.edges.iter().map(edge).chain(squares)
    }
}

part_by_part!(Changes { squares, edges }, BitOr bitor, BitAnd bitand, Sub sub);
