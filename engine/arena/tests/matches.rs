//! Matches: the schedule is kept, results do not depend on threads, nothing finished is lost.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::fixtures::grab::Grab;
use crate::fixtures::nim::{Nim, Take};
use arena::{
    Adjudicator, Agreement, Contestant, ForfeitReason, GameEnd, Hypothesis, Match, MatchEnd,
    MatchError, Openings, Pairing, PlayedGame, Report, Seating, Shard, Sprt, TimeControl,
};
use engine::record::{Ending, RecordResult, parse_all};
use engine::search::{BotError, BotFn, GreedyBot, RandomBot};
use engine::{Bot, Game, Limits, NoEvaluation, Outcome, Search, StopFlag, Wdl};
use proptest::prelude::*;

fn random<'a, G: Game>(name: &str) -> Contestant<'a, G> {
    Contestant::new(name, || RandomBot::new(0))
}

/// Takes one stone from the first heap that has any.
fn slow(nim: &Nim, _: &Limits) -> Option<Take> {
    nim.legal_moves().first().copied()
}

fn players<'a>() -> Vec<Contestant<'a, Nim>> {
    let search = || Search::new(NoEvaluation).with_memory(1 << 12);
    vec![
        Contestant::new("search", search).limits(Limits::new().nodes(40)),
        Contestant::new("greedy", || GreedyBot::new(NoEvaluation, 0)),
        Contestant::new("slow", || BotFn(slow)),
    ]
}

fn heaps<'a>() -> Openings<'a, Nim> {
    Openings::dealt(|seed| Nim::new([3, 4, (seed % 6) as u8])).random_plies(2)
}

/// Everything about a game but the time it took.
type Moves<G> = (u64, u64, Vec<usize>, G, Vec<<G as Game>::Move>, usize);

fn moves<G: Game>(game: &PlayedGame<G>) -> Moves<G> {
    let PlayedGame { number, round, seats, start, opening, moves, .. } = game.clone();
    (number, round, seats.clone(), start, moves, opening)
}

