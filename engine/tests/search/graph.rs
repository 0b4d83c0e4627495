//! What a game of two players given as a graph is worth by plain minimax. Scores are those of player 0.

use std::sync::Arc;

use engine::{Game, Score};

pub(crate) use crate::fixtures::graph::{Graph, Node, Place, Restless, To, Worth, follow, later};
use crate::fixtures::oracle::{paranoid, paranoid_of, quiescence};

/// The score of a place that is `ply` plies below the root, by a search to this depth.
pub(crate) fn minimax(place: &Place, depth: u32, ply: u32) -> Score {
    later(paranoid(place, depth, 0)[place.node], ply)
}

/// The same, with noisy moves followed beyond the depth, in a graph without cycles.
pub(crate) fn restless_minimax(place: &Place, depth: u32, ply: u32) -> Score {
    let nodes = 0..place.graph.nodes.len();
    let leaves = nodes.map(|node| quiescence(&place.at(node))[0]).collect();
    later(paranoid_of(place, depth, 0, leaves)[place.node], ply)
}

/// The scores of all nodes by searches to this depth. In a graph of 16 nodes, anything that can be
/// proven is proven long before depth 40.
pub(crate) fn values(graph: &Arc<Graph>, depth: u32) -> Vec<Score> {
    paranoid(&Place { graph: Arc::clone(graph), node: 0 }, depth, 0)
}

pub(crate) fn for_mover(place: &Place, score: Score) -> Score {
    if place.turn() == 1 { -score } else { score }
}
