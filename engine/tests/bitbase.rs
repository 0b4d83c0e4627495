//! Bitbases against a naive fixpoint and against tables with distances.

use crate::fixtures::graph::{Graph, Place};
use crate::fixtures::numbered::{self, Numbered, fixpoint, threads};
use crate::fixtures::tic_tac_toe::{Boards, TicTacToe};
use engine::solve::tablebase::{
    Bitbase, BitbaseFile, BuildError, Family, FileError, Forced, ForcedWins, Progress, Rank,
    Tablebase,
};
use engine::{Game, Score, StopFlag, Wdl};
use proptest::prelude::*;
use rand::RngExt;

fn built<F: Family + Sync>(family: F) -> Bitbase<F> {
    let mut bitbase = Bitbase::new(family);
    bitbase.build(&threads(2)).unwrap();
    bitbase.verify(&threads(2)).unwrap();
    bitbase
}

/// The nodes of a graph, which knows where its edges come from.
#[derive(Clone, Debug)]
struct Backwards {
    graph: Graph,
    family: Numbered,
}

impl Family for Backwards {
    type Game = Place;

    const LISTS_PREDECESSORS: bool = true;

    fn description(&self) -> String {
        self.family.description()
    }

    fn sizes(&self) -> Vec<u64> {
        self.family.sizes()
    }

    fn rank(&self, place: &Place) -> Option<Rank> {
        self.family.rank(place)
    }

    fn unrank(&self, rank: Rank) -> Option<Place> {
        self.family.unrank(rank)
    }

    fn predecessors(&self, place: &Place, ranks: &mut Vec<Rank>) {
        let leads_here = |&node: &usize| self.graph.nodes[node].moves.contains(&place.node);
        let nodes = (0..self.graph.nodes.len()).filter(leads_here);
        ranks.extend(nodes.filter_map(|node| self.rank(&self.family.place(node))));
    }
}

