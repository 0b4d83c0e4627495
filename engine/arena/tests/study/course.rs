//! The course of games against counting by hand and exact knowledge.

use super::{played, random};
use crate::fixtures::grab::Grab;
use crate::fixtures::nim::Nim;
use arena::study::{Course, Courses, Judgement, Profile, judge_moves};
use arena::{Match, Openings, PlayedGame};
use engine::search::EvaluatorFn;
use engine::{Evaluator, Game, Keyed, Limits, NoEvaluation, Search, SearchError};
use proptest::prelude::*;

fn two(first: &[f64], winner: Option<usize>) -> Course {
    Course { expected: first.iter().map(|&x| vec![x, 1.0 - x]).collect(), winner }
}

#[test]
fn a_course_is_described_as_by_hand() {
    // Nobody leads, the first, nobody, the first, the second, nobody, the first.
    let course = two(&[0.5, 0.6, 0.54, 0.95, 0.2, 0.46, 1.0], Some(0));
    assert_eq!(course.lead_changes(), 2);
    assert_eq!((course.clear_from(), course.clear_at()), (Some(6), Some(1.0)));
    assert!(course.is_comeback());
    let drama = f64::midpoint(0.6_f64.sqrt(), 0.08_f64.sqrt());
    assert!((course.drama().unwrap() - drama).abs() < 1e-12);

    let steady = two(&[0.5, 0.3, 0.1, 0.05, 0.0], Some(1));
    assert_eq!((steady.lead_changes(), steady.clear_from()), (0, Some(2)));
    assert!(!steady.is_comeback());
    assert_eq!(steady.drama(), Some(0.0));

    let drawn = two(&[0.5, 0.9, 0.1, 0.5], None);
    assert_eq!((drawn.lead_changes(), drawn.clear_at(), drawn.drama()), (1, None, None));
    assert!(!drawn.is_comeback() && drawn.of_winner().is_empty());

    let expected = vec![vec![0.3, 0.3, 0.4], vec![0.16, 0.42, 0.42], vec![0.0, 1.0, 0.0]];
    let three = Course { expected, winner: Some(1) };
    assert_eq!((three.lead_changes(), three.is_comeback()), (1, false));
    let nothing = Course { expected: Vec::new(), winner: Some(0) };
    assert_eq!(
        (nothing.lead_changes(), nothing.clear_from(), nothing.drama()),
        (0, Some(0), Some(0.0))
    );
}

fn random_games(start: Nim, games: u64) -> Vec<PlayedGame<Nim>> {
    let openings = Openings::listed(vec![start]);
    played(Match::new(vec![random(), random()], openings).games(games).seed(2))
}

fn judge<G: Keyed, E: Evaluator<G>>(
    position: &G,
    search: &mut Search<G, E>,
    limits: &Limits,
    scale: f64,
) -> Result<Judgement, SearchError> {
    search.clear();
    let found = search.run(position, limits)?;
    Ok(Judgement::of(position, &found, search.evaluator(), scale))
}

/// By a judge who knows everything.
fn judged(game: &PlayedGame<Nim>) -> Course {
    let mut search = Search::new(&NoEvaluation).with_memory(2 << 20);
    let expected = |nim: &Nim| Ok(judge(nim, &mut search, &Limits::new(), 1.0)?.expected);
    Course::of::<_, SearchError>(game, expected).unwrap()
}

/// Whether the player to move wins: exactly if the heaps, written in binary, do not add up to 0
/// without carry (Bouton, 1901).
fn mover_wins(heaps: [u8; 3]) -> bool {
    heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn with_an_exact_judge_the_lead_changes_with_every_mistake(heaps in [1..4_u8, 0..4_u8, 0..4_u8]) {
        let mut courses = Courses::default();
        let (mut changes, mut early) = (0, 0);
        let games = random_games(Nim::new(heaps), 10);
        for game in &games {
            let course = judged(game);
            courses.add(&course);
            // The same from Bouton's theorem: who wins at each ply, then how often that changes.
            let mut left = heaps;
            let mut winners = vec![usize::from(!mover_wins(left))];
            for (ply, take) in game.moves.iter().enumerate() {
                left[take.heap] -= take.stones;
                winners.push((ply + 1 + usize::from(!mover_wins(left))) % 2);
            }
            let last = *winners.last().unwrap();
            prop_assert_eq!(course.winner, Some(last));
            let mistakes = winners.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
            prop_assert_eq!(course.lead_changes(), mistakes);
            prop_assert_eq!(course.is_comeback(), mistakes > 0);
            let decided = winners.iter().rposition(|&winner| winner != last).map_or(0, |ply| ply + 1);
            prop_assert_eq!(course.clear_from(), Some(decided));
            changes += mistakes;
            early += usize::from(2 * decided < game.moves.len());
        }
        prop_assert_eq!((courses.games(), courses.won), (10, 10));
        let mean = courses.lead_changes.mean().unwrap();
        prop_assert!((mean - changes as f64 / 10.0).abs() < 1e-9);
        let early_share = courses.decided_early().unwrap().estimate;
        prop_assert!((early_share - early as f64 / 10.0).abs() < 1e-9);
        let ends = courses.of_winner.points().last().unwrap();
        prop_assert_eq!(ends.1.map(|end| end.estimate), Some(1.0));
    }
}

