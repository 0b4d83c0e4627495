//! One test or more for every ruling, and the table of facts.

use engine::{Game, Notation, Options, Outcome, Start};
use rolling_mountains::{
    IllegalMove, Move, Pawn, Place, Player, Players, Position, PositionError, Rules, Setup, Side,
    Stage,
};

use super::table::rows;

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refused(text: &str, expected: impl std::fmt::Display) {
    let error = text.parse::<Position>().unwrap_err();
    assert_eq!(error.to_string(), expected.to_string(), "{text}");
}

fn m(text: &str) -> Move {
    text.parse().unwrap()
}

fn after(text: &str, moves: &str) -> String {
    let mut position = read(text);
    position.play_text(moves).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.to_string()
}

fn moves(text: &str) -> String {
    let list: Vec<String> = read(text).legal_moves().iter().map(Move::to_string).collect();
    list.join(" ")
}

/// The legal plies that begin so.
fn moves_with(text: &str, prefixes: &[char]) -> String {
    let all = moves(text);
    all.split(' ').filter(|m| m.starts_with(prefixes)).collect::<Vec<_>>().join(" ")
}

fn illegal(text: &str, ply: &str) -> IllegalMove {
    read(text).check(m(ply)).unwrap_err()
}

#[test]
fn ruling_1_options_have_their_defaults_and_ranges() {
    let mut rules = Rules::default();
    let get = |rules: &Rules, name| rules.get(name).unwrap();
    assert_eq!((get(&rules, "width"), get(&rules, "height")), ("8".into(), "8".into()));
    assert_eq!((get(&rules, "tiles"), get(&rules, "mountains")), ("40".into(), "default".into()));
    assert_eq!(rules.mountains(), 3);
    rules.set("players", "4").unwrap();
    assert_eq!(rules.mountains(), 2);
    for (name, good, bad) in [
        ("players", ["2", "4"], ["1", "5"]),
        ("width", ["3", "11"], ["2", "12"]),
        ("height", ["3", "11"], ["2", "12"]),
        ("tiles", ["0", "60"], ["-1", "61"]),
        ("mountains", ["0", "20"], ["21", "01"]),
        ("turn_limit", ["1", "1000000"], ["0", "1000001"]),
    ] {
        for value in good {
            rules.set(name, value).unwrap();
            assert_eq!(rules.get(name).as_deref(), Some(value));
        }
        for value in bad {
            assert!(rules.set(name, value).is_err(), "{name} {value}");
        }
    }
    let text = Position::start(&rules, 0).to_string();
    assert!(text.ends_with(" 60 20,20,20,20 -,-,-,- 0 0"), "{text}");
    rules.set("turn_limit", "none").unwrap();
    rules.set("mountains", "default").unwrap();
    assert_eq!((rules.turn_limit, rules.mountains()), (None, 2));
    let beyond = Rules { width: 0, height: 200, tiles: 61, mountains: Some(21), ..rules };
    assert!(beyond.check().unwrap_err().to_string().contains("width"), "{beyond:?}");
    let nearest = Rules { width: 3, height: 11, tiles: 60, mountains: Some(20), ..rules };
    assert_eq!(Position::start(&beyond, 0), Position::start(&nearest, 0));
    let setup = Setup { rules: beyond, ..Position::start(&nearest, 0).setup() };
    assert_eq!(Position::from_setup(&setup), Err(beyond.check().unwrap_err().into()));
    let _ = (beyond.board(), beyond.inner_edges(), beyond.corner_squares());
}

#[test]
fn ruling_2_seats_go_clockwise_from_south() {
    let sides = |players| {
        let rules = Rules { players, ..Rules::default() };
        players.seats().iter().map(|&player| rules.side(player)).collect::<Vec<_>>()
    };
    assert_eq!(sides(Players::Two), [Side::South, Side::North]);
    assert_eq!(sides(Players::Three), [Side::South, Side::West, Side::North]);
    assert_eq!(sides(Players::Four), [Side::South, Side::West, Side::North, Side::East]);
    let colours: Vec<String> = Player::ALL.iter().map(Player::to_string).collect();
    assert_eq!(colours, ["red", "yellow", "blue", "green"]);
}

