//! One test or more for every ruling, and the table of facts.

use collapsi::{
    Deal, Game, IllegalMove, Player, Position, Rules, Solver, Square, SquareSet, Steps, count_games,
};
use engine::{Notation, Outcome};

use super::table::rows;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn moves(text: &str, rules: Rules) -> String {
    let names = Position::parse(text, &rules).unwrap().moves().into_iter();
    names.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn ruling_1_a_walk_has_exactly_as_many_steps_as_the_card_says() {
    assert_eq!(moves("A223/4A2./3Ar23/.3Ab4 r", Rules::V1_1), "a2 b1 b3 c2");
}

#[test]
fn ruling_1_a_walk_wraps_around_both_edges() {
    assert_eq!(moves("Ar..2/..../..../2..Ab r", Rules::V1_1), "a1 d4");
    assert_eq!(moves("2r.2A/..../..../..Ab. r", Rules::V1_1), "c4");
}

#[test]
fn ruling_1_a_walk_enters_neither_its_start_nor_any_space_twice() {
    // Back and forth over the one neighbour would be the only walk of two or four steps.
    assert_eq!(moves("2r2../..../..Ab./.... r", Rules::V1_1), "");
    assert_eq!(moves("4r2../..../..Ab./.... r", Rules::V1_1), "");
    // Around a square of four cards: three steps end beside the start, four would end on it.
    assert_eq!(moves("3r2../22../...Ab/.... r", Rules::V1_1), "a3 b4");
    assert_eq!(moves("4r2../22../...Ab/.... r", Rules::V1_1), "");
}

#[test]
fn ruling_1_a_walk_enters_no_collapsed_card() {
    assert_eq!(moves("2r.2./..../..../...Ab r", Rules::V1_1), "");
}

#[test]
fn ruling_2_a_walk_passes_the_opponent_but_does_not_end_there() {
    assert_eq!(moves("2r2b2./..../..../.... r", Rules::V1_1), "c4");
    assert_eq!(moves("Ar2b2./..../..../.... r", Rules::V1_1), "");
}

#[test]
fn ruling_3_a_joker_moves_by_one_to_four_steps_or_by_one() {
    let text = "A223/4A2Jr/3A23/Jb3A4 r";
    assert_eq!(moves(text, Rules::V1_1), "a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d4");
    assert_eq!(moves(text, Rules::V1_3), "a3 c3 d2 d4");
    assert_eq!(moves(text, "joker2".parse().unwrap()), "a2 a4 b3 c2 c4 d1");
    assert_eq!(Rules::default(), Rules::V1_1);
}

#[test]
fn ruling_3_a_joker_entered_later_counts_too() {
    let mut study = Position::parse("ArJ2A/..../..../..Ab. r", &Rules::V1_3).unwrap();
    study.play_text("b4").unwrap();
    assert_eq!(study.card(study.pawn(Player::Red)), Some(collapsi::Card::Joker));
    study = study.to_string().replace(" b", " r").parse::<Position>().unwrap();
    assert_eq!(moves(&study.to_string(), Rules::V1_3), "c4");
    assert_eq!(moves(&study.to_string(), Rules::V1_1), "c4 d4");
}

#[test]
fn ruling_4_different_walks_to_one_space_are_one_move() {
    // Two ways around lead to b3.
    assert_eq!(moves("2r2../22../...Ab/.... r", Rules::V1_1), "b3");
}

#[test]
fn ruling_5_the_card_left_collapses() {
    let mut deal = position("A223/4A2J/3A23/J3A4");
    assert_eq!(deal.play_text("b2 c1").unwrap().len(), 2);
    assert_eq!(deal.to_string(), "A223/4A2./3Ar23/.3Ab4 r");
    assert_eq!(deal.card(square("d3")), None);
    assert!(!deal.face_up().contains(square("a1")));
}

#[test]
fn ruling_6_who_cannot_move_loses() {
    let stuck = position("Ar2b2./..../..../.... r");
    assert_eq!(stuck.outcome(), Some(Outcome::Winner(Player::Blue)));
    assert_eq!({ stuck }.play(square("c4")), Err(IllegalMove::GameOver));
    assert_eq!(position("A223/4A2J/3A23/J3A4").outcome(), None);
}

#[test]
fn ruling_7_red_starts_on_the_first_joker_in_reading_order() {
    let deal = position("A223/4A2J/3A23/J3A4");
    assert_eq!((deal.pawn(Player::Red), deal.pawn(Player::Blue)), (square("d3"), square("a1")));
    assert_eq!(deal.turn(), Player::Red);
}

#[test]
fn ruling_7_a_deal_has_exactly_the_cards_of_the_game() {
    for (wrong, message) in [
        (
            "A223/4A2J/3A23/A3A4",
            "the deal has 1 card J: expected 2; without a side to move the text is a deal",
        ),
        (
            "AA23/4A2J/3A23/J3A4",
            "the deal has 5 cards A: expected 4; without a side to move the text is a deal",
        ),
    ] {
        assert_eq!(wrong.parse::<Deal>().unwrap_err().to_string(), message);
    }
    let deal = Deal::random(12);
    assert_eq!(deal.to_string().parse(), Ok(deal));
}

#[test]
fn ruling_8_the_score_is_the_number_of_cards_left_and_positive_for_red() {
    let mut position = position("A223/4A2J/3A23/J3A4");
    let mut solver = Solver::new();
    assert_eq!(solver.verdict(&position).score, 16 - 13);
    position.play_text("a2").unwrap();
    assert_eq!(solver.verdict(&position).score, 3, "the same for whoever is to move");
    assert_eq!(solver.verdict(&self::position("Ar2b2./..../..../.... r")).score, -3);
}

#[test]
fn ruling_8_a_finished_position_has_length_0_and_is_one_game() {
    let stuck = position("Ar2b2./..../..../.... r");
    let solution = Solver::new().solve(&stuck);
    assert_eq!((solution.verdict.winner, solution.verdict.length), (Player::Blue, 0));
    assert_eq!((solution.moves, solution.line.len()), (SquareSet::EMPTY, 0));
    assert_eq!(count_games(&stuck), 1);
}

#[test]
fn a_seed_deals_the_same_cards_in_every_release() {
    assert_eq!(Deal::random(0).to_string(), "3223/A4AA/J43J/A223");
    assert_eq!(Deal::random(1).to_string(), "J2A4/234A/2J3A/323A");
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let mut position = position("A223/4A2./3Ar23/.3Ab4 r");
    let before = position;
    let from = square("b2");
    for (to, reason) in [
        ("b2", IllegalMove::SameSquare { to: from }),
        ("d3", IllegalMove::Collapsed { to: square("d3") }),
        ("c1", IllegalMove::Occupied { to: square("c1") }),
        ("d4", IllegalMove::OutOfReach { from, to: square("d4"), steps: Steps::ONE }),
    ] {
        assert_eq!(position.play(square(to)), Err(reason));
        assert_eq!(position, before);
    }
    assert_eq!(
        position.play(square("d4")).unwrap_err().to_string(),
        "no walk of 1 step leads from b2 to d4"
    );
    assert_eq!(
        position.play_text("b3 x9").unwrap_err().to_string(),
        "move 2, \"x9\": \"x9\" is not a square: expected a1 to d4"
    );
}

/// `data/facts.txt`: positions with their legal moves and winners, worked out by hand.
#[test]
fn facts_are_as_listed() -> Result<(), String> {
    let columns = ["rules", "position", "moves", "winner"];
    for row @ [rules, text, moves, winner] in rows(include_str!("data/facts.txt"), columns)? {
        let position = Position::parse(text, &rules.parse().unwrap()).unwrap();
        let expected =
            if moves == "-" { Vec::new() } else { moves.split(' ').map(square).collect() };
        assert_eq!(position.legal_moves(), expected, "{row:?}");
        let outcome = position.outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
        assert_eq!(outcome.trim_end_matches(" wins"), winner, "{row:?}");
    }
    Ok(())
}