fn play<G>(games: Match<'_, G>) -> (Vec<PlayedGame<G>>, Report)
where
    G: Game + std::hash::Hash + Send + Sync,
{
    let mut played = Vec::new();
    let report = games.run(|game, _| played.push(game.clone())).unwrap();
    (played, report)
}

fn points(report: &Report) -> Vec<f64> {
    report.standings.tallies.iter().map(arena::Tally::points).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn threads_change_nothing(seed: u64, rounds in 1..12_u64, count in 2..5_usize) {
        let plan = || Match::new(players(), heaps()).games(6 * rounds).seed(seed);
        let (alone, first) = play(plan());
        let (together, second) = play(plan().threads(count));
        prop_assert_eq!(alone.len() as u64, rounds * 6);
        let alone: Vec<_> = alone.iter().map(moves).collect();
        let together: Vec<_> = together.iter().map(moves).collect();
        prop_assert_eq!(&alone, &together);
        prop_assert_eq!(&first.standings.head_to_head, &second.standings.head_to_head);
        prop_assert_eq!(points(&first), points(&second));
        prop_assert_eq!(first.ended, MatchEnd::Complete);
    }

    #[test]
    fn an_interrupted_match_goes_on_where_it_was(
        seed: u64,
        stop_after in 0..40_usize,
        count in 1..4_usize,
    ) {
        let plan = || Match::new(players(), heaps()).games(36).seed(seed).threads(count);
        let (whole, expected) = play(plan());
        let flag = StopFlag::new();
        let mut played = Vec::new();
        let interrupted = plan().stop(flag.clone()).run(|game, _| {
            played.push(game.clone());
            if played.len() > stop_after {
                flag.raise();
            }
        });
        let first = interrupted.unwrap();
        prop_assert!(played.len() > stop_after.min(35));
        prop_assert!(played.iter().enumerate().all(|(i, game)| game.number == i as u64));
        prop_assert_eq!(first.standings.games, played.len() as u64);
        let resumed = plan().resume(played.clone()).run(|game, _| played.push(game.clone()));
        let resumed = resumed.unwrap();
        let both: Vec<_> = played.iter().map(moves).collect();
        prop_assert_eq!(both, whole.iter().map(moves).collect::<Vec<_>>());
        prop_assert_eq!(&resumed.standings.head_to_head, &expected.standings.head_to_head);
        prop_assert_eq!(resumed.ended, MatchEnd::Complete);
    }

    #[test]
    fn standings_are_what_the_games_add_up_to(seed: u64, rounds in 1..20_u64) {
        let (games, report) = play(Match::new(players(), heaps()).games(6 * rounds).seed(seed));
        for (contestant, tally) in report.standings.tallies.iter().enumerate() {
            let seated = games.iter().filter_map(|game| {
                let seat = game.seats.iter().position(|&c| c == contestant)?;
                let GameEnd::Outcome(outcome) = &game.end else { return None };
                Some(outcome.winner() == Some(seat))
            });
            let seated: Vec<bool> = seated.collect();
            prop_assert_eq!(tally.games(), seated.len() as u64);
            prop_assert_eq!(tally.games(), 4 * rounds);
            prop_assert_eq!(tally.won, seated.iter().filter(|&&won| won).count() as u64);
            prop_assert_eq!((tally.drawn, tally.forfeited), (0, 0));
        }
        for duel in &report.standings.head_to_head {
            let kinds = duel.pairs.counts();
            prop_assert_eq!(duel.pairs.count(), rounds);
            prop_assert_eq!(2 * kinds[4] + kinds[2], duel.won);
            prop_assert_eq!(2 * kinds[0] + kinds[2], duel.lost);
        }
    }
}

#[test]
fn the_same_opening_is_played_from_every_seat() {
    let openings = Openings::dealt(|seed| Grab::new(3, 10 + (seed % 7) as u8)).random_plies(2);
    let contestants = ["a", "b", "c", "d"].map(random).into();
    let (games, report) = play(Match::new(contestants, openings).games(49));
    assert_eq!(report.standings.planned, 60, "the fifth round is completed");
    assert_eq!(games.len(), 5 * 4 * 3);
    for round in games.chunks(12) {
        assert!(round.iter().all(|game| game.start == round[0].start));
        assert!(round.iter().all(|game| game.moves[..2] == round[0].moves[..2]));
        assert!(round.iter().all(|game| game.opening == 2));
        for game in round.windows(2).filter(|games| games[1].number % 3 != 0) {
            let mut seats = game[0].seats.clone();
            seats.rotate_left(1);
            assert_eq!(seats, game[1].seats);
        }
    }
    assert!(games.iter().any(|game| game.start != games[0].start));
    assert!(report.standings.head_to_head.is_empty());
    let total: f64 = points(&report).iter().sum();
    assert!((total - 60.0).abs() < 1e-9, "one point a game");
    for tally in &report.standings.tallies {
        assert!(tally.score().unwrap().contains(1.0 / 3.0));
        assert!(tally.wins().unwrap().high < 0.9);
    }
}

#[test]
fn bots_that_do_not_play_on_forfeit() {
    let never = BotFn(|_: &Nim, _: &Limits| None);
    let greedy = BotFn(|nim: &Nim, _: &Limits| Some(Take { heap: nim.turn(), stones: 9 }));
    let contestants =
        vec![Contestant::new("never", || never), Contestant::new("illegal", || greedy)];
    let openings = Openings::listed(vec![Nim::new([3, 4])]);
    let (games, report) = play(Match::new(contestants, openings).games(4));
    assert_eq!(
        games[0].end,
        GameEnd::Forfeit { player: 0, reason: ForfeitReason::NoMove(BotError::NoMove) }
    );
    let m = Take { heap: 0, stones: 9 };
    let reason = "it is not among the legal moves".to_owned();
    assert_eq!(
        games[1].end,
        GameEnd::Forfeit { player: 0, reason: ForfeitReason::Illegal { m, reason } }
    );
    assert_eq!(
        (games[0].score(0), games[0].score(1), games[0].score(2)),
        (Some(0.0), Some(1.0), None)
    );
    let [first, second] = &report.standings.tallies[..] else { panic!() };
    assert_eq!((first.won, first.lost, first.forfeited), (2, 2, 2));
    assert_eq!((second.won, second.lost, second.forfeited), (2, 2, 2));
}

#[test]
fn of_three_players_two_share_what_the_third_forfeits() {
    let contestants =
        vec![random("a"), Contestant::new("b", || BotFn(|_: &Grab, _: &Limits| None)), random("c")];
    let openings = Openings::listed(vec![Grab::new(3, 9)]);
    let (games, report) = play(Match::new(contestants, openings));
    assert_eq!(games.len(), 3);
    assert_eq!(points(&report), [1.5, 0.0, 1.5]);
    assert_eq!(report.standings.tallies[1].forfeited, 3);
}

#[test]
fn long_games_are_adjudicated_as_draws() {
    let openings = Openings::listed(vec![Nim::new([9, 9, 9])]).random_plies(1);
    let contestants =
        vec![Contestant::new("a", || BotFn(slow)), Contestant::new("b", || BotFn(slow))];
    let (games, report) = play(Match::new(contestants, openings).max_plies(6).games(6));
    assert!(games.iter().all(|game| game.end == GameEnd::PlyLimit && game.moves.len() == 6));
    assert!(
        games.iter().all(|game| game.time_used.iter().map(|used| used.plies).sum::<u64>() == 5)
    );
    assert_eq!(report.standings.head_to_head[0].pairs.counts(), [0, 0, 3, 0, 0]);
    assert_eq!(points(&report), [3.0, 3.0]);
}

#[test]
fn a_judge_ends_games_that_it_knows() {
    let contestants = || vec![random("a"), random("b")];
    let plan = || Match::new(contestants(), heaps()).games(40);
    let (whole, _) = play(plan());
    // Who is to move with one heap left takes it all.
    let judge = |nim: &Nim| {
        let heaps = nim.legal_moves().iter().map(|m| m.heap).collect::<HashSet<_>>();
        (heaps.len() == 1).then(|| Outcome::Winner(nim.turn()))
    };
    let (judged, report) = play(plan().judge(judge).threads(2));
    for (game, whole) in judged.iter().zip(&whole) {
        let GameEnd::Adjudicated { outcome, by: Adjudicator::Judge } = &game.end else {
            panic!("a game of Nim ends with one heap: {game:?}")
        };
        let last = game.positions().last().unwrap();
        assert_eq!((judge(&last).as_ref(), outcome.wdl(last.turn())), (Some(outcome), Wdl::Win));
        assert!(whole.moves.starts_with(&game.moves), "until then nothing changes");
        assert_eq!(game.score(last.turn()), Some(1.0));
    }
    assert_eq!(report.ended, MatchEnd::Complete);
}

#[test]
fn players_who_agree_end_the_game() {
    let search = |name| {
        let search = || Search::new(NoEvaluation).with_memory(1 << 12);
        Contestant::new(name, search).limits(Limits::new().depth(9))
    };
    let openings = || Openings::listed(vec![Nim::new([3, 4, 5])]);
    let plan = |other| Match::new(vec![search("a"), other], openings()).games(2);
    let agreement = Agreement::new().win(1, 2);
    let (games, _) = play(plan(search("b")).agreement(agreement));
    let (whole, _) = play(plan(search("b")));
    for (game, whole) in games.iter().zip(&whole) {
        let GameEnd::Outcome(outcome) = &whole.end else { panic!("Nim has no draws") };
        let by = Adjudicator::Players;
        assert_eq!(game.end, GameEnd::Adjudicated { outcome: outcome.clone(), by });
        assert!(game.moves.len() < whole.moves.len() && game.moves.len() >= 4);
    }
    // A bot that says nothing does not agree.
    let (games, _) = play(plan(random("b")).agreement(agreement));
    assert!(games.iter().all(|game| matches!(game.end, GameEnd::Outcome(_))));
}

#[test]
fn in_a_gauntlet_only_the_first_meets_all() {
    let contestants: Vec<_> = ["a", "b", "c"].map(random).into();
    let (games, report) =
        play(Match::new(contestants, heaps()).games(8).pairing(Pairing::Gauntlet));
    assert!(games.iter().all(|game| game.seats.contains(&0)));
    let duels = report.standings.head_to_head.iter().map(|duel| duel.contestants);
    assert_eq!(duels.collect::<Vec<_>>(), [[0, 1], [0, 2]]);
    let played = report.standings.tallies.iter().map(arena::Tally::games);
    assert_eq!(played.collect::<Vec<_>>(), [8, 4, 4]);
}

#[test]
fn a_player_without_time_forfeits() {
    let clock =
        |millis| TimeControl { time: Duration::from_millis(millis), increment: Duration::ZERO };
    let contestants = vec![
        random("a").time_control(clock(0)),
        random("b").time_control(clock(1_000_000)),
        random("c"),
    ];
    let openings = Openings::listed(vec![Nim::new([3, 4])]);
    let (games, _) = play(Match::new(contestants, openings));
    for game in games {
        let loser = game.seats.iter().position(|&contestant| contestant == 0);
        let late =
            loser.map(|player| GameEnd::Forfeit { player, reason: ForfeitReason::OutOfTime });
        assert_eq!(late.is_some(), matches!(game.end, GameEnd::Forfeit { .. }));
        assert!(late.is_none_or(|end| end == game.end));
    }
}

#[test]
fn a_clock_ends_a_search_that_has_no_other_limit() {
    let (time, increment) = (Duration::from_millis(200), Duration::from_millis(1));
    let clock = TimeControl { time, increment };
    let endless = |name| Contestant::new(name, || Search::new(NoEvaluation)).time_control(clock);
    let openings = Openings::listed(vec![Nim::new([90, 90, 90])]);
    let plan = Match::new(vec![endless("a"), endless("b")], openings).max_plies(3);
    let (games, _) = play(plan);
    assert_eq!(games.len(), 2);
}

/// Wins a pile of Nim more often than the other, but not always.
fn biased<'a>() -> Vec<Contestant<'a, Nim>> {
    let search = || Search::new(NoEvaluation).with_memory(0);
    vec![Contestant::new("search", search).limits(Limits::new().depth(2)), random("random")]
}

#[test]
fn a_test_is_decided_by_the_same_games_whatever_the_threads() {
    let sprt = Sprt::new(0.0, 100.0).unwrap();
    let plan = |seed| Match::new(biased(), heaps()).games(1000).sprt(sprt).seed(seed);
    for seed in 0..10 {
        let (alone, first) = play(plan(seed));
        let (together, second) = play(plan(seed).threads(3));
        assert_eq!(first.ended, MatchEnd::Decided(Hypothesis::H1));
        assert_eq!(second.ended, first.ended);
        assert!(alone.len() < 1000 && alone.len().is_multiple_of(2));
        let both = [alone, together].map(|games| games.iter().map(moves).collect::<Vec<_>>());
        assert_eq!(both[0], both[1]);
        let pairs = first.standings.head_to_head[0].pairs;
        assert_eq!(sprt.accepted(&pairs), Some(Hypothesis::H1));
        assert_eq!(second.standings.head_to_head, first.standings.head_to_head);
    }
}

#[test]
fn finished_games_are_kept_when_others_are_aborted() {
    let abort = StopFlag::new();
    // One game does not end unless it is broken off, the first time.
    let begun = AtomicU64::new(0);
    let hesitant = || {
        let endless = begun.fetch_add(1, Ordering::Relaxed) == 3;
        BotFn(move |nim: &Nim, limits: &Limits| {
            if endless {
                Search::new(NoEvaluation).run(&Nim::new([255; 3]), limits).ok()?;
            }
            slow(nim, limits)
        })
    };
    let contestants = || vec![Contestant::new("a", hesitant), random("b")];
    let plan = || Match::new(contestants(), heaps()).games(40).threads(2);
    let mut played = Vec::new();
    let count = AtomicU64::new(0);
    let digest = |_: &PlayedGame<Nim>| {
        if count.fetch_add(1, Ordering::Relaxed) >= 7 {
            abort.raise();
        }
    };
    let report =
        plan().abort(abort.clone()).run_with(digest, |game, (), _| played.push(game.clone()));
    let report = report.unwrap();
    assert_eq!(report.ended, MatchEnd::Stopped);
    assert!(played.len() >= 8 && played.len() < 40);
    assert!(played.iter().enumerate().any(|(i, game)| game.number != i as u64), "one is missing");
    assert!(played.is_sorted_by_key(|game| game.number));

    let whole = play(plan());
    let mut rest = played.clone();
    let report = plan().resume(played).run(|game, _| rest.push(game.clone())).unwrap();
    rest.sort_by_key(|game| game.number);
    assert_eq!(
        rest.iter().map(moves).collect::<Vec<_>>(),
        whole.0.iter().map(moves).collect::<Vec<_>>()
    );
    assert_eq!(report.standings.head_to_head, whole.1.standings.head_to_head);
}

#[test]
fn running_searches_are_broken_off() {
    let abort = StopFlag::new();
    let endless = || Contestant::new("search", || Search::new(NoEvaluation));
    let openings = Openings::listed(vec![Nim::new([255, 255, 255])]);
    let games = Match::new(vec![endless(), endless()], openings).abort(abort.clone());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            abort.raise();
        });
        let report = games.run(|_, _| panic!("no game can be finished")).unwrap();
        assert_eq!((report.ended, report.standings.games), (MatchEnd::Stopped, 0));
    });
}

