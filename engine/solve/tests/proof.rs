//! Proof-number search against the solution of the whole game, on random games with cycles in which
//! anybody may move next.

use engine::{Game, Keyed, Limits, Outcome, SearchError, StopFlag, key};
use proptest::prelude::*;
use solve::{Answer, Estimate, Proof, ProofError, ProofFlaw, ProofSearch, Verdict};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::fixtures::graph::{Graph, Node, Place, To, outcome, place};
use crate::fixtures::wide::assert_stops_soon;

/// Whether a player has so many points more than all others; a win without points is by more.
fn reaches(outcome: &Outcome<usize>, player: usize, margin: i32) -> bool {
    match outcome {
        Outcome::Winner(winner) => *winner == player,
        Outcome::Draw => margin <= 0,
        Outcome::Points(points) => {
            let own = points.of(player).unwrap();
            points.iter().all(|(other, n)| other == player || own - n >= margin)
        }
    }
}

/// Where the player can force a win: from the finished games backwards, again and again.
fn solution(graph: &Graph, player: usize) -> Vec<bool> {
    solution_by(graph, player, 1)
}

/// The same for a margin.
fn solution_by(graph: &Graph, player: usize, margin: i32) -> Vec<bool> {
    let mut won = vec![false; graph.nodes.len()];
    loop {
        let next: Vec<bool> = graph
            .nodes
            .iter()
            .map(|node| {
                let mut moves = node.moves.iter().map(|&to| won[to]);
                if node.moves.is_empty() {
                    reaches(&node.outcome, player, margin)
                } else if node.turn == player {
                    moves.any(|won| won)
                } else {
                    moves.all(|won| won)
                }
            })
            .collect();
        if next == won {
            return won;
        }
        won = next;
    }
}

/// `size` nodes, of which one in about `ends` ends the game; the moves of a node lead to `targets` of
/// its number.
fn graph(
    size: usize,
    key_bits: u64,
    ends: u32,
    targets: fn(usize, usize) -> Range<usize>,
) -> impl Strategy<Value = Place> {
    (2..=4_usize).prop_flat_map(move |players| {
        let nodes: Vec<_> = (0..size)
            .map(|number| {
                let to = targets(number, size);
                let moves = if to.is_empty() {
                    Just(Vec::new()).boxed()
                } else {
                    let some = prop::collection::vec(to, 1..=3);
                    prop_oneof![1 => Just(Vec::new()), ends - 1 => some].boxed()
                };
                (0..players, moves, outcome(players))
                    .prop_map(|(turn, moves, outcome)| Node::new(turn, &moves, outcome))
            })
            .collect();
        nodes.prop_map(move |nodes| {
            let graph = Graph { key_bits, ..Graph::new(players, nodes) };
            Place { graph: Arc::new(graph), node: 0 }
        })
    })
}

/// Moves lead anywhere, back too.
fn cyclic() -> impl Strategy<Value = Place> {
    prop_oneof![
        graph(24, u64::MAX, 5, |_, size| 0..size),
        // Most lines come back to where they were.
        graph(24, u64::MAX, 12, |_, size| 0..size),
    ]
}

/// Moves lead on, and the same nodes are met again on many ways.
fn acyclic() -> impl Strategy<Value = Place> {
    graph(60, u64::MAX, 5, |number, size| number + 1..size.min(number + 7))
}

/// Many nodes have the same key.
fn confused() -> impl Strategy<Value = Place> {
    graph(24, 7, 5, |_, size| 0..size)
}

/// Enough for everything, one bucket, nothing.
fn table_bytes() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1 << 16), Just(128), Just(0)]
}

/// Mostly small numbers, and the least and the largest.
fn estimated() -> impl Strategy<Value = Estimate> {
    let number = || prop_oneof![8 => 0..20_u32, 1 => Just(u32::MAX)];
    (number(), number()).prop_map(|(proof, disproof)| Estimate { proof, disproof })
}

/// Mostly a win.
fn margins() -> impl Strategy<Value = i32> {
    prop_oneof![Just(1), -3..4_i32]
}

fn verdict(is_won: bool) -> Verdict {
    if is_won { Verdict::Proven } else { Verdict::Disproven }
}

