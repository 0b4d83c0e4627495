//! One test or more for every ruling, and the table of facts.

use std::collections::{HashMap, HashSet};

use compass::{
    Game, Hand, IllegalMove, Kind, Move, Player, Position, PositionError, Rules, Setup, Square,
    SquareSet, Start,
};
use engine::{Keyed, Wdl};

use super::table::rows;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> SquareSet {
    names.split(' ').filter(|name| !name.is_empty()).map(square).collect()
}

/// A position after the placement, with few cards on the board: `a1:rygbp b2:...`. White holds the
/// first of the other cards in order, black the rest; white moves.
fn study(cards: &str, white: &str, black: &str, white_holds: usize) -> Setup {
    let mut left = Hand::new(Kind::all().chain(Kind::all())).unwrap();
    let mut board = [None; Square::COUNT];
    for item in cards.split(' ') {
        let (at, card) = item.split_once(':').unwrap();
        let card: compass::Card = card.parse().unwrap();
        board[square(at).index()] = Some(card);
        left = left.without(card.kind()).unwrap();
    }
    let rest: Vec<Kind> = left.iter().take(Rules::CARDS - cards.split(' ').count()).collect();
    let (first, second) = rest.split_at(white_holds);
    let hands = [first, second].map(|kinds| Hand::new(kinds.iter().copied()).unwrap());
    let checkers = [squares(white), squares(black)];
    Setup { cards: board, checkers, hands, ended: false, ply: 40, rules: Rules::default() }
}

fn position(setup: &Setup) -> Position {
    Position::from_setup(setup).unwrap()
}

fn moves(position: &Position) -> HashSet<String> {
    position.legal_moves().iter().map(ToString::to_string).collect()
}

fn set(texts: &str) -> HashSet<String> {
    texts.split(' ').map(ToOwned::to_owned).collect()
}

fn refusal(position: &Position, m: &str) -> IllegalMove {
    position.clone().play(m.parse().unwrap()).unwrap_err()
}

#[test]
fn ruling_1_a_deal_lays_36_cards_of_the_pack_in_random_orientations() {
    let mut turned = [0; 4];
    let mut dealt = [0; Kind::COUNT];
    for seed in 0..200 {
        let deal = Position::start(&Rules::default(), seed);
        assert_eq!(deal, Position::start(&Rules::default(), seed));
        assert_ne!(deal, Position::start(&Rules::default(), seed + 1));
        assert_eq!(deal.cards(), SquareSet::ALL);
        let mut count: HashMap<Kind, u32> = HashMap::new();
        for card in Square::ALL.into_iter().filter_map(|square| deal.card(square)) {
            *count.entry(card.kind()).or_default() += 1;
            turned[card.index() % 4] += 1;
            dealt[card.kind().index()] += 1;
        }
        assert!(count.values().all(|&count| count <= Kind::IN_PACK));
    }
    assert!(turned.iter().all(|turned| (1600..2000).contains(turned)), "{turned:?}");
    assert!(dealt.iter().all(|dealt| (180..300).contains(dealt)), "{dealt:?}");
}

#[test]
fn ruling_2_the_players_place_two_checkers_each_in_turn() {
    let mut game = Position::start(&Rules::default(), 3);
    for (ply, at) in (0..).zip(["c3", "a1", "f6", "b2"]) {
        assert_eq!((game.turn(), game.ply()), (Player::ALL[ply % 2], ply as u32));
        assert_eq!(game.legal_moves().len(), 36 - ply);
        assert!(game.is_placement());
        assert!(matches!(refusal(&game, "c3-c4"), IllegalMove::PlacementFirst { .. }));
        game.play(Move::Place { at: square(at) }).unwrap();
        assert_eq!(
            refusal(&game, "@c3").to_string(),
            match ply {
                3 => "all checkers are placed",
                _ => "a checker stands on c3",
            }
        );
    }
    assert_eq!(game.checkers(Player::White), squares("c3 f6"));
    assert_eq!(game.checkers(Player::Black), squares("a1 b2"));
    assert_eq!(game.turn(), Player::White);
}

/// The card on c3 is yellow in the north, green in the east, blue in the south, purple in the west.
const CROSS: &str = "c3:rygbp c4:ygrbp c6:ybgpr a3:prgby f3:gbpry e3:gbpyr c1:bgrpy b3:bgpry";

