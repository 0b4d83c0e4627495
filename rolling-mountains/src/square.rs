//! Squares of the largest board, and sets of them.

pub use engine::board::Direction;

engine::board! {
    /// A square of the largest board, `a1` to `k11`; ordered by file, then rank.
    pub struct Square(11 x 11);
    /// A set of squares.
    pub struct SquareSet(u128);
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

/// The largest number of files and of ranks (ruling 1).
pub(crate) const MAX_SIDE: u8 = Square::FILES;

impl SquareSet {
    /// The squares with the colour of `a1` on a chessboard: file and rank, counted from 0, are both even or both odd.
    pub(crate) const DARK: Self = Self::from_bits(u128::MAX / 3);

    /// The squares with the colour of this one on a chessboard.
    pub(crate) const fn colour_of(square: Square) -> Self {
        if Self::DARK.contains(square) { Self::DARK } else { Self::ALL.difference(Self::DARK) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_square_is_dark() {
        for square in Square::ALL {
            let is_even = (square.file() + square.rank()).is_multiple_of(2);
            assert_eq!(SquareSet::DARK.contains(square), is_even);
        }
    }
}