#[test]
fn the_games_are_known_before() {
    let of = |shard: &str| {
        let games = Match::new(players(), heaps()).games(7).shard(shard.parse().unwrap());
        let includes = games.includes().unwrap();
        (0..20).filter(|&number| includes(number)).collect::<Vec<u64>>()
    };
    assert_eq!(of("1/1"), (0..12).collect::<Vec<u64>>());
    assert_eq!(of("2/3"), [2, 3, 8, 9]);
    assert!(Match::new(Vec::new(), heaps()).includes().is_err());
}

#[test]
fn shards_are_the_match_of_one_machine() {
    let shard = |number, count| {
        let shard = Shard::new(number, count).unwrap();
        Match::new(players(), heaps()).games(60).seed(5).shard(shard)
    };
    let (whole, alone) = play(shard(1, 1));
    for count in [2, 3, 7, 64] {
        let mut merged = Vec::new();
        for number in (1..=count).rev() {
            let (mut games, report) = play(shard(number, count));
            assert_eq!(report.ended, MatchEnd::Complete);
            assert_eq!([report.standings.games, report.standings.planned], [games.len() as u64; 2]);
            // As if it had been interrupted.
            let rest = games.split_off(games.len() / 2);
            let (again, _) = play(shard(number, count).threads(3).resume(games.clone()));
            assert!(again.iter().map(moves).eq(rest.iter().map(moves)));
            merged.extend([games, rest].concat());
        }
        let (none, report) = play(shard(1, 1).resume(merged.clone()));
        assert_eq!((none.len(), report.ended), (0, MatchEnd::Complete));
        assert_eq!(report.standings.head_to_head, alone.standings.head_to_head);
        merged.sort_by_key(|game| game.number);
        assert!(merged.iter().map(moves).eq(whole.iter().map(moves)));
    }
    let foreign = shard(2, 2).resume(whole).run(|_, _| ()).unwrap_err();
    assert_eq!(foreign, MatchError::Foreign { number: 0 });
}

