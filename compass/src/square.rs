//! Squares of the 6x6 board, and sets of them.

use std::fmt;
use std::str::FromStr;

/// One of the 36 squares, `a1` to `f6`; ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in the lower left corner, first in order.
    pub const A1: Self = Self(0);

    /// How many squares there are.
    pub const COUNT: usize = 36;

    /// The square on this file and rank, each counted from 0, or `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 6 && rank < 6 { Some(Self(file * 6 + rank)) } else { None }
    }

    /// The square with this [`index`](Square::index), or `None` if there is none.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        SquareSet::ALL.into_iter()
    }

    /// Every square as a board is read: from the top rank down, each from left to right.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        (0..6).rev().flat_map(|rank| (0..6).map(move |file| Self(file * 6 + rank)))
    }

    /// The file, counted from 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 6
    }

    /// The rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 6
    }

    /// The place in the order of squares, below [`COUNT`](Square::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The squares that lie from here in this direction, at any distance.
    #[must_use]
    pub const fn ray(self, direction: Direction) -> SquareSet {
        SquareSet(RAYS[direction as usize][self.index()])
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
            [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => Ok(Self((file - b'a') * 6 + (rank - b'1'))),
            _ => Err(ParseSquareError { text: text.to_owned() }),
        }
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a square: expected a1 to f6")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
}

/// One of the four directions, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the higher ranks.
    North,
    /// To the later files.
    East,
    /// To the lower ranks.
    South,
    /// To the earlier files.
    West,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction in which `to` lies from `from`, or `None` if they share neither file nor rank.
    #[must_use]
    pub const fn between(from: Square, to: Square) -> Option<Self> {
        BETWEEN[from.index()][to.index()]
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

/// By two squares: the direction from the first to the second.
static BETWEEN: [[Option<Direction>; Square::COUNT]; Square::COUNT] = directions();

const fn directions() -> [[Option<Direction>; Square::COUNT]; Square::COUNT] {
    let mut directions = [[None; Square::COUNT]; Square::COUNT];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (from, to) = (pair / Square::COUNT, pair % Square::COUNT);
        let (same_file, same_rank) = (from / 6 == to / 6, from % 6 == to % 6);
        directions[from][to] = match (same_file, same_rank) {
            (true, false) if from < to => Some(Direction::North),
            (true, false) => Some(Direction::South),
            (false, true) if from < to => Some(Direction::East),
            (false, true) => Some(Direction::West),
            _ => None,
        };
        pair += 1;
    }
    directions
}

/// By direction and square: the squares beyond, as bits.
static RAYS: [[u64; Square::COUNT]; 4] = rays();

const fn rays() -> [[u64; Square::COUNT]; 4] {
    let directions = directions();
    let mut rays = [[0; Square::COUNT]; 4];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (from, to) = (pair / Square::COUNT, pair % Square::COUNT);
        if let Some(direction) = directions[from][to] {
            rays[direction as usize][from] |= 1 << to;
        }
        pair += 1;
    }
    rays
}

engine::index_set! {
    /// A set of squares.
    ///
    /// ```
    /// use compass::{Square, SquareSet};
    ///
    /// let corner: Square = "a1".parse()?;
    /// let set: SquareSet = [corner].into_iter().collect();
    /// assert!(set.contains(corner));
    /// assert_eq!(set.into_iter().next(), Some(corner));
    /// # Ok::<_, compass::ParseSquareError>(())
    /// ```
    pub struct SquareSet(u64) of Square;
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
        assert_eq!((names[0].as_str(), names[8].as_str(), names[35].as_str()), ("a1", "b3", "f6"));
        for (i, name) in names.iter().enumerate() {
            let square: Square = name.parse().unwrap();
            assert_eq!((square.index(), Square::from_index(i)), (i, Some(square)));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["", "a", "a0", "a7", "g1", "A1", "a1 ", " a1", "a11", "1a", "ä1", "a１"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(
            (Square::new(6, 0), Square::new(0, 6), Square::from_index(36)),
            (None, None, None)
        );
    }

    #[test]
    fn boards_are_read_from_the_top_left() {
        let order: Vec<String> = Square::reading_order().map(|square| square.to_string()).collect();
        assert_eq!((order[0].as_str(), order[1].as_str(), order[35].as_str()), ("a6", "b6", "f1"));
    }

    #[test]
    fn rays_cover_file_and_rank() {
        for from in Square::all() {
            for to in Square::all() {
                let (dx, dy) = (to.file().cmp(&from.file()), to.rank().cmp(&from.rank()));
                let expected = match (dx as i8, dy as i8) {
                    (0, 1) => Some(Direction::North),
                    (1, 0) => Some(Direction::East),
                    (0, -1) => Some(Direction::South),
                    (-1, 0) => Some(Direction::West),
                    _ => None,
                };
                assert_eq!(Direction::between(from, to), expected, "{from} {to}");
            }
        }
    }
}
