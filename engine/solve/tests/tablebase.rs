//! Tablebases against known results and a naive fixpoint.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fixtures::boards::Boards;
use crate::fixtures::graph::{Graph, Node, Place};
use crate::fixtures::numbered::{self, Numbered, fixpoint, path, threads};
use crate::fixtures::rook_ending::{self, Placement};
use crate::fixtures::tic_tac_toe::TicTacToe;
use crate::tablebase_files::{codes, forged};
use engine::{Game, Outcome, Score, ScoreKind, StopFlag};
use proptest::prelude::*;
use solve::tablebase::{
    BuildError, BuildOptions, Family, FileError, Longest, Progress, Rank, Tablebase, VerifyError,
};
use system::Shard;

pub(crate) fn built<F: Family + Sync>(family: F) -> Tablebase<F> {
    let mut table = Tablebase::new(family);
    table.build(&threads(2)).unwrap();
    table.verify(&threads(2)).unwrap();
    table
}

fn scores<F: Family>(table: &Tablebase<F>, class: usize) -> impl Iterator<Item = (Rank, Score)> {
    let ranks = (0..table.size(class)).map(move |index| Rank { class, index });
    ranks.filter_map(|rank| Some((rank, table.get(rank)?)))
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let table = built(Boards);
    assert_eq!(table.probe(&TicTacToe::start()), Some(Score::DRAW));
    assert_eq!(scores(&table, 0).count(), 5_478);
    let statistics = table.statistics(0, 0..table.size(0));
    assert_eq!(statistics.counts.positions(), 5_478);
    // Every game that somebody has won is lost for the other player, who would be to move.
    let over = scores(&table, 0).filter(|&(_, score)| score == Score::loss_in(0)).count();
    assert_eq!(over, 626 + 316);
    let corner = "x........ o".parse::<TicTacToe>().unwrap();
    let edge = "xo....... x".parse::<TicTacToe>().unwrap();
    assert_eq!(table.probe(&corner), Some(Score::DRAW));
    assert_eq!(table.probe(&edge), Some(Score::win_in(5)));
}

/// King and rook against king, black to move: how many positions that no symmetry makes equal are
/// lost in how many moves of white's. The figures are those of the data set "Chess (King-Rook vs.
/// King)" of the UCI Machine Learning Repository (M. Bain, A. Hoff, 1994).
#[test]
fn king_and_rook_against_king() {
    const DRAWN: u64 = 2_796;
    const LOST_IN: [u64; 17] = [
        27, 78, 246, 81, 198, 471, 592, 683, 1_433, 1_712, 1_985, 2_854, 3_597, 4_194, 4_553,
        2_166, 390,
    ];
    let table = built(Placement);
    let (mut drawn, mut lost) = (0, BTreeMap::new());
    for (rank, score) in scores(&table, 0) {
        let ending = Placement.unrank(rank).unwrap();
        if ending.turn() != rook_ending::Player::Black || !ending.is_canonical() {
            continue;
        }
        match score.kind() {
            ScoreKind::Loss(plies) => *lost.entry(plies).or_default() += 1_u64,
            _ => drawn += 1,
        }
    }
    assert_eq!(drawn, DRAWN);
    let expected: BTreeMap<u32, u64> = (0..).step_by(2).zip(LOST_IN).collect();
    assert_eq!(lost, expected);
    let statistics = table.statistics(0, 0..table.size(0));
    let first = |score: Score, plies| {
        let (rank, _) = scores(&table, 0).find(|&(_, found)| found == score)?;
        Some(Longest { plies, rank })
    };
    assert_eq!(statistics.longest_win, first(Score::win_in(31), 31));
    assert_eq!(statistics.longest_loss, first(Score::loss_in(32), 32));
}

/// The best move keeps the score, and best play ends the game when the score says.
fn check_play(
    table: &Tablebase<Numbered>,
    place: &Place,
    score: Score,
) -> Result<(), TestCaseError> {
    let moves = table.moves(place);
    prop_assert!(moves.iter().is_sorted_by_key(|&(_, score)| Reverse(score)));
    prop_assert!(moves.first().is_none_or(|&(_, best)| best == Some(score)), "{:?}", moves);
    let line = table.line(place);
    prop_assert_eq!(line.len() as u32, score.distance().unwrap_or(0));
    let end = line.iter().fold(place.clone(), |place, &m| place.after(m));
    prop_assert!(line.is_empty() || end.outcome().is_some());
    Ok(())
}

