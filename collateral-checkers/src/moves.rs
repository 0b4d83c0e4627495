//! Moves: steps, and chains of jumps. The legal ones are in `legal.rs`.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use engine::ParseError;
use engine::board::joined;

use crate::geometry::{Direction, step};
use crate::square::{Square, SquareSet};

engine::as_text!(Move: Debug);

/// A move: a step, or a capture with all the squares that the piece visits (rulings 2 and 4).
///
/// Every move fits the geometry of the board; whether it is legal depends on the position. Moves
/// are ordered as their texts are.
///
/// ```
/// use collateral_checkers::Move;
///
/// let m: Move = "b4xd2xb2".parse()?;
/// assert!(m.is_capture());
/// assert_eq!((m.from().to_string(), m.to().to_string(), m.len()), ("b4".into(), "b2".into(), 2));
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(
    /// From the top: a set bit, so that `Option<Move>` is no larger; two unused ones; 5 for the square of the start;
    /// one for captures; then the codes of the directions, 4 bits each, as far as they go.
    NonZeroU64,
);

const TOP: NonZeroU64 = NonZeroU64::new(1 << 63).unwrap();
const FROM_SHIFT: u32 = 57;
const CAPTURE: u64 = 1 << 56;
const CODE_BITS: u32 = 4;
const FIRST_CODE_SHIFT: u32 = 52;

impl Move {
    /// The most jumps that a legal chain can have. Each takes a piece; of nine a side, six of
    /// either colour can go before the one whose capture ends the game (ruling 6).
    pub const MAX_JUMPS: usize = 13;

    /// A step.
    ///
    /// # Errors
    ///
    /// The squares are not neighbours.
    pub fn step(from: Square, to: Square) -> Result<Self, MoveError> {
        let direction =
            Direction::between(from, to, 1).ok_or(MoveError::NotNeighbours { from, to })?;
        Ok(Self::step_towards(from, direction))
    }

    /// A capture, given the squares that the piece visits, its first one included.
    ///
    /// # Errors
    ///
    /// There is no jump, one of them does not go two squares straight on, or there are more than a chain can have.
    pub fn capture(squares: impl IntoIterator<Item = Square>) -> Result<Self, MoveError> {
        let mut squares = squares.into_iter();
        let mut from = squares.next().ok_or(MoveError::NoJump)?;
        let mut path = Path::new(from);
        let mut jumps = 0;
        for to in squares {
            let direction =
                Direction::between(from, to, 2).ok_or(MoveError::NotAJump { from, to })?;
            jumps += 1;
            if jumps <= Self::MAX_JUMPS {
                path = path.then(direction);
            }
            from = to;
        }
        match jumps {
            0 => Err(MoveError::NoJump),
            1..=Self::MAX_JUMPS => Ok(path.capture()),
            _ => Err(MoveError::TooLong { jumps }),
        }
    }

    pub(crate) fn step_towards(from: Square, direction: Direction) -> Self {
        Self(Path::new(from).then(direction).word)
    }

    pub(crate) fn jump(from: Square, direction: Direction) -> Self {
        Path::new(from).then(direction).capture()
    }

    /// Whether this is a capture, not a step.
    pub const fn is_capture(self) -> bool {
        self.0.get() & CAPTURE != 0
    }

    /// The square where the piece starts.
    pub const fn from(self) -> Square {
        Square::wrapping((self.0.get() >> FROM_SHIFT) as usize & 31)
    }

    /// The square where a step ends, as a set.
    #[inline]
    pub(crate) fn step_target(self) -> SquareSet {
        self.directions().next().map(|direction| step(self.from(), direction)).unwrap_or_default()
    }

    /// The square where the piece ends.
    pub fn to(self) -> Square {
        self.squares().last().unwrap_or(self.from())
    }

    /// The number of steps or jumps.
    #[expect(clippy::len_without_is_empty, reason = "a move is never empty")]
    pub fn len(self) -> usize {
        self.directions().count()
    }

