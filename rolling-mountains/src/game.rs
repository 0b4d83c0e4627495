//! The rules as a [`Game`] of the engine: the stages of a turn (rulings 5 to 7).

use engine::{Game, Outcome, Start};
use rand::{Rng, RngExt};

use crate::edge::{Edge, EdgeSet};
use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::square::{Direction, SquareSet};
use crate::stage::{Action, Motion, Phase, Stage};

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        self.rules().players.seats()
    }

    fn turn(&self) -> Player {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Player>> {
        self.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        self.generate_all_but_actions(moves).append_to(moves);
    }

    fn count_moves(&self, buffer: &mut Vec<Move>) -> u64 {
        let start = buffer.len();
        let actions = self.generate_all_but_actions(buffer);
        let count = buffer.len() - start + actions.len();
        buffer.truncate(start);
        count as u64
    }

    fn random_move<R: Rng + ?Sized>(&self, buffer: &mut Vec<Move>, rng: &mut R) -> Option<Move> {
        let start = buffer.len();
        let actions = self.generate_all_but_actions(buffer);
        let others = buffer.len() - start;
        let count = others + actions.len();
        let number = (count > 0).then(|| rng.random_range(..count));
        let chosen = number.and_then(|number| match number.checked_sub(others) {
            Some(number) => actions.nth(number),
            None => buffer.get(start + number).copied(),
        });
        buffer.truncate(start);
        chosen
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if let Move::Step(pawn, direction) = m {
            return self.check_step(pawn, direction);
        }
        let listing = self.listing();
        let moves_first = !listing.steps.is_empty();
        match (m, self.stage()) {
            (Move::Pass, _) if moves_first || !listing.actions.is_empty() => {
                return Err(IllegalMove::PassNotNeeded);
            }
            (Move::Pass, _) => return Ok(()),
            (_, Stage::ActionDone | Stage::Moving(Motion { action: Action::Done, .. })) => {
                return Err(IllegalMove::ActionDone);
            }
            (Move::Tile(_) | Move::Remove(_), _) if moves_first => {
                return Err(IllegalMove::MovementFirst);
            }
            (_, Stage::Moving(Motion { pawn, .. })) if !self.allows_changes() => {
                return Err(IllegalMove::OutsideMovement { pawn });
            }
            _ => self.check_action(m)?,
        }
        match (listing.actions.has(m), listing.is_too_hard) {
            (true, _) => Ok(()),
            (false, true) => Err(IllegalMove::TooHard),
            (false, false) => Err(IllegalMove::NoMovementLeft),
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Step(pawn, direction) => self.step(pawn, direction),
            Move::Tile(square) => {
                self.0.supply = self.supply().saturating_sub(1);
                self.0.tiles = self.tiles().with(square);
                self.end_turn(None);
            }
            Move::Remove(edge) => {
                self.0.supply = self.supply().saturating_add(1);
                self.0.walls = self.walls().without(edge);
                self.end_turn(Some(edge));
            }
            Move::Wall(_) | Move::Mountain(_) => self.act(m),
            Move::Pass => self.end_turn(None),
        }
    }
}

impl Position {
    /// Places a wall or a mountain, at any stage.
    fn act(&mut self, m: Move) {
        // Without a movement the turn is the action alone (ruling 7).
        let next = match self.stage() {
            Stage::Start if self.can_move() => Some(Stage::ActionDone),
            Stage::Moving(motion) => Some(Stage::Moving(Motion { action: Action::Done, ..motion })),
            Stage::Start | Stage::ActionDone | Stage::MovementDone => None,
        };
        if let Move::Wall(edge) = m {
            self.0.supply = self.supply().saturating_sub(1);
            self.0.walls = self.walls().with(edge);
        } else if let Move::Mountain(square) = m {
            let left = &mut self.0.mountains_left[self.turn().seat()];
            *left = left.saturating_sub(1);
            self.0.tiles = self.tiles().without(square);
            self.0.mountains = self.mountains().with(square);
        }
        match next {
            Some(stage) => self.0.stage = stage,
            None => self.end_turn(None),
        }
    }

