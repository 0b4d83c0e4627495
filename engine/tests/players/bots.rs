//! Bots, and evaluators behind pointers.

use crate::fixtures::nim::{Nim, Take};
use std::sync::Arc;

use engine::search::{BotFn, EvaluatorFn, GreedyBot, MaxN, RandomBot};
use engine::{Bot, Evaluator, Game, Limits, NoEvaluation, Search};

/// Values positions in which the opponent has an even number of moves.
fn parity(nim: &Nim, player: usize) -> i32 {
    let even = nim.legal_moves().len().is_multiple_of(2);
    if even == (nim.turn() == player) { -1 } else { 1 }
}

fn choices(bot: &mut impl Bot<Nim>, nim: Nim) -> Vec<Take> {
    (0..50).filter_map(|_| bot.choose(&nim, &Limits::new())).collect()
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    let nim = Nim::new([5, 6, 7]);
    let mut bot = RandomBot::new(5);
    let first = choices(&mut bot, nim);
    let second = choices(&mut bot, nim);
    assert_ne!(first, second);
    bot.new_game(&nim, 5);
    assert_eq!(choices(&mut bot, nim), first);
    bot.new_game(&nim, 6);
    assert_ne!(choices(&mut bot, nim), first);
}

#[test]
fn the_greedy_bot_wins_if_it_can_and_else_trusts_its_evaluator() {
    let mut bot = GreedyBot::new(EvaluatorFn(parity), 1);
    assert_eq!(choices(&mut bot, Nim::new([0, 7])), [Take { heap: 1, stones: 7 }; 50]);
    let mut chosen = choices(&mut bot, Nim::new([2, 2]));
    assert!(chosen.iter().all(|take| take.stones == 2), "leaves two");
    chosen.dedup();
    assert!(chosen.len() > 5, "either heap, by chance");
}

#[test]
fn searches_choose_the_best_move() {
    let best = [Take { heap: 1, stones: 1 }; 50];
    let nim = Nim::new([1, 2]);
    assert_eq!(choices(&mut Search::new(NoEvaluation), nim), best);
    assert_eq!(choices(&mut MaxN::new(NoEvaluation), nim), best);
}

#[test]
fn boxed_and_borrowed_bots_are_bots() {
    fn plays(mut bot: impl Bot<Nim>) -> Vec<Take> {
        bot.new_game(&Nim::new([5, 6, 7]), 5);
        choices(&mut bot, Nim::new([5, 6, 7]))
    }
    let expected = plays(RandomBot::new(5));
    let local: Box<dyn Bot<Nim>> = Box::new(RandomBot::new(0));
    let sent: Box<dyn Bot<Nim> + Send> = Box::new(RandomBot::new(0));
    let shared: Box<dyn Bot<Nim> + Send + Sync> = Box::new(RandomBot::new(0));
    assert_eq!(plays(local), expected);
    assert_eq!(std::thread::spawn(|| plays(sent)).join().unwrap(), expected);
    assert_eq!(plays(shared), expected);
    let mut bot = RandomBot::new(0);
    assert_eq!(plays(&mut bot as &mut dyn Bot<Nim>), expected);
    assert_eq!(plays(&mut bot as &mut (dyn Bot<Nim> + Send)), expected);
    assert_eq!(plays(Box::new(RandomBot::new(0))), expected);
    let closure = BotFn(move |nim: &Nim, limits: &Limits| bot.choose(nim, limits));
    assert_eq!(plays(closure).len(), 50);
}

#[test]
fn no_bot_chooses_when_the_game_is_over() {
    let over = Nim::new([0]);
    let mut closure = BotFn(|nim: &Nim, _: &Limits| nim.legal_moves().pop());
    assert!(choices(&mut RandomBot::new(0), over).is_empty());
    assert!(choices(&mut GreedyBot::new(NoEvaluation, 0), over).is_empty());
    assert!(choices(&mut Search::new(NoEvaluation), over).is_empty());
    assert!(choices(&mut MaxN::new(NoEvaluation), over).is_empty());
    assert!(choices(&mut closure, over).is_empty());
    assert_eq!(choices(&mut closure, Nim::new([1])).len(), 50);
}

#[test]
fn evaluators_behind_pointers_are_evaluators() {
    fn chooses(evaluator: impl Evaluator<Nim>) -> Vec<Take> {
        choices(&mut GreedyBot::new(evaluator, 3), Nim::new([4, 5]))
    }
    let evaluator = EvaluatorFn(parity);
    let expected = chooses(evaluator);
    let reference: &dyn Evaluator<Nim> = &evaluator;
    assert_eq!(chooses(reference), expected);
    assert_eq!(chooses(Arc::new(evaluator)), expected);
    assert_eq!(chooses(Box::new(evaluator) as Box<dyn Evaluator<Nim>>), expected);
    assert_eq!(chooses(Box::new(evaluator) as Box<dyn Evaluator<Nim> + Send + Sync>), expected);
}
