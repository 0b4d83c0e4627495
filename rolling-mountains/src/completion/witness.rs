//! What a movement that was found needs.

use crate::edge::EdgeSet;
use crate::grid::Grid;
use crate::square::{Direction, Square, SquareSet};

/// Squares and edges such that a movement stays possible as long as none of the squares is taken
/// and no wall is placed on any of the edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) squares: SquareSet,
    pub(crate) edges: EdgeSet,
}

impl Witness {
    /// What a way over these squares needs.
    pub(super) fn of_path(path: &[Square]) -> Self {
        let edges = path.windows(2).filter_map(|pair| {
            let &[from, to] = pair else { return None };
            let direction = Direction::ALL.into_iter().find(|&d| from.step(d) == Some(to))?;
            from.edge(direction)
        });
        Self { squares: path.iter().copied().collect(), edges: edges.collect() }
    }

    /// What every way within these squares needs.
    pub(super) fn of_region(grid: Grid, region: SquareSet) -> Self {
        Self { squares: region, edges: grid.edges_within(region) }
    }

    /// What both need.
    pub(super) fn and(self, other: Self) -> Self {
        Self { squares: self.squares | other.squares, edges: self.edges | other.edges }
    }
}
