//! What is proven is best play, move by move, whatever the search was told, allowed and left to do.
//!
//! `PROPTEST_CASES` in the environment makes more cases.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::search::{MaxN, Mcts, StandPat, Techniques};
use engine::{Game, Limits, NoEvaluation, Score, Search, Wdl};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::graph::{Place, Restless, To, Worth};
use super::graphs::{table_bytes, techniques_of};
use crate::fixtures::best_play::later;
use crate::fixtures::graph::{any_place, cycle, cyclic_for, layered_for, layers};
use crate::fixtures::oracle::{Scores, max_n, max_n_step, static_leaves};
use crate::fixtures::told::{Aim, Case, Hook, Judge, Judgement, Run, Told};

fn cases(usual: u32) -> ProptestConfig {
    let number = std::env::var("PROPTEST_CASES").ok();
    let cases = number.and_then(|text| text.parse().ok()).unwrap_or(usual);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Few moves or many, with cycles or without; where there are cycles, few moves are noisy.
fn any_graph(players: usize) -> impl Strategy<Value = Place> {
    let cyclic = prop_oneof![cycle(players, 6, 3), cycle(players, 16, 3), cycle(players, 24, 10)];
    let acyclic = prop_oneof![
        layers(players, [4, 3], 3),
        layers(players, [7, 6], 5),
        layers(players, [7, 12], 12)
    ];
    prop_oneof![acyclic, cyclic.prop_map(calm)]
}

/// The same with at most one noisy move a node, so that not too many are followed.
fn calm(mut place: Place) -> Place {
    for node in &mut Arc::make_mut(&mut place.graph).nodes {
        if node.moves.len() != 1 {
            node.noise = StandPat::Optional;
        }
        let first = node.noisy.iter().position(|&noisy| noisy);
        node.noisy = std::array::from_fn(|i| first == Some(i));
    }
    place
}

/// Any true statements about so many nodes; in half of all cases hardly any.
fn judgement(nodes: usize) -> impl Strategy<Value = Judgement> {
    let hooks = || prop::sample::subsequence(&Hook::ALL[..], 0..=Hook::ALL.len());
    let told = || prop::collection::vec(prop::sample::select(&Told::ALL[..]), nodes);
    let nothing = vec![Told::Nothing; nodes];
    prop_oneof![(Just(nothing), hooks()), (told(), hooks())]
        .prop_map(|(told, hooks)| Judgement { told, hooks })
}

fn techniques() -> impl Strategy<Value = Techniques> {
    prop_oneof![Just(Techniques::PLAY), Just(Techniques::EXACT), techniques_of(Techniques::PLAY),]
}

fn runs(nodes: usize, threads: usize) -> impl Strategy<Value = Vec<Run>> {
    let limit = prop_oneof![1..300_u64, 1..5_000_u64, Just(20_000)];
    let plies = prop_oneof![1 => 0..12_u32, 3 => Just(30)];
    let aim = (plies, prop::sample::select(&[Aim::Depth, Aim::Solve][..]));
    let aim = aim.prop_map(|(plies, aim): (u32, fn(u32) -> Aim)| aim(plies));
    // The root is the node that most is to be found out about.
    let node = prop_oneof![1 => Just(0), 1 => 0..nodes];
    let run = (node, limit, aim, 1..=threads).prop_map(|(node, nodes, aim, threads)| Run {
        node,
        nodes,
        aim,
        threads,
    });
    prop::collection::vec(run, 1..12)
}

fn case(players: usize, threads: usize) -> impl Strategy<Value = Case> {
    any_graph(players).prop_flat_map(move |place| {
        let nodes = place.graph.nodes.len();
        let lines = prop_oneof![2 => Just(1), 1 => 1..5_usize];
        let how = (judgement(nodes), techniques(), table_bytes(), lines, runs(nodes, threads));
        how.prop_map(move |(judgement, techniques, bytes, lines, runs)| {
            let place = place.clone();
            Case { place, judgement, techniques, bytes, lines, runs }
        })
    })
}

/// Checks cases, and that lines were proven in them.
fn check(usual: u32, any: impl Strategy<Value = Case>) {
    let (checked, proven) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let result = TestRunner::new(cases(usual)).run(&any, |case| {
        let lines = case.check().map_err(TestCaseError::fail)?;
        checked.fetch_add(1, Ordering::Relaxed);
        proven.fetch_add(lines, Ordering::Relaxed);
        Ok(())
    });
    let (checked, proven) = (checked.into_inner(), proven.into_inner());
    println!("{proven} proven lines in {checked} cases");
    if let Err(fault) = result {
        panic!("{fault}");
    }
    assert!(proven > checked, "{proven} proven lines in {checked} cases");
}

#[test]
fn lines_for_two_players_are_best_play() {
    check(2_000, case(2, 1));
}

#[test]
fn so_they_are_for_any_number_of_players() {
    check(2_000, (1..=4_usize).prop_flat_map(|players| case(players, 1)));
}

#[test]
fn so_they_are_with_several_threads() {
    check(500, (1..=4_usize).prop_flat_map(|players| case(players, 3)));
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn at_depth_0_any_number_of_threads_evaluates(
        place in (1..=4_usize).prop_flat_map(any_graph),
        threads in 2..5_usize,
        techniques in techniques(),
        lines in 1..4_usize,
    ) {
        let limits = Limits::new().depth(0);
        let search = || Search::new(Restless).with_memory(1 << 14)
            .with_techniques(techniques)
            .with_lines(lines);
        let one = search().run(&place, &limits).unwrap();
        let several = search().run_parallel(&place, &limits, threads, |_| {}).unwrap();
        prop_assert_eq!((several.score, several.proven), (one.score, one.proven));
    }

    #[test]
    fn no_more_nodes_are_visited_than_allowed(
        place in (1..=4_usize).prop_flat_map(any_graph),
        runs in prop::collection::vec((0..2_000_u64, 1..5_usize), 1..4),
        techniques in techniques(),
        bytes in table_bytes(),
        lines in 1..4_usize,
    ) {
        let search = Search::new(Restless).with_memory(bytes);
        let mut search = search.with_techniques(techniques).with_lines(lines);
        for (nodes, threads) in runs {
            let limits = Limits::new().nodes(nodes).depth(30);
            let analysis = search.run_parallel(&place, &limits, threads, |_| {}).unwrap();
            prop_assert!(analysis.nodes <= nodes, "{threads} threads, {nodes} nodes: {analysis:?}");
        }
    }

    /// The scores of all players along the line are what they were expected to be, at any depth beyond.
    #[test]
    fn what_max_n_proves_is_what_everybody_plays(
        place in any_place(),
        runs in prop::collection::vec((0..12_usize, 0..3_000_u64), 1..4),
        bytes in table_bytes(),
    ) {
        let mut search = MaxN::new(Worth).with_memory(bytes);
        for (node, nodes) in runs {
            let place = place.at(node);
            let limits = Limits::new().nodes(nodes).depth(12);
            let analysis = search.run(&place, &limits).unwrap();
            prop_assert!(analysis.nodes <= nodes);
            if !analysis.proven {
                continue;
            }
            let nodes = nodes_of(&place, &analysis.line);
            let mut truth = max_n(&place, analysis.depth, static_leaves(&place));
            for _ in 0..20 {
                for (ply, &node) in (0..).zip(&nodes) {
                    let seen: Scores = truth[node].iter().map(|&score| later(score, ply)).collect();
                    prop_assert_eq!(&seen, &analysis.scores, "after {} plies: {:?}", ply, analysis);
                }
                truth = max_n_step(&place, &truth);
            }
        }
    }

    #[test]
    fn results_that_mcts_proves_are_kept_along_its_line(
        place in prop_oneof![layered_for(2), cyclic_for(2)],
        nodes in 0..2_000_u64,
        seed: u64,
    ) {
        let mcts = Mcts::new(NoEvaluation).with_memory(8 << 20).with_rollout_plies(50);
        let mut mcts = mcts.with_seed(seed);
        let analysis = mcts.run(&place, &Limits::new().nodes(nodes)).unwrap();
        let result = analysis.values[0].bounds.exact();
        prop_assert_eq!(result.is_some(), analysis.proven);
        let Some(result) = result else { return Ok(()) };
        let told = vec![Told::Nothing; place.graph.nodes.len()];
        let judgement = Judgement { told, hooks: Vec::new() };
        let judge = Judge::new(&place, &judgement);
        let nodes = nodes_of(&place, &analysis.line);
        for (ply, &node) in nodes.iter().enumerate() {
            let exact = judge.exact(0, node);
            let is_kept = match result {
                Wdl::Win => exact.start().is_win(),
                Wdl::Draw => exact == (Score::DRAW..=Score::DRAW),
                Wdl::Loss => exact.end().is_loss(),
            };
            prop_assert!(is_kept, "after {} plies: {:?}", ply, analysis);
        }
        let is_over = place.at(nodes[nodes.len() - 1]).outcome().is_some();
        prop_assert!(is_over || result == Wdl::Draw, "{:?}", analysis);
    }
}

/// The nodes along a line, the first and the last among them.
fn nodes_of(place: &Place, line: &[To]) -> Vec<usize> {
    std::iter::once(place.node).chain(line.iter().map(|m| m.node)).collect()
}
