//! Monte Carlo tree search against everything that can come out, on random games of one to four
//! players in which anybody may move next.

use std::time::Duration;

use crate::fixtures::altered::{Altered, Change};
use crate::fixtures::graph::{Node, Place, cyclic_for, layered_for, place};
use crate::fixtures::nim::{Nim, Take};
use crate::fixtures::tic_tac_toe::TicTacToe;
use engine::search::{Bounds, Clock, EvaluatorFn, Mcts};
use engine::{Bot, Game, Limits, NoEvaluation, Outcome, StopFlag, Wdl};
use proptest::prelude::*;
use rand::RngExt;

type Mine = Mcts<Place, NoEvaluation>;

/// A search, by odd seeds with priors.
fn mcts(bytes: usize, seed: u64) -> Mine {
    let mcts = Mcts::new(NoEvaluation).with_memory(bytes).with_rollout_plies(50).with_seed(seed);
    if seed.is_multiple_of(2) { mcts } else { mcts.with_prior(50.0) }
}

fn layered() -> impl Strategy<Value = Place> {
    (1..=4_usize).prop_flat_map(layered_for)
}

/// Everything that can come out if nobody plays a move that is worse for themselves: for every node of
/// a graph without cycles, the results of all players.
fn endings(place: &Place) -> Vec<Vec<Wdl>> {
    if let Some(outcome) = place.outcome() {
        return vec![place.players().iter().map(|&player| outcome.wdl(player)).collect()];
    }
    let turn = place.turn();
    let children: Vec<_> = place.here().moves.iter().map(|&to| endings(&place.at(to))).collect();
    // Whatever happens elsewhere, the mover can have this.
    let least = |child: &Vec<Vec<Wdl>>| child.iter().map(|ending| ending[turn]).min();
    let sure = children.iter().filter_map(least).max().unwrap();
    let mut all: Vec<_> = children.into_iter().flatten().filter(|e| e[turn] >= sure).collect();
    all.sort();
    all.dedup();
    all
}

/// The best that the player to move of two can enforce in so many plies, if it is not a draw.
fn enforced(place: &Place, plies: u32) -> Vec<Wdl> {
    let nodes = place.graph.nodes.len();
    let over = |node| place.at(node).outcome().map(|outcome| outcome.wdl(0));
    let mut now: Vec<_> = (0..nodes).map(|node| over(node).unwrap_or(Wdl::Draw)).collect();
    for _ in 0..plies {
        let look = |node| {
            let place = place.at(node);
            let ahead = place.here().moves.iter().map(|&to| now[to]);
            let best = if place.turn() == 0 { ahead.max() } else { ahead.min() };
            best.unwrap_or(now[node])
        };
        now = (0..nodes).map(look).collect();
    }
    now
}

fn allows(bounds: Bounds, wdl: Wdl) -> bool {
    (bounds.at_least..=bounds.at_most).contains(&wdl)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_proven_holds(
        place in layered(),
        nodes in 0..400_u64,
        bytes in prop_oneof![Just(0), Just(1 << 20)],
        seed: u64,
    ) {
        let mut mcts = mcts(bytes, seed);
        let analysis = mcts.run(&place, &Limits::new().nodes(nodes)).unwrap();
        for ending in endings(&place) {
            for (value, &wdl) in analysis.values.iter().zip(&ending) {
                prop_assert!(allows(value.bounds, wdl), "{} {analysis:?}", value.player);
            }
        }
        for child in &analysis.moves {
            for ending in endings(&place.at(child.m.node)) {
                for (value, &wdl) in child.values.iter().zip(&ending) {
                    prop_assert!(allows(value.bounds, wdl));
                }
            }
        }
        prop_assert!(analysis.nodes <= nodes);
        // A node takes more than 32 bytes, and the least tree has 64.
        prop_assert!(analysis.tree_nodes <= (bytes / 32).max(64));
        let best = analysis.best();
        prop_assert_eq!(best.is_none(), place.outcome().is_some());
        if let Some(best) = best {
            place.check(best).unwrap();
            let mover = place.turn();
            let hopeless = |child: &&engine::search::MctsMove<_, _>| {
                child.values[mover].bounds.at_most == Wdl::Loss
            };
            let lost: Vec<_> = analysis.moves.iter().filter(hopeless).map(|child| child.m).collect();
            let mut all = Vec::new();
            place.generate_distinct_moves(&mut all);
            prop_assert!(!lost.contains(&best) || lost.len() == all.len());
        }
    }

    #[test]
    fn small_games_get_solved(place in layered(), seed: u64) {
        let analysis = mcts(8 << 20, seed).run(&place, &Limits::new()).unwrap();
        prop_assert!(analysis.nodes < 1_000_000, "it ends by itself");
        prop_assert!(analysis.proven || place.players().len() > 2);
        let endings = endings(&place);
        if place.players().len() <= 2 {
            let best: Vec<_> =
                analysis.values.iter().map(|value| value.bounds.exact().unwrap()).collect();
            prop_assert_eq!(&[best][..], &endings);
            let mut end = place.clone();
            for &m in &analysis.line {
                end.play(m).unwrap();
            }
            let outcome = end.outcome();
            prop_assert!(outcome.is_some() || endings[0].contains(&Wdl::Draw));
            for value in outcome.iter().flat_map(|_| &analysis.values) {
                let wdl = outcome.as_ref().map(|outcome| outcome.wdl(value.player));
                prop_assert_eq!(value.bounds.exact(), wdl);
            }
        }
    }

    #[test]
    fn proven_results_are_kept_in_play(
        place in layered_for(2),
        nodes in prop::collection::vec(1..200_u64, 1..6),
        bytes in prop_oneof![Just(0), Just(1 << 20)],
        seed: u64,
    ) {
        // From move to move with little memory: proven results remain though the nodes that prove them
        // may be forgotten.
        let mut mcts = mcts(bytes, seed);
        let mut place = place;
        for nodes in nodes {
            let analysis = mcts.run(&place, &Limits::new().nodes(nodes)).unwrap();
            let Some(best) = analysis.best() else { break };
            let mover = place.turn();
            place.play(best).unwrap();
            let bounds = analysis.values[mover].bounds;
            if let Some(promised) = bounds.exact() {
                for ending in endings(&place) {
                    prop_assert_eq!(ending[mover], promised, "{:?}", analysis);
                }
            }
        }
    }

    #[test]
    fn cycles_do_not_deceive_it(place in cyclic_for(2), nodes in 0..600_u64, seed: u64) {
        let analysis = mcts(1 << 20, seed).run(&place, &Limits::new().nodes(nodes)).unwrap();
        let truth = enforced(&place, 100)[place.node];
        let bounds = analysis.values[0].bounds;
        prop_assert!(allows(bounds, truth), "{bounds} but {truth:?}");
    }

    #[test]
    fn the_same_seed_finds_the_same(place in layered(), seed: u64) {
        let run = |mcts: &mut Mine| {
            let mut analysis = mcts.run(&place, &Limits::new().nodes(60)).unwrap();
            analysis.elapsed = Duration::ZERO;
            analysis
        };
        let mut mcts = mcts(1 << 20, seed);
        let first = run(&mut mcts);
        mcts.clear();
        prop_assert_eq!(run(&mut mcts), first);
    }
}