#[test]
fn ruling_2_left_and_right_are_as_the_player_sees_them() {
    let rules = Rules { players: Players::Four, ..Rules::default() };
    let entries = |player| Pawn::ALL.map(|pawn| rules.entry(player, pawn).to_string());
    assert_eq!(entries(Player::Red), ["a1", "h1"]);
    assert_eq!(entries(Player::Yellow), ["a8", "a1"]);
    assert_eq!(entries(Player::Blue), ["h8", "a8"]);
    assert_eq!(entries(Player::Green), ["h1", "h8"]);
}

#[test]
fn ruling_3_waiting_pawns_enter_straight_ahead_and_block_nobody() {
    let start = Position::start(&Rules::default(), 0);
    assert_eq!(start.pawn(Player::Red, Pawn::Left), Place::Waiting);
    assert_eq!(moves_with(&start.to_string(), &['L', 'R']), "L:n R:n");
    let four = "4/4/4/4 - -,-/-,-/-,-/-,- 6 1,1,1,1 -,-,-,- 3 3";
    assert_eq!(moves_with(four, &['L', 'R']), "L:w R:w");
    assert_eq!(after(four, "L:w"), "4/4/4/4 - -,-/-,-/-,-/d1,- 6 1,1,1,1 -,-,-,- 3 3 m");
    // Yellow's R waits behind a1 too, which red enters.
    assert_eq!(
        after("3/3/3 - -,-/-,-/-,- 6 1,1,1 -,-,- 0 0", "L:n"),
        "3/3/3 - a1,-/-,-/-,- 6 1,1,1 -,-,- 0 0 m"
    );
    assert_eq!(
        illegal("3/3/3 - -,-/a1,- 6 1,1 -,- 0 0", "L:n"),
        IllegalMove::PawnInTheWay { square: "a1".parse().unwrap() }
    );
}

#[test]
fn ruling_4_two_players_have_one_exit_for_each_pawn() {
    assert_eq!(
        after("4/4/4/4 - d4,-/-,- 6 1,1 -,- 0 0", "L:n"),
        "4/4/4/4 - *d4,-/-,- 6 1,1 -,- 0 0 m"
    );
    assert!(read("4/4/4/4 - a4,d4/-,- 6 1,1 -,- 0 0").check(m("L:n")).is_err());
    assert!(read("4/4/4/4 - a4,d4/-,- 6 1,1 -,- 0 0").check(m("R:n")).is_err());
    assert!(read("4/4/4/4 - -,-/a1,d1 6 1,1 -,- 1 1").check(m("L:s")).is_ok());
    // Only over the far edge.
    assert!(read("4/4/4/4 - d4,-/-,- 6 1,1 -,- 0 0").check(m("L:e")).is_err());
}

#[test]
fn ruling_4_more_players_choose_but_use_each_exit_once() {
    let west = "4/4/4/4 - -,-/d1,d4/-,- 6 1,1,1 -,-,- 1 1";
    assert!(read(west).check(m("L:e")).is_ok() && read(west).check(m("R:e")).is_ok());
    let used = "4/4/4/4 - *a4,a4/-,-/-,- 6 1,1,1 -,-,- 0 0";
    assert!(read(used).check(m("R:n")).is_err());
    let other = "4/4/4/4 - *a4,d4/-,-/-,- 6 1,1,1 -,-,- 0 0";
    assert!(read(other).check(m("R:n")).is_ok());
}

#[test]
fn ruling_5_a_step_onto_an_empty_square_is_the_movement() {
    let text = "3/3/3 - b2,-/-,- 6 1,1 -,- 0 0";
    assert_eq!(after(text, "L:n"), "3/3/3 - b3,-/-,- 6 1,1 -,- 0 0 m");
    assert_eq!(illegal("3/3/3 - b3,-/-,- 6 1,1 -,- 0 0 m", "L:s"), IllegalMove::MovementDone);
}

#[test]
fn ruling_5_walls_mountains_and_pawns_are_in_the_way() {
    let text = "3/m2/3 b2n b2,b1/-,- 6 1,1 -,- 0 0";
    let reasons = ["L:n", "L:w", "L:s"].map(|step| illegal(text, step).to_string());
    assert_eq!(
        reasons,
        ["there is a wall on b2n", "there is a mountain on a2", "a pawn stands on b1"]
    );
    assert!(read(text).check(m("L:e")).is_ok());
}

