//! Agreement with the naive implementation in `oracle`, which was written from the rules alone.

use std::collections::HashSet;

use collateral_checkers::{ForcedCapture, Game, Move, Player, Position, Rules, SquareSet, Start};
use engine::{Notation, Outcome, perft};
use proptest::prelude::*;

use crate::oracle::{self, State};

fn oracle_rules(rules: Rules) -> oracle::Rules {
    oracle::Rules {
        must_take_opponent: rules.forced_capture == ForcedCapture::MustTakeOpponent,
        hold_turns: rules.hold_turns.get(),
        quiet_limit: rules.quiet_limit.map(std::num::NonZeroU32::get),
    }
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let limit = (1..=12_u32).prop_map(|limit| limit.try_into().unwrap());
    let hold = prop_oneof![Just(3), 1..=6_u32].prop_map(|turns| turns.try_into().unwrap());
    let forced = prop::sample::select(&ForcedCapture::ALL);
    (forced, hold, prop_oneof![Just(None), limit.prop_map(Some)]).prop_map(
        |(forced_capture, hold_turns, quiet_limit)| Rules {
            forced_capture,
            hold_turns,
            quiet_limit,
        },
    )
}

/// Text of any board with up to nine pieces a side, and counts near the limits.
fn any_position() -> impl Strategy<Value = String> {
    let squares = Just((0..25).collect::<Vec<usize>>()).prop_shuffle();
    (squares, 2..=9_usize, 2..=9_usize, any::<bool>(), 0..5_u32, 0..14_u32).prop_map(
        |(squares, black, white, black_moves, hold, quiet)| {
            let mut cells = ['.'; 25];
            for (i, &square) in squares.iter().take(black + white).enumerate() {
                cells[square] = if i < black { 'b' } else { 'w' };
            }
            let hold = if cells[12] == '.' { 0 } else { hold.max(1) };
            let ranks: Vec<String> = cells.chunks(5).map(rank_text).collect();
            let side = if black_moves { 'b' } else { 'w' };
            format!("{} {side} {hold} {quiet}", ranks.join("/"))
        },
    )
}

fn rank_text(cells: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &cell in cells.iter().chain(&['|']) {
        if cell == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        empty = 0;
        text.push(cell);
    }
    text.trim_end_matches('|').to_owned()
}

fn result(position: &Position) -> Option<&'static str> {
    Some(match position.outcome()? {
        Outcome::Winner(player) if player.to_char() == 'b' => "black wins",
        Outcome::Winner(_) => "white wins",
        _ => "draw",
    })
}

/// Everything that can be asked of one position; returns its moves.
fn compare(position: &Position, state: &State) -> Vec<Move> {
    assert_eq!(position.to_string(), state.text());
    assert_eq!(result(position), state.result(), "{position}");
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, state.legal_moves(), "{position:?}");
    assert_eq!(position.count_moves(&mut Vec::new()), moves.len() as u64, "{position}");
    moves
}

/// The distinct moves lead to each position once, and miss none.
fn compare_distinct(position: &Position, moves: &[Move]) {
    let after = |&m: &Move| {
        let mut after = *position;
        after.play(m).unwrap();
        after
    };
    let mut distinct = Vec::new();
    position.generate_distinct_moves(&mut distinct);
    let reached: HashSet<Position> = distinct.iter().map(after).collect();
    assert_eq!(reached.len(), distinct.len(), "{position}");
    assert_eq!(reached, moves.iter().map(after).collect(), "{position}");
}

/// Steps and pieces that can be jumped, counted square by square.
fn compare_mobility(position: &Position) {
    let around = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
    for player in Player::ALL {
        let (mut steps, mut en_prise) = (0, SquareSet::EMPTY);
        for square in position.pieces(player) {
            for (file, rank) in around.clone() {
                let Some(next) = square.offset(file, rank) else { continue };
                let behind = square.offset(-file, -rank).and_then(|behind| position.piece(behind));
                if position.piece(next).is_none() {
                    steps += 1;
                    if behind == Some(!player) {
                        en_prise = en_prise.with(square);
                    }
                }
            }
        }
        assert_eq!((position.steps(player), position.en_prise(player)), (steps, en_prise));
    }
}

