//! Positions, moves and options as text.

use collateral_checkers::{ForcedCapture, Move, ParsePositionError, Position, Rules};
use engine::Notation;

use crate::rulings::table;

#[test]
fn texts_of_positions() {
    for (line, columns) in table(include_str!("data/texts.txt")) {
        let text = columns[1];
        match (columns[0], text.parse::<Position>()) {
            ("ok", Ok(position)) => assert_eq!(position.to_string(), text, "line {line}"),
            ("no", Err(error)) => assert!(!error.to_string().is_empty()),
            (_, read) => panic!("line {line}: {text:?} is read as {read:?}"),
        }
    }
}

#[test]
fn texts_of_moves() {
    for (line, columns) in table(include_str!("data/moves.txt")) {
        let text = columns[1];
        match (columns[0], text.parse::<Move>()) {
            ("ok", Ok(m)) => assert_eq!(m.to_string(), text, "line {line}"),
            ("no", Err(error)) => assert!(!error.to_string().is_empty()),
            (_, read) => panic!("line {line}: {text:?} is read as {read:?}"),
        }
    }
}

#[test]
fn debug_output_is_the_text() {
    let position: Position = "ww3/w2ww/2b2/b4/b4 b 2 4".parse().unwrap();
    let rules = position.rules();
    assert_eq!(format!("{position:?}"), format!("Position({position}, {rules})"));
    assert_eq!(format!("{:?}", "b4xd2xb2".parse::<Move>().unwrap()), "b4xd2xb2");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| text.parse::<Position>().unwrap_err();
    for (text, expected) in [
        ("5/5/5 b 0 0", "expected 5 ranks separated by '/', found 3"),
        (
            "www2/5/5/x4/2bbb b 0 0",
            "'x' in rank 2 is not a piece, b or w, or a run of 1 to 5 empty squares",
        ),
        ("www2/4/5/5/2bbb b 0 0", "expected 5 squares in rank 4, found 4"),
        ("www2/5/5/32/2bbb b 0 0", "a run of empty squares in rank 2 is written as two"),
        ("www2/5/5/5/2bbb r 0 0", "the side to move is \"r\", expected b or w"),
        (
            "www2/5/5/5/2bbb b 0",
            "expected board, side, hold and quiet separated by single spaces, found 3 parts",
        ),
        (
            "www2/5/5/5/2bbb b 0 07",
            "the number of plies since the last capture is \"07\", expected 0 to 4294967295 without leading zeros",
        ),
        ("www2/5/5/5/2bbb b 2 0", "c3 is empty, so it has been held for 0 turns, not for 2"),
        (
            "www2/5/2b2/5/2bbb b 0 0",
            "a piece stands on c3, so it has been held for 1 turn at least, not for 0",
        ),
        ("wwwww/ww1ww/5/bbbbb/bbbbb b 0 0", "black has 10 pieces, expected 9 at most"),
        (
            "ww3/5/5/5/3bb b 0 0",
            "both players have fewer than three pieces, but the game ends with the first",
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
    let full = format!("{text} forced_capture=must_take_opponent,quiet_limit=none");
    assert_eq!(format!("{position:#}"), full);
    assert_eq!(full.parse(), Ok(position));
    let by_default = position.with_rules(Rules::default());
    assert_eq!((format!("{by_default:#}"), text.parse()), (text.to_owned(), Ok(by_default)));
    let error = format!("{text} hold_turns=0").parse::<Position>().unwrap_err().to_string();
    assert_eq!(error, "option \"hold_turns\" is \"0\": expected a number of turns, at least 1");
    // Where the rules come apart from the text, the text has none.
    assert_eq!(Position::parse(&full, &rules), Err(ParsePositionError::Parts { found: 5 }));
}

#[test]
fn rules_round_trip() {
    for text in [
        "forced_capture=any_capture,hold_turns=3,quiet_limit=100",
        "forced_capture=must_take_opponent,hold_turns=1,quiet_limit=none",
    ] {
        assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()).as_deref(), Ok(text));
    }
    assert!("hold_turns".parse::<Rules>().is_err());
}
