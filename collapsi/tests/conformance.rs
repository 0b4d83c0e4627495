//! The laws of the engine's traits.

use collapsi::{Deal, Evaluation, Exact, Position, Rules};
use engine::Conformance;
use engine::conformance::Violation;

use super::laws::laws;

fn conformance(count: usize) -> Conformance<Position> {
    let deals =
        (0..4).flat_map(|seed| Rules::PUBLISHED.map(|rules| Deal::random(seed).position(rules)));
    let boards = ["J2r2b3/AAJJ/..44/3333", "JrJb../JJ../..../....", "ArAb../..../..../...."];
    let texts = boards.into_iter().flat_map(|board| [format!("{board} r"), format!("{board} b")]);
    let studies = texts.map(|text| text.parse().unwrap());
    Conformance::explore(deals.chain(studies), count, 0)
}

laws! {
    rules: conformance(20_000),
    keys: conformance(50_000),
    notation: conformance(10_000),
    pictures: conformance(2_000),
    symmetries: conformance(200),
}

#[test]
fn evaluations_are_zero_sum_and_looking_ahead_is_right() -> Result<(), Violation> {
    conformance(500).evaluator(&Evaluation)
}

#[test]
fn the_solver_is_a_sound_evaluator() -> Result<(), Violation> {
    conformance(500).evaluator(&Exact::new())
}