/// What a game of tic-tac-toe is worth to `player`.
fn worth(game: &TicTacToe, player: u8) -> Wdl {
    if let Some(outcome) = game.outcome() {
        return outcome.wdl(player);
    }
    let children = game.legal_moves().into_iter().map(|m| {
        let child = game.after(m);
        worth(&child, player)
    });
    if game.turn() == player { children.max() } else { children.min() }.unwrap()
}

#[test]
fn proven_results_are_kept_though_nodes_are_forgotten() {
    let mut rng = engine::game::seeded(1);
    let mut promised = 0;
    for seed in 0..600 {
        let bytes = rng.random_range(0..20_000);
        let mut mcts = Mcts::new(NoEvaluation).with_memory(bytes).with_seed(seed);
        let mut game = engine::playout(&TicTacToe::start(), 2, &mut rng).position;
        while game.outcome().is_none() {
            let mover = game.turn();
            let limits = Limits::new().nodes(rng.random_range(1..1_500));
            let analysis = mcts.run(&game, &limits).unwrap();
            let bounds = analysis.value(mover).unwrap().bounds;
            assert!(allows(bounds, worth(&game, mover)));
            game.play(analysis.best().unwrap()).unwrap();
            if let Some(promise) = bounds.exact() {
                assert_eq!(worth(&game, mover), promise, "seed {seed}: {analysis:?}");
                promised += 1;
            }
        }
    }
    assert!(promised > 1_000);
}

#[test]
fn memory_is_bounded_and_forgetting_does_no_harm() {
    let nim = Nim::new([9, 9, 9]);
    let mut mcts = Mcts::new(NoEvaluation).with_memory(20_000);
    for playouts in [50, 5_000, 20_000] {
        let limits = Limits::new().nodes(playouts);
        let analysis = mcts.run(&nim, &limits).unwrap();
        assert!(analysis.tree_nodes < 500);
        assert!(analysis.proven || analysis.nodes == playouts);
        assert_ne!(analysis.values[0].bounds.exact(), Some(Wdl::Loss), "a nim-sum of 9");
    }
}

#[test]
fn the_tree_is_reused_for_the_next_moves() {
    let mut nim = Nim::new([7, 8, 9]);
    let mut mcts = Mcts::new(NoEvaluation);
    let few = Limits::new().nodes(10_000);
    let before = mcts.run(&nim, &few).unwrap();
    nim.play(before.line[0]).unwrap();
    nim.play(before.line[1]).unwrap();
    let after = mcts.run(&nim, &Limits::new().nodes(0)).unwrap();
    let visits: u32 = after.moves.iter().map(|child| child.visits).sum();
    assert!(visits > 10 && after.nodes == 0);
    assert!(after.tree_nodes < before.tree_nodes);
    let fresh = mcts.run(&Nim::new([3, 3, 4]), &Limits::new().nodes(0)).unwrap();
    assert!(fresh.moves.is_empty(), "another game");
}