fn start(rules: Rules) -> (Position, State) {
    let position = Position::start(&rules, 0);
    let state = State::parse(&position.to_string(), oracle_rules(rules)).unwrap();
    (position, state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn random_games_agree(rules in any_rules(), choices in prop::collection::vec(any::<prop::sample::Index>(), 120)) {
        let (mut position, mut state) = start(rules);
        for choice in choices {
            let moves = compare(&position, &state);
            if moves.len() < 1_000 {
                compare_distinct(&position, &moves);
            }
            if moves.is_empty() {
                break;
            }
            let m = *choice.get(&moves);
            position.play(m).unwrap();
            state = state.play(&m.to_string());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn random_positions_agree(text in any_position(), rules in any_rules()) {
        let state = State::parse(&text, oracle_rules(rules));
        let position = Position::parse(&text, &rules);
        prop_assert_eq!(position.is_ok(), state.is_ok(), "{}", text);
        if let (Ok(position), Ok(state)) = (position, state) {
            let moves = compare(&position, &state);
            compare_distinct(&position, &moves);
            compare_mobility(&position);
            for &m in moves.iter().take(20) {
                let mut after = position;
                after.play(m).unwrap();
                compare(&after, &state.play(&m.to_string()));
            }
        }
    }

    #[test]
    fn random_moves_are_refused_alike(text in any_position(), squares in prop::collection::vec(0..25_usize, 1..4), rules in any_rules()) {
        let Ok(position) = Position::parse(&text, &rules) else { return Ok(()) };
        let legal = State::parse(&text, oracle_rules(rules)).unwrap().legal_moves();
        let names: Vec<String> = squares
            .iter()
            .map(|&index| collateral_checkers::Square::from_index(index).unwrap().to_string())
            .collect();
        for text in [names.join("x"), names.join("-")] {
            let m = text.parse::<Move>();
            prop_assert_eq!(m.is_ok(), oracle::move_text_is_possible(&text), "{}", text);
            if let Ok(m) = m {
                prop_assert_eq!(position.check(m).is_ok(), legal.contains(&text), "{}", text);
            }
        }
    }

    /// Every legal move shortened by a jump, and lengthened by one in every direction.
    #[test]
    fn nearly_legal_moves_are_refused(text in any_position(), rules in any_rules()) {
        let Ok(position) = Position::parse(&text, &rules) else { return Ok(()) };
        let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
        for &m in legal.iter().filter(|m| m.is_capture()).take(200) {
            let squares: Vec<_> = m.squares().collect();
            if let Ok(shorter) = Move::capture(squares[..squares.len() - 1].iter().copied()) {
                prop_assert_eq!(position.check(shorter).is_ok(), legal.contains(&shorter));
            }
            for next in collateral_checkers::Square::ALL {
                if let Ok(longer) = Move::capture(squares.iter().copied().chain([next])) {
                    prop_assert_eq!(position.check(longer).is_ok(), legal.contains(&longer));
                }
            }
        }
    }
}

#[test]
fn perft_agrees() {
    for forced_capture in ForcedCapture::ALL {
        let rules = Rules { forced_capture, ..Rules::default() };
        let (position, state) = start(rules);
        for depth in 0..4 {
            assert_eq!(perft(&position, depth), state.perft(depth));
        }
    }
}

#[test]
fn the_positions_with_the_most_moves_agree() {
    for (text, count, positions) in [
        ("1w1ww/wwwww/1w1b1/bbbbb/1b1b1 w 0 8", 47_665, 4_038),
        ("1w1w1/bwwbb/1wbw1/bbwbb/1w1w1 b 1 0", 91_771, 4_053),
    ] {
        for forced_capture in ForcedCapture::ALL {
            let rules = Rules { forced_capture, ..Rules::default() };
            let position = Position::parse(text, &rules).unwrap();
            let moves = compare(&position, &State::parse(text, oracle_rules(rules)).unwrap());
            compare_distinct(&position, &moves);
            if forced_capture == ForcedCapture::AnyCapture {
                assert_eq!(moves.len(), count);
                let mut distinct = Vec::new();
                position.generate_distinct_moves(&mut distinct);
                assert_eq!(distinct.len(), positions);
            }
        }
    }
}
