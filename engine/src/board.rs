//! Squares of rectangular boards, sets of them, directions, and boards as text.
//!
//! [`board!`](crate::board!) defines the squares of one board and sets of them, as types of the crate
//! that calls it; [`Direction`] and the errors are the same for all boards.

pub use crate::ranks::{ParseRanksError, Ranks, read_ranks, write_ranks};

/// Defines the squares of a board, sets of them, and the iterator over a set.
///
/// A square is written `a1`: a letter for the file, then the rank from 1. Squares are ordered by
/// file, then rank, and numbered from 0 in that order. Sizes are checked at compile time: at most 26
/// files, at most 255 squares, and no more squares than the integer behind the set has bits.
///
/// ```
/// use engine::board::Direction;
///
/// engine::board! {
///     /// A square of a board of three by three.
///     pub struct Square(3 x 3);
///     /// A set of squares.
///     pub struct SquareSet(u16);
///     /// The squares of a [`SquareSet`], in order.
///     pub struct Squares;
/// }
///
/// let a1: Square = "a1".parse()?;
/// assert_eq!((a1, a1.index()), (Square::A1, 0));
/// assert_eq!(a1.step(Direction::North).map(|square| square.to_string()).as_deref(), Some("a2"));
/// assert_eq!(a1.step(Direction::West), None);
///
/// let edge: SquareSet = Square::ALL.into_iter().filter(|square| square.rank() == 0).collect();
/// assert_eq!((edge.to_string().as_str(), (SquareSet::ALL - edge).len()), ("a1,b1,c1", 6));
/// # Ok::<_, engine::board::ParseSquareError>(())
/// ```
#[macro_export]
macro_rules! board {
    (
        $(#[$about_square:meta])*
        $vis:vis struct $Square:ident($files:literal x $ranks:literal);
        $(#[$about_set:meta])*
        $set_vis:vis struct $Set:ident($Bits:ty);
        $(#[$about_iter:meta])*
        $iter_vis:vis struct $Iter:ident;
    ) => {
        $(#[$about_square])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $Square(u8);

        const _: () = assert!($files > 0 && $files <= 26 && $ranks > 0 && $files * $ranks <= 255);

        #[allow(dead_code, reason = "not every board needs everything")]
        impl $Square {
            /// How many files the board has.
            $vis const FILES: u8 = $files;

            /// How many ranks the board has.
            $vis const RANKS: u8 = $ranks;

            /// How many squares there are.
            $vis const COUNT: usize = $files * $ranks;

            /// The square in the lower left corner, first in order.
            $vis const A1: Self = Self(0);

            /// Every square, in order.
            $vis const ALL: [Self; Self::COUNT] = {
                let mut all = [Self::A1; Self::COUNT];
                let mut index = 0;
                while index < Self::COUNT {
                    all[index] = Self(index as u8);
                    index += 1;
                }
                all
            };

            /// The square on this file and rank, each counted from 0, or `None` off the board.
            $vis const fn new(file: u8, rank: u8) -> Option<Self> {
                if file < Self::FILES && rank < Self::RANKS {
                    Some(Self(file * Self::RANKS + rank))
                } else {
                    None
                }
            }

            /// The square with this [`index`](Self::index), or `None` if there is none.
            $vis const fn from_index(index: usize) -> Option<Self> {
                if index < Self::COUNT { Some(Self(index as u8)) } else { None }
            }

            /// The square with this [`index`](Self::index) modulo [`COUNT`](Self::COUNT).
            $vis const fn wrapping(index: usize) -> Self {
                Self((index % Self::COUNT) as u8)
            }

            /// Every square as a board is read: from the top rank down, each from left to right.
            $vis fn reading_order() -> impl Iterator<Item = Self> {
                (0..Self::RANKS).rev().flat_map(|rank| {
                    (0..Self::FILES).map(move |file| Self(file * Self::RANKS + rank))
                })
            }

            /// The file, counted from 0 for `a`.
            $vis const fn file(self) -> u8 {
                self.0 / Self::RANKS
            }

            /// The rank, counted from 0.
            $vis const fn rank(self) -> u8 {
                self.0 % Self::RANKS
            }

            /// The place in the order of squares, below [`COUNT`](Self::COUNT).
            $vis const fn index(self) -> usize {
                // Where a mask can bound the index, array accesses need no bounds check.
                if Self::COUNT.is_power_of_two() {
                    self.0 as usize & (Self::COUNT - 1)
                } else {
                    self.0 as usize
                }
            }

            /// The square that is `files` files to the right and `ranks` ranks up, or `None` off the
            /// board.
            $vis const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
                // A sum below 0 wraps to a file or rank beyond any board.
                Self::new(
                    self.file().wrapping_add_signed(files),
                    self.rank().wrapping_add_signed(ranks),
                )
            }

            /// The neighbouring square, or `None` off the board.
            $vis const fn step(self, direction: $crate::board::Direction) -> Option<Self> {
                use $crate::board::Direction;
                // By index, which needs fewer divisions than `offset`.
                let (on_board, index) = match direction {
                    Direction::North => (self.rank() + 1 < Self::RANKS, self.0.wrapping_add(1)),
                    Direction::East => {
                        let index = self.0 as usize + Self::RANKS as usize;
                        (index < Self::COUNT, index as u8)
                    }
                    Direction::South => (self.rank() > 0, self.0.wrapping_sub(1)),
                    Direction::West => {
                        (self.0 >= Self::RANKS, self.0.wrapping_sub(Self::RANKS))
                    }
                };
                if on_board { Some(Self(index)) } else { None }
            }
        }

        impl ::core::fmt::Display for $Square {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(&$crate::board::square_name(self.file(), self.rank()))
            }
        }

        impl ::core::str::FromStr for $Square {
            type Err = $crate::board::ParseSquareError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let read = $crate::board::read_square(text);
                read.and_then(|(file, rank)| Self::new(file, rank)).ok_or_else(|| Self::Err {
                    text: text.to_owned(),
                    last: $crate::board::square_name(Self::FILES - 1, Self::RANKS - 1),
                })
            }
        }

        /// The square with this index.
        impl ::core::convert::TryFrom<u8> for $Square {
            type Error = $crate::board::ParseSquareError;

            fn try_from(index: u8) -> Result<Self, Self::Error> {
                Self::from_index(index.into()).ok_or_else(|| Self::Error {
                    text: index.to_string(),
                    last: $crate::board::square_name(Self::FILES - 1, Self::RANKS - 1),
                })
            }
        }

        $crate::debug_and_serde_as_text!($Square);

        $crate::serde_as_list!($Set, $Square);

        $crate::index_set! {
            $(#[$about_set])*
            $set_vis struct $Set($Bits) of $Square;
            $(#[$about_iter])*
            $iter_vis struct $Iter;
        }
    };
}

crate::letters! {
    /// One of the four directions along files and ranks, in clockwise order.
    pub enum Direction {
        /// To the next rank.
        North: 'n' "north",
        /// To the next file.
        East: 'e' "east",
        /// To the rank before.
        South: 's' "south",
        /// To the file before.
        West: 'w' "west",
    }
}

impl Direction {
    /// How many files to the right and ranks up a step goes.
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a square: expected a1 to {last}")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
    /// The name of the last square of the board.
    pub last: String,
}

/// The name of the square on this file and rank, each counted from 0.
#[doc(hidden)]
pub fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), u16::from(rank) + 1)
}

