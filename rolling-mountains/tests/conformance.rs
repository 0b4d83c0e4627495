//! The laws of the engine's traits.

use engine::{Conformance, Notation, Start, Violation};
use rolling_mountains::{Evaluation, Players, Position, Rules};

fn start(players: Players, width: u8, height: u8, tiles: u8) -> Position {
    let rules = Rules::default().with_players(players).with_board(width, height);
    Position::start(&rules.and_then(|rules| rules.with_tiles(tiles)).unwrap(), 0)
}

fn read(text: &str) -> Position {
    text.parse().unwrap()
}

fn conformance() -> Conformance<Position> {
    let no_limit = Rules::default().with_turn_limit(None).unwrap();
    let short = Rules::default().with_turn_limit(Some(7.try_into().unwrap())).unwrap();
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
        Position::parse("3/3/3 - c3,a3/-,- 2 1,1 -,- 0 0", &no_limit).unwrap(),
        Position::parse("3/3/3 - -,-/-,- 2 1,1 -,- 0 4", &short).unwrap(),
    ];
    Conformance::explore(starts, 3_000, 11)
}

#[test]
fn rules() -> Result<(), Violation> {
    let conformance = conformance();
    assert!(conformance.positions().len() > 1_000);
    conformance.rules()
}

#[test]
fn keys() -> Result<(), Violation> {
    conformance().keys()
}

#[test]
fn notation() -> Result<(), Violation> {
    conformance().notation()
}

#[test]
fn pictures() -> Result<(), Violation> {
    conformance().pictures()
}

#[test]
fn symmetries() -> Result<(), Violation> {
    conformance().symmetries()
}

#[test]
fn evaluation() -> Result<(), Violation> {
    conformance().evaluator(&Evaluation::default())
}
