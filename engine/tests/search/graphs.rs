//! Random graphs, and some that are not random.

use std::sync::Arc;

use engine::{Outcome, StandPat, Techniques};
use proptest::prelude::*;
use rand::RngExt;

use super::graph::{Graph, Node, Place};

pub(crate) fn outcome() -> impl Strategy<Value = Outcome<bool>> {
    prop_oneof![Just(Outcome::Winner(false)), Just(Outcome::Winner(true)), Just(Outcome::Draw),]
}

/// A node whose moves lead to `targets`; few different worths, so that many nodes tie.
pub(crate) fn node(targets: std::ops::Range<usize>, most: usize) -> impl Strategy<Value = Node> {
    let moves = if targets.is_empty() {
        Just(Vec::new()).boxed()
    } else {
        prop_oneof![
            1 => Just(Vec::new()),
            6 => prop::collection::vec(targets, 1..=most),
        ]
        .boxed()
    };
    let noise = prop_oneof![2 => Just(StandPat::Optional), 1 => Just(StandPat::Forced)];
    let loud = prop::array::uniform5(prop::bool::weighted(0.3));
    (any::<bool>(), moves, outcome(), -2..=2, 0..3, noise, loud).prop_map(
        |(turn, moves, outcome, worth, order, noise, noisy)| Node {
            turn,
            moves,
            outcome,
            worth,
            order,
            noise,
            noisy,
        },
    )
}

pub(crate) const LAYERS: usize = 7;
pub(crate) const WIDTH: usize = 6;

/// Layers of nodes with moves to the next layer only: nodes are met again on other ways, always
/// with the same number of plies to go.
pub(crate) fn layered() -> impl Strategy<Value = Place> {
    let layers: Vec<_> = (0..LAYERS)
        .map(|layer| {
            let next =
                if layer + 1 < LAYERS { (layer + 1) * WIDTH..(layer + 2) * WIDTH } else { 0..0 };
            prop::collection::vec(node(next, 5), WIDTH)
        })
        .collect();
    layers.prop_map(|layers| Place {
        graph: Arc::new(Graph { nodes: layers.into_iter().flatten().collect() }),
        node: 0,
    })
}

/// Layers again, with so many moves that late ones are reduced.
pub(crate) fn wide() -> impl Strategy<Value = Place> {
    const WIDTH: usize = 12;
    let layers: Vec<_> = (1..=LAYERS)
        .map(|next| {
            let next = if next < LAYERS { next * WIDTH..(next + 1) * WIDTH } else { 0..0 };
            prop::collection::vec(node(next, 12), WIDTH)
        })
        .collect();
    layers.prop_map(|layers| Place {
        graph: Arc::new(Graph { nodes: layers.into_iter().flatten().collect() }),
        node: 0,
    })
}

/// Moves lead anywhere, and there are many.
pub(crate) fn wide_and_cyclic() -> impl Strategy<Value = Place> {
    prop::collection::vec(node(0..24, 10), 24)
        .prop_map(|nodes| Place { graph: Arc::new(Graph { nodes }), node: 0 })
}

/// Moves lead anywhere, back too.
pub(crate) fn cyclic() -> impl Strategy<Value = Place> {
    prop::collection::vec(node(0..16, 3), 16)
        .prop_map(|nodes| Place { graph: Arc::new(Graph { nodes }), node: 0 })
}

/// Moves lead anywhere; at most one a node is noisy, so that not too many are followed.
pub(crate) fn cyclic_with_noise() -> impl Strategy<Value = Place> {
    let calm = |mut node: Node| {
        let forced = node.noise == StandPat::Forced && node.moves.len() == 1;
        node.noise = if forced { StandPat::Forced } else { StandPat::Optional };
        let first = node.noisy.iter().position(|&noisy| noisy);
        node.noisy = std::array::from_fn(|i| first == Some(i));
        node
    };
    prop::collection::vec(node(0..16, 3).prop_map(calm), 16)
        .prop_map(|nodes| Place { graph: Arc::new(Graph { nodes }), node: 0 })
}

/// A tree in which every node but the leaves has four moves, players alternate, and the leaves are
/// worth anything between -99 and 99; with the true value of every node as its order.
pub(crate) fn full_tree(depth: u32) -> Place {
    let mut rng = engine::seeded(1);
    let inner = (4_usize.pow(depth) - 1) / 3;
    let all = (4_usize.pow(depth + 1) - 1) / 3;
    let mut nodes: Vec<Node> = (0..all)
        .map(|i| Node {
            turn: (3 * i + 1).ilog(4) % 2 == 1,
            moves: (4 * i + 1..=4 * i + 4).collect(),
            outcome: Outcome::Draw,
            worth: rng.random_range(-99..=99),
            order: 0,
            noise: StandPat::Optional,
            noisy: [false; 5],
        })
        .collect();
    let mut values: Vec<i32> = nodes.iter().map(|node| node.worth).collect();
    for i in (0..inner).rev() {
        let moves = &values[4 * i + 1..=4 * i + 4];
        values[i] = *if nodes[i].turn { moves.iter().min() } else { moves.iter().max() }.unwrap();
    }
    for i in 1..all {
        // Better for whoever moves there.
        nodes[i].order = if nodes[(i - 1) / 4].turn { -values[i] } else { values[i] };
    }
    Place { graph: Arc::new(Graph { nodes }), node: 0 }
}

/// A chain of moves that ends in a win for whoever is to move at its start.
pub(crate) fn corridor(length: usize) -> Place {
    let node = |i: usize| Node {
        turn: i % 2 == 1,
        moves: if i < length { vec![i + 1] } else { vec![] },
        outcome: Outcome::Winner(false),
        worth: 0,
        order: 0,
        noise: StandPat::Forced,
        noisy: [false; 5],
    };
    Place { graph: Arc::new(Graph { nodes: (0..=length).map(node).collect() }), node: 0 }
}

/// How many nodes the road of [`crossings`] has; the first crossing comes after them.
pub(crate) const ROAD: usize = 60;

/// A road on which every move is noisy: node `n` is `n` plies from a win. Beside it are quiet
/// crossings, whose moves lead to these nodes; the game starts at the last of them. One player
/// makes all moves, and everything is worth 0.
pub(crate) fn crossings(moves: impl IntoIterator<Item = Vec<usize>>) -> Place {
    let node = |noise, moves| Node {
        turn: false,
        moves,
        outcome: Outcome::Winner(false),
        worth: 0,
        order: 0,
        noise,
        noisy: [false; 5],
    };
    let road = (0..ROAD).map(|n| node(StandPat::Forced, n.checked_sub(1).into_iter().collect()));
    let crossings = moves.into_iter().map(|moves| node(StandPat::Optional, moves));
    let nodes: Vec<_> = road.chain(crossings).collect();
    Place { node: nodes.len() - 1, graph: Arc::new(Graph { nodes }) }
}

/// Enough for everything, next to nothing, nothing.
pub(crate) fn table_bytes() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1 << 16), Just(256), Just(0)]
}

/// Any of these techniques.
pub(crate) fn techniques_of(techniques: Techniques) -> impl Strategy<Value = Techniques> {
    prop::sample::subsequence(techniques.iter().collect::<Vec<_>>(), 0..=techniques.iter().count())
        .prop_map(|chosen| chosen.into_iter().collect())
}
