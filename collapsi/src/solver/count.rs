//! Counting complete games.

use std::collections::HashMap;

use crate::position::Position;

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
/// # Ok::<_, collapsi::ParsePositionError>(())
/// ```
#[must_use]
pub fn count_games(position: &Position) -> u64 {
    let mut complete = 0;
    // Every ply collapses a card, so all games meet a position after the same number of plies.
    let mut ways = HashMap::from([(*position, 1_u64)]);
    while !ways.is_empty() {
        let mut next = HashMap::new();
        for (position, count) in ways {
            let moves = position.moves();
            if moves.is_empty() {
                complete += count;
            }
            for m in moves {
                let mut child = position;
                child.play_unchecked(m);
                *next.entry(child).or_insert(0) += count;
            }
        }
        ways = next;
    }
    complete
}
