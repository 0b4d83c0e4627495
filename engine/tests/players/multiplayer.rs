//! Max^n and paranoid search against plain recursion, on random games of one to five players in
//! which anybody may move next.

use crate::fixtures::graph::{
    LAYERS, Node, Place, Restless, To, WIDTH, Worth, any_place, cyclic, follow, later, layered,
    layered_for, place, table_bytes,
};
use crate::fixtures::oracle::{
    Scores, max_n, max_n_step, paranoid, quiescence, static_leaves, static_scores,
};
use engine::search::{MaxN, MaxNAnalysis, StandPat, Techniques};
use engine::{Analysis, Game, Limits, NoEvaluation, Outcome, Score, Search, SearchError, StopFlag};
use proptest::prelude::*;
use rand::RngExt;

/// What the end of a line of a search to some depth gives everybody.
fn scores_of_line(place: &Place, line: &[To], depth: u32) -> Result<Scores, TestCaseError> {
    let end = follow(place, line);
    let plies = line.len() as u32;
    prop_assert!(plies >= depth || end.outcome().is_some());
    prop_assert_eq!(line.is_empty(), place.outcome().is_some());
    Ok(static_scores(&end).into_iter().map(|s| later(s, plies)).collect())
}

/// Checks that the end of the line gives everybody their score.
fn earns_scores(place: &Place, analysis: &MaxNAnalysis<To>) -> Result<(), TestCaseError> {
    let scores = scores_of_line(place, &analysis.line, analysis.depth)?;
    prop_assert_eq!(&scores, &analysis.scores);
    Ok(())
}

