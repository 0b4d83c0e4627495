//! Games and evaluators that break the laws, against every search.
//!
//! A search may give up on such a game, and its scores mean nothing. It must neither panic nor hang,
//! and a move that it chooses must be legal, unless the game itself lists others.

use std::sync::Arc;

use engine::search::{BotFn, GreedyBot, Known, MaxN, Mcts, StandPat, Window};
use engine::{Bot, Evaluator, Game, Keyed, Limits, NoEvaluation, Outcome, Score, Search};
use solve::ProofSearch;
use solve::tablebase::{BuildOptions, Family, Rank, Tablebase};

use crate::input::Input;
use crate::searches::limits;

/// A position of a random graph: a node, and how many plies were played.
#[derive(Clone, Debug)]
struct Position {
    graph: Arc<Graph>,
    node: usize,
}

#[derive(Debug)]
struct Graph {
    players: Vec<u8>,
    nodes: Vec<Node>,
    lies: Lies,
}

#[derive(Debug)]
struct Node {
    turn: u8,
    outcome: Option<Outcome<u8>>,
    /// Where each move leads.
    moves: Vec<usize>,
    value: i32,
    known: Option<Known>,
    candidates: Option<Vec<usize>>,
    noisy: Vec<usize>,
    stand_pat: StandPat,
}

/// Which laws the game breaks, all over.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent faults")]
struct Lies {
    /// All positions have the same key.
    same_keys: bool,
    /// `generate_distinct_moves` lists moves that are not legal.
    other_moves: bool,
    /// `check` refuses all moves.
    refuses: bool,
    /// `count_moves` has nothing to do with the moves.
    miscounts: bool,
    /// All positions are equal.
    all_equal: bool,
}

impl Position {
    /// Reads a graph of up to 16 nodes.
    fn read(input: &mut Input<'_>) -> Self {
        let lies = Lies {
            same_keys: input.below(8) == 0,
            other_moves: input.below(8) == 0,
            refuses: input.below(8) == 0,
            miscounts: input.below(8) == 0,
            all_equal: input.below(8) == 0,
        };
        let players: Vec<u8> = (0..=input.below(4) as u8).collect();
        let count = 1 + input.below(16);
        let nodes = (0..count).map(|_| Node::read(input, &players, count)).collect();
        Self { graph: Arc::new(Graph { players, nodes, lies }), node: 0 }
    }

    fn here(&self) -> &Node {
        &self.graph.nodes[self.node]
    }
}

impl Node {
    fn read(input: &mut Input<'_>, players: &[u8], count: usize) -> Self {
        let player = |input: &mut Input<'_>| match input.below(64) {
            0 => 200,
            number => players[number % players.len()],
        };
        let outcome = match input.below(8) {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Winner(player(input))),
            _ => None,
        };
        // A finished position with moves and a running one without are lies as well.
        let most = if outcome.is_none() || input.below(8) == 0 { input.below(5) } else { 0 };
        Self {
            turn: player(input),
            outcome,
            moves: (0..most).map(|_| input.below(count)).collect(),
            value: input.number(),
            known: match input.below(4) {
                0 => Some(Known::Proven(score(input))),
                1 => Some(Known::AtDepth(score(input))),
                _ => None,
            },
            candidates: (input.below(4) == 0).then(|| some_moves(input)),
            noisy: some_moves(input),
            stand_pat: if input.coin() { StandPat::Forced } else { StandPat::Optional },
        }
    }
}

fn score(input: &mut Input<'_>) -> Score {
    match input.below(4) {
        0 => Score::win_in(input.byte().into()),
        1 => Score::loss_in(input.byte().into()),
        2 => Score::value(input.number()),
        _ => Score::DRAW,
    }
}

