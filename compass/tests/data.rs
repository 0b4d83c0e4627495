//! Tables of facts and of texts, in `tests/data`.

use compass::{Game, Hand, Player, Position, Rules};
use engine::Notation;

const FACTS: &str = include_str!("data/facts.txt");
const TEXTS: &str = include_str!("data/texts.txt");

/// Tab-separated: a hand and its most points; or a position, how many moves it has, one of them and
/// the position after it, and the result, of the position itself if it has no move.
#[test]
fn facts() {
    for (number, line) in (1..).zip(FACTS.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [hand, points] => {
                let hand: Hand = hand.parse().unwrap();
                assert_eq!(hand.points().to_string(), points, "line {number}");
                assert_eq!(hand.check(&hand.arrangement()), Ok(hand.points()), "line {number}");
            }
            [position, moves, m, next, end] => {
                let mut position: Position = position.parse().unwrap();
                assert_eq!(position.legal_moves().len().to_string(), moves, "line {number}");
                if m != "-" {
                    position.play(m.parse().unwrap()).unwrap();
                    assert_eq!(position.to_string(), next, "line {number}");
                }
                assert_eq!(result(&position), end, "line {number}");
            }
            _ => panic!("line {number} has {} fields", fields.len()),
        }
    }
}

fn result(position: &Position) -> String {
    let Some(outcome) = position.outcome() else { return "-".to_owned() };
    let points = |player| outcome.points().and_then(|points| points.of(player)).unwrap();
    let (white, black) = (points(Player::White), points(Player::Black));
    match outcome.winner() {
        Some(player) => format!("{player} wins {white}-{black}"),
        None => format!("draw {white}-{black}"),
    }
}

/// Tab-separated: `ok` or `no`, the text of a position, and why.
#[test]
fn texts() {
    for (number, line) in (1..).zip(TEXTS.lines()) {
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
