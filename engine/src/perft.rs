//! Counting move sequences, to check and to time move generation.

use crate::game::Game;

/// The number of legal sequences of exactly `depth` plies from `position`.
///
/// Games that end earlier contribute nothing, and `perft(_, 0)` is 1. The last ply is counted by
/// [`Game::count_moves`], not played. Moves that lead to the same position count separately.
///
/// The name and the use come from chess programming: two implementations that agree on these
/// numbers almost certainly agree on the rules.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::perft;
///
/// assert_eq!(perft(&Nim::new([1, 2]), 2), 5);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// [`perft`] one ply later, for each legal move: what to compare when two implementations disagree.
///
/// With `depth` 0 there is no move to list, and the list is empty.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{divide, perft};
///
/// let nim = Nim::new([1, 2]);
/// let total: u64 = divide(&nim, 3).iter().map(|(_, count)| count).sum();
/// assert_eq!(total, perft(&nim, 3));
/// ```
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = Vec::new();
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.play_unchecked(m);
            (m, count(&child, depth, &mut moves))
        })
        .collect()
}

/// `moves` is a stack: every call leaves it as it found it.
fn count<G: Game>(position: &G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_moves(moves);
    }
    let start = moves.len();
    position.generate_moves(moves);
    let mut total = 0;
    for i in start..moves.len() {
        let mut child = position.clone();
        child.play_unchecked(moves[i]);
        total += count(&child, depth - 1, moves);
    }
    moves.truncate(start);
    total
}