#[test]
fn ruling_3_a_checker_leaves_through_a_border_to_any_free_card_of_its_colour() {
    let game = position(&study(CROSS, "c3 b3", "e3 a3", 10));
    // e3 and a3 have checkers, b3 is blue; c4 does not stop the way to c6, nor e3 that to f3.
    assert_eq!(moves(&game), set("c3-c4 c3-c6 c3-f3 c3-c1"));
    let reasons = [
        ("c3-e3", "a checker stands on e3"),
        ("c3-c5", "no card lies on c5"),
        ("c3-b4", "b4 lies neither north, east, south nor west of c3"),
        ("c3-c3", "c3 lies neither north, east, south nor west of c3"),
        ("e3-f3", "no checker of white stands on e3"),
        ("c4-c6", "no checker of white stands on c4"),
        ("b3-c3", "a checker stands on c3"),
    ];
    for (m, reason) in reasons {
        assert_eq!(refusal(&game, m).to_string(), reason, "{m}");
    }
}

#[test]
fn ruling_3_the_colour_of_the_centre_must_be_that_of_the_border() {
    let game = position(&study(CROSS, "c3 f3", "e3 a3", 10));
    assert_eq!(
        refusal(&game, "c3-b3").to_string(),
        "the checker on c3 leaves through a purple border in the west, but the card on b3 is blue \
         in its centre"
    );
}

#[test]
fn ruling_3_the_mover_collects_the_card_it_left() {
    let mut game = position(&study(CROSS, "c3 b3", "e3 a3", 10));
    let kind = game.card(square("c3")).unwrap().kind();
    let (white, black) = (game.hand(Player::White), game.hand(Player::Black));
    game.play("c3-c6".parse().unwrap()).unwrap();
    assert_eq!(game.card(square("c3")), None);
    assert_eq!(Some(game.hand(Player::White)), white.with(kind));
    assert_eq!(game.hand(Player::Black), black);
    assert_eq!(game.checkers(Player::White), squares("b3 c6"));
    assert_eq!((game.turn(), game.ply()), (Player::Black, 41));
}

/// White, on a1 and b1, is stuck, as all cards have checkers.
const STUCK: &str = "a1:rygbp b1:rbygp f6:pgryb f1:pbrgy";

#[test]
fn ruling_4_who_is_stuck_may_put_a_card_or_end() {
    let game = position(&study(STUCK, "a1 b1", "f1 f6", 3));
    let hand = game.hand(Player::White);
    let moves = moves(&game);
    assert_eq!(moves.len(), 1 + hand.kinds().count() * 4 * 32);
    assert!(moves.contains("end"));
    for card in hand.kinds().flat_map(Kind::cards) {
        assert!(moves.contains(&format!("{card}@d4")));
    }
    assert_eq!(refusal(&game, "bgpry@a1").to_string(), "a card lies on a1");
    let foreign = game.hand(Player::Black).kinds().find(|&kind| hand.count(kind) == 0).unwrap();
    assert_eq!(
        refusal(&game, &format!("{foreign}@d4")).to_string(),
        format!("white has no card {foreign} in hand")
    );
}

#[test]
fn ruling_4_putting_a_card_is_the_whole_turn() {
    let mut game = position(&study(STUCK, "a1 b1", "f1 f6", 3));
    let before = game;
    game.play("bpryg@a5".parse().unwrap()).unwrap();
    assert_eq!(game.checkers(Player::White), before.checkers(Player::White));
    assert_eq!(game.card(square("a5")).map(|card| card.to_string()).as_deref(), Some("bpryg"));
    assert_eq!(game.hand(Player::White).len(), 2);
    assert_eq!((game.turn(), game.outcome()), (Player::Black, None));
}

#[test]
fn ruling_4_the_end_ends_the_game_even_if_the_opponent_can_move() {
    let mut game = position(&study(&format!("{STUCK} f3:bgpry"), "a1 b1", "f1 f6", 3));
    assert!(game.can_slide(Player::Black) && !game.can_slide(Player::White));
    game.play(Move::End).unwrap();
    assert_eq!((game.legal_moves().len(), game.ply()), (0, 41));
    assert!(game.outcome().is_some() && game.to_string().ends_with(" - 41"));
    assert_eq!(refusal(&game, "f1-f3"), IllegalMove::GameOver);
    let mut running = game.setup();
    running.ended = false;
    assert_ne!(game.key(), position(&running).key());
}