/// File and rank, each counted from 0, of a square of some board.
#[doc(hidden)]
pub fn read_square(text: &str) -> Option<(u8, u8)> {
    let (&file, rank) = text.as_bytes().split_first()?;
    if !file.is_ascii_lowercase()
        || !rank.first().is_some_and(|digit| (b'1'..=b'9').contains(digit))
    {
        return None;
    }
    let rank: u8 = text.get(1..)?.parse().ok()?;
    Some((file - b'a', rank - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    mod small {
        crate::board! {
            pub(super) struct Square(4 x 5);
            pub(super) struct SquareSet(u32);
            pub(super) struct Squares;
        }
    }

    mod large {
        crate::board! {
            pub(super) struct Square(11 x 11);
            pub(super) struct SquareSet(u128);
            pub(super) struct Squares;
        }
    }

    /// The same checks for two boards: every square by name, index, file and rank, and back.
    macro_rules! squares_round_trip {
        ($board:ident, $last:literal) => {
            use $board::{Square, SquareSet};
            let names: Vec<String> = Square::ALL.iter().map(ToString::to_string).collect();
            assert_eq!((names[0].as_str(), names[Square::COUNT - 1].as_str()), ("a1", $last));
            for (index, (name, square)) in names.iter().zip(Square::ALL).enumerate() {
                assert_eq!(name.parse(), Ok(square));
                assert_eq!((square.index(), Square::from_index(index)), (index, Some(square)));
                assert_eq!(Square::try_from(index as u8), Ok(square));
                assert_eq!(Square::wrapping(index + 3 * Square::COUNT), square);
                assert_eq!(Square::new(square.file(), square.rank()), Some(square));
                assert!(SquareSet::ALL.contains(square));
            }
            assert!(Square::ALL.is_sorted_by_key(|square| (square.file(), square.rank())));
            assert_eq!(SquareSet::ALL.into_iter().collect::<Vec<_>>(), Square::ALL);
            assert_eq!(Square::new(Square::FILES, 0).or(Square::new(0, Square::RANKS)), None);
            assert_eq!(Square::from_index(Square::COUNT), None);
            assert!(Square::try_from(Square::COUNT as u8).is_err());
            for text in ["", "a", "a0", "A1", "a1 ", " a1", "a+1", "a01", "a111", "1a", "ä1", "a１", "a300"] {
                assert!(text.parse::<Square>().is_err(), "{text}");
            }
        };
    }

    #[test]
    fn squares_of_a_small_board_round_trip() {
        squares_round_trip!(small, "d5");
        for text in ["e1", "a6", "a11"] {
            let message = text.parse::<Square>().unwrap_err().to_string();
            assert_eq!(message, format!("{text:?} is not a square: expected a1 to d5"));
        }
    }

    #[test]
    fn squares_of_a_large_board_round_trip() {
        squares_round_trip!(large, "k11");
        for text in ["l1", "a12"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn steps_and_offsets_stay_on_the_board() {
        use small::Square;
        for square in Square::ALL {
            for files in i8::MIN..=i8::MAX {
                for ranks in [i8::MIN, -5, -1, 0, 1, 2, i8::MAX] {
                    let (file, rank) = (
                        i16::from(square.file()) + i16::from(files),
                        i16::from(square.rank()) + i16::from(ranks),
                    );
                    let on_board = (0..4).contains(&file) && (0..5).contains(&rank);
                    let expected = on_board.then(|| Square::new(file as u8, rank as u8)).flatten();
                    assert_eq!(square.offset(files, ranks), expected);
                }
            }
        }
        for (square, direction) in
            Square::ALL.into_iter().flat_map(|square| Direction::ALL.map(|d| (square, d)))
        {
            let (files, ranks) = direction.offset();
            assert_eq!(square.step(direction), square.offset(files, ranks), "{square} {direction}");
        }
        let b2: Square = "b2".parse().unwrap();
        let around = Direction::ALL.map(|direction| b2.step(direction).unwrap().to_string());
        assert_eq!(around, ["b3", "c2", "b1", "a2"]);
        assert_eq!(Square::A1.step(Direction::South), None);
    }

    #[test]
    fn boards_are_read_from_the_top_left() {
        let names: Vec<String> = small::Square::reading_order().map(|s| s.to_string()).collect();
        assert_eq!((names[0].as_str(), names[1].as_str(), names[19].as_str()), ("a5", "b5", "d1"));
    }

    #[test]
    fn directions_have_letters() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_char(direction.to_char()), Some(direction));
            assert!(direction.to_string().starts_with(direction.to_char()));
        }
        assert_eq!(Direction::from_char('N'), None);
    }
}
