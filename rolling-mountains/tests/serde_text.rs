//! The feature `serde`.

use engine::Outcome;
use rolling_mountains::{Edge, Move, Player, Position, Rules};
use serde_json::json;

use super::json::round_trip;

#[test]
fn values_are_written_as_their_text_and_outcomes_as_fields() {
    let text = "3/3/3 - a1,-/-,- 6 1,1 -,- 0 0 m tiles=6,turn_limit=none";
    round_trip::<Position>(&text.parse().unwrap(), &json!(text));
    round_trip::<Move>(&"w:c3e".parse().unwrap(), &json!("w:c3e"));
    round_trip::<Edge>(&"c3n".parse().unwrap(), &json!("c3n"));
    let rules = "players=3,width=5,height=4,tiles=40,mountains=default,turn_limit=500";
    round_trip::<Rules>(&rules.parse().unwrap(), &json!(rules));
    round_trip(&Outcome::Winner(Player::Green), &json!({"winner": "green"}));
}
