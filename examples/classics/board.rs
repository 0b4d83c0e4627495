//! What games on squares share: a board of up to eight files and ranks with the stones of two players.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::ParseError;
use engine::board::{read_ranks, write_ranks};

engine::board! {
    /// A square of the largest board.
    pub struct Square(8 x 8);
    /// Squares.
    pub struct Squares(u64);
    /// The squares of a set, in order.
    pub struct EachSquare;
}

/// The stones of both players on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The squares of the stones, by player.
    pub stones: [Squares; 2],
}

impl Board {
    /// An empty board of at most eight files and ranks.
    pub fn new(files: u8, ranks: u8) -> Self {
        let [files, ranks] = [files, ranks].map(|side| side.clamp(1, 8));
        Self { files, ranks, stones: [Squares::EMPTY; 2] }
    }

    /// All squares of this board.
    pub fn squares(&self) -> Squares {
        let file = (1_u64 << self.ranks) - 1;
        Squares::from_bits((0..self.files).fold(0, |bits, number| bits | file << (8 * number)))
    }

    /// The squares without a stone.
    pub fn free(&self) -> Squares {
        self.squares() - self.stones[0] - self.stones[1]
    }

    /// The player whose stone is on a square.
    pub fn owner(&self, square: Square) -> Option<usize> {
        self.stones.iter().position(|stones| stones.contains(square))
    }

    /// The square so many files to the right and ranks up, if it is on this board.
    pub fn offset(&self, square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let next = square.offset(files, ranks)?;
        (next.file() < self.files && next.rank() < self.ranks).then_some(next)
    }

    /// How many stones there are.
    pub fn count(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// The ranks from above, with a letter for the stones of each player.
    pub fn write(&self, letters: [char; 2]) -> String {
        let letter = |file, rank| Some(letters[self.owner(Square::new(file, rank)?)?]);
        write_ranks(self.files, self.ranks, letter)
    }

    /// Reads what [`write`](Self::write) writes.
    ///
    /// # Errors
    ///
    /// The first part of the text that is not of this form.
    pub fn read(
        text: &str,
        files: RangeInclusive<u8>,
        ranks: RangeInclusive<u8>,
        letters: [char; 2],
    ) -> Result<Self, ParseError> {
        let read = read_ranks(text, files, ranks, &String::from_iter(letters))?;
        let mut board = Self::new(read.files, read.ranks);
        for (file, rank, letter) in read.pieces {
            if let Some(square) = Square::new(file, rank) {
                board.stones[usize::from(letter == letters[1])].insert(square);
            }
        }
        Ok(board)
    }
}

/// Whether there are so many of these squares in a line. The last rank has to be empty.
pub fn has_line(squares: Squares, length: u8) -> bool {
    let along = |step: u8| {
        (1..length).fold(squares.bits(), |line, number| line & squares.bits() >> (number * step))
    };
    [1, 7, 8, 9].into_iter().any(|step| along(step) != 0)
}

/// From one square to another: `a1-b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (from, to) =
            text.split_once('-').ok_or_else(|| refuse(text, "two squares, as a1-b2"))?;
        Ok(Self { from: from.parse()?, to: to.parse()? })
    }
}

/// The error that a text is not what was expected.
pub(crate) fn refuse(text: &str, expected: &str) -> ParseError {
    ParseError::new(format_args!("{text:?} cannot be read"), expected)
}

/// Takes the last word off a text: the letter of the player to move.
pub(crate) fn split_turn<P>(
    text: &str,
    player: fn(char) -> Option<P>,
) -> Result<(&str, P), ParseError> {
    let refuse = || refuse(text, "a space and the letter of the player to move at the end");
    let (rest, turn) = text.rsplit_once(' ').ok_or_else(refuse)?;
    let turn = turn.parse().ok().and_then(player).ok_or_else(refuse)?;
    Ok((rest, turn))
}
