//! Positions and rules as text.

use compass::{ParsePositionError, Position, Rules, Start};
use engine::Notation;

/// Tab-separated: `ok` or `no`, the text of a position, and why.
#[test]
fn texts() {
    for (number, line) in (1..).zip(include_str!("data/texts.txt").lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [expected, text, why] = fields[..] else {
            panic!("line {number} has {} fields", fields.len());
        };
        match Position::parse(text, &Rules::default()) {
            Ok(position) => {
                assert_eq!(expected, "ok", "line {number}: {why}");
                assert_eq!(position.to_string(), text, "line {number}");
            }
            Err(error) => assert_eq!(expected, "no", "line {number}: {why}: {error}"),
        }
    }
}

#[test]
fn a_text_with_rules_keeps_them() {
    let rules = Rules { ply_limit: None };
    let position = Position::start(&rules, 3);
    let text = position.to_string();
    let full = format!("{text} ply_limit=none");
    assert_eq!(format!("{position:#}"), full);
    assert_eq!(full.parse(), Ok(position));
    let by_default = position.with_rules(Rules::default());
    assert_eq!((format!("{by_default:#}"), text.parse()), (text.clone(), Ok(by_default)));
    let error = format!("{text} ply_limit=-1").parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        error,
        "option \"ply_limit\" is \"-1\": expected a number of plies below 2^32, or none"
    );
    // Where the rules come apart from the text, the text has none.
    assert_eq!(Position::parse(&full, &rules), Err(ParsePositionError::Fields { found: 8 }));
}
