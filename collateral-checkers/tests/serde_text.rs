//! The feature `serde`.

use collateral_checkers::{Move, Player, Position, Rules, Start};
use engine::{Limits, NoEvaluation, Outcome, Search};
use serde_json::json;

use super::json::round_trip;

#[test]
fn values_are_written_as_their_text_and_reports_as_fields() {
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
