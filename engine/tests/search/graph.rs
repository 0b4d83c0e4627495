//! What a game of two players given as a graph is worth by plain minimax. Scores are those of player 0.

use std::sync::Arc;

use engine::{Evaluator, Game, Score, StandPat};

pub(crate) use crate::fixtures::graph::{Graph, Node, Place, Restless, To, Worth, follow, later};

/// Plain minimax, with the maximiser named rather than implied by the sign.
pub(crate) fn minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &|place, _| Score::value(Worth.evaluate(place, 0)))
}

/// The same, with noisy moves followed beyond the depth.
pub(crate) fn restless_minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &quiescence)
}

pub(crate) fn quiescence(place: &Place, ply: u32) -> Score {
    let mut moves = Vec::new();
    let noise = Restless.noisy_moves(place, &mut moves);
    let gains =
        moves.into_iter().map(|m| minimax_to(&follow(place, &[m]), 0, ply + 1, &quiescence));
    let quiet = (noise == StandPat::Optional).then(|| Score::value(Worth.evaluate(place, 0)));
    let scores = quiet.into_iter().chain(gains);
    if place.turn() == 1 { scores.min().unwrap() } else { scores.max().unwrap() }
}

/// Minimax that leaves it to `leaf` to judge an unfinished position where the depth is reached.
pub(crate) fn minimax_to(
    place: &Place,
    depth: u32,
    ply: u32,
    leaf: &impl Fn(&Place, u32) -> Score,
) -> Score {
    if let Some(outcome) = place.outcome() {
        return later(outcome.wdl(0).into(), ply);
    }
    if depth == 0 {
        return leaf(place, ply);
    }
    let moves = place.legal_moves().into_iter();
    let children = moves.map(|m| minimax_to(&follow(place, &[m]), depth - 1, ply + 1, leaf));
    if place.turn() == 1 { children.min().unwrap() } else { children.max().unwrap() }
}

/// What plain minimax to this depth gives for every node, for player `false`, one depth after the
/// other. In a graph of 16 nodes, anything that can be proven is proven long before depth 40.
pub(crate) fn values(graph: &Arc<Graph>, depth: u32) -> Vec<Score> {
    let place = |node| Place { graph: graph.clone(), node };
    let mut values: Vec<Score> =
        (0..graph.nodes.len()).map(|node| minimax(&place(node), 0, 0)).collect();
    for _ in 0..depth {
        let nodes = graph.nodes.iter().zip(&values).map(|(node, &now)| {
            let moves = node.moves.iter().map(|&next| later(values[next], 1));
            if node.turn == 1 { moves.min() } else { moves.max() }.unwrap_or(now)
        });
        values = nodes.collect();
    }
    values
}

pub(crate) fn for_mover(place: &Place, score: Score) -> Score {
    if place.turn() == 1 { -score } else { score }
}
