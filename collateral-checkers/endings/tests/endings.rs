//! The endgame tablebase against a naive implementation of the rules, and against the search.

use std::sync::{Arc, LazyLock};

use collateral_checkers::{Evaluation, ForcedCapture, Game, Position, Rules, Setup};
use endings::Endings;
use engine::game::{SeededRng, Symmetric, seeded};
use engine::{Limits, NoEvaluation, Notation, Score, ScoreKind, Search, Wdl};
use rand::RngExt;
use solve::tablebase::{Bitbase, BuildOptions, Counts, Family, Rank, Tablebase, WithTablebase};

use crate::oracle::{self, State};

fn build(rules: Rules, max_pieces: usize) -> Tablebase<Endings> {
    let mut table = Tablebase::new(Endings::new(rules, max_pieces).unwrap());
    table.build(&BuildOptions::new()).unwrap();
    table
}

pub(crate) fn rules(
    forced_capture: ForcedCapture,
    hold_turns: u32,
    quiet_limit: Option<u32>,
) -> Rules {
    Rules {
        forced_capture,
        hold_turns: hold_turns.try_into().unwrap(),
        quiet_limit: quiet_limit.map(|limit| limit.try_into().unwrap()),
    }
}

/// By the default rules, with six pieces.
pub(crate) static SIX: LazyLock<Arc<Tablebase<Endings>>> =
    LazyLock::new(|| Arc::new(build(Rules::default(), 6)));

/// With seven pieces, by rules that make the table small.
pub(crate) static SEVEN: LazyLock<Tablebase<Endings>> =
    LazyLock::new(|| build(rules(ForcedCapture::MustTakeOpponent, 1, None), 7));

pub(crate) fn any_position(table: &Tablebase<Endings>, rng: &mut SeededRng) -> Position {
    let class = rng.random_range(0..table.classes());
    let index = rng.random_range(0..table.size(class));
    let position = table.family().unrank(Rank { class, index }).unwrap();
    // Stored positions are all the same way round.
    position.transform(position.symmetries().nth(rng.random_range(0..16)).unwrap())
}

fn oracle_rules(rules: Rules) -> oracle::Rules {
    oracle::Rules {
        must_take_opponent: rules.forced_capture == ForcedCapture::MustTakeOpponent,
        hold_turns: rules.hold_turns.get(),
        quiet_limit: rules.quiet_limit.map(std::num::NonZeroU32::get),
    }
}

fn seen_earlier(score: Score) -> Score {
    match score.kind() {
        ScoreKind::Win(plies) => Score::win_in(plies + 1),
        ScoreKind::Loss(plies) => Score::loss_in(plies + 1),
        ScoreKind::Value(_) => score,
    }
}

/// What the oracle says of a game that is over, for the player whose turn it would be.
fn oracle_result(state: &State) -> Option<Score> {
    let turn = if state.text().contains(" b ") { "black wins" } else { "white wins" };
    Some(match state.result()? {
        "draw" => Score::DRAW,
        winner if winner == turn => Score::win_in(0),
        _ => Score::loss_in(0),
    })
}

#[test]
fn every_score_matches_those_one_ply_later() {
    assert_eq!(SIX.verify(&BuildOptions::new()), Ok(()));
}

#[test]
#[ignore = "takes longer than to build the table"]
fn so_does_every_score_of_seven_pieces() {
    assert_eq!(SEVEN.verify(&BuildOptions::new()), Ok(()));
}

