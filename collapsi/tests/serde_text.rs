//! The feature `serde`.

use collapsi::{Deal, Move, Player, Position, Rules, Solver, Start};
use engine::Outcome;
use serde_json::json;

use super::json::round_trip;

#[test]
fn values_are_written_as_their_text_and_reports_as_fields() {
    let position = Position::start(&Rules::V1_3, 5);
    round_trip(&position, &json!("3AJrA/JbA24/3322/A243 r rules=v1_3"));
    round_trip(&Deal::random(5), &json!("3AJA/JA24/3322/A243"));
    round_trip::<Move>(&"a1".parse().unwrap(), &json!("a1"));
    round_trip(&Rules::V1_3, &json!("v1_3"));
    round_trip(&Outcome::Winner(Player::Red), &json!({"winner": "red"}));
    let position: Position = "2r2b2./..../..../.... r".parse().unwrap();
    let solution = Solver::new().solve(&position);
    let verdict = json!({"winner": "red", "length": 1, "score": 2});
    round_trip(&solution, &json!({"verdict": verdict, "moves": ["c4"], "line": ["c4"]}));
    let error = serde_json::from_value::<Position>(json!("A223")).unwrap_err().to_string();
    assert_eq!(error, "the board has 1 rank: expected 4 separated by '/'");
}
