//! For writing games: squares of rectangular boards, sets of them, directions, boards as text, and enums
//! and traits by text.
//!
//! [`board!`](crate::board!) defines the squares of one board and sets of them, as types of the crate
//! that calls it; [`Direction`] and the errors are the same for all boards.

mod direction;
mod letters;
mod ranks;
mod text;

pub use crate::game::options::{one_of, read_number};
pub use direction::Direction;
#[doc(hidden)]
pub use letters::unknown_word;
pub use ranks::{Ranks, read_ranks, write_ranks};
pub use text::{counted, joined, quoted, read_fields, read_up_to};

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
/// assert_eq!((a1.step(Direction::West), a1.offset(1, 1)), (None, "b2".parse().ok()));
///
/// let edge: SquareSet = Square::ALL.into_iter().filter(|square| square.rank() == 0).collect();
/// assert_eq!((edge.to_string().as_str(), (SquareSet::ALL - edge).len()), ("a1,b1,c1", 6));
/// assert_eq!("a1,b1,c1".parse(), Ok(edge));
/// # Ok::<_, engine::ParseError>(())
/// ```
#[macro_export]
macro_rules! board {
    (@operators $Set:ident, $($Op:ident $op:ident $by:ident),+) => {$(
        impl ::core::ops::$Op for $Set {
            type Output = Self;

            #[inline]
            fn $op(self, other: Self) -> Self {
                self.$by(other)
            }
        }
    )+};
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
            /// The number of files.
            $vis const FILES: u8 = $files;

            /// The number of ranks.
            $vis const RANKS: u8 = $ranks;

            /// The number of squares.
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

            /// The square that is `files` files to the right and `ranks` ranks up, or `None` off the board.
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
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let read = $crate::board::read_square(text);
                let square = read.and_then(|(file, rank)| Self::new(file, rank));
                let last = Self::ALL[Self::COUNT - 1];
                square.ok_or_else(|| $crate::ParseError::not("a square", text, format_args!("a1 to {last}")))
            }
        }

        $crate::as_text!($Square: Debug);

        $crate::as_text!(@serde $Set: self, serializer => serializer.collect_seq(*self),
            squares: Vec<$Square> => Ok(squares.into_iter().collect()));

        $(#[$about_set])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $set_vis struct $Set($Bits);

        #[allow(dead_code, reason = "not every board needs everything")]
        impl $Set {
            /// The empty set.
            $set_vis const EMPTY: Self = Self(0);

            /// The set of all squares.
            $set_vis const ALL: Self = Self(<$Bits>::MAX >> (<$Bits>::BITS - $Square::COUNT as u32));

            /// The set of one square.
            $set_vis const fn of(square: $Square) -> Self {
                Self(1 << square.index())
            }

            /// The set of the squares whose bits, by index, are 1; bits beyond are ignored.
            $set_vis const fn from_bits(bits: $Bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// The bits of its squares, by index.
            $set_vis const fn bits(self) -> $Bits {
                self.0
            }

            /// The number of squares.
            $set_vis const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether it has no squares.
            $set_vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether `square` is in it.
            $set_vis const fn contains(self, square: $Square) -> bool {
                self.0 >> square.index() & 1 == 1
            }

            /// This set and `square`.
            $set_vis const fn with(self, square: $Square) -> Self {
                Self(self.0 | 1 << square.index())
            }

            /// This set without `square`.
            $set_vis const fn without(self, square: $Square) -> Self {
                Self(self.0 & !(1 << square.index()))
            }

            /// The squares of this set that come before `square`.
            $set_vis const fn before(self, square: $Square) -> Self {
                Self(self.0 & ((1 << square.index()) - 1))
            }

            /// The squares of either set: a constant `|`.
            $set_vis const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The squares of both sets: a constant `&`.
            $set_vis const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The squares of this set that are not in the other: a constant `-`.
            $set_vis const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether the sets share a square.
            $set_vis const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
        }

        $crate::board!(@operators $Set, BitOr bitor union, BitAnd bitand intersection, Sub sub difference);

        $crate::set!($set_vis $Set of $Square by into_iter);

        impl ::core::iter::IntoIterator for $Set {
            type Item = $Square;
            type IntoIter = $Iter;

            fn into_iter(self) -> $Iter {
                $Iter(self.0)
            }
        }

        impl ::core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        $(#[$about_iter])*
        #[derive(Clone, Debug)]
        $iter_vis struct $Iter($Bits);

        impl ::core::iter::Iterator for $Iter {
            type Item = $Square;

            fn next(&mut self) -> Option<$Square> {
                let square = $Square::from_index(self.0.trailing_zeros() as usize)?;
                self.0 &= self.0 - 1;
                Some(square)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.count_ones() as usize;
                (left, Some(left))
            }
        }

        impl ::core::iter::ExactSizeIterator for $Iter {}

        impl ::core::iter::FusedIterator for $Iter {}
    };
}

/// The name of the square on this file and rank, each counted from 0: `a1`, and `aa1` beyond `z1`.
#[doc(hidden)]
pub fn square_name(file: u8, rank: u8) -> String {
    let letter = |number: u8| char::from(b'a' + number);
    let first = (file / 26).checked_sub(1).map(letter).map_or_else(String::new, String::from);
    format!("{first}{}{}", letter(file % 26), u16::from(rank) + 1)
}

/// File and rank, each counted from 0, of a square of some board.
#[doc(hidden)]
pub fn read_square(text: &str) -> Option<(u8, u8)> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).take(2).count();
    let (file, rank) = text.split_at_checked(letters)?;
    let file = file.bytes().fold(0, |file, letter| 26 * file + u16::from(letter - b'a' + 1));
    let file = u8::try_from(file.checked_sub(1)?).ok()?;
    let rank = Some(rank).filter(|rank| rank.starts_with(|c| matches!(c, '1'..='9')))?;
    Some((file, u8::try_from(rank.parse::<u16>().ok()?.checked_sub(1)?).ok()?))
}
