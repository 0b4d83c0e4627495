//! Studies against what can be counted by hand and worked out exactly.

mod answers;
mod course;

use std::hash::Hash;

use crate::fixtures::grab::Grab;
use crate::fixtures::nim::Nim;
use arena::Interval;
use arena::study::{EndCounts, Facts, Study};
use arena::{Contestant, GameEnd, Match, Openings, PlayedGame, Seating};
use engine::search::{BotFn, RandomBot};
use engine::{Game, Limits};
use proptest::prelude::*;

fn random<'a, G: Game>() -> Contestant<'a, G> {
    Contestant::new("random", || RandomBot::new(0))
}

fn played<G>(games: Match<'_, G>) -> Vec<PlayedGame<G>>
where
    G: Game + std::hash::Hash + Send + Sync,
{
    let mut played = Vec::new();
    games.run(|game, _| played.push(game.clone())).unwrap();
    played
}

fn study<G>(games: Match<'_, G>) -> (Vec<PlayedGame<G>>, Study)
where
    G: Game + Send + Sync + Hash,
{
    let (mut study, mut played) = (Study::default(), Vec::new());
    let report = games.seating(Seating::Fixed).run_with(Facts::of, |game, facts, _| {
        study.add(&facts);
        played.push(game.clone());
    });
    report.unwrap();
    (played, study)
}

/// Of a random game from here: how likely the player to move wins, the expected length, and the
/// expected number of moves to choose from, added up over all plies.
fn exact(nim: &Nim) -> [f64; 3] {
    let moves = nim.legal_moves();
    let count = moves.len() as f64;
    let mut mean = [0.0; 3];
    for &m in &moves {
        let child = nim.after(m);
        let [wins, plies, choices] = exact(&child);
        let seen = [1.0 - wins, 1.0 + plies, count + choices];
        mean.iter_mut().zip(seen).for_each(|(sum, value)| *sum += value / count);
    }
    mean
}

#[test]
fn figures_of_random_games_have_their_exact_expectation() {
    let start = Nim::new([2, 3, 1]);
    let contestants = vec![random(), random()];
    let openings = Openings::listed(vec![start]);
    let (_, study) = study(Match::new(contestants, openings).games(20_000).seed(1));
    let [wins, plies, choices] = exact(&start);
    let first = study.first_player().unwrap();
    assert!(first.contains(wins) && first.high - first.low < 0.015, "{first:?}, not {wins}");
    assert!(study.seats[1].wins().unwrap().contains(1.0 - wins));
    let length = study.lengths.mean_interval().unwrap();
    assert!(length.contains(plies) && length.high - length.low < 0.05, "{length:?}, not {plies}");
    let per_game = study.choices.mean().unwrap() * length.estimate;
    assert!((per_game - choices).abs() < 0.05, "{per_game}, not {choices}");
    assert_eq!((study.lengths.min(), study.lengths.max()), (Some(3), Some(6)));
    assert!(study.distinct() < study.games());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn figures_are_those_of_the_games(players in 2..5_usize, left in 4..20_u8, seed: u64) {
        let contestants = (0..players).map(|_| random()).collect();
        let openings = Openings::listed(vec![Grab::new(players, left)]).random_plies(1);
        let plan = Match::new(contestants, openings).games(30).seed(seed).max_plies(9);
        let (games, study) = study(plan);
        let finished: Vec<_> = games
            .iter()
            .filter_map(|game| match &game.end {
                GameEnd::Outcome(outcome) => Some(outcome),
                _ => None,
            })
            .collect();
        let won = finished.iter().filter(|outcome| outcome.winner().is_some()).count() as u64;
        let ends = EndCounts {
            won,
            drawn: finished.len() as u64 - won,
            ply_limit: 30 - finished.len() as u64,
            forfeited: 0,
        };
        prop_assert_eq!(study.ends, ends);
        prop_assert_eq!(study.decisive(), Interval::wilson(won, 30));
        for (seat, figures) in study.seats.iter().enumerate() {
            let wins = finished.iter().filter(|outcome| outcome.winner() == Some(seat)).count();
            prop_assert_eq!(figures.wins(), Interval::wilson(wins as u64, 30));
            let points = finished.iter().filter_map(|outcome| outcome.points()?.of(seat));
            let mean = f64::from(points.sum::<i32>()) / finished.len() as f64;
            let found = figures.points().map(|points| points.estimate);
            prop_assert_eq!(found, (finished.len() > 1).then_some(mean));
        }
        let scores = study.seats.iter().map(|seat| seat.score().unwrap().estimate);
        prop_assert!((scores.sum::<f64>() - 1.0).abs() < 1e-9);
        let first = study.seats[0].score();
        prop_assert_eq!(study.first_player(), first);
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        prop_assert_eq!(study.choices.count(), plies as u64);
        let mean = |count: fn(&Grab) -> f64| {
            let of_game = |game: &PlayedGame<Grab>| {
                let plies = game.moves.len();
                game.positions().take(plies).map(|grab| count(&grab)).sum::<f64>() / plies as f64
            };
            games.iter().map(of_game).sum::<f64>() / 30.0
        };
        let branching = mean(|grab| grab.legal_moves().len() as f64);
        prop_assert!((study.branching().unwrap().estimate - branching).abs() < 1e-9);
        let forced = mean(|grab| f64::from(grab.legal_moves().len() == 1));
        prop_assert!((study.forced().unwrap().estimate - forced).abs() < 1e-9);
        prop_assert_eq!(study.spread.count(), finished.len() as u64);
        let drawn = study.spread.iter().find(|&(spread, _)| spread == 0);
        prop_assert_eq!(drawn.map_or(0, |(_, count)| count), ends.drawn);
        let mut different: Vec<_> = games.iter().map(|game| &game.moves).collect();
        different.sort();
        different.dedup();
        prop_assert_eq!(study.distinct(), different.len() as u64);
    }
}

#[test]
fn deterministic_players_repeat_the_same_games() {
    let first = BotFn(|nim: &Nim, _: &Limits| nim.legal_moves().first().copied());
    let contestants = ["a", "b"].map(|name| Contestant::new(name, || first)).into();
    let openings = Openings::listed(vec![Nim::new([3, 4]), Nim::new([5])]);
    let (_, study) = study(Match::new(contestants, openings).games(10));
    assert_eq!((study.games(), study.distinct()), (10, 2));
}

#[test]
fn nothing_is_known_without_games() {
    let study = Study::default();
    assert_eq!((study.first_player(), study.decisive()), (None, None));
    assert_eq!((study.games(), study.distinct(), study.lengths.median()), (0, 0, None));
    assert!(study.seats.is_empty());
}
