//! Searches that are interrupted, and what is beyond all limits.

use std::time::Duration;

use engine::search::{Clock, EvaluatorFn, Mcts, StandPat, Techniques};
use engine::{Analysis, Evaluator, Game, Limits, NoEvaluation, Outcome, Score, Search, StopFlag};
use proptest::prelude::*;

use super::graph::{Node, Place, Restless, Worth, follow, for_mover, minimax};
use super::graphs::{LAYERS, ROAD, corridor, crossings, full_tree, layered};
use crate::fixtures::altered::{Altered, Change};
use crate::fixtures::graph::place;
use crate::fixtures::nim::{Nim, Take};
use crate::fixtures::wide::assert_stops_soon;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn noise_keeps_to_the_limits(place in layered(), nodes in 0..300_u64) {
        let run = || {
            let mut search = Search::new(Restless).with_memory(1 << 12);
            let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
            (analysis.line, analysis.score, analysis.depth, analysis.nodes)
        };
        let (line, _, _, visited) = run();
        prop_assert!(visited <= nodes);
        follow(&place, &line);
        prop_assert_eq!(line.is_empty(), place.outcome().is_some());
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn any_limit_leaves_a_legal_move(place in layered(), nodes in 0..60_u64) {
        let mut search = Search::new(Worth).with_memory(1 << 14);
        let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
        prop_assert!(analysis.nodes <= nodes);
        follow(&place, &analysis.line);
        prop_assert_eq!(analysis.best().is_none(), place.outcome().is_some());
        let truth = for_mover(&place, minimax(&place, LAYERS as u32, 0));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn the_same_search_twice_is_the_same(place in layered(), nodes in 0..2_000_u64) {
        let run = || {
            let mut search = Search::new(Worth).with_memory(1 << 12);
            let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
            (analysis.line, analysis.score, analysis.depth, analysis.nodes)
        };
        prop_assert_eq!(run(), run());
    }
}

#[test]
fn an_interrupted_search_claims_no_loss_that_can_be_avoided() {
    // The first move loses in 3 plies, the second wins in 21: too far for most of these searches.
    let node = |turn, moves: &[usize], winner| Node::new(turn, moves, Outcome::Winner(winner));
    let mut nodes = vec![node(0, &[1, 4], 0), node(1, &[2], 0), node(0, &[3], 0), node(1, &[], 1)];
    nodes.extend((4..24).map(|i| node((i + 1) % 2, &[i + 1], 0)));
    nodes.push(node(1, &[], 0));
    let place = place(2, nodes);
    for limit in 0..300 {
        let mut search = Search::new(NoEvaluation).with_memory(1 << 14);
        let analysis = search.run(&place, &Limits::new().nodes(limit)).unwrap();
        assert!(!analysis.score.is_loss(), "{limit} nodes: {analysis:?}");
    }
    let analysis = Search::new(NoEvaluation).run(&place, &Limits::new()).unwrap();
    assert_eq!(analysis.score, Score::win_in(21));
}

#[test]
fn an_interrupted_line_does_not_go_on_with_moves_of_another() {
    // At depth 3 the second move turns out to win, more than was hoped for, after the first was
    // looked at; it is then searched again, and the search interrupted.
    let place = crossings([vec![0], vec![ROAD], vec![30, ROAD + 1]]);
    let mut interrupted = 0;
    for limit in 0..40 {
        let mut search = Search::new(Worth).with_memory(0);
        let analysis = search.run(&place, &Limits::new().nodes(limit)).unwrap();
        follow(&place, &analysis.line);
        interrupted += u32::from(analysis.score.is_win() && analysis.depth < 3);
    }
    assert!(interrupted > 0);
}

/// The nodes of a search of a full tree to depth 6, without what the depths before it cost.
fn nodes_at_depth_6(evaluator: impl Evaluator<Place>, bytes: usize) -> u64 {
    let mut nodes = Vec::new();
    let limits = Limits::new().depth(6);
    let place = full_tree(6);
    let mut search = Search::new(evaluator).with_memory(bytes).with_techniques(Techniques::EXACT);
    search.run_with(&place, &limits, |analysis| nodes.push(analysis.nodes)).unwrap();
    nodes[nodes.len() - 1] - nodes[nodes.len() - 2]
}

#[test]
fn depths_are_passed_over_only_where_nothing_else_can_end_the_search() {
    let place = full_tree(6);
    let depths = |limits: Limits| {
        let mut depths = Vec::new();
        let mut search = Search::new(Worth);
        search.run_with(&place, &limits, |analysis| depths.push(analysis.depth)).unwrap();
        depths
    };
    assert_eq!(depths(Limits::new().depth(4)), [0, 2, 4]);
    assert_eq!(depths(Limits::new().depth(5)), [0, 1, 3, 5]);
    assert_eq!(depths(Limits::new().depth(3).stop(StopFlag::new())), [0, 1, 2, 3]);
    assert_eq!(depths(Limits::new().depth(3).nodes(1_000_000)), [0, 1, 2, 3]);
    assert_eq!(depths(Limits::new().solve(4)), [4]);
}

#[test]
fn a_first_look_that_takes_long_is_given_up() {
    let place = full_tree(10);
    let mut depths = Vec::new();
    let plain = || Search::new(Worth).with_techniques(Techniques::NONE).with_memory(0);
    let report = |analysis: &Analysis<_>| depths.push(analysis.depth);
    let found = plain().run_with(&place, &Limits::new().solve(10), report).unwrap();
    assert_eq!(depths, [0, 2, 4, 6, 8, 10]);
    assert!(found.nodes > 50_000, "{} nodes", found.nodes);
    let deepened = plain().run(&place, &Limits::new().depth(10)).unwrap();
    assert_eq!((found.line, found.score), (deepened.line, deepened.score));
}

#[test]
fn pruning_ordering_and_the_table_save_nodes() {
    let blind_order = EvaluatorFn(|place: &Place, player| Worth.evaluate(place, player));
    let plain = (4_u64.pow(7) - 1) / 3;
    let unordered = nodes_at_depth_6(blind_order, 0);
    assert!(unordered < plain * 2 / 3, "{unordered} of {plain}");
    // Knuth and Moore: with perfect order b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves are left, here 127.
    let ordered = nodes_at_depth_6(Worth, 0);
    assert!(ordered < 500, "{ordered}");
    let remembered = nodes_at_depth_6(blind_order, 1 << 20);
    assert!(remembered < unordered, "{remembered} {unordered}");
}

#[test]
fn a_search_remembers_until_it_is_cleared() {
    let place = full_tree(6);
    let limits = Limits::new().depth(5);
    let mut search = Search::new(Worth);
    let mut nodes = || {
        let nodes = search.run(&place, &limits).unwrap().nodes;
        let again = search.run(&place, &limits).unwrap().nodes;
        search.clear();
        (nodes, again)
    };
    let (first, again) = nodes();
    assert!(again < first);
    assert_eq!(nodes(), (first, again));
}

#[test]
fn without_time_the_move_that_would_be_tried_first_is_returned() {
    let place = full_tree(4);
    let analysis = Search::new(Worth).run(&place, &Limits::new().time(Duration::ZERO)).unwrap();
    assert_eq!(analysis.depth, 0);
    let orders = place.legal_moves().into_iter().map(|m| Worth.order(&place, m));
    assert_eq!(analysis.best().map(|m| Worth.order(&place, m)), orders.max());
}

#[test]
fn without_time_the_best_move_by_earlier_runs_is_returned() {
    let nim = Nim::new([1, 2, 4]);
    let mut search = Search::new(NoEvaluation);
    let best = search.run(&nim, &Limits::new()).unwrap().best().unwrap();
    let left = |search: &mut Search<_, _>, nim: &Nim| {
        let analysis = search.run(nim, &Limits::new().nodes(0)).unwrap();
        nim.after(analysis.best().unwrap()).heaps.into_iter().fold(0, |all, heap| all ^ heap)
    };
    let nim = nim.after(best);
    let replies: Vec<Nim> = nim.legal_moves().into_iter().map(|reply| nim.after(reply)).collect();
    assert!(replies.iter().all(|nim| left(&mut search, nim) == 0), "a position lost for the other");
    assert!(replies.iter().any(|nim| left(&mut Search::new(NoEvaluation), nim) != 0));
}

#[test]
fn an_empty_clock_leaves_a_legal_move() {
    let place = full_tree(4);
    let limits = Limits::new().clock(Clock::new(Duration::ZERO));
    let analysis = Search::new(Worth).run(&place, &limits).unwrap();
    assert_eq!((analysis.depth, analysis.line.len()), (0, 1));
    let limits = Limits::new().clock(Clock::new(Duration::from_hours(1)));
    assert!(Search::new(Worth).run(&corridor(9), &limits).unwrap().proven);
}

#[test]
fn speed_is_positions_in_a_second() {
    let place = full_tree(4);
    let mut analysis = Search::new(Worth).run(&place, &Limits::new().depth(2)).unwrap();
    (analysis.nodes, analysis.elapsed) = (500, Duration::from_millis(250));
    assert_eq!(analysis.nodes_per_second(), 2_000);
    analysis.elapsed = Duration::ZERO;
    assert_eq!(analysis.nodes_per_second(), 0);
}

#[test]
fn a_finished_game_has_its_score_however_tight_the_limits() {
    let analysis = Search::new(NoEvaluation).run(&corridor(0), &Limits::new().nodes(0)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(0), true));
}

