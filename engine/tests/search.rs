//! The search against plain minimax, on random games in which anybody may move next.

use engine::{
    Blind, Evaluator, Game, Keyed, Limits, Noise, Outcome, Score, ScoreKind, Search, SearchError,
    StopFlag, key,
};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::Arc;
use std::time::Duration;

/// A game given as a graph: each node says who moves, where the moves lead, and what it is worth.
#[derive(Debug)]
struct Graph {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    turn: bool,
    /// Successors; the same one may occur twice. None at all is the end of the game.
    moves: Vec<usize>,
    outcome: Outcome<bool>,
    /// For player `false`.
    worth: i32,
    /// How early the search should try to come here.
    order: i32,
    noise: Noise,
    /// Which moves are noisy, by number; all of them if they are forced.
    noisy: [bool; 5],
}

#[derive(Clone, Debug)]
struct Place {
    graph: Arc<Graph>,
    node: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct To {
    node: usize,
    /// Tells apart two moves to the same node.
    number: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("no such move")]
struct NoSuchMove;

impl Place {
    fn here(&self) -> &Node {
        &self.graph.nodes[self.node]
    }
}

impl Game for Place {
    type Player = bool;
    type Move = To;
    type IllegalMove = NoSuchMove;

    fn players(&self) -> &[bool] {
        &[false, true]
    }

    fn turn(&self) -> bool {
        self.here().turn
    }

    fn outcome(&self) -> Option<Outcome<bool>> {
        self.here().moves.is_empty().then(|| self.here().outcome.clone())
    }

    fn generate_moves(&self, moves: &mut Vec<To>) {
        let here = self.here().moves.iter().enumerate();
        moves.extend(here.map(|(number, &node)| To { node, number }));
    }

    fn check(&self, m: To) -> Result<(), NoSuchMove> {
        (self.here().moves.get(m.number) == Some(&m.node)).then_some(()).ok_or(NoSuchMove)
    }

    fn play_unchecked(&mut self, m: To) {
        self.node = m.node;
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<To>) {
        let start = moves.len();
        for (number, &node) in self.here().moves.iter().enumerate() {
            if moves[start..].iter().all(|m: &To| m.node != node) {
                moves.push(To { node, number });
            }
        }
    }
}

impl Keyed for Place {
    fn key(&self) -> u64 {
        key::mix(0, self.node as u64)
    }
}

struct Worth;

impl Evaluator<Place> for Worth {
    fn evaluate(&self, place: &Place, player: bool) -> i32 {
        if player { -place.here().worth } else { place.here().worth }
    }

    fn order(&self, place: &Place, m: To) -> i32 {
        place.graph.nodes[m.node].order
    }
}

/// Judges like [`Worth`], but not before it has looked at the noisy moves.
struct Restless;

impl Evaluator<Place> for Restless {
    fn evaluate(&self, place: &Place, player: bool) -> i32 {
        Worth.evaluate(place, player)
    }

    fn order(&self, place: &Place, m: To) -> i32 {
        Worth.order(place, m)
    }

    fn noisy_moves(&self, place: &Place, moves: &mut Vec<To>) -> Noise {
        let Node { noise, noisy, .. } = place.here();
        match noise {
            Noise::Forced => place.generate_distinct_moves(moves),
            Noise::Optional => {
                moves.extend(place.legal_moves().iter().filter(|m| noisy[m.number]));
            }
        }
        *noise
    }
}

/// Plain minimax, with the maximiser named rather than implied by the sign.
fn minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &|place, _| Score::value(Worth.evaluate(place, false)))
}

/// The same, with noisy moves followed beyond the depth.
fn restless_minimax(place: &Place, depth: u32, ply: u32) -> Score {
    minimax_to(place, depth, ply, &quiescence)
}