#[test]
fn ruling_5_collecting_goes_on_to_an_empty_square() {
    let text = "5/5/5/1tt2 - a1,-/-,- 6 1,1 -,- 0 0";
    assert_eq!(after(text, "L:e"), "5/5/5/2t2 - b1,-/-,- 6 1,1 -,- 0 0 L1c");
    assert_eq!(after(text, "L:ee"), "5/5/5/5 - c1,-/-,- 6 1,1 -,- 0 0 L2c");
    assert_eq!(after(text, "L:een"), "5/5/5/5 - c2,-/-,- 6 1,1 -,- 0 0 L2f");
    let collecting = "5/5/5/2t2 - b1,a3/-,- 6 1,1 -,- 0 0 L1c";
    assert_eq!(illegal(collecting, "R:n"), IllegalMove::InMotion { pawn: Pawn::Left });
    assert_eq!(illegal(collecting, "t:d4"), IllegalMove::MovementFirst);
    let acted = "5/5/5/2t2 - b1,a3/-,- 6 1,1 -,- 0 0 L1ca";
    assert_eq!(illegal(acted, "w:d4e"), IllegalMove::ActionDone);
    let outside = format!("{collecting} placing=outside_movement");
    assert_eq!(illegal(&outside, "w:d4e"), IllegalMove::OutsideMovement { pawn: Pawn::Left });
}

#[test]
fn ruling_5_dropping_takes_one_step_more_than_there_are_tiles() {
    let text = "5/5/5/1tt2 - a1,-/-,- 6 1,1 -,- 0 0";
    // The square where collecting ended stays empty, and may be used again.
    assert_eq!(after(text, "L:eenn"), "5/5/5/5 - c3,-/-,- 6 1,1 -,- 0 0 L2d");
    assert_eq!(after(text, "L:eennn"), "5/2t2/5/5 - c4,-/-,- 6 1,1 -,- 0 0 L1d");
    assert_eq!(after(text, "L:eennne"), "2t2/2t2/5/5 - d4,-/-,- 6 1,1 -,- 0 0 m");
    assert_eq!(after(text, "L:eenns"), "5/2t2/5/5 - c2,-/-,- 6 1,1 -,- 0 0 L1d");
    let dropping = "5/2t2/2t2/5 - b2,-/-,- 6 1,1 -,- 0 0 L2d";
    let square = "c2".parse().unwrap();
    assert_eq!(illegal(dropping, "L:e"), IllegalMove::TileInTheWay { square });
}

#[test]
fn ruling_5_a_pawn_can_exit_with_any_step() {
    // First step, collecting, collecting ended, dropping: then one tile stays on the corner.
    for (stage, ranks) in [("", "3/3/3"), (" L2c", "3/3/3"), (" L2f", "3/3/3"), (" L2d", "2t/3/3")]
    {
        let text = format!("3/3/3 - c3,-/-,- 6 1,1 -,- 0 0{stage}");
        assert_eq!(after(&text, "L:n"), format!("{ranks} - *c3,-/-,- 6 1,1 -,- 0 0 m"));
    }
    // Arriving without a tile completes the movement.
    assert_eq!(
        after("3/3/3 - b3,-/-,- 6 1,1 -,- 0 0 L1d", "L:e"),
        "1t1/3/3 - c3,-/-,- 6 1,1 -,- 0 0 m"
    );
    let pawn = Pawn::Left;
    assert_eq!(illegal("3/3/3 - *c3,-/-,- 6 1,1 -,- 0 0", "L:n"), IllegalMove::PawnOut { pawn });
}

#[test]
fn ruling_5_a_step_must_leave_a_way_to_complete() {
    // A dead end of one square beside the way out.
    let text = "3/tm1/2t - b3,-/-,- 6 1,1 -,- 0 0 L3f";
    assert_eq!(moves_with(text, &['L']), "L:e L:w");
    let north = "3/tm1/2t - -,-/b3,- 6 1,1 -,- 1 1 L3f";
    assert_eq!(moves_with(north, &['L']), "L:w");
    let to = "c3".parse().unwrap();
    assert_eq!(illegal(north, "L:e"), IllegalMove::DeadEnd { to });
}

