//! Positions part by part, and what makes them playable (ruling 10).

use crate::edge::{Edge, EdgeSet};
use crate::player::{Pawn, Place, Player};
use crate::position::{Pawns, Position, Stage};
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// The parts of a position, which need not fit.
///
/// ```
/// use engine::Start;
/// use rolling_mountains::{Position, PositionError, Rules, Square};
///
/// let mut setup = Position::start(&Rules::default(), 0).setup();
/// setup.mountains = setup.mountains.with(Square::A1);
/// assert_eq!(setup.position(), Err(PositionError::MountainOnCorner { square: Square::A1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules, with the size of the board and the number of players.
    pub rules: Rules,
    /// The squares with a tile.
    pub tiles: SquareSet,
    /// The squares with a mountain.
    pub mountains: SquareSet,
    /// The edges with a wall.
    pub walls: EdgeSet,
    /// By seat, `L` and `R`. What is said of seats that nobody has is disregarded, here and below.
    pub pawns: [[Place; 2]; 4],
    /// The tiles left in the supply.
    pub supply: u8,
    /// By seat.
    pub mountains_left: [u8; 4],
    /// By seat, the edge of the wall removed in the last completed turn.
    pub removed: [Option<Edge>; 4],
    /// The player to move.
    pub turn: Player,
    /// How many turns have been completed.
    pub turns: u32,
    /// How far the turn has got.
    pub stage: Stage,
}

impl Setup {
    /// The position of these parts.
    ///
    /// # Errors
    ///
    /// The first reason why they do not fit.
    pub fn position(&self) -> Result<Position, PositionError> {
        let seats = self.rules.players().count();
        let mut pawns = self.pawns;
        let mut position = Position {
            tiles: self.tiles,
            mountains: self.mountains,
            walls: self.walls,
            pawns: Pawns::new(pawns),
            removed: self.removed,
            mountains_left: self.mountains_left,
            turns: self.turns,
            rules: self.rules,
            supply: self.supply,
            turn: self.turn,
            stage: self.stage,
        };
        // Positions that play alike are equal.
        pawns[seats..].fill([Place::Waiting; 2]);
        position.pawns = Pawns::new(pawns);
        position.removed[seats..].fill(None);
        position.mountains_left[seats..].fill(0);
        position.check_board()?;
        position.check_pawns()?;
        position.check_walls()?;
        position.check_counts()?;
        position.check_turn()?;
        Ok(position)
    }
}

impl Position {
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

/// Why parts make no position (ruling 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is smaller.
    #[error("{square} is not on the board")]
    OffBoard {
        /// The square.
        square: Square,
    },
    /// A mountain buries a tile.
    #[error("there are a tile and a mountain on {square}")]
    TileOnMountain {
        /// The square.
        square: Square,
    },
    /// No mountain on a corner square.
    #[error("there is a mountain on the corner {square}")]
    MountainOnCorner {
        /// The square.
        square: Square,
    },
    /// A pawn stands on an otherwise empty square.
    #[error("pawn {pawn} of {player} stands on {square}, where a tile or a mountain is")]
    PawnOnOccupied {
        /// Whose pawn it is.
        player: Player,
        /// The pawn.
        pawn: Pawn,
        /// Where it stands.
        square: Square,
    },
    /// Pawns stand on different squares.
    #[error("two pawns stand on {square}")]
    PawnsTogether {
        /// Where they stand.
        square: Square,
    },
    /// A pawn leaves the board from an exit of its own (ruling 4).
    #[error("pawn {pawn} of {player} cannot have left from {corner}")]
    NotItsExit {
        /// Whose pawn it is.
        player: Player,
        /// The pawn.
        pawn: Pawn,
        /// Where it is said to have left from.
        corner: Square,
    },
    /// The pawns of a player leave from different corners (ruling 4).
    #[error("both pawns of {player} have left from {corner}")]
    SameExit {
        /// Whose pawns they are.
        player: Player,
        /// Where they are said to have left from.
        corner: Square,
    },
    /// The mountain rule (ruling 6).
    #[error("mountains cut a pawn off from an exit it may still use")]
    CutOff,
    /// Walls are between two squares of the board.
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge {
        /// The edge.
        edge: Edge,
    },
    /// Nobody can have placed a wall there since.
    #[error("there is a wall on {edge}, from which one was just removed")]
    WallOnRemoved {
        /// The edge.
        edge: Edge,
    },
    /// Supply, walls, tiles on the board and with the pawn in motion are 60 at most.
    #[error("there are {tiles} tiles, walls among them: expected 60 at most")]
    TooManyTiles {
        /// How many there are.
        tiles: usize,
    },
    /// A player has 20 mountains at most.
    #[error("{player} has {mountains} mountains left: expected 20 at most")]
    TooManyMountains {
        /// Whose mountains they are.
        player: Player,
        /// How many there are.
        mountains: u8,
    },
    /// The number of turns says whose turn it is.
    #[error("after {turns} turns it is the turn of {expected}, not of {turn}")]
    Seat {
        /// The turns completed.
        turns: u32,
        /// Who is said to move.
        turn: Player,
        /// Who must move.
        expected: Player,
    },
    /// A player who has both pawns out has won with the last turn (ruling 8).
    #[error("both pawns of {player} are out, but the game did not end with that turn")]
    WinnerNotLast {
        /// Who has won.
        player: Player,
    },
    /// A movement under way is that of a pawn on the board.
    #[error("pawn {pawn} is said to be in motion but is not on the board")]
    MotionOffBoard {
        /// The pawn.
        pawn: Pawn,
    },
    /// A pawn without tiles has completed its movement.
    #[error("pawn {pawn} is said to be in motion but has no tile with it")]
    MotionWithoutTiles {
        /// The pawn.
        pawn: Pawn,
    },
    /// Whoever makes an action or a step must be able to complete the movement (rulings 5 and 6),
    /// so nobody can come into such a position. Ruling 10 does not list this.
    #[error("the movement that is due or under way cannot be completed")]
    Stuck,
}