/// A graph in which nobody need move in turn, with its numbering.
fn any_graph() -> impl Strategy<Value = (Graph, Numbered)> {
    (2..60_usize, 1..4_usize, any::<u64>())
        .prop_map(|(nodes, classes, seed)| numbered::random(nodes, classes, 3, seed))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn graphs_with_cycles((graph, family) in any_graph(), count in 1..4_usize) {
        let expected = fixpoint(&graph);
        let mut table = Tablebase::new(family);
        table.build(&threads(count)).unwrap();
        prop_assert_eq!(table.verify(&threads(count)), Ok(()));
        for (node, expected) in expected.into_iter().enumerate() {
            let place = table.family().place(node);
            if table.family().rank(&place).is_some() {
                prop_assert_eq!(table.probe(&place), Some(expected), "node {}", node);
                check_play(&table, &place, expected)?;
            } else {
                prop_assert_eq!(table.probe(&place), None);
            }
        }
    }

    /// Whatever single score is changed, verification says that something is wrong.
    #[test]
    fn verification_notices_any_mistake((_, family) in any_graph(), at in any::<prop::sample::Index>(), code in 0..40_u8) {
        let mut table = Tablebase::new(family);
        table.build(&threads(1)).unwrap();
        let last = table.classes() - 1;
        let mut codes: Vec<Vec<u8>> = (0..=last).map(|class| codes(&table, class)).collect();
        let place = at.index(codes[last].len());
        prop_assume!(codes[last][place] != code);
        codes[last][place] = code;
        let noticed = match forged(&table, &codes, 3) {
            // A win or a loss that takes more plies than there are positions.
            Err(FileError::Damaged { class }) => class == last && code > 3,
            Err(_) => false,
            Ok(changed) => matches!(
                changed.verify(&threads(1)),
                Err(VerifyError::Score { .. } | VerifyError::Missing { .. })
            ),
        };
        prop_assert!(noticed);
    }
}

#[test]
fn any_number_of_threads_builds_the_same() {
    let (graph, family) = numbered::random(60_000, 3, 3, 1);
    let tables = [1, 2, 5].map(|count| {
        let mut table = Tablebase::new(family.clone());
        table.build(&threads(count)).unwrap();
        table.verify(&threads(count)).unwrap();
        table
    });
    assert_eq!(tables[0].to_bytes(), tables[1].to_bytes());
    assert_eq!(tables[0].to_bytes(), tables[2].to_bytes());
    let decided = (0..3).flat_map(|class| scores(&tables[0], class));
    let decided = decided.filter(|&(_, score)| score.distance().is_some_and(|plies| plies > 5));
    assert!(decided.count() > 1_000, "{} nodes", graph.nodes.len());
}

#[test]
fn no_distance_is_cut_off() {
    for (length, width) in [(126, 1), (127, 2), (32_766, 2), (40_000, 4)] {
        let table = built(path(length).1);
        assert_eq!(table.bytes(), (table.size(0) * width).next_multiple_of(8), "{length}");
        let farthest = table.family().place(length);
        let score = table.probe(&farthest).unwrap();
        assert_eq!(score.distance(), Some(length as u32));
        let again = Tablebase::from_bytes(table.family().clone(), &table.to_bytes()).unwrap();
        assert!(scores(&again, 0).eq(scores(&table, 0)));
        assert_eq!(again.probe(&farthest), Some(score));
    }
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let (_, family) = numbered::random(30_000, 3, 3, 4);
    let stop = StopFlag::new();
    let raise = |progress: Progress| {
        if progress.class == 1 && progress.done > 0.3 {
            stop.raise();
        }
    };
    let options = threads(2).stop(stop.clone()).progress(&raise);
    let mut table = Tablebase::new(family.clone());
    assert_eq!(table.build(&options), Err(BuildError::Stopped));
    assert_eq!((table.built(), table.classes()), (1, 3));
    assert_eq!(table.get(Rank { class: 1, index: 0 }), None);
    assert_eq!(table.plan().unwrap().iter().map(|plan| plan.class).collect::<Vec<_>>(), [1, 2]);

    let mut resumed = Tablebase::from_bytes(family.clone(), &table.to_bytes()).unwrap();
    assert!(!resumed.is_complete());
    resumed.build(&threads(2)).unwrap();
    assert!(resumed.is_complete());
    assert_eq!(resumed.build_next(&threads(2)), Ok(false));
    assert_eq!(resumed.to_bytes(), built(family).to_bytes());
    assert_eq!(resumed.verify(&options), Err(VerifyError::Stopped));
}

