//! Rolling Mountains.
mod action;
mod completion;
mod game;
mod grid;
mod movement;
mod moves;
mod notation;
mod player;
mod position;
mod rules;
mod setup;
mod square;
mod symmetry;
mod turns;

pub use engine::Game;
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use notation::ParsePositionError;
pub use player::{Pawn, Place, Player, Players, Side};
pub use position::{Action, Motion, Phase, Position, Stage};
pub use rules::Rules;
pub use setup::{PositionError, Setup};
pub use square::{
    Direction, Edge, EdgeSet, EdgeSide, ParseEdgeError, ParseSquareError, Square, SquareSet,
    Squares,
};
pub use symmetry::Symmetry;
pub use turns::{Turn, Turns};
