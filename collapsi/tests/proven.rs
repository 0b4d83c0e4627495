//! What a search calls proven along games of perfect play, against the solver.

use std::ops::RangeInclusive;

use collapsi::{Deal, Evaluation, Player, Position, Rules, Solver};
use engine::{Game, NoEvaluation, Score};
use rand::seq::IteratorRandom;

use crate::best_play::Truth;
use crate::tally::{Tally, number};

/// The scores of one player, by the solver.
struct Solved {
    solver: Solver,
    player: Player,
}

impl Solved {
    fn for_mover(position: &Position) -> Self {
        Self { solver: Solver::new(), player: position.turn() }
    }
}

impl Truth<Position> for Solved {
    fn of(&mut self, position: &Position) -> RangeInclusive<Score> {
        let verdict = self.solver.verdict(position);
        let wins = verdict.winner == self.player;
        let score = if wins { Score::win_in } else { Score::loss_in }(verdict.length);
        score..=score
    }
}

/// The positions of a game in which every move is one of the best, any of them.
fn perfect_game(seed: u64, rules: Rules) -> Vec<Position> {
    let (mut solver, mut rng) = (Solver::new(), engine::game::seeded(seed));
    let mut position = Deal::random(seed).position(rules);
    let mut positions = vec![position];
    while let Some(m) = solver.solve(&position).moves.into_iter().choose(&mut rng) {
        position.play(m).expect("one of the best moves");
        positions.push(position);
    }
    positions
}

/// Searches games of perfect play from so many deals.
fn search_games(deals: u64, limits: &[u64]) {
    let mut tally = Tally::default();
    for seed in 0..deals {
        for rules in Rules::PUBLISHED {
            let game = perfect_game(seed, rules);
            for &nodes in limits {
                tally.search(&game, nodes, &NoEvaluation, Solved::for_mover);
                tally.search(&game, nodes, &Evaluation, Solved::for_mover);
            }
        }
    }
    tally.finish();
}

#[test]
fn proven_lines_are_best_play() {
    search_games(3, &[1_000, 10_000]);
}

/// With `DEALS=3000` in the environment, in so many.
#[test]
#[ignore = "takes minutes"]
fn so_they_are_in_hundreds_of_deals() {
    search_games(number("DEALS", 300), &[1_000, 10_000, 100_000, 1_000_000]);
}

#[test]
fn the_line_of_a_loss_delays_it_most() {
    let position: Position = "Jr2A4/234A/2Jb3A/323A r".parse().unwrap();
    let mut tally = Tally::default();
    tally.search(&[position], 100_000, &NoEvaluation, Solved::for_mover);
    tally.finish();
}