/// Checks the answers to all questions about a game, and their proofs.
fn check_all(
    mut search: ProofSearch<Place>,
    start: &Place,
    margin: i32,
) -> Result<(), TestCaseError> {
    if margin != 1 {
        // What it knows of wins says nothing of other margins.
        search.run(start, start.turn(), &Limits::new()).unwrap();
        search = search.with_margin(margin);
    }
    for &player in start.players() {
        let solution = solution_by(&start.graph, player, margin);
        let expected = verdict(solution[0]);
        let answer = search.run(start, player, &Limits::new()).unwrap();
        prop_assert_eq!(answer.verdict, expected);
        let infinite = match expected {
            Verdict::Proven => (0, Answer::INFINITE),
            _ => (Answer::INFINITE, 0),
        };
        prop_assert_eq!((answer.proof_number, answer.disproof_number), infinite);
        let proof = search.prove(start, player, &Limits::new()).unwrap().unwrap();
        prop_assert_eq!(proof.verdict(), expected);
        prop_assert_eq!((proof.player(), proof.margin()), (player, margin));
        let stats = proof.check(start);
        prop_assert!(stats.is_ok(), "{:?}", stats);
        for (place, _) in proof.choices() {
            prop_assert_eq!(verdict(solution[place.node]), expected);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn agrees_with_the_solution_where_there_are_cycles(
        start in cyclic(), bytes in table_bytes(), margin in margins(),
    ) {
        check_all(ProofSearch::new().with_memory(bytes), &start, margin)?;
    }

    #[test]
    fn agrees_with_the_solution_where_lines_meet(
        start in acyclic(), bytes in table_bytes(), margin in margins(),
    ) {
        check_all(ProofSearch::new().with_memory(bytes), &start, margin)?;
    }

    #[test]
    fn what_is_remembered_of_other_positions_is_right(start in cyclic(), bytes in table_bytes()) {
        let mut search = ProofSearch::new().with_memory(bytes);
        for round in 0..2 {
            for &player in start.players() {
                for (node, is_won) in solution(&start.graph, player).into_iter().enumerate() {
                    let place = start.at(node);
                    let answer = search.run(&place, player, &Limits::new()).unwrap();
                    prop_assert_eq!(answer.verdict, verdict(is_won), "round {}", round);
                }
            }
        }
    }

    #[test]
    fn what_is_known_is_taken_and_proofs_do_without(
        start in prop_oneof![cyclic(), acyclic()],
        known in prop::collection::vec(any::<bool>(), 60),
        bytes in table_bytes(),
    ) {
        let solutions: Vec<_> =
            start.players().iter().map(|&player| solution(&start.graph, player)).collect();
        let start_is_known = known[0];
        let know = {
            let solutions = solutions.clone();
            move |place: &Place, player: usize| {
                let is_known = known[place.node];
                if is_known { verdict(solutions[player][place.node]) } else { Verdict::Unknown }
            }
        };
        let mut search = ProofSearch::new().with_memory(bytes).with_knowledge(know);
        for &player in start.players() {
            let expected = verdict(solutions[player][0]);
            let answer = search.run(&start, player, &Limits::new()).unwrap();
            prop_assert_eq!(answer.verdict, expected);
            prop_assert!(!start_is_known || answer.nodes == 0);
            let proof = search.prove(&start, player, &Limits::new()).unwrap().unwrap();
            prop_assert_eq!(proof.verdict(), expected);
            prop_assert!(proof.check(&start).is_ok());
        }
    }

    #[test]
    fn estimates_do_not_change_answers(
        start in prop_oneof![cyclic(), acyclic()],
        numbers in prop::collection::vec(estimated(), 60),
        bytes in table_bytes(), margin in margins(),
    ) {
        let estimate = move |place: &Place, _| numbers[place.node];
        let search = ProofSearch::new().with_memory(bytes).with_estimate(estimate);
        check_all(search, &start, margin)?;
    }

    #[test]
    fn equal_keys_do_not_make_wrong_proofs(start in confused(), bytes in table_bytes()) {
        let mut search = ProofSearch::new().with_memory(bytes);
        for &player in start.players() {
            let expected = verdict(solution(&start.graph, player)[0]);
            let limits = Limits::new().nodes(20_000);
            if let Some(proof) = search.prove(&start, player, &limits).unwrap()
                && proof.check(&start).is_ok()
            {
                prop_assert_eq!(proof.verdict(), expected);
            }
        }
    }

    #[test]
    fn positions_on_a_path_are_told_apart_by_more_than_their_keys(start in confused()) {
        // Without a table the keys decide nothing.
        let mut search = ProofSearch::new().with_memory(0);
        for &player in start.players() {
            let expected = verdict(solution(&start.graph, player)[0]);
            let answer = search.run(&start, player, &Limits::new()).unwrap();
            prop_assert_eq!(answer.verdict, expected);
        }
    }

    #[test]
    fn a_changed_choice_is_noticed(start in cyclic(), change in any::<prop::sample::Index>()) {
        for &player in start.players() {
            let solution = solution(&start.graph, player);
            let place = &start;
            let proof = ProofSearch::new().prove(place, player, &Limits::new()).unwrap().unwrap();
            let choices: Vec<(Place, To)> = proof.choices().map(|(at, m)| (at.clone(), m)).collect();
            if choices.is_empty() {
                continue;
            }
            let remake = |choices: HashMap<Place, To>| match proof.verdict() {
                Verdict::Proven => Proof::of_win(player, choices),
                _ => Proof::of_defence(player, choices),
            };
            let (at, m) = &choices[change.index(choices.len())];
            let mut without: HashMap<Place, To> = choices.iter().cloned().collect();
            without.remove(at);
            let flaw = remake(without.clone()).check(place).unwrap_err().flaw;
            prop_assert_eq!(flaw, ProofFlaw::NoChoice);
            without.insert(at.clone(), To { number: 9, ..*m });
            let flaw = remake(without.clone()).check(place).unwrap_err().flaw;
            prop_assert_eq!(flaw, ProofFlaw::Illegal);
            // Any other move that gives the result away.
            for other in at.legal_moves() {
                if verdict(solution[other.node]) != proof.verdict() {
                    without.insert(at.clone(), other);
                    prop_assert!(remake(without.clone()).check(place).is_err());
                }
            }
        }
    }
}

/// Odd nodes are player 1's, even ones player 0's; the last node is won by player 1 and all others
/// without moves by player 0.
fn board(nodes: &[&[usize]]) -> Place {
    let last = nodes.len() - 1;
    let node = |(number, moves): (usize, &&[usize])| {
        Node::new(number % 2, moves, Outcome::Winner(usize::from(number == last)))
    };
    place(2, nodes.iter().enumerate().map(node).collect())
}

fn to(node: usize, number: usize) -> To {
    To { node, number }
}

#[test]
fn the_check_names_the_flaw_and_the_way_there() {
    // Player 0 may go to and fro between nodes 0 and 1, where player 1 has no choice, or on to a
    // win, 2, or to a loss, 3.
    let place = board(&[&[1, 2, 3], &[0], &[], &[]]);
    let check = |m: Option<To>| Proof::of_win(0, m.map(|m| (place.clone(), m))).check(&place);
    let stats = check(Some(to(2, 1))).unwrap();
    assert_eq!((stats.positions, stats.choices, stats.longest), (2, 1, Some(1)));
    let error = |line: &[To], flaw| Err(ProofError { line: line.to_vec(), flaw });
    assert_eq!(check(Some(to(1, 0))), error(&[to(1, 0), to(0, 0)], ProofFlaw::Cycle));
    assert_eq!(check(Some(to(3, 2))), error(&[to(3, 2)], ProofFlaw::Ended));
    assert_eq!(check(Some(to(3, 1))), error(&[], ProofFlaw::Illegal));
    assert_eq!(check(None), error(&[], ProofFlaw::NoChoice));

    // The same, seen from player 1: going round in circles is a defence, but no win.
    let choices = [(place.clone(), to(1, 0))];
    assert_eq!(Proof::of_defence(1, choices.clone()).check(&place).unwrap().longest, None);
    let message = Proof::of_win(0, choices).check(&place).unwrap_err().to_string();
    assert_eq!(message, "after 2 plies the position repeats, so the win may never come");
}

#[test]
fn every_reply_is_checked() {
    // Player 1 chooses between two losses and a win.
    let start = board(&[&[1], &[2, 4, 3], &[], &[], &[]]);
    let proof = Proof::of_win(0, [(start.clone(), to(1, 0))]);
    let error = proof.check(&start).unwrap_err();
    assert_eq!((error.line, error.flaw), (vec![to(1, 0), to(4, 1)], ProofFlaw::Ended));
}

/// Take one or two of a heap; who takes the last wins. In `stuck` games nobody can move at the end,
/// against the laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heap {
    left: u32,
    turn: u8,
    is_stuck: bool,
}

impl Game for Heap {
    type Player = u8;
    type Move = u32;
    type IllegalMove = engine::NotLegal;

    fn players(&self) -> &[u8] {
        &[0, 1]
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<u8>> {
        (self.left == 0 && !self.is_stuck).then_some(Outcome::Winner(1 - self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(1..=self.left.min(2));
    }

    fn check(&self, m: u32) -> Result<(), engine::NotLegal> {
        engine::NotLegal::check(self, m)
    }

    fn play_unchecked(&mut self, m: u32) {
        self.left -= m;
        self.turn = 1 - self.turn;
    }
}

impl Keyed for Heap {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

fn heap(left: u32) -> Heap {
    Heap { left, turn: 0, is_stuck: false }
}

#[test]
fn games_of_any_length_are_proven_and_checked() {
    let mut search = ProofSearch::new();
    for (left, expected) in [(30_000, Verdict::Disproven), (30_001, Verdict::Proven)] {
        let proof = search.prove(&heap(left), 0, &Limits::new()).unwrap().unwrap();
        assert_eq!(proof.verdict(), expected);
        let stats = proof.check(&heap(left)).unwrap();
        assert!(stats.positions > 20_000);
        assert!(expected == Verdict::Disproven || stats.longest == Some(20_001));
    }
}

#[test]
fn a_player_who_is_not_in_the_game_cannot_win() {
    let answer = ProofSearch::new().run(&heap(4), 7, &Limits::new()).unwrap();
    assert_eq!(answer.verdict, Verdict::Disproven);
    // A player to move who is not in the game is an opponent: all moves have to lead to the win.
    let choice = |moves: [usize; 2]| {
        let node = |turn, moves: &[usize], winner| Node::new(turn, moves, Outcome::Winner(winner));
        let nodes = vec![node(9, &moves, 0), node(0, &[], 0), node(0, &[], 1), node(0, &[], 0)];
        let start = place(2, nodes);
        [0, 1].map(|player| ProofSearch::new().run(&start, player, &Limits::new()).unwrap().verdict)
    };
    assert_eq!(choice([1, 2]), [Verdict::Disproven; 2]);
    assert_eq!(choice([1, 3]), [Verdict::Proven, Verdict::Disproven]);
}

#[test]
fn a_running_game_without_moves_is_not_won() {
    let stuck = Heap { left: 0, turn: 0, is_stuck: true };
    for player in [0, 1] {
        let answer = ProofSearch::new().run(&stuck, player, &Limits::new()).unwrap();
        assert_eq!(answer.verdict, Verdict::Disproven);
    }
    let claim = Proof::of_win(1, []);
    assert_eq!(claim.check(&stuck).unwrap_err().flaw, ProofFlaw::Stuck);
}

#[test]
fn limits_are_kept() {
    let mut search = ProofSearch::new().with_memory(1 << 10);
    for nodes in [0, 1, 2, 10, 1000] {
        let answer = search.run(&heap(50_001), 0, &Limits::new().nodes(nodes)).unwrap();
        assert_eq!((answer.verdict, answer.nodes), (Verdict::Unknown, nodes));
        assert!(search.prove(&heap(50_001), 0, &Limits::new().nodes(nodes)).unwrap().is_none());
    }
    let flag = StopFlag::new();
    flag.raise();
    for limits in [Limits::new().stop(flag), Limits::new().time(Duration::ZERO)] {
        assert_eq!(search.run(&heap(50_001), 0, &limits).unwrap().verdict, Verdict::Unknown);
    }
    assert_eq!(search.run(&heap(4), 0, &Limits::new()).unwrap().verdict, Verdict::Proven);
}

/// Player 0 chooses between 100,000 forced moves to a draw, and a position in which both replies lose.
fn long_line() -> Place {
    let line = 3..100_003;
    let mut nodes = vec![
        Node::new(0, &[line.start, 1], Outcome::Draw),
        Node::new(1, &[2, 2], Outcome::Draw),
        Node::new(0, &[line.end + 1], Outcome::Draw),
    ];
    nodes.extend(line.map(|node| Node::new(node % 2, &[node + 1], Outcome::Draw)));
    nodes.extend([Outcome::Draw, Outcome::Winner(0)].map(|outcome| Node::new(0, &[], outcome)));
    place(2, nodes)
}

#[test]
fn a_long_line_of_forced_moves_does_not_keep_the_search() {
    let answer = ProofSearch::new().run(&long_line(), 0, &Limits::new()).unwrap();
    assert_eq!(answer.verdict, Verdict::Proven);
    assert!((8_000..20_000).contains(&answer.nodes), "{}", answer.nodes);
}

#[test]
fn the_search_goes_first_where_the_estimate_is_less() {
    let nodes = |line, elsewhere| {
        let estimate = move |place: &Place, player| {
            assert_eq!(player, 0);
            Estimate { proof: if place.node < 3 { elsewhere } else { line }, disproof: 1 }
        };
        let mut search = ProofSearch::new().with_estimate(estimate);
        let answer = search.run(&long_line(), 0, &Limits::new()).unwrap();
        assert_eq!(answer.verdict, Verdict::Proven);
        answer.nodes
    };
    assert!(nodes(10, 1) < 10, "{}", nodes(10, 1));
    assert!(nodes(1, 10) > 30_000, "{}", nodes(1, 10));
}

/// All of an answer but how long it took.
fn untimed(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    answer.elapsed = Duration::ZERO;
    answer
}

#[test]
fn the_table_is_reused_by_the_next_run() {
    let mut search = ProofSearch::new();
    let first = search.run(&heap(3001), 0, &Limits::new()).unwrap();
    let again = search.run(&heap(3001), 0, &Limits::new()).unwrap();
    assert_eq!(again.verdict, Verdict::Proven);
    assert!(again.nodes <= 2 && first.nodes > 1000);
    search.clear();
    let cleared = search.run(&heap(3001), 0, &Limits::new()).unwrap();
    assert_eq!(untimed(&cleared), untimed(&first));
}

#[test]
fn progress_is_reported_and_every_run_is_the_same() {
    let run = || {
        let mut reports = Vec::new();
        let mut search = ProofSearch::new().with_memory(1 << 12);
        let limits = Limits::new().nodes(300_000);
        let answer = search.run_with(&heap(3001), 0, &limits, |answer| {
            reports.push(untimed(answer));
        });
        (untimed(&answer.unwrap()), reports)
    };
    let (answer, reports) = run();
    assert_eq!((answer.clone(), reports.clone()), run());
    assert!(!reports.is_empty(), "{answer:?}");
    for (report, before) in
        reports.iter().zip([0].into_iter().chain(reports.iter().map(|report| report.nodes)))
    {
        assert!(report.nodes >= before + 65_536, "{} after {before}", report.nodes);
        assert_eq!(report.verdict, Verdict::Unknown);
        assert!(report.nodes <= answer.nodes && report.table_per_mille > 0);
    }
}

#[test]
fn finished_games_need_no_search() {
    for (player, expected) in [(0, Verdict::Disproven), (1, Verdict::Proven)] {
        let mut search = ProofSearch::new();
        let answer = search.run(&heap(0), player, &Limits::new().nodes(0)).unwrap();
        assert_eq!((answer.verdict, answer.nodes), (expected, 0));
        let proof = search.prove(&heap(0), player, &Limits::new()).unwrap().unwrap();
        let stats = proof.check(&heap(0)).unwrap();
        assert_eq!((stats.positions, stats.choices), (1, 0));
        assert!(Proof::of_win(1 - player, []).check(&heap(0)).is_err() || player == 0);
    }
}

#[test]
fn a_table_that_is_too_large_is_refused() {
    for bytes in [usize::MAX, 1 << 55] {
        let mut search = ProofSearch::new().with_memory(bytes);
        let refused = SearchError::NoMemory { bytes };
        assert_eq!(search.run(&heap(4), 0, &Limits::new()), Err(refused.clone()));
        assert_eq!(search.prove(&heap(4), 0, &Limits::new()).err(), Some(refused));
    }
}

#[test]
fn limits_are_looked_at_while_many_moves_are_listed_and_stored() {
    assert_stops_soon("proof", |wide, limits| drop(ProofSearch::new().run(wide, 0, limits)));
}
