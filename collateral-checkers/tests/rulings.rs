//! One test or more for every ruling, and the tables of facts and illegal moves.

use collateral_checkers::{
    Ending, ForcedCapture, Game, IllegalMove, Move, Player, Position, PositionError, Rules, Setup,
    Square, SquareSet, Start,
};
use engine::game::OptionError;
use engine::{Notation, Options, perft};

use crate::table::rows;

const MUST_TAKE: &str = "must_take_opponent";

/// `default`, or option names and values as in `hold_turns=1,quiet_limit=none`.
fn rules(text: &str) -> Rules {
    let mut rules = Rules::default();
    for option in text.split(',').filter(|&option| option != "default") {
        let (name, value) = option.split_once('=').unwrap_or(("forced_capture", option));
        rules.set(name, value).unwrap();
    }
    rules
}

fn position(text: &str, options: &str) -> Position {
    Position::parse(text, &rules(options)).unwrap()
}

fn moves(text: &str, options: &str) -> String {
    let moves = position(text, options).legal_moves();
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn refusal(text: &str, options: &str, m: &str) -> String {
    position(text, options).check(m.parse().unwrap()).unwrap_err().to_string()
}

fn after(text: &str, options: &str, m: &str) -> Position {
    let mut position = position(text, options);
    position.play(m.parse().unwrap()).unwrap();
    position
}

const START: &str = "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0";

#[test]
fn ruling_1_the_start() {
    assert_eq!(Position::start(&Rules::default(), 0).to_string(), START);
    let start = position(START, "default");
    assert_eq!(start, Position::start(&Rules::default(), 0));
    assert_eq!(Player::ALL.map(|player| start.pieces(player).len()), [9, 9]);
}

#[test]
fn ruling_2_a_step_goes_to_an_empty_neighbour() {
    let centre = "ww2w/5/2b2/5/bb3 b 1 0";
    assert!(moves(centre, "default").contains("c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4"));
    assert_eq!(refusal(centre, "default", "a1-b1"), "a piece stands on b1");
}

#[test]
fn ruling_2_a_jump_takes_a_piece_of_either_colour_at_once() {
    let own = after(START, "default", "a1xc3");
    assert_eq!(own.to_string(), "wwwww/ww1ww/2b2/b2bb/1bbbb w 1 0");
    let opponent = after("ww2w/3b1/2w2/5/bb3 b 1 0", "default", "d4xb2");
    assert_eq!(opponent.to_string(), "ww2w/5/5/1b3/bb3 w 0 0");
    assert_eq!(refusal(START, "default", "b2xb4"), "a piece stands on b4",);
    assert_eq!(refusal(START, "default", "a2xc4"), "there is no piece to jump between a2 and c4");
}

#[test]
fn ruling_3_who_can_take_an_opponent_makes_no_step() {
    let text = "ww2w/3b1/2w2/5/bb3 b 1 0";
    assert_eq!(moves(text, "default"), "a1xc1 d4xb2");
    assert!(position(text, "default").must_capture());
    assert_eq!(
        refusal(text, "default", "a1-a2"),
        "the piece on d4 can capture one of the opponent's, so steps are illegal"
    );
}

#[test]
fn ruling_3_captures_of_own_pieces_are_legal_beside_steps() {
    let start = position(START, "default");
    assert!(!start.must_capture());
    for m in ["b2-c3", "a1xc3", "b1xb3", "c1-c2"] {
        assert_eq!(start.check(m.parse().unwrap()), Ok(()), "{m}");
    }
}

#[test]
fn ruling_4_a_chain_goes_on_while_it_can_take_an_opponent() {
    let text = "ww3/w2w1/5/1w2b/b3b b 0 7";
    assert_eq!(
        refusal(text, "default", "a1xc3"),
        "the chain must go on from c3, where it can capture the opponent's piece on d4"
    );
    assert_eq!(moves(text, "default"), "a1xc3xe5 e1xe3");
}

#[test]
fn ruling_4_a_chain_may_stop_where_it_could_only_take_own_pieces() {
    let text = "ww2w/5/5/2b2/bb2b b 0 0";
    let all = moves(text, "default");
    let captures: Vec<&str> = all.split(' ').filter(|m| m.contains('x')).collect();
    assert_eq!(captures, ["a1xc1", "a1xc1xc3", "b1xd3"]);
}

#[test]
fn ruling_4_a_chain_may_come_back_to_where_it_began() {
    let text = "3ww/4w/1w3/w1w2/bw1bb b 0 6";
    let position = after(text, "default", "a1xc1xc3xa3xa1");
    assert_eq!(position.to_string(), "3ww/4w/5/5/b2bb w 0 0");
}

#[test]
fn ruling_5_by_default_any_capture_does_the_duty() {
    let text = "ww2w/5/3w1/3b1/bb2b b 0 3";
    assert!(moves(text, "default").split(' ').any(|m| m == "a1xc1"));
    assert_eq!(Rules::default().forced_capture, ForcedCapture::AnyCapture);
    assert_eq!(
        refusal(text, MUST_TAKE, "a1xc1"),
        "an opponent's piece can be captured, and this captures only pieces of your own"
    );
    assert_eq!(moves(text, MUST_TAKE), "d2xd4 e1xc3xe3");
}

#[test]
fn ruling_5_a_chain_ended_too_early_does_not_do_the_duty() {
    // a1xc3 leaves black two pieces, so it ends there and takes no piece of white's.
    let text = "ww2b/5/w4/1bw2/b4 b 0 5";
    assert!(moves(text, "default").contains("a1xc3"));
    assert_eq!(moves(text, MUST_TAKE), "b2xd2");
    assert_eq!(
        position(text, MUST_TAKE).check("a1xc3".parse().unwrap()),
        Err(IllegalMove::MustTakeOpponent)
    );
}

#[test]
fn ruling_5_without_the_duty_the_option_changes_nothing() {
    assert_eq!(moves(START, "default"), moves(START, MUST_TAKE));
}

#[test]
fn ruling_6_fewer_than_three_pieces_have_lost() {
    let won = after("w4/3w1/5/1w2b/b3b b 0 7", "default", "a1xc3");
    assert_eq!(won.ending(), Some(Ending::Elimination { winner: Player::Black }));
    // Capturing oneself below three is legal, and loses.
    let lost = after("ww2b/5/w4/1b3/b2w1 b 0 99", "default", "a1xc3");
    assert_eq!(lost.ending(), Some(Ending::Elimination { winner: Player::White }));
    assert!(lost.legal_moves().is_empty());
}

#[test]
fn ruling_6_a_chain_ends_with_the_game() {
    assert_eq!(
        refusal("w4/3w1/5/1w2b/b3b b 0 7", "default", "a1xc3xe5"),
        "the chain goes on from c3, where a player has fewer than three pieces already"
    );
}

#[test]
fn ruling_7_holding_the_centre_wins() {
    let held = after("ww2w/5/2b2/5/bb3 b 2 10", "default", "a1-a2");
    assert_eq!(held.ending(), Some(Ending::Hold { winner: Player::Black }));
    assert_eq!(after("ww2w/5/2b2/5/bb3 b 2 10", "hold_turns=4", "a1-a2").ending(), None);
    // Only the holder's turns count.
    assert_eq!(after("ww2w/5/2b2/5/bb3 w 2 10", "default", "a5-a4").hold(), 2);
    // The count begins with the turn that takes the square.
    assert_eq!(after(START, "default", "b2-c3").hold(), 1);
    assert!(after(START, "hold_turns=1", "b2-c3").ending().is_some());
}

#[test]
fn ruling_7_the_count_is_lost_with_the_piece_or_the_square() {
    assert_eq!(after("w3w/1w3/2b2/5/bbb2 w 2 10", "default", "b4xd2").hold(), 0);
    assert_eq!(after("ww2w/5/2b2/5/bb3 b 2 10", "default", "c3-d3").hold(), 0);
    assert_eq!(after("ww2w/5/1bb2/5/bb3 b 2 10", "default", "b3xd3").hold(), 0);
}

#[test]
fn ruling_7_a_chain_that_comes_back_keeps_the_count() {
    let won = after("ww3/w2ww/2bw1/b4/b4 b 2 4", "default", "c3xe5xe3xc3");
    assert_eq!(won.hold(), 3);
    assert_eq!(won.ending(), Some(Ending::Hold { winner: Player::Black }));
}

/// No player is ever without a legal move, so the ruling never decides a game.
///
/// A piece that can neither step nor jump has pieces on all squares around it, and on all squares
/// two steps straight on. No three to nine pieces can all be blocked with nine others to help.
#[test]
fn ruling_8_no_player_is_ever_without_a_move() {
    let around = |square: Square| {
        let near = |&other: &Square| {
            let files = square.file().abs_diff(other.file());
            let ranks = square.rank().abs_diff(other.rank());
            files < 2 && ranks < 2 || files % 2 == 0 && ranks % 2 == 0 && files.max(ranks) == 2
        };
        Square::ALL.into_iter().filter(near).collect::<SquareSet>().bits()
    };
    let around: Vec<u32> = Square::ALL.into_iter().map(around).collect();
    let mut least = u32::MAX;
    let mut sets = vec![(0_u32, 0_u32, 0_usize)];
    while let Some((pieces, blocked_by, next)) = sets.pop() {
        let count = pieces.count_ones();
        if (3..=9).contains(&count) {
            least = least.min((blocked_by & !pieces).count_ones());
        }
        if count < 9 {
            sets.extend((next..25).map(|i| (pieces | 1 << i, blocked_by | around[i], i + 1)));
        }
    }
    assert!(least > Rules::MAX_PIECES as u32, "{least} pieces block all");
}

#[test]
fn ruling_9_a_hundred_plies_without_a_capture_are_a_draw() {
    let drawn = after("ww2w/5/5/5/bb2b b 0 99", "default", "a1-a2");
    assert_eq!(drawn.ending(), Some(Ending::Quiet));
    assert_eq!(after("ww2w/5/5/5/bb2b b 0 98", "default", "a1-a2").ending(), None);
    assert_eq!(after("ww2w/5/5/5/bb2b b 0 98", "quiet_limit=99", "a1-a2"), {
        position("ww2w/5/5/b4/1b2b w 0 99", "quiet_limit=99")
    });
    assert_eq!(after("ww2w/5/5/5/bb2b b 0 1000", "quiet_limit=none", "a1-a2").ending(), None);
    // Taking an own piece starts the count again.
    assert_eq!(after("ww2w/5/5/5/bb1bb b 0 99", "default", "a1xc1").quiet(), 0);
}

#[test]
fn ruling_9_both_limits_are_at_least_one() {
    for name in ["hold_turns", "quiet_limit"] {
        assert!(matches!(Rules::default().set(name, "0"), Err(OptionError::Value { .. })));
    }
}

#[test]
fn ruling_10_elimination_then_hold_then_quiet() {
    // White loses by hold what black has lost by elimination, and the draw comes last.
    let ending = |text, options| position(text, options).ending();
    let elimination = Some(Ending::Elimination { winner: Player::White });
    assert_eq!(ending("ww2w/5/2b2/5/b4 w 3 100", "default"), elimination);
    let hold = Some(Ending::Hold { winner: Player::Black });
    assert_eq!(ending("ww2w/5/2b2/5/bb3 w 3 100", "default"), hold);
    assert_eq!(ending("ww2w/5/2b2/5/bb3 w 2 100", "default"), Some(Ending::Quiet));
}

#[test]
fn ruling_10_the_last_ply_updates_everything() {
    let won = after("ww2b/5/w4/1b3/b2w1 b 0 99", "hold_turns=1", "a1xc3");
    assert_eq!(won.to_string(), "ww2b/5/w1b2/5/3w1 w 1 0");
}

#[test]
fn the_start_has_2_891_332_games_of_five_plies() {
    let start = Position::start(&Rules::default(), 0);
    let counts: Vec<u64> = (0..6).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [1, 25, 419, 8_470, 159_273, 2_891_332]);
}

