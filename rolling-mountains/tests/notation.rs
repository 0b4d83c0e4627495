//! Positions, moves and rules as text.

use engine::Notation;
use rolling_mountains::{Move, Placing, Players, Position, PositionError, Rules, Start};

use super::laws::text_keeps_rules;
use super::table::texts;

/// `data/texts.txt`: texts to read and texts to refuse.
#[test]
fn texts_of_positions_are_read_or_refused_as_listed() -> Result<(), String> {
    texts(include_str!("data/texts.txt"), str::parse::<Position>)
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    for (text, expected) in [
        (
            "3/3/3 - -,-/-,- 6 1,1 -,- 0",
            "the text has 7 fields: expected 8 separated by single spaces (ranks, walls, pawns, \
             supply, mountains left, walls just removed, seat to move, turns completed), or 9 \
             inside a turn (the stage)",
        ),
        ("3/3 - -,-/-,- 6 1,1 -,- 0 0", "the board has 2 ranks: expected 3 to 11 separated by '/'"),
        ("2/2/2 - -,-/-,- 6 1,1 -,- 0 0", "rank 3 has 2 squares: expected 3 to 11"),
        ("3/2/3 - -,-/-,- 6 1,1 -,- 0 0", "rank 2 has 2 squares: expected 3 as in the top rank"),
        (
            "3/x2/3 - -,-/-,- 6 1,1 -,- 0 0",
            "'x' in rank 2 is not a piece: expected t, m, or a number of empty squares",
        ),
        (
            "3/3/12 - -,-/-,- 6 1,1 -,- 0 0",
            "\"12\" in rank 1 is not a number of empty squares: expected 1 to 11",
        ),
        (
            "3/3/3 b1e,a1n -,-/-,- 6 1,1 -,- 0 0",
            "in the walls: b1e,a1n is not in order: expected a1n,b1e",
        ),
        (
            "3/3/3 a1 -,-/-,- 6 1,1 -,- 0 0",
            "in the walls: \"a1\" is not an edge: expected a square, then e or n for its east or \
             north edge, or - for none",
        ),
        (
            "3/3/3 - -,- 6 1,1 -,- 0 0",
            "there are pawns of 1 player: expected 2 to 4 separated by '/'",
        ),
        (
            "3/3/3 - -,-/x,- 6 1,1 -,- 0 0",
            "pawn L of yellow is on \"x\": expected a square, - while waiting, or * and the corner \
             it left from",
        ),
        (
            "3/3/3 - -,-/-,- 61 1,1 -,- 0 0",
            "the supply is \"61\": expected 0 to 60 without leading zeros",
        ),
        ("3/3/3 - -,-/-,- 6 1 -,- 0 0", "there are numbers of mountains for 1 player: expected 2"),
        (
            "3/3/3 - -,-/-,- 6 1,1 -,- 2 0",
            "the seat to move is \"2\": expected 0 to 1 without leading zeros",
        ),
        (
            "3/3/3 - -,-/-,- 6 1,1 -,- 0 0 x",
            "the stage is \"x\": expected a, m, or the pawn in motion with its tiles, then c, f or \
             d, then a if the action is done",
        ),
        (
            "3/3/3 - -,-/-,- 6 1,1 -,- 1 0",
            "the player to move is yellow: expected red after 0 turns",
        ),
    ] {
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), expected, "{text}");
    }
    let error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert_eq!(
        error("L"),
        "\"L\" is not a move: expected one like L:n, t:c3, w:c3n, x:c3n, m:c3, or pass"
    );
    assert_eq!(error("L:"), "the step of L has no direction: expected n, e, s or w");
    assert_eq!(error("L:nw!"), "'!' in \"L:nw!\" is not a direction: expected n, e, s or w");
    assert_eq!(error("t:z9"), "\"z9\" is not a square: expected a letter and a number, as in c3");
}

#[test]
fn steps_are_run_together_in_lists_only() {
    let mut position: Position = "5/5/5/1tt2 - a1,-/-,- 6 1,1 -,- 0 0".parse().unwrap();
    assert_eq!(position.play_text("L:eennne t:a1").unwrap().len(), 7);
    assert_eq!(position.to_string(), "2t2/2t2/5/t4 - d4,-/-,- 5 1,1 -,- 1 1");
    assert_eq!(
        "L:een".parse::<Move>().unwrap_err().to_string(),
        "\"L:een\" is 3 steps run together: expected one"
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
    let (players, turn_limit) = (Players::Three, None);
    let rules = Rules { players, width: 4, height: 3, tiles: 9, turn_limit, ..Rules::default() };
    let position = Position::start(&rules, 0);
    // Players and size of the board are those of the text.
    let by_default = position.with_rules(Rules::default());
    assert_eq!(by_default.rules().players, Players::Three);
    let refusal = ("tiles=61", "option \"tiles\" is \"61\": expected 0 to 60");
    let error = text_keeps_rules(&position, &by_default, "tiles=9,turn_limit=none", &[refusal]);
    assert!(error.starts_with("the stage is "), "{error}");
}

#[test]
fn seats_that_nobody_has_make_no_difference() {
    let position: Position = "3/3/3 a1n a1,-/-,c1 6 1,1 -,- 1 5".parse().unwrap();
    let mut setup = position.setup();
    (setup.pawns[2], setup.pawns[3]) = (setup.pawns[0], setup.pawns[1]);
    setup.removed[2] = setup.walls.iter().next();
    setup.mountains_left[3] = 1;
    assert_ne!(setup, position.setup());
    assert_eq!(Position::from_setup(&setup), Ok(position));
}

#[test]
fn what_lies_beside_the_board_is_refused() {
    let position: Position = "3/3/3 - -,-/-,- 6 1,1 -,- 0 0".parse().unwrap();
    let square = "d4".parse().unwrap();
    let (mut tile, mut mountain) = (position.setup(), position.setup());
    tile.tiles = tile.tiles.with(square);
    mountain.mountains = mountain.mountains.with(square);
    for setup in [tile, mountain] {
        assert_eq!(Position::from_setup(&setup), Err(PositionError::OffBoard { square }));
    }
}

#[test]
fn rules_are_read_as_they_are_printed() {
    let text = "players=4,width=5,height=6,tiles=0,mountains=default,placing=outside_movement,\
                turn_limit=none";
    assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()).as_deref(), Ok(text));
    // What was written before there was a choice.
    let text = "players=4,width=5,height=6,tiles=0,mountains=default,turn_limit=none";
    assert_eq!(text.parse::<Rules>().map(|rules| rules.placing), Ok(Placing::AnyTime));
    assert!("players=5".parse::<Rules>().is_err());
    let position = "5/5/5/2t2 - b1,a3/-,- 6 1,1 -,- 0 0 L1c placing=outside_movement";
    let printed = position.parse::<Position>().map(|position| format!("{position:#}"));
    assert_eq!(printed.as_deref(), Ok(position));
}
