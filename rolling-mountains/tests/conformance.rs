//! The laws of the engine's traits.

use std::collections::HashSet;

use engine::conformance::Violation;
use engine::{Conformance, Keyed, Notation, Start};
use rolling_mountains::{Evaluation, Placing, Players, Position, Rules};

use super::laws::laws;

fn start(players: Players, width: u8, height: u8, tiles: u8) -> Position {
    Position::start(&Rules { players, width, height, tiles, ..Rules::default() }, 0)
}

fn read(text: &str) -> Position {
    text.parse().unwrap()
}

fn conformance(count: usize) -> Conformance<Position> {
    let no_limit = Rules { turn_limit: None, ..Rules::default() };
    let outside = Rules { placing: Placing::OutsideMovement, ..Rules::default() };
    let short = Rules { turn_limit: 7.try_into().ok(), ..Rules::default() };
    let starts = [
        start(Players::Two, 8, 8, 40),
        start(Players::Two, 3, 3, 5),
        start(Players::Three, 4, 3, 6),
        start(Players::Four, 3, 5, 60),
        // Pawns near their exits, tiles everywhere, every stage, every ending.
        read("3/1t1/3 - c3,a3/-,- 2 1,1 -,- 0 0"),
        read("4/1tt1/t2t/4 b1e a3,d1/a1,- 0 0,1 -,c1n 0 4"),
        read("4/1tt1/t2t/4 b1e b4,d1/a1,- 1 0,1 -,c1n 0 4 L3c"),
        read("4/1tt1/t2t/4 b1e b4,d1/a1,- 1 0,1 -,c1n 0 4 L2fa"),
        read("4/1tt1/t2t/4 b1e b4,d1/a1,- 1 0,1 -,c1n 0 4 L2d"),
        read("4/1tt1/t2t/4 b1e b4,d1/a1,- 1 2,1 -,c1n 0 4 m"),
        read("3/1m1/3 - a1,b1/a2,c1 0 0,0 b1e,- 0 0"),
        read("3/1m1/3 - a1,c1/a3,a2/c3,b3/b1,c2 0 0,0,0,0 -,-,-,- 0 0 m"),
        read("t1t/3/t1t - -,-/-,-/-,-/-,- 3 1,1,1,1 -,-,-,- 0 0"),
        Position::parse("4/1tt1/t2t/4 b1e b4,d1/a1,- 1 0,1 -,c1n 0 4 L2d", &outside).unwrap(),
        Position::parse("3/3/3 - c3,a3/-,- 2 1,1 -,- 0 0", &no_limit).unwrap(),
        Position::parse("3/3/3 - -,-/-,- 2 1,1 -,- 0 4", &short).unwrap(),
    ];
    Conformance::explore(starts, count, 11)
}

laws! {
    rules: conformance(1_000),
    keys: conformance(3_000),
    notation: conformance(1_000),
    pictures: conformance(1_000),
    symmetries: conformance(1_000),
}

#[test]
#[ignore = "takes three times as long"]
fn the_rules_agree_with_themselves_in_more_positions() -> Result<(), Violation> {
    let conformance = conformance(3_000);
    assert!(conformance.positions().len() > 1_000);
    conformance.rules()
}

/// All combinations of a few values of each part.
#[test]
fn every_part_of_a_position_changes_its_key() {
    let parts: [&[&str]; 9] = [
        &["5/5/1t3/5/5", "5/5/2t2/5/5", "5/5/1tm2/5/5"],
        &[" -", " b1e", " b1n"],
        &[" b2,d4/a2,e4", " d4,b2/a2,e4", " a2,e4/b2,d4", " -,d4/a2,e4", " *e5,d4/a2,e4"],
        &[" 3", " 4"],
        &[" 1,1", " 2,1", " 1,2"],
        &[" -,-", " a4e,-", " a4n,-", " -,a4e"],
        &[" 0 4", " 1 5", " 0 260"],
        &["", " a", " m", " R1c", " R2c", " R1f", " R1d", " R1ca"],
        &[
            "",
            " turn_limit=none",
            " turn_limit=501",
            " mountains=3",
            " tiles=39",
            " placing=outside_movement",
        ],
    ];
    let texts = parts.iter().fold(vec![String::new()], |texts, part| {
        texts.iter().flat_map(|text| part.iter().map(move |next| format!("{text}{next}"))).collect()
    });
    let keys: HashSet<u64> = texts.iter().step_by(7).map(|text| read(text).key()).collect();
    assert_eq!(keys.len(), texts.len().div_ceil(7));
}

#[test]
fn evaluations_are_zero_sum_and_looking_ahead_is_right() -> Result<(), Violation> {
    conformance(1_000).evaluator(&Evaluation::default())
}
