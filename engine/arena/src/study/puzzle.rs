//! Puzzles: positions with a single winning move.

use engine::{Evaluator, Keyed, Limits, Score, ScoreKind, Search};

/// A puzzle: the only move that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle<M> {
    /// The move.
    pub solution: M,
    /// The most plies in which it wins, against any defence.
    pub plies: u32,
}

/// The only winning move of a position in a game of two players; `None` if no move or several moves
/// win, if there is only one move, or if the result of a move is not proven within the limits, which
/// hold for each move. Moves that lead to the same position count as one.
pub fn puzzle<G: Keyed, E: Evaluator<G>>(
    position: &G,
    search: &mut Search<G, E>,
    limits: &Limits,
) -> Option<Puzzle<G::Move>> {
    let moves = position.distinct_moves();
    if moves.len() < 2 || position.players().len() != 2 {
        return None;
    }
    let mut found = None;
    let mut proven = |child: &G| {
        let analysis = search.run(child, limits).ok()?;
        (analysis.proven || analysis.score.distance().is_some()).then_some(analysis.score)
    };
    for m in moves {
        match Score::of_move(position, m, &mut proven)?.kind() {
            ScoreKind::Win(_) if found.is_some() => return None,
            ScoreKind::Win(plies) => found = Some(Puzzle { solution: m, plies }),
            ScoreKind::Loss(_) | ScoreKind::Value(_) => {}
        }
    }
    found
}
