//! Without reductions, the search against plain minimax.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::search::{Known, Techniques, Window};
use engine::{Evaluator, Game, Limits, Score, Search};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::graph::{
    Place, Restless, To, Worth, follow, for_mover, minimax, restless_minimax, values,
};
use super::graphs::{
    LAYERS, ROAD, WIDTH, crossings, cyclic, cyclic_with_noise, layered, table_bytes, techniques_of,
};

/// Looks ahead by plain minimax, and counts how often.
struct Farsighted<'a>(&'a AtomicU64);

impl Evaluator<Place> for Farsighted<'_> {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        Worth.evaluate(place, player)
    }

    fn known(&self, place: &Place, depth: u32, _window: Window) -> Option<Known> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Some(Known::AtDepth(for_mover(place, minimax(place, depth, 0))))
    }
}

#[test]
fn looking_ahead_changes_no_score() {
    let asked = AtomicU64::new(0);
    let cases = (layered(), 1..8_u32, table_bytes(), exact());
    let mut runner = TestRunner::new(ProptestConfig::with_cases(500));
    let result = runner.run(&cases, |(place, depth, bytes, techniques)| {
        let search = Search::new(Farsighted(&asked)).with_memory(bytes);
        let limits = Limits::new().depth(depth);
        let analysis = search.with_techniques(techniques).run(&place, &limits).unwrap();
        let expected = for_mover(&place, minimax(&place, analysis.depth, 0));
        prop_assert_eq!(analysis.score, expected);
        Ok(())
    });
    result.unwrap();
    assert!(asked.into_inner() > 500);
}

fn exact() -> impl Strategy<Value = Techniques> {
    techniques_of(Techniques::EXACT)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn agrees_with_minimax(place in layered(), depth in 0..8_u32, bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        prop_assert!(analysis.depth == depth || analysis.proven);
        let expected = for_mover(&place, minimax(&place, analysis.depth, 0));
        prop_assert_eq!(analysis.score, expected);
        if analysis.proven {
            prop_assert_eq!(expected, for_mover(&place, minimax(&place, LAYERS as u32, 0)));
        } else {
            prop_assert!(analysis.depth < LAYERS as u32);
        }
    }

    #[test]
    fn plain_minimax_is_what_it_is_called(place in layered(), depth in 0..8_u32) {
        let plain = engine::search::minimax(&place, &Worth, depth).unwrap();
        prop_assert_eq!(plain.score, for_mover(&place, minimax(&place, depth, 0)));
        let restless = engine::search::minimax(&place, &Restless, depth).unwrap();
        prop_assert_eq!(restless.score, for_mover(&place, restless_minimax(&place, depth, 0)));
        prop_assert!(restless.nodes >= plain.nodes);
    }

    #[test]
    fn the_line_earns_the_score(place in layered(), depth in 1..8_u32, bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let end = follow(&place, &analysis.line);
        prop_assert_eq!(analysis.line.is_empty(), place.outcome().is_some());
        prop_assert_eq!(
            for_mover(&place, minimax(&end, 0, analysis.line.len() as u32)),
            analysis.score
        );
        prop_assert!(analysis.line.len() as u32 == analysis.depth || end.outcome().is_some());
        if let Some(distance) = analysis.score.distance() {
            prop_assert_eq!(analysis.line.len() as u32, distance);
        }
    }

    #[test]
    fn proofs_hold_in_games_with_cycles(place in cyclic(), bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(9)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 40)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        // A forced win or loss within the depth cannot be missed, and none is ever made up.
        prop_assert!(analysis.proven || truth.distance().is_none_or(|plies| plies > 9));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn noise_agrees_with_minimax(place in layered(), depth in 0..8_u32, bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Restless).with_memory(bytes).with_techniques(Techniques { quiescence: true, ..techniques });
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        prop_assert!(analysis.depth == depth || analysis.proven);
        let expected = for_mover(&place, restless_minimax(&place, analysis.depth, 0));
        prop_assert_eq!(analysis.score, expected);
        let truth = for_mover(&place, minimax(&place, LAYERS as u32, 0));
        if analysis.proven {
            prop_assert_eq!(expected, truth);
        }
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn the_line_through_the_noise_earns_the_score(place in layered(), depth in 1..8_u32, bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Restless).with_memory(bytes).with_techniques(Techniques { quiescence: true, ..techniques });
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let end = follow(&place, &analysis.line);
        prop_assert_eq!(
            for_mover(&place, minimax(&end, 0, analysis.line.len() as u32)),
            analysis.score
        );
        prop_assert!(analysis.line.len() as u32 >= analysis.depth || end.outcome().is_some());
        if let Some(distance) = analysis.score.distance() {
            prop_assert_eq!(analysis.line.len() as u32, distance);
        }
    }

    #[test]
    fn noise_makes_no_proof_up(place in cyclic_with_noise(), bytes in table_bytes(), techniques in exact()) {
        let mut search = Search::new(Restless).with_memory(bytes).with_techniques(Techniques { quiescence: true, ..techniques });
        let analysis = search.run(&place, &Limits::new().depth(7)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 120)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        prop_assert!(analysis.proven || truth.distance().is_none_or(|plies| plies > 7));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn a_used_table_changes_no_proof(place in layered(), starts in prop::collection::vec(0..LAYERS * WIDTH, 5)) {
        let mut search = Search::new(Worth).with_memory(1 << 16);
        for node in starts {
            let place = Place { node, ..place.clone() };
            let analysis = search.run(&place, &Limits::new()).unwrap();
            prop_assert!(analysis.proven);
            let expected = for_mover(&place, minimax(&place, LAYERS as u32, 0));
            prop_assert_eq!(analysis.score, expected);
        }
    }

    #[test]
    fn every_line_has_the_score_of_its_first_move(
        place in layered(),
        depth in 1..8_u32,
        bytes in table_bytes(),
        techniques in exact(),
        lines in 2..6_usize,
    ) {
        let mut search = Search::new(Worth).with_memory(bytes)
            .with_techniques(techniques)
            .with_lines(lines);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let reached = analysis.depth;
        let found = analysis.into_variations();
        let mut moves = Vec::new();
        place.generate_distinct_moves(&mut moves);
        let score = |m: &To, depth| {
            for_mover(&place, minimax(&follow(&place, &[*m]), depth - 1, 1))
        };
        let mut scores: Vec<_> = moves.iter().map(|m| score(m, reached.max(1))).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.truncate(lines);
        if !scores.is_empty() && reached > 0 {
            prop_assert!(found.iter().map(|found| found.score).eq(scores));
        }
        for (i, variation) in found.iter().enumerate() {
            let Some(first) = variation.line.first() else { continue };
            prop_assert!(found[..i].iter().all(|other| other.line.first() != Some(first)));
            if variation.proven {
                prop_assert_eq!(variation.score, score(first, LAYERS as u32));
            }
        }
    }
}

#[test]
fn a_win_is_kept_though_the_table_knows_nothing_of_it() {
    // Beside the road, nothing ever happens.
    let place = crossings([vec![ROAD], vec![5, ROAD]]);
    let quiet = Techniques { quiescence: false, ..Techniques::EXACT };
    let mut search = Search::new(Restless).with_techniques(quiet);
    let limits = Limits::new().depth(3);
    assert_eq!(search.run(&place, &limits).unwrap().score, Score::DRAW);
    let mut search = search.with_techniques(Techniques::EXACT);
    let mut scores = Vec::new();
    search.run_with(&place, &limits, |analysis| scores.push(analysis.score)).unwrap();
    assert_eq!(scores, [Score::DRAW, Score::win_in(6), Score::win_in(6)]);
}
