//! Squares of the 4x4 torus, and sets of them.

use std::fmt;
use std::str::FromStr;

/// One of the 16 squares, `a1` to `d4`; ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in the lower left corner, first in order.
    pub const A1: Self = Self(0);

    /// How many squares there are.
    pub const COUNT: usize = 16;

    /// The square on this file and rank, each counted from 0, or `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 4 && rank < 4 { Some(Self(file * 4 + rank)) } else { None }
    }

    /// The square with this [`index`](Square::index), or `None` if there is none.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square whose index has these low bits.
    pub(crate) const fn wrapping(index: usize) -> Self {
        Self((index % Self::COUNT) as u8)
    }

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        SquareSet::ALL.into_iter()
    }

    /// Every square as a board is read: from the top rank down, each from left to right.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        (0..4).rev().flat_map(|rank| (0..4).map(move |file| Self(file * 4 + rank)))
    }

    /// The file, counted from 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 4
    }

    /// The rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 4
    }

    /// How many steps lead from one square to another on the torus, 0 to 4.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        const STEPS: [u8; 4] = [0, 1, 2, 1];
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        STEPS[files as usize % 4] + STEPS[ranks as usize % 4]
    }

    /// The place in the order of squares, below [`COUNT`](Square::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file(), b'1' + self.rank()];
        f.pad(str::from_utf8(&name).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'd', rank @ b'1'..=b'4'] => Ok(Self((file - b'a') * 4 + (rank - b'1'))),
            _ => Err(ParseSquareError { text: text.to_owned() }),
        }
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a square: expected a1 to d4")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
}

engine::index_set! {
    /// A set of squares.
    ///
    /// ```
    /// use collapsi::{Square, SquareSet};
    ///
    /// let corner: Square = "a1".parse()?;
    /// let set: SquareSet = [corner].into_iter().collect();
    /// assert!(set.contains(corner));
    /// assert_eq!(set.into_iter().next(), Some(corner));
    /// # Ok::<_, collapsi::ParseSquareError>(())
    /// ```
    pub struct SquareSet(u16) of Square;
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_in_order() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert!(names.is_sorted());
        assert_eq!((names[0].as_str(), names[6].as_str(), names[15].as_str()), ("a1", "b3", "d4"));
        for (i, name) in names.iter().enumerate() {
            let square: Square = name.parse().unwrap();
            assert_eq!((square.index(), Square::from_index(i)), (i, Some(square)));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["", "a", "a0", "a5", "e1", "A1", "a1 ", " a1", "a11", "1a", "ä1", "a１"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(
            (Square::new(4, 0), Square::new(0, 4), Square::from_index(16)),
            (None, None, None)
        );
    }

    #[test]
    fn distances_are_those_of_the_torus() {
        let distance = |a: &str, b: &str| a.parse::<Square>().unwrap().distance(b.parse().unwrap());
        assert_eq!((distance("a1", "a1"), distance("a1", "d4"), distance("d4", "a1")), (0, 2, 2));
        assert_eq!((distance("a1", "c3"), distance("b2", "d1"), distance("c1", "c4")), (4, 3, 1));
    }

    #[test]
    fn boards_are_read_from_the_top_left() {
        let order: Vec<String> = Square::reading_order().map(|square| square.to_string()).collect();
        assert_eq!((order[0].as_str(), order[1].as_str(), order[15].as_str()), ("a4", "b4", "d1"));
    }
}
