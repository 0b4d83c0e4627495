//! What the search is told: exact scores.

use engine::search::{Known, Techniques, Window};
use engine::{Evaluator, Game, Limits, Outcome, Score, Search};
use proptest::prelude::*;

use super::graph::{Node, Place, To, Worth, follow, for_mover, values};
use super::graphs::{LAYERS, table_bytes, techniques_of, wide};
use crate::fixtures::graph::place;

/// Knows the exact scores of some nodes.
struct Tablebase {
    values: Vec<Score>,
    known: Vec<bool>,
}

impl Evaluator<Place> for Tablebase {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        Worth.evaluate(place, player)
    }

    fn known(&self, place: &Place, _depth: u32, _window: Window) -> Option<Known> {
        let score = || for_mover(place, self.values[place.node]);
        self.known[place.node].then(|| Known::Proven(score()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exact_scores_are_taken_as_proven(
        place in wide(),
        known in prop::collection::vec(any::<bool>(), LAYERS * 12),
        depth in 0..9_u32,
        bytes in table_bytes(),
        techniques in techniques_of(Techniques::PLAY),
    ) {
        let values = values(&place.graph, LAYERS as u32);
        let truth = for_mover(&place, values[place.node]);
        let tablebase = Tablebase { values, known };
        let mut search = Search::new(tablebase).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
        follow(&place, &analysis.line);
        search.clear();
        let analysis = search.run(&place, &Limits::new()).unwrap();
        prop_assert_eq!((analysis.score, analysis.proven), (truth, true));
        prop_assert_eq!(analysis.best().is_none(), place.outcome().is_some());
    }

    #[test]
    fn lines_go_on_through_the_tablebase(place in wide(), layer in 0..LAYERS) {
        let values = values(&place.graph, LAYERS as u32);
        let truth = for_mover(&place, values[place.node]);
        let known = (0..LAYERS * 12).map(|node| node / 12 >= layer).collect();
        let mut search = Search::new(Tablebase { values, known });
        let analysis = search.run(&place, &Limits::new()).unwrap();
        prop_assert_eq!((analysis.score, analysis.proven), (truth, true));
        let end = follow(&place, &analysis.line);
        if let Some(distance) = truth.distance() {
            prop_assert_eq!(analysis.line.len() as u32, distance);
            prop_assert!(end.outcome().is_some());
        }
        if layer == 0 {
            prop_assert!(analysis.nodes <= 1, "no search is needed");
        }
    }

    #[test]
    fn finished_games_are_worth_what_the_rules_say(
        place in wide(),
        techniques in techniques_of(Techniques::PLAY),
    ) {
        let known: Vec<_> = place.graph.nodes.iter().map(|node| node.moves.is_empty()).collect();
        let truth = for_mover(&place, values(&place.graph, LAYERS as u32)[place.node]);
        let liar = Tablebase { values: vec![Score::win_in(3); known.len()], known };
        let mut search = Search::new(liar).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new()).unwrap();
        prop_assert_eq!((analysis.score, analysis.proven), (truth, true));
    }

    #[test]
    fn what_is_known_at_once_stays_known_when_other_lines_are_searched(
        place in wide(),
        depth in 0..4_u32,
        lines in 1..4_usize,
    ) {
        // A draw, and the moves that keep it, are known; what else there is has to be guessed.
        let values = values(&place.graph, LAYERS as u32);
        let truth = values[place.node];
        let mut known = vec![false; values.len()];
        for node in place.here().moves.iter().copied().chain([place.node]) {
            known[node] = values[node] == Score::DRAW;
        }
        let mut search = Search::new(Tablebase { values, known }).with_lines(lines);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        if truth == Score::DRAW {
            prop_assert_eq!((analysis.score, analysis.proven), (truth, true));
        }
    }
}

#[test]
fn a_win_is_proven_once_the_depth_leaves_no_room_for_a_faster_one() {
    // The first move wins in 9, the second leads to a draw that is too far to be seen.
    let mut nodes = vec![Node::new(0, &[1, 10], Outcome::Draw)];
    nodes.extend((1..9).map(|n| Node::new(n % 2, &[n + 1], Outcome::Draw)));
    nodes.push(Node::new(1, &[], Outcome::Winner(0)));
    nodes.extend((10..40).map(|n| Node::new((n + 1) % 2, &[n + 1], Outcome::Draw)));
    nodes.push(Node::new(1, &[], Outcome::Draw));
    let place = place(2, nodes);
    let values = values(&place.graph, 40);
    let found = |known: usize, limits: &Limits| {
        let known = (0..values.len()).map(|node| node == known).collect();
        let tablebase = Tablebase { values: values.clone(), known };
        let mut search = Search::new(tablebase).with_techniques(Techniques::EXACT);
        let analysis = search.run(&place, limits).unwrap();
        (analysis.score, analysis.proven, analysis.depth)
    };
    let to = |depth| Limits::new().depth(depth);
    assert_eq!(found(8, &to(7)), (Score::DRAW, false, 7));
    assert_eq!(found(8, &to(8)), (Score::win_in(9), true, 8));
    assert_eq!(found(7, &to(7)), (Score::win_in(9), false, 7));
    // Every depth is searched: the next finds nothing faster.
    assert_eq!(found(7, &to(9).nodes(10_000)), (Score::win_in(9), true, 8));
}

/// Knows of every node that a search to its depth finds a draw.
struct DrawAtDepth;

impl Evaluator<Place> for DrawAtDepth {
    fn evaluate(&self, _place: &Place, _player: usize) -> i32 {
        0
    }

    fn known(&self, _place: &Place, _depth: u32, _window: Window) -> Option<Known> {
        Some(Known::AtDepth(Score::DRAW))
    }
}

#[test]
fn what_is_known_at_a_depth_is_not_solved() {
    // The first move draws at once; the second wins, but later than the search looks.
    let mut nodes = vec![Node::new(0, &[1, 2], Outcome::Draw), Node::new(1, &[], Outcome::Draw)];
    nodes.extend((2..11).map(|n| Node::new(1 - n % 2, &[n + 1], Outcome::Draw)));
    nodes.push(Node::new(1, &[], Outcome::Winner(0)));
    let place = place(2, nodes);
    let found = |depth| {
        let mut search = Search::new(DrawAtDepth).with_techniques(Techniques::EXACT);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        (analysis.score, analysis.proven)
    };
    for depth in 2..8 {
        assert_eq!(found(depth), (Score::DRAW, false), "depth {depth}");
    }
}

/// Thinks that node 1 has a move to node 2.
struct IllegalReply;

impl Evaluator<Place> for IllegalReply {
    fn evaluate(&self, _place: &Place, _player: usize) -> i32 {
        0
    }

    fn candidate_moves(&self, place: &Place, moves: &mut Vec<To>) {
        if place.node == 1 {
            moves.push(To { node: 2, number: 0 });
        } else {
            place.generate_moves(moves);
        }
    }
}

#[test]
fn a_line_with_an_illegal_move_is_cut_and_proves_nothing() {
    let mut nodes = vec![
        Node::new(0, &[1], Outcome::Draw),
        Node::new(1, &[3], Outcome::Draw),
        Node::new(0, &[], Outcome::Winner(0)),
    ];
    nodes.extend((3..12).map(|n| Node::new((n + 1) % 2, &[n + 1], Outcome::Draw)));
    nodes.push(Node::new(1, &[], Outcome::Winner(1)));
    let place = place(2, nodes);
    let analysis = Search::new(IllegalReply).run(&place, &Limits::new().depth(8)).unwrap();
    assert_eq!((analysis.line.len(), analysis.proven), (1, false), "{analysis:?}");
}
