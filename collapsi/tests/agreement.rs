//! Agreement with the naive implementation in `oracle`, which was written from the rules alone.

use collapsi::{
    Card, Deal, Exact, Game, Player, Position, Rules, Setup, Solver, Square, SquareSet, count_games,
};
use engine::{Evaluator, Notation, Outcome, perft};
use proptest::prelude::*;

use crate::oracle;

fn oracle_of(position: &Position) -> oracle::State {
    let rules = match position.rules() {
        Rules::V1_1 => oracle::Rules::V11,
        Rules::V1_3 => oracle::Rules::V13,
        Rules { joker } => {
            oracle::Rules::Option([1, 2, 3, 4].map(|n| joker.lengths().any(|length| length == n)))
        }
    };
    oracle::State::parse(&position.to_string(), rules).expect("the oracle reads what is printed")
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::all().collect::<Vec<_>>())
}

/// Any position with at most this number of cards.
fn study(most: usize) -> impl Strategy<Value = Position> {
    let card = prop::sample::select(&Card::ALL[..]);
    let places = prop::sample::subsequence(Square::ALL.to_vec(), 2..=most).prop_shuffle();
    let cards = prop::collection::vec(card, Square::COUNT);
    (places, cards, any::<bool>(), rules()).prop_map(|(places, deck, red_first, rules)| {
        let mut cards = [None; Square::COUNT];
        for &place in &places {
            cards[place.index()] = Some(deck[place.index()]);
        }
        let turn = if red_first { Player::Red } else { Player::Blue };
        let pawns = [places[0], places[1]];
        Position::from_setup(&Setup { cards, pawns, turn, rules }).expect("two cards for two pawns")
    })
}

/// A position some random plies into a random deal.
fn played(plies: std::ops::Range<usize>) -> impl Strategy<Value = Position> {
    (any::<u64>(), rules(), plies).prop_map(|(seed, rules, plies)| {
        let start = Deal::random(seed).position(rules);
        engine::playout(&start, plies, &mut engine::game::seeded(seed)).position
    })
}

fn names(squares: SquareSet) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn same_moves(position: &Position) -> Result<(), TestCaseError> {
    let oracle = oracle_of(position);
    prop_assert_eq!(names(position.moves()), oracle.legal_moves());
    prop_assert_eq!(
        position.outcome().map(|outcome| outcome.to_string()),
        oracle.winner().map(|winner| format!("{winner} wins"))
    );
    for to in Square::ALL {
        let mut child = *position;
        prop_assert_eq!(child.play(to).is_ok(), position.moves().contains(to));
        if child != *position {
            prop_assert_eq!(child.to_string(), oracle.play(&to.to_string()).text());
        }
    }
    Ok(())
}

fn same_solution(position: &Position) -> Result<(), TestCaseError> {
    let mut solver = Solver::new();
    let solution = solver.solve(position);
    let expected = oracle_of(position).solve();
    prop_assert_eq!(solution.verdict.winner.to_string(), expected.winner);
    prop_assert_eq!(solution.verdict.length, expected.length);
    prop_assert_eq!(names(solution.moves), expected.moves);
    prop_assert_eq!(solver.winner(position), solution.verdict.winner);
    prop_assert_eq!(solver.verdict(position), solution.verdict);
    let mut at = *position;
    for (ply, &m) in solution.line.iter().enumerate() {
        let here = solver.solve(&at);
        prop_assert_eq!(here.verdict.length as usize, solution.line.len() - ply);
        prop_assert!(here.moves.contains(m));
        at.play(m).expect("lines consist of legal moves");
    }
    prop_assert_eq!(at.outcome(), Some(Outcome::Winner(solution.verdict.winner)));
    prop_assert_eq!(solution.line.len(), solution.verdict.length as usize);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn moves_of_studies_agree(position in study(16)) {
        same_moves(&position)?;
    }

    #[test]
    fn moves_in_games_agree(position in played(0..15)) {
        same_moves(&position)?;
    }

    #[test]
    fn solutions_of_studies_agree(position in study(8)) {
        same_solution(&position)?;
    }

    #[test]
    fn numbers_of_games_from_studies_agree(position in study(8)) {
        prop_assert_eq!(count_games(&position), oracle_of(&position).games());
    }

    #[test]
    fn perft_of_studies_agrees(position in study(16), depth in 0..4_u32) {
        prop_assert_eq!(perft(&position, depth), oracle_of(&position).perft(depth));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn solutions_in_games_agree(position in played(5..15)) {
        same_solution(&position)?;
    }

    #[test]
    fn numbers_of_games_in_games_agree(position in played(5..15)) {
        prop_assert_eq!(count_games(&position), oracle_of(&position).games());
    }

    #[test]
    fn damaged_texts_are_read_alike(position in study(16), at in any::<prop::sample::Index>(), c in "[JA234.rb/ x5é]") {
        let mut chars: Vec<char> = position.to_string().chars().collect();
        let place = at.index(chars.len());
        chars.splice(place..=place, c.chars());
        let text: String = chars.into_iter().collect();
        let read = Position::parse(&text, &Rules::V1_1).map(|position| position.to_string());
        let expected = oracle::State::parse(&text, oracle::Rules::V11).map(|state| state.text());
        prop_assert_eq!(read.ok(), expected.ok(), "{}", text);
    }
}

/// Whole deals take the naive implementation seconds, so there are few.
#[test]
fn solutions_of_deals_agree() {
    for (seed, rules) in [(1, Rules::V1_3), (4, Rules::V1_1)] {
        let position = Deal::random(seed).position(rules);
        same_solution(&position).unwrap();
    }
}

/// The generic search of the engine gives the same answers by another way.
#[test]
fn the_generic_search_agrees() {
    let mut search = engine::Search::new(engine::NoEvaluation);
    let mut solver = Solver::new();
    for seed in 0..20 {
        for rules in Rules::PUBLISHED {
            let deal = Deal::random(seed).position(rules);
            let position = engine::playout(&deal, 3, &mut engine::game::seeded(seed)).position;
            let analysis = search.run(&position, &engine::Limits::new()).unwrap();
            let verdict = solver.verdict(&position);
            assert!(analysis.proven);
            assert_eq!(analysis.score.distance(), Some(verdict.length));
            assert_eq!(analysis.score.is_win(), verdict.winner == position.turn());
            let best = solver.solve(&position).moves;
            assert!(analysis.best().is_none_or(|m| best.contains(m)));
            // Told by the solver it needs no search, and plays to the end as well.
            let told = engine::Search::new(Exact::new()).run(&position, &engine::Limits::new());
            let told = told.unwrap();
            assert_eq!((told.score, told.proven, told.depth), (analysis.score, true, 0));
            assert_eq!(told.line.len(), verdict.length as usize);
            assert!(told.best().is_none_or(|m| best.contains(m)));
            let red = Exact::new().evaluate(&position, Player::Red);
            assert_eq!(red > 0, verdict.winner == Player::Red);
            assert_eq!(red.unsigned_abs(), 1000 - verdict.length);
        }
    }
}