fn quiescence(place: &Place, ply: u32) -> Score {
    let mut moves = Vec::new();
    let noise = Restless.noisy_moves(place, &mut moves);
    let gains = moves.into_iter().map(|m| {
        let mut child = place.clone();
        child.play(m).unwrap();
        minimax_to(&child, 0, ply + 1, &quiescence)
    });
    let quiet = (noise == Noise::Optional).then(|| Score::value(Worth.evaluate(place, false)));
    let scores = quiet.into_iter().chain(gains);
    if place.turn() { scores.min().unwrap() } else { scores.max().unwrap() }
}

/// Minimax that leaves it to `leaf` to judge an unfinished position where the depth is reached.
fn minimax_to(place: &Place, depth: u32, ply: u32, leaf: &impl Fn(&Place, u32) -> Score) -> Score {
    if let Some(outcome) = place.outcome() {
        return match outcome {
            Outcome::Winner(false) => Score::win_in(ply),
            Outcome::Winner(true) => Score::loss_in(ply),
            _ => Score::DRAW,
        };
    }
    if depth == 0 {
        return leaf(place, ply);
    }
    let children = place.legal_moves().into_iter().map(|m| {
        let mut child = place.clone();
        child.play(m).unwrap();
        minimax_to(&child, depth - 1, ply + 1, leaf)
    });
    if place.turn() { children.min().unwrap() } else { children.max().unwrap() }
}

/// What plain minimax to this depth gives for every node, for player `false`, one depth after the
/// other. In a graph of 16 nodes, anything that can be proven is proven long before depth 40.
fn values(graph: &Arc<Graph>, depth: u32) -> Vec<Score> {
    let place = |node| Place { graph: graph.clone(), node };
    let mut values: Vec<Score> =
        (0..graph.nodes.len()).map(|node| minimax(&place(node), 0, 0)).collect();
    for _ in 0..depth {
        let step = |score: Score| match score.kind() {
            ScoreKind::Win(plies) => Score::win_in(plies + 1),
            ScoreKind::Loss(plies) => Score::loss_in(plies + 1),
            ScoreKind::Value(_) => score,
        };
        let nodes = graph.nodes.iter().zip(&values).map(|(node, &now)| {
            let moves = node.moves.iter().map(|&next| step(values[next]));
            if node.turn { moves.min() } else { moves.max() }.unwrap_or(now)
        });
        values = nodes.collect();
    }
    values
}

fn for_mover(place: &Place, score: Score) -> Score {
    if place.turn() { -score } else { score }
}

fn outcome() -> impl Strategy<Value = Outcome<bool>> {
    prop_oneof![Just(Outcome::Winner(false)), Just(Outcome::Winner(true)), Just(Outcome::Draw),]
}

/// A node whose moves lead to `targets`; few different worths, so that many nodes tie.
fn node(targets: std::ops::Range<usize>, most: usize) -> impl Strategy<Value = Node> {
    let moves = if targets.is_empty() {
        Just(Vec::new()).boxed()
    } else {
        prop_oneof![
            1 => Just(Vec::new()),
            6 => prop::collection::vec(targets, 1..=most),
        ]
        .boxed()
    };
    let noise = prop_oneof![2 => Just(Noise::Optional), 1 => Just(Noise::Forced)];
    let loud = prop::array::uniform5(prop::bool::weighted(0.3));
    (any::<bool>(), moves, outcome(), -2..=2, 0..3, noise, loud).prop_map(
        |(turn, moves, outcome, worth, order, noise, noisy)| Node {
            turn,
            moves,
            outcome,
            worth,
            order,
            noise,
            noisy,
        },
    )
}

const LAYERS: usize = 7;
const WIDTH: usize = 6;

/// Layers of nodes with moves to the next layer only: nodes are met again on other ways, always
/// with the same number of plies to go.
fn layered() -> impl Strategy<Value = Place> {
    let layers: Vec<_> = (0..LAYERS)
        .map(|layer| {
            let next =
                if layer + 1 < LAYERS { (layer + 1) * WIDTH..(layer + 2) * WIDTH } else { 0..0 };
            prop::collection::vec(node(next, 5), WIDTH)
        })
        .collect();
    layers.prop_map(|layers| Place {
        graph: Arc::new(Graph { nodes: layers.into_iter().flatten().collect() }),
        node: 0,
    })
}

