//! What makes the parts of a position fit (ruling 10).

use crate::edge::EdgeSet;
use crate::player::{Pawn, Place};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::PositionError;
use crate::square::SquareSet;
use crate::stage::Stage;

impl Position {
    /// Says whether the parts of the position fit, and if not, why.
    pub(crate) fn check_parts(&self) -> Result<(), PositionError> {
        self.check_board()?;
        self.check_pawns()?;
        self.check_walls()?;
        self.check_counts()?;
        self.check_turn()
    }

    fn check_board(&self) -> Result<(), PositionError> {
        let board = self.rules.board();
        if let Some(square) = ((self.tiles | self.mountains) - board).into_iter().next() {
            return Err(PositionError::OffBoard { square });
        }
        if let Some(square) = (self.tiles & self.mountains).into_iter().next() {
            return Err(PositionError::TileOnMountain { square });
        }
        match (self.mountains & self.rules.corner_squares()).into_iter().next() {
            Some(square) => Err(PositionError::MountainOnCorner { square }),
            None => Ok(()),
        }
    }

    fn check_pawns(&self) -> Result<(), PositionError> {
        let mut taken = SquareSet::EMPTY;
        for &player in self.rules.players().seats() {
            for pawn in Pawn::ALL {
                match self.pawn(player, pawn) {
                    Place::Waiting => {}
                    Place::On(square) if !self.rules.board().contains(square) => {
                        return Err(PositionError::OffBoard { square });
                    }
                    Place::On(square) if (self.tiles | self.mountains).contains(square) => {
                        return Err(PositionError::PawnOnOccupied { player, pawn, square });
                    }
                    Place::On(square) if taken.contains(square) => {
                        return Err(PositionError::PawnsTogether { square });
                    }
                    Place::On(square) => taken = taken.with(square),
                    Place::Out(corner) => {
                        if !self.rules.exits(player, pawn).contains(corner) {
                            return Err(PositionError::NotItsExit { player, pawn, corner });
                        }
                        if self.pawn(player, pawn.other()) == Place::Out(corner) {
                            return Err(PositionError::SameExit { player, corner });
                        }
                    }
                }
            }
        }
        if self.mountain_rule_holds(self.mountains) { Ok(()) } else { Err(PositionError::CutOff) }
    }

    fn check_walls(&self) -> Result<(), PositionError> {
        let removed = self.removed.into_iter().flatten().collect::<EdgeSet>();
        if let Some(edge) = ((self.walls | removed) - self.rules.inner_edges()).iter().next() {
            return Err(PositionError::OuterEdge { edge });
        }
        match (self.walls & removed).iter().next() {
            Some(edge) => Err(PositionError::WallOnRemoved { edge }),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> Result<(), PositionError> {
        let held = match self.stage {
            Stage::Moving(motion) => motion.held,
            Stage::Start | Stage::ActionDone | Stage::MovementDone => 0,
        };
        let tiles =
            usize::from(self.supply) + usize::from(held) + self.tiles.len() + self.walls.len();
        if tiles > usize::from(Rules::MAX_TILES) {
            return Err(PositionError::TooManyTiles { tiles });
        }
        for &player in self.rules.players().seats() {
            let mountains = self.mountains_left(player);
            if mountains > Rules::MAX_MOUNTAINS {
                return Err(PositionError::TooManyMountains { player, mountains });
            }
        }
        Ok(())
    }

    fn check_turn(&self) -> Result<(), PositionError> {
        let expected = self.rules.players().after(self.turns);
        if self.turn != expected {
            return Err(PositionError::Seat { turns: self.turns, turn: self.turn, expected });
        }
        let last = self.turns.checked_sub(1).map(|turns| self.rules.players().after(turns));
        let winners = self.rules.players().seats().iter().filter(|&&player| self.has_won(player));
        for &player in winners {
            if last != Some(player) || self.stage != Stage::Start {
                return Err(PositionError::WinnerNotLast { player });
            }
        }
        match self.stage {
            Stage::Moving(motion) => {
                let pawn = motion.pawn;
                if self.pawn(self.turn, pawn).square().is_none() {
                    return Err(PositionError::MotionOffBoard { pawn });
                }
                if motion.held == 0 {
                    return Err(PositionError::MotionWithoutTiles { pawn });
                }
                if self.can_move() { Ok(()) } else { Err(PositionError::Stuck) }
            }
            Stage::ActionDone if !self.can_move() => Err(PositionError::Stuck),
            Stage::Start | Stage::ActionDone | Stage::MovementDone => Ok(()),
        }
    }
}
