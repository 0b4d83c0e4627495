//! The traits of the engine.

use engine::{Game, Keyed, Notation, Outcome, Start};

use crate::movement::Openings;
use crate::moves::{IllegalMove, Move, ParseMoveError};
use crate::notation::{self, ParsePositionError};
use crate::player::Player;
use crate::position::{Position, Stage};
use crate::rules::Rules;

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        self.rules.players().seats()
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// A win comes before the turn limit (ruling 9). Without a limit a game of 4,294,967,295 turns,
    /// the most that can be counted, is drawn.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let mut players = self.players().iter().copied();
        if let Some(winner) = players.find(|&player| self.has_won(player)) {
            return Some(Outcome::Winner(winner));
        }
        let limit = self.rules.turn_limit().map_or(u32::MAX, u32::from);
        (self.turns >= limit || self.is_dead()).then_some(Outcome::Draw)
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        match self.stage {
            Stage::Start => {
                let Openings { steps, actions } = self.openings();
                if steps.is_empty() {
                    self.generate_closing_actions(moves);
                } else {
                    moves.extend(steps);
                    actions.append_to(moves);
                }
            }
            Stage::ActionDone | Stage::Moving(_) => self.generate_steps(moves),
            Stage::MovementDone => self.generate_closing_actions(moves),
        }
    }

    fn count_moves(&self, buffer: &mut Vec<Move>) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let count = match self.stage {
            Stage::Start => {
                let Openings { steps, actions } = self.openings();
                match steps.len() {
                    0 => self.actions(self.turn).len().max(1),
                    count => count + actions.len(),
                }
            }
            Stage::MovementDone => self.actions(self.turn).len().max(1),
            Stage::ActionDone | Stage::Moving(_) => {
                let start = buffer.len();
                self.generate_steps(buffer);
                let count = buffer.len() - start;
                buffer.truncate(start);
                count
            }
        };
        count as u64
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if let Move::Step(pawn, direction) = m {
            return self.check_step(pawn, direction);
        }
        match self.stage {
            Stage::Moving(motion) => return Err(IllegalMove::InMotion { pawn: motion.pawn }),
            Stage::ActionDone => return Err(IllegalMove::ActionDone),
            Stage::Start | Stage::MovementDone => {}
        }
        let early = self.stage == Stage::Start && self.can_move();
        match m {
            Move::Pass if early || !self.actions(self.turn).is_empty() => {
                return Err(IllegalMove::PassNotNeeded);
            }
            Move::Tile(_) | Move::Remove(_) if early => return Err(IllegalMove::MovementFirst),
            _ => {}
        }
        self.check_action(m)?;
        if early && !self.can_still_move(m) { Err(IllegalMove::NoMovementLeft) } else { Ok(()) }
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
        self.rules
    }

    /// The text decides about the players and the size of the board, whatever `rules` says.
    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        notation::parse(text, *rules)
    }

    fn parse_word(word: &str, moves: &mut Vec<Move>) -> Result<(), ParseMoveError> {
        Move::parse_run(word, moves)
    }
}

/// The board is empty and all pawns wait.
impl Start for Position {
    fn start(rules: &Rules, _seed: u64) -> Self {
        Self::first(*rules)
    }
}
