//! Moves: one ply each, and their text.

use std::fmt;
use std::str::FromStr;

use crate::edge::{Edge, ParseEdgeError};
use crate::player::Pawn;
use crate::square::{Direction, ParseSquareError, Square};

/// One ply: a step of a movement, an action, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// One step of a pawn; entering and exiting are steps too (ruling 5).
    Step(Pawn, Direction),
    /// A tile from the supply onto a square.
    Tile(Square),
    /// A wall onto an edge.
    Wall(Edge),
    /// Removing the wall on an edge.
    Remove(Edge),
    /// A mountain onto a square.
    Mountain(Square),
    /// Neither a movement nor an action (ruling 7).
    Pass,
}

/// `L:n`, `t:c3`, `w:c3n`, `x:c3n`, `m:c3` or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(pawn, direction) => f.pad(&format!("{pawn}:{}", direction.to_char())),
            Self::Tile(square) => f.pad(&format!("t:{square}")),
            Self::Wall(edge) => f.pad(&format!("w:{edge}")),
            Self::Remove(edge) => f.pad(&format!("x:{edge}")),
            Self::Mountain(square) => f.pad(&format!("m:{square}")),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads one ply; [`Move::parse_run`] reads steps that are run together too.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mut moves = Vec::new();
        Self::parse_run(text, &mut moves)?;
        match *moves {
            [m] => Ok(m),
            _ => Err(ParseMoveError::Run { text: text.to_owned(), steps: moves.len() }),
        }
    }
}

impl Move {
    /// Reads one ply, or several steps of a pawn run together, and appends what it read.
    ///
    /// ```
    /// use rolling_mountains::Move;
    ///
    /// let mut moves = Vec::new();
    /// Move::parse_run("L:nne", &mut moves)?;
    /// assert_eq!(format!("{moves:?}"), "[L:n, L:n, L:e]");
    /// # Ok::<_, rolling_mountains::ParseMoveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no ply; nothing is appended then.
    pub fn parse_run(text: &str, moves: &mut Vec<Self>) -> Result<(), ParseMoveError> {
        let kind = || ParseMoveError::Kind { text: text.to_owned() };
        let m = match text.split_once(':') {
            None if text == "pass" => Self::Pass,
            Some(("t", square)) => Self::Tile(square.parse()?),
            Some(("w", edge)) => Self::Wall(edge.parse()?),
            Some(("x", edge)) => Self::Remove(edge.parse()?),
            Some(("m", square)) => Self::Mountain(square.parse()?),
            Some(("L", steps)) => return parse_steps(Pawn::Left, text, steps, moves),
            Some(("R", steps)) => return parse_steps(Pawn::Right, text, steps, moves),
            _ => return Err(kind()),
        };
        moves.push(m);
        Ok(())
    }
}

fn parse_steps(
    pawn: Pawn,
    text: &str,
    steps: &str,
    moves: &mut Vec<Move>,
) -> Result<(), ParseMoveError> {
    let start = moves.len();
    for found in steps.chars() {
        let Some(direction) = Direction::from_char(found) else {
            moves.truncate(start);
            return Err(ParseMoveError::Direction { text: text.to_owned(), found });
        };
        moves.push(Move::Step(pawn, direction));
    }
    if steps.is_empty() { Err(ParseMoveError::NoDirection { pawn }) } else { Ok(()) }
}