#[test]
fn a_test_in_rounds_of_shards_decides_as_on_one_machine() {
    let sprt = Sprt::new(0.0, 100.0).unwrap();
    let plan = |games, seed| Match::new(biased(), heaps()).games(games).sprt(sprt).seed(seed);
    for seed in 0..10 {
        let (_, alone) = play(plan(1000, seed));
        let mut merged: Vec<PlayedGame<Nim>> = Vec::new();
        let in_rounds = (1..).find_map(|round| {
            let games = 20 * round;
            for number in 1..=3 {
                let contest = plan(games, seed).shard(Shard::new(number, 3).unwrap());
                let includes = contest.includes().unwrap();
                let own = merged.iter().filter(|game| includes(game.number));
                let own: Vec<PlayedGame<Nim>> = own.cloned().collect();
                let (played, report) = play(contest.resume(own));
                assert_eq!(report.ended, MatchEnd::Complete, "a shard decides nothing");
                merged.extend(played);
            }
            let (played, report) = play(plan(games, seed).resume(merged.clone()));
            assert_eq!(played.len(), 0);
            (report.ended != MatchEnd::Complete).then_some(report)
        });
        let in_rounds = in_rounds.unwrap();
        assert_eq!(in_rounds.ended, MatchEnd::Decided(Hypothesis::H1));
        assert_eq!(in_rounds.ended, alone.ended);
        assert_eq!(in_rounds.standings.head_to_head, alone.standings.head_to_head);
        assert!(in_rounds.standings.games <= merged.len() as u64);
    }
}