/// Walls all around a block of tiles: entering it is refused, and quickly.
#[test]
fn ruling_5_a_pawn_does_not_enter_what_it_cannot_complete() {
    for text in [
        "8/8/8/8/tttttt2/tttttt2/tttttt2/tttttt2 \
         a4n,b4n,c4n,d4n,e4n,f1e,f2e,f3e,f4e,f4n -,h6/g7,- 6 3,3 -,- 0 60",
        "8/8/8/8/tttttttt/tttttttt/tttttttt/tttttttt \
         a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n -,h6/g7,- 6 3,3 -,- 0 60",
        // One hole of the other colour, but a corridor that cannot be left again.
        "8/8/8/8/tttttt1t/tttttttt/tttttttt/tttttttt \
         a1e,a2e,a3e,a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n -,h6/g7,- 6 3,3 -,- 0 60",
    ] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(illegal(&text, "L:n"), IllegalMove::DeadEnd { to: "a1".parse().unwrap() });
        assert!(!moves(&text).contains('L'));
    }
    // The same hole, without the corridor.
    let text = "8/8/8/8/tttttt1t/tttttttt/tttttttt/tttttttt \
                a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n -,h6/g7,- 6 3,3 -,- 0 60";
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(read(&text).check(m("L:n")).is_ok());
}

#[test]
fn ruling_6_tiles_come_after_the_movement_onto_empty_squares() {
    let text = "1t1/1m1/3 - a1,-/-,- 2 1,1 -,- 0 0 m";
    assert_eq!(moves_with(text, &['t']), "t:a2 t:a3 t:b1 t:c1 t:c2 t:c3");
    assert_eq!(after(text, "t:c3"), "1tt/1m1/3 - a1,-/-,- 1 1,1 -,- 1 1");
    assert_eq!(illegal("3/3/3 - a1,-/-,- 2 1,1 -,- 0 0", "t:c3"), IllegalMove::MovementFirst);
    let empty = "3/3/3 - a1,-/-,- 0 1,1 -,- 0 0 m";
    assert_eq!(illegal(empty, "t:c3"), IllegalMove::NoTileLeft);
}

#[test]
fn ruling_6_walls_break_no_string_of_tiles_and_pawns() {
    let text = "1mtt/4/4/4 - a1,b1/c1,d3 6 1,1 -,- 0 0 m";
    // Between two pawns, whosever they are; not between two tiles; beside a mountain.
    for (edge, legal) in
        [("a1e", true), ("b1e", true), ("c4e", false), ("b4e", true), ("d3n", false)]
    {
        assert_eq!(read(text).check(m(&format!("w:{edge}"))).is_ok(), legal, "{edge}");
    }
    assert_eq!(after(text, "w:a1e"), "1mtt/4/4/4 a1e a1,b1/c1,d3 5 1,1 -,- 1 1");
    // Before the movement too.
    assert_eq!(
        after("3/3/3 - -,-/-,- 6 1,1 -,- 0 0", "w:a1e"),
        "3/3/3 a1e -,-/-,- 5 1,1 -,- 0 0 a"
    );
    assert_eq!(
        after("3/3/3 a1e -,-/-,- 5 1,1 -,- 0 0 a", "L:n"),
        "3/3/3 a1e a1,-/-,- 5 1,1 -,- 1 1"
    );
    for outer in ["w:c1e", "w:a3n", "w:k11n", "w:f6e"] {
        let error = illegal("3/3/3 - -,-/-,- 6 1,1 -,- 0 0", outer);
        assert!(matches!(error, IllegalMove::OuterEdge { .. }), "{error}");
    }
}

/// Exits are left over the outer edge, which never has a wall; the other edges of an exit are like any other.
#[test]
fn ruling_6_no_wall_in_front_of_an_exit() {
    let start = "3/3/3 - -,-/-,- 6 1,1 -,- 0 0";
    for inner in ["a2n", "a3e", "b3e", "c2n"] {
        assert_eq!(read(start).check(m(&format!("w:{inner}"))), Ok(()), "{inner}");
    }
    for outer in ["a3n", "c3n", "c3e"] {
        assert!(read(start).check(m(&format!("w:{outer}"))).is_err(), "{outer}");
    }
}