/// `data/facts.txt`: legal moves and the positions after them.
#[test]
fn facts_are_as_listed() -> Result<(), String> {
    let columns = ["options", "position", "move", "after", "result"];
    for row in rows(include_str!("data/facts.txt"), columns)? {
        let [options, before, m, expected, result] = row;
        assert!(moves(before, options).split(' ').any(|legal| legal == m), "{row:?}");
        let position = after(before, options, m);
        assert_eq!(position.to_string(), expected, "{row:?}");
        let outcome = position.outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
        assert_eq!(outcome, result, "{row:?}");
    }
    Ok(())
}

/// `data/illegal.txt`: illegal moves, and why.
#[test]
fn illegal_moves_are_refused_as_listed() -> Result<(), String> {
    let columns = ["options", "position", "move", "why"];
    for row @ [options, text, m, _why] in rows(include_str!("data/illegal.txt"), columns)? {
        let position = position(text, options);
        let m: Move = m.parse().unwrap();
        assert!(position.check(m).is_err(), "{row:?}");
        assert!(!position.legal_moves().contains(&m), "{row:?}");
    }
    Ok(())
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    assert_eq!(refusal("ww2w/5/2b2/b4/1b3 w 3 11", "default", "a5-a4"), "the game is over");
    assert_eq!(refusal(START, "default", "a5-a4"), "the piece on a5 is white's");
    assert_eq!(refusal(START, "default", "c3-c4"), "no piece stands on c3");
}

#[test]
fn positions_are_checked_when_they_are_set_up() {
    let set = |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap()).collect();
    let (black, white): (SquareSet, SquareSet) = (set("a1 b1 c1"), set("c1 d1 e1"));
    let start = Position::start(&Rules::default(), 0);
    assert_eq!(
        Position::from_setup(&Setup { pieces: [black, white], ..start.setup() }),
        Err(PositionError::PiecesTogether { square: "c1".parse().unwrap() })
    );
}
