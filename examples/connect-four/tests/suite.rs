//! The tests of a game: it keeps the laws, and its move counts are the known ones.

use connect_four::{Notation, OpenLines, Position};
use engine::conformance::Violation;
use engine::svg::Explain;
use engine::{Conformance, perft};

fn conformance() -> Conformance<Position> {
    let near_the_end = "1xoxoxo/xoxoxox/oxoxoxo/oxoxoxo/xoxoxox/xoxoxox o";
    let near_the_end = Position::parse(near_the_end, &()).unwrap();
    Conformance::explore([Position::default(), near_the_end], 3_000, 0)
}

#[test]
fn keeps_the_laws() -> Result<(), Violation> {
    conformance().rules()?;
    conformance().keys()?;
    conformance().notation()?;
    conformance().pictures()?;
    conformance().explanations()?;
    conformance().observations()?;
    conformance().evaluator(&OpenLines)
}

#[test]
fn move_sequences() {
    let counts: Vec<u64> = (0..=8).map(|depth| perft(&Position::default(), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn the_four_in_a_row_are_marked() {
    let mut position = Position::default();
    position.play_text("a b a b a b c").unwrap();
    let full = position.refusal(&["b6"]);
    assert_eq!((full, position.ending(), position.decisive()), (None, None, vec![]));
    position.play_text("b").unwrap();
    assert_eq!(position.ending().unwrap(), "four in a row");
    assert_eq!(position.decisive(), ["b1", "b2", "b3", "b4"]);
    assert_eq!(position.refusal(&["c2"]).unwrap(), "the game is over");
}

#[test]
fn errors_name_what_is_wrong() {
    for (text, message) in [
        (
            "7/7/7/7/7/7",
            "\"7/7/7/7/7/7\" is not a position: expected a board, a space, and the player to move, x or o",
        ),
        ("7/7/7/7/7 x", "the board has 5 ranks: expected 6 separated by '/'"),
        ("7/7/7/7/7/x5 x", "rank 1 has 6 squares: expected 7"),
        ("7/7/7/7/x6/7 o", "there is nothing under the stone in column a, row 2"),
        ("7/7/7/7/7/x6 x", "1 x and 0 o have been played, and x cannot be to move"),
    ] {
        assert_eq!(Position::parse(text, &()).unwrap_err().to_string(), message);
    }
}