/// The same for some positions, by a naive implementation of the rules: moves, positions and results
/// go in and out as text.
#[test]
fn scores_match_by_the_oracle() {
    let mut rng = seeded(1);
    for (table, count) in [(&**SIX, 3_000), (&SEVEN, 3_000)] {
        let rules = table.family().rules();
        for _ in 0..count {
            let position = any_position(table, &mut rng);
            let state = State::parse(&position.to_string(), oracle_rules(rules)).unwrap();
            assert_eq!(oracle_result(&state), None);
            let ahead = state.legal_moves().into_iter().map(|m| {
                let after = state.play(&m);
                let score = oracle_result(&after).unwrap_or_else(|| {
                    table.probe(&Position::parse(&after.text(), &rules).unwrap()).unwrap()
                });
                -seen_earlier(score)
            });
            assert_eq!(table.probe(&position), ahead.max(), "{position}");
        }
    }
}

fn without_distance(score: Score) -> Wdl {
    match score.kind() {
        ScoreKind::Win(_) => Wdl::Win,
        ScoreKind::Loss(_) => Wdl::Loss,
        ScoreKind::Value(_) => Wdl::Draw,
    }
}

fn bitbase(rules: Rules, pieces: usize) -> Bitbase<Endings> {
    let mut bitbase = Bitbase::new(Endings::new(rules, pieces).unwrap());
    bitbase.build(&BuildOptions::new()).unwrap();
    bitbase
}

/// As [`SEVEN`], without distances.
static SEVEN_BITS: LazyLock<Bitbase<Endings>> =
    LazyLock::new(|| bitbase(SEVEN.family().rules(), 7));

#[test]
fn a_bitbase_is_extended_to_more_pieces() {
    let rules = SEVEN.family().rules();
    let endings = |rules, pieces| Endings::new(rules, pieces).unwrap();
    let six = bitbase(rules, 6);
    let other = self::rules(ForcedCapture::MustTakeOpponent, 2, None);
    let again = Bitbase::from_bytes(endings(rules, 6), &six.to_bytes()).unwrap();
    assert!(again.extended(endings(other, 7)).is_none());
    let mut seven = six.extended(endings(rules, 7)).unwrap();
    assert_eq!((seven.built(), seven.is_complete()), (1, false));
    seven.build(&BuildOptions::new()).unwrap();
    assert_eq!(seven.to_bytes(), SEVEN_BITS.to_bytes());
    assert!(seven.extended(endings(rules, 6)).is_none());
}

/// Every result of a bitbase is that of a table with distances.
fn same_results(bitbase: &Bitbase<Endings>, table: &Tablebase<Endings>) {
    for class in 0..table.classes() {
        for index in 0..table.size(class) {
            let rank = Rank { class, index };
            let expected = table.get(rank).map(without_distance);
            assert_eq!(bitbase.get(rank), expected, "{rank}");
        }
    }
}

#[test]
fn bitbases_say_what_tables_with_distances_say() {
    let six = bitbase(SIX.family().rules(), 6);
    assert_eq!(six.verify(&BuildOptions::new()), Ok(()));
    same_results(&six, &SIX);
    same_results(&SEVEN_BITS, &SEVEN);
}

#[test]
fn bitbases_count_as_tables_with_distances_do() {
    let mut rng = seeded(11);
    for class in 0..SEVEN.classes() {
        for _ in 0..200 {
            let start = rng.random_range(0..SEVEN.size(class));
            let len = 1 << rng.random_range(0..15);
            let indices = start..start + rng.random_range(0..=len);
            let expected = SEVEN.statistics(class, indices.clone()).counts;
            assert_eq!(SEVEN_BITS.counts(class, indices.clone()), expected, "{class} {indices:?}");
        }
    }
    assert_eq!(SEVEN_BITS.counts(SEVEN_BITS.classes(), 0..10), Counts::default());
}

#[test]
#[ignore = "three more tables, and seven pieces verified"]
fn so_they_do_by_other_rules() {
    assert_eq!(SEVEN_BITS.verify(&BuildOptions::new()), Ok(()));
    for (reading, hold_turns) in [
        (ForcedCapture::AnyCapture, 1),
        (ForcedCapture::AnyCapture, 2),
        (ForcedCapture::MustTakeOpponent, 4),
    ] {
        let rules = rules(reading, hold_turns, None);
        let six = bitbase(rules, 6);
        assert_eq!(six.verify(&BuildOptions::new()), Ok(()));
        same_results(&six, &build(rules, 6));
    }
}

