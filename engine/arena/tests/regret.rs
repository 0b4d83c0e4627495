//! Exact regret: questions agree with plain minimax, and players of known strength lose what they must.

use arena::study::regret::{GameRegret, Question, Regret, best_play, examine};
use engine::game::seeded;
use engine::search::{BotFn, RandomBot, minimax};
use engine::{Bot, Game, Limits, NoEvaluation, Score, Search, playout};
use proptest::prelude::*;

use crate::fixtures::nim::{Nim, Take};
use crate::fixtures::tic_tac_toe::TicTacToe;

/// Plain minimax to the end of the game.
fn oracle<G: Game>(position: &G) -> Option<Score> {
    Some(minimax(position, &NoEvaluation, 30).ok()?.score)
}

/// Games of best play from the start, after some random plies.
fn exam<G: Game>(start: &G, games: u64) -> Vec<Vec<Question<G>>> {
    let game = |seed| {
        let rng = &mut seeded(seed);
        let begin = playout(start, 1 + seed as usize % 3, rng).position;
        best_play(&begin, 100, &mut oracle, rng).expect("it is solved")
    };
    (0..games).map(game).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_best_move_is_worth_what_the_position_is(seed: u64, plies in 2..9_usize) {
        let position = playout(&TicTacToe::start(), plies, &mut seeded(seed)).position;
        let question = Question::new(&position, &mut oracle);
        prop_assert_eq!(question.is_none(), position.outcome().is_some());
        if let Some(question) = question {
            prop_assert_eq!(Some(question.moves[0].1), oracle(&position));
            prop_assert!(question.moves.is_sorted_by(|a, b| a.1 >= b.1));
            let mut moves = position.legal_moves();
            prop_assert_eq!(question.moves.len(), moves.len());
            moves.retain(|&m| question.moves.iter().all(|&(known, _)| known != m));
            prop_assert_eq!(moves, vec![]);
        }
    }
}

#[test]
fn best_play_is_as_long_as_the_score_says() {
    for heaps in [[1, 2, 4], [2, 3, 3], [1, 1, 0], [2, 2, 0]] {
        let start = Nim::new(heaps);
        let questions = best_play(&start, 100, &mut oracle, &mut seeded(1)).unwrap();
        assert_eq!(Some(questions.len() as u32), oracle(&start).unwrap().distance());
        assert_eq!(questions[0].position, start);
        assert_eq!(best_play(&start, 2, &mut oracle, &mut seeded(1)).unwrap().len(), 2);
    }
    assert!(best_play(&Nim::new([3]), 9, &mut |_| None, &mut seeded(1)).is_none(), "3 to 1 or 2");
}

fn regret_of<G: Game>(
    exam: &[Vec<Question<G>>],
    mut ask: impl FnMut(&[Question<G>]) -> GameRegret,
) -> Regret {
    let mut regret = Regret::new();
    for questions in exam {
        regret.add_game(&ask(questions));
    }
    regret
}

#[test]
fn a_perfect_player_loses_nothing_and_the_worst_all() {
    let exam = exam(&TicTacToe::start(), 30);
    let mut bot = BotFn(|position: &TicTacToe, _: &Limits| {
        Question::new(position, &mut oracle).map(|question| question.moves[0].0)
    });
    let perfect = regret_of(&exam, |game| examine(game, &mut bot, &Limits::new()));
    assert_eq!(perfect.games(), 30);
    assert!(perfect.critical() > 30 && perfect.choices() >= perfect.critical());
    for share in [perfect.kept(), perfect.best()] {
        assert!(share.is_some_and(|share| share.estimate >= 1.0 && share.low < 1.0));
    }
    for loss in [perfect.points_lost(), perfect.plies_lost()] {
        assert!(loss.is_some_and(|loss| loss.high <= 0.0));
    }

    let worst = |question: &Question<_>| question.loss(question.moves.last().map(|&(m, _)| m));
    let worst = regret_of(&exam, |game| {
        let mut regret = GameRegret::default();
        for question in game {
            regret.add(worst(question));
        }
        regret
    });
    assert_eq!(worst.critical(), perfect.critical());
    assert!(worst.kept().is_some_and(|kept| kept.estimate <= 0.0 && kept.high > 0.0));
    assert!(worst.points_lost().is_some_and(|lost| lost.estimate >= 0.5));
}

/// What a random player loses on average is known exactly.
#[test]
fn the_intervals_hold_what_a_random_player_loses_on_average() {
    let exam = exam(&Nim::new([1, 3, 3]), 400);
    let (mut critical, mut kept, mut choices, mut best) = (0.0, 0.0, 0.0, 0.0);
    for question in exam.iter().flatten() {
        let scores: Vec<Score> = question.moves.iter().map(|&(_, score)| score).collect();
        let share = |is: &dyn Fn(Score) -> bool| {
            scores.iter().filter(|&&score| is(score)).count() as f64 / scores.len() as f64
        };
        let wins = share(&|score| score.is_win());
        if wins > 0.0 && wins < 1.0 {
            critical += 1.0;
            kept += wins;
        }
        if scores.first() != scores.last() {
            choices += 1.0;
            best += share(&|score| score == scores[0]);
        }
    }
    let mut random = RandomBot::new(5);
    let regret = regret_of(&exam, |game| examine(game, &mut random, &Limits::new()));
    assert_eq!((regret.critical() as f64, regret.choices() as f64), (critical, choices));
    assert!(regret.kept().unwrap().contains(kept / critical));
    assert!(regret.points_lost().unwrap().contains(1.0 - kept / critical));
    assert!(regret.best().unwrap().contains(best / choices));
}

#[test]
fn no_move_and_an_illegal_one_lose_at_once() {
    let win = Question::new(&Nim::new([1, 2, 4]), &mut oracle).unwrap();
    assert_eq!(win.loss(None).half_points(), 2);
    let hopeless = Question::new(&Nim::new([2, 2]), &mut oracle).unwrap();
    let loss = hopeless.loss(Some(Take { heap: 0, stones: 9 }));
    assert_eq!((loss.half_points(), loss.plies(), loss.chosen), (0, 3, Score::loss_in(1)));
}

#[test]
fn searches_say_what_a_move_cost() {
    let start = Nim::new([2, 3, 3]);
    let mut search = Search::new(NoEvaluation).with_memory(1 << 12);
    let analysis = search.run(&start, &Limits::new().nodes(500)).unwrap();
    search.clear();
    let decision = search.decide(&start, &Limits::new().nodes(500), &mut |_| ()).unwrap();
    assert_eq!((Some(decision.m), decision.nodes), (analysis.best(), Some(analysis.nodes)));
    let boxed: &mut Box<dyn Bot<Nim>> = &mut (Box::new(search) as _);
    assert!(boxed.decide(&start, &Limits::new(), &mut |_| ()).unwrap().nodes.is_some());

    let questions = best_play(&start, 2, &mut oracle, &mut seeded(3)).unwrap();
    let mut regret = Regret::new();
    regret.add_game(&examine(&questions, boxed, &Limits::new().nodes(100)));
    assert!(regret.nodes().is_some_and(|nodes| (1.0..=100.0).contains(&nodes.estimate)));
    regret.add_game(&examine(&questions, &mut RandomBot::new(1), &Limits::new()));
    assert!(regret.nodes().is_some_and(|nodes| nodes.estimate <= 100.0), "not known, not 0");
}