#[test]
fn inconsistent_matches_are_refused() {
    let run = |games: Match<'_, Grab>| games.run(|_, _| ()).map(|_| ()).unwrap_err();
    let start = || Openings::listed(vec![Grab::new(3, 9)]);
    let three = || vec![random("a"), random("b"), random("c")];
    assert_eq!(
        run(Match::new(vec![random("a")], start())).to_string(),
        "a game has 3 players: expected as many contestants, found 1"
    );
    let sprt = Sprt::new(0.0, 10.0).unwrap();
    assert_eq!(run(Match::new(three(), start()).sprt(sprt)), MatchError::Sprt);
    let agreed = Match::new(three(), start()).agreement(Agreement::new().draw(5, 5));
    assert_eq!(run(agreed), MatchError::Agreement { seats: 3 });
    assert_eq!(
        run(Match::new(three(), Openings::listed(vec![]))),
        MatchError::NoOpening { round: 0 }
    );
    let over = start().random_plies(100);
    assert_eq!(run(Match::new(three(), over)), MatchError::NoOpening { round: 0 });
    let mixed = Openings::listed(vec![Grab::new(3, 9), Grab::new(2, 9)]);
    let seats = MatchError::Seats { round: 1, seats: 2, expected: 3 };
    assert_eq!(run(Match::new(three(), mixed).games(6)), seats);
    let (games, _) = play(Match::new(three(), start()));
    let other = Match::new(three(), start()).seating(Seating::Fixed).resume(games);
    assert_eq!(run(other), MatchError::Foreign { number: 1 });
}

