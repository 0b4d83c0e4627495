//! Compass keeps the laws of the engine's traits.

use compass::{Evaluation, Player, Position, Rules, Start, Weights};
use engine::{Conformance, playout, seeded};

/// Deals, and positions in which the player to move is stuck.
fn starts() -> Vec<Position> {
    let limits = [Some(200), Some(2), Some(6), Some(9), Some(40), None];
    let deals = limits.map(|ply_limit| Position::start(&Rules { ply_limit }, 0));
    let mut starts = deals.to_vec();
    for seed in 0..400 {
        let deal = Position::start(&Rules::default(), seed);
        let game = playout(&deal, 12 + seed as usize % 12, &mut seeded(seed)).position;
        if game.outcome().is_none() && !game.can_slide(game.turn()) && starts.len() < 10 {
            starts.push(game);
        }
    }
    starts
}

#[test]
fn keeps_the_laws() {
    let conformance = Conformance::explore(starts(), 400, 1);
    conformance.rules().unwrap();
    conformance.notation().unwrap();
    conformance.pictures().unwrap();
    conformance.evaluator(&Evaluation::default()).unwrap();
    conformance.evaluator(&Evaluation::default().confident(Player::Black)).unwrap();
    let weights = Weights { point: i16::MAX, stuck_even: i16::MIN, ..Weights::default() };
    conformance.evaluator(&Evaluation::new(weights)).unwrap();
}

#[test]
fn keys_tell_positions_apart() {
    let conformance = Conformance::explore(starts(), 100_000, 2);
    conformance.keys().unwrap();
}

#[test]
fn symmetries_keep_the_rules() {
    Conformance::explore(starts().into_iter().skip(5), 6, 3).symmetries().unwrap();
}
