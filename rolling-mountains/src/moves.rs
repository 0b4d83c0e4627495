//! Moves and their text.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;

use crate::edge::Edge;
use crate::player::Pawn;
use crate::square::{Direction, Square};

engine::as_text!(Move: Debug);

/// A move, one ply: a step of a movement, an action, or a pass.
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

/// Reads one ply; [`Notation::parse_word`](engine::Notation::parse_word) reads steps that are run together too.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut moves = Vec::new();
        Self::parse_run(text, &mut moves)?;
        match *moves {
            [m] => Ok(m),
            _ => Err(ParseError::new(
                format_args!("{text:?} is {} steps run together", moves.len()),
                "one",
            )),
        }
    }
}

impl Move {
    /// Reads one ply, or several steps of a pawn run together, and appends these moves; none if the text is no move.
    ///
    /// # Errors
    ///
    /// The text is no move; nothing is appended then.
    pub(crate) fn parse_run(text: &str, moves: &mut Vec<Self>) -> Result<(), ParseError> {
        let expected = "one like L:n, t:c3, w:c3n, x:c3n, m:c3, or pass";
        // Boards differ in size, so no last square is named.
        let square = |text: &str| {
            text.parse().map_err(|error: ParseError| {
                ParseError::new(error.problem(), "a letter and a number, as in c3")
            })
        };
        let m = match text.split_once(':') {
            None if text == "pass" => Self::Pass,
            Some(("t", name)) => Self::Tile(square(name)?),
            Some(("w", edge)) => Self::Wall(edge.parse()?),
            Some(("x", edge)) => Self::Remove(edge.parse()?),
            Some(("m", name)) => Self::Mountain(square(name)?),
            Some(("L", steps)) => return parse_steps(Pawn::Left, text, steps, moves),
            Some(("R", steps)) => return parse_steps(Pawn::Right, text, steps, moves),
            _ => return Err(ParseError::not("a move", text, expected)),
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
) -> Result<(), ParseError> {
    let refuse = |problem: String| ParseError::new(problem, "n, e, s or w");
    if steps.is_empty() {
        return Err(refuse(format!("the step of {pawn} has no direction")));
    }
    let step = |found: char| {
        let step = Direction::from_char(found).map(|direction| Move::Step(pawn, direction));
        step.ok_or_else(|| refuse(format!("{found:?} in {text:?} is not a direction")))
    };
    moves.extend(steps.chars().map(step).collect::<Result<Vec<_>, _>>()?);
    Ok(())
}