/// From 5 there are 3 that are accepted, from 2 and 3 two more, and from 7 and 7 fourteen.
const FEW: usize = 19;

fn few<'a>() -> Openings<'a, Nim> {
    Openings::listed(vec![Nim::new([5]), Nim::new([2, 3]), Nim::new([7, 7])])
        .only(|nim| nim.legal_moves().len() != 3)
        .random_plies(1)
}

#[test]
fn openings_are_those_that_are_accepted() {
    let contestants = vec![random("a"), random("b")];
    let (games, _) = play(Match::new(contestants, few()).games(30).seating(Seating::Fixed));
    let starts: Vec<Nim> = games.iter().map(|game| game.start).collect();
    assert_eq!(starts[..3], [Nim::new([5]), Nim::new([2, 3]), Nim::new([7, 7])]);
    let second = |game: &PlayedGame<Nim>| game.positions().nth(1).unwrap();
    let choices = games.iter().map(|game| second(game).legal_moves().len());
    assert!(choices.into_iter().all(|choices| choices != 3 && choices > 0));
    assert!(games.iter().all(|game| game.seats[..] == [0, 1]));
    let openings: Vec<Nim> = games.iter().map(second).collect();
    assert_eq!(openings[..FEW].iter().collect::<HashSet<_>>().len(), FEW, "none comes twice");
    assert_eq!(openings[FEW..], openings[..30 - FEW], "then they come again");
}

#[test]
fn a_pair_that_is_played_again_counts_once() {
    let last = |nim: &Nim, _: &Limits| nim.legal_moves().last().copied();
    let contestants =
        || vec![Contestant::new("slow", || BotFn(slow)), Contestant::new("last", || BotFn(last))];
    let plan = |games| Match::new(contestants(), few()).games(games);
    let (played, once) = play(plan(2 * FEW as u64));
    let (_, often) = play(plan(1000).threads(2));
    let [first, again] = [&once, &often].map(|report| &report.standings);
    assert_eq!((again.games, again.different(), first.different()), (1000, 38, 38));
    assert_eq!(again.head_to_head[0].pairs, first.head_to_head[0].pairs);
    assert_eq!(again.head_to_head[0].won + again.head_to_head[0].lost, 1000);
    for (first, again) in first.tallies.iter().zip(&again.tallies) {
        assert_eq!((first.wins(), first.score()), (again.wins(), again.score()));
    }
    let (_, resumed) = play(plan(1000).resume(played));
    assert_eq!(resumed.standings.head_to_head, again.head_to_head);
    // A test does not come to its end by the same pairs.
    let pairs = first.head_to_head[0].pairs;
    let sprt = Sprt::new(0.0, 10.0).unwrap();
    let repeated = arena::Pentanomial::from(pairs.counts().map(|count| 26 * count));
    assert_eq!((sprt.accepted(&pairs), sprt.accepted(&repeated).is_some()), (None, true));
    assert_eq!(play(plan(1000).sprt(sprt)).1.ended, MatchEnd::Complete);
}

