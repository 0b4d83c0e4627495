//! Positions and rules as text.

use compass::{Position, Rules, Start};

use super::laws::text_keeps_rules;
use super::table::texts;

/// `data/texts.txt`: texts to read and texts to refuse.
#[test]
fn texts_of_positions_are_read_or_refused_as_listed() -> Result<(), String> {
    texts(include_str!("data/texts.txt"), str::parse::<Position>)
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let empty = ["-,-,-,-,-,-"; 6].join("/");
    let start = Position::start(&Rules::default(), 3).to_string();
    for (text, expected) in [
        (
            "x".to_owned(),
            "the text has 1 field: expected 7 separated by single spaces (ranks, white's \
             checkers, black's checkers, white's hand, black's hand, side to move, ply)",
        ),
        ("x - - - - w 0".to_owned(), "the board has 1 rank: expected 6 separated by '/'"),
        (
            format!("-{empty} - - - - w 0"),
            "on a6: \"--\" is not a card: expected the letters r, y, g, b and p in some order, or - for an empty square",
        ),
        (format!("-,{empty} - - - - w 0"), "rank 6 has 7 squares: expected 6 separated by ','"),
        (
            format!("{empty} x - - - w 0"),
            "in the checkers of white: \"x\" is not a square: expected a1 to f6, or - for none",
        ),
        (
            format!("{empty} b1,a1 - - - w 0"),
            "in the checkers of white: b1,a1 is not in order: expected a1,b1",
        ),
        (
            format!("{empty} - - - x w 0"),
            "in the hand of black: \"x\" is not a card: expected the letters r, y, g, b and p in \
             some order",
        ),
        (
            format!("{empty} - - - - w 05"),
            "the ply is \"05\": expected 0 to 4294967295 without leading zeros",
        ),
        (format!("{empty} - - - - w 0"), "the board and the hands hold 0 cards: expected 36"),
        (
            start.replace(" w ", " b "),
            "the side to move is \"b\": expected w at ply 0, or - after the end",
        ),
    ] {
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn a_text_with_rules_keeps_them() {
    let rules = Rules { ply_limit: None };
    let position = Position::start(&rules, 3);
    let by_default = position.with_rules(Rules::default());
    let refusal = ("ply_limit=-1", "option \"ply_limit\" is \"-1\": expected 0 or more, or none");
    let error = text_keeps_rules(&position, &by_default, "ply_limit=none", &[refusal]);
    assert!(error.starts_with("the text has 8 fields: expected 7"), "{error}");
}
