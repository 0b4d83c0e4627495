//! Bitbases against a naive fixpoint and against tables with distances.

use std::ops::ControlFlow;

use crate::fixtures::boards::Boards;
use crate::fixtures::graph::{Graph, Place, To};
use crate::fixtures::numbered::{self, Numbered, built, fixpoint, threads};
use crate::fixtures::tic_tac_toe::TicTacToe;
use crate::tablebase::two_draws;
use crate::tablebase_files::forged;
use engine::{Game, Score, StopFlag, Wdl};
use proptest::prelude::*;
use solve::tablebase::{
    Bitbase, BitbaseFile, BuildError, Child, Family, FileError, Passes, Progress, Rank, Tablebase,
    VerifyError, Wanted,
};

/// The nodes of a graph, which knows where its edges come from, and visits no children that are not
/// wanted. They are visited from the last to the first.
#[derive(Clone, Debug)]
struct Backwards {
    graph: Graph,
    family: Numbered,
}

impl Family for Backwards {
    type Game = Place;

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

    fn passes(&self) -> impl Passes<Family = Self> {
        FromTheLast(self)
    }
}

struct FromTheLast<'b>(&'b Backwards);

impl Passes for FromTheLast<'_> {
    type Family = Backwards;

    fn family(&self) -> &Backwards {
        self.0
    }

    fn children<B>(
        &self,
        place: &Place,
        wanted: Wanted,
        moves: &mut Vec<To>,
        mut visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let class = self.0.rank(place).map_or(0, |rank| rank.class);
        moves.clear();
        place.generate_moves(moves);
        for child in moves.iter().map(|&m| Child::new(self.0, place, m)) {
            let inside = match child {
                Some(Child::Running { rank, next }) if rank.class == class => Some(next),
                _ => None,
            };
            match (wanted, inside) {
                (Wanted::Leaving, None) | (Wanted::Staying, Some(_)) => visit(child)?,
                (Wanted::Leaving, Some(next)) => {
                    visit(Some(Child::Running { rank: Rank { class, index: 0 }, next }))?;
                }
                (Wanted::Staying, None) => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn lists_predecessors(&self) -> bool {
        true
    }

    fn predecessors(&self, place: &Place, places: &mut Vec<Rank>) {
        let leads_here = |&node: &usize| self.0.graph.nodes[node].moves.contains(&place.node);
        let nodes = (0..self.0.graph.nodes.len()).filter(leads_here);
        let ranks = nodes.filter_map(|node| self.0.rank(&self.0.family.place(node)));
        places.extend(ranks.map(|rank| self.0.turned(rank)));
    }

    fn visit(
        &self,
        class: usize,
        places: impl Iterator<Item = u64>,
        mut visit: impl FnMut(u64, Option<Place>, &[Rank]),
    ) {
        for index in places {
            let rank = self.0.turned(Rank { class, index });
            visit(index, self.0.unrank(rank), &[rank]);
        }
    }
}

impl Backwards {
    fn new(graph: &Graph, family: &Numbered) -> Self {
        Self { graph: graph.clone(), family: family.clone() }
    }

    /// The place of a rank, and the rank of a place.
    fn turned(&self, Rank { class, index }: Rank) -> Rank {
        Rank { class, index: self.sizes()[class] - 1 - index }
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
        for class in 0..=classes {
            let verified = bitbase.verify_sample(class, 100, seed, &threads(count));
            prop_assert_eq!(verified, Ok(if class < bitbase.classes() { 100 } else { 0 }));
        }
        agrees(&graph, &family, &bitbase);
        let mut bitbase = Bitbase::new(Backwards::new(&graph, &family));
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
            let Some(position) = bitbase.family().unrank(rank) else { continue };
            let results =
                table.moves(&position).into_iter().map(|(_, score)| score.map(Score::result));
            let found = bitbase.moves(&position).into_iter().map(|(_, result)| result);
            assert!(results.eq(found) && bitbase.line(&position).is_empty(), "{rank}");
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
    let bytes = std::fs::read(&path).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&path, damaged).unwrap();
    let file = BitbaseFile::open(family.clone(), &path).unwrap();
    let last = Rank { class: 2, index: family.sizes()[2] - 1 };
    assert!(matches!(file.get(last), Err(FileError::Damaged { class: 2 })));
    assert!(file.get(Rank { class: 0, index: 0 }).is_ok());
    assert!(Bitbase::load(family.clone(), &path).is_err());

    // What an earlier file has is taken from there only if it is the same.
    bitbase.save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let mut other = Bitbase::new(family.clone());
    while other.built() < 2 {
        other.build_some(&threads(1)).unwrap();
    }
    other.save(&path).unwrap();
    assert_eq!(Bitbase::load(family, &path).unwrap().to_bytes(), other.to_bytes());
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
    let bitbase = built(family);
    let codes = all_results(&bitbase).into_iter().map(|(_, result)| match result {
        Some(Wdl::Draw) => 0,
        Some(Wdl::Win) => 1,
        Some(Wdl::Loss) => 2,
        None => 3_u8,
    });
    let codes: Vec<u8> = codes.collect();
    let pack = |codes: &[u8]| codes.iter().rev().fold(0, |byte, code| byte << 2 | code);
    let results: Vec<u8> = codes.chunks(4).map(pack).collect();
    for at in 0..64 {
        for other in 1..4 {
            let mut changed = results.clone();
            changed[at / 4] ^= other << (at % 4 * 2);
            let changed = forged(&bitbase, &[changed], 1).unwrap();
            assert!(changed.verify(&threads(1)).is_err(), "{at}");
            assert!(changed.verify_sample(0, 1_000, 0, &threads(1)).is_err(), "{at}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// A search looks at 64 positions, and at 256, before it has listed all.
    #[test]
    fn searches_that_look_at_many_positions_agree(
        nodes in 100..800_usize, choices in 1..4_usize, seed in any::<u64>(),
    ) {
        let (_, family) = numbered::random(nodes, 1, choices, seed);
        let bitbase = built(family);
        prop_assert_eq!(bitbase.verify_sample(0, 200, seed, &threads(2)), Ok(200));
    }
}

/// Two positions that lead to each other, drawn, are stored as won.
#[test]
fn a_search_notices_wins_that_never_end() {
    let draws = built(two_draws());
    assert_eq!(draws.verify_sample(0, 100, 3, &threads(2)), Ok(100));
    let wins = forged(&draws, &[vec![0b0101]], 1).unwrap();
    assert_eq!(wins.verify(&threads(2)), Ok(()));
    let wrong = wins.verify_sample(0, 100, 3, &threads(2)).unwrap_err().to_string();
    assert!(wrong.ends_with("is stored as a win in 0: expected a draw"), "{wrong}");
    for count in 2..5 {
        let again = wins.verify_sample(0, 100, 3, &threads(count)).unwrap_err().to_string();
        assert_eq!(again, wrong, "the first, with any number of threads");
    }
    let stop = StopFlag::new();
    stop.raise();
    let stopped = draws.verify_sample(0, 100, 3, &threads(2).stop(stop));
    assert_eq!(stopped, Err(VerifyError::Stopped));
}
