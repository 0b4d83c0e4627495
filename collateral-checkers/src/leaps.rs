//! All jumps of a player at once, as sets of squares.

use crate::geometry::{AXES, Direction};
use crate::square::SquareSet;

/// A jump, its squares as sets.
#[derive(Clone, Copy)]
pub struct Leap {
    /// Where the piece stands.
    pub from: SquareSet,
    /// The square jumped.
    pub over: SquareSet,
    /// Where it lands.
    pub to: SquareSet,
    pub(crate) direction: Direction,
}

/// Jumps, by axis forth and back: the squares where they land.
pub struct Leaps([[u32; 2]; 4]);

impl Leaps {
    /// The jumps of `pieces` over one of `over` to an `empty` square.
    #[inline]
    pub fn new(pieces: SquareSet, over: SquareSet, empty: SquareSet) -> Self {
        let (pieces, over, empty) = (pieces.bits(), over.bits(), empty.bits());
        Self(AXES.each_ref().map(|axis| {
            let forth = (pieces & axis.jumps_forth) << (2 * axis.shift) & empty;
            let back = (pieces & axis.jumps_back) >> (2 * axis.shift) & empty;
            [forth & over << axis.shift, back & over >> axis.shift]
        }))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.landings().is_empty()
    }

    /// All squares where they land.
    #[inline]
    pub fn landings(&self) -> SquareSet {
        let all = self.0.as_flattened().iter().fold(0, |all, squares| all | squares);
        SquareSet::from_bits(all)
    }

    /// The squares where they land, by direction. In one direction no two jumps land on the same square.
    #[inline]
    pub(crate) fn by_direction(self) -> impl Iterator<Item = (Direction, SquareSet)> {
        AXES.iter().zip(self.0).flat_map(|(axis, [forth, back])| {
            [(axis.forth, forth), (axis.back, back)]
                .map(|(direction, landed)| (direction, SquareSet::from_bits(landed)))
        })
    }

    /// Visits them one by one.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(Leap)) {
        for (axis, &[mut forth, mut back]) in AXES.iter().zip(&self.0) {
            let shift = axis.shift;
            while forth != 0 {
                let to = forth & forth.wrapping_neg();
                forth ^= to;
                let [from, over, to] =
                    [to >> (2 * shift), to >> shift, to].map(SquareSet::from_bits);
                visit(Leap { from, over, to, direction: axis.forth });
            }
            while back != 0 {
                let to = back & back.wrapping_neg();
                back ^= to;
                let [from, over, to] =
                    [to << (2 * shift), to << shift, to].map(SquareSet::from_bits);
                visit(Leap { from, over, to, direction: axis.back });
            }
        }
    }
}
