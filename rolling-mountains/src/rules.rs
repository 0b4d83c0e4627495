//! The rule options.

use std::num::NonZeroU32;

use engine::Options;
use engine::game::{OptionError, Values};

use crate::edge::EdgeSet;
use crate::grid;
use crate::player::{Corners, Pawn, Player, Players, Side};
use crate::square::{MAX_SIDE, Square, SquareSet};

engine::as_text!(Placing);
engine::as_text!(Rules: Options);

engine::words! {
    /// When walls and mountains may be placed (ruling 6).
    #[derive(Default)]
    pub enum Placing {
        /// At any time during the turn, as published.
        #[default]
        AnyTime: "any_time",
        /// Before the movement and after it, not between its steps.
        OutsideMovement: "outside_movement",
    }
}

/// The rule options: `players`, `width`, `height`, `tiles`, `mountains`, `placing` and `turn_limit`.
///
/// The number of players and the size of the board of a position are part of its text, which determines
/// them; tiles and mountains are those at the start of a game.
///
/// ```
/// use rolling_mountains::{Players, Position, Rules, Start};
///
/// let rules = Rules { players: Players::Three, width: 5, height: 4, tiles: 12, ..Rules::default() };
/// assert_eq!(
///     Position::start(&rules, 0).to_string(),
///     "5/5/5/5 - -,-/-,-/-,- 12 2,2,2 -,-,- 0 0"
/// );
/// ```
///
/// A number out of bounds is refused by [`check`](Rules::check) and where a position is made of a setup; a game
/// that [starts](crate::Start) with it takes the nearest within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// The turns of all players together that draw the game, at most 1,000,000; `None` for no limit.
    pub turn_limit: Option<NonZeroU32>,
    /// The number of players: with two each pawn has one exit, with more it may use either (ruling 4).
    pub players: Players,
    /// The number of files, 3 to 11: the way of pawns that cross from west or east.
    pub width: u8,
    /// The number of ranks, 3 to 11: the way of pawns that cross from south or north.
    pub height: u8,
    /// The number of tiles in the supply when the game starts, at most 60; walls are made of them too.
    pub tiles: u8,
    /// The number of mountains that each player can place in a game, at most 20; `None` for the
    /// [default](Rules::mountains).
    pub mountains: Option<u8>,
    /// Whether walls and mountains may be placed between the steps of a movement too (ruling 6).
    pub placing: Placing,
}

/// Two players on 8x8 with 40 tiles, three mountains each, and 500 turns; walls and mountains at any time
/// (rulings 1, 6 and 9).
impl Default for Rules {
    fn default() -> Self {
        Self {
            turn_limit: NonZeroU32::new(500),
            players: Players::Two,
            width: 8,
            height: 8,
            tiles: 40,
            mountains: None,
            placing: Placing::AnyTime,
        }
    }
}

impl Rules {
    /// The most tiles there can be (ruling 1).
    pub const MAX_TILES: u8 = 60;

    /// The most mountains a player can have (ruling 1).
    pub const MAX_MOUNTAINS: u8 = 20;

    /// The largest turn limit (ruling 9).
    pub const MAX_TURN_LIMIT: u32 = 1_000_000;

    /// The most steps that the search for ways to complete movements tries, for all that it is asked while the moves
    /// of a position are listed, before it gives up (ruling 11).
    pub const MAX_STEPS: usize = 100_000;

    /// The number of mountains of each player when the game starts: by default three with two players, two with more.
    pub const fn mountains(&self) -> u8 {
        match (self.mountains, self.players) {
            (Some(mountains), _) => mountains,
            (None, Players::Two) => 3,
            (None, Players::Three | Players::Four) => 2,
        }
    }

    /// The same rules with the players and the size of the board of others.
    pub(crate) const fn with_board_of(self, other: Self) -> Self {
        let Self { players, width, height, .. } = other;
        Self { players, width, height, ..self }
    }

