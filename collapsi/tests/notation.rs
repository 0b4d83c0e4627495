//! Positions, deals, moves and options as text.

use collapsi::{Deal, ParsePositionError, Position, Rules};
use engine::{Notation, Options};

/// `data/positions.txt`: texts to read and texts to refuse.
#[test]
fn position_texts() {
    let table = include_str!("data/positions.txt");
    assert_eq!(table.lines().count(), 116);
    for line in table.lines() {
        let mut fields = line.split('\t');
        let (verdict, text) = (fields.next().unwrap(), fields.next().unwrap());
        let text = text.replace("\\t", "\t").replace("\\n", "\n");
        let read = text.parse::<Position>();
        assert_eq!(read.is_ok(), verdict == "ok", "{line}: {read:?}");
        if let Ok(position) = read {
            let printed = position.to_string();
            assert_eq!(printed.parse(), Ok(position));
            assert!(printed == text || text.parse::<Deal>().is_ok(), "{line}");
        }
    }
}

#[test]
fn errors_name_what_is_wrong() {
    for (text, message) in [
        ("", "expected 4 ranks separated by '/', found 1"),
        ("A223/4A2J/3A23/J3A4/", "expected 4 ranks separated by '/', found 5"),
        ("A223/4A2/3A23/J3A4", "expected 4 cards in rank 3, found 3"),
        ("A223/4A2JJ/3A23/J3A4", "expected 4 cards in rank 3, found 5"),
        (
            "A223/4A2j/3A23/J3A4",
            "'j' in rank 3 is not a card: expected J, A, 2, 3, 4, or . for a collapsed one",
        ),
        (
            "rA223/4A2J/3A23/J3A4 r",
            "the red pawn in rank 4 does not stand behind a card of that rank",
        ),
        ("Ar223/4A2Jr/3A23/J3A4 r", "the red pawn stands on a4 and again on d3"),
        ("Ar223/4A2J/3A23/J3A4 r", "there is no blue pawn: expected b behind its card"),
        ("Arb223/4A2J/3A23/J3A4 r", "both pawns stand on a4"),
        (".r223/4A2J/3A23/Jb3A4 r", "the red pawn stands on a4, where no card is face up"),
        (
            "A223/4A2Jr/3A23/J3A4",
            "the red pawn stands on d3 but the side to move, r or b, is missing",
        ),
        (
            "A223/4A2./3A23/J3A4",
            "the card on d3 is collapsed but the pawns and the side to move are missing",
        ),
        (
            "A223/4A2Jr/3A23/Jb3A4 x",
            "the side to move is \"x\", expected r or b and nothing after it",
        ),
        (
            "A223/4A2Jr/3A23/Jb3A4 r ",
            "the side to move is \"r \", expected r or b and nothing after it",
        ),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert!(matches!("/////".parse::<Deal>(), Err(ParsePositionError::Ranks { found: 6 })));
}

#[test]
fn a_text_with_rules_keeps_them() {
    let text = "A223/4A2./3Ar23/.3Ab4 r";
    let position = Position::parse(text, &Rules::V1_3).unwrap();
    assert_eq!(position.to_string(), text);
    assert_eq!(format!("{position:#}"), format!("{text} rules=v1_3"));
    assert_eq!(format!("{position:#}").parse(), Ok(position));
    let by_default = position.with_rules(Rules::default());
    assert_eq!(format!("{by_default:#}"), text);
    assert_eq!(text.parse(), Ok(by_default));
    assert_eq!("A223/4A2J/3A23/J3A4 rules=v1_3".parse::<Position>().unwrap().rules(), Rules::V1_3);
    for (settings, message) in [
        ("rules=v2", "option \"rules\" is \"v2\": expected v1_1 or v1_3"),
        ("joker=1", "unknown option \"joker\": expected rules"),
    ] {
        let error = format!("{text} {settings}").parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    // Where the rules come apart from the text, the text has none.
    assert!(Position::parse(&format!("{text} rules=v1_3"), &Rules::V1_3).is_err());
}

#[test]
fn the_option_is_set_by_name() {
    let mut rules = Rules::default();
    for (name, expected) in [("v1_3", Rules::V1_3), ("v1_1", Rules::V1_1)] {
        rules.set("rules", name).unwrap();
        assert_eq!((rules, rules.get("rules").as_deref()), (expected, Some(name)));
    }
    assert_eq!(
        rules.set("rules", "v2").unwrap_err().to_string(),
        "option \"rules\" is \"v2\": expected v1_1 or v1_3"
    );
    assert_eq!(
        rules.set("joker", "1").unwrap_err().to_string(),
        "unknown option \"joker\": expected rules"
    );
}
