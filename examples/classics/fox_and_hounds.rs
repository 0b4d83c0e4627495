//! Fox and Hounds: a fox that goes anywhere on dark squares, and hounds that only go forward.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, Step, split_turn};

engine::two_players! {
    /// A player. The fox begins.
    pub enum Player { Fox: 'f' "fox", Hounds: 'h' "hounds" }
}

/// A position. The hounds start on the first rank, the fox on the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoxAndHounds {
    board: Board,
    turn: Player,
}

impl FoxAndHounds {
    /// The beginning on a board of 4, 6 or 8 files and ranks; other numbers are rounded down.
    pub fn new(size: u8) -> Self {
        let size = size.clamp(4, 8) / 2 * 2;
        let mut board = Board::new(size, size);
        let on = |file, rank| Square::new(file, rank).into_iter();
        board.stones[0] = on(size / 4 * 2 + 1, size - 1).collect();
        board.stones[1] = (0..size / 2).flat_map(|hound| on(2 * hound, 0)).collect();
        Self { board, turn: Player::Fox }
    }

    /// The steps of the player to move.
    fn steps(&self) -> impl Iterator<Item = Step> {
        const WAYS: [(i8, i8); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
        let ways = if self.turn == Player::Fox { &WAYS[..] } else { &WAYS[..2] };
        let free = self.board.free();
        self.board.stones[self.turn as usize].into_iter().flat_map(move |from| {
            let to = ways.iter().filter_map(move |&way| self.board.offset(from, way));
            to.filter(move |&to| free.contains(to)).map(move |to| Step { from, to })
        })
    }
}

impl Game for FoxAndHounds {
    type Player = Player;
    type Move = Step;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// The fox wins on the first rank. Who cannot move has lost.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let escaped = self.board.stones[0].into_iter().any(|fox| fox.rank() == 0);
        let stuck = || self.steps().next().is_none().then_some(!self.turn);
        escaped.then_some(Player::Fox).or_else(stuck).map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Step>) {
        if self.outcome().is_none() {
            moves.extend(self.steps());
        }
    }

    fn check(&self, step: Step) -> Result<(), NotLegal> {
        NotLegal::check(self, step)
    }

    fn play_unchecked(&mut self, step: Step) {
        let own = &mut self.board.stones[self.turn as usize];
        *own = own.without(step.from).with(step.to);
        self.turn = !self.turn;
    }
}

impl Keyed for FoxAndHounds {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above and the player to move: `3f/4/4/h1h1 f`.
impl fmt::Display for FoxAndHounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['f', 'h']), self.turn.to_char())
    }
}

impl Notation for FoxAndHounds {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        Ok(Self { board: Board::read(board, 4..=8, 4..=8, ['f', 'h'])?, turn })
    }
}
