//! Three Men's Morris, and Achi with four: put the men on the board, then slide them along its lines. Positions come
//! again.

use std::fmt;
use std::str::FromStr;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, Step, has_line, split_turn};
use crate::in_a_row::Player;
use crate::rules::rules;

rules! {
    /// The number of men.
    pub struct Rules {
        /// The men of each player.
        men: 3 to 4, by default 3;
    }
}

/// A man is put on a point, or slides to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// As long as there are men to put.
    Put(Square),
    /// Along a line to the next point.
    Slide(Step),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(point) => fmt::Display::fmt(point, f),
            Self::Slide(step) => fmt::Display::fmt(step, f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains('-') { text.parse().map(Self::Slide) } else { text.parse().map(Self::Put) }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morris {
    board: Board,
    men: u8,
    turn: Player,
}

impl Morris {
    /// An empty board for so many men of each player.
    pub fn new(men: u8) -> Self {
        Self { board: Board::new(3, 3), men: Rules { men }.clamp().men, turn: Player::X }
    }

    /// The points beside this one on its lines; the diagonals go through the middle.
    fn beside(&self, point: Square) -> impl Iterator<Item = Square> {
        let is_on_diagonals = (point.file() + point.rank()).is_multiple_of(2);
        let ways = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let ways = ways.filter(move |&(x, y)| x != y && x != -y || is_on_diagonals && x * y != 0);
        ways.filter_map(move |way| self.board.offset(point, way))
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let puts = self.board.count() < 2 * usize::from(self.men);
        let (free, own) = (self.board.free(), self.board.stones[self.turn as usize]);
        let put = free.into_iter().filter(move |_| puts).map(Move::Put);
        let slide = own.into_iter().filter(move |_| !puts).flat_map(move |from| {
            let to = self.beside(from).filter(move |&to| free.contains(to));
            to.map(move |to| Move::Slide(Step { from, to }))
        });
        put.chain(slide)
    }
}

impl Game for Morris {
    type Player = Player;
    type Move = Move;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who has three in a line has won. Who cannot move has lost.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let has_won = |&player: &Player| has_line(self.board.stones[player as usize], 3);
        let stuck = || self.moves().next().is_none().then_some(!self.turn);
        Player::ALL.into_iter().find(has_won).or_else(stuck).map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            moves.extend(self.moves());
        }
    }

    fn check(&self, m: Move) -> Result<(), NotLegal> {
        NotLegal::check(self, m)
    }

    fn play_unchecked(&mut self, m: Move) {
        let own = &mut self.board.stones[self.turn as usize];
        *own = match m {
            Move::Put(point) => own.with(point),
            Move::Slide(step) => own.without(step.from).with(step.to),
        };
        self.turn = !self.turn;
    }
}

impl Keyed for Morris {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above and the player to move: `x1o/1x1/3 o`.
impl fmt::Display for Morris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['x', 'o']), self.turn.to_char())
    }
}

impl Notation for Morris {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules { men: self.men }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        let board = Board::read(board, 3..=3, 3..=3, ['x', 'o'])?;
        Ok(Self { board, men: rules.clamp().men, turn })
    }
}