/// Up to two moves, legal or not.
fn some_moves(input: &mut Input<'_>) -> Vec<usize> {
    (0..input.below(3)).map(|_| input.below(8)).collect()
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.graph.lies.all_equal || self.node == other.node
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        if !self.graph.lies.same_keys {
            self.node.hash(state);
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("refused")]
struct Refused;

impl Game for Position {
    type Player = u8;
    type Move = usize;
    type IllegalMove = Refused;

    fn players(&self) -> &[u8] {
        &self.graph.players
    }

    fn turn(&self) -> u8 {
        self.here().turn
    }

    fn outcome(&self) -> Option<Outcome<u8>> {
        self.here().outcome.clone()
    }

    fn generate_moves(&self, moves: &mut Vec<usize>) {
        moves.extend(0..self.here().moves.len());
    }

    fn check(&self, m: usize) -> Result<(), Refused> {
        let is_listed = m < self.here().moves.len();
        if is_listed && !self.graph.lies.refuses { Ok(()) } else { Err(Refused) }
    }

    fn play_unchecked(&mut self, m: usize) {
        self.node = self.here().moves.get(m).copied().unwrap_or(0);
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<usize>) {
        self.generate_moves(moves);
        if self.graph.lies.other_moves {
            moves.extend([0, 7, usize::MAX]);
        }
    }

    fn count_moves(&self, _buffer: &mut Vec<usize>) -> u64 {
        if self.graph.lies.miscounts { u64::MAX } else { self.here().moves.len() as u64 }
    }
}

impl Keyed for Position {
    fn key(&self) -> u64 {
        if self.graph.lies.same_keys { 0 } else { engine::key::key_of(&self.node) }
    }
}

/// Says what the nodes say.
#[derive(Clone, Copy, Debug)]
struct Liar;

impl Evaluator<Position> for Liar {
    fn evaluate(&self, position: &Position, player: u8) -> i32 {
        position.here().value.wrapping_mul(i32::from(player) + 1)
    }

    fn order(&self, position: &Position, m: usize) -> i32 {
        position.here().value.wrapping_mul(m as i32)
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<usize>) -> StandPat {
        moves.extend(&position.here().noisy);
        position.here().stand_pat
    }

    fn known(&self, position: &Position, _depth: u32, _window: Window) -> Option<Known> {
        position.here().known
    }

    fn candidate_moves(&self, position: &Position, moves: &mut Vec<usize>) {
        match &position.here().candidates {
            Some(candidates) => moves.extend(candidates),
            None => position.generate_distinct_moves(moves),
        }
    }
}

/// Searches a lawless game by every search, within limits that the input chooses.
///
/// # Panics
///
/// If a search chooses a move that is not legal, though the game lists no others.
pub fn search(data: &[u8]) {
    let input = &mut Input::new(data);
    let limits = limits(input);
    let table = [0, 1, 1 << 10, 1 << 16][input.below(4)];
    let threads = input.below(4);
    let position = Position::read(input);
    check(&mut Search::new(Liar).with_memory(table), &position, &limits);
    check(&mut Search::new(Liar).with_memory(table).with_lines(3), &position, &limits);
    check(&mut MaxN::new(Liar).with_memory(table), &position, &limits);
    check(&mut Mcts::new(Liar), &position, &limits);
    check(&mut Mcts::new(NoEvaluation), &position, &limits);
    check(&mut GreedyBot::new(Liar, 0), &position, &limits);
    let mut parallel = BotFn(|position: &Position, limits: &Limits| {
        let mut search = Search::new(Liar).with_memory(table);
        search.run_parallel(position, limits, threads, |_| {}).ok()?.best()
    });
    check(&mut parallel, &position, &limits);
    let mut prover = ProofSearch::new().with_memory(table);
    prover.run(&position, position.graph.players[0], &limits).expect("a small table");
}

#[track_caller]
fn check(bot: &mut dyn Bot<Position>, position: &Position, limits: &Limits) {
    // Searches only see the moves that the game lists.
    if let Some(m) = bot.choose(position, limits)
        && !position.graph.lies.other_moves
    {
        assert!(position.legal_moves().contains(&m), "{m} is no legal move of {position:?}");
    }
}

/// Positions of a graph by number, truly or not.
struct Numbers {
    start: Position,
    sizes: Vec<u64>,
    /// The rank that each node claims to have.
    ranks: Vec<Option<Rank>>,
    weight: u64,
}

impl Family for Numbers {
    type Game = Position;

    fn description(&self) -> String {
        "nodes of a graph".to_owned()
    }

    fn sizes(&self) -> Vec<u64> {
        self.sizes.clone()
    }

    fn rank(&self, position: &Position) -> Option<Rank> {
        self.ranks[position.node]
    }

    fn unrank(&self, rank: Rank) -> Option<Position> {
        let node = self.sizes[..rank.class].iter().sum::<u64>() + rank.index;
        let node = usize::try_from(node).ok().filter(|node| *node < self.ranks.len())?;
        Some(Position { node, ..self.start.clone() })
    }

    fn weight(&self, _rank: Rank) -> u64 {
        self.weight
    }
}

/// Builds the tablebase of a family that breaks the laws.
///
/// # Panics
///
/// If building or asking panics; errors and wrong scores are what such a family gets.
pub fn tablebase(data: &[u8]) {
    let input = &mut Input::new(data);
    let sizes: Vec<u64> = (0..input.below(4)).map(|_| size(input)).collect();
    let weight = [0, 1, u64::MAX][input.below(3)];
    let start = Position::read(input);
    let rank = |node: usize, input: &mut Input<'_>| match input.below(16) {
        0 => None,
        1 => Some(Rank { class: input.below(5), index: size(input) }),
        _ => Some(Rank { class: 0, index: node as u64 }),
    };
    let ranks = (0..start.graph.nodes.len()).map(|node| rank(node, input)).collect();
    let mut table = Tablebase::new(Numbers { start, sizes, ranks, weight });
    let options = BuildOptions::new().memory(1 << 24);
    let _ = table.build(&options);
    let _ = table.verify(&options);
    let start = table.family().start.clone();
    let _ = table.probe(&start);
    let _ = table.line(&start);
    for class in 0..table.built() {
        let _ = table.statistics(class, 0..20);
    }
}

