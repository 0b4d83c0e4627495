//! With reductions and extensions a score may be another than that of plain minimax, but what is
//! proven is true, and everything that can be proven is.

use engine::search::Techniques;
use engine::{Evaluator, Game, Limits, Outcome, Score, Search};
use proptest::prelude::*;

use super::graph::{Node, Place, Restless, To, Worth, follow, for_mover, values};
use super::graphs::{LAYERS, ROAD, crossings, table_bytes, techniques_of, wide, wide_and_cyclic};
use crate::fixtures::graph::place;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn proofs_are_true(
        place in prop_oneof![wide(), wide_and_cyclic()],
        depth in 1..9_u32,
        bytes in table_bytes(),
        techniques in techniques_of(Techniques::PLAY),
    ) {
        let depth = if bytes == 0 { depth.min(4) } else { depth };
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 80)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
        let end = follow(&place, &analysis.line);
        if let Some(distance) = analysis.score.distance() {
            prop_assert!(analysis.proven || distance > analysis.depth);
            prop_assert!(analysis.line.len() as u32 <= distance);
            prop_assert!(!analysis.proven || analysis.line.len() as u32 == distance);
            prop_assert!(!analysis.proven || end.outcome().is_some());
        }
    }

    #[test]
    fn noise_makes_no_false_proof(
        place in wide(),
        depth in 0..8_u32,
        techniques in techniques_of(Techniques::PLAY),
    ) {
        let mut search = Search::new(Restless).with_memory(1 << 16).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let truth = for_mover(&place, values(&place.graph, LAYERS as u32)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn everything_is_proven_in_the_end(
        place in wide(),
        starts in prop::collection::vec(0..LAYERS * 12, 5),
        techniques in techniques_of(Techniques::PLAY),
        lines in 1..4_usize,
    ) {
        let mut search = Search::new(Worth).with_memory(1 << 18)
            .with_techniques(techniques)
            .with_lines(lines);
        let values = values(&place.graph, LAYERS as u32);
        for node in starts {
            let place = Place { node, ..place.clone() };
            let analysis = search.run(&place, &Limits::new()).unwrap();
            prop_assert!(analysis.proven);
            prop_assert_eq!(analysis.score, for_mover(&place, values[node]));
            for other in &analysis.others {
                prop_assert!(other.proven);
                let child = follow(&place, &other.line[..1]);
                let value = for_mover(&place, values[child.node]);
                prop_assert_eq!(other.score.distance(), value.distance().map(|plies| plies + 1));
                prop_assert_eq!(other.score > value, value.is_loss());
            }
        }
    }

    #[test]
    fn forced_wins_and_losses_are_found_in_games_with_cycles(
        place in wide_and_cyclic(),
        techniques in techniques_of(Techniques::PLAY),
    ) {
        let techniques = Techniques { table: true, ..techniques };
        let mut search = Search::new(Worth).with_memory(1 << 18).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(40)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 80)[place.node]);
        prop_assert_eq!(analysis.score.distance(), truth.distance());
        prop_assert!(analysis.proven || truth.distance().is_none());
    }
}

/// Moves to `first`, to many places far from the end, and to `last`, so late that it is reduced.
fn late(first: usize, last: usize) -> Vec<usize> {
    [first].into_iter().chain(20..ROAD).chain([last]).collect()
}

const REDUCED: Techniques = Techniques { reductions: true, ..Techniques::NONE };

#[test]
fn a_win_proves_nothing_while_late_moves_were_reduced() {
    let place = crossings([late(4, 2)]);
    let mut search = Search::new(Worth).with_memory(0).with_techniques(REDUCED);
    let mut results = Vec::new();
    let report = |found: &engine::Analysis<_>| results.push((found.score, found.proven));
    search.run_with(&place, &Limits::new().depth(5), report).unwrap();
    // The late win in 3 is missed at depth 3, but not once the first move is seen to win in 5.
    let unknown = (Score::DRAW, false);
    assert_eq!(results, [unknown, unknown, unknown, (Score::win_in(3), true)]);
}

