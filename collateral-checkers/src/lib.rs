//! Collateral Checkers.
mod chain;
mod evaluate;
mod game;
mod geometry;
mod legal;
mod moves;
mod notation;
mod player;
mod position;
mod rules;
mod square;
mod symmetry;

pub use engine::Game;
pub use evaluate::Evaluation;
pub use legal::IllegalMove;
pub use moves::{Move, MoveError, ParseMoveError};
pub use notation::ParsePositionError;
pub use player::Player;
pub use position::{Ending, Position, PositionError};
pub use rules::{ForcedCapture, Rules};
pub use square::{ParseSquareError, Square, SquareSet, Squares};
pub use symmetry::Symmetry;
