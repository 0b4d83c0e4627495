//! Complete turns, one after another.

use std::collections::HashSet;

use engine::Game;

use crate::moves::Move;
use crate::position::Position;

/// A complete turn: its plies and where they lead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// The plies: as a rule the steps of one movement and one action.
    pub plies: Vec<Move>,
    /// The position after the turn, or after the rest of it if it was begun already.
    pub position: Position,
}

/// The complete turns of the player to move, each resulting position once.
///
/// The turns are found one at a time as they are asked for. There can be astronomically many, so
/// take as many as you can use. To list each position once, the positions found and those passed
/// through inside a turn are remembered, at 128 bytes and a little more each.
///
/// ```
/// use rolling_mountains::{Position, Rules, Start};
///
/// let start = Position::start(&Rules::default(), 0);
/// assert_eq!(start.complete_turns().count(), 470);
/// ```
#[derive(Clone, Debug)]
pub struct Turns {
    /// How many turns were completed before.
    before: u32,
    seen: HashSet<Position>,
    /// The positions inside the turn from its beginning to where the search is, each with the moves
    /// that were not tried yet.
    path: Vec<(Position, Vec<Move>)>,
    plies: Vec<Move>,
}

impl Position {
    /// The complete turns of the player to move, or the ways to complete the turn that was begun.
    /// There are none if the game is over.
    pub fn complete_turns(&self) -> Turns {
        Turns {
            before: self.turns,
            seen: HashSet::new(),
            path: vec![(*self, self.untried())],
            plies: Vec::new(),
        }
    }

    /// The legal moves, the first one last.
    fn untried(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.reverse();
        moves
    }
}

impl Iterator for Turns {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        while let Some((position, untried)) = self.path.last_mut() {
            let Some(m) = untried.pop() else {
                self.path.pop();
                self.plies.pop();
                continue;
            };
            let after = position.after(m);
            if !self.seen.insert(after) {
                continue;
            }
            self.plies.push(m);
            if after.turns() == self.before {
                self.path.push((after, after.untried()));
                continue;
            }
            let plies = self.plies.clone();
            self.plies.pop();
            return Some(Turn { plies, position: after });
        }
        None
    }
}

impl std::iter::FusedIterator for Turns {}
