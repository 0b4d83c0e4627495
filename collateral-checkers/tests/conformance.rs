//! The laws of the engine's traits.

use std::collections::HashSet;

use collateral_checkers::{Evaluation, ForcedCapture, Position, Rules, Start, Weights};
use engine::conformance::Violation;
use engine::{Conformance, Keyed, Notation};

use super::laws::laws;

fn conformance(count: usize) -> Conformance<Position> {
    let must_take = Rules { forced_capture: ForcedCapture::MustTakeOpponent, ..Rules::default() };
    let short = Rules {
        hold_turns: 2.try_into().unwrap(),
        quiet_limit: 4.try_into().ok(),
        ..Rules::default()
    };
    let endless = Rules { quiet_limit: None, ..must_take };
    let starts =
        [Rules::default(), must_take, short, endless].map(|rules| Position::start(&rules, 0));
    let studies = [
        "1w1ww/ww1ww/1w1b1/bb1bb/1b1b1 w 0 8",
        "ww3/w2ww/2bw1/b4/b4 b 2 4",
        "w4/3w1/5/1w2b/b3b b 0 7",
        "ww2w/5/5/5/bb2b b 0 98",
        "ww2b/5/w4/1bw2/b4 b 0 5",
    ];
    let studies = studies.into_iter().flat_map(|text| {
        [Rules::default(), must_take].map(|rules| Position::parse(text, &rules).unwrap())
    });
    Conformance::explore(starts.into_iter().chain(studies), count, 0)
}

laws! {
    rules: conformance(2_000),
    keys: conformance(50_000),
    notation: conformance(10_000),
    pictures: conformance(2_000),
    symmetries: conformance(500),
}

#[test]
#[ignore = "takes four times as long"]
fn the_rules_agree_with_themselves_in_more_positions() -> Result<(), Violation> {
    conformance(8_000).rules()
}

#[test]
fn every_part_of_a_position_changes_its_key() {
    let texts = [
        "ww3/w2ww/2b2/b4/b4 b 2 4",
        "ww3/w2ww/2b2/b4/1b3 b 2 4",
        "ww3/w2w1/2b1w/b4/b4 b 2 4",
        "ww3/w2ww/2b2/b4/b4 w 2 4",
        "ww3/w2ww/2b2/b4/b4 b 1 4",
        "ww3/w2ww/2b2/b4/b4 b 2 5",
        "ww3/w2ww/2b2/b4/b4 b 2 4 forced_capture=must_take_opponent",
        "ww3/w2ww/2b2/b4/b4 b 2 4 hold_turns=4",
        "ww3/w2ww/2b2/b4/b4 b 2 4 quiet_limit=99",
        "ww3/w2ww/2b2/b4/b4 b 2 4 quiet_limit=none",
        // Parts that lie side by side in the key.
        "ww2w/w2ww/2b2/b4/b4 b 2 4",
        "ww2w/w2ww/2b2/b4/b4 w 2 4",
        "ww2b/w2ww/2b2/b4/1b3 b 2 4",
        "ww3/w2ww/2b2/b4/wb3 b 2 4",
        "ww3/w2ww/2b2/b4/b4 b 2 0 quiet_limit=none",
        "ww3/w2ww/2b2/b4/b4 b 2 0 quiet_limit=1",
        "ww3/w2ww/2b2/b4/b4 b 2 4 hold_turns=2147483648",
        "ww3/w2ww/2b2/b4/b4 b 2 4 hold_turns=2147483648,quiet_limit=101",
    ];
    let keys: HashSet<u64> =
        texts.iter().map(|text| text.parse::<Position>().unwrap().key()).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn evaluations_are_zero_sum_and_looking_ahead_is_right() -> Result<(), Violation> {
    let evaluation = Evaluation::default();
    conformance(20_000).evaluator(&evaluation)?;
    let extreme = Weights {
        pieces: [i16::MIN; 6],
        count: [i16::MAX; 7],
        hold: [[i16::MIN; 2]; 3],
        step: i16::MIN,
        en_prise: i16::MAX,
        turn: i16::MIN,
    };
    conformance(2_000).evaluator(&Evaluation::new(extreme))
}