#[test]
#[ignore = "a naive implementation has to play from every position"]
fn bitbases_say_what_the_oracle_finds_backwards() {
    for reading in ForcedCapture::ALL {
        compare_with_the_oracle(reading);
    }
}

/// Retrograde analysis with the oracle's moves and results: rounds over all positions until nothing
/// changes.
fn compare_with_the_oracle(reading: ForcedCapture) {
    let rules = rules(reading, 1, None);
    let bitbase = bitbase(rules, 6);
    let endings = bitbase.family();
    let index = |text: &str| endings.rank(&Position::parse(text, &rules).unwrap()).unwrap().index;
    let moves = |number: u64| {
        let position = endings.unrank(Rank { class: 0, index: number }).unwrap();
        let state = State::parse(&position.to_string(), oracle_rules(rules)).unwrap();
        let ahead = state.legal_moves().into_iter().map(|m| {
            let after = state.play(&m);
            let over = oracle_result(&after).map(without_distance);
            over.ok_or_else(|| index(&after.text()))
        });
        ahead.collect::<Vec<_>>()
    };
    let moves: Vec<_> = (0..bitbase.size(0)).map(moves).collect();
    let mut results = vec![Wdl::Draw; moves.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, ahead) in moves.iter().enumerate() {
            let known = ahead.iter().map(|to| -to.unwrap_or_else(|to| results[to as usize]));
            let best = known.max().unwrap();
            changed |= results[number] != best;
            results[number] = best;
        }
    }
    for (index, result) in (0..).zip(results) {
        assert_eq!(bitbase.get(Rank { class: 0, index }), Some(result), "{index}");
    }
}

/// Plain minimax by the oracle, to the very end of the game.
fn oracle_minimax(state: &State) -> Score {
    oracle_result(state).unwrap_or_else(|| {
        let scores = state.legal_moves().into_iter().map(|m| -oracle_minimax(&state.play(&m)));
        seen_earlier(scores.max().unwrap())
    })
}

#[test]
fn what_is_said_near_the_quiet_limit_is_true_by_the_oracle() {
    let mut rng = seeded(2);
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..100 {
        let quiet_limit = rng.random_range(1..=100);
        let left = rng.random_range(1..=quiet_limit.min(3));
        let rules = rules(ForcedCapture::AnyCapture, 3, Some(quiet_limit));
        let position = any_position(&SIX, &mut rng);
        let position = with_quiet(position.with_rules(rules), quiet_limit - left);
        let state = State::parse(&position.to_string(), oracle_rules(rules)).unwrap();
        match SIX.probe(&position) {
            Some(score) => {
                known += 1;
                assert_eq!(score, oracle_minimax(&state), "{position:?}");
            }
            None => unknown += 1,
        }
    }
    assert!(known > 50 && unknown > 5, "{known} {unknown}");
}

fn with_quiet(position: Position, quiet: u32) -> Position {
    Position::from_setup(&Setup { quiet, ..position.setup() }).unwrap()
}

/// With a limit every game is finite, and the search solves it.
#[test]
fn what_is_said_with_a_quiet_limit_is_what_the_search_finds() {
    let mut rng = seeded(3);
    let (mut wins, mut draws, mut losses, mut unknown) = (0, 0, 0, 0);
    for table in [&**SIX, &SEVEN] {
        for _ in 0..150 {
            let limit = rng.random_range(1..=6);
            let rules = Rules { quiet_limit: limit.try_into().ok(), ..table.family().rules() };
            let position = any_position(table, &mut rng).with_rules(rules);
            let position = with_quiet(position, rng.random_range(0..limit));
            let Some(score) = table.probe(&position) else {
                unknown += 1;
                let endless = table.probe(&position.with_rules(table.family().rules())).unwrap();
                assert!(endless.distance().unwrap() > limit - position.quiet());
                continue;
            };
            match score.kind() {
                ScoreKind::Win(_) => wins += 1,
                ScoreKind::Loss(_) => losses += 1,
                ScoreKind::Value(_) => draws += 1,
            }
            let analysis = Search::new(NoEvaluation).run(&position, &Limits::new()).unwrap();
            assert_eq!((analysis.score, analysis.proven), (score, true), "{position:?}");
        }
    }
    assert!(
        wins > 100 && draws > 5 && losses > 10 && unknown > 30,
        "{wins} {draws} {losses} {unknown}"
    );
}

