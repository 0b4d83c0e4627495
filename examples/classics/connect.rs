//! Connect Four on small boards: stones fall to the foot of a column.

use std::fmt;
use std::str::FromStr;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, has_line, refuse};
use crate::in_a_row::Player;

/// The length of a line that wins.
const LENGTH: u8 = 4;

/// A column, from 0: written `a` to `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'a' + self.0), f)
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [letter @ b'a'..=b'h'] => Ok(Self(letter - b'a')),
            _ => Err(refuse(text, "a column, a to h")),
        }
    }
}

/// A position. As many stones are on the board as moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connect {
    board: Board,
}

impl Connect {
    /// An empty board of at most eight columns and seven rows.
    pub fn new(columns: u8, rows: u8) -> Self {
        Self { board: Board::new(columns, rows.min(7)) }
    }

    /// The lowest free square of a column.
    fn landing(&self, column: Column) -> Option<Square> {
        let free = self.board.free();
        let mut squares = (0..self.board.ranks).filter_map(|rank| Square::new(column.0, rank));
        squares.find(|&square| free.contains(square))
    }
}

impl Game for Connect {
    type Player = Player;
    type Move = Column;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        Player::ALL[self.board.count() % 2]
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let has_won = |&player: &Player| has_line(self.board.stones[player as usize], LENGTH);
        let winner = Player::ALL.into_iter().find(has_won).map(Outcome::Winner);
        winner.or(self.board.free().is_empty().then_some(Outcome::Draw))
    }

    fn generate_moves(&self, moves: &mut Vec<Column>) {
        if self.outcome().is_none() {
            let columns = (0..self.board.files).map(Column);
            moves.extend(columns.filter(|&column| self.landing(column).is_some()));
        }
    }

    fn check(&self, column: Column) -> Result<(), NotLegal> {
        NotLegal::check(self, column)
    }

    fn play_unchecked(&mut self, column: Column) {
        if let Some(square) = self.landing(column) {
            self.board.stones[self.turn() as usize].insert(square);
        }
    }
}

impl Keyed for Connect {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The rows from above: `4/4/1o2/1xx1`.
impl fmt::Display for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.write(['x', 'o']))
    }
}

impl Notation for Connect {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        Board::read(text, 1..=8, 1..=7, ['x', 'o']).map(|board| Self { board })
    }
}
