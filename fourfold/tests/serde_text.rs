//! The feature `serde` of the games: values are written as their text, outcomes and reports as fields.

use std::fmt::Debug;

use engine::{Limits, NoEvaluation, Outcome, Points, Search, Start};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Writes a value as JSON and reads it back.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &Value) {
    assert_eq!(&json!(value), expected);
    assert_eq!(T::deserialize(expected).unwrap(), *value);
}

#[test]
fn of_collapsi() {
    use collapsi::{Deal, Move, Player, Position, Rules, Solver};
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

#[test]
fn of_collateral_checkers() {
    use collateral_checkers::{Move, Player, Position, Rules};
    let rules = Rules { quiet_limit: None, ..Rules::default() };
    let position = Position::start(&rules, 0);
    round_trip(&position, &json!("wwwww/ww1ww/5/bb1bb/bbbbb b 0 0 quiet_limit=none"));
    round_trip::<Move>(&"b4xd2xb2".parse().unwrap(), &json!("b4xd2xb2"));
    round_trip(&rules, &json!("forced_capture=any_capture,hold_turns=3,quiet_limit=none"));
    round_trip::<Outcome<Player>>(&Outcome::Draw, &json!("draw"));
    let won: Position = "ww3/w2ww/2bw1/b4/b4 b 2 4".parse().unwrap();
    let analysis = Search::new(NoEvaluation).run(&won, &Limits::new()).unwrap();
    let written = serde_json::to_value(&analysis).unwrap();
    assert_eq!((&written["score"], &written["proven"]), (&json!({"win": 1}), &json!(true)));
    assert_eq!(written["line"], json!([analysis.best().unwrap().to_string()]));
}

#[test]
fn of_compass() {
    use compass::{Card, Hand, Move, Player, Position, Rules};
    let rules = Rules { ply_limit: None };
    let position = Position::start(&rules, 5);
    round_trip(&position, &json!(format!("{position} ply_limit=none")));
    round_trip::<Move>(&"rygbp@d4".parse().unwrap(), &json!("rygbp@d4"));
    round_trip(&rules, &json!("ply_limit=none"));
    round_trip::<Card>(&"rygbp".parse().unwrap(), &json!("rygbp"));
    round_trip::<Hand>(&"bgpry,ybgrp".parse().unwrap(), &json!("bgpry,ybgrp"));
    let points = Points::new([(Player::White, 12), (Player::Black, 7)]);
    round_trip(&Outcome::Points(points), &json!({"points": [["white", 12], ["black", 7]]}));
}

#[test]
fn of_rolling_mountains() {
    use rolling_mountains::{Edge, Move, Player, Position, Rules};
    let text = "3/3/3 - a1,-/-,- 6 1,1 -,- 0 0 m tiles=6,turn_limit=none";
    round_trip::<Position>(&text.parse().unwrap(), &json!(text));
    round_trip::<Move>(&"w:c3e".parse().unwrap(), &json!("w:c3e"));
    round_trip::<Edge>(&"c3n".parse().unwrap(), &json!("c3n"));
    let rules =
        "players=3,width=5,height=4,tiles=40,mountains=default,placing=any_time,turn_limit=500";
    round_trip::<Rules>(&rules.parse().unwrap(), &json!(rules));
    round_trip(&Outcome::Winner(Player::Green), &json!({"winner": "green"}));
}
