//! The call that chooses a solver, against a naive fixpoint: whoever answers is right.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use crate::fixtures::graph::{
    Graph, Node, Place, Worth, any_place, cyclic, follow, layered, place,
};
use crate::fixtures::numbered::{fixpoint, path};
use crate::reachable::against;
use crate::shortest::{circle, nim::Nim};
use engine::search::{ByMargin, Clock};
use engine::{Game, Limits, NoEvaluation, Outcome, Points, Score, Search, StopFlag, Wdl};
use proptest::prelude::*;
use solve::tablebase::BuildError;
use solve::{SolveError, SolveOptions, Solved, SolvedBy, Winner};

type Answer = Solved<<Place as Game>::Move>;

fn solve(place: &Place, limits: &Limits, options: &SolveOptions<'_, Place>) -> Answer {
    solve::solve(place, &mut searching(), limits, options).unwrap()
}

fn searching() -> Search<Place, Worth> {
    Search::new(Worth).with_memory(1 << 16)
}

/// By one thread, so that it is the same every time.
fn options<'o>() -> SolveOptions<'o, Place> {
    SolveOptions::new().threads(0)
}

/// What the position is worth to this player against all others, for the one to move; and whether that is a win
/// of the player.
fn alone(place: &Place, player: usize) -> (Score, bool) {
    let score = fixpoint(&against(&place.graph, player))[place.node];
    let wins = score.distance().is_some() && score.is_win() == (place.turn() == player);
    (score, wins)
}

/// Who can force a win, and in how many plies.
fn truth(place: &Place) -> Option<(usize, u32)> {
    let of = |&player: &usize| {
        let (score, wins) = alone(place, player);
        score.distance().filter(|_| wins).map(|plies| (player, plies))
    };
    place.players().iter().find_map(of)
}

fn check(place: &Place, solved: &Answer) {
    let truth = truth(place);
    let winner = || truth.map_or(Winner::Nobody(place.players().len()), |(p, _)| named(p));
    let (score, _) = alone(place, place.turn());
    match solved.by {
        None => assert_eq!((&solved.winner, solved.score()), (&Winner::Unknown, None)),
        Some(SolvedBy::Search) if matches!(solved.winner, Winner::Not(_)) => {
            assert!(place.players().len() > 2 && score < Score::DRAW, "{solved:?}");
            assert_eq!((solved.score(), solved.distance()), (Some(score), None));
        }
        Some(_) => {
            assert_eq!(solved.winner, winner());
            assert_eq!(solved.distance(), truth.map(|(_, plies)| plies));
            assert_eq!(solved.score(), Some(score));
        }
    }
    assert_eq!(solved.by == Some(SolvedBy::Enumeration), solved.enumerated.is_some());
    if solved.by.is_some()
        && let Some((winner, plies)) = truth
        && solved.winner == named(winner)
    {
        assert_eq!(solved.line().len(), plies as usize);
        let end = follow(place, solved.line());
        assert_eq!(end.outcome().map(|end| end.wdl(winner)), Some(Wdl::Win));
    }
    if let Some(found) = &solved.enumerated {
        let player = truth.map_or(place.turn(), |(winner, _)| winner);
        let (own, _) = alone(place, player);
        let values = fixpoint(&against(&place.graph, player));
        let value = |to: usize| {
            let same = (place.graph.nodes[to].turn == player) == (place.turn() == player);
            let later = crate::fixtures::graph::later(values[to], 1);
            if same { later } else { -later }
        };
        let best = place.here().moves.iter().copied().filter(|&to| value(to) == own);
        let moves = found.moves.iter().map(|m| m.node);
        assert_eq!(moves.collect::<HashSet<_>>(), best.collect());
    }
}

