//! Proof-number search against the solution of the whole game, on random games with cycles in which
//! anybody may move next.

use engine::{
    Answer, Game, Keyed, Limits, Outcome, Points, Proof, ProofError, ProofFlaw, ProofSearch,
    StopFlag, Verdict, key,
};
use proptest::prelude::*;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// A game given as a graph: each node says who moves, where the moves lead, and how the game ends
/// if there are none.
#[derive(Debug)]
struct Graph {
    players: Vec<u8>,
    /// The bits of a node's number that its key shows.
    key_bits: u64,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    turn: u8,
    moves: Vec<usize>,
    outcome: Outcome<u8>,
}

#[derive(Clone, Debug)]
struct Place {
    graph: Arc<Graph>,
    node: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct To {
    node: usize,
    /// Tells apart two moves to the same node.
    number: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("no such move")]
struct NoSuchMove;

impl Place {
    fn here(&self) -> &Node {
        &self.graph.nodes[self.node]
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

impl Game for Place {
    type Player = u8;
    type Move = To;
    type IllegalMove = NoSuchMove;

    fn players(&self) -> &[u8] {
        &self.graph.players
    }

    fn turn(&self) -> u8 {
        self.here().turn
    }

    fn outcome(&self) -> Option<Outcome<u8>> {
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
}

impl Keyed for Place {
    fn key(&self) -> u64 {
        key::mix(0, self.node as u64 & self.graph.key_bits)
    }
}

/// Where the player can force a win: from the finished games backwards, again and again.
fn solution(graph: &Graph, player: u8) -> Vec<bool> {
    let mut won = vec![false; graph.nodes.len()];
    loop {
        let next: Vec<bool> = graph
            .nodes
            .iter()
            .map(|node| {
                let mut moves = node.moves.iter().map(|&to| won[to]);
                if node.moves.is_empty() {
                    node.outcome.winner() == Some(player)
                } else if node.turn == player {
                    moves.any(|won| won)
                } else {
                    moves.all(|won| won)
                }
            })
            .collect();
        if next == won {
            return won;
        }
        won = next;
    }
}

fn outcome(players: u8) -> impl Strategy<Value = Outcome<u8>> {
    prop_oneof![
        4 => (0..players).prop_map(Outcome::Winner),
        1 => Just(Outcome::Draw),
        1 => prop::collection::vec(0..3, usize::from(players))
            .prop_map(|points| Outcome::Points(Points::new((0..).zip(points)))),
    ]
}

/// `size` nodes; the moves of a node lead to `targets` of its number.
fn graph(
    size: usize,
    key_bits: u64,
    targets: fn(usize, usize) -> std::ops::Range<usize>,
) -> impl Strategy<Value = Arc<Graph>> {
    (2..=4_u8).prop_flat_map(move |players| {
        let nodes: Vec<_> = (0..size)
            .map(|number| {
                let to = targets(number, size);
                let moves = if to.is_empty() {
                    Just(Vec::new()).boxed()
                } else {
                    let some = prop::collection::vec(to, 1..=3);
                    prop_oneof![1 => Just(Vec::new()), 4 => some].boxed()
                };
                (0..players, moves, outcome(players))
                    .prop_map(|(turn, moves, outcome)| Node { turn, moves, outcome })
            })
            .collect();
        nodes.prop_map(move |nodes| {
            Arc::new(Graph { players: (0..players).collect(), key_bits, nodes })
        })
    })
}

/// Moves lead anywhere, back too.
fn cyclic() -> impl Strategy<Value = Arc<Graph>> {
    graph(24, u64::MAX, |_, size| 0..size)
}

/// Moves lead on, and the same nodes are met again on many ways.
fn acyclic() -> impl Strategy<Value = Arc<Graph>> {
    graph(60, u64::MAX, |number, size| number + 1..size.min(number + 7))
}

/// Many nodes have the same key.
fn confused() -> impl Strategy<Value = Arc<Graph>> {
    graph(24, 7, |_, size| 0..size)
}

/// Enough for everything, one bucket, nothing.
fn table_bytes() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1 << 16), Just(128), Just(0)]
}

fn start(graph: &Arc<Graph>) -> Place {
    Place { graph: graph.clone(), node: 0 }
}

fn verdict(is_won: bool) -> Verdict {
    if is_won { Verdict::Proven } else { Verdict::Disproven }
}

/// Checks the answers to all questions about a game, and their proofs.
fn check_all(graph: &Arc<Graph>, bytes: usize) -> Result<(), TestCaseError> {
    let mut search = ProofSearch::with_table_bytes(bytes);
    for &player in &graph.players {
        let solution = solution(graph, player);
        let expected = verdict(solution[0]);
        let place = start(graph);
        let answer = search.run(&place, player, &Limits::new());
        prop_assert_eq!(answer.verdict, expected);
        let infinite = match expected {
            Verdict::Proven => (0, Answer::INFINITE),
            _ => (Answer::INFINITE, 0),
        };
        prop_assert_eq!((answer.proof_number, answer.disproof_number), infinite);
        let proof = search.prove(&place, player, &Limits::new()).unwrap();
        prop_assert_eq!(proof.verdict(), expected);
        let stats = proof.check(&place);
        prop_assert!(stats.is_ok(), "{:?}", stats);
        for (place, _) in proof.choices() {
            prop_assert_eq!(verdict(solution[place.node]), expected);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn agrees_with_the_solution_where_there_are_cycles(
        graph in cyclic(), bytes in table_bytes(),
    ) {
        check_all(&graph, bytes)?;
    }

    #[test]
    fn agrees_with_the_solution_where_lines_meet(graph in acyclic(), bytes in table_bytes()) {
        check_all(&graph, bytes)?;
    }

    #[test]
    fn what_is_remembered_of_other_positions_is_right(graph in cyclic(), bytes in table_bytes()) {
        let mut search = ProofSearch::with_table_bytes(bytes);
        for round in 0..2 {
            for &player in &graph.players {
                let solution = solution(&graph, player);
                for node in 0..graph.nodes.len() {
                    let place = Place { graph: graph.clone(), node };
                    let answer = search.run(&place, player, &Limits::new());
                    prop_assert_eq!(answer.verdict, verdict(solution[node]), "round {}", round);
                }
            }
        }
    }

    #[test]
    fn equal_keys_do_not_make_wrong_proofs(graph in confused(), bytes in table_bytes()) {
        let mut search = ProofSearch::with_table_bytes(bytes);
        for &player in &graph.players {
            let expected = verdict(solution(&graph, player)[0]);
            let limits = Limits::new().nodes(20_000);
            if let Some(proof) = search.prove(&start(&graph), player, &limits)
                && proof.check(&start(&graph)).is_ok()
            {
                prop_assert_eq!(proof.verdict(), expected);
            }
        }
    }

    #[test]
    fn a_changed_choice_is_noticed(graph in cyclic(), change in any::<prop::sample::Index>()) {
        for &player in &graph.players {
            let solution = solution(&graph, player);
            let place = start(&graph);
            let proof = ProofSearch::new().prove(&place, player, &Limits::new()).unwrap();
            let choices: Vec<(Place, To)> = proof.choices().map(|(at, m)| (at.clone(), m)).collect();
            if choices.is_empty() {
                continue;
            }
            let remake = |choices: HashMap<Place, To>| match proof.verdict() {
                Verdict::Proven => Proof::of_win(player, choices),
                _ => Proof::of_defence(player, choices),
            };
            let (at, m) = &choices[change.index(choices.len())];
            let mut without: HashMap<Place, To> = choices.iter().cloned().collect();
            without.remove(at);
            let flaw = remake(without.clone()).check(&place).unwrap_err().flaw;
            prop_assert_eq!(flaw, ProofFlaw::NoChoice);
            without.insert(at.clone(), To { number: 9, ..*m });
            let flaw = remake(without.clone()).check(&place).unwrap_err().flaw;
            prop_assert_eq!(flaw, ProofFlaw::Illegal);
            // Any other move that gives the result away.
            for other in at.legal_moves() {
                if verdict(solution[other.node]) != proof.verdict() {
                    without.insert(at.clone(), other);
                    prop_assert!(remake(without.clone()).check(&place).is_err());
                }
            }
        }
    }
}

/// The game of one player who may stay, end it well or end it badly.
fn solitaire(nodes: &[&[usize]]) -> Arc<Graph> {
    let last = nodes.len() - 1;
    let node = |(number, moves): (usize, &&[usize])| Node {
        turn: u8::from(number % 2 == 1),
        moves: moves.to_vec(),
        outcome: Outcome::Winner(u8::from(number == last)),
    };
    let nodes = nodes.iter().enumerate().map(node).collect();
    Arc::new(Graph { players: vec![0, 1], key_bits: u64::MAX, nodes })
}
