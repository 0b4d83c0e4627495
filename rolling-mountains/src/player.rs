//! The players, their pawns, and their views of the board.

use std::fmt;

use crate::square::{Direction, Square};

engine::letters! {
    /// A player, named by colour in turn order. Red moves first.
    pub enum Player {
        /// Seat 0.
        Red: 'r' "red",
        /// Seat 1.
        Yellow: 'y' "yellow",
        /// Seat 2.
        Blue: 'b' "blue",
        /// Seat 3.
        Green: 'g' "green",
    }
}

engine::as_text!(Player);

impl Player {
    /// The seat, counted from 0 in turn order (ruling 2).
    pub const fn seat(self) -> usize {
        self as usize
    }
}

engine::words! {
    /// The number of players.
    #[derive(Default)]
    pub enum Players {
        /// Red sits south, yellow north.
        #[default]
        Two: "2",
        /// South, west and north.
        Three: "3",
        /// South, west, north and east.
        Four: "4",
    }
}

impl Players {
    /// The number of players: 2, 3 or 4.
    pub const fn count(self) -> usize {
        self as usize + 2
    }

    /// This number of players, or `None` unless it is 2, 3 or 4.
    pub fn new(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|players| players.count() == count)
    }

    /// The players in turn order.
    pub const fn seats(self) -> &'static [Player] {
        Player::ALL.split_at(self.count()).0
    }

    /// The player to move after `turns` turns.
    pub const fn after(self, turns: u32) -> Player {
        Player::ALL[turns as usize % self.count()]
    }

    /// The side at which a player sits (ruling 2).
    pub const fn side(self, player: Player) -> Side {
        match (self, player) {
            (_, Player::Red) => Side::South,
            (Self::Two, _) | (_, Player::Blue) => Side::North,
            (_, Player::Yellow) => Side::West,
            (_, Player::Green) => Side::East,
        }
    }
}

/// A side of the board, at which a player sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Below rank 1.
    South,
    /// Beside file a.
    West,
    /// Above the last rank.
    North,
    /// Beside the last file.
    East,
}

impl Side {
    /// The direction in which a player sitting there looks: pawns enter and exit in it.
    pub const fn ahead(self) -> Direction {
        match self {
            Self::South => Direction::North,
            Self::West => Direction::East,
            Self::North => Direction::South,
            Self::East => Direction::West,
        }
    }
}

/// The corners of a board as a player sees them (ruling 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Corners {
    /// The near ones, behind which `L` and `R` wait.
    pub(crate) near: [Square; 2],
    /// Left and right.
    pub(crate) far: [Square; 2],
}

engine::letters! {
    /// One of a player's pawns.
    pub enum Pawn {
        /// Starts behind the near left corner.
        Left: 'L' "L",
        /// Starts behind the near right corner.
        Right: 'R' "R",
    }
}

impl Pawn {
    /// The player's other pawn.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The place of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Outside the board, behind its near corner (ruling 3).
    Waiting,
    /// On a square.
    On(Square),
    /// Out, having left from this corner (ruling 4).
    Out(Square),
}

impl Place {
    /// The square on which the pawn stands, or `None` outside the board.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::On(square) => Some(square),
            Self::Waiting | Self::Out(_) => None,
        }
    }

    /// Whether the pawn has exited.
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Out(_))
    }
}

/// As positions write it: a square, `-` while waiting, `*` and the corner it left from when out.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting => f.pad("-"),
            Self::On(square) => fmt::Display::fmt(square, f),
            Self::Out(corner) => f.pad(&format!("*{corner}")),
        }
    }
}
