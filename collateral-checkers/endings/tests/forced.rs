//! Forced wins against exact values.

use std::time::Duration;

use crate::fixtures::graph::{Graph, Node, Place, To};
use crate::fixtures::numbered::{self, Numbered, built, threads};
use endings::{Forced, ForcedWins, StateError};
use engine::{Game, Limits, Outcome, SearchError, StopFlag, Wdl};
use proptest::prelude::*;
use rand::RngExt;
use solve::tablebase::{Bitbase, Family};

/// The fewest plies in which a player forces a win by a move from one node to another, to the end of
/// the game or to a won position of another class of the bitbase; `known` holds those from nodes.
fn after_move(
    bitbase: &Bitbase<Numbered>,
    player: usize,
    [from, to]: [usize; 2],
    known: &[Option<u32>],
) -> Option<u32> {
    let family = bitbase.family();
    let [before, place] = [from, to].map(|node| family.place(node));
    if let Some(outcome) = place.outcome() {
        return (outcome.wdl(player) == Wdl::Win).then_some(1);
    }
    let class = |place| family.rank(place).map(|rank| rank.class);
    let wins = if place.turn() == player { Wdl::Win } else { Wdl::Loss };
    match bitbase.probe(&place) {
        Some(result) if result != wins => None,
        Some(_) if class(&place) != class(&before) => Some(1),
        _ => known[to].map(|plies| plies + 1),
    }
}

