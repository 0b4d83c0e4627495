//! A game given as a graph, in which anybody may move next, and what it is worth by plain minimax.

use std::sync::Arc;

use engine::{Evaluator, Game, Keyed, Outcome, Score, ScoreKind, StandPat, key};

/// A game given as a graph: each node says who moves, where the moves lead, and what it is worth.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) turn: bool,
    /// Successors; the same one may occur twice. None at all is the end of the game.
    pub(crate) moves: Vec<usize>,
    pub(crate) outcome: Outcome<bool>,
    /// For player `false`.
    pub(crate) worth: i32,
    /// How early the search should try to come here.
    pub(crate) order: i32,
    pub(crate) noise: StandPat,
    /// Which of the first moves are noisy, by number; all of them if they are forced.
    pub(crate) noisy: [bool; 5],
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
}

impl Game for Place {
    type Player = bool;
    type Move = To;
    type IllegalMove = NoSuchMove;

    fn players(&self) -> &[bool] {
        &[false, true]
    }

    fn turn(&self) -> bool {
        self.here().turn
    }

    fn outcome(&self) -> Option<Outcome<bool>> {
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

pub(crate) struct Worth;

impl Evaluator<Place> for Worth {
    fn evaluate(&self, place: &Place, player: bool) -> i32 {
        if player { -place.here().worth } else { place.here().worth }
    }

    fn order(&self, place: &Place, m: To) -> i32 {
        place.graph.nodes[m.node].order
    }
}

/// Judges like [`Worth`], but not before it has looked at the noisy moves.
pub(crate) struct Restless;

impl Evaluator<Place> for Restless {
    fn evaluate(&self, place: &Place, player: bool) -> i32 {
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
                moves.extend(
                    place.legal_moves().iter().filter(|m| noisy.get(m.number) == Some(&true)),
                );
            }
        }
        *noise
    }
}

/// Plain minimax, with the maximiser named rather than implied by the sign.
pub(crate) fn minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &|place, _| Score::value(Worth.evaluate(place, false)))
}

/// The same, with noisy moves followed beyond the depth.
pub(crate) fn restless_minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &quiescence)
}

pub(crate) fn quiescence(place: &Place, ply: u32) -> Score {
    let mut moves = Vec::new();
    let noise = Restless.noisy_moves(place, &mut moves);
    let gains = moves.into_iter().map(|m| {
        let mut child = place.clone();
        child.play(m).unwrap();
        minimax_to(&child, 0, ply + 1, &quiescence)
    });
    let quiet = (noise == StandPat::Optional).then(|| Score::value(Worth.evaluate(place, false)));
    let scores = quiet.into_iter().chain(gains);
    if place.turn() { scores.min().unwrap() } else { scores.max().unwrap() }
}

/// Minimax that leaves it to `leaf` to judge an unfinished position where the depth is reached.
pub(crate) fn minimax_to(
    place: &Place,
    depth: u32,
    ply: u32,
    leaf: &impl Fn(&Place, u32) -> Score,
) -> Score {
    if let Some(outcome) = place.outcome() {
        return match outcome {
            Outcome::Winner(false) => Score::win_in(ply),
            Outcome::Winner(true) => Score::loss_in(ply),
            _ => Score::DRAW,
        };
    }
    if depth == 0 {
        return leaf(place, ply);
    }
    let children = place.legal_moves().into_iter().map(|m| {
        let mut child = place.clone();
        child.play(m).unwrap();
        minimax_to(&child, depth - 1, ply + 1, leaf)
    });
    if place.turn() { children.min().unwrap() } else { children.max().unwrap() }
}

/// What plain minimax to this depth gives for every node, for player `false`, one depth after the
/// other. In a graph of 16 nodes, anything that can be proven is proven long before depth 40.
pub(crate) fn values(graph: &Arc<Graph>, depth: u32) -> Vec<Score> {
    let place = |node| Place { graph: graph.clone(), node };
    let mut values: Vec<Score> =
        (0..graph.nodes.len()).map(|node| minimax(&place(node), 0, 0)).collect();
    for _ in 0..depth {
        let step = |score: Score| match score.kind() {
            ScoreKind::Win(plies) => Score::win_in(plies + 1),
            ScoreKind::Loss(plies) => Score::loss_in(plies + 1),
            ScoreKind::Value(_) => score,
        };
        let nodes = graph.nodes.iter().zip(&values).map(|(node, &now)| {
            let moves = node.moves.iter().map(|&next| step(values[next]));
            if node.turn { moves.min() } else { moves.max() }.unwrap_or(now)
        });
        values = nodes.collect();
    }
    values
}

pub(crate) fn for_mover(place: &Place, score: Score) -> Score {
    if place.turn() { -score } else { score }
}

/// Plays a line out, checking every move.
pub(crate) fn follow(place: &Place, line: &[To]) -> Place {
    let mut place = place.clone();
    for &m in line {
        place.play(m).expect("lines consist of legal moves");
    }
    place
}