#[test]
fn classes_in_files_of_their_own_are_the_table() {
    let (_, family) = numbered::random(20_000, 3, 3, 5);
    let folder = std::env::temp_dir().join(format!("classes-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |class: usize| folder.join(class.to_string());
    let new = || Tablebase::new(family.clone());
    for class in 0..3 {
        let mut table = new();
        (0..class).for_each(|earlier| table.load_class(file(earlier)).unwrap());
        let early = table.save_class(class, file(class));
        assert!(matches!(early, Err(FileError::NotBuilt { .. })) && !file(class).exists());
        assert_eq!(table.build_next(&threads(2)), Ok(true));
        table.save_class(class, file(class)).unwrap();
    }
    let mut merged = new();
    (0..3).for_each(|class| merged.load_class(file(class)).unwrap());
    assert_eq!(merged.to_bytes(), built(family.clone()).to_bytes());

    // Without the first class moves lead to positions that have no score.
    let mut alone = new();
    alone.skip_class();
    assert!(matches!(alone.build_next(&threads(2)), Err(BuildError::Outside { .. })));
    assert!(matches!(new().load_class(file(1)), Err(FileError::OtherFamily { .. })));
    let sound = std::fs::read(file(0)).unwrap();
    for length in (0..sound.len()).step_by(97) {
        std::fs::write(file(0), &sound[..length]).unwrap();
        assert!(new().load_class(file(0)).is_err(), "{length} bytes");
        let mut damaged = sound.clone();
        damaged[length] ^= 1;
        std::fs::write(file(0), damaged).unwrap();
        assert!(new().load_class(file(0)).is_err(), "byte {length}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shards_of_a_table_are_verified() {
    let (_, family) = numbered::random(10_000, 1, 3, 5);
    let mut table = built(family);
    let mut codes = codes(&table, 0);
    codes[9_000] = if codes[9_000] == 1 { 2 } else { 1 };
    table = forged(&table, &[codes], 3).unwrap();
    let Err(VerifyError::Score { rank: first, .. }) = table.verify(&threads(2)) else { panic!() };
    let shards = (1..=3).filter_map(|number| Shard::new(number, 3));
    let found: Vec<Option<u64>> = shards
        .map(|shard| match table.verify_shard(shard, &threads(2)) {
            Err(VerifyError::Score { rank, .. }) => Some(rank.index),
            verified => verified.ok().and(None),
        })
        .collect();
    assert!((0..3).all(|block| found[block].is_none_or(|index| index / 4_096 == block as u64)));
    assert_eq!(found.iter().flatten().min(), Some(&first.index));
    assert!(found[2].is_some_and(|index| index <= 9_000));
}

#[test]
fn progress_rises_from_class_to_class() {
    let (_, family) = numbered::random(20_000, 3, 3, 5);
    let reports = Mutex::new(Vec::new());
    let note = |progress: Progress| {
        reports.lock().unwrap().push((progress.class, progress.done));
    };
    Tablebase::new(family).build(&threads(3).progress(&note)).unwrap();
    let reports = reports.into_inner().unwrap();
    assert!(reports.is_sorted());
    assert!(reports.iter().all(|(_, done)| (0. ..=1.).contains(done)));
    assert_eq!(reports.last(), Some(&(2, 1.)));
}

#[test]
fn memory_is_stated_and_the_limit_kept() {
    let (_, family) = numbered::random(200_000, 1, 4, 6);
    let table = Tablebase::new(family.clone());
    let plan = table.plan().unwrap()[0];
    assert_eq!(plan.size, table.size(0));
    let least = 16 * plan.size;
    assert!(plan.memory > least);
    let with = |bytes| Tablebase::new(family.clone()).build(&threads(1).memory(bytes));
    // The estimate is within a few per cent of what it turns out to be.
    let Err(BuildError::Memory { bytes }) = with(least) else { panic!("more was taken") };
    assert!(bytes.abs_diff(plan.memory) < plan.memory / 20, "{bytes} {}", plan.memory);
    assert_eq!(with(bytes), Ok(()));
    assert_eq!(with(bytes - 1), Err(BuildError::Memory { bytes }));
    assert_eq!(with(1), Err(BuildError::Memory { bytes: least }));

    // From all nodes but those next to the end and at the end a move leads to another.
    let mut table = Tablebase::new(path(1_000).1);
    let bytes = 16 * 1_001 + 4 * 999;
    assert_eq!(table.plan().unwrap()[0].memory, bytes);
    assert_eq!(table.build(&threads(1).memory(bytes - 1)), Err(BuildError::Memory { bytes }));
}

#[test]
fn families_that_break_their_laws_are_refused() {
    let (graph, _) = path(3);
    // Node 1 leads to a later class.
    let mut nodes = graph.nodes.clone();
    nodes[0].moves.push(3);
    let escaping = Numbered::new(&Graph::new(2, nodes.clone()), &[0, 0, 0, 1]);
    let rank = Rank { class: 0, index: 0 };
    let mut table = Tablebase::new(escaping);
    assert_eq!(table.build(&threads(1)), Err(BuildError::Outside { rank }));
    assert_eq!(table.built(), 0);
    // The same node leads to a place without a number.
    let mut partial = Numbered::new(&Graph::new(2, nodes), &[0, 0, 0, 0]);
    partial.forget(3);
    assert_eq!(Tablebase::new(partial).build(&threads(1)), Err(BuildError::Outside { rank }));
}

/// Numbers nodes as another family does, but for one mistake.
struct Mistaken {
    family: Numbered,
    mistake: Mistake,
    /// How often a position was asked for.
    asked: AtomicUsize,
}

enum Mistake {
    /// All positions have the rank of the first.
    OneRank,
    /// Later there is another position than at first.
    Changing,
    /// The classes are said to have these sizes.
    Sizes(&'static [u64]),
    /// All ranks are said to stand for this many positions.
    Weight(u64),
}

impl Mistaken {
    fn new(family: Numbered, mistake: Mistake) -> Self {
        Self { family, mistake, asked: AtomicUsize::new(0) }
    }
}

impl Family for Mistaken {
    type Game = Place;

    fn description(&self) -> String {
        self.family.description()
    }

    fn sizes(&self) -> Vec<u64> {
        match self.mistake {
            Mistake::Sizes(sizes) => sizes.to_vec(),
            _ => self.family.sizes(),
        }
    }

    fn rank(&self, place: &Place) -> Option<Rank> {
        match self.mistake {
            Mistake::OneRank => Some(Rank { class: 0, index: 0 }),
            _ => self.family.rank(place),
        }
    }

    fn weight(&self, rank: Rank) -> u64 {
        match self.mistake {
            Mistake::Weight(weight) => weight,
            _ => self.family.weight(rank),
        }
    }

    fn unrank(&self, rank: Rank) -> Option<Place> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        match self.mistake {
            Mistake::Changing if asked >= self.sizes()[0] as usize => Some(self.family.place(1)),
            _ => self.family.unrank(rank),
        }
    }
}

/// Nobody wins from either of two nodes: the first leads to the second, which leads to both.
pub(crate) fn two_draws() -> Numbered {
    let node = |moves: &[usize]| Node::new(0, moves, Outcome::Draw);
    Numbered::new(&Graph::new(2, vec![node(&[1]), node(&[0, 1])]), &[0, 0])
}

#[test]
fn mistakes_in_numbering_are_noticed() {
    let with = |mistake| Tablebase::new(Mistaken::new(two_draws(), mistake));
    assert!(matches!(
        with(Mistake::Changing).build(&threads(1)),
        Err(BuildError::Unsteady { rank: Rank { class: 0, index: 1 } })
    ));
    let mut table = with(Mistake::OneRank);
    table.build(&threads(1)).unwrap();
    let rank = Rank { class: 0, index: 1 };
    let again = Some(Rank { class: 0, index: 0 });
    assert_eq!(table.verify(&threads(1)), Err(VerifyError::Rank { rank, again }));
}

#[test]
fn counts_that_are_too_large_are_refused() {
    const MAX: u64 = u64::MAX;
    for (sizes, class, size) in [
        (&[1 << 40][..], 0, 1 << 40),
        (&[MAX, MAX], 0, MAX),
        (&[2, MAX], 1, MAX),
        (&[2, 1 << 30], 1, (1 << 30) + 2),
    ] {
        let mut table = Tablebase::new(Mistaken::new(two_draws(), Mistake::Sizes(sizes)));
        let refused = Err(BuildError::TooLarge { class, size, most: (1 << 30) - 1 });
        assert_eq!(table.plan(), refused.map(|()| Vec::new()));
        assert_eq!(table.build(&threads(1)), refused);
    }
    let mut table = Tablebase::new(Mistaken::new(two_draws(), Mistake::Weight(MAX)));
    table.build(&threads(1)).unwrap();
    let counts = table.statistics(0, 0..2).counts;
    assert_eq!((counts.drawn, counts.positions()), (MAX, MAX));
}

#[test]
fn any_number_of_threads_can_be_asked_for() {
    for count in [NonZeroUsize::MAX, NonZeroUsize::new(1 << 32).unwrap()] {
        let (_, family) = numbered::random(10_000, 2, 3, 8);
        let mut table = Tablebase::new(family);
        let options = BuildOptions::new().threads(count);
        assert_eq!(table.plan().unwrap().len(), 2);
        table.build(&options).unwrap();
        assert_eq!(table.verify(&options), Ok(()));
    }
}

/// Whichever thread is first to find one: another one begins with the second mistake, while the
/// first one is far from the first.
#[test]
fn the_first_mistake_is_reported() {
    const MISTAKES: [usize; 2] = [4_095, 4_096];
    let node = |node: usize| {
        let to = if MISTAKES.contains(&node) { 10_000 } else { 0 };
        Node::new(0, &[to; 100], Outcome::Draw)
    };
    let graph = Graph::new(2, (0..=10_000).map(node).collect());
    let mut family = Numbered::new(&graph, &vec![0; 10_001]);
    family.forget(10_000);
    let rank = Rank { class: 0, index: 4_095 };
    for _ in 0..20 {
        let mut table = Tablebase::new(family.clone());
        assert_eq!(table.build(&threads(4)), Err(BuildError::Outside { rank }));
    }
}

/// Three players, none of whom ever has a choice.
#[derive(Clone)]
struct Round(u8);

impl Game for Round {
    type Player = u8;
    type Move = ();
    type IllegalMove = std::fmt::Error;

    fn players(&self) -> &[u8] {
        &[0, 1, 2]
    }

    fn turn(&self) -> u8 {
        self.0
    }

    fn outcome(&self) -> Option<Outcome<u8>> {
        None
    }

    fn generate_moves(&self, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn check(&self, (): ()) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    fn play_unchecked(&mut self, (): ()) {
        self.0 = (self.0 + 1) % 3;
    }
}

struct Rounds;

impl Family for Rounds {
    type Game = Round;

    fn description(&self) -> String {
        "a round".to_owned()
    }

    fn sizes(&self) -> Vec<u64> {
        vec![3]
    }

    fn rank(&self, round: &Round) -> Option<Rank> {
        Some(Rank { class: 0, index: round.0.into() })
    }

    fn unrank(&self, rank: Rank) -> Option<Round> {
        Some(Round(rank.index as u8))
    }
}

#[test]
fn three_players_are_too_many() {
    let mut table = Tablebase::new(Rounds);
    assert_eq!(table.build(&threads(1)), Err(BuildError::Players { players: 3 }));
}
