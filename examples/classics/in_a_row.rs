//! Stones in a line: tic-tac-toe, and the same on boards of other sizes.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, has_line};
use crate::rules::rules;

engine::two_players! {
    /// A player. X begins.
    pub enum Player { X: 'x' "x", O: 'o' "o" }
}

rules! {
    /// What wins.
    pub struct Rules {
        /// How many stones in a line win.
        length: 2 to 7, by default 3;
    }
}

/// A position. As many stones are on the board as moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InARow {
    board: Board,
    length: u8,
}

impl InARow {
    /// An empty board of at most eight files and seven ranks, where so many stones in a line win.
    pub fn new(files: u8, ranks: u8, length: u8) -> Self {
        let length = Rules { length }.clamp().length;
        Self { board: Board::new(files, ranks.min(7)), length }
    }
}

impl Game for InARow {
    type Player = Player;
    type Move = Square;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        Player::ALL[self.board.count() % 2]
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let has_won = |&player: &Player| has_line(self.board.stones[player as usize], self.length);
        let winner = Player::ALL.into_iter().find(has_won).map(Outcome::Winner);
        winner.or(self.board.free().is_empty().then_some(Outcome::Draw))
    }

    fn generate_moves(&self, moves: &mut Vec<Square>) {
        if self.outcome().is_none() {
            moves.extend(self.board.free());
        }
    }

    fn check(&self, square: Square) -> Result<(), NotLegal> {
        NotLegal::check(self, square)
    }

    fn play_unchecked(&mut self, square: Square) {
        self.board.stones[self.turn() as usize].insert(square);
    }
}

impl Keyed for InARow {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above: `x2/1o1/3`.
impl fmt::Display for InARow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.write(['x', 'o']))
    }
}

impl Notation for InARow {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules { length: self.length }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let board = Board::read(text, 1..=8, 1..=7, ['x', 'o'])?;
        Ok(Self { board, length: rules.clamp().length })
    }
}
