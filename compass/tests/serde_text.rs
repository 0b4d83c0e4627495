//! The feature `serde`.

use compass::{Card, Hand, Move, Player, Position, Rules, Start};
use engine::{Outcome, Points};
use serde_json::json;

use super::json::round_trip;

#[test]
fn values_are_written_as_their_text_and_outcomes_as_fields() {
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