    /// Checks that all numbers are within bounds.
    ///
    /// # Errors
    ///
    /// The first that is not.
    pub fn check(&self) -> Result<(), OptionError> {
        Self::from_settings(&self.settings()).map(|_| ())
    }

    /// The same rules with all numbers within bounds.
    pub(crate) fn within_bounds(self) -> Self {
        let most = NonZeroU32::new(Self::MAX_TURN_LIMIT).unwrap_or(NonZeroU32::MIN);
        Self {
            turn_limit: self.turn_limit.map(|limit| limit.min(most)),
            width: self.width.clamp(3, MAX_SIDE),
            height: self.height.clamp(3, MAX_SIDE),
            tiles: self.tiles.min(Self::MAX_TILES),
            mountains: self.mountains.map(|count| count.min(Self::MAX_MOUNTAINS)),
            ..self
        }
    }

    /// The squares of the board.
    pub const fn board(&self) -> SquareSet {
        grid::board(self.width, self.height)
    }

    /// The edges between two squares of the board.
    pub const fn inner_edges(&self) -> EdgeSet {
        EdgeSet {
            east: grid::board(self.width.saturating_sub(1), self.height),
            north: grid::board(self.width, self.height.saturating_sub(1)),
        }
    }

    /// The four corner squares.
    pub fn corner_squares(&self) -> SquareSet {
        let Corners { near, far } = self.corners(Player::Red);
        near.into_iter().chain(far).collect()
    }

    /// The side at which a player sits.
    pub const fn side(&self, player: Player) -> Side {
        self.players.side(player)
    }

    /// The corner square that a pawn enters the board on (ruling 3).
    pub const fn entry(&self, player: Player, pawn: Pawn) -> Square {
        self.corners(player).near[pawn as usize]
    }

    /// The corner squares that a pawn can exit from, whatever the other pawn has done (ruling 4).
    pub const fn exits(&self, player: Player, pawn: Pawn) -> SquareSet {
        match self.far(player, pawn) {
            [Some(left), Some(right)] => SquareSet::of(left).with(right),
            [Some(one), None] | [None, Some(one)] => SquareSet::of(one),
            [None, None] => SquareSet::EMPTY,
        }
    }

    /// The far left and the far right corner, if a pawn can exit from there.
    pub(crate) const fn far(&self, player: Player, pawn: Pawn) -> [Option<Square>; 2] {
        let [left, right] = self.corners(player).far;
        match (self.players, pawn) {
            (Players::Two, Pawn::Left) => [None, Some(right)],
            (Players::Two, Pawn::Right) => [Some(left), None],
            _ => [Some(left), Some(right)],
        }
    }

    pub(crate) const fn corners(&self, player: Player) -> Corners {
        let (file, rank) = (self.width.saturating_sub(1), self.height.saturating_sub(1));
        let (low, right) = (grid::square(0, 0), grid::square(file, 0));
        let (top, high) = (grid::square(0, rank), grid::square(file, rank));
        let (near, far) = match self.side(player) {
            Side::South => ([low, right], [top, high]),
            Side::West => ([top, low], [high, right]),
            Side::North => ([high, top], [right, low]),
            Side::East => ([right, high], [low, top]),
        };
        Corners { near, far }
    }
}

const SIDE: Values = Values::number(3, MAX_SIDE as u32);

engine::options! {
    Rules {
        players: "how many play", Values::Words(Players::WORDS);
        width: "squares from west to east", SIDE;
        height: "squares from south to north", SIDE;
        tiles: "the supply for tiles and walls", Values::number(0, Rules::MAX_TILES as u32);
        mountains or "default": "those of each; usual are 3 of two players, 2 of more",
            Values::number_or(0, Rules::MAX_MOUNTAINS as u32, &["default"]);
        placing: "whether walls and mountains can come between steps", Values::Words(Placing::WORDS);
        turn_limit or "none": "turns of all players after which it is a draw",
            Values::number_or(1, Rules::MAX_TURN_LIMIT, &["none"]);
    }
}
