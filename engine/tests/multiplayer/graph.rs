//! Random games of one to five players, given as graphs.

use std::sync::Arc;

use engine::{Evaluator, Game, Keyed, Outcome, Points, StandPat, key};
use proptest::prelude::*;

pub(crate) const MOST_PLAYERS: usize = 5;

/// A game given as a graph: each node says who moves, where the moves lead, and what it is worth.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) players: Vec<usize>,
    pub(crate) nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) turn: usize,
    /// Successors; the same one may occur twice. None at all is the end of the game.
    pub(crate) moves: Vec<usize>,
    pub(crate) outcome: Outcome<usize>,
    /// By player.
    pub(crate) worth: [i32; MOST_PLAYERS],
    /// How early the search should try to come here.
    pub(crate) order: i32,
    pub(crate) noise: StandPat,
    /// Which moves are noisy, by number; all of them if they are forced.
    pub(crate) noisy: [bool; 4],
}

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) graph: Arc<Graph>,
    pub(crate) node: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct To {
    pub(crate) node: usize,
    /// Tells apart two moves to the same node.
    pub(crate) number: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("no such move")]
pub(crate) struct NoSuchMove;

impl Place {
    pub(crate) fn here(&self) -> &Node {
        &self.graph.nodes[self.node]
    }

    pub(crate) fn at(&self, node: usize) -> Self {
        Self { node, ..self.clone() }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for Place {}

impl Game for Place {
    type Player = usize;
    type Move = To;
    type IllegalMove = NoSuchMove;

    fn players(&self) -> &[usize] {
        &self.graph.players
    }

    fn turn(&self) -> usize {
        self.here().turn
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        self.here().moves.is_empty().then(|| self.here().outcome.clone())
    }

    fn generate_moves(&self, moves: &mut Vec<To>) {
        let here = self.here().moves.iter().enumerate();
        moves.extend(here.map(|(number, &node)| To { node, number }));
    }

    fn check(&self, m: To) -> Result<(), NoSuchMove> {
        (self.here().moves.get(m.number) == Some(&m.node)).then_some(()).ok_or(NoSuchMove)
    }

    fn play_unchecked(&mut self, m: To) {
        self.node = m.node;
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<To>) {
        let start = moves.len();
        for (number, &node) in self.here().moves.iter().enumerate() {
            if moves[start..].iter().all(|m: &To| m.node != node) {
                moves.push(To { node, number });
            }
        }
    }
}

impl Keyed for Place {
    fn key(&self) -> u64 {
        key::mix(0, self.node as u64)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Worth;

impl Evaluator<Place> for Worth {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        place.here().worth[player]
    }

    fn order(&self, place: &Place, m: To) -> i32 {
        place.graph.nodes[m.node].order
    }
}

/// Judges like [`Worth`], but not before it has looked at the noisy moves.
pub(crate) struct Restless;

impl Evaluator<Place> for Restless {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        Worth.evaluate(place, player)
    }

    fn order(&self, place: &Place, m: To) -> i32 {
        Worth.order(place, m)
    }

    fn noisy_moves(&self, place: &Place, moves: &mut Vec<To>) -> StandPat {
        let Node { noise, noisy, .. } = place.here();
        match noise {
            StandPat::Forced => place.generate_distinct_moves(moves),
            StandPat::Optional => {
                moves.extend(place.legal_moves().iter().filter(|m| noisy[m.number]));
            }
        }
        *noise
    }
}

pub(crate) fn outcome(players: usize) -> impl Strategy<Value = Outcome<usize>> {
    let points = prop::collection::vec(0..3, players)
        .prop_map(|points| Outcome::Points(Points::new(points.into_iter().enumerate())));
    prop_oneof![
        4 => (0..players).prop_map(Outcome::Winner),
        1 => Just(Outcome::Draw),
        2 => points,
    ]
}

/// A node whose moves lead to `targets`; few different worths, so that many nodes tie.
pub(crate) fn node(
    players: usize,
    targets: std::ops::Range<usize>,
    most: usize,
) -> impl Strategy<Value = Node> {
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
    let loud = prop::array::uniform4(prop::bool::weighted(0.3));
    let worth = prop::array::uniform5(-2..=2_i32);
    (0..players, moves, outcome(players), worth, 0..3, noise, loud).prop_map(
        move |(turn, moves, outcome, mut worth, order, noise, noisy)| {
            if players == 2 {
                worth[1] = -worth[0];
            }
            Node { turn, moves, outcome, worth, order, noise, noisy }
        },
    )
}

pub(crate) fn place(players: usize, nodes: Vec<Node>) -> Place {
    Place { graph: Arc::new(Graph { players: (0..players).collect(), nodes }), node: 0 }
}

pub(crate) const LAYERS: usize = 6;
pub(crate) const WIDTH: usize = 5;

/// Layers of nodes with moves to the next layer only: nodes are met again on other ways, always
/// with the same number of plies to go.
pub(crate) fn layered_for(players: usize) -> impl Strategy<Value = Place> {
    let layers: Vec<_> = (0..LAYERS)
        .map(|layer| {
            let next =
                if layer + 1 < LAYERS { (layer + 1) * WIDTH..(layer + 2) * WIDTH } else { 0..0 };
            prop::collection::vec(node(players, next, 4), WIDTH)
        })
        .collect();
    layers.prop_map(move |layers| place(players, layers.into_iter().flatten().collect()))
}

pub(crate) fn layered() -> impl Strategy<Value = Place> {
    (1..=MOST_PLAYERS).prop_flat_map(layered_for)
}

/// Moves lead anywhere, back too.
pub(crate) fn cyclic_for(players: usize) -> impl Strategy<Value = Place> {
    prop::collection::vec(node(players, 0..12, 3), 12).prop_map(move |nodes| place(players, nodes))
}

pub(crate) fn cyclic() -> impl Strategy<Value = Place> {
    (1..=MOST_PLAYERS).prop_flat_map(cyclic_for)
}

pub(crate) fn any_place() -> impl Strategy<Value = Place> {
    prop_oneof![layered(), cyclic()]
}