/// The text is not a ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// None of the kinds of ply.
    #[error(
        "\"{text}\" is not a ply: expected a step such as L:n, t:, w:, x: or m: with a place, \
         or pass"
    )]
    Kind {
        /// What was read.
        text: String,
    },
    /// A step goes in some direction.
    #[error("the step of {pawn} has no direction: expected n, e, s or w")]
    NoDirection {
        /// The pawn that steps.
        pawn: Pawn,
    },
    /// Not a direction.
    #[error("{found:?} in \"{text}\" is not a direction: expected n, e, s or w")]
    Direction {
        /// What was read.
        text: String,
        /// What should be a direction.
        found: char,
    },
    /// Steps run together where one ply is expected.
    #[error("\"{text}\" is {steps} steps run together: expected one ply")]
    Run {
        /// What was read.
        text: String,
        /// How many steps it is.
        steps: usize,
    },
    /// Not a square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Not an edge.
    #[error(transparent)]
    Edge(#[from] ParseEdgeError),
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    InMotion {
        /// The pawn in motion.
        pawn: Pawn,
    },
    /// A pawn that has exited never moves again (ruling 5).
    #[error("pawn {pawn} is out and never moves again")]
    PawnOut {
        /// The pawn.
        pawn: Pawn,
    },
    /// A waiting pawn steps straight ahead onto its corner square (ruling 3).
    #[error("pawn {pawn} is waiting: it can only enter, going {ahead}")]
    Waiting {
        /// The pawn.
        pawn: Pawn,
        /// Where its owner looks.
        ahead: Direction,
    },
    /// A pawn exits over the far edge from a corner that it may exit from (ruling 4).
    #[error("pawn {pawn} on {from} cannot leave the board to the {direction}")]
    NoExit {
        /// The pawn.
        pawn: Pawn,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        direction: Direction,
    },
    /// No step crosses a wall (ruling 5).
    #[error("there is a wall on {edge}")]
    WallInTheWay {
        /// Where the wall is.
        edge: Edge,
    },
    /// No step leads onto a mountain (ruling 5).
    #[error("there is a mountain on {square}")]
    MountainInTheWay {
        /// Where it is.
        square: Square,
    },
    /// No step leads onto a pawn (ruling 5).
    #[error("there is a pawn on {square}")]
    PawnInTheWay {
        /// Where it is.
        square: Square,
    },
    /// Every drop step goes to an unoccupied square (ruling 5).
    #[error("there is a tile on {square}, and the pawn collects no more")]
    TileInTheWay {
        /// Where it is.
        square: Square,
    },
    /// The movement could not be completed after this step (ruling 5).
    #[error("after a step to {to} the movement could not be completed")]
    DeadEnd {
        /// Where the step leads.
        to: Square,
    },
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
    OffBoard {
        /// The square.
        square: Square,
    },
    /// The edge is not between two squares of this board (ruling 6).
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge {
        /// The edge.
        edge: Edge,
    },
    /// Tiles go onto unoccupied squares, mountains onto squares without a pawn or mountain
    /// (ruling 6).
    #[error("{square} is occupied")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// There is a wall already (ruling 6).
    #[error("there is a wall on {edge} already")]
    WallThere {
        /// The edge.
        edge: Edge,
    },
    /// No wall between two squares that hold tiles or pawns, unless both hold pawns (ruling 6).
    #[error("the squares on both sides of {edge} hold tiles or pawns")]
    BreaksString {
        /// The edge.
        edge: Edge,
    },
    /// No wall where a player removed one in their last turn (ruling 6).
    #[error("{player} removed the wall on {edge} in their last turn")]
    JustRemoved {
        /// The edge.
        edge: Edge,
        /// Who removed it.
        player: crate::player::Player,
    },
    /// There is no wall to remove (ruling 6).
    #[error("there is no wall on {edge}")]
    NoWall {
        /// The edge.
        edge: Edge,
    },
    /// No mountain on a corner square (ruling 6).
    #[error("{square} is a corner square")]
    Corner {
        /// The square.
        square: Square,
    },
    /// Every pawn must stay connected with the exits it may still use (ruling 6).
    #[error("a mountain on {square} would cut a pawn off from an exit")]
    CutsOff {
        /// The square.
        square: Square,
    },
    /// Passing is for who can do nothing else (ruling 7).
    #[error("passing is legal only if nothing else is")]
    PassNotNeeded,
}
