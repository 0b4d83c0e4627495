//! The feature `serde`.

use std::fmt::Debug;

use compass::{Card, Hand, Move, Player, Position, Rules, Start};
use engine::{Outcome, Points};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Writes a value as JSON and reads it back.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, expected: &Value) {
    assert_eq!(&json!(value), expected);
    assert_eq!(T::deserialize(expected).unwrap(), value);
}

#[test]
fn values_are_written_as_their_text_and_outcomes_as_fields() {
    let rules = Rules { ply_limit: None };
    let position = Position::start(&rules, 5);
    round_trip(position, &json!(format!("{position} ply_limit=none")));
    round_trip::<Move>("rygbp@d4".parse().unwrap(), &json!("rygbp@d4"));
    round_trip(rules, &json!("ply_limit=none"));
    round_trip::<Card>("rygbp".parse().unwrap(), &json!("rygbp"));
    round_trip::<Hand>("bgpry,ybgrp".parse().unwrap(), &json!("bgpry,ybgrp"));
    let points = Points::new([(Player::White, 12), (Player::Black, 7)]);
    round_trip(Outcome::Points(points), &json!({"points": [["white", 12], ["black", 7]]}));
}