#[test]
fn distances_beyond_a_hundred_plies_are_exact() {
    let analysis = Search::new(NoEvaluation).run(&corridor(701), &Limits::new()).unwrap();
    assert_eq!(analysis.score, Score::win_in(701));
    assert_eq!(analysis.line.len(), 701);
    assert!(analysis.proven);
}

#[test]
fn the_deepest_search_fits_the_stack_of_a_thread() {
    let length = 2 * Limits::MAX_DEPTH as usize;
    let analysis = Search::new(NoEvaluation).run(&corridor(length), &Limits::new().depth(u32::MAX));
    let analysis = analysis.unwrap();
    assert_eq!(analysis.depth, Limits::MAX_DEPTH);
    assert!(!analysis.proven);
}

#[test]
fn noise_is_followed_beyond_the_depth_but_not_for_ever() {
    let noisy = |length| {
        let mut search = Search::new(Restless).with_techniques(Techniques::EXACT);
        search.run(&corridor(length), &Limits::new().depth(3))
    };
    let analysis = noisy(51).unwrap();
    assert_eq!((analysis.score, analysis.line.len()), (Score::win_in(51), 51));
    let last = 3 + Limits::QUIESCENCE_PLIES as usize;
    assert_eq!(noisy(last).unwrap().score.distance(), Some(last as u32));
    assert_eq!(noisy(last + 1).unwrap().score, Score::DRAW);
}

