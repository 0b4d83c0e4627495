//! Where collecting ends and dropping begins: on the same square, or two steps from one another.

use super::links::{Role, Tip};
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// Which of the two squares has been swept: neither, both, or one of them, and which square it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn(u8);

/// The same.
enum Swept {
    Neither,
    Both,
    /// That where collecting ends.
    End(Square),
    /// That where dropping begins.
    Begin(Square),
}

const _: () = assert!(2 * Square::COUNT + 2 <= u8::MAX as usize);

impl Turn {
    pub(super) const NEITHER: Self = Self(0);
    pub(super) const BOTH: Self = Self(1);

    const fn end(square: Square) -> Self {
        Self(2 + 2 * square.index() as u8)
    }

    const fn begin(square: Square) -> Self {
        Self(3 + 2 * square.index() as u8)
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// From what [`Turn::bits`] has returned.
    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The one of the two squares that has been swept, if the other has not.
    pub(super) fn half(self) -> Option<Square> {
        match self.swept() {
            Swept::End(square) | Swept::Begin(square) => Some(square),
            Swept::Neither | Swept::Both => None,
        }
    }

    fn swept(self) -> Swept {
        match Square::from_index(usize::from(self.0 / 2).wrapping_sub(1)) {
            Some(square) if self.0.is_multiple_of(2) => Swept::End(square),
            Some(square) => Swept::Begin(square),
            None if self == Self::NEITHER => Swept::Neither,
            None => Swept::Both,
        }
    }

    /// What it is after a square with these roles on the paths collected and dropped on, and the
    /// square over which it goes, if that is known now and matters; `None` if it is impossible.
    #[inline]
    pub(super) fn on(self, view: &View, collect: Role, drop: Role) -> Option<(Self, SquareSet)> {
        let plain = |turn| Some((turn, SquareSet::EMPTY));
        let (ends, begins) = (collect == Role::Tip(Tip::Last), drop == Role::Tip(Tip::First));
        if self.0 < 2 && !ends && !begins {
            return plain(self);
        }
        let at = view.square;
        match (self.swept(), ends, begins) {
            (Swept::Neither, true, true) => plain(Self::BOTH),
            (Swept::Neither, true, false) => plain(Self::end(at)).filter(|_| view.goes_on(at)),
            (Swept::Neither, false, true) => plain(Self::begin(at)).filter(|_| view.goes_on(at)),
            (Swept::End(one) | Swept::Begin(one), false, false) => {
                plain(self).filter(|_| view.goes_on(one))
            }
            (Swept::End(one), false, true) | (Swept::Begin(one), true, false) => {
                let over = (view.beside(one) & view.beside(at)).into_iter().next()?;
                Some((Self::BOTH, SquareSet::of(over)))
            }
            _ => None,
        }
    }
}

/// The board at one step of the sweep.
pub(super) struct View {
    grid: Grid,
    region: SquareSet,
    square: Square,
    /// The squares from which one two steps away is to come.
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
