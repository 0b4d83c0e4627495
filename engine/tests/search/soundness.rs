//! Limits of nothing, evaluators and games that break their laws: whatever happens, a running game
//! gets a legal move.

use std::time::Duration;

use engine::search::{Clock, Known, MaxN, StandPat, Techniques, Window};
use engine::{
    Analysis, Bot, Evaluator, Game, Limits, NoEvaluation, Outcome, Score, Search, SearchError,
    StopFlag,
};
use proptest::prelude::*;

use crate::fixtures::altered::{Altered, Change};
use crate::graph::{Node, Place, To, Worth, follow};
use crate::graphs::{layered, table_bytes, wide, wide_and_cyclic};

/// Lists noisy moves and candidates of other positions, clears lists, and knows what is not so.
struct Liar {
    seed: u64,
}

impl Liar {
    fn says(&self, place: &Place, what: u64) -> u64 {
        let word = self.seed ^ (place.node as u64 * 8 + what);
        word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33
    }

    fn score(&self, place: &Place, what: u64) -> Option<Score> {
        let word = self.says(place, what);
        let distance = (word >> 3) as u32 % 5;
        match word % 8 {
            0 => Some(Score::win_in(distance)),
            1 => Some(Score::loss_in(distance)),
            2 => Some(Score::value(distance as i32)),
            _ => None,
        }
    }

    fn moves(&self, place: &Place, what: u64, moves: &mut Vec<To>) {
        let word = self.says(place, what);
        let nodes = place.graph.nodes.len();
        if word.is_multiple_of(7) {
            moves.clear();
        }
        if !word.is_multiple_of(3) {
            place.generate_distinct_moves(moves);
        }
        if word.is_multiple_of(2) {
            moves.push(To { node: word as usize % nodes, number: 9 });
        }
    }
}

impl Evaluator<Place> for Liar {
    fn evaluate(&self, place: &Place, _player: usize) -> i32 {
        (self.says(place, 0) % 9) as i32
    }

    fn noisy_moves(&self, place: &Place, moves: &mut Vec<To>) -> StandPat {
        if self.says(place, 1).is_multiple_of(4) {
            self.moves(place, 2, moves);
        }
        if self.says(place, 3).is_multiple_of(2) { StandPat::Forced } else { StandPat::Optional }
    }

    fn known(&self, place: &Place, _depth: u32, _window: Window) -> Option<Known> {
        let proven = self.score(place, 4).map(Known::Proven);
        proven.or_else(|| self.score(place, 5).map(Known::AtDepth))
    }

    fn candidate_moves(&self, place: &Place, moves: &mut Vec<To>) {
        self.moves(place, 6, moves);
    }
}

/// Checks that all lines begin with different legal moves, and none is better than the best.
fn is_sound(place: &Place, found: &Analysis<To>) -> Result<(), TestCaseError> {
    let best = place.clone().outcome().is_some();
    prop_assert_eq!(found.best().is_none(), best);
    follow(place, &found.line);
    let mut ends: Vec<usize> = found.line.first().map(|m| m.node).into_iter().collect();
    for other in &found.others {
        follow(place, &other.line);
        prop_assert!(other.score <= found.score, "{found:?}");
        ends.extend(other.line.first().map(|m| m.node));
    }
    let count = ends.len();
    ends.sort_unstable();
    ends.dedup();
    prop_assert_eq!(ends.len(), count, "two lines lead to one position: {:?}", found);
    Ok(())
}

