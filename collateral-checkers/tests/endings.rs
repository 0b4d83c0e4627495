//! The endgame tablebase against a naive implementation of the rules, and against the search.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use collateral_checkers::{
    Endings, EndingsError, Evaluation, ForcedCapture, Game, Player, Position, Rules, Setup, Square,
    SquareSet,
};
use engine::game::{SeededRng, Symmetric, seeded};
use engine::solve::tablebase::{
    Bitbase, BuildOptions, Child, Counts, Family, Rank, Tablebase, Wanted, WithTablebase,
};
use engine::{Limits, NoEvaluation, Notation, Score, ScoreKind, Search, Wdl};
use rand::RngExt;

use crate::oracle::{self, State};

fn build(rules: Rules, max_pieces: usize) -> Tablebase<Endings> {
    let mut table = Tablebase::new(Endings::new(rules, max_pieces).unwrap());
    table.build(&BuildOptions::new()).unwrap();
    table
}

fn rules(forced_capture: ForcedCapture, hold_turns: u32, quiet_limit: Option<u32>) -> Rules {
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
static SEVEN: LazyLock<Tablebase<Endings>> =
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
fn numbers_are_in_parts_by_who_holds_the_centre() {
    let endings = Endings::new(Rules::default(), 8).unwrap();
    for material in endings.materials() {
        let mut next = material.indices.start;
        for (holder, indices) in material.by_holder() {
            assert_eq!(indices.start, next);
            next = indices.end;
            for index in [indices.start, indices.start.midpoint(indices.end), indices.end - 1] {
                let position = endings.unrank(Rank { class: material.class, index }).unwrap();
                assert_eq!(position.piece(Square::C3), holder, "{position}");
            }
        }
        assert_eq!(next, material.indices.end);
    }
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
fn what_results_imply_is_so() {
    let mut rng = seeded(12);
    let (family, mut implied) = (SIX.family(), 0);
    for _ in 0..100_000 {
        let rank = Rank { class: 0, index: rng.random_range(0..SIX.size(0)) };
        let result = without_distance(SIX.get(rank).unwrap());
        let position = family.unrank(rank).unwrap();
        if let Some(other) = family.implied(&position, result) {
            implied += 1;
            assert_eq!(SIX.probe(&other).map(without_distance), Some(result), "{position}");
            let mut ranks = Vec::new();
            family.ranks(&other, &mut ranks);
            assert_eq!(ranks.first(), family.rank(&other).as_ref());
        }
    }
    assert!(implied > 10_000, "{implied}");
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
fn every_number_is_a_position_and_every_position_has_a_number() {
    let mut rng = seeded(4);
    let endings = Endings::new(Rules::default(), 9).unwrap();
    let sizes = endings.sizes();
    for _ in 0..20_000 {
        let class = rng.random_range(0..sizes.len());
        let rank = Rank { class, index: rng.random_range(0..sizes[class]) };
        let position = endings.unrank(rank).unwrap();
        assert_eq!(endings.rank(&position), Some(rank));
        assert_eq!(position.ending(), None);
    }
    for (class, &size) in sizes.iter().enumerate() {
        assert_eq!(endings.unrank(Rank { class, index: size }), None);
    }
    assert_eq!(endings.unrank(Rank { class: sizes.len(), index: 0 }), None);
    for _ in 0..20_000 {
        let position = any_board(&mut rng);
        let rank = endings.rank(&position).unwrap();
        let stored = endings.unrank(rank).unwrap();
        assert_eq!(stored.with_rules(position.rules()).canonical(), position.canonical());
    }
}

/// What is visited of the children of a position.
fn visited(endings: &Endings, position: &Position, wanted: Wanted) -> HashSet<String> {
    let mut children = HashSet::new();
    let flow = endings.children(position, wanted, &mut Vec::new(), |child| {
        children.insert(format!("{child:?}"));
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_continue());
    children
}

/// The ranks of the position at a place.
fn ranks_at(endings: &Endings, place: Rank) -> Vec<Rank> {
    let mut ranks = Vec::new();
    endings.visit(place.class, std::iter::once(place.index), |index, position, its_ranks| {
        assert_eq!((index, position.is_some()), (place.index, true));
        ranks = its_ranks.to_vec();
    });
    ranks
}

#[test]
fn places_come_to_all_ranks_of_their_positions() {
    let endings = Endings::new(Rules::default(), 7).unwrap();
    for (class, size) in endings.sizes().into_iter().enumerate() {
        let mut seen = vec![false; size as usize];
        // Places are left out, as in later passes of a build.
        for places in [(0..size).step_by(2), (1..size).step_by(2)] {
            let mut expected = places.clone();
            endings.visit(class, places, |place, position, ranks| {
                assert_eq!(expected.next(), Some(place));
                let canonical = position.unwrap().canonical();
                for &Rank { class: other, index } in ranks {
                    assert_eq!(other, class);
                    if !std::mem::replace(&mut seen[index as usize], true) || index % 16 == 0 {
                        let found = endings.unrank(Rank { class, index }).unwrap();
                        assert_eq!(found.canonical(), canonical);
                    }
                }
            });
        }
        assert!(seen.into_iter().all(|seen| seen), "{class}");
    }
}

/// Children and predecessors against positions that are set up and ranked.
#[test]
fn children_and_predecessors_are_those_of_the_moves() {
    let mut rng = seeded(9);
    for (reading, hold_turns) in [
        (ForcedCapture::AnyCapture, 3),
        (ForcedCapture::AnyCapture, 1),
        (ForcedCapture::MustTakeOpponent, 2),
    ] {
        let endings = Endings::new(rules(reading, hold_turns, None), 14).unwrap();
        let sizes = endings.sizes();
        for round in 0..2_000 {
            let class = round % sizes.len();
            let rank = Rank { class, index: rng.random_range(0..sizes[class]) };
            let position = endings.unrank(rank).unwrap();
            let mut moves = Vec::new();
            position.generate_moves(&mut moves);
            let (mut leaving, mut staying) = (HashSet::new(), HashSet::new());
            for m in moves {
                let child = Child::new(&endings, &position, m);
                match child.unwrap() {
                    Child::Running { rank: to, .. } if to.class == class => {
                        staying.insert(format!("{child:?}"));
                        let mut places = Vec::new();
                        endings.predecessors(&position.after(m), &mut places);
                        assert!(
                            places.iter().any(|&place| ranks_at(&endings, place).contains(&rank)),
                            "{position} {m}"
                        );
                    }
                    _ => drop(leaving.insert(format!("{child:?}"))),
                }
            }
            let found = visited(&endings, &position, Wanted::Leaving);
            let stays = found.iter().any(|child| child.contains(&format!("class: {class},")));
            assert_eq!(stays, !staying.is_empty(), "{position}");
            assert!(found.is_superset(&leaving), "{position}");
            assert!(visited(&endings, &position, Wanted::Staying).is_superset(&staying));
            leaving.extend(staying);
            assert_eq!(visited(&endings, &position, Wanted::All), leaving, "{position}");
        }
    }
}

/// Any unfinished position of up to nine pieces.
fn any_board(rng: &mut SeededRng) -> Position {
    loop {
        let [black, white] = [0, 1].map(|_| {
            (0..rng.random_range(3..=5))
                .map(|_| 1_u32 << rng.random_range(0..25))
                .fold(0, |a, b| a | b)
        });
        let hold = if (black | white) >> 12 & 1 == 1 { rng.random_range(1..=2) } else { 0 };
        let [black, white] = [black, white].map(SquareSet::from_bits);
        let turn = Player::ALL[rng.random_range(0..2)];
        let setup = Setup { pieces: [black, white], turn, hold, quiet: 0, rules: Rules::default() };
        let position = Position::from_setup(&setup);
        if let Ok(position) = position
            && position.ending().is_none()
            && black.len() + white.len() <= 9
        {
            return position;
        }
    }
}

/// A symmetry of the board, by file and rank.
type Mapping = fn([usize; 2]) -> [usize; 2];

const MAPPINGS: [Mapping; 8] = [
    |[x, y]| [x, y],
    |[x, y]| [4 - x, y],
    |[x, y]| [x, 4 - y],
    |[x, y]| [4 - x, 4 - y],
    |[x, y]| [y, x],
    |[x, y]| [4 - y, x],
    |[x, y]| [y, 4 - x],
    |[x, y]| [4 - y, 4 - x],
];

/// The ways to place pieces of both sides that a symmetry does not change: on each of its cycles there is
/// nothing, or only pieces of one side. The centre can have been held for one turn or for two.
fn unchanged(mapping: Mapping, pieces: [usize; 2]) -> u64 {
    let mut seen = [[false; 5]; 5];
    let mut ways = HashMap::from([([0, 0], 1)]);
    for start in (0..25).map(|square| [square / 5, square % 5]) {
        let (mut length, mut at) = (0, start);
        while !std::mem::replace(&mut seen[at[0]][at[1]], true) {
            (length, at) = (length + 1, mapping(at));
        }
        let holds = if start == [2, 2] { 2 } else { 1 };
        for ([own, others], count) in ways.clone().into_iter().filter(|_| length > 0) {
            *ways.entry([own + length, others]).or_default() += holds * count;
            *ways.entry([own, others + length]).or_default() += holds * count;
        }
    }
    ways.get(&pieces).copied().unwrap_or(0)
}

#[test]
fn positions_are_counted_with_and_without_their_symmetries() {
    let statistics = SIX.statistics(0, 0..SIX.size(0));
    assert_eq!(statistics.counts.positions(), 4_392_080);
    assert_eq!(unchanged(MAPPINGS[0], [3, 3]), 4_392_080);
    // Burnside's lemma.
    let of = |pieces| MAPPINGS.iter().map(|&mapping| unchanged(mapping, pieces)).sum::<u64>() / 8;
    let ranks = (0..SIX.size(0)).map(|index| Rank { class: 0, index });
    let distinct: HashSet<_> =
        ranks.map(|rank| SIX.family().unrank(rank).unwrap().canonical()).collect();
    assert_eq!(distinct.len() as u64, of([3, 3]));
    let materials = (3..=9).flat_map(|own| (3..=9).map(move |others| [own, others]));
    assert_eq!(materials.map(of).sum::<u64>(), 71_063_428_257);
}

#[test]
fn classes_are_named_by_their_pieces() {
    let seven = Endings::new(Rules::default(), 7).unwrap();
    let names: Vec<String> = (0..2).map(|class| seven.class_name(class)).collect();
    assert_eq!(names, ["3-3", "4-3"]);
    let materials: Vec<(usize, usize, usize)> =
        seven.materials().iter().map(|m| (m.own, m.opponents, m.class)).collect();
    assert_eq!(materials, [(3, 3, 0), (4, 3, 1), (3, 4, 1)]);
    assert_eq!(seven.materials()[2].indices.end, seven.sizes()[1]);
}

#[test]
fn positions_that_are_not_in_the_family_have_no_rank() {
    let probe = |text: &str| SIX.probe(&text.parse().unwrap());
    assert!(probe("www2/5/5/5/2bbb b 0 0").is_some());
    assert_eq!(probe("wwww1/5/5/5/2bbb b 0 0"), None, "too many pieces");
    assert_eq!(probe("ww3/5/5/5/2bbb b 0 0"), None, "over");
    assert_eq!(probe("ww3/5/2w2/5/2bbb b 3 0"), None, "over");
    assert_eq!(probe("www2/5/2b2/5/3bb b 3 0"), None, "over");
    let position: Position = "www2/5/5/5/2bbb b 0 0".parse().unwrap();
    for other in [
        rules(ForcedCapture::MustTakeOpponent, 3, Some(100)),
        rules(ForcedCapture::AnyCapture, 4, Some(100)),
    ] {
        assert_eq!(SIX.probe(&position.with_rules(other)), None);
    }
    let other_limit = rules(ForcedCapture::AnyCapture, 3, Some(7));
    assert!(SIX.family().rank(&position.with_rules(other_limit)).is_some());
}

#[test]
fn families_that_cannot_be_are_refused() {
    for pieces in [0, 5, 19] {
        let error = Endings::new(Rules::default(), pieces).unwrap_err();
        assert_eq!(error, EndingsError::Pieces { found: pieces });
        assert!(error.to_string().ends_with("expected 6 to 18"));
    }
    let long = rules(ForcedCapture::AnyCapture, 101, None);
    assert!(matches!(Endings::new(long, 6), Err(EndingsError::HoldTurns { .. })));
    assert!(Endings::new(rules(ForcedCapture::AnyCapture, 100, None), 18).is_ok());
}

#[test]
fn descriptions_say_what_the_endings_are() {
    let text =
        "Collateral Checkers, up to 7 pieces, forced_capture=must_take_opponent,hold_turns=1";
    assert_eq!(SEVEN.family().description(), text);
    let again: Endings = text.parse().unwrap();
    assert_eq!((again.rules(), again.max_pieces()), (SEVEN.family().rules(), 7));
    for other in [
        "",
        "Compass, up to 7 pieces, forced_capture=any_capture,hold_turns=3",
        "Collateral Checkers, up to 7 pieces, hold_turns=3",
        "Collateral Checkers, up to 7 pieces, forced_capture=any_capture,hold_turns=3,quiet_limit=5",
        "Collateral Checkers, up to x pieces, forced_capture=any_capture,hold_turns=3",
        "Collateral Checkers, up to 5 pieces, forced_capture=any_capture,hold_turns=3",
    ] {
        assert!(other.parse::<Endings>().is_err(), "{other}");
    }
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
