//! Where collecting ends and dropping begins: on the same square, or two steps from one another.

use super::changes::Changes;
use super::links::{Role, Tip};
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// How far the sweep is with the square on which collecting ends and the one on which dropping begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    /// Neither has been swept.
    Neither,
    /// Both have been swept.
    Both,
    /// Only this one, on which collecting ends, has been swept.
    End(Square),
    /// Only this one, on which dropping begins, has been swept.
    Begin(Square),
}

impl Switch {
    /// A number that tells them apart.
    pub(super) const fn index(self) -> u64 {
        match self {
            Self::Neither => 0,
            Self::Both => 1,
            Self::End(square) => 2 + 2 * square.index() as u64,
            Self::Begin(square) => 3 + 2 * square.index() as u64,
        }
    }

    /// The next state after a square that has these roles on the two paths, and the changes that would
    /// prevent the steps between the two squares; `None` if that is impossible.
    #[inline]
    pub(super) fn on(self, view: &View, collect: Role, drop: Role) -> Option<(Self, Changes)> {
        let at = view.square;
        let (ends, begins) = (collect.is_tip(Tip::Last), drop.is_tip(Tip::First));
        let next = match (self, ends, begins) {
            (Self::Neither | Self::Both, false, false) => self,
            (Self::Neither, true, true) => Self::Both,
            (Self::Neither, true, false) if view.goes_on(at) => Self::End(at),
            (Self::Neither, false, true) if view.goes_on(at) => Self::Begin(at),
            (Self::End(one) | Self::Begin(one), false, false) if view.goes_on(one) => self,
            (Self::End(one), false, true) | (Self::Begin(one), true, false) => {
                let mut between = (view.beside(one) & view.beside(at)).into_iter();
                return match (between.next()?, between.next()) {
                    (only, None) => Some((Self::Both, Changes::to_path(&[one, only, at]))),
                    _ => Some((Self::Both, Changes::NONE)),
                };
            }
            _ => return None,
        };
        Some((next, Changes::NONE))
    }
}

/// The board at one step of the sweep.
pub(super) struct View {
    grid: Grid,
    region: SquareSet,
    square: Square,
    /// The squares from which a square that is to come lies two steps away.
    before: SquareSet,
}

impl View {
    pub(super) fn new(grid: Grid, region: SquareSet, square: Square, swept: SquareSet) -> Self {
        let before = grid.neighbours(grid.neighbours(region - swept) & region);
        Self { grid, region, square, before }
    }

    fn beside(&self, square: Square) -> SquareSet {
        self.grid.neighbours(SquareSet::of(square)) & self.region
    }

    /// Whether a square two steps away is to come.
    const fn goes_on(&self, square: Square) -> bool {
        self.before.contains(square)
    }
}
