//! Several threads find out what one does.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use engine::search::{EvaluatorFn, Techniques};
use engine::{Game, Limits, NoEvaluation, Search, StopFlag};
use proptest::prelude::*;

use super::graph::{Place, Restless, Worth, follow, for_mover, values};
use super::graphs::{LAYERS, corridor, full_tree, techniques_of, wide, wide_and_cyclic};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn everything_is_proven_in_the_end(
        place in wide(),
        threads in 1..5_usize,
        techniques in techniques_of(Techniques::PLAY),
        bytes in prop_oneof![Just(1 << 18), Just(256)],
    ) {
        let mut search = Search::new(Restless).with_memory(bytes).with_techniques(techniques);
        let mut depths = Vec::new();
        let report = |analysis: &engine::Analysis<_>| depths.push((analysis.proven, analysis.depth));
        let analysis = search.run_parallel(&place, &Limits::new(), threads, report).unwrap();
        let truth = for_mover(&place, values(&place.graph, LAYERS as u32)[place.node]);
        prop_assert!(analysis.proven);
        prop_assert_eq!(analysis.score, truth);
        prop_assert!(depths.is_sorted_by(|a, b| a < b));
        let end = follow(&place, &analysis.line);
        prop_assert!(end.outcome().is_some());
    }

    #[test]
    fn proofs_are_true_and_limits_are_kept(
        place in wide_and_cyclic(),
        threads in 2..4_usize,
        depth in 1..7_u32,
        nodes in 0..5_000_u64,
    ) {
        let mut search = Search::new(Worth).with_memory(1 << 14);
        let limits = Limits::new().depth(depth).nodes(nodes);
        let analysis = search.run_parallel(&place, &limits, threads, |_| {}).unwrap();
        let truth = for_mover(&place, values(&place.graph, 80)[place.node]);
        prop_assert!(!analysis.proven || analysis.score == truth);
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
        prop_assert!(analysis.depth <= depth);
        prop_assert!(analysis.nodes <= nodes + 300 * threads as u64);
        follow(&place, &analysis.line);
        prop_assert_eq!(analysis.best().is_none(), place.outcome().is_some());
    }
}

/// Every thread takes its time over the first position that it evaluates, so that all are started meanwhile.
#[test]
fn threads_beyond_any_machine_are_not_started() {
    let seen = Mutex::new(HashSet::new());
    let evaluator = EvaluatorFn(|_: &Place, _| {
        let is_first = seen.lock().unwrap().insert(thread::current().id());
        if is_first {
            thread::sleep(Duration::from_millis(400));
        }
        0
    });
    let (place, limits) = (full_tree(6), Limits::new().depth(5));
    Search::new(&evaluator).run_parallel(&place, &limits, usize::MAX, |_| {}).unwrap();
    let seen = seen.lock().unwrap().len();
    assert!((2..=1_024).contains(&seen), "{seen} threads");
}

#[test]
fn one_thread_is_the_plain_search() {
    let (place, limits) = (full_tree(6), Limits::new().depth(6));
    let plain = Search::new(Worth).run(&place, &limits).unwrap();
    for threads in [0, 1] {
        let one = Search::new(Worth).run_parallel(&place, &limits, threads, |_| {}).unwrap();
        assert_eq!((one.line, one.nodes), (plain.line.clone(), plain.nodes));
    }
    let two = Search::new(Worth)
        .with_techniques(Techniques::EXACT)
        .run_parallel(&place, &limits, 2, |_| {})
        .unwrap();
    assert_eq!((two.score, two.depth), (plain.score, 6));
}

#[test]
fn a_raised_flag_stops_all_threads() {
    let flag = StopFlag::new();
    let limits = Limits::new().stop(flag.clone());
    let analysis = Search::new(NoEvaluation)
        .run_parallel(&corridor(999), &limits, 3, |analysis| {
            if analysis.depth >= 20 {
                flag.raise();
            }
        })
        .unwrap();
    assert!((20..900).contains(&analysis.depth), "stopped at {}", analysis.depth);
    assert!(analysis.best().is_some());
}
