//! The shortest way to a win.

use std::collections::HashSet;

use engine::Keyed;

/// The answer of [`shortest_win`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShortestWin<M> {
    /// These moves end in a win for some player, and no shorter sequence does.
    Found(Vec<M>),
    /// No game of this many plies or fewer is won; longer ones were not searched.
    LongerThan(usize),
    /// No game is ever won.
    Never,
}

/// The shortest game from `start` that any player wins if all cooperate, by breadth-first search of at
/// most `most_positions` positions. Each takes about the memory of the position and 24 bytes.
///
/// Positions with the same [key](Keyed::key) count as the same.
pub fn shortest_win<G: Keyed>(start: &G, most_positions: usize) -> ShortestWin<G::Move> {
    let is_won = |position: &G| position.outcome().is_some_and(|end| end.winner().is_some());
    if is_won(start) {
        return ShortestWin::Found(Vec::new());
    }
    let mut seen = HashSet::from([start.key()]);
    // The move to each position, and the number of the one before it.
    let mut ways: Vec<(G::Move, Option<usize>)> = Vec::new();
    let mut frontier = vec![(start.clone(), None)];
    let mut moves = Vec::new();
    for plies in 0.. {
        let mut next = Vec::new();
        for (position, way) in &frontier {
            moves.clear();
            position.generate_distinct_moves(&mut moves);
            for &m in &moves {
                let child = position.after(m);
                if is_won(&child) {
                    return ShortestWin::Found(line(&ways, *way, m));
                }
                if seen.insert(child.key()) {
                    if seen.len() > most_positions {
                        return ShortestWin::LongerThan(plies);
                    }
                    ways.push((m, *way));
                    next.push((child, Some(ways.len() - 1)));
                }
            }
        }
        if next.is_empty() {
            return ShortestWin::Never;
        }
        frontier = next;
    }
    ShortestWin::Never
}

/// The moves to a position, and one more.
fn line<M: Copy>(ways: &[(M, Option<usize>)], mut way: Option<usize>, last: M) -> Vec<M> {
    let mut line = vec![last];
    while let Some(&(m, before)) = way.and_then(|way| ways.get(way)) {
        line.push(m);
        way = before;
    }
    line.reverse();
    line
}
