//! Moves, which are squares.

use crate::square::{ParseSquareError, Square};

/// A move, named by the square it ends on (ruling 4).
pub type Move = Square;

/// The text is not a move.
pub type ParseMoveError = ParseSquareError;