fn named(player: usize) -> Winner {
    Winner::Player(player.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_small_game_is_always_solved(place in any_place(), first in 0..200_u64) {
        let solved = solve(&place, &Limits::new(), &options().first_nodes(first));
        prop_assert!(solved.by.is_some() && !matches!(solved.winner, Winner::Not(_)));
        prop_assert!(solved.refused.is_none());
        check(&place, &solved);
    }

    #[test]
    fn what_is_too_large_to_be_listed_is_searched(
        place in layered(),
        first in 0..200_u64,
        most in 0..5_u64,
    ) {
        let solved = solve(&place, &Limits::new(), &options().first_nodes(first).positions(most));
        prop_assert!(solved.by.is_some());
        check(&place, &solved);
    }

    #[test]
    fn nothing_is_proven_that_is_not(place in cyclic(), first in 0..200_u64, depth in 0..9_u32) {
        let options = options().first_nodes(first).positions(2);
        check(&place, &solve(&place, &Limits::new().time(Duration::from_millis(2)), &options));
        check(&place, &solve(&place, &Limits::new().depth(depth), &options));
        check(&place, &solve(&place, &Limits::new().nodes(first), &options));
    }
}

fn long() -> Place {
    path(200).1.place(200)
}

#[test]
fn each_of_the_ways_is_taken() {
    let searched = solve(&long(), &Limits::new(), &options());
    assert_eq!((searched.by, searched.distance()), (Some(SolvedBy::Search), Some(200)));
    assert_eq!((&searched.enumerated, &searched.refused), (&None, &None));
    let first = options().first_nodes(50);
    let listed = solve(&long(), &Limits::new(), &first);
    assert_eq!((listed.by, listed.distance()), (Some(SolvedBy::Enumeration), Some(200)));
    assert_eq!(listed.enumerated.as_ref().map(|found| found.positions), Some(200));
    assert_eq!(listed.search.nodes, 50);
    let just_enough = solve(&long(), &Limits::new(), &options().first_nodes(50).positions(200));
    assert_eq!(just_enough.enumerated, listed.enumerated);
    let refused = BuildError::Positions { most: 199 };
    let went_on = solve(&long(), &Limits::new(), &options().first_nodes(50).positions(199));
    assert_eq!((went_on.by, went_on.distance()), (Some(SolvedBy::Search), Some(200)));
    assert_eq!((&went_on.enumerated, &went_on.refused), (&None, &Some(refused)));
    // The same search in two parts.
    let mut search = searching();
    let nodes = [Limits::new().nodes(50), Limits::new()]
        .map(|limits| search.run(&long(), &limits).unwrap().nodes);
    assert_eq!(went_on.search.nodes, nodes.iter().sum::<u64>());
    let names = [SolvedBy::Search, SolvedBy::Enumeration].map(|by| by.to_string());
    assert_eq!(names, ["search", "enumeration"]);
}

#[test]
fn a_circle_is_a_draw() {
    let solved = solve(&circle(), &Limits::new(), &options());
    assert_eq!((solved.by, &solved.winner), (Some(SolvedBy::Enumeration), &Winner::Nobody(2)));
    assert_eq!((solved.score(), solved.distance()), (Some(Score::DRAW), None));
    assert_eq!((solved.winner.to_string(), solved.line().len()), ("draw".to_owned(), 0));
}

#[test]
fn limits_of_a_search_are_for_a_search_alone() {
    let clock = Clock::new(Duration::from_millis(20));
    let limits = Limits::new();
    for limits in [limits.clone().depth(3), limits.clone().nodes(30), limits.clock(clock)] {
        let solved = solve(&circle(), &limits, &options());
        assert_eq!(
            (solved.by, solved.enumerated, solved.refused),
            (None, None, None),
            "{limits:?}"
        );
        assert_eq!(solved.winner.to_string(), "unknown");
    }
    let nodes = Limits::new().nodes(60);
    assert_eq!(solve(&long(), &nodes, &options().first_nodes(5)).search.nodes, 60);
}

#[test]
fn memory_binds_tables() {
    let options = options().first_nodes(50).memory(3_000);
    let solved = solve(&long(), &Limits::new(), &options);
    assert_eq!((solved.by, solved.distance()), (Some(SolvedBy::Search), Some(200)));
    assert!(matches!(solved.refused, Some(BuildError::Memory { .. })), "{:?}", solved.refused);
}

#[test]
fn a_raised_flag_stops_all() {
    let stop = StopFlag::new();
    stop.raise();
    let told = |_: &str, _: f64| panic!("a table is begun");
    let options = options().first_nodes(50).watching(&told);
    let solved = solve(&long(), &Limits::new().stop(stop), &options);
    assert_eq!((solved.by, solved.enumerated, solved.refused), (None, None, None));
}

#[test]
fn a_table_under_way_is_stopped() {
    for stage in ["listing positions (0)", "working backwards (0)"] {
        let stop = StopFlag::new();
        let raise = |what: &str, _: f64| {
            if what == stage {
                stop.raise();
            }
        };
        let options = options().first_nodes(50).watching(&raise);
        let solved = solve(&long(), &Limits::new().stop(stop.clone()), &options);
        assert!(stop.is_raised(), "{stage}");
        assert_eq!((solved.by, solved.enumerated, solved.refused), (None, None, None), "{stage}");
        assert_eq!(solved.search.nodes, 50);
    }
}

#[test]
fn time_binds_tables_and_what_comes_after_them() {
    const TIME: Duration = Duration::from_millis(100);
    let waits = |what: &str, _: f64| {
        if what.starts_with("working") {
            sleep(TIME);
        }
    };
    let waiting = options().first_nodes(50).watching(&waits);
    let solved = solve(&long(), &Limits::new().time(TIME), &waiting);
    assert_eq!((solved.by, solved.enumerated, solved.refused), (None, None, None));
    // A search of this takes for ever. On a busy machine the first time may not suffice for a list.
    let nim = Nim::new([70, 70, 70]);
    let options = SolveOptions::new().first_nodes(50).positions(1_000);
    let went_on = [1, 10, 100].iter().find_map(|&times| {
        let (limits, mut search) = (Limits::new().time(TIME * times), Search::new(NoEvaluation));
        let solved = solve::solve(&nim, &mut search, &limits, &options).unwrap();
        assert_eq!((solved.by, &solved.enumerated), (None, &None));
        (solved.search.nodes > 50 && solved.refused.is_some()).then_some(solved)
    });
    let refused = Some(BuildError::Positions { most: 1_000 });
    assert_eq!(went_on.map(|solved| solved.refused), Some(refused));
}

/// Player 0 has one move; then player 1 chooses who wins.
fn chosen() -> Place {
    let over = |winner| Node::new(0, &[], Outcome::Winner(winner));
    let nodes = vec![
        Node::new(0, &[1], Outcome::Draw),
        Node::new(1, &[2, 3], Outcome::Draw),
        over(2),
        over(1),
    ];
    place(3, nodes)
}

#[test]
fn a_loss_against_all_others_does_not_say_who_wins() {
    let solved = solve(&chosen(), &Limits::new(), &options());
    assert_eq!((solved.by, &solved.winner), (Some(SolvedBy::Enumeration), &named(1)));
    assert_eq!((solved.score(), solved.distance()), (Some(Score::loss_in(2)), Some(2)));
    assert_eq!(follow(&chosen(), solved.line()).node, 3);
    for (limits, most) in [(Limits::new(), 1), (Limits::new().depth(5), 9)] {
        let solved = solve(&chosen(), &limits, &options().positions(most));
        assert_eq!((solved.by, solved.distance()), (Some(SolvedBy::Search), None));
        assert_eq!(solved.winner.to_string(), "not 0 if the others play together");
    }
    let over = solve(&chosen().at(2), &Limits::new(), &options());
    assert_eq!(
        (over.by, &over.winner, over.distance()),
        (Some(SolvedBy::Search), &named(2), Some(0))
    );
}

#[test]
fn a_margin_is_no_answer() {
    let points = Outcome::Points(Points::new([(0, 3), (1, 1)]));
    let place = place(2, vec![Node::new(0, &[1], Outcome::Draw), Node::new(1, &[], points)]);
    let mut search = Search::new(ByMargin(Worth)).with_memory(0);
    let solved = solve::solve(&place, &mut search, &Limits::new(), &options()).unwrap();
    assert_eq!((solved.search.proven, solved.search.score), (true, Score::value(2)));
    assert_eq!((solved.by, &solved.winner), (Some(SolvedBy::Enumeration), &named(0)));
    let too_many = options().positions(0);
    let solved = solve::solve(&place, &mut search, &Limits::new(), &too_many).unwrap();
    assert_eq!((solved.by, &solved.winner), (None, &Winner::Unknown));
}

/// Nodes that differ by 7 are the same position.
#[test]
fn positions_are_listed_by_their_normal_form() {
    let next = |node: usize| [(node + 1) % 14, (node + 3) % 14];
    let node = |node: usize| Node::new(0, &next(node), Outcome::Draw);
    let graph = Arc::new(Graph::new(2, (0..14).map(node).collect()));
    let normal = |place: &Place| place.at(place.node % 7);
    let start = Place { graph, node: 8 };
    let positions = |options| {
        let solved = solve(&start, &Limits::new(), &options);
        solved.enumerated.map(|found| found.positions)
    };
    assert_eq!(positions(options()), Some(14));
    assert_eq!(positions(options().normal(&normal)), Some(7));
}

#[test]
fn depths_are_told_of_both_searches() {
    let told = std::sync::Mutex::new(Vec::new());
    let note = |found: &engine::Analysis<_>| told.lock().unwrap().push(found.depth);
    solve(&long(), &Limits::new(), &options().first_nodes(50).positions(9).report(&note));
    let told = told.into_inner().unwrap();
    assert!(!told.is_sorted() && told.last() == Some(&200), "{told:?}");
}

#[test]
fn a_position_that_cannot_be_searched_is_refused() {
    let place = place(2, vec![Node::new(5, &[0], Outcome::Draw)]);
    let solved = solve::solve(&place, &mut searching(), &Limits::new(), &options());
    assert!(matches!(solved, Err(SolveError::Search(_))), "{solved:?}");
}

#[test]
fn answers_are_mapped() {
    let solved = solve(&chosen(), &Limits::new(), &options());
    let nodes = solved.clone().map(|moves| moves.iter().map(|m| m.node).collect());
    assert_eq!((nodes.line(), &nodes.search.line), (&[1, 3][..], &vec![1, 2]));
    assert_eq!(nodes.enumerated.as_ref().map(|found| &found.moves), Some(&vec![1]));
    assert_eq!((nodes.by, nodes.score()), (solved.by, solved.score()));
    assert_eq!(nodes.winner, solved.winner);
}