    fn step(&mut self, pawn: Pawn, direction: Direction) {
        let (mut held, phase, action) = match self.stage() {
            Stage::Start | Stage::MovementDone => (0, None, Action::Due),
            Stage::ActionDone => (0, None, Action::Done),
            Stage::Moving(motion) => (motion.held, Some(motion.phase), motion.action),
        };
        let to = match self.pawn(self.turn(), pawn) {
            Place::Out(_) => return,
            Place::Waiting => self.rules().entry(self.turn(), pawn),
            Place::On(from) => {
                if phase == Some(Phase::Dropping) {
                    self.0.tiles = self.tiles().with(from);
                    held = held.saturating_sub(1);
                }
                let Some(to) = self.neighbour(from, direction) else {
                    self.0.pawns[self.turn().seat()][pawn as usize] = Place::Out(from);
                    return self.end_movement(action);
                };
                to
            }
        };
        self.0.pawns[self.turn().seat()][pawn as usize] = Place::On(to);
        let phase = match phase {
            None | Some(Phase::Collecting) if self.tiles().contains(to) => {
                self.0.tiles = self.tiles().without(to);
                held = held.saturating_add(1);
                Phase::Collecting
            }
            None | Some(Phase::Collecting) => Phase::Collected,
            Some(Phase::Collected | Phase::Dropping) => Phase::Dropping,
        };
        if held == 0 {
            self.end_movement(action);
        } else {
            self.0.stage = Stage::Moving(Motion { pawn, held, phase, action });
        }
    }

    fn end_movement(&mut self, action: Action) {
        if action == Action::Done || self.has_won(self.turn()) {
            self.end_turn(None);
        } else {
            self.0.stage = Stage::MovementDone;
        }
    }

    fn end_turn(&mut self, removed: Option<Edge>) {
        self.0.removed[self.turn().seat()] = removed;
        self.0.turns = self.turns().saturating_add(1);
        self.0.turn = self.rules().players.after(self.turns());
        self.0.stage = Stage::Start;
    }
}

/// The start by the default rules.
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default(), 0)
    }
}

/// The board is empty and all pawns wait; the seed is ignored.
impl Start for Position {
    fn start(rules: &Rules, _seed: u64) -> Self {
        let rules = rules.within_bounds();
        Self::assemble(&Setup {
            tiles: SquareSet::EMPTY,
            mountains: SquareSet::EMPTY,
            walls: EdgeSet::EMPTY,
            pawns: [[Place::Waiting; 2]; 4],
            supply: rules.tiles,
            mountains_left: [rules.mountains(); 4],
            removed: [None; 4],
            turn: Player::Red,
            turns: 0,
            stage: Stage::Start,
            rules,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions in which no step is found cannot be read, but play goes on from them.
    #[test]
    fn a_player_who_has_no_step_in_the_middle_of_a_turn_passes() {
        let motion =
            Motion { pawn: Pawn::Left, held: 40, phase: Phase::Collected, action: Action::Due };
        for (text, stage) in [
            ("3/tm1/tt1 a1n,a3e,b1e,b3e b3,-/-,- 6 1,1 -,- 0 0", Stage::Moving(motion)),
            ("3/3/3 a1e,a1n a1,-/-,c1 6 1,1 -,- 0 0", Stage::ActionDone),
        ] {
            let start: Position = text.parse().unwrap();
            let mut position = Position::assemble(&Setup { stage, ..start.setup() });
            assert_eq!(position.legal_moves(), [Move::Pass]);
            assert_eq!(position.count_moves(&mut Vec::new()), 1);
            for direction in Direction::ALL {
                assert!(position.check(Move::Step(Pawn::Left, direction)).is_err());
            }
            position.play(Move::Pass).unwrap();
            let after = Setup { turn: Player::Yellow, turns: 1, ..start.setup() };
            assert_eq!(position, Position::assemble(&after));
        }
    }
}
