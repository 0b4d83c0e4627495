//! Random graphs, and some that are not random.

use engine::Outcome;
use engine::search::{StandPat, Techniques};
use proptest::prelude::*;
use rand::RngExt;

use super::graph::{Node, Place};
pub(crate) use crate::fixtures::graph::table_bytes;
use crate::fixtures::graph::{cycle, layers, node, place};

pub(crate) const LAYERS: usize = 7;
pub(crate) const WIDTH: usize = 6;

pub(crate) fn layered() -> impl Strategy<Value = Place> {
    layers(2, [LAYERS, WIDTH], 5)
}

/// Layers with so many moves that late ones are reduced.
pub(crate) fn wide() -> impl Strategy<Value = Place> {
    layers(2, [LAYERS, 12], 12)
}

pub(crate) fn wide_and_cyclic() -> impl Strategy<Value = Place> {
    cycle(2, 24, 10)
}

pub(crate) fn cyclic() -> impl Strategy<Value = Place> {
    cycle(2, 16, 3)
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
    prop::collection::vec(node(2, 0..16, 3).prop_map(calm), 16).prop_map(|nodes| place(2, nodes))
}

/// A tree in which every node but the leaves has four moves, players alternate, and the leaves are
/// worth anything between -99 and 99; with the true value of every node as its order.
pub(crate) fn full_tree(depth: u32) -> Place {
    let mut rng = engine::game::seeded(1);
    let inner = (4_usize.pow(depth) - 1) / 3;
    let all = (4_usize.pow(depth + 1) - 1) / 3;
    let mut nodes: Vec<Node> = (0..all)
        .map(|i| {
            let moves: Vec<usize> = (4 * i + 1..=4 * i + 4).collect();
            let turn = (3 * i + 1).ilog(4) as usize % 2;
            let worth = rng.random_range(-99..=99);
            let node = Node::new(turn, &moves, Outcome::Draw);
            Node { worth: [worth, -worth, 0, 0, 0], ..node }
        })
        .collect();
    let mut values: Vec<i32> = nodes.iter().map(|node| node.worth[0]).collect();
    for i in (0..inner).rev() {
        let moves = &values[4 * i + 1..=4 * i + 4];
        values[i] =
            *if nodes[i].turn == 1 { moves.iter().min() } else { moves.iter().max() }.unwrap();
    }
    for i in 1..all {
        // Better for whoever moves there.
        nodes[i].order = if nodes[(i - 1) / 4].turn == 1 { -values[i] } else { values[i] };
    }
    place(2, nodes)
}

/// A chain of moves that ends in a win for whoever is to move at its start.
pub(crate) fn corridor(length: usize) -> Place {
    let node = |i: usize| {
        let next: Vec<usize> = (i + 1..=length).take(1).collect();
        Node { noise: StandPat::Forced, ..Node::new(i % 2, &next, Outcome::Winner(0)) }
    };
    place(2, (0..=length).map(node).collect())
}

/// How many nodes the road of [`crossings`] has; the first crossing comes after them.
pub(crate) const ROAD: usize = 60;

/// A road on which every move is noisy: node `n` is `n` plies from a win. Beside it are quiet
/// crossings, whose moves lead to these nodes; the game starts at the last of them. One player
/// makes all moves, and everything is worth 0.
pub(crate) fn crossings(moves: impl IntoIterator<Item = Vec<usize>>) -> Place {
    let node = |noise, moves: &[usize]| Node { noise, ..Node::new(0, moves, Outcome::Winner(0)) };
    let before = |n: usize| n.checked_sub(1).into_iter().collect::<Vec<_>>();
    let road = (0..ROAD).map(|n| node(StandPat::Forced, &before(n)));
    let crossings = moves.into_iter().map(|moves| node(StandPat::Optional, &moves));
    let nodes: Vec<_> = road.chain(crossings).collect();
    let last = nodes.len() - 1;
    place(2, nodes).at(last)
}

/// Any of these techniques.
pub(crate) fn techniques_of(techniques: Techniques) -> impl Strategy<Value = Techniques> {
    any::<([bool; 8], bool)>().prop_map(move |(chosen, alternate)| {
        let [table, null_window, aspiration, order, history, quiescence, reductions, extensions] =
            chosen;
        Techniques {
            table: table && techniques.table,
            alternate,
            null_window: null_window && techniques.null_window,
            aspiration: aspiration && techniques.aspiration,
            order: order && techniques.order,
            history: history && techniques.history,
            quiescence: quiescence && techniques.quiescence,
            reductions: reductions && techniques.reductions,
            extensions: extensions && techniques.extensions,
        }
    })
}
