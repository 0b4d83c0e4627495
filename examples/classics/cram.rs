//! Cram: both players put dominoes on two free squares in either direction; who cannot has lost.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Board, Step, split_turn};
use crate::nim_values::Impartial;
use crate::rules::{Play, Player};

/// A position. What is covered are the stones of nobody in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cram {
    board: Board,
    turn: Player,
}

impl Cram {
    /// An empty board of at most eight files and ranks.
    pub fn new(files: u8, ranks: u8) -> Self {
        Self { board: Board::new(files, ranks), turn: Player::First }
    }

    fn dominoes(&self) -> impl Iterator<Item = Step> {
        let free = self.board.free();
        free.into_iter().flat_map(move |from| {
            let to = [(0, 1), (1, 0)].into_iter().filter_map(move |way| from.offset(way.0, way.1));
            to.filter(move |&to| free.contains(to)).map(move |to| Step { from, to })
        })
    }
}

impl Game for Cram {
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
        self.dominoes().next().is_none().then(|| Play::Normal.outcome(self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Step>) {
        moves.extend(self.dominoes());
    }

    fn check(&self, domino: Step) -> Result<(), NotLegal> {
        NotLegal::check(self, domino)
    }

    fn play_unchecked(&mut self, domino: Step) {
        let covered = &mut self.board.stones[0];
        *covered = covered.with(domino.from).with(domino.to);
        self.turn = !self.turn;
    }
}

impl Keyed for Cram {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Impartial for Cram {}

/// The ranks from above, `x` where a domino lies, and the player to move: `3/xx1/3 2`.
impl fmt::Display for Cram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board.write(['x', 'x']), self.turn.to_char())
    }
}

impl Notation for Cram {
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
