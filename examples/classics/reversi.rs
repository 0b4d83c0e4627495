//! Reversi, with passes: who cannot turn a stone passes, and the game ends when nobody can.

use std::fmt;
use std::str::FromStr;

use engine::observe::Observe;
use engine::svg::{Canvas, Colour, Draw, Explain, Task, disc};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Points, Start, key};

use crate::board::{Board, Square, Squares, split_turn};
use crate::rules::rules;

engine::two_players! {
    /// A player. Black begins.
    pub enum Player { Black: 'x' "black", White: 'o' "white" }
}

rules! {
    /// The size.
    pub struct Rules {
        /// The side of the board.
        size: 4 to 8, by default 4;
    }
}

/// A stone on a square, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a stone there.
    Put(Square),
    /// No stone can be turned.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(square) => fmt::Display::fmt(square, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "pass" { Ok(Self::Pass) } else { text.parse().map(Self::Put) }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversi {
    board: Board,
    turn: Player,
}

impl Reversi {
    /// The stones that a stone on a free square turns.
    fn turned(&self, player: Player, square: Square) -> Squares {
        const AROUND: [(i8, i8); 8] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let [own, other] = [player, !player].map(|player| self.board.stones[player as usize]);
        let along = |way: (i8, i8)| {
            let (mut at, mut passed) = (self.board.offset(square, way), Squares::EMPTY);
            while let Some(next) = at.filter(|&next| other.contains(next)) {
                passed.insert(next);
                at = self.board.offset(next, way);
            }
            if at.is_some_and(|end| own.contains(end)) { passed } else { Squares::EMPTY }
        };
        AROUND.into_iter().fold(Squares::EMPTY, |all, way| all | along(way))
    }

    /// A simple evaluation: a move counts 1, a corner 10.
    pub fn value(&self, player: Player) -> i32 {
        let is_corner = |square: &Square| {
            let last = self.board.files - 1;
            [square.file(), square.rank()].iter().all(|&at| at == 0 || at == last)
        };
        let of = |player: Player| {
            let corners = self.board.stones[player as usize].into_iter().filter(is_corner);
            self.puts(player).count() as i32 + 10 * corners.count() as i32
        };
        of(player) - of(!player)
    }

    /// Where a player can put a stone.
    fn puts(&self, player: Player) -> impl Iterator<Item = Square> {
        let free = self.board.free().into_iter();
        free.filter(move |&square| !self.turned(player, square).is_empty())
    }
}

impl Game for Reversi {
    type Player = Player;
    type Move = Move;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let is_over = [self.turn, !self.turn].iter().all(|&p| self.puts(p).next().is_none());
        let stones = |player| (player, self.board.stones[player as usize].len() as i32);
        is_over.then(|| Outcome::Points(Points::new(Player::ALL.map(stones))))
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        moves.extend(self.puts(self.turn).map(Move::Put));
        if moves.len() == before && self.puts(!self.turn).next().is_some() {
            moves.push(Move::Pass);
        }
    }

    fn check(&self, m: Move) -> Result<(), NotLegal> {
        NotLegal::check(self, m)
    }

    fn play_unchecked(&mut self, m: Move) {
        if let Move::Put(square) = m {
            let turned = self.turned(self.turn, square);
            let [own, other] = [self.turn, !self.turn].map(|player| player as usize);
            self.board.stones[own] |= turned.with(square);
            self.board.stones[other] -= turned;
        }
        self.turn = !self.turn;
    }
}

impl Keyed for Reversi {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above and the player to move: `4/1ox1/1xo1/4 x`.
impl fmt::Display for Reversi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['x', 'o']), self.turn.to_char())
    }
}

impl Notation for Reversi {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules { size: self.board.files }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        let size = rules.clamp().size;
        Ok(Self { board: Board::read(board, size..=size, size..=size, ['x', 'o'])?, turn })
    }
}

/// Four stones in the middle, those of a player on a diagonal.
impl Start for Reversi {
    fn start(rules: &Rules, _seed: u64) -> Self {
        let size = rules.clamp().size;
        let (low, high) = (size / 2 - 1, size / 2);
        let mut board = Board::new(size, size);
        let pair =
            |squares: [(u8, u8); 2]| squares.into_iter().filter_map(|(f, r)| Square::new(f, r));
        board.stones[0] = pair([(low, high), (high, low)]).collect();
        board.stones[1] = pair([(low, low), (high, high)]).collect();
        Self { board, turn: Player::Black }
    }
}

impl Draw for Reversi {
    const CHOICES: &'static [&'static str] = &["pass"];

    fn size(&self) -> (u8, u8) {
        (self.board.files, self.board.ranks)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in self.board.squares() {
            let cell = (square.file() as i8, square.rank() as i8);
            canvas.square(cell, "light");
            if let Some(player) = self.board.owner(square).map(|player| Player::ALL[player]) {
                canvas.piece(cell, &player.to_string(), player, disc(38));
            }
        }
    }

    fn places(&self, m: Move) -> Vec<String> {
        vec![m.to_string()]
    }
}

impl Explain for Reversi {
    fn colour(&self, player: Player) -> Colour {
        if player == Player::Black { Colour::Black } else { Colour::White }
    }

    fn task(&self) -> Task {
        Task::new("enclose stones of the other player between two of yours, or pass if you cannot")
    }
}

impl Observe for Reversi {}
