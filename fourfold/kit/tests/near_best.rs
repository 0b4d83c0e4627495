//! A player who does not play the same game twice.

use std::collections::HashSet;

use engine::search::EvaluatorFn;
use engine::{Bot, Game, Limits, NoEvaluation, Search};
use kit::NearBest;

use crate::nim::{Nim, Take};

#[test]
fn near_best_moves_are_chosen_within_the_margin() {
    // The more stones are left, the better for the player to move.
    let stones = |nim: &Nim, player: usize| {
        let stones = nim.heaps.iter().map(|&stones| i32::from(stones)).sum::<i32>();
        if nim.turn() == player { stones } else { -stones }
    };
    let takes = |margin| {
        let mut bot = NearBest::new(Search::new(EvaluatorFn(stones)), margin);
        let choose = |_| bot.choose(&Nim::new([2, 2, 1]), &Limits::new().depth(1));
        (0..60).filter_map(choose).collect::<HashSet<Take>>()
    };
    let both = [0, 1].map(|heap| Take { heap, stones: 2 });
    assert_eq!(takes(0), HashSet::from(both));
    assert!(takes(1).is_superset(&both.into()) && takes(1).len() == 3);
}

#[test]
fn near_best_moves_keep_what_is_proven() {
    let lost = |nim: &Nim| nim.heaps.iter().fold(0, |all, stones| all ^ stones) == 0;
    for seed in 0..40 {
        let mut bot = NearBest::new(Search::new(NoEvaluation), 1_000);
        let mut nim = Nim::new([1 + seed % 4, 2, 5]);
        bot.new_game(&nim, seed.into());
        while let Some(m) = bot.choose(&nim, &Limits::new()) {
            let wins = !lost(&nim);
            nim.play(m).unwrap();
            assert!(!wins || lost(&nim), "a win was thrown away");
        }
    }
}
