//! Hex: stones that join two sides of the board win, and exactly one player can.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, refuse};

engine::two_players! {
    /// A player. Red begins and joins the first rank with the last, blue the first file with the last.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

/// A position. As many stones are on the board as moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hex {
    board: Board,
}

impl Hex {
    /// An empty board with sides of at most eight cells.
    pub fn new(size: u8) -> Self {
        Self { board: Board::new(size, size) }
    }

    /// Whether the stones of a player join both sides.
    fn joins(&self, player: Player) -> bool {
        const BESIDE: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let along = |cell: Square| if player == Player::Red { cell.rank() } else { cell.file() };
        let own = self.board.stones[player as usize];
        let mut open: Vec<Square> = own.into_iter().filter(|&cell| along(cell) == 0).collect();
        let mut left = own - open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            if along(cell) == self.board.files - 1 {
                return true;
            }
            let beside = BESIDE.into_iter().filter_map(|way| self.board.offset(cell, way));
            open.extend(beside.filter(|&next| left.remove(next)));
        }
        false
    }
}

impl Game for Hex {
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
        Player::ALL.into_iter().find(|&player| self.joins(player)).map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Square>) {
        if self.outcome().is_none() {
            moves.extend(self.board.free());
        }
    }

    fn check(&self, cell: Square) -> Result<(), NotLegal> {
        NotLegal::check(self, cell)
    }

    fn play_unchecked(&mut self, cell: Square) {
        self.board.stones[self.turn() as usize].insert(cell);
    }
}

impl Keyed for Hex {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above, each half a cell further to the left: `3/1r1/2b`.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.write(['r', 'b']))
    }
}

impl Notation for Hex {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let board = Board::read(text, 1..=8, 1..=8, ['r', 'b'])?;
        if board.files != board.ranks {
            return Err(refuse(text, "as many files as ranks"));
        }
        Ok(Self { board })
    }
}
