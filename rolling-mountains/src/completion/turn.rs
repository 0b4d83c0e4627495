//! Where collecting ends and dropping begins: on the same square, or two steps from one another.

use super::links::{Role, Tip};
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// Which of the two squares has been swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Neither,
    /// That where collecting ends.
    End(Square),
    /// That where dropping begins.
    Begin(Square),
    Both,
}

impl Turn {
    pub(super) const fn bits(self) -> u64 {
        match self {
            Self::Neither => 0,
            Self::Both => 1,
            Self::End(square) => 2 + 2 * square.index() as u64,
            Self::Begin(square) => 3 + 2 * square.index() as u64,
        }
    }

    /// What it is after a square with these roles on the paths collected and dropped on, and the
    /// square over which it goes, if that is known now and matters; `None` if it is impossible.
    pub(super) fn on(self, view: View, collect: Role, drop: Role) -> Option<(Self, SquareSet)> {
        let at = view.square;
        let plain = |turn| Some((turn, SquareSet::EMPTY));
        match (self, collect == Role::Tip(Tip::Last), drop == Role::Tip(Tip::First)) {
            (Self::Neither | Self::Both, false, false) => plain(self),
            (Self::Neither, true, true) => plain(Self::Both),
            (Self::Neither, true, false) => plain(Self::End(at)).filter(|_| view.goes_on(at)),
            (Self::Neither, false, true) => plain(Self::Begin(at)).filter(|_| view.goes_on(at)),
            (Self::End(one) | Self::Begin(one), false, false) => {
                plain(self).filter(|_| view.goes_on(one))
            }
            (Self::End(one), false, true) | (Self::Begin(one), true, false) => {
                let over = (view.beside(one) & view.beside(at)).into_iter().next()?;
                Some((Self::Both, SquareSet::of(over)))
            }
            _ => None,
        }
    }
}

/// The board at one step of the sweep.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) grid: Grid,
    pub(super) region: SquareSet,
    pub(super) square: Square,
    pub(super) swept: SquareSet,
}

impl View {
    fn beside(self, square: Square) -> SquareSet {
        self.grid.neighbours(SquareSet::of(square)) & self.region
    }

    /// Whether a square two steps away is to come.
    fn goes_on(self, square: Square) -> bool {
        let near = self.grid.neighbours(self.beside(square));
        near.meets(self.region - self.swept)
    }
}