#[test]
fn ruling_6_no_wall_where_one_was_just_removed() {
    let text = "4/4/4/4 - b2,-/-,- 6 1,1 a1e,c1n 0 0 m";
    let edge = "a1e".parse().unwrap();
    assert_eq!(illegal(text, "w:a1e"), IllegalMove::JustRemoved { edge, player: Player::Red });
    let edge = "c1n".parse().unwrap();
    assert_eq!(illegal(text, "w:c1n"), IllegalMove::JustRemoved { edge, player: Player::Yellow });
    // A turn without a removal clears the player's entry.
    assert_eq!(after(text, "t:a1"), "4/4/4/t3 - b2,-/-,- 5 1,1 -,c1n 1 1");
}

#[test]
fn ruling_6_any_wall_can_be_removed_after_the_movement() {
    let text = "3/3/3 a1e,b2n a1,-/-,- 6 1,1 -,- 0 0";
    assert_eq!(illegal(text, "x:b2n"), IllegalMove::MovementFirst);
    let text = format!("{text} m");
    assert_eq!(after(&text, "x:b2n"), "3/3/3 a1e a1,-/-,- 7 1,1 b2n,- 1 1");
    assert_eq!(moves_with(&text, &['x']), "x:a1e x:b2n");
    assert_eq!(illegal(&text, "x:a1n"), IllegalMove::NoWall { edge: "a1n".parse().unwrap() });
}

#[test]
fn ruling_6_mountains_bury_tiles_but_not_corners_and_pawns() {
    let text = "4/1t2/4/4 - b2,-/-,- 6 1,1 -,- 0 0 m";
    assert_eq!(after(text, "m:b3"), "4/1m2/4/4 - b2,-/-,- 6 0,1 -,- 1 1");
    let error = |square: &str| illegal(text, &format!("m:{square}")).to_string();
    assert_eq!(error("a1"), "a1 is a corner square");
    assert_eq!(error("b2"), "b2 is occupied");
    assert_eq!(error("e1"), "e1 is not on the board");
    let none = "4/4/4/4 - b2,-/-,- 6 0,1 -,- 0 0 m";
    assert_eq!(illegal(none, "m:c3"), IllegalMove::NoMountainLeft);
}

#[test]
fn ruling_6_mountains_cut_no_pawn_off_from_its_exits() {
    let square = "b1".parse().unwrap();
    // Red's R, waiting behind c1, needs a3.
    assert_eq!(
        illegal("3/m2/3 - *c3,-/-,- 6 1,1 -,- 0 0 m", "m:b1"),
        IllegalMove::CutsOff { square }
    );
    // With both pawns that need it out, a1 may be cut off. Walls do not matter.
    assert!(read("3/m2/3 b2n *c3,-/*a1,- 6 1,1 -,- 0 0 m").check(m("m:b1")).is_ok());
    // An exit used by the other pawn is needed no more.
    let three = "3/2m/3 - -,*c3/-,*c3/b1,- 6 1,1,1 -,-,- 0 0 m";
    assert!(read(three).check(m("m:b3")).is_ok());
    let needed = "3/2m/3 - -,*c3/-,-/b1,- 6 1,1,1 -,-,- 0 0 m";
    assert!(read(needed).check(m("m:b3")).is_err());
}

#[test]
fn ruling_6_an_early_action_leaves_a_movement() {
    let text = "3/3/3 a1n a1,-/-,c1 6 1,1 -,- 0 0";
    assert_eq!(illegal(text, "w:a1e"), IllegalMove::NoMovementLeft);
    assert_eq!(illegal(text, "m:b1"), IllegalMove::NoMovementLeft);
    assert!(read(text).check(m("w:b1n")).is_ok());
    // The only movement is over the tile that the mountain replaces.
    let tile = "3/1t1/3 - a1,a2/b1,a3 6 1,1 -,- 0 0";
    assert_eq!(moves_with(tile, &['L', 'R', 'm']), "R:e m:b3 m:c2");
    assert_eq!(illegal(tile, "m:b2"), IllegalMove::NoMovementLeft);
    let late = format!("{text} m");
    assert!(read(&late).check(m("w:a1e")).is_ok() && read(&late).check(m("m:b1")).is_ok());
    let done = "3/3/3 - -,-/-,- 6 1,1 -,- 0 0 a";
    assert_eq!(moves(done), "L:n R:n");
    assert_eq!(illegal(done, "m:b2"), IllegalMove::ActionDone);
}

