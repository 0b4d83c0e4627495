//! Jewels and arrangements: bounds, hard hands, and what is said of wrong ones.

#[path = "../../../engine/tests/fixtures/table.rs"]
#[expect(dead_code, reason = "it has texts for all games")]
mod table;

use jewels::{Arrangement, ArrangementError, Edge, Hand, Jewel, Kind};
use proptest::prelude::*;
use rand::seq::SliceRandom;

use table::rows;

/// `data/points.txt`: hands and their most points. `data/hands.txt`: hands that take the exact search
/// long. Up to 24 cards their points are those found by the naive implementation, with 32 they are the
/// trivial bound.
#[test]
fn hands_have_the_points_listed() -> Result<(), String> {
    for table in [include_str!("data/points.txt"), include_str!("data/hands.txt")] {
        for [text, points] in rows(table, ["hand", "points"])? {
            let hand: Hand = text.parse().unwrap();
            assert_eq!(hand.points().to_string(), points, "{text}");
            assert_eq!(hand.check(&hand.arrangement()), Ok(hand.points()), "{text}");
        }
    }
    Ok(())
}

fn hand(cards: usize, seed: u64) -> Hand {
    let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
    pack.shuffle(&mut engine::game::seeded(seed));
    Hand::new(pack.into_iter().take(cards)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn points_keep_the_bounds(cards in 0_usize..=60, seed: u64) {
        let hand = hand(cards, seed);
        let best = hand.arrangement();
        prop_assert_eq!(best.points(), hand.points());
        prop_assert_eq!(hand.check(&best), Ok(hand.points()));
        prop_assert_eq!(best.to_string().parse(), Ok(best));
        prop_assert!(hand.points() <= 3 * (cards as u32 / 4));
        // One card more is worth nothing or more, and never more than a jewel.
        for kind in hand.kinds() {
            let less = hand.without(kind).unwrap().points();
            prop_assert!((hand.points().saturating_sub(3)..=hand.points()).contains(&less));
        }
    }

    #[test]
    fn jewels_are_read_as_they_are_printed(seed: u64) {
        for jewel in hand(6, seed).jewels().take(50) {
            prop_assert_eq!(jewel.to_string().parse(), Ok(jewel));
            prop_assert_eq!(Jewel::new(jewel.cards()), Ok(jewel));
        }
    }
}

#[test]
fn taking_the_best_jewel_first_is_not_always_best() {
    let greedy = |mut hand: Hand| {
        let mut points = 0;
        while let Some(best) = hand.jewels().max_by_key(|jewel| jewel.points()) {
            points += best.points();
            hand =
                best.cards().iter().try_fold(hand, |hand, card| hand.without(card.kind())).unwrap();
        }
        points
    };
    let beaten = (0..300).filter(|&seed| greedy(hand(8, seed)) < hand(8, seed).points()).count();
    assert!(beaten > 20, "{beaten}");
}

fn refusal(text: &str) -> String {
    text.parse::<Arrangement>().unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    for (text, error) in [
        ("", "jewel 1: \"\" is not a jewel: expected two cards, '/' and two cards, as in a,b/c,d"),
        ("bgryp,bgypr/pybgr", "jewel 1: \"bgryp,bgypr/pybgr\" is not a jewel"),
        ("bgryp,bgypr/pybgr,gpyrb ", "jewel 2: \"\" is not a jewel"),
        ("bgryp,bgypr/pybgr,gpyrb,bgryp", "jewel 1: \"bgryp,bgypr/pybgr,gpyrb,bgryp\" is not"),
        ("bgryp,bgypr/pybgr,gpyrr", "jewel 1: \"gpyrr\" is not a card"),
        (
            "bgryp,bgypr/pybgr,pybgr",
            "jewel 1: the right two cards do not match: bgypr is purple in the south, pybgr is \
             yellow in the north",
        ),
    ] {
        assert!(refusal(text).starts_with(error), "{}", refusal(text));
    }
}

#[test]
fn the_edge_that_differs_is_named() {
    let jewel: Jewel = "bgryp,bgypr/pybgr,gpyrb".parse().unwrap();
    let mut named = Vec::new();
    for (corner, &card) in jewel.cards().iter().enumerate() {
        for other in Kind::all().flat_map(Kind::cards).filter(|&other| other != card) {
            let mut cards = jewel.cards();
            cards[corner] = other;
            if let Err(error) = Jewel::new(cards) {
                named.push(error.edge);
            }
        }
    }
    for edge in Edge::ALL {
        assert!(named.contains(&edge), "{edge}");
    }
    let error = "bgryp,bgypr/pybgr,pybgr".parse::<Jewel>().unwrap_err();
    assert!(error.to_string().starts_with("the right two cards do not match: "), "{error}");
}

#[test]
fn cards_must_be_in_hand_and_are_used_once() {
    let hand: Hand = "bgryp,bgypr,gbpyr,pbgry,rbpgy,rbpgy".parse().unwrap();
    let mine: Arrangement = "bgryp,bgypr/pybgr,gpyrb".parse().unwrap();
    assert_eq!(hand.check(&mine), Ok(1));
    let twice: Arrangement = [mine.jewels(), mine.jewels()].concat().into_iter().collect();
    let card = "bgryp".parse().unwrap();
    let error = ArrangementError::UsedTwice { number: 2, card, held: 1 };
    assert_eq!(hand.check(&twice), Err(error));
    assert_eq!(error.to_string(), "jewel 2: bgryp is used again, the hand has only 1 of it");
    let without = hand.without(mine.jewels()[0].cards()[3].kind()).unwrap();
    assert_eq!(without.check(&mine).unwrap_err().to_string(), "jewel 1: gpyrb is not in the hand");
    assert_eq!(Hand::EMPTY.check(&Arrangement::default()), Ok(0));
    assert_eq!(format!("{:?}", Arrangement::default()), "Arrangement(-)");
}
