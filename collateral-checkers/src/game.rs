//! The rules as a [`Game`] of the engine.

use engine::{Game, Outcome, Start};

use crate::chain::Chain;
use crate::legal::{Choice, IllegalMove};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::{Square, SquareSet};

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.outcome()
    }

    /// In the order of their texts.
    #[inline]
    fn generate_moves(&self, moves: &mut Vec<Move>) {
        if self.ending().is_none() {
            Choice::of(self).generate_all(moves);
        }
    }

    #[inline]
    fn generate_distinct_moves(&self, moves: &mut Vec<Move>) {
        if self.ending().is_none() {
            Choice::of(self).generate_distinct(moves);
        }
    }

    fn count_moves(&self, _buffer: &mut Vec<Move>) -> u64 {
        if self.ending().is_some() { 0 } else { Choice::of(self).count() }
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.ending().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let from = m.from();
        match self.piece(from) {
            None => return Err(IllegalMove::NoPiece { from }),
            Some(player) if player != self.turn() => {
                return Err(IllegalMove::NotYours { from, player });
            }
            Some(_) => {}
        }
        if m.is_capture() { self.check_capture(m) } else { self.check_step(m.to()) }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (own, opponents) = self.sides();
        let held_before = own.contains(Square::C3);
        let setup = &mut self.0;
        let (own, opponents) = if m.is_capture() {
            setup.quiet = 0;
            Chain::of(m, own, opponents).board()
        } else {
            setup.quiet = setup.quiet.saturating_add(1);
            (own.without(m.from()) | m.step_target(), opponents)
        };
        setup.hold = if own.contains(Square::C3) {
            if held_before { setup.hold.saturating_add(1) } else { 1 }
        } else if opponents.contains(Square::C3) {
            setup.hold
        } else {
            0
        };
        setup.pieces[setup.turn as usize] = own;
        setup.pieces[!setup.turn as usize] = opponents;
        setup.turn = !setup.turn;
    }
}

/// The start by the default rules.
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default(), 0)
    }
}

/// There is one start position (ruling 1); the seed is ignored.
impl Start for Position {
    fn start(rules: &Rules, _seed: u64) -> Self {
        // Two ranks each, less the squares in front of the centre.
        let black = SquareSet::from_bits(0b00011_00011_00001_00011_00011);
        let white = SquareSet::from_bits(0b11000_11000_10000_11000_11000);
        let pieces = [black, white];
        Self(Setup { pieces, turn: Player::Black, hold: 0, quiet: 0, rules: *rules })
    }
}
