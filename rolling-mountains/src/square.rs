//! Squares and sets of them.

use std::fmt;
use std::str::FromStr;

use crate::edge::{Edge, EdgeSide};

/// The largest number of files and of ranks (ruling 1).
pub(crate) const MAX_SIDE: u8 = 11;

/// A square of the largest board, `a1` to `k11`; ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in the lower left corner, first in order.
    pub const A1: Self = Self(0);

    /// How many squares the largest board has.
    pub const COUNT: usize = 121;

    /// The square on this file and rank, each counted from 0, or `None` off the largest board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < MAX_SIDE && rank < MAX_SIDE { Some(Self(file * MAX_SIDE + rank)) } else { None }
    }

    /// The square with this [`index`](Square::index), or `None` if there is none.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The file, counted from 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / MAX_SIDE
    }

    /// The rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % MAX_SIDE
    }

    /// The place in the order of squares, below [`COUNT`](Square::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbouring square, or `None` over the edge of the largest board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::North => Self::new(self.file(), self.rank() + 1),
            Direction::East => Self::new(self.file() + 1, self.rank()),
            Direction::South => Self::new(self.file(), self.rank().wrapping_sub(1)),
            Direction::West => Self::new(self.file().wrapping_sub(1), self.rank()),
        }
    }

    /// The edge that a step in this direction crosses, or `None` if there is none on any board.
    #[must_use]
    pub fn edge(self, direction: Direction) -> Option<Edge> {
        let to = self.step(direction)?;
        Some(match direction {
            Direction::North => Edge { square: self, side: EdgeSide::North },
            Direction::East => Edge { square: self, side: EdgeSide::East },
            Direction::South => Edge { square: to, side: EdgeSide::North },
            Direction::West => Edge { square: to, side: EdgeSide::East },
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.file()), self.rank() + 1))
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
        let (file, rank) = match *text.as_bytes() {
            [file @ b'a'..=b'k', rank @ b'1'..=b'9'] => (file - b'a', rank - b'1'),
            [file @ b'a'..=b'k', b'1', rank @ b'0'..=b'1'] => (file - b'a', rank - b'0' + 9),
            _ => return Err(ParseSquareError { text: text.to_owned() }),
        };
        Ok(Self(file * MAX_SIDE + rank))
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a square: expected a1 to k11")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
}

/// A direction, as seen from south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the next rank.
    North,
    /// To the next file.
    East,
    /// To the rank before.
    South,
    /// To the file before.
    West,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter by which it is written.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::North => 'n',
            Self::East => 'e',
            Self::South => 's',
            Self::West => 'w',
        }
    }

    /// The direction with this letter, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'n' => Some(Self::North),
            'e' => Some(Self::East),
            's' => Some(Self::South),
            'w' => Some(Self::West),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        })
    }
}

engine::index_set! {
    /// A set of squares.
    ///
    /// ```
    /// use rolling_mountains::{Square, SquareSet};
    ///
    /// let corner: Square = "a1".parse()?;
    /// let set: SquareSet = [corner].into_iter().collect();
    /// assert!(set.contains(corner));
    /// assert_eq!(set.into_iter().next(), Some(corner));
    /// # Ok::<_, rolling_mountains::ParseSquareError>(())
    /// ```
    pub struct SquareSet(u128) of Square;
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

impl SquareSet {
    /// Every square whose file and rank, counted from 0, are both even or both odd: the colour of
    /// `a1` on a chessboard.
    pub(crate) const DARK: Self = Self::from_bits(u128::MAX / 3);

    /// Every square that has the colour of this one on a chessboard.
    pub(crate) const fn colour_of(square: Square) -> Self {
        if Self::DARK.contains(square) { Self::DARK } else { Self::ALL.difference(Self::DARK) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_in_order() {
        for i in 0..Square::COUNT {
            let square = Square::from_index(i).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(
                SquareSet::DARK.contains(square),
                (square.file() + square.rank()).is_multiple_of(2)
            );
            for side in [EdgeSide::East, EdgeSide::North] {
                let edge = Edge { square, side };
                assert_eq!(edge.to_string().parse(), Ok(edge));
            }
        }
        assert_eq!(Square::from_index(Square::COUNT), None);
    }

    #[test]
    fn other_names_are_refused() {
        for text in
            ["", "a", "a0", "a12", "a01", "l1", "A1", "a1 ", " a1", "a111", "1a", "ä1", "a１"]
        {
            assert!(text.parse::<Square>().is_err(), "{text}");
            assert!(format!("{text}e").parse::<Edge>().is_err(), "{text}e");
        }
        for text in ["", "e", "a1", "a1s", "a1w", "a1E", "a1ne", "a1é"] {
            assert!(text.parse::<Edge>().is_err(), "{text}");
        }
    }

    #[test]
    fn steps_and_the_edges_they_cross_agree() {
        let c3: Square = "c3".parse().unwrap();
        let name = |d| (c3.step(d).unwrap().to_string(), c3.edge(d).unwrap().to_string());
        assert_eq!(name(Direction::North), ("c4".into(), "c3n".into()));
        assert_eq!(name(Direction::East), ("d3".into(), "c3e".into()));
        assert_eq!(name(Direction::South), ("c2".into(), "c2n".into()));
        assert_eq!(name(Direction::West), ("b3".into(), "b3e".into()));
        assert_eq!(Square::A1.step(Direction::West), None);
        assert_eq!(Square::A1.edge(Direction::South), None);
    }
}
