//! Positions, deals, moves and rules as text.

use collapsi::{Deal, Position, Rules};
use engine::{Notation, Options, ParseError};

use super::laws::text_keeps_rules;
use super::table::texts;

/// `data/texts.txt`: texts to read and texts to refuse. A deal is a position that prints as a deal.
#[test]
fn texts_of_positions_are_read_or_refused_as_listed() -> Result<(), String> {
    texts(include_str!("data/texts.txt"), |text| {
        let position = text.parse::<Position>()?;
        Ok::<_, ParseError>(
            text.parse().map_or(position.to_string(), |deal: Deal| deal.to_string()),
        )
    })
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    for (text, message) in [
        ("", "the board has 1 rank: expected 4 separated by '/'"),
        ("A223/4A2J/3A23/J3A4/", "the board has 5 ranks: expected 4 separated by '/'"),
        ("A223/4A2/3A23/J3A4", "rank 3 has 3 cards: expected 4"),
        ("A223/4A2JJ/3A23/J3A4", "rank 3 has 5 cards: expected 4"),
        (
            "A223/4A2j/3A23/J3A4",
            "'j' in rank 3 is not a card: expected J, A, 2, 3, 4, or . for a collapsed one",
        ),
        (
            "rA223/4A2J/3A23/J3A4 r",
            "the red pawn in rank 4 does not stand behind a card of that rank",
        ),
        ("Ar223/4A2Jr/3A23/J3A4 r", "the red pawn stands on a4 and on d3: expected one place"),
        ("Ar223/4A2J/3A23/J3A4 r", "there is no blue pawn: expected b behind its card"),
        ("Arb223/4A2J/3A23/J3A4 r", "two pawns stand on a4"),
        (".r223/4A2J/3A23/Jb3A4 r", "the red pawn stands on a4, where no card is face up"),
        (
            "A223/4A2Jr/3A23/J3A4",
            "the red pawn stands on d3 but the side to move, r or b, is missing",
        ),
        (
            "A223/4A2./3A23/J3A4",
            "the card on d3 is collapsed but the pawns and the side to move are missing",
        ),
        ("A223/4A2Jr/3A23/Jb3A4 x", "the side to move is \"x\": expected r or b"),
        (
            "A223/4A2Jr/3A23/Jb3A4 r ",
            "the text has 3 fields: expected 2 separated by single spaces (ranks, side to move), or \
             1, the ranks of a deal",
        ),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = "/////".parse::<Deal>().unwrap_err();
    assert_eq!(error.to_string(), "the board has 6 ranks: expected 4 separated by '/'");
}

const NO_RULES: &str = "option \"rules\" is \"v2\": expected v1_1, v1_3, joker2, joker12, joker3, joker13, \
                        joker23, joker123, joker4, joker14, joker24, joker124, joker34, joker134 or joker234";

#[test]
fn a_text_with_rules_keeps_them() {
    let text = "A223/4A2./3Ar23/.3Ab4 r";
    let position = Position::parse(text, &Rules::V1_3).unwrap();
    assert_eq!(position.to_string(), text);
    let by_default = position.with_rules(Rules::default());
    let refusals =
        [("rules=v2", NO_RULES), ("joker=1", "unknown option \"joker\": expected rules")];
    let error = text_keeps_rules(&position, &by_default, "rules=v1_3", &refusals);
    assert!(error.starts_with("the text has 3 fields: expected 2"), "{error}");
    assert_eq!("A223/4A2J/3A23/J3A4 rules=v1_3".parse::<Position>().unwrap().rules(), Rules::V1_3);
}

#[test]
fn rules_are_read_as_they_are_printed() {
    let mut rules = Rules::default();
    for (name, expected) in [("v1_3", Rules::V1_3), ("v1_1", Rules::V1_1)] {
        rules.set("rules", name).unwrap();
        assert_eq!((rules, rules.get("rules").as_deref()), (expected, Some(name)));
    }
    for (name, steps) in
        [("v1_3", "1 step"), ("v1_1", "1 to 4 steps"), ("joker124", "1, 2 or 4 steps")]
    {
        assert_eq!(name.parse::<Rules>().unwrap().joker.to_string(), steps);
    }
    assert_eq!(Rules::all().count(), 15);
    for rules in Rules::all() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        let lengths: String = rules.joker.lengths().map(|length| length.to_string()).collect();
        let is_published = Rules::PUBLISHED.contains(&rules);
        assert!(is_published || rules.to_string() == format!("joker{lengths}"), "{rules}");
    }
    assert_eq!(rules.set("rules", "v2").unwrap_err().to_string(), NO_RULES);
    assert_eq!(
        rules.set("joker", "1").unwrap_err().to_string(),
        "unknown option \"joker\": expected rules"
    );
}
