//! Domineering: one player puts upright dominoes on two free squares, the other level ones; who cannot has lost.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Square, Step, split_turn};

engine::two_players! {
    /// A player. Upright begins.
    pub enum Player { Upright: 'u' "upright", Level: 'l' "level" }
}

/// A position. The stones are the squares that are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    board: Board,
    turn: Player,
}

impl Domineering {
    /// An empty board of at most eight files and ranks.
    pub fn new(files: u8, ranks: u8) -> Self {
        Self { board: Board::new(files, ranks), turn: Player::Upright }
    }

    fn other_half(&self, from: Square) -> Option<Square> {
        if self.turn == Player::Upright { from.offset(0, 1) } else { from.offset(1, 0) }
    }

    fn dominoes(&self) -> impl Iterator<Item = Step> {
        let free = self.board.free();
        free.into_iter().filter_map(move |from| {
            let to = self.other_half(from).filter(|&to| free.contains(to));
            to.map(|to| Step { from, to })
        })
    }
}

impl Game for Domineering {
    type Player = Player;
    type Move = Step;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.dominoes().next().is_none().then_some(Outcome::Winner(!self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Step>) {
        moves.extend(self.dominoes());
    }

    fn check(&self, domino: Step) -> Result<(), NotLegal> {
        NotLegal::check(self, domino)
    }

    /// It makes no difference to the rest of the game who covered a square.
    fn play_unchecked(&mut self, domino: Step) {
        let covered = &mut self.board.stones[0];
        *covered = covered.with(domino.from).with(domino.to);
        self.turn = !self.turn;
    }
}

impl Keyed for Domineering {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above, `x` where a domino lies, and the player to move: `3/x2/x2 l`.
impl fmt::Display for Domineering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['x', 'x']), self.turn.to_char())
    }
}

impl Notation for Domineering {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (board, turn) = split_turn(text, Player::from_char)?;
        let mut board = Board::read(board, 1..=8, 1..=8, ['x', 'x'])?;
        // Both letters are the same, so all were read as the second player's.
        board.stones.swap(0, 1);
        Ok(Self { board, turn })
    }
}