    /// The squares that the piece visits, first the one where it starts.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let distance = if self.is_capture() { 2 } else { 1 };
        let mut at = self.from();
        let later = self.directions().map(move |direction| {
            at = direction.from(at, distance).unwrap_or(at);
            at
        });
        std::iter::once(self.from()).chain(later)
    }

    /// The directions of the steps or jumps.
    pub(crate) fn directions(self) -> impl Iterator<Item = Direction> + Clone {
        let mut codes = self.0.get() & (CAPTURE - 1);
        std::iter::from_fn(move || {
            let direction = Direction::from_code(codes >> FIRST_CODE_SHIFT)?;
            codes = codes << CODE_BITS & (CAPTURE - 1);
            Some(direction)
        })
    }
}

/// The beginning of a move.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    word: NonZeroU64,
    /// The place of the code of the next direction.
    shift: u32,
}

impl Path {
    pub(crate) fn new(from: Square) -> Self {
        Self { word: TOP | (from.index() as u64) << FROM_SHIFT, shift: FIRST_CODE_SHIFT }
    }

    /// The same path, one step or jump longer. Beyond the longest chain the result is meaningless.
    #[inline]
    pub(crate) fn then(self, direction: Direction) -> Self {
        Self {
            word: self.word | direction.code() << self.shift,
            shift: self.shift.saturating_sub(CODE_BITS),
        }
    }

    /// The capture that takes this path.
    #[inline]
    pub(crate) fn capture(self) -> Move {
        Move(self.word | CAPTURE)
    }
}

/// `b2-c3` for a step, `b4xd2xb2` for a capture.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        f.pad(&joined(self.squares(), separator))
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains('x') {
            let squares: Result<Vec<Square>, _> = text.split('x').map(str::parse).collect();
            return Self::capture(squares?).map_err(ParseError::because);
        }
        let expected = "a step, as b2-c3, or a capture, as b4xd2xb2";
        let refuse = || ParseError::not("a move", text, expected);
        let (from, to) = text.split_once('-').ok_or_else(refuse)?;
        Self::step(from.parse()?, to.parse()?).map_err(ParseError::because)
    }
}

/// The reason why squares do not make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum MoveError {
    /// A step leads to a neighbour.
    #[error("{to} is not a neighbour of {from}, so there is no step between them")]
    NotNeighbours { from: Square, to: Square },
    /// A jump leads two squares straight on.
    #[error("{to} is not two squares straight on from {from}, so there is no jump between them")]
    NotAJump { from: Square, to: Square },
    /// A capture has at least one jump.
    #[error("a capture needs two squares or more")]
    NoJump,
    /// There are fewer pieces than jumps.
    #[error("{jumps} jumps are more than the {} a chain can have", Move::MAX_JUMPS)]
    TooLong { jumps: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_small() {
        assert_eq!(size_of::<Option<Move>>(), 8);
    }

    #[test]
    fn the_longest_chain_keeps_all_its_squares() {
        let loops = ["a1", "a3", "c3", "c1"].into_iter().cycle().take(14).collect::<Vec<_>>();
        let text = loops.join("x");
        let m: Move = text.parse().unwrap();
        assert_eq!((m.to_string(), m.len()), (text.clone(), Move::MAX_JUMPS));
        let error = (text + "xc3").parse::<Move>().unwrap_err();
        assert_eq!(error.to_string(), "14 jumps are more than the 13 a chain can have");
    }

    #[test]
    fn a_capture_has_a_jump() {
        assert_eq!(Move::capture([]), Err(MoveError::NoJump));
        assert_eq!(Move::capture([Square::C3]), Err(MoveError::NoJump));
        assert_eq!(
            Move::capture([Square::C3; 2]).map_err(|error| error.to_string()),
            Err("c3 is not two squares straight on from c3, so there is no jump between them"
                .into())
        );
    }

    #[test]
    fn moves_are_ordered_as_their_texts_are() {
        let texts = ["a1-a2", "a1-b1", "a1xa3", "a1xa3xa1", "a1xa3xc5", "a1xc3", "b1-a1", "e5xe3"];
        let moves: Vec<Move> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert!(texts.is_sorted() && moves.is_sorted());
    }
}