#[test]
fn a_win_proves_nothing_while_remembered_scores_were_reduced() {
    let place = crossings([late(30, 2), vec![4, ROAD]]);
    let techniques = Techniques { table: true, ..REDUCED };
    let mut search = Search::new(Worth).with_memory(1 << 16).with_techniques(techniques);
    let earlier = Place { node: ROAD, ..place.clone() };
    let analysis = search.run(&earlier, &Limits::new().depth(4)).unwrap();
    assert_eq!(analysis.score, Score::DRAW, "the late win in 3 is missed");
    let analysis = search.run(&place, &Limits::new().depth(5)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(4), true));
}

#[test]
fn a_win_proves_nothing_while_unknown_positions_were_reduced() {
    // A win in 9 along the road, and one in 7 beside it.
    let beside = (1..6).map(|n| vec![ROAD + n - 1]);
    let place = crossings([vec![0]].into_iter().chain(beside).chain([vec![8, ROAD + 5]]));
    let techniques = Techniques { table: true, ..REDUCED };
    let mut search = Search::new(Worth).with_memory(1 << 16).with_techniques(techniques);
    let analysis = search.run(&place, &Limits::new().depth(7)).unwrap();
    assert_eq!(analysis.score, Score::DRAW, "the win in 7 is missed");
    let analysis = search.run(&place, &Limits::new().depth(9)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(7), true));
}

#[test]
fn no_move_is_reduced_once_a_win_is_known() {
    // Along the noise a win in 6 is seen at once; a late quiet move wins in 3.
    let place = crossings([vec![0], vec![ROAD], late(5, ROAD + 1)]);
    let techniques = Techniques { quiescence: true, ..REDUCED };
    let mut search = Search::new(Restless).with_memory(0).with_techniques(techniques);
    let analysis = search.run(&place, &Limits::new().depth(1)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(6), false));
    let analysis = search.run(&place, &Limits::new().depth(3)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(3), true));
}

/// Knows that the first move is the best.
struct FirstMove;

impl Evaluator<Place> for FirstMove {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        place.here().worth[player]
    }

    fn candidate_moves(&self, place: &Place, moves: &mut Vec<To>) {
        let start = moves.len();
        place.generate_distinct_moves(moves);
        moves.truncate(start + 1);
    }
}

#[test]
fn the_only_candidates_are_followed_to_twice_the_depth() {
    // Node `n` is `n` plies from a win; at each there is a draw as well.
    let draw = Node::new(0, &[], Outcome::Draw);
    let nodes = (1..10).map(|n| Node::new(0, &[n - 1, 10], Outcome::Draw));
    let win = Node::new(0, &[], Outcome::Winner(0));
    let place = place(2, [win].into_iter().chain(nodes).chain([draw]).collect()).at(9);
    let found = |techniques, depth| {
        let mut search = Search::new(FirstMove).with_memory(0).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        (analysis.score, analysis.proven)
    };
    let extended = Techniques { extensions: true, ..Techniques::NONE };
    assert_eq!(found(Techniques::NONE, 8), (Score::DRAW, false));
    assert_eq!(found(extended, 4), (Score::DRAW, false));
    assert_eq!(found(extended, 5), (Score::win_in(9), true));
}

#[test]
fn candidates_are_the_moves_from_two_plies_on() {
    // The second reply looks better, and loses a ply later.
    let mut nodes = vec![
        Node::new(0, &[1], Outcome::Draw),
        Node::new(1, &[2, 3], Outcome::Draw),
        Node::new(0, &[4], Outcome::Draw),
        Node::new(0, &[5], Outcome::Draw),
        Node::new(1, &[], Outcome::Draw),
        Node::new(1, &[], Outcome::Winner(0)),
    ];
    nodes[3].worth = [-2, 2, 0, 0, 0];
    let place = place(2, nodes);
    for (depth, expected) in [(2, (Score::value(-2), 3)), (3, (Score::DRAW, 2))] {
        let mut search = Search::new(FirstMove).with_memory(0).with_techniques(Techniques::NONE);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        assert_eq!((analysis.score, analysis.line[1].node), expected);
    }
}
