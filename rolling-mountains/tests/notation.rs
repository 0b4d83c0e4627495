//! Positions, moves and rules as text.

use engine::Notation;
use rolling_mountains::{Move, ParsePositionError, Players, Position, Rules, Start};

#[test]
fn notation_runs_steps_together_in_lists_only() {
    let mut position: Position = "5/5/5/1tt2 - a1,-/-,- 6 1,1 -,- 0 0".parse().unwrap();
    assert_eq!(position.play_text("L:eennne t:a1"), Ok(7));
    assert_eq!(position.to_string(), "2t2/2t2/5/t4 - d4,-/-,- 5 1,1 -,- 1 1");
    assert_eq!(
        "L:een".parse::<Move>().unwrap_err().to_string(),
        "\"L:een\" is 3 steps run together: expected one ply"
    );
    let mut position: Position = "5/5/5/1tt2 - a1,-/-,- 6 1,1 -,- 0 0".parse().unwrap();
    let error = position.play_text("L:ees").unwrap_err().to_string();
    assert_eq!(
        error,
        "move 3, \"L:s\", is illegal: pawn L on c1 cannot leave the board to the south"
    );
}

#[test]
fn a_text_with_rules_keeps_them() {
    let rules = Rules::default().with_players(Players::Three).with_board(4, 3).unwrap();
    let rules = rules.with_tiles(9).and_then(|rules| rules.with_turn_limit(None)).unwrap();
    let position = Position::start(&rules, 0);
    let text = position.to_string();
    // Players and size of the board are those of the text.
    let full = format!("{text} tiles=9,turn_limit=none");
    assert_eq!(format!("{position:#}"), full);
    assert_eq!(full.parse(), Ok(position));
    let by_default = position.with_rules(Rules::default());
    assert_eq!(by_default.rules().players(), Players::Three);
    assert_eq!((format!("{by_default:#}"), text.parse()), (text.clone(), Ok(by_default)));
    let error = format!("{text} tiles=61").parse::<Position>().unwrap_err().to_string();
    assert_eq!(error, "option \"tiles\" is \"61\": expected 0 to 60");
    // Where the rules come apart from the text, the text has none.
    assert!(matches!(Position::parse(&full, &rules), Err(ParsePositionError::Stage { .. })));
}

#[test]
fn rules_round_trip() {
    let text = "players=4,width=5,height=6,tiles=0,mountains=default,turn_limit=none";
    assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()).as_deref(), Ok(text));
    assert!("players=5".parse::<Rules>().is_err());
}
