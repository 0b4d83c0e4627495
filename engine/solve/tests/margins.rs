//! The best margin, in games for points and others, of any number of players.

use engine::search::{ByMargin, MaxN, Techniques};
use engine::{Conformance, Evaluator, Game, Limits, NoEvaluation, Outcome, Points, Score, Search};
use proptest::prelude::*;
use solve::{ProofSearch, Verdict};

use crate::fixtures::graph::{
    LAYERS, Node, Place, Worth, any_place, cyclic, follow, layered, place, table_bytes,
};
use crate::fixtures::kalah::{Kalah, Stores};
use crate::fixtures::oracle::{Scores, max_n, max_n_step, paranoid_of};

/// What everybody has at every node if nobody looks ahead: the points more than the best of the others.
fn leaves(place: &Place) -> Vec<Scores> {
    let of_node = |node| {
        let place = place.at(node);
        let score = |&player: &usize| match place.outcome() {
            Some(Outcome::Points(points)) => {
                let others = points.iter().filter(|&(other, _)| other != player);
                match (points.of(player), others.map(|(_, points)| points).max()) {
                    (Some(own), Some(most)) => Score::value(own - most),
                    _ => Score::win_in(0),
                }
            }
            Some(outcome) => outcome.wdl(player).into(),
            None => Score::value(Worth.evaluate(&place, player)),
        };
        place.players().iter().map(score).collect()
    };
    (0..place.graph.nodes.len()).map(of_node).collect()
}

fn paranoid(place: &Place, depth: u32) -> Score {
    let one = place.turn();
    let leaves = leaves(place).into_iter().map(|scores| scores[one]).collect();
    paranoid_of(place, depth, one, leaves)[place.node]
}