/// Limits that leave no time.
fn nothing() -> impl Strategy<Value = Limits> {
    let raised = StopFlag::new();
    raised.raise();
    prop_oneof![
        Just(Limits::new().time(Duration::ZERO)),
        Just(Limits::new().clock(Clock::new(Duration::ZERO))),
        Just(Limits::new().stop(raised)),
        Just(Limits::new().nodes(0)),
        Just(Limits::new().depth(0)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn limits_of_nothing_leave_a_legal_move(
        place in prop_oneof![layered(), wide_and_cyclic()],
        limits in nothing(),
        threads in prop_oneof![9 => 0..4_usize, 1 => Just(64)],
        bytes in table_bytes(),
        lines in 1..4_usize,
    ) {
        let mut search = Search::new(Worth).with_memory(bytes).with_lines(lines);
        is_sound(&place, &search.run_parallel(&place, &limits, threads, |_| {}).unwrap())?;
        is_sound(&place, &search.run(&place, &limits).unwrap())?;
        let over = place.outcome().is_some();
        prop_assert_eq!(search.choose(&place, &limits).is_none(), over);
        let max_n = MaxN::new(Worth).with_memory(bytes).run(&place, &limits).unwrap();
        prop_assert_eq!(max_n.best().is_none(), over);
        follow(&place, &max_n.line);
    }

    #[test]
    fn whatever_the_evaluator_says_the_moves_are_legal(
        place in prop_oneof![layered(), wide()],
        seed: u64,
        nodes in 0..3_000_u64,
        threads in 1..3_usize,
        bytes in table_bytes(),
        lines in 1..4_usize,
        exact: bool,
    ) {
        let techniques = if exact { Techniques::EXACT } else { Techniques::PLAY };
        let mut search = Search::new(Liar { seed }).with_memory(bytes)
            .with_techniques(techniques)
            .with_lines(lines);
        let limits = Limits::new().nodes(nodes).depth(8);
        is_sound(&place, &search.run_parallel(&place, &limits, threads, |_| {}).unwrap())?;
    }

    #[test]
    fn interrupted_lines_keep_their_promises(
        place in prop_oneof![layered(), wide(), wide_and_cyclic()],
        nodes in 0..3_000_u64,
        bytes in table_bytes(),
        lines in 2..6_usize,
        exact: bool,
    ) {
        let techniques = if exact { Techniques::EXACT } else { Techniques::PLAY };
        let mut search =
            Search::new(Worth).with_memory(bytes).with_techniques(techniques).with_lines(lines);
        let mut reports = Vec::new();
        let limits = Limits::new().nodes(nodes).depth(9);
        let report = |found: &Analysis<_>| reports.push(found.clone());
        let analysis = search.run_with(&place, &limits, report).unwrap();
        for found in reports.iter().chain([&analysis]) {
            is_sound(&place, found)?;
        }
    }
}

/// Puts moves of the node before in the place of what is listed at node 2.
struct Swapper;

impl Evaluator<Place> for Swapper {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        Worth.evaluate(place, player)
    }

    fn noisy_moves(&self, place: &Place, moves: &mut Vec<To>) -> StandPat {
        if place.node == 2 {
            moves.fill(To { node: 1, number: 0 });
        }
        StandPat::Optional
    }
}

#[test]
fn a_list_of_moves_that_is_changed_brings_no_line_back() {
    let node = |worth, moves: &[usize]| Node {
        worth: [worth, -worth, 0, 0, 0],
        ..Node::new(0, moves, Outcome::Draw)
    };
    let nodes =
        vec![node(0, &[1, 2, 3]), node(5, &[4]), node(1, &[4]), node(0, &[4]), node(0, &[])];
    let techniques = Techniques { quiescence: true, ..Techniques::NONE };
    let mut search = Search::new(Swapper).with_techniques(techniques).with_lines(2);
    let place = crate::fixtures::graph::place(2, nodes);
    let analysis = search.run(&place, &Limits::new().depth(1)).unwrap();
    assert_eq!(analysis.score, Score::value(5));
    is_sound(&place, &analysis).unwrap();
}

#[test]
fn a_running_game_without_moves_is_an_error_or_not_proven() {
    let corridor = crate::graphs::corridor(3);
    let stranded = |node| Altered { place: corridor.at(node), change: Change::NeverOver };
    let (stranded, before) = (stranded(3), stranded(0));
    let limits = Limits::new().depth(9);
    let refused = Search::new(NoEvaluation).run(&stranded, &limits);
    assert_eq!(refused, Err(SearchError::NoMoves));
    assert_eq!(MaxN::new(NoEvaluation).run(&stranded, &limits).err(), Some(SearchError::NoMoves));
    assert!(!Search::new(NoEvaluation).run(&before, &limits).unwrap().proven);
    assert!(!MaxN::new(NoEvaluation).run(&before, &limits).unwrap().proven);
}

#[test]
fn tables_beyond_all_memory_are_errors() {
    let place = crate::graphs::corridor(3);
    for bytes in [usize::MAX, usize::MAX / 2, 1 << 50] {
        let refused = Err(SearchError::NoMemory { bytes });
        let limits = Limits::new();
        assert_eq!(Search::new(NoEvaluation).with_memory(bytes).run(&place, &limits), refused);
        let max_n = MaxN::new(NoEvaluation).with_memory(bytes).run(&place, &limits);
        assert_eq!(max_n.err(), refused.err());
    }
}