#[test]
fn ruling_4_who_can_move_a_checker_must() {
    let game = position(&study(CROSS, "c3 b3", "e3 a3", 10));
    for m in ["end", "bgpry@d4"] {
        assert_eq!(
            refusal(&game, m).to_string(),
            "white can move a checker, for example c3-c1, and must"
        );
    }
}

#[test]
fn ruling_4_who_holds_no_card_can_only_end() {
    let mut setup = study(STUCK, "a1 b1", "f1 f6", 0);
    // Black holds 32 cards; white none.
    assert_eq!(moves(&position(&setup)), set("end"));
    setup.hands.swap(0, 1);
    let kinds = setup.hands[0].kinds().count();
    assert_eq!(position(&setup).legal_moves().len(), 1 + kinds * 4 * 32);
}

#[test]
fn ruling_4_equal_cards_give_one_move_each() {
    let mut setup = study(STUCK, "a1 b1", "f1 f6", 2);
    assert_eq!(setup.hands[0].to_string(), "bgpry,bgpry");
    assert_eq!(position(&setup).legal_moves().len(), 1 + 4 * 32);
    // The most moves there can be: all kinds in hand, and four cards on the board.
    let board: Vec<Kind> = setup.cards.iter().flatten().map(|card| card.kind()).collect();
    let all = Hand::new(Kind::all().chain(Kind::all())).unwrap();
    let free = board.iter().fold(all, |hand, &kind| hand.without(kind).unwrap());
    let one_each = Hand::new(free.kinds()).unwrap();
    let missing = free.kinds().filter(|&kind| free.count(kind) == 2).take(32 - one_each.len());
    setup.hands = [Hand::new(one_each.kinds().chain(missing)).unwrap(), Hand::EMPTY];
    assert_eq!(position(&setup).legal_moves().len(), Position::MAX_MOVES);
}

#[test]
fn ruling_5_the_phase_ends_at_the_limit() {
    let limit = |ply_limit, ply| {
        let rules = Rules { ply_limit };
        position(&Setup { ply, rules, ..study(CROSS, "c3 b3", "e3 a3", 10) })
    };
    assert_eq!(Rules::default().ply_limit, Some(200));
    assert_eq!(limit(Some(200), 198).outcome(), None);
    for (ply_limit, ply) in [(Some(200), 200), (Some(200), 202), (Some(4), 4), (Some(0), 4)] {
        let game = limit(ply_limit, ply);
        assert!(game.outcome().is_some() && game.legal_moves().is_empty());
        let text = game.to_string();
        assert!(text.ends_with(&format!(" w {ply}")), "{text}");
        assert_eq!(refusal(&game, "c3-c4"), IllegalMove::GameOver);
    }
    for ply in [200, 1_000_000] {
        assert_eq!(limit(None, ply).outcome(), None);
    }
}