/// The fewest plies in which a player forces a win, by node: after n rounds every win within n plies
/// is known.
fn exact(graph: &Graph, bitbase: &Bitbase<Numbered>, player: usize) -> Vec<Option<u32>> {
    let mut known = vec![None; graph.nodes.len()];
    loop {
        let look = |(from, node): (usize, &Node)| {
            let mut after =
                node.moves.iter().map(|&to| after_move(bitbase, player, [from, to], &known));
            if node.turn == player {
                after.flatten().min()
            } else {
                after.try_fold(0, |most, plies| Some(most.max(plies?)))
            }
        };
        let next: Vec<_> = graph.nodes.iter().enumerate().map(look).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// A ring with few other moves, to nodes of the ring or to ends of the game in an earlier class.
fn ring(nodes: usize, seed: u64) -> (Graph, Numbered) {
    const ENDS: usize = 3;
    let mut rng = engine::game::seeded(seed);
    let ends = [Outcome::Winner(0), Outcome::Winner(1), Outcome::Draw];
    let mut graph = Graph::new(2, ends.into_iter().map(|end| Node::new(0, &[], end)).collect());
    for node in 0..nodes {
        let mut moves = vec![ENDS + (node + 1) % nodes];
        if rng.random_ratio(1, 6) {
            moves.push(rng.random_range(0..ENDS));
        }
        if rng.random_ratio(1, 12) {
            moves.push(rng.random_range(ENDS..ENDS + nodes));
        }
        graph.nodes.push(Node::new(rng.random_range(0..2), &moves, Outcome::Draw));
    }
    let classes: Vec<usize> = (0..ENDS + nodes).map(|node| usize::from(node >= ENDS)).collect();
    let family = Numbered::new(&graph, &classes);
    (graph, family)
}

/// A win to the end, or none, by the rules and by what was found.
fn check(found: Forced, exact: Option<u32>, plies: u32) -> Result<(), TestCaseError> {
    match found {
        Forced::Within(found) => prop_assert!(found <= plies && exact.is_some_and(|n| n <= found)),
        Forced::NotWithin(found) => {
            prop_assert!((plies..=Forced::MAX_PLIES).contains(&found));
            prop_assert!(exact.is_none_or(|n| n > found));
        }
        Forced::Never => prop_assert_eq!(exact, None),
    }
    Ok(())
}

/// Asks for wins from all nodes in any order, with one table.
fn agrees(
    graph: &Graph,
    bitbase: &Bitbase<Numbered>,
    numbering: &Numbered,
    seed: u64,
) -> Result<(), TestCaseError> {
    let (family, mut rng) = (bitbase.family(), engine::game::seeded(seed));
    let is_ranked = |place: &Place| numbering.rank(place).is_some();
    let all_ranked = (0..graph.nodes.len())
        .map(|node| family.place(node))
        .all(|place| place.outcome().is_some() || is_ranked(&place));
    let mut wins = ForcedWins::new(bitbase, numbering.clone()).with_memory(0).with_threads(1);
    let exact = [0, 1].map(|player| exact(graph, bitbase, player));
    for _ in 0..4 * graph.nodes.len() {
        let node = rng.random_range(0..graph.nodes.len());
        let (place, player) = (family.place(node), rng.random_range(0..2_usize));
        if place.outcome().is_some() {
            continue;
        }
        let depths = [rng.random_range(0..12), rng.random_range(0..=200), Forced::MAX_PLIES];
        let (plies, exact) = (depths[rng.random_range(0..3_usize)], &exact[player]);
        let limits = Limits::new();
        match rng.random_range(0..4) {
            0 => {
                let found = wins.settle(&place, player, plies, &limits).unwrap().unwrap();
                check(found, exact[node], plies)?;
                let settled = !matches!(found, Forced::NotWithin(_));
                let is_short = exact[node].is_none_or(|n| n <= plies);
                prop_assert!(settled || !is_short || !all_ranked || plies < Forced::MAX_PLIES);
            }
            1 if place.turn() == player => {
                let most = exact[node].filter(|&n| n <= Forced::MAX_PLIES);
                let wins_soonest = |m: &To| {
                    most.is_some() && after_move(bitbase, player, [node, m.node], exact) == most
                };
                let mut expected = place.distinct_moves();
                expected.retain(wins_soonest);
                prop_assert_eq!(wins.winning_moves(&place, &limits), Ok(Some(expected)));
            }
            _ => {
                // Threads take longer to start than to find out.
                wins = wins.with_threads(if rng.random_ratio(1, 40) { 2 } else { 1 });
                let found = wins.within(&place, player, plies, &limits).unwrap().unwrap();
                check(found, exact[node], plies)?;
                wins = wins.with_threads(1);
            }
        }
    }
    for (player, node) in (0..2).flat_map(|p| (0..graph.nodes.len()).map(move |n| (p, n))) {
        let place = family.place(node);
        let is_never = place.outcome().is_none() && wins.is_never(&place, player);
        prop_assert!(!is_never || exact[player][node].is_none());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn forced_wins_are_those_of_a_fixpoint(
        size in 1..60_usize,
        long in 1..8_usize,
        is_ring in any::<bool>(),
        unranked in 0..=2_u32,
        built in 0..3_usize,
        seed in any::<u64>(),
    ) {
        let (graph, family) = if is_ring {
            ring(size * long, seed)
        } else {
            numbered::random(size + 1, 3, 3, seed)
        };
        let mut bitbase = Bitbase::new(family.clone());
        for _ in 0..built {
            bitbase.build_some(&threads(1)).unwrap();
        }
        let (mut numbering, mut rng) = (family, engine::game::seeded(seed));
        // Without a choice, a position that is searched again each time takes little time.
        let simple = (0..graph.nodes.len()).filter(|&node| graph.nodes[node].moves.len() == 1);
        simple.filter(|_| rng.random_ratio(unranked, 2)).for_each(|node| numbering.forget(node));
        agrees(&graph, &bitbase, &numbering, seed)?;
    }
}

#[test]
fn wins_beyond_the_limit_are_not_found() {
    let (_, family) = numbered::path(205);
    let bitbase = Bitbase::new(family.clone());
    let wins = ForcedWins::new(&bitbase, family.clone()).with_memory(1 << 20).with_threads(1);
    let limits = Limits::new();
    for plies in [1, 197, 199, 201, 203] {
        let place = family.place(plies);
        let is_found = plies <= Forced::MAX_PLIES as usize;
        let expected = if is_found {
            Forced::Within(plies as u32)
        } else {
            Forced::NotWithin(Forced::MAX_PLIES)
        };
        assert_eq!(wins.within(&place, 1, u32::MAX, &limits), Ok(Some(expected)));
        assert_eq!(wins.settle(&place, 1, u32::MAX, &limits), Ok(Some(expected)));
        let moves = wins.winning_moves(&place, &limits).unwrap().unwrap();
        assert_eq!(moves.len(), usize::from(is_found), "{plies}");
    }
}

#[test]
fn a_ring_that_nobody_wins() {
    let nodes = [1, 2, 0].map(|next| Node::new(0, &[next], Outcome::Draw));
    let graph = Graph::new(2, nodes.to_vec());
    let family = Numbered::new(&graph, &[0; 3]);
    for unranked in 0..8_u32 {
        let mut numbering = family.clone();
        (0..3).filter(|node| unranked >> node & 1 == 1).for_each(|node| numbering.forget(node));
        let bitbase = Bitbase::new(family.clone());
        let wins = ForcedWins::new(&bitbase, numbering).with_memory(0).with_threads(1);
        let expected = match unranked {
            0 => Forced::Never,
            _ => Forced::NotWithin(Forced::MAX_PLIES),
        };
        for player in 0..2 {
            for node in [0, 1, 2, 0] {
                let place = family.place(node);
                let found = wins.settle(&place, player, Forced::MAX_PLIES, &Limits::new());
                assert_eq!(found, Ok(Some(expected)), "{node} without {unranked:03b}");
                assert_eq!(wins.is_never(&place, player), unranked == 0);
            }
        }
    }
}

/// Whether a player wins within some plies, to the end or to a position of the bitbase.
fn wins(bitbase: &Bitbase<Numbered>, place: &Place, player: usize, plies: u32) -> bool {
    if let Some(outcome) = place.outcome() {
        return outcome.wdl(player) == Wdl::Win;
    }
    if let Some(result) = bitbase.probe(place) {
        return (if place.turn() == player { result } else { -result }) == Wdl::Win;
    }
    let mut after = place.legal_moves().into_iter().map(|m| place.after(m));
    plies > 0
        && if place.turn() == player {
            after.any(|after| wins(bitbase, &after, player, plies - 1))
        } else {
            after.all(|after| wins(bitbase, &after, player, plies - 1))
        }
}

#[test]
fn forced_wins_are_those_of_a_plain_search() {
    let (mut yes, mut later, mut never) = (0, 0, 0);
    for seed in 0..20 {
        let (graph, family) = numbered::random(40, 3, 3, seed);
        let whole = built(family.clone());
        let mut bitbase = Bitbase::new(family.clone());
        assert_eq!(bitbase.build_some(&threads(1)), Ok(true));
        let search = ForcedWins::new(&bitbase, family.clone()).with_memory(1 << 10);
        // Threads take longer to start than to find out.
        let search = search.with_threads(if seed % 10 == 0 { 2 } else { 1 });
        let limits = Limits::new();
        for place in (0..graph.nodes.len()).map(|node| family.place(node)) {
            let running = place.outcome().is_none() && bitbase.probe(&place).is_none();
            for (player, plies) in [0, 1].into_iter().flat_map(|p| (0..7).map(move |n| (p, n))) {
                if !running || family.rank(&place).is_none() {
                    continue;
                }
                let result = whole.probe(&place).unwrap();
                let is_won = (if place.turn() == player { result } else { -result }) == Wdl::Win;
                for limit in [plies, Forced::MAX_PLIES] {
                    match search.settle(&place, player, limit, &limits).unwrap().unwrap() {
                        Forced::Within(_) => assert!(is_won),
                        Forced::Never => assert!(!is_won),
                        Forced::NotWithin(_) => assert!(limit == plies),
                    }
                }
                let within = wins(&bitbase, &place, player, plies);
                match search.within(&place, player, plies, &limits).unwrap().unwrap() {
                    Forced::Within(found) => {
                        assert!(within && found <= plies && wins(&bitbase, &place, player, found));
                        yes += 1;
                    }
                    Forced::NotWithin(found) => {
                        assert!(!within && found >= plies);
                        later += u32::from(is_won);
                    }
                    Forced::Never => {
                        assert!(!is_won);
                        never += 1;
                    }
                }
            }
        }
    }
    assert!(yes > 150 && later > 15 && never > 150, "{yes} {later} {never}");
}

#[test]
fn limits_end_a_run() {
    let (_, family) = numbered::path(205);
    let bitbase = Bitbase::new(family.clone());
    let (place, stop) = (family.place(100), StopFlag::new());
    stop.raise();
    let new = || ForcedWins::new(&bitbase, family.clone()).with_threads(1);
    for limits in
        [Limits::new().stop(stop), Limits::new().time(Duration::ZERO), Limits::new().nodes(99)]
    {
        let wins = new();
        assert_eq!(wins.within(&place, 1, 100, &limits), Ok(None));
        assert_eq!(wins.settle(&place, 1, 100, &limits), Ok(None));
        assert_eq!(wins.winning_moves(&place, &limits), Ok(None));
        assert!(wins.nodes() <= 3 * 99);
    }
    let wins = new();
    let found = wins.within(&place, 1, 100, &Limits::new().nodes(100).depth(1));
    assert_eq!((found, wins.nodes()), (Ok(Some(Forced::Within(100))), 100));
}

/// The table is allocated by the first run, which may be refused.
#[test]
fn memory_is_granted_or_refused_by_the_first_run() {
    let (_, family) = numbered::path(9);
    let bitbase = Bitbase::new(family.clone());
    let wins = ForcedWins::new(&bitbase, family.clone()).with_memory(usize::MAX);
    let refused = wins.within(&family.place(3), 1, 3, &Limits::new());
    assert_eq!(refused, Err(SearchError::NoMemory { bytes: usize::MAX }));
    assert!(wins.save(std::env::temp_dir().join("never-written")).is_err());
    let found = wins.with_memory(0).within(&family.place(3), 1, 3, &Limits::new());
    assert_eq!(found, Ok(Some(Forced::Within(3))));
}

#[test]
fn forced_wins_round_trip_through_a_file() {
    let folder = std::env::temp_dir().join(format!("forced-wins-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("state");
    let (_, family) = numbered::random(400, 3, 3, 5);
    let mut bitbase = Bitbase::new(family.clone());
    bitbase.build_some(&threads(1)).unwrap();
    let search = ForcedWins::new(&bitbase, family.clone()).with_memory(1 << 14).with_threads(1);
    let running = |place: &Place| place.outcome().is_none() && bitbase.probe(place).is_none();
    let places: Vec<Place> =
        (0..400).map(|node| family.place(node)).filter(|place| running(place)).collect();
    let answers = |search: &ForcedWins<'_, Numbered>| {
        let settle =
            |place: &Place| search.settle(place, 0, Forced::MAX_PLIES, &Limits::new()).unwrap();
        places.iter().map(settle).collect::<Vec<_>>()
    };
    let found = answers(&search);
    assert!(found.contains(&Some(Forced::Never)) && places.len() > 100);
    // A defence stays among the positions that were settled with the first one.
    let mut defended = 0;
    for place in places.iter().filter(|place| place.turn() != 0).take(60) {
        let search = ForcedWins::new(&bitbase, family.clone()).with_memory(1 << 14).with_threads(1);
        search.settle(place, 0, Forced::MAX_PLIES, &Limits::new()).unwrap();
        if search.is_never(place, 0) {
            let mut after = place.legal_moves().into_iter().map(|m| place.after(m));
            assert!(after.any(|child| search.is_never(&child, 0)));
            defended += 1;
        }
    }
    assert!(defended > 0);
    search.save(&path).unwrap();

    let loaded = ForcedWins::load(&bitbase, family.clone(), &path).unwrap().with_threads(1);
    assert_eq!(answers(&loaded), found);
    // Nothing is searched twice.
    assert!(loaded.nodes() < search.nodes() / 4);
    for place in &places {
        assert_eq!(loaded.is_never(place, 0), search.is_never(place, 0));
    }

    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.len() < 1 << 14, "{} bytes, though most of the table is empty", bytes.len());
    let mut rng = engine::game::seeded(1);
    for _ in 0..500 {
        let mut changed = bytes.clone();
        changed[rng.random_range(0..bytes.len())] ^= 1 << rng.random_range(0..8);
        std::fs::write(&path, changed).unwrap();
        assert!(ForcedWins::load(&bitbase, family.clone(), &path).is_err());
    }
    let shorter = [0, 7, 30, bytes.len() - 1].map(|length| bytes[..length].to_vec());
    for other in shorter.into_iter().chain([[&bytes[..], &[0]].concat()]) {
        std::fs::write(&path, other).unwrap();
        assert!(ForcedWins::load(&bitbase, family.clone(), &path).is_err());
    }
    let earlier = [&bytes[..8], &2_u32.to_le_bytes(), &bytes[12..]].concat();
    std::fs::write(&path, earlier).unwrap();
    let refused = ForcedWins::load(&bitbase, family.clone(), &path).err();
    assert!(matches!(refused, Some(StateError::Version { found: 2 })));
    std::fs::write(&path, &bytes).unwrap();
    let other = numbered::random(400, 2, 3, 5).1;
    let empty = Bitbase::new(other.clone());
    let refused = ForcedWins::load(&empty, other, &path).err();
    assert!(matches!(refused, Some(StateError::Other { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every winning move keeps the win, and leads to its end.
#[test]
fn winning_moves_win() {
    let mut wins = 0;
    for seed in 0..40 {
        let (graph, family) = numbered::random(60, 2, 3, seed);
        let bitbase = built(family.clone());
        let search = ForcedWins::new(&bitbase, family.clone()).with_memory(1 << 10).with_threads(1);
        for mut place in (0..graph.nodes.len()).map(|node| family.place(node)) {
            if place.outcome().is_some() || bitbase.probe(&place) != Some(Wdl::Win) {
                continue;
            }
            let winner = place.turn();
            let mut plies = 0;
            while place.outcome().is_none() {
                // Of the loser's moves the last one, of the winner's the first that wins soonest.
                let m = if place.turn() == winner {
                    search.winning_moves(&place, &Limits::new()).unwrap().unwrap()[0]
                } else {
                    *place.legal_moves().last().unwrap()
                };
                place.play_unchecked(m);
                plies += 1;
                assert!(plies < 1_000);
            }
            assert_eq!(place.outcome().unwrap().wdl(winner), Wdl::Win);
            wins += 1;
        }
    }
    assert!(wins > 300, "{wins}");
}