/// How many numbers a class has, and which one: mostly few, sometimes far too many.
fn size(input: &mut Input<'_>) -> u64 {
    match input.below(16) {
        0 => u64::MAX,
        1 => 1 << 30,
        2 => (1 << 30) - 1,
        _ => input.below(20) as u64,
    }
}

/// The bytes of a tablebase of two classes that keeps the laws.
#[must_use]
pub(crate) fn tablebase_file() -> Vec<u8> {
    let mut table = Tablebase::new(Numbers::lawful());
    table.build(&BuildOptions::new()).expect("the family keeps the laws");
    table.to_bytes()
}

/// Whether bytes are accepted as that tablebase.
pub(crate) fn accepts_tablebase(bytes: &[u8]) -> bool {
    Tablebase::from_bytes(Numbers::lawful(), bytes).is_ok()
}

impl Numbers {
    /// Two classes of 20 positions. The first one is lost, and play can go round in circles.
    fn lawful() -> Self {
        let node = |node: usize| Node {
            turn: (node % 2) as u8,
            outcome: (node == 0).then_some(Outcome::Winner(1)),
            moves: if node == 0 { vec![] } else { vec![node / 2, node * 7 % 20] },
            value: 0,
            known: None,
            candidates: None,
            noisy: vec![],
            stand_pat: StandPat::Optional,
        };
        let lies = Lies::default();
        let graph = Graph { players: vec![0, 1], nodes: (0..40).map(node).collect(), lies };
        let rank = |node: usize| Some(Rank { class: node / 20, index: (node % 20) as u64 });
        Self {
            start: Position { graph: Arc::new(graph), node: 0 },
            sizes: vec![20, 20],
            ranks: (0..40).map(rank).collect(),
            weight: 1,
        }
    }
}
