//! What a search calls proven of won and lost endings, against the tablebase.

use std::ops::RangeInclusive;

use collateral_checkers::{Evaluation, Player, Position, Rules};
use engine::Score;

use crate::best_play::Truth;
use crate::endings::{SIX, any_position};
use crate::tally::{Tally, number};

/// The scores of one player, by the tablebase.
struct Known {
    player: Player,
}

impl Known {
    fn for_mover(position: &Position) -> Self {
        Self { player: position.turn() }
    }
}

impl Truth<Position> for Known {
    fn of(&mut self, position: &Position) -> RangeInclusive<Score> {
        let told = || {
            let score = SIX.probe(position).expect("a known ending");
            if position.turn() == self.player { score } else { -score }
        };
        let score = position.outcome().map_or_else(told, |outcome| outcome.wdl(self.player).into());
        score..=score
    }
}

/// Won and lost positions of six pieces, any of them.
fn decided(count: usize) -> Vec<Position> {
    let mut rng = engine::game::seeded(8);
    let any = std::iter::repeat_with(|| any_position(&SIX, &mut rng).with_rules(Rules::default()));
    any.filter(|position| SIX.probe(position).is_some_and(|score| score != Score::DRAW))
        .take(count)
        .collect()
}

fn search(positions: &[Position], limits: &[u64]) {
    let mut tally = Tally::default();
    for &nodes in limits {
        tally.search(positions, nodes, &Evaluation::default(), Known::for_mover);
    }
    tally.finish();
}

#[test]
fn proven_lines_are_best_play() {
    search(&decided(80), &[1_000, 10_000]);
}

/// With `ENDINGS=200000` in the environment, in so many.
#[test]
#[ignore = "takes minutes"]
fn so_they_are_in_thousands_of_endings() {
    search(&decided(number("ENDINGS", 20_000)), &[1_000, 10_000, 100_000]);
}

#[test]
fn the_line_of_a_loss_delays_it_most() {
    search(&["1w3/2w2/3w1/bb3/b4 b 0 0".parse().unwrap()], &[100_000]);
}
