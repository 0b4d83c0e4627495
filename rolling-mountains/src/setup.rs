//! Setups: everything a position consists of, not yet known to be legal.

use crate::edge::{Edge, EdgeSet};
use crate::player::{Pawn, Place, Player};
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::stage::Stage;

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
    /// The rules, with the size of the board and the number of players.
    pub rules: Rules,
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
}

/// Why a setup is no position (ruling 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum PositionError {
    /// The board is smaller.
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
    /// A mountain buries a tile.
    #[error("there are a tile and a mountain on {square}")]
    TileOnMountain { square: Square },
    /// No mountain on a corner square.
    #[error("there is a mountain on the corner {square}")]
    MountainOnCorner { square: Square },
    /// A pawn stands on an otherwise empty square.
    #[error("pawn {pawn} of {player} stands on {square}, where a tile or a mountain is")]
    PawnOnOccupied { player: Player, pawn: Pawn, square: Square },
    /// Pawns stand on different squares.
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
    /// Walls are between two squares of the board.
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge { edge: Edge },
    /// No wall can have been placed there since.
    #[error("there is a wall on {edge}, from which one was just removed")]
    WallOnRemoved { edge: Edge },
    /// Supply, walls, tiles on the board and with the pawn in motion are 60 at most.
    #[error("there are {tiles} tiles, walls among them: expected 60 at most")]
    TooManyTiles { tiles: usize },
    /// A player has 20 mountains at most.
    #[error("{player} has {mountains} mountains left: expected 20 at most")]
    TooManyMountains { player: Player, mountains: u8 },
    /// The number of turns determines the player to move.
    #[error("after {turns} turns it is the turn of {expected}, not of {turn}")]
    Seat { turns: u32, turn: Player, expected: Player },
    /// A player who has both pawns out has won with the last turn (ruling 8).
    #[error("both pawns of {player} are out, but the game did not end with that turn")]
    WinnerNotLast { player: Player },
    /// A movement under way is that of a pawn on the board.
    #[error("pawn {pawn} is said to be in motion but is not on the board")]
    MotionOffBoard { pawn: Pawn },
    /// A pawn without tiles has completed its movement.
    #[error("pawn {pawn} is said to be in motion but has no tile with it")]
    MotionWithoutTiles { pawn: Pawn },
    /// After an action or a step the movement can still be completed (rulings 5 and 6), so no play
    /// leads to such a position. The published rulings do not list this.
    #[error("the movement that is due or under way cannot be completed")]
    Stuck,
}
