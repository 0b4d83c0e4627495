//! Dodgem: cars leave the board on the far side, and who blocks the other player has lost. Positions come again.

use std::fmt;
use std::str::FromStr;

use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, Sign, Task, disc};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Start, key};

use crate::board::{Board, Square, refuse, split_turn};
use crate::rules::rules;

engine::two_players! {
    /// A player. Red begins and leaves by the right side, blue by the top.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

rules! {
    /// The size.
    pub struct Rules {
        /// The side of the board; each player has a car less.
        size: 2 to 6, by default 3;
    }
}

/// A car goes to a square, or leaves: `a2-b2`, `c2-off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drive {
    from: Square,
    to: Option<Square>,
}

impl fmt::Display for Drive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, "{}-{to}", self.from),
            None => write!(f, "{}-off", self.from),
        }
    }
}

impl FromStr for Drive {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (from, to) =
            text.split_once('-').ok_or_else(|| refuse(text, "two squares, as a2-b2, or a2-off"))?;
        let to = if to == "off" { None } else { Some(to.parse()?) };
        Ok(Self { from: from.parse()?, to })
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dodgem {
    board: Board,
    turn: Player,
}

impl Dodgem {
    /// The moves of the player to move: forward or to a side, never back.
    fn drives(&self) -> impl Iterator<Item = Drive> {
        let ways = if self.turn == Player::Red {
            [(1, 0), (0, 1), (0, -1)]
        } else {
            [(0, 1), (1, 0), (-1, 0)]
        };
        let (free, last) = (self.board.free(), self.board.files - 1);
        self.board.stones[self.turn as usize].into_iter().flat_map(move |from| {
            let ahead = if self.turn == Player::Red { from.file() } else { from.rank() };
            let to = ways.into_iter().filter_map(move |way| self.board.offset(from, way));
            let to = to.filter(move |&to| free.contains(to)).map(Some);
            let off = (ahead == last).then_some(None);
            to.chain(off).map(move |to| Drive { from, to })
        })
    }
}

impl Game for Dodgem {
    type Player = Player;
    type Move = Drive;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who has no car left has won, and so has who cannot move.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let gone = Player::ALL.into_iter().find(|&p| self.board.stones[p as usize].is_empty());
        let stuck = || self.drives().next().is_none().then_some(self.turn);
        gone.or_else(stuck).map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Drive>) {
        if self.outcome().is_none() {
            moves.extend(self.drives());
        }
    }

    fn check(&self, drive: Drive) -> Result<(), NotLegal> {
        NotLegal::check(self, drive)
    }

    fn play_unchecked(&mut self, drive: Drive) {
        let own = &mut self.board.stones[self.turn as usize];
        own.remove(drive.from);
        *own = drive.to.map_or(*own, |to| own.with(to));
        self.turn = !self.turn;
    }
}

impl Keyed for Dodgem {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above and the player to move: `r2/r2/1bb r`.
impl fmt::Display for Dodgem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['r', 'b']), self.turn.to_char())
    }
}

impl Notation for Dodgem {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules { size: self.board.files }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        let size = rules.clamp().size;
        Ok(Self { board: Board::read(board, size..=size, size..=size, ['r', 'b'])?, turn })
    }
}

/// Red has the left side and blue the bottom, without the corner.
impl Start for Dodgem {
    fn start(rules: &Rules, _seed: u64) -> Self {
        let size = rules.clamp().size;
        let mut board = Board::new(size, size);
        board.stones[0] = (1..size).filter_map(|rank| Square::new(0, rank)).collect();
        board.stones[1] = (1..size).filter_map(|file| Square::new(file, 0)).collect();
        Self { board, turn: Player::Red }
    }
}

impl Draw for Dodgem {
    fn size(&self) -> (u8, u8) {
        (self.board.files, self.board.ranks)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in self.board.squares() {
            let cell = (square.file() as i8, square.rank() as i8);
            let is_dark = (square.file() + square.rank()).is_multiple_of(2);
            canvas.square(cell, if is_dark { "dark" } else { "light" });
            if let Some(player) = self.board.owner(square).map(|player| Player::ALL[player]) {
                let sign = [Sign::Ring, Sign::Lozenge][player as usize].at((50, 50), 14);
                canvas.piece(cell, &player.to_string(), player, disc(34) + &sign);
            }
        }
        let (size, middle) = (self.board.files as i8, (self.board.files / 2) as i8);
        canvas.place("right", (size, middle), "felt");
        canvas.place("top", (middle, size), "felt");
    }

    /// From where to where; cars leave by `right` or `top`.
    fn places(&self, drive: Drive) -> Vec<String> {
        let off = if self.turn == Player::Red { "right" } else { "top" };
        let to = drive.to.map_or_else(|| off.to_owned(), |to| to.to_string());
        vec![drive.from.to_string(), to]
    }
}

impl Explain for Dodgem {
    fn task(&self) -> Task {
        Task::new("move a car forward, to a side, or off the board")
    }
}

impl Observe for Dodgem {}
