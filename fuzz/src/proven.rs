//! What a search calls proven on random graphs is best play, by the law that the engine's tests check.

use std::sync::Arc;

use engine::search::{StandPat, Techniques};
use engine::{Outcome, Points};

use crate::fixtures::place::{Graph, MOST_PLAYERS, Node, Place};
use crate::fixtures::told::{Aim, Case, Hook, Judgement, Run, Told};
use crate::input::Input;

/// Searches a graph by an evaluator that knows true things, and checks every move of what is proven.
///
/// # Panics
///
/// If a proven line is not best play, or lines are out of order.
pub fn lines(data: &[u8]) {
    let case = case(&mut Input::new(data));
    if let Err(fault) = case.check() {
        panic!("{fault}\n{case:?}");
    }
}

fn case(input: &mut Input<'_>) -> Case {
    let techniques = match input.below(4) {
        0 => Techniques::EXACT,
        1 => Techniques {
            table: input.coin(),
            alternate: input.coin(),
            null_window: input.coin(),
            aspiration: input.coin(),
            order: input.coin(),
            history: input.coin(),
            quiescence: input.coin(),
            reductions: input.coin(),
            extensions: input.coin(),
        },
        _ => Techniques::PLAY,
    };
    let bytes = [0, 1 << 8, 1 << 16][input.below(3)];
    let lines = if input.coin() { 1 } else { 1 + input.below(4) };
    let hooks = Hook::ALL.into_iter().filter(|_| input.coin()).collect();
    let place = place(input);
    let count = place.graph.nodes.len();
    let knows = input.coin();
    let told = |input: &mut Input<'_>| Told::ALL[input.below(Told::ALL.len())];
    let told = (0..count).map(|_| if knows { told(input) } else { Told::Nothing }).collect();
    let runs = (0..=input.below(4)).map(|_| run(input, count)).collect();
    Case { place, judgement: Judgement { told, hooks }, techniques, bytes, lines, runs }
}

fn run(input: &mut Input<'_>, count: usize) -> Run {
    Run {
        node: input.below(count),
        nodes: [2_000, input.below(1 << 10) as u64][input.below(2)],
        aim: Aim::Depth([30, input.below(12) as u32][input.below(2)]),
        threads: 1,
    }
}

/// A graph of up to 24 nodes; in half of them moves lead to later nodes only.
fn place(input: &mut Input<'_>) -> Place {
    let players = 1 + input.below(4);
    let count = 2 + input.below(23);
    let is_cyclic = input.coin();
    let nodes = (0..count).map(|node| {
        let first = if is_cyclic { 0 } else { node + 1 };
        self::node(input, players, first..count)
    });
    Place { graph: Arc::new(Graph::new(players, nodes.collect())), node: 0 }
}

fn node(input: &mut Input<'_>, players: usize, targets: std::ops::Range<usize>) -> Node {
    let most = if targets.is_empty() { 0 } else { input.below(8) };
    let moves: Vec<usize> = (0..most).map(|_| targets.start + input.below(targets.len())).collect();
    let outcome = if moves.is_empty() { outcome(input, players) } else { Outcome::Draw };
    let mut worth = [0; MOST_PLAYERS];
    worth[..players].fill_with(|| input.below(5) as i32 - 2);
    if players == 2 {
        worth[1] = -worth[0];
    }
    let [turn, order] = [input.below(players), input.below(3)];
    let bits = input.byte();
    Node {
        worth,
        order: order as i32,
        noise: if bits & 3 == 3 { StandPat::Forced } else { StandPat::Optional },
        noisy: std::array::from_fn(|i| bits >> (i + 2) & 1 == 1),
        ..Node::new(turn, &moves, outcome)
    }
}

fn outcome(input: &mut Input<'_>, players: usize) -> Outcome<usize> {
    match input.below(4) {
        0 => Outcome::Draw,
        1 => {
            Outcome::Points(Points::new((0..players).map(|player| (player, input.below(3) as i32))))
        }
        _ => Outcome::Winner(input.below(players)),
    }
}