#[test]
fn ruling_7_without_a_movement_the_turn_is_the_action() {
    let text = "3/3/3 a1e,a1n a1,-/-,c1 6 1,1 -,- 0 0";
    assert!(moves(text).split(' ').all(|m| m.starts_with(['t', 'w', 'x', 'm'])));
    assert_eq!(after(text, "t:b2"), "3/1t1/3 a1e,a1n a1,-/-,c1 5 1,1 -,- 1 1");
    assert_eq!(after(text, "w:b2e"), "3/3/3 a1e,a1n,b2e a1,-/-,c1 5 1,1 -,- 1 1");
    assert_eq!(after(text, "x:a1e"), "3/3/3 a1n a1,-/-,c1 7 1,1 a1e,- 1 1");
    assert_eq!(illegal(text, "pass"), IllegalMove::PassNotNeeded);
}

#[test]
fn ruling_7_who_can_do_nothing_passes() {
    assert_eq!(moves("4/4/4/4 - a1,-/-,- 0 0,1 a1e,b1e 0 0 m"), "pass");
    assert_eq!(
        after("4/4/4/4 - a1,-/-,- 0 0,1 a1e,b1e 0 0 m", "pass"),
        "4/4/4/4 - a1,-/-,- 0 0,1 -,b1e 1 1"
    );
    let text = "3/1m1/3 - a1,b1/a2,c1 0 0,0 b1e,- 0 0";
    assert_eq!(moves(text), "pass");
    assert_eq!(after(text, "pass"), "3/1m1/3 - a1,b1/a2,c1 0 0,0 -,- 1 1");
}

#[test]
fn ruling_8_the_second_pawn_out_wins_at_once() {
    let mut position = read("4/4/4/4 - *d4,a4/-,- 6 1,1 b2e,c2e 0 0");
    position.play(m("R:n")).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Winner(Player::Red)));
    assert_eq!(position.to_string(), "4/4/4/4 - *d4,*a4/-,- 6 1,1 -,c2e 1 1");
    assert_eq!(position.stage(), Stage::Start);
    assert!(position.legal_moves().is_empty());
    assert_eq!(position.check(m("L:s")), Err(IllegalMove::GameOver));
}

#[test]
fn ruling_9_the_turn_limit_draws_but_a_win_stands() {
    let rules = Rules { turn_limit: 6.try_into().ok(), ..Rules::default() };
    let mut draw = Position::parse("4/4/4/4 - -,-/a2,*d1 6 1,1 -,- 1 5 m", &rules).unwrap();
    draw.play(m("t:b2")).unwrap();
    assert_eq!(draw.outcome(), Some(Outcome::Draw));
    let mut win = Position::parse("4/4/4/4 - -,-/a1,*d1 6 1,1 -,- 1 5", &rules).unwrap();
    win.play(m("L:s")).unwrap();
    assert_eq!(win.outcome(), Some(Outcome::Winner(Player::Yellow)));
    // At the limit and past it positions are readable, and over.
    let over = Position::parse("4/4/4/4 - -,-/-,- 6 1,1 -,- 0 8", &rules).unwrap();
    assert_eq!((over.outcome(), over.legal_moves()), (Some(Outcome::Draw), vec![]));
    let endless = Rules { turn_limit: None, ..Rules::default() };
    let on = Position::parse("4/4/4/4 - -,-/-,- 6 1,1 -,- 0 1000000", &endless).unwrap();
    assert_eq!(on.outcome(), None);
}

#[test]
fn ruling_9_it_is_a_draw_if_nobody_could_do_more_than_pass() {
    let text = "3/1m1/3 - a1,c1/a3,a2/c3,b3/b1,c2 0 0,0,0,0 -,-,-,- 0 0";
    assert_eq!(read(text).outcome(), Some(Outcome::Draw));
    // Only at the start of a turn.
    let inside = format!("{text} m");
    assert_eq!((read(&inside).outcome(), moves(&inside)), (None, "pass".into()));
    // One of four can still do something.
    let text = "3/1m1/3 - a1,c1/a3,a2/c3,b3/b1,- 0 0,0,0,0 -,-,-,- 0 0";
    assert_eq!(read(text).outcome(), None);
}

