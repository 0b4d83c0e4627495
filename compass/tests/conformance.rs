//! The laws of the engine's traits.

use compass::{Evaluation, Player, Position, Rules, Start, Weights};
use engine::{Conformance, Violation, playout, seeded};

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

fn conformance(count: usize) -> Conformance<Position> {
    Conformance::explore(starts(), count, 1)
}

#[test]
fn rules() -> Result<(), Violation> {
    conformance(400).rules()
}

#[test]
fn keys() -> Result<(), Violation> {
    conformance(100_000).keys()
}

#[test]
fn notation() -> Result<(), Violation> {
    conformance(400).notation()
}

#[test]
fn pictures() -> Result<(), Violation> {
    conformance(400).pictures()
}

#[test]
fn symmetries() -> Result<(), Violation> {
    Conformance::explore(starts().into_iter().skip(5), 6, 3).symmetries()
}

#[test]
fn evaluation() -> Result<(), Violation> {
    let conformance = conformance(400);
    conformance.evaluator(&Evaluation::default())?;
    conformance.evaluator(&Evaluation::default().confident(Player::Black))?;
    let weights = Weights { point: i16::MAX, stuck_even: i16::MIN, ..Weights::default() };
    conformance.evaluator(&Evaluation::new(weights))
}