#[test]
fn it_wins_what_it_has_proven() {
    let mut mcts = Mcts::new(NoEvaluation);
    let mut nim = Nim::new([3, 4, 5]);
    assert!(mcts.run(&nim, &Limits::new()).unwrap().proven);
    while nim.outcome().is_none() {
        let m = mcts.choose(&nim, &Limits::new().nodes(3_000)).unwrap();
        nim.play(m).unwrap();
        if let Some(&m) = nim.legal_moves().last() {
            nim.play(m).unwrap();
        }
    }
    assert_eq!(nim.outcome(), Some(Outcome::Winner(0)));
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let nim = Nim::new([50, 60, 70]);
    let raised = StopFlag::new();
    raised.raise();
    let none = Duration::ZERO;
    for limits in [
        Limits::new().time(none),
        Limits::new().nodes(0),
        Limits::new().stop(raised),
        Limits::new().clock(Clock::new(none)),
    ] {
        let analysis = Mcts::new(NoEvaluation).run(&nim, &limits).unwrap();
        assert_eq!(analysis.nodes, 0);
        nim.check(analysis.best().unwrap()).unwrap();
    }
    let mut reports = Vec::new();
    let limits = Limits::new().nodes(100);
    let analysis =
        Mcts::new(NoEvaluation).run_with(&nim, &limits, |found| reports.push(found.nodes)).unwrap();
    assert_eq!(analysis.nodes, 100);
    assert_eq!(reports, [1, 2, 4, 8, 16, 32, 64]);
    let flag = StopFlag::new();
    let limits = Limits::new().stop(flag.clone());
    let analysis = Mcts::new(NoEvaluation).run_with(&nim, &limits, |found| {
        if found.nodes == 64 {
            flag.raise();
        }
    });
    assert!((64..1_000).contains(&analysis.unwrap().nodes));
}

#[test]
fn the_player_to_move_must_be_a_player() {
    let node = |turn| Node::new(turn, &[0], Outcome::Draw);
    let nobody = place(3, vec![node(3), node(0)]);
    let refused = mcts(0, 0).run(&nobody, &Limits::new()).unwrap_err();
    assert_eq!(refused, engine::SearchError::UnknownPlayer);
    assert!(mcts(0, 0).run(&nobody.at(1), &Limits::new().nodes(0)).is_ok());
}

#[test]
fn players_who_join_later_do_no_harm() {
    let node = |turn, moves: &[usize]| Node::new(turn, moves, Outcome::Winner(2));
    let nodes = vec![node(0, &[1]), node(2, &[2]), node(2, &[3]), node(0, &[])];
    let start = Altered { place: place(3, nodes), change: Change::JoinedLater };
    let analysis = Mcts::new(NoEvaluation).run(&start, &Limits::new().nodes(50)).unwrap();
    assert!(analysis.best().is_some());
}

#[test]
fn a_tree_that_is_too_large_is_refused() {
    for bytes in [1 << 50, usize::MAX] {
        let mut mcts = Mcts::new(NoEvaluation).with_memory(bytes);
        match mcts.run(&Nim::new([1, 2]), &Limits::new()) {
            Ok(analysis) => assert!(analysis.proven),
            Err(error) => assert_eq!(error, engine::SearchError::NoMemory { bytes }),
        }
    }
}

#[test]
fn finished_games_have_no_move() {
    let analysis = Mcts::new(NoEvaluation).run(&Nim::new([0]), &Limits::new()).unwrap();
    assert_eq!((analysis.best(), analysis.proven, analysis.nodes), (None, true, 0));
    assert_eq!(analysis.value(1).unwrap().bounds, Bounds::exactly(Wdl::Win));
}

#[test]
fn an_evaluator_judges_games_that_are_cut_short() {
    let parity = |nim: &Nim, player: usize| {
        let even = nim.legal_moves().len().is_multiple_of(2);
        if even == (nim.turn() == player) { -300 } else { 300 }
    };
    let mcts = Mcts::new(EvaluatorFn(parity)).with_rollout_plies(0);
    let mut mcts = mcts.with_first_play_urgency(f64::INFINITY);
    let analysis = mcts.run(&Nim::new([6, 6]), &Limits::new().nodes(13)).unwrap();
    let best: Take = analysis.best().unwrap();
    assert_eq!(best.stones % 2, 0, "leaves an even number");
}

#[test]
fn priors_follow_the_evaluator_the_more_the_lower_the_temperature() {
    let wanted = Take { heap: 1, stones: 3 };
    let likes = |nim: &Nim, player: usize| {
        if (nim.heaps[1] == 3) == (nim.turn() == player) { -100 } else { 100 }
    };
    let visits = |temperature: f64| {
        let mut mcts = Mcts::new(EvaluatorFn(likes)).with_prior(temperature);
        let analysis = mcts.run(&Nim::new([6, 6, 6]), &Limits::new().nodes(50)).unwrap();
        let child = analysis.moves.iter().find(|child| child.m == wanted);
        child.map_or(0, |child| child.visits)
    };
    assert!(visits(20.0) > 40, "e^10 times the prior of any other");
    assert!((1..20).contains(&visits(1e9)));
}