#[test]
fn a_raised_flag_stops_the_search_at_once() {
    let flag = StopFlag::new();
    flag.raise();
    let limits = Limits::new().stop(flag.clone());
    let analysis = Search::new(NoEvaluation).run(&corridor(5), &limits).unwrap();
    assert_eq!(analysis.depth, 0);
    assert!(analysis.best().is_some());
    flag.lower();
    assert!(Search::new(NoEvaluation).run(&corridor(5), &limits).unwrap().proven);
}

#[test]
fn a_flag_raised_while_reporting_stops_after_that_depth() {
    let flag = StopFlag::new();
    let limits = Limits::new().stop(flag.clone());
    let mut depths = Vec::new();
    let analysis = Search::new(NoEvaluation)
        .with_techniques(Techniques::EXACT)
        .run_with(&corridor(900), &limits, |analysis| {
            depths.push(analysis.depth);
            if analysis.depth == 40 {
                flag.raise();
            }
        })
        .unwrap();
    assert!((40..100).contains(&analysis.depth), "stopped at {}", analysis.depth);
    assert!(depths.iter().copied().eq(0..=analysis.depth));
}

#[test]
fn a_finished_game_is_scored_without_a_move() {
    let analysis = Search::new(NoEvaluation).run(&corridor(0), &Limits::new()).unwrap();
    assert_eq!((analysis.score, analysis.best()), (Score::win_in(0), None));
    assert!(analysis.proven);
}

#[test]
fn one_player_does_what_is_best() {
    let alone = Altered { place: corridor(3), change: Change::Alone };
    let analysis = Search::new(NoEvaluation).run(&alone, &Limits::new()).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(3), true));
}

#[test]
fn a_search_that_ends_before_depth_1_has_compared_the_moves_at_sight() {
    // To settle the noise after the first move takes more than all nodes there are.
    let mut nodes = vec![Node::new(0, &[1, 2], Outcome::Draw)];
    nodes.push(Node { noise: StandPat::Forced, ..Node::new(1, &[3; 99], Outcome::Draw) });
    nodes.push(Node { worth: [5, -5, 0, 0, 0], ..Node::new(1, &[3], Outcome::Draw) });
    nodes.push(Node { noise: StandPat::Forced, ..Node::new(0, &[1, 2], Outcome::Draw) });
    let place = place(2, nodes);
    let found = |nodes| {
        let mut search = Search::new(Restless).with_memory(0);
        let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
        (analysis.depth, analysis.line[0].node)
    };
    assert_eq!(found(0), (0, 1), "the first listed");
    assert_eq!(found(1), (0, 1), "there is a score");
    assert_eq!(found(4), (0, 2), "the best at sight");
    assert_eq!(found(6), (0, 2));
}

#[test]
fn limits_are_looked_at_while_many_moves_are_listed_and_stored() {
    assert_stops_soon("one line", |wide, limits| {
        drop(Search::new(NoEvaluation).run(wide, limits));
    });
    assert_stops_soon("lines", |wide, limits| {
        drop(Search::new(NoEvaluation).with_lines(3).run(wide, limits));
    });
    assert_stops_soon("playouts", |wide, limits| {
        drop(Mcts::new(NoEvaluation).with_memory(1 << 22).run(wide, limits));
    });
}

/// Orders moves by how many stones they take, or not at all.
struct Stones(bool);

impl Evaluator<Nim> for Stones {
    fn evaluate(&self, _: &Nim, _: usize) -> i32 {
        0
    }

    fn order(&self, _: &Nim, m: Take) -> i32 {
        if self.0 { m.stones.into() } else { 0 }
    }
}

#[test]
fn to_the_end_of_the_game_history_counts_only_where_no_order_is_known() {
    let nodes = |ordered, history| {
        let techniques = Techniques { history, ..Techniques::EXACT };
        let mut search = Search::new(Stones(ordered)).with_techniques(techniques);
        let analysis = search.run(&Nim::new([3, 4, 5]), &Limits::new().solve(12)).unwrap();
        assert!(analysis.proven);
        analysis.nodes
    };
    assert_eq!(nodes(true, true), nodes(true, false));
    assert_ne!(nodes(false, true), nodes(false, false));
}
