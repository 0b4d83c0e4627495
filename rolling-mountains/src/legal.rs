//! Why moves are illegal.

use crate::edge::Edge;
use crate::player::{Pawn, Player};
use crate::square::{Direction, Square};

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum IllegalMove {
    /// The game is over (rulings 8 and 9).
    #[error("the game is over")]
    GameOver,
    /// A turn has one movement (ruling 5).
    #[error("the movement is done, now the action is due")]
    MovementDone,
    /// A turn has one action (ruling 5).
    #[error("the action is done, now the movement is due")]
    ActionDone,
    /// Once begun, a movement is finished with the same pawn and without an action in between
    /// (rulings 5 and 6).
    #[error("pawn {pawn} is in motion: only it can move now, and nothing else can be done")]
    InMotion { pawn: Pawn },
    /// A pawn that has exited never moves again (ruling 5).
    #[error("pawn {pawn} is out and never moves again")]
    PawnOut { pawn: Pawn },
    /// A waiting pawn steps straight ahead onto its corner square (ruling 3).
    #[error("pawn {pawn} is waiting: it can only enter, going {ahead}")]
    Waiting { pawn: Pawn, ahead: Direction },
    /// A pawn exits over the far edge from a corner that it may exit from (ruling 4).
    #[error("pawn {pawn} on {from} cannot leave the board to the {direction}")]
    NoExit { pawn: Pawn, from: Square, direction: Direction },
    /// No step crosses a wall (ruling 5).
    #[error("there is a wall on {edge}")]
    WallInTheWay { edge: Edge },
    /// No step leads onto a mountain (ruling 5).
    #[error("there is a mountain on {square}")]
    MountainInTheWay { square: Square },
    /// No step leads onto a pawn (ruling 5).
    #[error("there is a pawn on {square}")]
    PawnInTheWay { square: Square },
    /// Every drop step goes to an unoccupied square (ruling 5).
    #[error("there is a tile on {square}, and the pawn collects no more")]
    TileInTheWay { square: Square },
    /// The movement could not be completed after this step (ruling 5).
    #[error("after a step to {to} the movement could not be completed")]
    DeadEnd { to: Square },
    /// Tiles are placed and walls removed after the movement only (ruling 6).
    #[error("tiles are placed and walls removed only after the movement")]
    MovementFirst,
    /// Before the movement, an action must leave a movement possible (ruling 6).
    #[error("after this no movement would be possible")]
    NoMovementLeft,
    /// Tiles and walls come from the supply (ruling 6).
    #[error("the supply is empty")]
    NoTileLeft,
    /// The player has placed all mountains (ruling 6).
    #[error("the player has no mountain left")]
    NoMountainLeft,
    /// The square is not on this board.
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
    /// The edge is not between two squares of this board (ruling 6).
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge { edge: Edge },
    /// Tiles go onto unoccupied squares, mountains onto squares without a pawn or mountain
    /// (ruling 6).
    #[error("{square} is occupied")]
    Occupied { square: Square },
    /// There is a wall already (ruling 6).
    #[error("there is a wall on {edge} already")]
    WallThere { edge: Edge },
    /// No wall between two squares that hold tiles or pawns, unless both hold pawns (ruling 6).
    #[error("the squares on both sides of {edge} hold tiles or pawns")]
    BreaksString { edge: Edge },
    /// No wall where a player removed one in their last turn (ruling 6).
    #[error("{player} removed the wall on {edge} in their last turn")]
    JustRemoved { edge: Edge, player: Player },
    /// There is no wall to remove (ruling 6).
    #[error("there is no wall on {edge}")]
    NoWall { edge: Edge },
    /// No mountain on a corner square (ruling 6).
    #[error("{square} is a corner square")]
    Corner { square: Square },
    /// Every pawn must stay connected with the exits it may still use (ruling 6).
    #[error("a mountain on {square} would cut a pawn off from an exit")]
    CutsOff { square: Square },
    /// Passing is legal only for a player who can do nothing else (ruling 7).
    #[error("passing is legal only if nothing else is")]
    PassNotNeeded,
}
