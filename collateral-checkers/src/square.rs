//! Squares of the 5x5 board, and sets of them.

use std::fmt;
use std::str::FromStr;

/// One of the 25 squares, `a1` to `e5`; ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in the lower left corner, first in order.
    pub const A1: Self = Self(0);

    /// The centre of the board, which wins the game for whoever holds it long enough (ruling 7).
    pub const C3: Self = Self(12);

    /// How many squares there are.
    pub const COUNT: usize = 25;

    /// The square on this file and rank, each counted from 0, or `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 5 && rank < 5 { Some(Self(file * 5 + rank)) } else { None }
    }

    /// The square with this [`index`](Square::index), or `None` if there is none.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index; any other index gives some other square.
    pub(crate) const fn wrapping(index: u32) -> Self {
        Self((index % Self::COUNT as u32) as u8)
    }

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        SquareSet::ALL.into_iter()
    }

    /// Every square as a board is read: from the top rank down, each from left to right.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        (0..5).rev().flat_map(|rank| (0..5).map(move |file| Self(file * 5 + rank)))
    }

    /// The file, counted from 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 5
    }

    /// The rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 5
    }

    /// The place in the order of squares, below [`COUNT`](Square::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
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
            [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => Ok(Self((file - b'a') * 5 + (rank - b'1'))),
            _ => Err(ParseSquareError { text: text.to_owned() }),
        }
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a square: expected a1 to e5")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
}

engine::index_set! {
    /// A set of squares.
    ///
    /// ```
    /// use collateral_checkers::{Square, SquareSet};
    ///
    /// let corner: Square = "a1".parse()?;
    /// let set: SquareSet = [corner].into_iter().collect();
    /// assert!(set.contains(corner));
    /// assert_eq!(set.into_iter().next(), Some(corner));
    /// # Ok::<_, collateral_checkers::ParseSquareError>(())
    /// ```
    pub struct SquareSet(u32) of Square;
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

impl SquareSet {
    /// The squares of the set that come before `square`.
    #[must_use]
    pub const fn before(self, square: Square) -> Self {
        Self(self.0 & ((1 << square.index()) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_in_order() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert!(names.is_sorted());
        assert_eq!((names[0].as_str(), names[6].as_str(), names[24].as_str()), ("a1", "b2", "e5"));
        for (i, name) in names.iter().enumerate() {
            let square: Square = name.parse().unwrap();
            assert_eq!((square.index(), Square::from_index(i)), (i, Some(square)));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["", "a", "a0", "a6", "f1", "A1", "a1 ", " a1", "a11", "1a", "ä1", "a１"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(
            (Square::new(5, 0), Square::new(0, 5), Square::from_index(25)),
            (None, None, None)
        );
    }

    #[test]
    fn boards_are_read_from_the_top_left() {
        let order: Vec<String> = Square::reading_order().map(|square| square.to_string()).collect();
        assert_eq!((order[0].as_str(), order[1].as_str(), order[24].as_str()), ("a5", "b5", "e1"));
    }
}
