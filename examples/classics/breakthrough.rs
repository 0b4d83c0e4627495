//! Breakthrough: pieces step forward, capture diagonally, and win on the last rank.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, Squares, Step, split_turn};

engine::two_players! {
    /// A player. White begins and moves up.
    pub enum Player { White: 'w' "white", Black: 'b' "black" }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    board: Board,
    turn: Player,
}

impl Breakthrough {
    /// The beginning on 2 to 8 files and 3 to 8 ranks: each player has two ranks of pieces, on a board of less than
    /// five ranks one.
    pub fn new(files: u8, ranks: u8) -> Self {
        let mut board = Board::new(files.max(2), ranks.max(3));
        let rows = if board.ranks < 5 { 1 } else { 2 };
        let within = |square: &Square, first: u8| (first..first + rows).contains(&square.rank());
        for (player, first) in [0, board.ranks - rows].into_iter().enumerate() {
            let own = board.squares().into_iter().filter(|square| within(square, first));
            board.stones[player] = own.collect();
        }
        Self { board, turn: Player::White }
    }

    fn stones(&self, player: Player) -> Squares {
        self.board.stones[player as usize]
    }

    /// Where the piece of the player to move can go from a square.
    fn steps(&self, from: Square) -> impl Iterator<Item = Step> {
        let up = if self.turn == Player::White { 1 } else { -1 };
        [-1, 0, 1].into_iter().filter_map(move |side: i8| {
            let to = self.board.offset(from, (side, up))?;
            let is_met = side == 0 && self.stones(!self.turn).contains(to);
            (!is_met && !self.stones(self.turn).contains(to)).then_some(Step { from, to })
        })
    }
}

impl Game for Breakthrough {
    type Player = Player;
    type Move = Step;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who stands on the last rank, or leaves the other player without a move, has won.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let goal = if self.turn == Player::White { 0 } else { self.board.ranks - 1 };
        let has_won = self.stones(!self.turn).into_iter().any(|square| square.rank() == goal);
        let own = self.stones(self.turn);
        let is_stuck = || own.into_iter().all(|from| self.steps(from).next().is_none());
        (has_won || is_stuck()).then_some(Outcome::Winner(!self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Step>) {
        if self.outcome().is_none() {
            moves.extend(self.stones(self.turn).into_iter().flat_map(|from| self.steps(from)));
        }
    }

    fn check(&self, step: Step) -> Result<(), NotLegal> {
        NotLegal::check(self, step)
    }

    fn play_unchecked(&mut self, step: Step) {
        let own = &mut self.board.stones[self.turn as usize];
        *own = own.without(step.from).with(step.to);
        self.board.stones[!self.turn as usize].remove(step.to);
        self.turn = !self.turn;
    }
}

impl Keyed for Breakthrough {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above and the player to move: `bbb/3/3/www w`.
impl fmt::Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['w', 'b']), self.turn.to_char())
    }
}

impl Notation for Breakthrough {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        Ok(Self { board: Board::read(board, 2..=8, 3..=8, ['w', 'b'])?, turn })
    }
}
