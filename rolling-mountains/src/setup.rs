//! Setups: everything a position consists of, not yet known to be legal.

use engine::board::counted;
use engine::game::OptionError;

use crate::edge::{Edge, EdgeSet};
use crate::player::{Pawn, Place, Player};
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::stage::{Motion, Stage};

/// Everything a position consists of, to be set up by hand: for studies and endgames.
///
/// ```
/// use rolling_mountains::{Position, PositionError, Rules, Square, Start};
///
/// let mut setup = Position::start(&Rules::default(), 0).setup();
/// setup.mountains = setup.mountains.with(Square::A1);
/// let error = PositionError::MountainOnCorner { square: Square::A1 };
/// assert_eq!(Position::from_setup(&setup), Err(error));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The squares with a tile.
    pub tiles: SquareSet,
    /// The squares with a mountain.
    pub mountains: SquareSet,
    /// The edges with a wall.
    pub walls: EdgeSet,
    /// By seat, `L` and `R`. Unused seats are disregarded, here and below.
    pub pawns: [[Place; 2]; 4],
    /// The tiles left in the supply.
    pub supply: u8,
    /// By seat.
    pub mountains_left: [u8; 4],
    /// By seat, the edge of the wall removed in the last completed turn.
    pub removed: [Option<Edge>; 4],
    /// The player to move.
    pub turn: Player,
    /// The number of completed turns.
    pub turns: u32,
    /// The stage of the turn.
    pub stage: Stage,
    /// The rules the position is played by, with the size of the board and the number of players.
    pub rules: Rules,
}

impl Setup {
    /// Checks that this is a position (ruling 10); the error is the reason why it is none. Does not check
    /// whether mountains cut a pawn off or a movement cannot be completed.
    pub(crate) fn check(&self) -> Result<(), PositionError> {
        self.rules.check()?;
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
        for &player in self.rules.players.seats() {
            let places = self.pawns[player.seat()];
            for (pawn, place) in Pawn::ALL.into_iter().zip(places) {
                match place {
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
                    Place::Out(corner) if !self.rules.exits(player, pawn).contains(corner) => {
                        return Err(PositionError::NotItsExit { player, pawn, corner });
                    }
                    Place::Out(corner) if places == [place; 2] => {
                        return Err(PositionError::SameExit { player, corner });
                    }
                    Place::Waiting | Place::Out(_) => {}
                }
            }
        }
        Ok(())
    }

    fn check_walls(&self) -> Result<(), PositionError> {
        let seats = self.rules.players.count();
        let removed: EdgeSet = self.removed[..seats].iter().copied().flatten().collect();
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
        let found =
            usize::from(self.supply) + usize::from(held) + self.tiles.len() + self.walls.len();
        if found > usize::from(Rules::MAX_TILES) {
            return Err(PositionError::TooManyTiles { found });
        }
        for &player in self.rules.players.seats() {
            let found = self.mountains_left[player.seat()];
            if found > Rules::MAX_MOUNTAINS {
                return Err(PositionError::TooManyMountains { player, found });
            }
        }
        Ok(())
    }

    fn check_turn(&self) -> Result<(), PositionError> {
        let players = self.rules.players;
        let (turns, turn, expected) = (self.turns, self.turn, players.after(self.turns));
        if turn != expected {
            return Err(PositionError::Seat { turns, turn, expected });
        }
        let last = turns.checked_sub(1).map(|turns| players.after(turns));
        for &player in players.seats() {
            let has_won = self.pawns[player.seat()].iter().all(|place| place.is_out());
            if has_won && (last != Some(player) || self.stage != Stage::Start) {
                return Err(PositionError::WinnerNotLast { player });
            }
        }
        match self.stage {
            Stage::Moving(Motion { pawn, .. })
                if self.pawns[turn.seat()][pawn as usize].square().is_none() =>
            {
                Err(PositionError::MotionOffBoard { pawn })
            }
            Stage::Moving(Motion { pawn, held: 0, .. }) => {
                Err(PositionError::MotionWithoutTiles { pawn })
            }
            _ => Ok(()),
        }
    }
}

/// The reason why a setup is no position (rulings 10 and 11).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum PositionError {
    /// A number of the rules is out of bounds.
    #[error(transparent)]
    Rules(#[from] OptionError),
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
    #[error("there are a tile and a mountain on {square}")]
    TileOnMountain { square: Square },
    #[error("there is a mountain on the corner {square}")]
    MountainOnCorner { square: Square },
    #[error("pawn {pawn} of {player} stands on {square}, where a tile or a mountain is")]
    PawnOnOccupied { player: Player, pawn: Pawn, square: Square },
    #[error("two pawns stand on {square}")]
    PawnsTogether { square: Square },
    /// A pawn leaves the board from an exit of its own (ruling 4).
    #[error("pawn {pawn} of {player} cannot have left from {corner}")]
    NotItsExit { player: Player, pawn: Pawn, corner: Square },
    /// The pawns of a player leave from different corners (ruling 4).
    #[error("both pawns of {player} have left from {corner}")]
    SameExit { player: Player, corner: Square },
    /// The mountain rule (ruling 6).
    #[error("mountains cut a pawn off from an exit it may still use")]
    CutOff,
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge { edge: Edge },
    #[error("there is a wall on {edge}, from which one was just removed")]
    WallOnRemoved { edge: Edge },
    #[error("there are {found} tiles, walls among them: expected {} at most", Rules::MAX_TILES)]
    TooManyTiles { found: usize },
    #[error("{player} has {found} mountains left: expected {} at most", Rules::MAX_MOUNTAINS)]
    TooManyMountains { player: Player, found: u8 },
    #[error("the player to move is {turn}: expected {expected} after {}", counted(*turns, "turn"))]
    Seat { turns: u32, turn: Player, expected: Player },
    /// A player who has both pawns out has won with the last turn (ruling 8).
    #[error("both pawns of {player} are out, but the game did not end with that turn")]
    WinnerNotLast { player: Player },
    #[error("pawn {pawn} is said to be in motion but is not on the board")]
    MotionOffBoard { pawn: Pawn },
    #[error("pawn {pawn} is said to be in motion but has no tile with it")]
    MotionWithoutTiles { pawn: Pawn },
    /// After an action or a step the movement can still be completed (rulings 5 and 6), so no play
    /// leads to such a position. The published rulings do not list this.
    #[error("the movement that is due or under way cannot be completed")]
    Stuck,
    /// The moves cannot be listed in time (ruling 11).
    #[error(
        "whether a movement can be completed is not found in {} steps of a search",
        Rules::MAX_STEPS
    )]
    TooHard,
}
