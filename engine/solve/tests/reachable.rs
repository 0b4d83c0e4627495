//! Tables of all positions that play leads to, against a naive fixpoint.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::fixtures::graph::{Graph, Node, Place, any_place, later};
use crate::fixtures::numbered::{fixpoint, path, threads};
use crate::fixtures::tic_tac_toe::TicTacToe;
use crate::tablebase::built;
use engine::{Game, Outcome, Score, StopFlag, Wdl};
use proptest::prelude::*;
use solve::tablebase::{BuildError, BuildOptions, ReachablePositions};
use solve::{Coalition, Side};

/// The graph as a game of one player, number 0, against all others, number 1.
pub(crate) fn against(graph: &Graph, player: usize) -> Graph {
    let node = |node: &Node| {
        let outcome = match node.outcome.wdl(player) {
            Wdl::Win => Outcome::Winner(0),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Winner(1),
        };
        Node::new(usize::from(node.turn != player), &node.moves, outcome)
    };
    Graph::new(2, graph.nodes.iter().map(node).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_each_player_can_force_is_found(place in any_place()) {
        for start in Coalition::each(&place) {
            let expected = fixpoint(&against(&place.graph, start.player));
            let family = ReachablePositions::new(&start, Clone::clone, &threads(1)).unwrap();
            prop_assert!(family.positions().skip(1).all(|at| at.outcome().is_none()));
            let table = built(family);
            for at in table.family().positions() {
                prop_assert_eq!(table.probe(at), Some(expected[at.position.node]));
                for (m, score) in table.moves(at) {
                    let node = m.node;
                    let next = at.after(m);
                    let seen = later(expected[node], 1);
                    let value = if next.turn() == at.turn() { seen } else { -seen };
                    prop_assert_eq!(score, Some(value));
                }
            }
        }
    }
}

#[test]
fn all_positions_of_a_game_are_listed_once() {
    let start = TicTacToe::start();
    let family = ReachablePositions::new(&start, TicTacToe::clone, &BuildOptions::new()).unwrap();
    // 5,478 positions, of which 626 are won by the first, 316 by the second, and 16 drawn.
    assert_eq!(family.positions().count(), 5_478 - 626 - 316 - 16);
    let by_three = ReachablePositions::new(&start, TicTacToe::clone, &threads(3)).unwrap();
    assert!(by_three.positions().eq(family.positions()));
    let table = built(family);
    assert_eq!(table.probe(&start), Some(Score::DRAW));
    let corner = "x........ o".parse::<TicTacToe>().unwrap();
    assert_eq!(table.probe(&corner), Some(Score::DRAW));
}

/// Nodes that differ by 7 are the same position.
#[test]
fn a_normal_form_stands_for_all_positions_that_have_it() {
    let node = |node: usize| {
        let next = [(node + 1) % 14, (node + 3) % 14];
        let moves: &[usize] = if node % 7 == 5 { &[] } else { &next };
        // So that the mover is the same in both.
        Node::new(usize::from(node % 7 > 2), moves, Outcome::Winner(0))
    };
    let graph = Graph::new(2, (0..14).map(node).collect());
    let expected = fixpoint(&graph);
    let start = Place { graph: graph.into(), node: 8 };
    let normal = |place: &Place| place.at(place.node % 7);
    let table = built(ReachablePositions::new(&start, normal, &threads(1)).unwrap());
    assert_eq!(table.family().positions().count(), 6);
    for node in (0..14).filter(|node| node % 7 != 5) {
        assert_eq!(table.probe(&start.at(node)), Some(expected[node]), "{node}");
    }
    assert_eq!(table.probe(&start.at(5)), None);
}

#[test]
fn a_finished_game_is_one_position() {
    let (_, numbered) = path(5);
    let over = Coalition { position: numbered.place(0), player: 1 };
    let table = built(ReachablePositions::new(&over, Clone::clone, &threads(1)).unwrap());
    assert_eq!(table.family().positions().count(), 1);
    assert_eq!((over.turn(), table.probe(&over)), (Side::Opponents, Some(Score::loss_in(0))));
}

#[test]
fn listing_is_stopped_and_refused() {
    let (_, numbered) = path(3_000);
    let start = numbered.place(3_000);
    let list = |options: &BuildOptions<'_>| ReachablePositions::new(&start, Clone::clone, options);
    let options = BuildOptions::new().threads(NonZeroUsize::MIN);
    assert_eq!(list(&options).unwrap().positions().count(), 3_000);
    let room_for_twice_as_many_is_too_much = options.clone().memory(80_000);
    assert_eq!(list(&room_for_twice_as_many_is_too_much).unwrap().positions().count(), 3_000);
    let few = list(&options.clone().memory(50_000));
    assert!(matches!(few, Err(BuildError::Memory { bytes: 50_001.. })), "{few:?}");
    let most = options.clone().positions(3_000);
    assert_eq!(list(&most).unwrap().positions().count(), 3_000);
    let too_many = list(&options.clone().positions(2_999)).unwrap_err();
    assert_eq!(too_many, BuildError::Positions { most: 2_999 });
    assert_eq!(too_many.to_string(), "play leads to more than 2999 positions");
    let late = list(&options.clone().time(Duration::ZERO));
    assert_eq!(late.unwrap_err(), BuildError::Stopped);
    assert!(list(&options.clone().time(Duration::MAX)).is_ok());
    let stop = StopFlag::new();
    stop.raise();
    assert_eq!(list(&options.stop(stop)).unwrap_err(), BuildError::Stopped);
}
