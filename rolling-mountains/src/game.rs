//! The traits of the engine.

use engine::{Game, Keyed, Notation, Outcome, Start};

use crate::legal::IllegalMove;
use crate::moves::{Move, ParseMoveError};
use crate::notation::{self, ParsePositionError};
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        self.rules().players().seats()
    }

    fn turn(&self) -> Player {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        self.generate_moves(moves);
    }

    fn count_moves(&self, buffer: &mut Vec<Move>) -> u64 {
        self.count_moves(buffer)
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        self.check(m)
    }

    fn play_unchecked(&mut self, m: Move) {
        self.play_unchecked(m);
    }
}

impl Keyed for Position {
    fn key(&self) -> u64 {
        self.key()
    }
}

/// Successive steps of a pawn may be run together where a list of plies is read: `L:nne t:c3`.
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;
    type ParseMoveError = ParseMoveError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    /// Players and size of the board are those of the text, whatever `rules` says.
    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        notation::parse(text, *rules)
    }

    fn parse_word(word: &str, moves: &mut Vec<Move>) -> Result<(), ParseMoveError> {
        Move::parse_run(word, moves)
    }
}

/// The board is empty and all pawns wait; the seed is ignored.
impl Start for Position {
    fn start(rules: &Rules, _seed: u64) -> Self {
        Self::first(*rules)
    }
}
