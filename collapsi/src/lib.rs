//! Collapsi.
mod card;
mod deal;
mod game;
mod notation;
mod player;
mod position;
mod rules;
mod solver;
mod square;
mod symmetry;
mod walk;

pub use card::{Card, Steps};
pub use deal::{Deal, DealError};
pub use engine::Game;
pub use notation::ParsePositionError;
pub use player::Player;
pub use position::{IllegalMove, Move, Position, PositionError};
pub use rules::Rules;
pub use solver::{Solution, Solver, Verdict, count_games, solve};
pub use square::{ParseSquareError, Square, SquareSet, Squares};
pub use symmetry::Symmetry;
