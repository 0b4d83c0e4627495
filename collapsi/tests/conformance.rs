//! The laws of the engine's traits.

use collapsi::{Deal, Evaluation, Exact, Position, Rules};
use engine::Conformance;
use engine::conformance::Violation;

fn conformance(count: usize) -> Conformance<Position> {
    let deals =
        (0..4).flat_map(|seed| Rules::PUBLISHED.map(|rules| Deal::random(seed).position(rules)));
    let boards = ["J2r2b3/AAJJ/..44/3333", "JrJb../JJ../..../....", "ArAb../..../..../...."];
    let texts = boards.into_iter().flat_map(|board| [format!("{board} r"), format!("{board} b")]);
    let studies = texts.map(|text| text.parse().unwrap());
    Conformance::explore(deals.chain(studies), count, 0)
}

#[test]
fn the_rules_agree_with_themselves() -> Result<(), Violation> {
    conformance(20_000).rules()
}

#[test]
fn keys_tell_positions_apart() -> Result<(), Violation> {
    conformance(50_000).keys()
}

#[test]
fn texts_are_read_as_they_are_printed() -> Result<(), Violation> {
    conformance(10_000).notation()
}

#[test]
fn pictures_show_positions_and_moves() -> Result<(), Violation> {
    conformance(2_000).pictures()
}

#[test]
fn symmetries_keep_the_rules() -> Result<(), Violation> {
    conformance(200).symmetries()
}

#[test]
fn evaluations_are_zero_sum_and_looking_ahead_is_right() -> Result<(), Violation> {
    conformance(500).evaluator(&Evaluation)
}

#[test]
fn the_solver_is_a_sound_evaluator() -> Result<(), Violation> {
    conformance(500).evaluator(&Exact::new())
}