#[test]
fn shards_of_a_match_draw_the_openings_of_the_whole() {
    let plan = || Match::new(players(), few()).games(120).seed(7);
    let (whole, _) = play(plan());
    let mut all = Vec::new();
    for shard in 1..=3 {
        all.extend(play(plan().shard(Shard::new(shard, 3).unwrap()).threads(2)).0);
    }
    all.sort_by_key(|game| game.number);
    assert_eq!(
        all.iter().map(moves).collect::<Vec<_>>(),
        whole.iter().map(moves).collect::<Vec<_>>()
    );
}

#[test]
fn an_opening_is_looked_for_once_a_round() {
    let looks = AtomicU64::new(0);
    let openings = heaps().only(|_| {
        looks.fetch_add(1, Ordering::Relaxed);
        true
    });
    let (games, _) = play(Match::new(players(), openings).games(30).threads(3));
    assert_eq!(games.len(), 30);
    assert_eq!(looks.into_inner(), 5);
}

#[test]
fn a_boxed_bot_is_a_bot() {
    let boxed: fn() -> Box<dyn Bot<Nim>> = || Box::new(RandomBot::new(0));
    let contestants = vec![Contestant::new("boxed", boxed), random("plain")];
    let (games, _) = play(Match::new(contestants, heaps()).games(20));
    assert!(games.iter().all(|game| matches!(game.end, GameEnd::Outcome(_))));
    assert!(games.iter().any(|game| game.moves != games[0].moves), "the seed is passed on");
}

#[test]
fn games_of_a_match_become_records() {
    let first = BotFn(|grab: &Grab, _: &Limits| grab.legal_moves().first().copied());
    let silent = BotFn(|_: &Grab, _: &Limits| None);
    let plan = || {
        let contestants = vec![Contestant::new("a", || first), Contestant::new("b", || silent)];
        Match::new(contestants, Openings::listed(vec![Grab::new(2, 9)]).random_plies(1))
    };
    let names = ["a", "b"].map(str::to_owned);
    let mut records = Vec::new();
    plan().run(|game, _| records.push(game.record(&names))).unwrap();
    let texts: Vec<String> = records.iter().map(ToString::to_string).collect();
    assert!(texts[0].contains("[Player1 \"a\"]\n[Player2 \"b\"]"), "{}", texts[0]);
    assert!(texts[0].contains("[Result \"1 forfeits\"]"), "{}", texts[0]);
    assert!(texts[0].contains("{end of the opening; no move was chosen} *"), "{}", texts[0]);
    assert!(texts[1].contains("[Player1 \"b\"]\n[Player2 \"a\"]"), "{}", texts[1]);
    assert_eq!(parse_all(&texts.concat()), Ok(records));
    let mut adjudicated = Vec::new();
    plan().max_plies(1).run(|game, _| adjudicated.push(game.record(&names).result())).unwrap();
    assert_eq!(adjudicated, vec![RecordResult::Ending(Ending::Adjudicated(None)); 2]);
}

/// There is no second opening, and looking for one would take long.
#[test]
fn a_match_that_is_stopped_looks_for_no_openings() {
    let (stop, looks) = (StopFlag::new(), AtomicU64::new(0));
    let openings = Openings::dealt(|_| {
        if looks.fetch_add(1, Ordering::Relaxed) == 30 {
            stop.raise();
        }
        Nim::new([3, 4])
    });
    let contestants = vec![random("a"), random("b")];
    let (games, report) = play(Match::new(contestants, openings).games(100).stop(stop.clone()));
    assert_eq!((games.len(), report.ended), (2, MatchEnd::Stopped));
    assert!(looks.into_inner() < 50);
}
