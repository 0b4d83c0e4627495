//! Bitbases against a naive fixpoint and against tables with distances.

use std::num::NonZeroUsize;

use crate::fixtures::graph::{Graph, Place};
use crate::fixtures::numbered::{self, Numbered, fixpoint};
use crate::fixtures::rook_ending::Placement;
use crate::fixtures::tic_tac_toe::{Boards, TicTacToe};
use engine::tablebase::{Bitbase, BuildError, BuildOptions, Family, Progress, Rank, Tablebase};
use engine::{ScoreKind, StopFlag, Wdl};
use proptest::prelude::*;

fn threads(count: usize) -> BuildOptions<'static> {
    BuildOptions::new().threads(NonZeroUsize::new(count).unwrap())
}

fn built<F: Family + Sync>(family: F) -> Bitbase<F> {
    let mut bitbase = Bitbase::new(family);
    bitbase.build(&threads(2)).unwrap();
    bitbase.verify(&threads(2)).unwrap();
    bitbase
}

fn without_distance(kind: ScoreKind) -> Wdl {
    match kind {
        ScoreKind::Win(_) => Wdl::Win,
        ScoreKind::Loss(_) => Wdl::Loss,
        ScoreKind::Value(_) => Wdl::Draw,
    }
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
        let expected = family.rank(&place).map(|_| without_distance(score.kind()));
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
            let expected = table.score(rank).map(|score| without_distance(score.kind()));
            assert_eq!(bitbase.result(rank), expected, "{rank}");
        }
        for class in 0..table.classes() {
            let statistics = table.statistics(class, 0..table.size(class));
            let counts = bitbase.counts(class, 0..table.size(class));
            assert_eq!(
                (counts.won, counts.drawn, counts.lost),
                (statistics.won, statistics.drawn, statistics.lost)
            );
        }
    }
    compare(Boards);
    compare(Placement);
    compare(numbered::random(60_000, 3, 3, 1).1);
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
                assert_eq!(bitbase.result(Rank { class, index: 0 }), None);
            }
            Ok(more) => assert!(more),
        }
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(bitbase.build_some(&threads(2)), Ok(false));
    for class in 0..3 {
        for index in 0..whole.size(class) {
            let rank = Rank { class, index };
            assert_eq!(bitbase.result(rank), whole.result(rank), "{rank}");
        }
    }
}

#[test]
fn memory_is_stated_and_the_limit_kept() {
    let (_, family) = numbered::random(200_000, 1, 4, 6);
    let size = family.sizes()[0];
    let plan = Bitbase::new(family.clone()).plan(&threads(1)).unwrap()[0];
    assert_eq!((plan.size, plan.memory), (size, 8 * (size.div_ceil(32) + size.div_ceil(64))));
    let refused = BuildError::Memory { bytes: plan.memory };
    let mut bitbase = Bitbase::new(family);
    let less = threads(1).memory(plan.memory - 1);
    assert_eq!(bitbase.plan(&less).unwrap_err(), refused);
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