/// Moves lead anywhere, back too.
fn cyclic() -> impl Strategy<Value = Place> {
    prop::collection::vec(node(0..16, 3), 16)
        .prop_map(|nodes| Place { graph: Arc::new(Graph { nodes }), node: 0 })
}

/// Moves lead anywhere; at most one a node is noisy, so that not too many are followed.
fn cyclic_with_noise() -> impl Strategy<Value = Place> {
    let calm = |mut node: Node| {
        let forced = node.noise == Noise::Forced && node.moves.len() == 1;
        node.noise = if forced { Noise::Forced } else { Noise::Optional };
        let first = node.noisy.iter().position(|&noisy| noisy);
        node.noisy = std::array::from_fn(|i| first == Some(i));
        node
    };
    prop::collection::vec(node(0..16, 3).prop_map(calm), 16)
        .prop_map(|nodes| Place { graph: Arc::new(Graph { nodes }), node: 0 })
}

/// Enough for everything, next to nothing, nothing.
fn table_bytes() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1 << 16), Just(256), Just(0)]
}

/// Plays a line out, checking every move.
fn follow(place: &Place, line: &[To]) -> Place {
    let mut place = place.clone();
    for &m in line {
        place.play(m).expect("lines consist of legal moves");
    }
    place
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn agrees_with_minimax(place in layered(), depth in 0..8_u32, bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Worth, bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        prop_assert!(analysis.depth == depth || analysis.proven);
        let expected = for_mover(&place, minimax(&place, analysis.depth, 0));
        prop_assert_eq!(analysis.score, expected);
        if analysis.proven {
            prop_assert_eq!(expected, for_mover(&place, minimax(&place, LAYERS as u32, 0)));
        } else {
            prop_assert!(analysis.depth < LAYERS as u32);
        }
    }

    #[test]
    fn the_line_earns_the_score(place in layered(), depth in 1..8_u32, bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Worth, bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let end = follow(&place, &analysis.line);
        prop_assert_eq!(analysis.line.is_empty(), place.outcome().is_some());
        prop_assert_eq!(
            for_mover(&place, minimax(&end, 0, analysis.line.len() as u32)),
            analysis.score
        );
        prop_assert!(analysis.line.len() as u32 == analysis.depth || end.outcome().is_some());
        if let Some(distance) = analysis.score.distance() {
            prop_assert_eq!(analysis.line.len() as u32, distance);
        }
    }

    #[test]
    fn proofs_hold_in_games_with_cycles(place in cyclic(), bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Worth, bytes);
        let analysis = search.run(&place, &Limits::new().depth(9)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 40)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        // A forced win or loss within the depth cannot be missed, and none is ever made up.
        prop_assert!(analysis.proven || truth.distance().is_none_or(|plies| plies > 9));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn noise_agrees_with_minimax(place in layered(), depth in 0..8_u32, bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Restless, bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        prop_assert!(analysis.depth == depth || analysis.proven);
        let expected = for_mover(&place, restless_minimax(&place, analysis.depth, 0));
        prop_assert_eq!(analysis.score, expected);
        let truth = for_mover(&place, minimax(&place, LAYERS as u32, 0));
        if analysis.proven {
            prop_assert_eq!(expected, truth);
        }
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn the_line_through_the_noise_earns_the_score(place in layered(), depth in 1..8_u32, bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Restless, bytes);
        let analysis = search.run(&place, &Limits::new().depth(depth)).unwrap();
        let end = follow(&place, &analysis.line);
        prop_assert_eq!(
            for_mover(&place, minimax(&end, 0, analysis.line.len() as u32)),
            analysis.score
        );
        prop_assert!(analysis.line.len() as u32 >= analysis.depth || end.outcome().is_some());
        if let Some(distance) = analysis.score.distance() {
            prop_assert_eq!(analysis.line.len() as u32, distance);
        }
    }

    #[test]
    fn noise_makes_no_proof_up(place in cyclic_with_noise(), bytes in table_bytes()) {
        let mut search = Search::with_table_bytes(Restless, bytes);
        let analysis = search.run(&place, &Limits::new().depth(7)).unwrap();
        let truth = for_mover(&place, values(&place.graph, 120)[place.node]);
        if analysis.proven {
            prop_assert_eq!(analysis.score, truth);
        }
        prop_assert!(analysis.proven || truth.distance().is_none_or(|plies| plies > 7));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn noise_keeps_to_the_limits(place in layered(), nodes in 0..300_u64) {
        let run = || {
            let mut search = Search::with_table_bytes(Restless, 1 << 12);
            let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
            (analysis.line, analysis.score, analysis.depth, analysis.nodes)
        };
        let (line, _, _, visited) = run();
        prop_assert!(visited <= nodes);
        follow(&place, &line);
        prop_assert_eq!(line.is_empty(), place.outcome().is_some());
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn a_used_table_changes_no_proof(place in layered(), starts in prop::collection::vec(0..LAYERS * WIDTH, 5)) {
        let mut search = Search::with_table_bytes(Worth, 1 << 16);
        for node in starts {
            let place = Place { node, ..place.clone() };
            let analysis = search.run(&place, &Limits::new()).unwrap();
            prop_assert!(analysis.proven);
            let expected = for_mover(&place, minimax(&place, LAYERS as u32, 0));
            prop_assert_eq!(analysis.score, expected);
        }
    }

    #[test]
    fn any_limit_leaves_a_legal_move(place in layered(), nodes in 0..60_u64) {
        let analysis = Search::new(Worth).run(&place, &Limits::new().nodes(nodes)).unwrap();
        prop_assert!(analysis.nodes <= nodes);
        follow(&place, &analysis.line);
        prop_assert_eq!(analysis.best().is_none(), place.outcome().is_some());
        let truth = for_mover(&place, minimax(&place, LAYERS as u32, 0));
        prop_assert!(!analysis.score.is_win() || truth >= analysis.score);
        prop_assert!(!analysis.score.is_loss() || truth <= analysis.score);
    }

    #[test]
    fn the_same_search_twice_is_the_same(place in layered(), nodes in 0..2_000_u64) {
        let run = || {
            let mut search = Search::with_table_bytes(Worth, 1 << 12);
            let analysis = search.run(&place, &Limits::new().nodes(nodes)).unwrap();
            (analysis.line, analysis.score, analysis.depth, analysis.nodes)
        };
        prop_assert_eq!(run(), run());
    }
}

#[test]
fn an_interrupted_search_claims_no_loss_that_can_be_avoided() {
    // The first move loses in 3 plies, the second wins in 21: too far for most of these searches.
    let node = |turn, moves: Vec<usize>, winner| Node {
        turn,
        moves,
        outcome: Outcome::Winner(winner),
        worth: 0,
        order: 0,
        noise: Noise::Optional,
        noisy: [false; 5],
    };
    let mut nodes = vec![
        node(false, vec![1, 4], false),
        node(true, vec![2], false),
        node(false, vec![3], false),
        node(true, vec![], true),
    ];
    for i in 4..24 {
        nodes.push(node(i % 2 == 0, vec![i + 1], false));
    }
    nodes.push(node(true, vec![], false));
    let place = Place { graph: Arc::new(Graph { nodes }), node: 0 };
    for limit in 0..300 {
        let analysis = Search::new(Blind).run(&place, &Limits::new().nodes(limit)).unwrap();
        assert!(!analysis.score.is_loss(), "{limit} nodes: {analysis:?}");
    }
    let analysis = Search::new(Blind).run(&place, &Limits::new()).unwrap();
    assert_eq!(analysis.score, Score::win_in(21));
}

/// A tree in which every node but the leaves has four moves, players alternate, and the leaves are
/// worth anything between -99 and 99; with the true value of every node as its order.
fn full_tree(depth: u32) -> Place {
    let mut rng = engine::seeded(1);
    let inner = (4_usize.pow(depth) - 1) / 3;
    let all = (4_usize.pow(depth + 1) - 1) / 3;
    let mut nodes: Vec<Node> = (0..all)
        .map(|i| Node {
            turn: (3 * i + 1).ilog(4) % 2 == 1,
            moves: (4 * i + 1..=4 * i + 4).collect(),
            outcome: Outcome::Draw,
            worth: rng.random_range(-99..=99),
            order: 0,
            noise: Noise::Optional,
            noisy: [false; 5],
        })
        .collect();
    let mut values: Vec<i32> = nodes.iter().map(|node| node.worth).collect();
    for i in (0..inner).rev() {
        let moves = &values[4 * i + 1..=4 * i + 4];
        values[i] = *if nodes[i].turn { moves.iter().min() } else { moves.iter().max() }.unwrap();
    }
    for i in 1..all {
        // Better for whoever moves there.
        nodes[i].order = if nodes[(i - 1) / 4].turn { -values[i] } else { values[i] };
    }
    Place { graph: Arc::new(Graph { nodes }), node: 0 }
}

/// The nodes of a search of a full tree to depth 6, without what the depths before it cost.
fn nodes_at_depth_6(evaluator: impl Evaluator<Place>, bytes: usize) -> u64 {
    let mut nodes = Vec::new();
    let limits = Limits::new().depth(6);
    let place = full_tree(6);
    let mut search = Search::with_table_bytes(evaluator, bytes);
    search.run_with(&place, &limits, |analysis| nodes.push(analysis.nodes)).unwrap();
    nodes[6] - nodes[5]
}

#[test]
fn pruning_ordering_and_the_table_save_nodes() {
    let blind_order = |place: &Place, player| Worth.evaluate(place, player);
    let plain = (4_u64.pow(7) - 1) / 3;
    let unordered = nodes_at_depth_6(blind_order, 0);
    assert!(unordered < plain * 2 / 3, "{unordered} of {plain}");
    // Knuth and Moore: with perfect order b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves are left, here 127.
    let ordered = nodes_at_depth_6(Worth, 0);
    assert!(ordered < 500, "{ordered}");
    let remembered = nodes_at_depth_6(blind_order, 1 << 20);
    assert!(remembered < unordered, "{remembered} {unordered}");
}

#[test]
fn a_search_remembers_until_it_is_cleared() {
    let place = full_tree(6);
    let limits = Limits::new().depth(5);
    let mut search = Search::new(Worth);
    let mut nodes = || {
        let nodes = search.run(&place, &limits).unwrap().nodes;
        let again = search.run(&place, &limits).unwrap().nodes;
        search.clear();
        (nodes, again)
    };
    let (first, again) = nodes();
    assert!(again < first);
    assert_eq!(nodes(), (first, again));
}

#[test]
fn without_time_the_move_that_would_be_tried_first_is_returned() {
    let place = full_tree(4);
    let analysis = Search::new(Worth).run(&place, &Limits::new().time(Duration::ZERO)).unwrap();
    assert_eq!(analysis.depth, 0);
    let orders = place.legal_moves().into_iter().map(|m| Worth.order(&place, m));
    assert_eq!(analysis.best().map(|m| Worth.order(&place, m)), orders.max());
}

#[test]
fn a_finished_game_has_its_score_however_tight_the_limits() {
    let analysis = Search::new(Blind).run(&corridor(0), &Limits::new().nodes(0)).unwrap();
    assert_eq!((analysis.score, analysis.proven), (Score::win_in(0), true));
}

/// A chain of moves that ends in a win for whoever is to move at its start.
fn corridor(length: usize) -> Place {
    let node = |i: usize| Node {
        turn: i % 2 == 1,
        moves: if i < length { vec![i + 1] } else { vec![] },
        outcome: Outcome::Winner(false),
        worth: 0,
        order: 0,
        noise: Noise::Forced,
        noisy: [false; 5],
    };
    Place { graph: Arc::new(Graph { nodes: (0..=length).map(node).collect() }), node: 0 }
}

#[test]
fn distances_beyond_a_hundred_plies_are_exact() {
    let analysis = Search::new(Blind).run(&corridor(701), &Limits::new()).unwrap();
    assert_eq!(analysis.score, Score::win_in(701));
    assert_eq!(analysis.line.len(), 701);
    assert!(analysis.proven);
}

#[test]
fn the_deepest_search_fits_the_stack_of_a_thread() {
    let length = 2 * Limits::MAX_DEPTH as usize;
    let analysis = Search::new(Blind).run(&corridor(length), &Limits::new().depth(u32::MAX));
    let analysis = analysis.unwrap();
    assert_eq!(analysis.depth, Limits::MAX_DEPTH);
    assert!(!analysis.proven);
}

#[test]
fn noise_is_followed_beyond_the_depth_but_not_for_ever() {
    let noisy = |length| Search::new(Restless).run(&corridor(length), &Limits::new().depth(3));
    let analysis = noisy(51).unwrap();
    assert_eq!((analysis.score, analysis.line.len()), (Score::win_in(51), 51));
    let last = 3 + Limits::QUIESCENCE_PLIES as usize;
    assert_eq!(noisy(last).unwrap().score.distance(), Some(last as u32));
    assert_eq!(noisy(last + 1).unwrap().score, Score::DRAW);
}

#[test]
fn a_raised_flag_stops_the_search_at_once() {
    let flag = StopFlag::new();
    flag.raise();
    let limits = Limits::new().stop(flag.clone());
    let analysis = Search::new(Blind).run(&corridor(5), &limits).unwrap();
    assert_eq!(analysis.depth, 0);
    assert!(analysis.best().is_some());
    flag.lower();
    assert!(Search::new(Blind).run(&corridor(5), &limits).unwrap().proven);
}

#[test]
fn a_flag_raised_while_reporting_stops_after_that_depth() {
    let flag = StopFlag::new();
    let limits = Limits::new().stop(flag.clone());
    let mut depths = Vec::new();
    let analysis = Search::new(Blind)
        .run_with(&corridor(900), &limits, |analysis| {
            depths.push(analysis.depth);
            if analysis.depth == 40 {
                flag.raise();
            }
        })
        .unwrap();
    assert!((40..100).contains(&analysis.depth), "stopped at {}", analysis.depth);
    assert!(depths.iter().copied().eq(0..=analysis.depth));
}

#[test]
fn a_finished_game_is_scored_without_a_move() {
    let analysis = Search::new(Blind).run(&corridor(0), &Limits::new()).unwrap();
    assert_eq!((analysis.score, analysis.best()), (Score::win_in(0), None));
    assert!(analysis.proven);
}

#[derive(Clone)]
struct Solitaire(Place);

impl Game for Solitaire {
    type Player = bool;
    type Move = To;
    type IllegalMove = NoSuchMove;

    fn players(&self) -> &[bool] {
        &[false]
    }

    fn turn(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome<bool>> {
        self.0.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<To>) {
        self.0.generate_moves(moves);
    }

    fn check(&self, m: To) -> Result<(), NoSuchMove> {
        self.0.check(m)
    }

    fn play_unchecked(&mut self, m: To) {
        self.0.play_unchecked(m);
    }
}

impl Keyed for Solitaire {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

#[test]
fn other_numbers_of_players_are_refused() {
    let refused = Search::new(Blind).run(&Solitaire(corridor(3)), &Limits::new());
    assert_eq!(refused, Err(SearchError::Players { players: 1 }));
}