/// One ply is enough where all that can be reached is known.
#[test]
fn the_search_proves_what_the_table_knows() {
    let mut rng = seeded(5);
    let evaluator = WithTablebase::new(Evaluation::default(), Arc::clone(&SIX));
    let mut search = Search::new(evaluator);
    let mut far = 0;
    for _ in 0..1_000 {
        let position = any_position(&SIX, &mut rng).with_rules(Rules::default());
        let analysis = search.run(&position, &Limits::new().depth(1)).unwrap();
        let score = SIX.probe(&position).unwrap();
        assert_eq!((analysis.score, analysis.proven), (score, true), "{position}");
        far += u32::from(score.distance().is_some_and(|plies| plies > 5));
    }
    assert!(far > 20, "{far}");
}

/// With the scores of six pieces the search finds out about seven, farther than it looks.
#[test]
fn the_search_goes_by_the_table_beyond_its_depth() {
    let mut rng = seeded(6);
    let six = build(SEVEN.family().rules(), 6);
    let mut search = Search::new(WithTablebase::new(Evaluation::default(), six));
    let (mut proven, mut far) = (0, 0);
    for _ in 0..200 {
        let index = rng.random_range(0..SEVEN.size(1));
        let position = SEVEN.family().unrank(Rank { class: 1, index }).unwrap();
        let analysis = search.run(&position, &Limits::new().depth(4)).unwrap();
        if analysis.proven {
            proven += 1;
            far += u32::from(analysis.score.distance().is_some_and(|plies| plies > analysis.depth));
            assert_eq!(Some(analysis.score), SEVEN.probe(&position), "{position}");
        }
    }
    assert!(proven > 50 && far > 5, "{proven} {far}");
}

#[test]
fn lines_go_on_to_the_end_as_soon_as_the_score_says() {
    let mut rng = seeded(7);
    for _ in 0..300 {
        let mut position = any_position(&SIX, &mut rng).with_rules(Rules::default());
        let score = SIX.probe(&position).unwrap();
        let moves = SIX.moves(&position);
        assert_eq!(moves[0].1, Some(score));
        assert!(moves.is_sorted_by_key(|&(_, score)| std::cmp::Reverse(score)));
        let line = SIX.line(&position);
        assert_eq!(line.len() as u32, score.distance().unwrap_or(0), "{position}");
        for m in line {
            position.play(m).unwrap();
        }
        assert_eq!(position.ending().is_some(), score != Score::DRAW);
    }
}

#[test]
fn a_file_for_other_rules_is_refused() {
    let bytes = SIX.to_bytes();
    let with = |rules| Endings::new(rules, 6).unwrap();
    let quiet = rules(ForcedCapture::AnyCapture, 3, None);
    let again = Tablebase::from_bytes(with(quiet), &bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes, "the quiet limit makes no difference");
    let error = Tablebase::from_bytes(with(rules(ForcedCapture::AnyCapture, 2, None)), &bytes);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the tablebase is for \"Collateral Checkers, up to 6 pieces, forced_capture=any_capture,\
         hold_turns=3\": expected \"Collateral Checkers, up to 6 pieces, \
         forced_capture=any_capture,hold_turns=2\""
    );
}
