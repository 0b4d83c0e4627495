//! What a search tells of a position: expected scores, puzzles.

use engine::{Analysis, Evaluator, Game, Keyed, Limits, Score, ScoreKind, Search};

/// The expected scores of a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// By seat, from 0 for a loss to 1 for a win.
    pub expected: Vec<f64>,
    /// Whether that is exact: the result with best play, for the player to move even if all opponents play together.
    pub proven: bool,
}

/// Judges the position after every [distinct move](Game::generate_distinct_moves); the best move for the
/// player to move comes first.
///
/// # Errors
///
/// The first error of the judge.
pub fn judge_moves<G: Game, E>(
    position: &G,
    mut judge: impl FnMut(&G) -> Result<Judgement, E>,
) -> Result<Vec<(G::Move, Judgement)>, E> {
    let seat = position.seat_to_move();
    let judged = position.distinct_moves().into_iter();
    let judged = judged.map(|m| Ok((m, judge(&position.after(m))?)));
    let mut judged = judged.collect::<Result<Vec<_>, E>>()?;
    let expected = |of: &Judgement| of.expected.get(seat).copied().unwrap_or_default();
    judged.sort_by(|(_, first), (_, second)| expected(second).total_cmp(&expected(first)));
    Ok(judged)
}

impl Judgement {
    /// The expected scores by the result of a search.
    ///
    /// A win or a loss that the search finds is certain. Otherwise the scores follow from the values at the
    /// end of the best line: each player's is in proportion to exp(value / (2 · scale)), and their sum is
    /// one. With two players a value of `scale` multiplies the odds by *e*. A scale that is not above 0 leaves values
    /// without a meaning: then all who have one expect the same.
    pub fn of<G: Game>(
        position: &G,
        analysis: &Analysis<G::Move>,
        evaluator: &impl Evaluator<G>,
        scale: f64,
    ) -> Self {
        let scores = match position.outcome() {
            Some(outcome) => {
                position.players().iter().map(|&player| outcome.wdl(player).into()).collect()
            }
            None => analysis.scores(position, evaluator),
        };
        // A player's weight by its logarithm.
        let logarithm = |score: Score| match score.kind() {
            ScoreKind::Win(_) => f64::INFINITY,
            ScoreKind::Loss(_) => f64::NEG_INFINITY,
            ScoreKind::Value(value) if scale > 0.0 => f64::from(value) / (2.0 * scale),
            ScoreKind::Value(_) => 0.0,
        };
        let logarithms: Vec<f64> = scores.into_iter().map(logarithm).collect();
        let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // The largest has weight 1, also if it is infinite.
        let weight = |&own: &f64| if own >= most { 1.0 } else { (own - most).exp() };
        let weights: Vec<f64> = logarithms.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let proven = analysis.proven || analysis.score.distance().is_some();
        Self { expected: weights.iter().map(|weight| weight / sum).collect(), proven }
    }
}

/// A puzzle: the only move that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle<M> {
    /// The only move that wins.
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
