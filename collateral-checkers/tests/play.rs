//! The evaluation and the search by it.

use collateral_checkers::{Evaluation, Game, Move, Position, Rules, Square, Start};
use engine::game::{Symmetric, seeded};
use engine::{Analysis, Evaluator, Limits, Score, Search, playout};

fn search(text: &str, limits: &Limits) -> Analysis<Move> {
    Search::new(Evaluation::default()).run(&text.parse().unwrap(), limits).unwrap()
}

#[test]
fn symmetries_do_not_change_the_evaluation() {
    let evaluation = Evaluation::default();
    let mut rng = seeded(3);
    for plies in 0..200 {
        let position =
            playout(&Position::start(&Rules::default(), 0), plies % 20, &mut rng).position;
        let (turn, worth) = (position.turn(), evaluation.evaluate(&position, position.turn()));
        for symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            let player = position.transform_player(turn, symmetry);
            assert_eq!(evaluation.evaluate(&image, player), worth, "{position} {symmetry:?}");
        }
    }
}

#[test]
fn moves_are_ordered_by_the_pieces_and_the_centre_they_gain() {
    let mut rng = seeded(4);
    for plies in 0..300 {
        let before = playout(&Position::start(&Rules::default(), 0), plies % 30, &mut rng).position;
        let (own, opponent) = (before.turn(), !before.turn());
        for m in before.legal_moves().into_iter().take(100) {
            let mut after = before;
            after.play(m).unwrap();
            let lost = |player| {
                let left = after.pieces(player).len();
                let taken = before.pieces(player).len() - left;
                100 * taken as i32 + if left < 3 { 10_000 } else { 0 }
            };
            let centre = |square| if square == Square::C3 { 60 } else { 0 };
            let expected = lost(opponent) - lost(own) + centre(m.to()) - centre(m.from());
            assert_eq!(Evaluation::default().order(&before, m), expected, "{before} {m}");
        }
    }
}

#[test]
fn the_centre_wins_as_soon_as_it_can() {
    let analysis = search("ww3/w2ww/2bw1/b4/b4 b 2 4", &Limits::new());
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(1), true));
    assert_eq!(analysis.best().map(Move::to), Some(Square::C3));
}

#[test]
fn forced_captures_are_followed_beyond_the_depth() {
    // Black must take b2 and then may choose; the search sees the end of it at depth 0.
    let text = "w4/3w1/5/1w2b/b3b b 0 7";
    let analysis = search(text, &Limits::new().depth(0));
    assert_eq!(analysis.score, Score::win_in(1));
}

#[test]
fn positions_with_tens_of_thousands_of_moves_are_searched() {
    for text in ["1w1ww/wwwww/1w1b1/bbbbb/1b1b1 w 0 8", "1w1w1/bwwbb/1wbw1/bbwbb/1w1w1 b 1 0"] {
        let analysis = search(text, &Limits::new());
        assert_eq!((analysis.score, analysis.proven), (Score::win_in(1), true), "{text}");
    }
}