/// Checks that the lines of a paranoid search begin with the best moves, and have their scores.
fn has_lines(place: &Place, analysis: &Analysis<To>, lines: usize) -> Result<(), TestCaseError> {
    let one = place.turn();
    let to_depth = paranoid(place, analysis.depth.saturating_sub(1), one);
    let truth = paranoid(place, LAYERS as u32, one);
    let mut moves = Vec::new();
    place.generate_distinct_moves(&mut moves);
    let mut scores: Vec<Score> = moves.iter().map(|m| later(to_depth[m.node], 1)).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores.truncate(lines);
    let best = (&analysis.line, analysis.score, analysis.proven);
    let others = analysis.others.iter().map(|other| (&other.line, other.score, other.proven));
    let found: Vec<_> = std::iter::once(best).chain(others).collect();
    if analysis.depth > 0 && !moves.is_empty() {
        prop_assert!(found.iter().map(|&(_, score, _)| score).eq(scores));
    }
    for (i, (line, score, proven)) in found.iter().enumerate() {
        let Some(first) = line.first() else { continue };
        prop_assert!(found[..i].iter().all(|(other, ..)| other.first() != Some(first)));
        prop_assert!(!proven || *score == later(truth[first.node], 1));
        follow(place, line);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn max_n_is_max_n(
        place in any_place(),
        depths in prop::collection::vec((0..12_usize, 0..7_u32), 1..4),
        bytes in table_bytes(),
    ) {
        // Whatever the table holds from earlier runs, the scores are those of the depth.
        let mut search = MaxN::new(Worth).with_memory(bytes);
        for (node, depth) in depths {
            let place = place.at(node);
            let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
            prop_assert!(analysis.depth == depth || analysis.proven);
            let truth = max_n(&place, analysis.depth, static_leaves(&place));
            prop_assert_eq!(&analysis.scores, &truth[place.node]);
            if analysis.depth > 0 {
                earns_scores(&place, &analysis)?;
            }
        }
    }

    #[test]
    fn what_max_n_proves_no_depth_changes(place in any_place(), bytes in table_bytes()) {
        let mut search = MaxN::new(Worth).with_memory(bytes);
        let analysis = search.run(&place, &Limits::new().depth(10)).unwrap();
        if analysis.proven {
            let mut truth = max_n(&place, analysis.depth, static_leaves(&place));
            for _ in 0..20 {
                prop_assert_eq!(&analysis.scores, &truth[place.node]);
                truth = max_n_step(&place, &truth);
            }
        }
    }

    #[test]
    fn max_n_solves_what_ends(place in layered()) {
        let mut search = MaxN::new(NoEvaluation).with_memory(1 << 16);
        let analysis = search.run(&place, &Limits::new()).unwrap();
        prop_assert!(analysis.proven);
        let truth = max_n(&place, LAYERS as u32, static_leaves(&place));
        prop_assert_eq!(&analysis.scores, &truth[0]);
        earns_scores(&place, &analysis)?;
    }

    #[test]
    fn max_n_follows_noise(place in layered(), depth in 1..7_u32, bytes in table_bytes()) {
        let mut search = MaxN::new(Restless).with_memory(bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let leaves = (0..place.graph.nodes.len()).map(|node| quiescence(&place.at(node)));
        let truth = max_n(&place, analysis.depth, leaves.collect());
        prop_assert_eq!(&analysis.scores, &truth[0]);
        if analysis.depth > 0 {
            earns_scores(&place, &analysis)?;
        }
    }

    #[test]
    fn paranoid_is_paranoid(
        place in layered(),
        nodes in prop::collection::vec(0..2 * WIDTH, 1..4),
        depth in 1..8_u32,
        bytes in table_bytes(),
    ) {
        // In one layer all positions have the same number of plies to go.
        let mut search =
            Search::new(Worth).with_memory(bytes).with_techniques(Techniques::EXACT);
        for node in nodes {
            let place = place.at(node);
            let depth = depth.saturating_sub((node / WIDTH) as u32).max(1);
            let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
            prop_assert!(analysis.depth == depth || analysis.proven);
            let one = place.turn();
            // What earlier runs have proven may be known before its depth is reached.
            let depth = if analysis.proven { LAYERS as u32 } else { analysis.depth };
            prop_assert_eq!(analysis.score, paranoid(&place, depth, one)[place.node]);
            if analysis.depth > 0 {
                let scores = scores_of_line(&place, &analysis.line, analysis.depth)?;
                prop_assert_eq!(scores[one], analysis.score);
            }
        }
    }

    #[test]
    fn paranoid_finds_as_many_lines_as_asked_for(
        place in layered(),
        depth in 1..8_u32,
        lines in 1..5_usize,
        bytes in table_bytes(),
    ) {
        let search = Search::new(Worth).with_memory(bytes);
        let mut search = search.with_techniques(Techniques::EXACT).with_lines(lines);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        has_lines(&place, &analysis, lines)?;
    }

    #[test]
    fn paranoid_in_several_threads_proves_the_same(
        place in layered(),
        threads in 2..4_usize,
        lines in 1..4_usize,
        bytes in prop_oneof![Just(1 << 16), Just(256)],
    ) {
        let search = Search::new(Worth).with_memory(bytes);
        let mut depths = Vec::new();
        let report = |analysis: &Analysis<_>| depths.push((analysis.proven, analysis.depth));
        let analysis =
            search.with_lines(lines).run_parallel(&place, &Limits::new(), threads, report).unwrap();
        prop_assert!(depths.is_sorted_by(|a, b| a < b));
        prop_assert!(analysis.proven && analysis.others.iter().all(|other| other.proven));
        has_lines(&place, &analysis, lines)?;
    }

    #[test]
    fn what_paranoid_proves_holds(
        place in cyclic(),
        nodes in prop::collection::vec(0..12_usize, 1..4),
        bytes in table_bytes(),
        exact: bool,
    ) {
        let techniques = if exact { Techniques::EXACT } else { Techniques::PLAY };
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        for node in nodes {
            let place = place.at(node);
            let one = place.turn();
            let analysis = search.run(&place, &Limits::new().depth(8)).unwrap();
            let truth = paranoid(&place, 60, one)[place.node];
            if analysis.proven {
                prop_assert_eq!(analysis.score, truth);
            }
            let found = analysis.proven || truth.distance().is_none_or(|plies| plies > 8);
            prop_assert!(found || !exact);
        }
    }

    #[test]
    fn with_two_players_all_searches_agree(place in layered_for(2), depth in 1..8_u32, bytes in table_bytes()) {
        let limits = Limits::new().depth(depth);
        let exact = Techniques::EXACT;
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(exact);
        let search = search.run(&place, &limits).unwrap();
        let scores = if place.turn() == 0 {
            [search.score, -search.score]
        } else {
            [-search.score, search.score]
        };
        let max_n = MaxN::new(Worth).with_memory(bytes).run(&place, &limits).unwrap();
        prop_assert_eq!(&max_n.scores, &scores);
        // A win or a loss within the depth is proven.
        let distance = max_n.scores[0].distance();
        prop_assert!(max_n.proven || distance.is_none_or(|plies| plies > max_n.depth));
    }

    #[test]
    fn an_interrupted_max_n_claims_no_loss(place in layered_for(2), nodes in 0..99_u64) {
        let mut search = MaxN::new(Worth).with_memory(0);
        let found = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
        let truth = max_n(&place, LAYERS as u32, static_leaves(&place));
        let turn = place.turn();
        prop_assert!(!found.scores[turn].is_loss() || truth[0][turn].is_loss());
    }

    #[test]
    fn nothing_is_left_of_another_search(other in any_place(), place in any_place(), nodes in 0..9_u64) {
        let limits = Limits::new().nodes(nodes);
        let mut used = MaxN::new(Worth).with_memory(0);
        used.run(&other, &Limits::new().depth(3)).unwrap();
        let found = [used, MaxN::new(Worth).with_memory(0)].map(|mut search| {
            let found = search.run(&place, &limits).unwrap();
            (found.line, found.scores, found.depth, found.proven)
        });
        prop_assert_eq!(&found[0], &found[1]);
    }

    #[test]
    fn limits_are_kept(place in any_place(), nodes in 0..200_u64, bytes in table_bytes()) {
        let limits = Limits::new().nodes(nodes);
        let mut runs = Vec::new();
        for _ in 0..2 {
            let max_n = MaxN::new(Worth).with_memory(bytes).run(&place, &limits).unwrap();
            let search = Search::new(Worth).with_memory(bytes).run(&place, &limits).unwrap();
            let found = [
                (max_n.line, max_n.scores, max_n.depth, max_n.nodes),
                (search.line, vec![search.score], search.depth, search.nodes),
            ];
            for (line, _, _, visited) in &found {
                prop_assert!(*visited <= nodes);
                prop_assert_eq!(line.is_empty(), place.outcome().is_some());
                follow(&place, line);
            }
            runs.extend(found);
        }
        prop_assert_eq!(&runs[..2], &runs[2..]);
    }
}

/// A node of a tree made by hand.
fn plain(turn: usize, moves: &[usize], worth: [i32; 3]) -> Node {
    let [a, b, c] = worth;
    Node { worth: [a, b, c, 0, 0], ..Node::new(turn, moves, Outcome::Draw) }
}

#[test]
fn of_equal_moves_the_one_worst_for_the_next_seats_is_expected() {
    // Seat 1 moves; it is all the same to them, but not to seats 2 and 0.
    let leaf = |worth| plain(0, &[0], worth);
    let nodes = vec![
        plain(1, &[1, 2, 3, 4], [0; 3]),
        leaf([1, 5, 1]),
        leaf([9, 5, 0]),
        leaf([8, 5, 0]),
        leaf([0, 4, 0]),
    ];
    let analysis = MaxN::new(Worth).run(&place(3, nodes), &Limits::new().depth(1)).unwrap();
    assert_eq!(analysis.scores, [8, 5, 0].map(Score::value));
    assert_eq!(analysis.best().map(|m| m.node), Some(3));
}

#[test]
fn max_n_and_paranoid_differ_where_interests_do() {
    // Seat 0 can take 3 for sure, or let seat 1 choose between 0 and 9, who has reasons for 9.
    let leaf = |worth| plain(2, &[0], worth);
    let nodes = vec![
        plain(0, &[1, 2], [0; 3]),
        plain(1, &[3], [0; 3]),
        plain(1, &[4, 5], [0; 3]),
        leaf([3, 0, 0]),
        leaf([0, 1, 0]),
        leaf([9, 2, 0]),
    ];
    let place = place(3, nodes);
    let limits = Limits::new().depth(2);
    let max_n = MaxN::new(Worth).run(&place, &limits).unwrap();
    assert_eq!((max_n.best().map(|m| m.node), max_n.scores[0]), (Some(2), Score::value(9)));
    let paranoid = Search::new(Worth).run(&place, &limits).unwrap();
    assert_eq!((paranoid.best().map(|m| m.node), paranoid.score), (Some(1), Score::value(3)));
}

/// A tree in which every node but the leaves has four moves, three players take turns, and the
/// leaves share 100 among them.
fn full_tree(depth: u32) -> Place {
    let mut rng = engine::game::seeded(1);
    let all = (4_usize.pow(depth + 1) - 1) / 3;
    let node = |i: usize| {
        let a = rng.random_range(0..=100);
        let b = rng.random_range(0..=100 - a);
        let turn = (3 * i + 1).ilog(4) as usize % 3;
        plain(turn, &[4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4], [a, b, 100 - a - b])
    };
    place(3, (0..all).map(node).collect())
}

#[test]
fn without_a_table_every_node_counts() {
    let place = full_tree(6);
    let limits = Limits::new().depth(6);
    let depths_to_6: u64 = (1..=7).map(|depth| (4_u64.pow(depth) - 1) / 3).sum();
    let all = MaxN::new(Worth).with_memory(0).run(&place, &limits).unwrap();
    assert_eq!(all.nodes, depths_to_6);
    // A search remembers until it is cleared.
    let mut search = MaxN::new(Worth);
    let first = search.run(&place, &limits).unwrap().nodes;
    let again = search.run(&place, &limits).unwrap();
    assert!(again.nodes < first / 10, "{} of {first}", again.nodes);
    assert_eq!((again.line, again.scores), (all.line, all.scores));
    search.clear();
    assert_eq!(search.run(&place, &limits).unwrap().nodes, first);
}

/// A chain of moves that ends in a win for seat 0; three players take turns.
fn corridor(length: usize) -> Place {
    let node = |i: usize| {
        let next = [i + 1];
        let moves = if i < length { &next[..] } else { &[] };
        let (outcome, noise) = (Outcome::Winner(0), StandPat::Forced);
        Node { outcome, noise, ..plain(i % 3, moves, [0; 3]) }
    };
    place(3, (0..=length).map(node).collect())
}

#[test]
fn the_deepest_search_fits_the_stack_of_a_thread() {
    let place = corridor(2 * Limits::MAX_DEPTH as usize);
    let max_n = MaxN::new(Restless).run(&place, &Limits::new().depth(u32::MAX)).unwrap();
    assert_eq!((max_n.depth, max_n.proven), (Limits::MAX_DEPTH, false));
}

#[test]
fn distances_beyond_a_hundred_plies_are_exact() {
    let place = corridor(701);
    let expected = [Score::win_in(701), Score::loss_in(701), Score::loss_in(701)];
    let max_n = MaxN::new(NoEvaluation).run(&place, &Limits::new()).unwrap();
    assert_eq!((max_n.scores.as_slice(), max_n.proven), (expected.as_slice(), true));
    assert_eq!(max_n.line.len(), 701);
}

#[test]
fn a_finished_game_has_its_scores_however_tight_the_limits() {
    let limits = Limits::new().nodes(0);
    let expected = [Score::win_in(0), Score::loss_in(0), Score::loss_in(0)];
    let max_n = MaxN::new(NoEvaluation).run(&corridor(0), &limits).unwrap();
    assert_eq!((max_n.scores.as_slice(), max_n.proven), (expected.as_slice(), true));
}

#[test]
fn a_flag_raised_while_reporting_stops_after_that_depth() {
    let flag = StopFlag::new();
    let limits = Limits::new().stop(flag.clone());
    let mut depths = Vec::new();
    let raise = |analysis: &MaxNAnalysis<To>| {
        depths.push(analysis.depth);
        if analysis.depth == 40 {
            flag.raise();
        }
    };
    let analysis = MaxN::new(NoEvaluation).run_with(&corridor(900), &limits, raise).unwrap();
    assert!((40..100).contains(&analysis.depth), "stopped at {}", analysis.depth);
    assert!(depths.iter().copied().eq(0..=analysis.depth));
    let analysis = Search::new(NoEvaluation).run(&corridor(900), &limits).unwrap();
    assert_eq!((analysis.depth, analysis.best().is_some()), (0, true));
}

#[test]
fn the_player_to_move_must_be_a_player() {
    let nobody = place(2, vec![plain(2, &[0], [0; 3])]);
    let refused = SearchError::UnknownPlayer;
    assert_eq!(MaxN::new(NoEvaluation).run(&nobody, &Limits::new()), Err(refused.clone()));
    assert_eq!(Search::new(NoEvaluation).run(&nobody, &Limits::new()), Err(refused));
}