fn techniques() -> impl Strategy<Value = Techniques> {
    prop_oneof![Just(Techniques::EXACT), Just(Techniques::PLAY), Just(Techniques::NONE)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn max_n_by_margin_is_max_n(place in any_place(), depth in 0..9_u32, bytes in table_bytes()) {
        let mut search = MaxN::new(ByMargin(Worth)).with_memory(bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        prop_assert!(analysis.depth == depth || analysis.proven);
        let mut truth = max_n(&place, analysis.depth, leaves(&place));
        for _ in 0..=if analysis.proven { 20 } else { 0 } {
            prop_assert_eq!(&analysis.scores, &truth[place.node]);
            truth = max_n_step(&place, &truth);
        }
    }

    #[test]
    fn the_best_margin_is_that_of_plain_minimax(
        place in layered(),
        depth in 1..8_u32,
        bytes in table_bytes(),
        techniques in techniques(),
    ) {
        let mut search =
            Search::new(ByMargin(Worth)).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        if techniques != Techniques::PLAY {
            prop_assert_eq!(analysis.score, paranoid(&place, analysis.depth));
            let plain = engine::search::minimax(&place, &ByMargin(Worth), analysis.depth).unwrap();
            prop_assert_eq!(analysis.score, plain.score);
        }
        if analysis.proven {
            prop_assert_eq!(analysis.score, paranoid(&place, LAYERS as u32));
        }
        let analysis = search.run(&place, &Limits::new()).unwrap();
        prop_assert!(analysis.proven);
        prop_assert_eq!(analysis.score, paranoid(&place, LAYERS as u32));
        let end = follow(&place, &analysis.line).outcome();
        let earned = end.map(|end| Score::by_margin(&end, place.turn()));
        let is_value = analysis.score.distance().is_none();
        prop_assert!(!is_value || earned == Some(analysis.score), "{:?}", earned);
    }

    #[test]
    fn a_proven_margin_holds_where_there_are_cycles(
        place in cyclic(),
        bytes in table_bytes(),
        techniques in techniques(),
    ) {
        let mut search =
            Search::new(ByMargin(Worth)).with_memory(bytes).with_techniques(techniques);
        let analysis = search.run(&place, &Limits::new().depth(8)).unwrap();
        if analysis.proven {
            prop_assert_eq!(analysis.score, paranoid(&place, 60));
        }
    }
}

/// Plain recursion over a whole game: the margin of the player to move.
fn plain_margin(kalah: Kalah) -> i32 {
    if let Some(outcome) = kalah.outcome() {
        return outcome.margin(kalah.turn()).unwrap();
    }
    let margins = kalah.legal_moves().into_iter().map(|house| {
        let mut child = kalah;
        child.play(house).unwrap();
        let margin = plain_margin(child);
        if child.turn() == kalah.turn() { margin } else { -margin }
    });
    margins.max().unwrap()
}

/// Whether the first player can force this margin, by a proof that was checked.
fn can_force(kalah: Kalah, margin: i32) -> bool {
    let proof =
        ProofSearch::new().with_margin(margin).prove(&kalah, 0, &Limits::new()).unwrap().unwrap();
    proof.check(&kalah).unwrap();
    proof.verdict() == Verdict::Proven
}

#[test]
fn small_boards_of_kalah_by_every_search() {
    for (houses, seeds) in [(1, 1), (1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)]
    {
        let kalah = Kalah::new(houses, seeds);
        let margin = plain_margin(kalah);
        let expected = (Score::value(margin), true);
        for techniques in [Techniques::EXACT, Techniques::PLAY] {
            let mut knowing = Search::new(Stores).with_techniques(techniques);
            let found = knowing.run(&kalah, &Limits::new()).unwrap();
            assert_eq!((found.score, found.proven), expected, "{houses} {seeds}");
            let mut ignorant = Search::new(ByMargin(NoEvaluation)).with_techniques(techniques);
            let found = ignorant.run(&kalah, &Limits::new()).unwrap();
            assert_eq!((found.score, found.proven), expected, "{houses} {seeds}");
        }
        let found = MaxN::new(Stores).run(&kalah, &Limits::new()).unwrap();
        assert_eq!((found.scores[0], found.proven), expected);
        assert!(can_force(kalah, margin) && !can_force(kalah, margin + 1));
        for (asked, verdict) in [(margin, Verdict::Proven), (margin + 1, Verdict::Disproven)] {
            let known = move |kalah: &Kalah, _| kalah.decided(asked);
            let mut search = ProofSearch::new().with_margin(asked).with_knowledge(known);
            assert_eq!(search.run(&kalah, 0, &Limits::new()).unwrap().verdict, verdict);
        }
    }
}

#[test]
fn what_is_known_of_margins_keeps_the_laws() {
    let conformance = Conformance::explore([Kalah::new(3, 2), Kalah::new(2, 1)], 2_000, 0);
    conformance.rules().unwrap();
    conformance.keys().unwrap();
    conformance.evaluator(&Stores).unwrap();
    conformance.evaluator(&ByMargin(NoEvaluation)).unwrap();
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal, 2000.
#[test]
#[ignore = "takes minutes"]
fn the_first_player_wins_kalah_with_six_houses_and_four_seeds_by_ten() {
    for (margin, expected) in [(10, Verdict::Proven), (11, Verdict::Disproven)] {
        let mut search = ProofSearch::new().with_memory(1 << 30).with_margin(margin);
        search = search.with_knowledge(move |kalah: &Kalah, _| kalah.decided(margin));
        let answer = search.run(&Kalah::new(6, 4), 0, &Limits::new()).unwrap();
        assert_eq!(answer.verdict, expected, "{} nodes", answer.nodes);
    }
}

#[test]
fn a_finished_game_has_a_margin_for_each_of_three_players() {
    let points = Outcome::Points(Points::new([(0, 9), (1, 6), (2, 5)]));
    let place = place(3, vec![Node::new(0, &[1], Outcome::Draw), Node::new(1, &[], points)]);
    let by_margin = ByMargin(Worth);
    let analysis = Search::new(by_margin).run(&place, &Limits::new()).unwrap();
    let expected = [3, -3, -4].map(Score::value);
    assert_eq!(analysis.scores(&place, &by_margin), expected);
    assert_eq!(MaxN::new(by_margin).run(&place, &Limits::new()).unwrap().scores, expected);
}