#[test]
fn ruling_10_positions_whose_fields_disagree_are_refused() {
    use PositionError as E;
    let start = |fields: &str| format!("3/3/3 {fields}");
    let square = |name: &str| name.parse().unwrap();
    let (player, pawn) = (Player::Red, Pawn::Left);
    refused(&start("- a1,a1/-,- 4 1,1 -,- 0 0"), E::PawnsTogether { square: square("a1") });
    refused(
        "3/1t1/3 - b2,-/-,- 4 1,1 -,- 0 0",
        E::PawnOnOccupied { player, pawn, square: square("b2") },
    );
    refused(
        &start("- *a3,-/-,- 4 1,1 -,- 0 0"),
        E::NotItsExit { player, pawn, corner: square("a3") },
    );
    refused(
        &start("- *a3,*a3/-,-/-,- 4 1,1,1 -,-,- 1 1"),
        E::SameExit { player, corner: square("a3") },
    );
    refused("m2/3/3 - -,-/-,- 4 1,1 -,- 0 0", E::MountainOnCorner { square: square("a3") });
    refused("3/mmm/3 - -,-/-,- 4 1,1 -,- 0 0", E::CutOff);
    refused(
        &start("a1e -,-/-,- 4 1,1 a1e,- 0 0"),
        E::WallOnRemoved { edge: "a1e".parse().unwrap() },
    );
    refused("3/ttt/3 a1e -,-/-,- 57 1,1 -,- 0 0", E::TooManyTiles { found: 61 });
    // Tiles held count too.
    refused(&start("- b2,-/-,- 58 1,1 -,- 0 0 L3c"), E::TooManyTiles { found: 61 });
    refused(
        &start("- -,-/-,- 4 1,1 -,- 1 0"),
        E::Seat { turns: 0, turn: Player::Yellow, expected: player },
    );
    refused(&start("- *c3,*a3/-,- 4 1,1 -,- 0 4"), E::WinnerNotLast { player });
    refused(&start("- *c3,*a3/-,- 4 1,1 -,- 1 3 a"), E::WinnerNotLast { player });
    refused(&start("- -,-/-,- 4 1,1 -,- 0 0 L1c"), E::MotionOffBoard { pawn });
}

/// Not listed by ruling 10, but no play leads there and a running game has a move.
#[test]
fn ruling_10_movements_that_cannot_be_completed_are_refused_too() {
    refused("3/tm1/tt1 a1n,a3e,b1e,b3e b3,-/-,- 6 1,1 -,- 0 0 L40f", PositionError::Stuck);
    refused("3/3/3 a1e,a1n a1,-/-,c1 6 1,1 -,- 0 0 a", PositionError::Stuck);
}

/// Checks a row: the rules, a position, a move, whether it is legal, and the position after it, which is returned.
fn check_fact(row: &[&str]) -> Position {
    let [rules, text, m, legal, after] = row else { panic!("{row:?}: five columns") };
    let rules = if *rules == "default" { Rules::default() } else { rules.parse().unwrap() };
    let mut position = Position::parse(text, &rules).unwrap_or_else(|e| panic!("{row:?}: {e}"));
    let m: Move = m.parse().unwrap();
    assert_eq!(position.legal_moves().contains(&m), *legal == "yes", "{row:?}");
    let played = position.play(m);
    assert_eq!(played.is_ok(), *legal == "yes", "{row:?}: {played:?}");
    if played.is_ok() {
        assert_eq!(position.to_string(), *after, "{row:?}");
    }
    position
}

/// `data/facts.txt`: moves, legal and illegal, and the positions after them.
#[test]
fn facts_are_as_listed() -> Result<(), String> {
    let columns = ["rules", "position", "move", "legal", "after", "result"];
    for row in rows(include_str!("data/facts.txt"), columns)? {
        let outcome = check_fact(&row[..5]).outcome();
        let outcome = outcome.map_or("-".to_owned(), |outcome| outcome.to_string());
        assert_eq!(outcome, row[5], "{row:?}");
    }
    Ok(())
}

/// `data/actions.txt`: every sentence of ruling 6.
#[test]
fn ruling_6_actions_are_as_listed() -> Result<(), String> {
    let columns = ["rules", "position", "move", "legal", "after", "sentence"];
    for row in rows(include_str!("data/actions.txt"), columns)? {
        check_fact(&row[..5]);
    }
    Ok(())
}