#[test]
fn a_game_of_one_move_is_clear_from_the_start() {
    let game = &random_games(Nim::new([1]), 1)[0];
    let course = judged(game);
    assert_eq!(course.expected, [[1.0, 0.0], [1.0, 0.0]]);
    assert_eq!(
        (course.lead_changes(), course.clear_at(), course.drama()),
        (0, Some(0.0), Some(0.0))
    );
}

#[test]
fn values_become_odds() {
    let ahead = EvaluatorFn(|_: &Nim, player| if player == 0 { 50 } else { -50 });
    let (nim, mut search, limits) = (Nim::new([3, 3]), Search::new(&ahead), Limits::new().depth(0));
    for scale in [f64::NAN, 0.0, -3.0] {
        let judged = judge(&nim, &mut search, &limits, scale).unwrap();
        assert_eq!(judged.expected, [0.5, 0.5], "{scale}");
    }
    let judged = judge(&nim, &mut search, &limits, 100.0).unwrap();
    // The odds of a value of half the scale are √e to 1.
    let first = 0.5_f64.exp() / (0.5_f64.exp() + 1.0);
    assert!((judged.expected[0] - first).abs() < 1e-12 && !judged.proven);
    assert!((judged.expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn expectations_of_many_players_add_up_to_one() {
    let stones = EvaluatorFn(|grab: &Grab, player: usize| {
        grab.to_string().split([',', ' ']).nth(2 + player).unwrap().parse::<i32>().unwrap()
    });
    let mut search = Search::new(&stones);
    for depth in 0..6 {
        let limits = Limits::new().depth(depth);
        let judged = judge(&Grab::new(3, 11), &mut search, &limits, 3.0).unwrap();
        assert_eq!(judged.expected.len(), 3);
        assert!((judged.expected.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{judged:?}");
    }
    // The last three stones win for whoever takes them.
    let judged = judge(&Grab::new(3, 3), &mut search, &Limits::new(), 3.0).unwrap();
    assert_eq!((judged.expected, judged.proven), (vec![1.0, 0.0, 0.0], true));
}

#[test]
fn first_moves_are_worth_what_theory_says() {
    let start = Nim::new([1, 2, 4]);
    let (mut search, limits) = (Search::new(&NoEvaluation), Limits::new());
    let moves = judge_moves(&start, |nim| judge(nim, &mut search, &limits, 1.0)).unwrap();
    assert_eq!(moves.len(), 7);
    assert!(moves.is_sorted_by(|(_, a), (_, b)| a.expected[0] >= b.expected[0]));
    for (take, judged) in moves {
        let mut left = [1, 2, 4];
        left[take.heap] -= take.stones;
        let wins = if mover_wins(left) { 0.0 } else { 1.0 };
        assert_eq!((judged.expected, judged.proven), (vec![wins, 1.0 - wins], true));
        assert!(start.check(take).is_ok());
    }
}

#[test]
fn profiles_take_games_of_any_length_to_the_same_steps() {
    let mut profile = Profile::default();
    profile.add(&[]);
    assert_eq!((profile.games(), profile.points().count()), (0, 0));
    // Values equal to the part of the game, of two games with as many plies as steps and twice that.
    for plies in [Profile::STEPS, 2 * Profile::STEPS] {
        let values: Vec<f64> = (0..=plies).map(|ply| ply as f64 / plies as f64).collect();
        profile.add(&values);
    }
    for (part, mean) in profile.points() {
        let mean = mean.unwrap();
        assert!((mean.estimate - part).abs() < 1e-12 && mean.high - mean.low < 1e-6, "{part}");
    }
    let mut constants = Profile::default();
    (1..=5).for_each(|value| constants.add(&[f64::from(value)]));
    // As in the test of the mean of a distribution.
    let (_, mean) = constants.points().nth(7).unwrap();
    assert!((mean.unwrap().high - 4.385_904).abs() < 1e-6);
}