fn agrees(graph: &Graph, family: &Numbered, bitbase: &Bitbase<impl Family<Game = Place>>) {
    for (node, score) in fixpoint(graph).into_iter().enumerate() {
        let place = family.place(node);
        let expected = family.rank(&place).map(|_| score.result());
        assert_eq!(bitbase.probe(&place), expected, "node {node}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn graphs_with_cycles(
        nodes in 2..60_usize, classes in 1..4_usize, seed in any::<u64>(), count in 1..4_usize,
    ) {
        let (graph, family) = numbered::random(nodes, classes, 3, seed);
        let mut bitbase = Bitbase::new(family.clone());
        bitbase.build(&threads(count)).unwrap();
        prop_assert_eq!(bitbase.verify(&threads(count)), Ok(()));
        agrees(&graph, &family, &bitbase);
        let backwards = Backwards { graph: graph.clone(), family: family.clone() };
        let mut bitbase = Bitbase::new(backwards);
        bitbase.build(&threads(count)).unwrap();
        agrees(&graph, &family, &bitbase);
    }
}

#[test]
fn it_says_what_the_table_with_distances_says() {
    fn compare<F: Family + Sync + Clone>(family: F) {
        let mut table = Tablebase::new(family.clone());
        table.build(&threads(2)).unwrap();
        let bitbase = built(family);
        for (class, index) in
            (0..table.classes()).flat_map(|c| (0..table.size(c)).map(move |i| (c, i)))
        {
            let rank = Rank { class, index };
            let expected = table.get(rank).map(Score::result);
            assert_eq!(bitbase.get(rank), expected, "{rank}");
        }
        for class in 0..table.classes() {
            let statistics = table.statistics(class, 0..table.size(class));
            let counts = bitbase.counts(class, 0..table.size(class));
            assert_eq!(counts, statistics.counts);
        }
    }
    compare(Boards);
    compare(numbered::path(500).1);
    compare(numbered::random(20_000, 3, 3, 1).1);
    assert_eq!(built(Boards).probe(&TicTacToe::start()), Some(Wdl::Draw));
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let (_, family) = numbered::random(30_000, 3, 3, 4);
    let whole = built(family.clone());
    let mut bitbase = Bitbase::new(family);
    let mut stops = 0;
    while !bitbase.is_complete() {
        let (stop, class) = (StopFlag::new(), bitbase.built());
        let before = std::sync::Mutex::new(None);
        // Two chunks after the start, in whichever pass that is.
        let raise = |_: Progress| {
            let mut before = before.lock().unwrap();
            *before = Some(before.map_or(0, |n| n + 1));
            if *before == Some(2) {
                stop.raise();
            }
        };
        match bitbase.build_some(&threads(2).stop(stop.clone()).progress(&raise)) {
            Err(error) => {
                assert_eq!(error, BuildError::Stopped);
                stops += 1;
                assert_eq!(bitbase.built(), class);
                assert_eq!(bitbase.get(Rank { class, index: 0 }), None);
            }
            Ok(more) => assert!(more),
        }
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(bitbase.build_some(&threads(2)), Ok(false));
    for class in 0..3 {
        for index in 0..whole.size(class) {
            let rank = Rank { class, index };
            assert_eq!(bitbase.get(rank), whole.get(rank), "{rank}");
        }
    }
}

#[test]
fn memory_is_stated_and_the_limit_kept() {
    let (_, family) = numbered::random(400_000, 2, 4, 6);
    let [first, size] = family.sizes()[..] else { unreachable!("two classes") };
    let plans = Bitbase::new(family.clone()).plan();
    let results = [first.div_ceil(32), first.div_ceil(32) + size.div_ceil(32)];
    for (plan, (size, results)) in plans.iter().zip([first, size].into_iter().zip(results)) {
        assert_eq!((plan.size, plan.memory), (size, 8 * (results + size.div_ceil(64))));
    }
    let plan = plans[1];
    let refused = BuildError::Memory { bytes: plan.memory };
    let mut bitbase = Bitbase::new(family);
    let less = threads(1).memory(plan.memory - 1);
    assert_eq!(bitbase.build(&less), Err(refused));
    assert_eq!(bitbase.build(&threads(1).memory(plan.memory)), Ok(()));
}

#[test]
fn families_that_break_their_laws_are_refused() {
    let (graph, family) = numbered::random(50, 2, 3, 9);
    let escapes = |&node: &usize| graph.nodes[node].moves.iter().any(|&to| to > 0 && to != node);
    let node = (0..50).find(escapes).unwrap();
    let mut partial = family.clone();
    for &to in &graph.nodes[node].moves {
        // A running game without a rank; finished ones need none.
        if !graph.nodes[to].moves.is_empty() && to != node {
            partial.forget(to);
        }
    }
    let result = Bitbase::new(partial).build(&threads(1));
    assert!(matches!(result, Err(BuildError::Outside { .. })), "{result:?}");
}

fn all_results<F: Family>(bitbase: &Bitbase<F>) -> Vec<(Rank, Option<Wdl>)> {
    let ranks = |class| (0..bitbase.size(class)).map(move |index| Rank { class, index });
    (0..bitbase.classes()).flat_map(ranks).map(|rank| (rank, bitbase.get(rank))).collect()
}

#[test]
fn files_are_probed_without_being_unpacked() {
    let folder = std::env::temp_dir().join(format!("bitbase-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("graph.bitbase");
    // More than one block in each class.
    let (_, family) = numbered::random(120_000, 3, 3, 1);
    let bitbase = built(family.clone());
    bitbase.save(&path).unwrap();
    assert_eq!(Bitbase::<Numbered>::read_description(&path).unwrap(), family.description());
    let loaded = Bitbase::load(family.clone(), &path).unwrap();
    let file = BitbaseFile::open(family.clone(), &path).unwrap();
    assert!(loaded.is_complete());
    for (rank, result) in all_results(&bitbase) {
        assert_eq!(loaded.get(rank), result, "{rank}");
        assert_eq!(file.get(rank).unwrap(), result, "{rank}");
    }
    for place in (0..100).map(|node| family.place(node)) {
        assert_eq!(file.probe(&place).unwrap(), bitbase.probe(&place));
    }
    assert!(format!("{bitbase:?}").ends_with("built: 3, .. }"), "{bitbase:?}");
    assert_eq!(file.get(Rank { class: 3, index: 0 }).unwrap(), None);
    assert_eq!(file.get(Rank { class: 0, index: u64::MAX }).unwrap(), None);

    // The last byte belongs to the last block of the last class.
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let file = BitbaseFile::open(family.clone(), &path).unwrap();
    let last = Rank { class: 2, index: family.sizes()[2] - 1 };
    assert!(matches!(file.get(last), Err(FileError::Damaged { class: 2 })));
    assert!(file.get(Rank { class: 0, index: 0 }).is_ok());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_damaged_byte_is_found() {
    let (_, family) = numbered::random(300, 2, 3, 3);
    let bytes = built(family.clone()).to_bytes();
    assert!(Bitbase::from_bytes(family.clone(), &bytes).is_ok());
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Bitbase::from_bytes(family.clone(), &damaged).is_err(), "byte {at}");
        }
        // Without its end a file may hold fewer classes, but says so in its header.
        assert!(Bitbase::from_bytes(family.clone(), &bytes[..at]).is_err(), "{at} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(Bitbase::from_bytes(family, &longer), Err(FileError::Longer)));
}

#[test]
fn a_build_goes_on_from_a_file() {
    let (_, family) = numbered::random(30_000, 3, 3, 4);
    let mut bitbase = Bitbase::new(family.clone());
    let stop = StopFlag::new();
    let raise = |progress: Progress| {
        if progress.class == 1 && progress.done > 0.75 {
            stop.raise();
        }
    };
    let options = threads(2).stop(stop.clone()).progress(&raise);
    assert_eq!(bitbase.build(&options), Err(BuildError::Stopped));
    let bytes = bitbase.to_bytes();
    let mut resumed = Bitbase::from_bytes(family.clone(), &bytes).unwrap();
    assert_eq!((resumed.built(), resumed.to_bytes()), (1, bytes));
    resumed.build(&threads(2)).unwrap();
    assert_eq!(all_results(&resumed), all_results(&built(family)));
}

/// Whatever single result is changed, in a graph where each follows from others.
#[test]
fn verification_notices_a_changed_result() {
    let (_, family) = numbered::path(63);
    let bytes = built(family.clone()).to_bytes();
    let head = bytes.len() - (8 + 4 + 4 + 4);
    let start = (0..head).find(|&at| bytes[at..at + 8] == 64_u64.to_le_bytes()).unwrap();
    let stream = &bytes[start + 20..bytes.len() - 4];
    let results = miniz_oxide::inflate::decompress_to_vec(stream).unwrap();
    for at in 0..64 {
        for other in 1..4 {
            let mut changed = results.clone();
            changed[at / 4] ^= other << (at % 4 * 2);
            let mut block = miniz_oxide::deflate::compress_to_vec(&changed, 8);
            block.extend(crc32fast::hash(&block).to_le_bytes());
            let mut class = 64_u64.to_le_bytes().to_vec();
            class.extend(1_u32.to_le_bytes());
            class.extend((block.len() as u32).to_le_bytes());
            class.extend(crc32fast::hash(&class).to_le_bytes());
            let bytes = [&bytes[..start], &class, &block].concat();
            let changed = Bitbase::from_bytes(family.clone(), &bytes).unwrap();
            assert!(changed.verify(&threads(1)).is_err(), "{at}");
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
        let search = ForcedWins::new(&bitbase, family.clone(), 1 << 10).unwrap();
        // Threads take longer to start than to find out.
        let options = threads(if seed % 10 == 0 { 2 } else { 1 });
        for place in (0..graph.nodes.len()).map(|node| family.place(node)) {
            let running = place.outcome().is_none() && bitbase.probe(&place).is_none();
            for (player, plies) in [0, 1].into_iter().flat_map(|p| (0..7).map(move |n| (p, n))) {
                if !running || family.rank(&place).is_none() {
                    continue;
                }
                let result = whole.probe(&place).unwrap();
                let is_won = (if place.turn() == player { result } else { -result }) == Wdl::Win;
                for limit in [plies, Forced::MAX_PLIES] {
                    match search.settle(&place, player, limit, &options).unwrap() {
                        Forced::Within(_) => assert!(is_won),
                        Forced::Never => assert!(!is_won),
                        Forced::NotWithin(_) => assert!(limit == plies),
                    }
                }
                let within = wins(&bitbase, &place, player, plies);
                match search.within(&place, player, plies, &options).unwrap() {
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
    let (_, family) = numbered::random(40, 3, 3, 0);
    let (bitbase, stop) = (Bitbase::new(family.clone()), StopFlag::new());
    stop.raise();
    let search = ForcedWins::new(&bitbase, family.clone(), 0).unwrap();
    let stopped = search.within(&family.place(39), 0, 7, &threads(1).stop(stop));
    assert!(stopped.is_none() || family.place(39).outcome().is_some());
}

#[test]
fn forced_wins_round_trip_through_a_file() {
    let folder = std::env::temp_dir().join(format!("forced-wins-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("state");
    let (_, family) = numbered::random(400, 3, 3, 5);
    let mut bitbase = Bitbase::new(family.clone());
    bitbase.build_some(&threads(1)).unwrap();
    let search = ForcedWins::new(&bitbase, family.clone(), 1 << 14).unwrap();
    let running = |place: &Place| place.outcome().is_none() && bitbase.probe(place).is_none();
    let places: Vec<Place> =
        (0..400).map(|node| family.place(node)).filter(|place| running(place)).collect();
    let answers = |search: &ForcedWins<'_, Numbered>| {
        let settle =
            |place: &Place| search.settle(place, 0, Forced::MAX_PLIES, &threads(1)).unwrap();
        places.iter().map(settle).collect::<Vec<_>>()
    };
    let found = answers(&search);
    assert!(found.contains(&Forced::Never) && places.len() > 100);
    // A defence stays among the positions that were settled with the first one.
    let mut defended = 0;
    for place in places.iter().filter(|place| place.turn() != 0).take(60) {
        let search = ForcedWins::new(&bitbase, family.clone(), 1 << 14).unwrap();
        search.settle(place, 0, Forced::MAX_PLIES, &threads(1)).unwrap();
        if search.is_never(place, 0) {
            let mut after = place.legal_moves().into_iter().map(|m| place.after(m));
            assert!(after.any(|child| search.is_never(&child, 0)));
            defended += 1;
        }
    }
    assert!(defended > 0);
    search.save(&path).unwrap();

    let loaded = ForcedWins::load(&bitbase, family.clone(), &path).unwrap();
    assert_eq!(answers(&loaded), found);
    // Nothing is searched twice.
    assert!(loaded.positions() < search.positions() / 4);
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
    for length in [0, 7, 30, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(ForcedWins::load(&bitbase, family.clone(), &path).is_err());
    }
    // The first version kept answers that may be wrong.
    let first = [&bytes[..8], &1_u32.to_le_bytes(), &bytes[12..]].concat();
    std::fs::write(&path, first).unwrap();
    let refused = ForcedWins::load(&bitbase, family.clone(), &path).err();
    assert!(matches!(refused, Some(FileError::Version { version: 1, expected: 2 })));
    std::fs::write(&path, &bytes).unwrap();
    let other = numbered::random(400, 2, 3, 5).1;
    let empty = Bitbase::new(other.clone());
    let refused = ForcedWins::load(&empty, other, &path).err();
    assert!(matches!(refused, Some(FileError::OtherFamily { .. } | FileError::Classes { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every winning move keeps the win, and leads to its end.
#[test]
fn winning_moves_win() {
    let mut wins = 0;
    for seed in 0..40 {
        let (graph, family) = numbered::random(60, 2, 3, seed);
        let bitbase = built(family.clone());
        let search = ForcedWins::new(&bitbase, family.clone(), 1 << 10).unwrap();
        for mut place in (0..graph.nodes.len()).map(|node| family.place(node)) {
            if place.outcome().is_some() || bitbase.probe(&place) != Some(Wdl::Win) {
                continue;
            }
            let winner = place.turn();
            let mut plies = 0;
            while place.outcome().is_none() {
                // Of the loser's moves the last one, of the winner's the first that wins soonest.
                let m = if place.turn() == winner {
                    search.winning_moves(&place, &threads(1)).unwrap()[0]
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
