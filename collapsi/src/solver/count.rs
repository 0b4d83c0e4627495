//! Counting complete games.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use engine::key::KeyHasher;

use super::board::Board;
use crate::position::Position;
use crate::square::{Square, SquareSet};

/// The number of complete games that can be played from a position: of all sequences of legal
/// moves that end with a player who cannot move. A finished position is one complete game.
///
/// There are at most 14! of them. Positions are counted once however many games lead to them, so
/// a full deal takes milliseconds.
///
/// ```
/// use collapsi::{Position, count_games};
///
/// let position: Position = "A223/4A2J/3A23/J3A4".parse()?;
/// assert_eq!(count_games(&position), 1_464_693);
/// # Ok::<_, engine::ParseError>(())
/// ```
pub fn count_games(position: &Position) -> u64 {
    let board = Board::of(position);
    let mut complete = 0;
    let turn = position.turn();
    // Every ply collapses a card, so all games meet a position after the same number of plies.
    let first = State {
        face_up: position.face_up(),
        mover: position.pawn(turn),
        other: position.pawn(!turn),
    };
    let mut ways = Ways::from_iter([(first, 1)]);
    while !ways.is_empty() {
        let mut next = Ways::default();
        for (state, count) in ways {
            let moves = board.reach(state.mover, state.face_up).without(state.other);
            if moves.is_empty() {
                complete += count;
            }
            let face_up = state.face_up.without(state.mover);
            for to in moves {
                let child = State { face_up, mover: state.other, other: to };
                *next.entry(child).or_insert(0) += count;
            }
        }
        ways = next;
    }
    complete
}

/// The number of ways in which each position of one ply is reached.
type Ways = HashMap<State, u64, BuildHasherDefault<KeyHasher>>;

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    face_up: SquareSet,
    mover: Square,
    other: Square,
}

/// As one word, which is much faster than field by field.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let pawns = self.mover.index() << 4 | self.other.index();
        hasher.write_u32(u32::from(self.face_up.bits()) << 8 | pawns as u32);
    }
}
