//! Agreement with the naive implementation in `oracle`, which was written from the rules alone.

use std::collections::BTreeSet;

use compass::{Arrangement, Game, Hand, Jewel, Kind, Move, Position, Rules, Start};
use engine::game::{SeededRng, seeded};
use engine::{Notation, perft};
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::oracle::{self, State};

/// Compares everything but what comes later.
fn agree(position: &Position, state: &State) -> Vec<Move> {
    let text = position.to_string();
    assert_eq!(text, state.text());
    let moves = position.legal_moves();
    let texts: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), moves.len(), "{text}");
    assert_eq!(texts.into_iter().collect::<Vec<_>>(), state.legal_moves(), "{text}");
    assert_eq!(position.outcome().map(|outcome| outcome.to_string()), state.result(), "{text}");
    moves
}

fn oracle_rules(rules: Rules) -> oracle::Rules {
    oracle::Rules { ply_limit: rules.ply_limit }
}

/// Any move, but `end` less often than its share would be.
fn choose(moves: &[Move], rng: &mut SeededRng) -> Option<Move> {
    let m = *moves.choose(rng)?;
    if m == Move::End && rng.random_range(0..4) > 0 { moves.choose(rng).copied() } else { Some(m) }
}

fn play_and_compare(seed: u64, rules: Rules) {
    let mut rng = seeded(seed);
    let mut position = Position::start(&rules, seed);
    let text = position.to_string();
    let mut state = State::parse(&text, oracle_rules(rules)).unwrap();
    loop {
        let moves = agree(&position, &state);
        assert_eq!(Position::parse(&position.to_string(), &rules), Ok(position));
        let Some(m) = choose(&moves, &mut rng) else { break };
        position.play(m).unwrap();
        state = state.play(&m.to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree(seed: u64, ply_limit in proptest::option::of(0_u32..60)) {
        let ply_limit = ply_limit.or(Some(70));
        play_and_compare(seed, Rules { ply_limit });
    }

    #[test]
    fn damaged_texts_are_read_alike(seed: u64, cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..7_usize), 1..4)) {
        let rules = Rules::default();
        let game = engine::playout(&Position::start(&rules, seed), (seed % 30) as usize, &mut seeded(seed));
        let mut text: Vec<char> = game.position.to_string().chars().collect();
        for (at, kind) in cuts {
            let (at, next) = (at.index(text.len()), (at.index(text.len()) + 1) % text.len());
            match kind {
                0 => drop(text.remove(at)),
                1 => text.insert(at, text[at]),
                2 => text.swap(at, next),
                3 => text[at] = '-',
                4 => text[at] = ' ',
                5 => text[at] = char::from(b'0' + (at % 10) as u8),
                _ => text[at] = ['r', 'y', 'g', 'b', 'p', 'a', 'f', 'w'][at % 8],
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        let read = Position::parse(&text, &rules);
        prop_assert_eq!(read.is_ok(), State::parse(&text, oracle_rules(rules)).is_ok(), "{}", text);
        if let Ok(position) = read {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}

#[test]
fn games_without_a_limit_agree() {
    let rules = Rules { ply_limit: None };
    for seed in 0..3 {
        let mut rng = seeded(seed);
        let mut position = Position::start(&rules, seed);
        let mut state = State::parse(&position.to_string(), oracle_rules(rules)).unwrap();
        for _ in 0..80 {
            let moves = agree(&position, &state);
            let Some(m) = choose(&moves, &mut rng) else { break };
            position.play(m).unwrap();
            state = state.play(&m.to_string());
        }
    }
}

#[test]
fn move_counts_agree() {
    let rules = Rules::default();
    for seed in 0..20 {
        let deal = Position::start(&rules, seed);
        let game = engine::playout(&deal, 3 + seed as usize, &mut seeded(seed)).position;
        let state = State::parse(&game.to_string(), oracle_rules(rules)).unwrap();
        let depth = if game.legal_moves().len() > 200 { 1 } else { 2 };
        assert_eq!(perft(&game, depth), state.perft(depth), "{game}");
    }
    let deal = Position::start(&rules, 5);
    let state = State::parse(&deal.to_string(), oracle_rules(rules)).unwrap();
    assert_eq!(perft(&deal, 2), state.perft(2));
}

fn random_hand(cards: usize, rng: &mut SeededRng) -> Hand {
    let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
    pack.shuffle(rng);
    Hand::new(pack.into_iter().take(cards)).unwrap()
}

/// A hand whose cards come from few kinds, so that there are many duplicates and few jewels.
fn narrow_hand(cards: usize, rng: &mut SeededRng) -> Hand {
    let mut kinds: Vec<Kind> = Kind::all().collect();
    kinds.shuffle(rng);
    kinds.truncate(cards.div_ceil(2) + rng.random_range(0..3));
    let mut pack = [kinds.clone(), kinds].concat();
    pack.shuffle(rng);
    Hand::new(pack.into_iter().take(cards)).unwrap()
}

#[test]
fn the_most_points_of_small_hands_agree() {
    the_most_points_agree(33);
}

#[test]
#[ignore = "takes ten times as long"]
fn the_most_points_of_many_hands_agree() {
    the_most_points_agree(330);
}

fn the_most_points_agree(rounds: usize) {
    let mut rng = seeded(3);
    for round in 0..rounds {
        let cards = 4 + round % 11;
        for hand in [random_hand(cards, &mut rng), narrow_hand(cards, &mut rng)] {
            let text = hand.to_string();
            assert_eq!(hand.points(), oracle::max_score(&text), "{text}");
            let best = hand.arrangement();
            assert_eq!(hand.check(&best), Ok(hand.points()), "{text}");
            assert_eq!(oracle::score_arrangement(&text, &best.to_string()), Ok(best.points()));
        }
    }
}

#[test]
fn the_jewels_of_a_hand_agree() {
    let mut rng = seeded(4);
    for cards in 0..10 {
        for hand in [random_hand(cards, &mut rng), narrow_hand(cards, &mut rng)] {
            let mut jewels: Vec<(String, u32)> =
                hand.jewels().map(|jewel| (jewel.to_string(), jewel.points())).collect();
            jewels.sort();
            assert_eq!(jewels, oracle::jewels_of(&hand.to_string()), "{hand}");
        }
    }
}

#[test]
fn arrangements_are_checked_alike() {
    let mut rng = seeded(5);
    for _ in 0..300 {
        let cards = rng.random_range(4..12);
        let hand = random_hand(cards, &mut rng);
        let mut pool: Vec<String> =
            hand.jewels().map(|jewel| jewel.to_string()).take(2000).collect();
        let other = random_hand(cards, &mut rng);
        pool.extend(other.jewels().take(20).map(|jewel| jewel.to_string()));
        let mixed: Vec<&str> = pool
            .choose(&mut rng)
            .map(|jewel| jewel.split([',', '/']).collect())
            .unwrap_or_default();
        if let [a, b, c, d] = mixed[..] {
            pool.push(format!("{b},{a}/{c},{d}"));
        }
        let chosen: Vec<&str> = (0..rng.random_range(0..3))
            .filter_map(|_| pool.choose(&mut rng))
            .map(String::as_str)
            .collect();
        let text = if chosen.is_empty() { "-".to_owned() } else { chosen.join(" ") };
        let ours = text.parse::<Arrangement>().ok().and_then(|mine| hand.check(&mine).ok());
        assert_eq!(ours, oracle::score_arrangement(&hand.to_string(), &text).ok(), "{hand} {text}");
        let jewels: Option<Vec<Jewel>> = chosen.iter().map(|jewel| jewel.parse().ok()).collect();
        assert_eq!(jewels.is_some(), text.parse::<Arrangement>().is_ok());
    }
}
