//! Puzzles, ladders, repetition, turns and squares, on games whose answer is known.

use std::sync::Arc;

use super::{played, random, study};
use crate::fixtures::grab::Grab;
use crate::fixtures::graph::{Graph, Node, Place};
use crate::fixtures::nim::Nim;
use crate::fixtures::tic_tac_toe::TicTacToe;
use arena::Interval;
use arena::study::{Puzzle, Step, climb, places_used, puzzle};
use arena::{Contestant, Match, Openings};
use engine::search::{BotFn, RandomBot};
use engine::svg::Draw;
use engine::{Game, Keyed, Limits, NoEvaluation, Outcome, Search};
use proptest::prelude::*;

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        format!("{self:?}").bytes().fold(0, |key, byte| engine::key::mix(key, byte.into()))
    }
}

fn graph(nodes: Vec<Node>) -> Place {
    Place { graph: Arc::new(Graph::new(2, nodes)), node: 0 }
}

/// Four places in a circle, of which each player decides two in a row; nobody ever wins.
fn circle() -> Place {
    let next = |node: usize| Node::new(node / 2, &[(node + 1) % 4], Outcome::Draw);
    graph((0..4).map(next).collect())
}

#[test]
fn circles_repeat_and_turns_take_several_plies() {
    let plan = |plies| {
        let openings = Openings::listed(vec![circle()]);
        Match::new(vec![random(), random()], openings).games(2).max_plies(plies)
    };
    let (_, short) = study(plan(3));
    assert_eq!(short.repeating().map(|share| share.estimate), Some(0.0));
    let (_, long) = study(plan(9));
    assert_eq!(long.repeating().map(|share| share.estimate), Some(1.0));
    // Plies 0 and 1, 2 and 3, 4 and 5, 6 and 7, and 8.
    assert_eq!((long.turns.min(), long.turns.max()), (Some(5), Some(5)));
    assert_eq!(long.forced().map(|share| share.estimate), Some(1.0));
    assert_eq!((long.ends.ply_limit, long.mobility.winner.games()), (2, 0));
}

#[test]
fn a_game_of_one_move() {
    let openings = Openings::listed(vec![Nim::new([1])]);
    let (_, study) = study(Match::new(vec![random(), random()], openings).games(3));
    assert_eq!((study.lengths.max(), study.turns.max()), (Some(1), Some(1)));
    let all = Interval::wilson(3, 3);
    assert_eq!((study.decisive(), study.seats[0].wins()), (all, all));
    // Clopper and Pearson's, as all values are equal: the cube root of 2.5 %.
    let forced = study.forced().unwrap();
    assert!(forced.high >= 1.0 && (forced.low - 0.025_f64.cbrt()).abs() < 1e-9, "{forced:?}");
    assert_eq!(study.repeating(), Interval::wilson(0, 3));
    let (_, mean) = study.mobility.winner.points().next().unwrap();
    assert_eq!(mean.map(|mean| mean.estimate), Some(1.0));
    assert_eq!(study.mobility.others.games(), 0);
}

proptest! {
    #[test]
    fn puzzles_of_nim_are_those_with_one_balancing_move(heaps in [0..6_u8, 0..6_u8, 0..6_u8]) {
        let nim = Nim::new(heaps);
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let balancing: Vec<_> = nim
            .legal_moves()
            .into_iter()
            .filter(|take| heaps[take.heap] - take.stones == heaps[take.heap] ^ sum)
            .collect();
        let mut search = Search::new(NoEvaluation).with_memory(1 << 20);
        let found = puzzle(&nim, &mut search, &Limits::new());
        let expected = match balancing[..] {
            [only] if nim.legal_moves().len() > 1 => Some(only),
            _ => None,
        };
        prop_assert_eq!(found.map(|puzzle| puzzle.solution), expected);
        if let Some(Puzzle { plies, .. }) = found {
            let score = search.run(&nim, &Limits::new()).unwrap().score;
            prop_assert_eq!(Some(plies), score.distance());
        }
    }
}

#[test]
fn what_is_not_settled_is_no_puzzle() {
    let mut search = Search::new(NoEvaluation).with_memory(1 << 16);
    let nim = Nim::new([9, 9, 4]);
    assert_eq!(puzzle(&nim, &mut search, &Limits::new().depth(2)), None);
    assert!(puzzle(&nim, &mut search, &Limits::new()).is_some());
}

#[test]
fn a_ladder_ends_where_skill_does() {
    // Rung k plays the perfect move with probability k/3: those above rung 3 play as well as it.
    let contestant = |rung: usize| {
        Contestant::new(format!("rung {rung}"), move || {
            let (mut search, mut fool) =
                (Search::new(NoEvaluation).with_memory(1 << 14), RandomBot::new(rung as u64));
            let mut ply = 0_usize;
            BotFn(move |nim: &Nim, limits: &Limits| {
                ply += 1;
                let bot: &mut dyn engine::Bot<Nim> =
                    if (ply * 7 + nim.legal_moves().len()) % 3 < rung {
                        &mut search
                    } else {
                        &mut fool
                    };
                bot.choose(nim, limits)
            })
        })
    };
    let play = |strengths: [usize; 2]| {
        let deal = |seed: u64| Nim::new([3, 2 + (seed % 5) as u8, 3 + (seed / 5 % 4) as u8]);
        let [weaker, stronger] = strengths.map(contestant);
        let games = Match::new(vec![stronger, weaker], Openings::dealt(deal)).games(400).threads(2);
        let report = games.run(|_, _| ())?;
        Ok::<_, arena::MatchError>(Step::of(strengths, &report.standings, 2).unwrap())
    };
    let steps = climb(5, play).unwrap();
    let gains: Vec<bool> = steps.iter().map(Step::gains).collect();
    assert_eq!(gains, [true, true, true, false, false], "{steps:?}");
    assert!(steps.iter().all(|step| step.games == 400));
}

#[test]
fn a_ladder_goes_on_from_whoever_has_gained() {
    let play = |strengths: [usize; 2]| {
        let low = if matches!(strengths, [0, 2] | [2, 5]) { 0.8 } else { 0.45 };
        let score = Interval { estimate: 0.9, low, high: 0.95 };
        Ok::<_, ()>(Step { strengths, score, even: 0.5, games: 9 })
    };
    let strengths: Vec<_> = climb(6, play).unwrap().iter().map(|step| step.strengths).collect();
    assert_eq!(strengths, [[0, 1], [0, 2], [2, 3], [2, 4], [2, 5], [5, 6]]);
    assert_eq!(climb(0, play), Ok(Vec::new()));
    assert_eq!(
        climb(3, |[_, stronger]| if stronger < 2 { play([0, 1]) } else { Err(()) }),
        Err(())
    );
}

#[test]
fn places_are_counted_once_for_whoever_used_them() {
    let openings = Openings::listed(vec![Grab::new(3, 20)]);
    for game in played(Match::new((0..3).map(|_| random()).collect(), openings).games(9)) {
        let used = places_used(&game, Draw::places);
        assert_eq!(used.len(), 3);
        for (seat, places) in used.iter().enumerate() {
            for stones in 1..=3 {
                let mut own = game.moves.iter().skip(seat).step_by(3);
                assert_eq!(places.contains(&format!("a{stones}")), own.any(|&m| m == stones));
            }
            assert!(places.is_sorted_by(|a, b| a < b));
        }
    }
}
