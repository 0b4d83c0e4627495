//! A search of some of the moves alone: worth what the best of them is worth, and what it leaves in the table is true.

use engine::search::{Known, Techniques, Window};
use engine::{Evaluator, Game, Keyed, Limits, Score, Search, SearchError};
use proptest::prelude::*;

use super::graph::{Place, Restless, To, Worth, for_mover, minimax, values};
use super::graphs::{LAYERS, cyclic_with_noise, layered, table_bytes, techniques_of, wide};

/// The moves whose bits are set.
fn some(place: &Place, mask: u16) -> Vec<To> {
    let moves = place.legal_moves().into_iter().enumerate();
    moves.filter(|(i, _)| mask >> (i % 16) & 1 == 1).map(|(_, m)| m).collect()
}

/// These moves twice, and one that is nowhere legal.
fn twice(moves: &[To]) -> Vec<To> {
    let illegal = To { node: 0, number: u8::MAX.into() };
    [moves, &[illegal], moves].concat()
}

/// The score of the best of these moves for the player to move, by the scores of the positions they lead to.
fn best_of(place: &Place, moves: &[To], score: impl Fn(&Place) -> Score) -> Option<Score> {
    moves.iter().map(|&m| for_mover(place, score(&place.after(m)))).max()
}

/// Runs on all moves (`None`) and on some.
fn runs() -> impl Strategy<Value = Vec<Option<u16>>> {
    prop::collection::vec(prop_oneof![1 => Just(None), 3 => any::<u16>().prop_map(Some)], 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn agrees_with_minimax_among_the_moves(
        place in layered(),
        depth in 1..8_u32,
        bytes in table_bytes(),
        techniques in techniques_of(Techniques::EXACT),
        masks in runs(),
    ) {
        let mut search = Search::new(Worth).with_memory(bytes).with_techniques(techniques);
        for mask in masks {
            let moves = some(&place, mask.unwrap_or(u16::MAX));
            // The table of an earlier run would see deeper.
            search.clear();
            let limits = Limits::new().depth(depth);
            let result = match mask {
                None => search.run(&place, &limits),
                Some(_) => search.run_among(&place, &twice(&moves), &limits, 1, |_| {}),
            };
            if moves.is_empty() && place.outcome().is_none() {
                prop_assert_eq!(result, Err(SearchError::NoneLegal));
                continue;
            }
            let found = result.unwrap();
            prop_assert!(found.best().is_none_or(|best| moves.contains(&best)));
            let reached = found.depth.max(1);
            let at = |child: &Place, depth: u32| minimax(child, depth - 1, 1);
            if let Some(expected) = best_of(&place, &moves, |child| at(child, reached)) {
                prop_assert!(found.depth == 0 || found.score == expected, "{expected} {found:?}");
            }
            let exact = best_of(&place, &moves, |child| at(child, LAYERS as u32));
            prop_assert!(!found.proven || exact.is_none_or(|exact| found.score == exact));
            prop_assert!(found.proven || found.depth == depth);
        }
    }

    #[test]
    fn proofs_among_the_moves_hold(
        place in prop_oneof![wide(), cyclic_with_noise()],
        techniques in prop_oneof![Just(Techniques::PLAY), techniques_of(Techniques::PLAY)],
        bytes in table_bytes(),
        nodes in prop_oneof![1..300_u64, Just(20_000)],
        (threads, lines) in (1..3_usize, 1..4_usize),
        masks in runs(),
    ) {
        let worth = values(&place.graph, 120);
        let search = Search::new(Restless).with_memory(bytes).with_techniques(techniques);
        let mut search = search.with_lines(lines);
        for mask in masks {
            let moves = some(&place, mask.unwrap_or(u16::MAX));
            let limits = Limits::new().nodes(nodes).depth(30);
            let result = match mask {
                None => search.run_parallel(&place, &limits, threads, |_| {}),
                Some(_) => search.run_among(&place, &twice(&moves), &limits, threads, |_| {}),
            };
            let Ok(found) = result else { continue };
            let truth = |moves: &[To]| {
                best_of(&place, moves, |child| worth[child.node].seen_earlier(1))
            };
            let firsts: Vec<To> = found.clone().into_variations().iter()
                .filter_map(|line| line.line.first().copied())
                .collect();
            prop_assert!(firsts.iter().all(|first| moves.contains(first)));
            let Some(best) = truth(&moves) else { continue };
            prop_assert!(!found.proven || found.score == best, "{best}: {found:?}");
            prop_assert!(!found.score.is_win() || best >= found.score);
            prop_assert!(!found.score.is_loss() || best <= found.score);
            for other in found.others.iter().filter(|other| other.proven) {
                prop_assert_eq!(Some(other.score), truth(&other.line[..1]));
            }
        }
    }
}

proptest! {
    #[test]
    fn moves_to_the_same_places_are_left_out_together(place in wide(), mask: u16) {
        let skipped = some(&place, mask);
        let mut left = place.legal_moves();
        place.leave_out(&skipped, &mut left);
        let is_left = |m: &To| skipped.iter().all(|other| other.node != m.node);
        prop_assert_eq!(left, place.legal_moves().into_iter().filter(is_left).collect::<Vec<_>>());
    }
}

/// Knows the score of every position.
struct Knowing(Vec<Score>);

impl Evaluator<Place> for Knowing {
    fn evaluate(&self, place: &Place, player: usize) -> i32 {
        Worth.evaluate(place, player)
    }

    fn known(&self, place: &Place, _depth: u32, _window: Window) -> Option<Known> {
        Some(Known::Proven(for_mover(place, self.0[place.node])))
    }
}

proptest! {
    #[test]
    fn what_is_known_of_all_moves_is_not_taken_for_some(place in layered(), mask: u16, depth in 0..3_u32) {
        let worth = values(&place.graph, LAYERS as u32);
        let moves = some(&place, mask);
        let mut search = Search::new(Knowing(worth.clone()));
        let limits = Limits::new().depth(depth);
        let found = search.run_among(&place, &twice(&moves), &limits, 1, |_| {});
        let Ok(found) = found else { return Ok(()) };
        if let Some(best) = best_of(&place, &moves, |child| worth[child.node].seen_earlier(1)) {
            prop_assert!(moves.contains(&found.best().unwrap()));
            prop_assert!(!found.proven || found.score == best, "{best}: {found:?}");
            prop_assert!(depth == 0 || found.proven);
        }
    }
}
