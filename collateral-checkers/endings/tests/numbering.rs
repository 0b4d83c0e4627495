//! How endings are numbered: ranks, places, children and predecessors, and the number of positions.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use collateral_checkers::{ForcedCapture, Game, Player, Position, Rules, Setup, Square, SquareSet};
use endings::{Endings, EndingsError};
use engine::game::{SeededRng, Symmetric, seeded};
use rand::RngExt;
use solve::tablebase::{Child, Family, Passes, Rank, Wanted};

use crate::endings::{SEVEN, SIX, rules};

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

/// What is visited of the children of a position: those wanted, or all.
fn visited(endings: &Endings, position: &Position, wanted: Option<Wanted>) -> HashSet<String> {
    let (mut children, mut moves) = (HashSet::new(), Vec::new());
    let note = |child| {
        children.insert(format!("{child:?}"));
        ControlFlow::<()>::Continue(())
    };
    let flow = match wanted {
        Some(wanted) => endings.passes().children(position, wanted, &mut moves, note),
        None => endings.children(position, &mut moves, note),
    };
    assert!(flow.is_continue());
    children
}

/// The ranks of the position at a place.
fn ranks_at(endings: &Endings, place: Rank) -> Vec<Rank> {
    let mut ranks = Vec::new();
    endings.passes().visit(
        place.class,
        std::iter::once(place.index),
        |index, position, its_ranks| {
            assert_eq!((index, position.is_some()), (place.index, true));
            ranks = its_ranks.to_vec();
        },
    );
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
            endings.passes().visit(class, places, |place, position, ranks| {
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
                        endings.passes().predecessors(&position.after(m), &mut places);
                        assert!(
                            places.iter().any(|&place| ranks_at(&endings, place).contains(&rank)),
                            "{position} {m}"
                        );
                    }
                    _ => drop(leaving.insert(format!("{child:?}"))),
                }
            }
            let found = visited(&endings, &position, Some(Wanted::Leaving));
            let stays = found.iter().any(|child| child.contains(&format!("class: {class},")));
            assert_eq!(stays, !staying.is_empty(), "{position}");
            assert!(found.is_superset(&leaving), "{position}");
            assert!(visited(&endings, &position, Some(Wanted::Staying)).is_superset(&staying));
            leaving.extend(staying);
            assert_eq!(visited(&endings, &position, None), leaving, "{position}");
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
