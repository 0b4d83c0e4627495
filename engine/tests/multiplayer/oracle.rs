//! Max^n and paranoid search as plain recursion over a whole graph.

use engine::{Evaluator, Game, Score, StandPat};

use crate::fixtures::graph::{Node, Place, Restless, later};

pub(crate) type Scores = Vec<Score>;

/// What a position is worth if nobody looks ahead.
pub(crate) fn static_scores(place: &Place) -> Scores {
    let score = |&player: &usize| match place.outcome() {
        Some(outcome) => outcome.wdl(player).into(),
        None => Score::value(place.here().worth[player]),
    };
    place.players().iter().map(score).collect()
}

/// The choice of the player to move in max^n: best for them, then worst for those after them.
pub(crate) fn choose(turn: usize, choices: impl Iterator<Item = Scores>) -> Option<Scores> {
    choices.reduce(|best, scores| {
        let rotated = |scores: &Scores| {
            let mut scores = scores.clone();
            scores.rotate_left(turn);
            scores[0] = -scores[0];
            scores
        };
        if rotated(&scores) < rotated(&best) { scores } else { best }
    })
}

/// One ply of max^n over the whole graph: given what every node is worth at a depth, what it is worth
/// one ply deeper.
pub(crate) fn max_n_step(place: &Place, now: &[Scores]) -> Vec<Scores> {
    let nodes = (0..now.len()).map(|node| place.at(node));
    let step = |place: Place| {
        let choices = place.here().moves.iter().map(|&to| {
            let scores = now[to].iter();
            scores.map(|&score| later(score, 1)).collect()
        });
        choose(place.turn(), choices).unwrap_or_else(|| now[place.node].clone())
    };
    nodes.map(step).collect()
}

/// What every node is worth to this depth, given what it is worth where nobody looks ahead.
pub(crate) fn max_n(place: &Place, depth: u32, leaves: Vec<Scores>) -> Vec<Scores> {
    (0..depth).fold(leaves, |now, _| max_n_step(place, &now))
}

pub(crate) fn static_leaves(place: &Place) -> Vec<Scores> {
    (0..place.graph.nodes.len()).map(|node| static_scores(&place.at(node))).collect()
}

/// The same for the score of one player whom all others play against.
pub(crate) fn paranoid(place: &Place, depth: u32, one: usize) -> Vec<Score> {
    let leaves = static_leaves(place).into_iter().map(|scores| scores[one]).collect();
    paranoid_of(place, depth, one, leaves)
}

/// The same, given what every node is worth where nobody looks ahead.
pub(crate) fn paranoid_of(place: &Place, depth: u32, one: usize, leaves: Vec<Score>) -> Vec<Score> {
    (0..depth).fold(leaves, |now, _| {
        let step = |(node, &score): (&Node, &Score)| {
            let choices = node.moves.iter().map(|&to| later(now[to], 1));
            if node.turn == one { choices.max() } else { choices.min() }.unwrap_or(score)
        };
        place.graph.nodes.iter().zip(&now).map(step).collect()
    })
}

/// What a position is worth when all noise is over, in a graph without cycles.
pub(crate) fn quiescence(place: &Place) -> Scores {
    let mut moves = Vec::new();
    let noise = Restless.noisy_moves(place, &mut moves);
    let gains = moves
        .into_iter()
        .map(|m| quiescence(&place.at(m.node)).into_iter().map(|score| later(score, 1)).collect());
    let quiet = (noise == StandPat::Optional || place.here().moves.is_empty())
        .then(|| static_scores(place));
    choose(place.turn(), quiet.into_iter().chain(gains)).unwrap()
}
