//! The search plays the game, and is useful where there are thousands of moves.

use compass::{Evaluation, Game, Move, Player, Position, Rules, Start};
use engine::game::seeded;
use engine::{Evaluator, Limits, Search, Wdl};
use rand::seq::IndexedRandom;

use super::table::rows;

/// White is stuck with so many cards in hand, as `data/stuck.txt` says.
fn stuck(cards: &str) -> Position {
    let rows = rows(include_str!("data/stuck.txt"), ["cards", "position"]).unwrap();
    let [_, text] = rows.into_iter().find(|[name, _]| *name == cards).unwrap();
    text.parse().unwrap()
}

#[test]
fn there_are_positions_with_3841_moves() {
    let position = stuck("32 cards");
    assert_eq!(position.legal_moves().len(), Position::MAX_MOVES);
    assert_eq!(position.count_moves(&mut Vec::new()), Position::MAX_MOVES as u64);
}

#[test]
fn putting_a_card_that_frees_a_checker_comes_first() {
    let position = stuck("14 cards");
    let evaluation = Evaluation::default();
    let mut moves = position.legal_moves();
    moves.sort_by_key(|&m| std::cmp::Reverse(evaluation.order(&position, m)));
    assert_eq!(moves.last(), Some(&Move::End), "who is behind ends last");
    for &m in &moves[..20] {
        let mut after = position;
        after.play(m).unwrap();
        assert!(after.can_slide(Player::White), "{m}");
    }
}

#[test]
fn a_search_looks_ahead_among_thousands_of_moves() {
    let limits = Limits::new().nodes(20_000);
    let analysis = Search::new(Evaluation::default()).run(&stuck("14 cards"), &limits).unwrap();
    assert!(analysis.depth >= 2, "{analysis:?}");
    assert!(matches!(analysis.best(), Some(Move::Put { .. })));
}

#[test]
fn a_shallow_search_beats_random_play() {
    let mut rng = seeded(5);
    let mut points = 0;
    for game in 0..20 {
        let player = Player::ALL[game as usize % 2];
        let mut search = Search::new(Evaluation::default().with_contempt(player));
        let mut position = Position::start(&Rules::default(), game);
        while position.outcome().is_none() {
            let m = if position.turn() == player {
                search.run(&position, &Limits::new().nodes(500)).unwrap().best()
            } else {
                position.legal_moves().choose(&mut rng).copied()
            };
            position.play(m.unwrap()).unwrap();
        }
        points += match position.outcome().unwrap().wdl(player) {
            Wdl::Win => 2,
            Wdl::Draw => 1,
            Wdl::Loss => 0,
        };
    }
    assert!(points >= 32, "{points} of 40 half points");
}