#[test]
fn ruling_5_the_last_ply_is_played_and_placement_counts() {
    let mut game = Position::start(&Rules { ply_limit: Some(2) }, 1);
    for at in ["a1", "b1"] {
        assert_eq!(game.outcome(), None);
        game.play(Move::Place { at: square(at) }).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert!(Player::ALL.iter().all(|&player| outcome.wdl(player) == Wdl::Draw));
    assert!(Position::start(&Rules { ply_limit: Some(0) }, 1).outcome().is_some());
}

#[test]
fn ruling_5_plies_that_can_be_counted_no_further_end_the_phase() {
    let (ply, rules) = (u32::MAX - 1, Rules { ply_limit: None });
    let mut game = position(&Setup { ply, rules, ..study(CROSS, "c3 b3", "e3 a3", 10) });
    game.play("c3-c4".parse().unwrap()).unwrap();
    assert_eq!(game.ply(), u32::MAX);
    assert!(game.outcome().is_some() && game.legal_moves().is_empty());
}

#[test]
fn ruling_6_the_same_cards_can_make_jewels_of_different_worth() {
    let hand: Hand = "bgpry,bgpyr,bgrpy,bgryp".parse().unwrap();
    let worths: HashSet<u32> = hand.jewels().map(compass::Jewel::points).collect();
    assert!(worths.len() > 1, "{worths:?}");
    assert_eq!(Some(hand.points()), worths.into_iter().max());
}

#[test]
fn ruling_6_jewels_of_few_colours_are_worth_more() {
    let all = Hand::new(Kind::all()).unwrap();
    for jewel in all.jewels() {
        let colours: HashSet<_> = jewel.colours().into_iter().collect();
        assert_eq!(jewel.points(), 5 - colours.len() as u32, "{jewel}");
    }
}

#[test]
fn ruling_6_more_points_win_and_cards_on_the_board_count_for_nobody() {
    let mut setup = study(STUCK, "a1 b1", "f1 f6", 20);
    setup.ended = true;
    let game = position(&setup);
    let [white, black] = Player::ALL.map(|player| game.hand(player).points());
    assert_eq!((white, black), (15, 9));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner(), Some(Player::White));
    let points: Vec<_> = outcome.points().unwrap().iter().collect();
    assert_eq!(points, [(Player::White, 15), (Player::Black, 9)]);
    setup.hands.swap(0, 1);
    assert_eq!(position(&setup).outcome().unwrap().winner(), Some(Player::Black));
}

#[test]
fn ruling_7_every_condition_is_checked() {
    use PositionError as E;
    let good = study(CROSS, "c3 b3", "e3 a3", 10);
    let refused = |change: fn(&mut Setup)| {
        let mut setup = good;
        change(&mut setup);
        Position::from_setup(&setup).unwrap_err()
    };
    assert_eq!(refused(|s| s.cards[square("c4").index()] = None), E::Cards { found: 35 });
    let three = refused(|s| {
        s.cards[square("c4").index()] = "bgpry".parse().ok();
    });
    assert!(matches!(three, E::TooMany { found: 3, .. }), "{three}");
    assert_eq!(
        refused(|s| s.checkers[0] = squares("c3 d3")).to_string(),
        "a checker of white stands on d3, where no card lies"
    );
    assert!(matches!(refused(|s| s.checkers[0] = squares("c3 e3")), E::CheckersTogether { .. }));
    assert_eq!(
        refused(|s| s.checkers[1] = squares("e3")),
        E::PlyOfPlacement { placed: 3, ply: 40 }
    );
    assert_eq!(refused(|s| s.checkers[0] = squares("")), E::Checkers { white: 0, black: 2 });
    assert_eq!(refused(|s| s.ply = 3), E::PlyTooSmall { ply: 3 });
    let early = refused(|s| (s.ply, s.ended) = (4, true));
    assert_eq!(early, E::EndedTooEarly { ply: 4 });
    let hands = refused(|s| (s.ply, s.checkers) = (0, [SquareSet::EMPTY; 2]));
    assert_eq!(hands, E::HandsInPlacement { in_hand: 28 });
}

#[test]
fn ruling_7_an_ended_phase_needs_a_ply_after_the_placement() {
    for (ply, fine) in [(4, false), (5, true), (6, true), (u32::MAX, true)] {
        let setup = Setup { ply, ended: true, ..study(CROSS, "c3 b3", "e3 a3", 10) };
        assert_eq!(Position::from_setup(&setup).is_ok(), fine, "{ply}");
    }
    let mut setup = Position::start(&Rules::default(), 1).setup();
    setup.ended = true;
    assert_eq!(Position::from_setup(&setup), Err(PositionError::EndedTooEarly { ply: 0 }));
}

/// `data/facts.txt`: how many moves a position has, one of them and the position after it, and the
/// result, of the position itself if it has no move.
#[test]
fn facts_are_as_listed() -> Result<(), String> {
    let columns = ["position", "moves", "move", "after", "result"];
    for row in rows(include_str!("data/facts.txt"), columns)? {
        let [position, moves, m, after, result] = row;
        let mut position: Position = position.parse().unwrap();
        assert_eq!(position.legal_moves().len().to_string(), moves, "{row:?}");
        if m != "-" {
            position.play(m.parse().unwrap()).unwrap();
            assert_eq!(position.to_string(), after, "{row:?}");
        }
        let outcome = position.outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
        assert_eq!(outcome, result, "{row:?}");
    }
    Ok(())
}
