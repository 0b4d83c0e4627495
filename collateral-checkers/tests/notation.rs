//! Positions, moves and rules as text.

use collateral_checkers::{ForcedCapture, Move, Position, Rules};
use engine::Notation;

use crate::laws::text_keeps_rules;
use crate::table::texts;

/// `data/texts.txt`: texts to read and texts to refuse.
#[test]
fn texts_of_positions_are_read_or_refused_as_listed() -> Result<(), String> {
    texts(include_str!("data/texts.txt"), str::parse::<Position>)
}

/// `data/moves.txt`: texts to read and texts to refuse.
#[test]
fn texts_of_moves_are_read_or_refused_as_listed() -> Result<(), String> {
    texts(include_str!("data/moves.txt"), str::parse::<Move>)
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| text.parse::<Position>().unwrap_err();
    for (text, expected) in [
        ("5/5/5 b 0 0", "the board has 3 ranks: expected 5 separated by '/'"),
        (
            "www2/5/5/x4/2bbb b 0 0",
            "'x' in rank 2 is not a piece: expected b, w, or a number of empty squares",
        ),
        ("www2/4/5/5/2bbb b 0 0", "rank 4 has 4 squares: expected 5"),
        (
            "www2/5/5/32/2bbb b 0 0",
            "\"32\" in rank 2 is not a number of empty squares: expected 1 to 5",
        ),
        ("www2/5/5/5/2bbb r 0 0", "the side to move is \"r\": expected b or w"),
        (
            "www2/5/5/5/2bbb b 0",
            "the text has 3 fields: expected 4 separated by single spaces (ranks, side to move, \
             hold, quiet)",
        ),
        (
            "www2/5/5/5/2bbb b 0 07",
            "the number of plies since the last capture is \"07\": expected 0 to 4294967295 without \
             leading zeros",
        ),
        ("www2/5/5/5/2bbb b 2 0", "c3 is empty but held for 2 turns: expected 0"),
        ("www2/5/2b2/5/2bbb b 0 0", "a piece on c3 has been there for 0 turns: expected 1 or more"),
        ("wwwww/ww1ww/5/bbbbb/bbbbb b 0 0", "black has 10 pieces: expected 9 at most"),
        (
            "ww3/5/5/5/3bb b 0 0",
            "both players have fewer than three pieces: expected one of them at most",
        ),
    ] {
        assert_eq!(error(text).to_string(), expected);
    }
    let move_error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert_eq!(move_error("a1xa9"), "\"a9\" is not a square: expected a1 to e5");
    assert_eq!(
        move_error("a1xb1"),
        "b1 is not two squares straight on from a1, so there is no jump between them"
    );
    assert_eq!(
        move_error("a1-a3"),
        "a3 is not a neighbour of a1, so there is no step between them"
    );
}

#[test]
fn a_text_with_rules_keeps_them() {
    let text = "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0";
    let must_take = ForcedCapture::MustTakeOpponent;
    let rules = Rules { forced_capture: must_take, quiet_limit: None, ..Rules::default() };
    let position = Position::parse(text, &rules).unwrap();
    assert_eq!(position.to_string(), text);
    let by_default = position.with_rules(Rules::default());
    let settings = "forced_capture=must_take_opponent,quiet_limit=none";
    let refusal = ("hold_turns=0", "option \"hold_turns\" is \"0\": expected 1 or more");
    let error = text_keeps_rules(&position, &by_default, settings, &[refusal]);
    assert!(error.starts_with("the text has 5 fields: expected 4"), "{error}");
}

#[test]
fn rules_are_read_as_they_are_printed() {
    for text in [
        "forced_capture=any_capture,hold_turns=3,quiet_limit=100",
        "forced_capture=must_take_opponent,hold_turns=1,quiet_limit=none",
    ] {
        assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()).as_deref(), Ok(text));
    }
    assert!("hold_turns".parse::<Rules>().is_err());
}

#[test]
fn debug_output_is_the_text() {
    let position: Position = "ww3/w2ww/2b2/b4/b4 b 2 4".parse().unwrap();
    let rules = position.rules();
    assert_eq!(format!("{position:?}"), format!("Position({position}, {rules})"));
    assert_eq!(format!("{:?}", "b4xd2xb2".parse::<Move>().unwrap()), "b4xd2xb2");
}
