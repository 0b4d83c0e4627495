//! Shortest wins, on games whose answer is known.

use std::sync::Arc;

use super::fixtures::graph::{Graph, Node, Place};
use super::fixtures::tic_tac_toe::TicTacToe;
use engine::{Game, Keyed, Outcome};
use nim::Nim;
use solve::{ShortestWin, shortest_win};

#[path = "../../tests/fixtures/nim.rs"]
#[expect(unreachable_pub, reason = "for examples in the docs")]
pub(crate) mod nim;

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        format!("{self:?}").bytes().fold(0, |key, byte| engine::key::mix(key, byte.into()))
    }
}

/// Four places in a circle, of which each player decides two in a row; nobody ever wins.
pub(crate) fn circle() -> Place {
    let next = |node: usize| Node::new(node / 2, &[(node + 1) % 4], Outcome::Draw);
    Place { graph: Arc::new(Graph::new(2, (0..4).map(next).collect())), node: 0 }
}

#[test]
fn shortest_wins_are_known() {
    let plies = |answer| match answer {
        ShortestWin::Found(line) => Some(line.len()),
        _ => None,
    };
    for (heaps, shortest) in [([0, 0, 0], 0), ([5, 0, 0], 1), ([1, 2, 0], 2), ([4, 4, 4], 3)] {
        assert_eq!(plies(shortest_win(&Nim::new(heaps), 10_000)), Some(shortest), "{heaps:?}");
    }
    let start = TicTacToe::start();
    let ShortestWin::Found(line) = shortest_win(&start, 10_000) else { panic!("it can be won") };
    assert_eq!(line.len(), 5);
    let mut end = start;
    for m in line {
        end.play(m).unwrap();
    }
    assert_eq!(end.outcome(), Some(Outcome::Winner(1)));
    // 9, 72, 252 and 756 boards of one to four stones, by counting.
    assert_eq!(shortest_win(&start, 1 + 9 + 72 + 252), ShortestWin::LongerThan(3));
    assert_eq!(shortest_win(&start, 1), ShortestWin::LongerThan(0));
    assert_eq!(shortest_win(&circle(), 100), ShortestWin::Never);
}
