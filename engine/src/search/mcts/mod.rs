//! Monte Carlo tree search for any number of players, with or without an evaluation.

mod analysis;
mod bounds;
mod playouts;
mod tree;

use std::collections::TryReserveError;

use crate::game::{Game, SeededRng, seeded};
use crate::search::{Evaluator, Limits, SearchError, Watch};

pub use analysis::{MctsAnalysis, MctsMove, PlayerValue};
pub use bounds::Bounds;
use playouts::{Buffers, Playouts, mover};
use tree::{Index, Tree};

/// Monte Carlo tree search for any number of players: UCT (Kocsis and Szepesvári, *Bandit based
/// Monte-Carlo planning*, 2006) that proves what it can.
///
/// It needs only the rules: positions are judged by random play to the end. A playout goes down the
/// tree to a move that was not tried before. On the way back each player's result is recorded: 1 for a
/// [win](crate::Outcome::wdl), 1/2 for a draw, 0 for a loss. At each node the player to move is guided
/// by their own mean (max^n; Sturtevant, *An analysis of UCT in multi-player games*, 2008).
///
/// An evaluator judges random games that do not end within [some plies](Mcts::with_rollout_plies); with
/// [`NoEvaluation`](crate::NoEvaluation) they count as 1/2. Moves are first tried in its
/// [`order`](Evaluator::order), and what it [has proven](Evaluator::known) counts as proven.
///
/// Results at the end of the game go up the tree as [`Bounds`] on the result of each player, and subtrees that no
/// longer matter are not visited again (Winands, Björnsson, Saito, *Monte-Carlo tree search solver*, 2008; Cazenave
/// and Saffidine, *Score bounded Monte-Carlo tree search*, 2010). A proven win need not be the shortest one.
///
/// The tree takes [a fixed number of bytes](Mcts::with_memory). A move gets a node when it is first
/// tried, so positions with tens of thousands of moves are no problem. If the position is at most eight
/// plies below the root of the run before, that part of the tree is kept. The same runs in the same order
/// give the same results, unless time or a stop flag ends them.
///
/// [Evidence](crate::evidence#monte-carlo-tree-search) shows its strength in the games here.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Limits, NoEvaluation, Wdl};
/// use engine::search::{Bounds, Mcts};
///
/// let analysis = Mcts::new(NoEvaluation).run(&Nim::new([1, 2, 4]), &Limits::new())?;
/// assert_eq!(analysis.best(), Some(Take { heap: 2, stones: 1 }));
/// assert!(analysis.proven);
/// assert_eq!(analysis.values[0].bounds, Bounds::exactly(Wdl::Win));
/// # Ok::<_, engine::SearchError>(())
/// ```
#[must_use]
pub struct Mcts<G: Game, E> {
    evaluator: E,
    options: Options,
    rng: SeededRng,
    tree: Tree<G::Move>,
    /// The position at the root of the tree.
    root: Option<G>,
    buffers: Buffers<G::Move>,
}

#[derive(Clone, Debug)]
struct Options {
    bytes: usize,
    exploration: f64,
    urgency: f64,
    rollout_plies: u32,
    prior: Option<f64>,
    seed: u64,
}

impl<G: Game + Eq, E: Evaluator<G>> Mcts<G, E> {
    /// The number of playouts of a run without a limit.
    const UNLIMITED_PLAYOUTS: u64 = 1_000_000;

    /// The number of plies below the position of the run before that a run searches for its own.
    const REUSE_PLIES: u32 = 8;

    /// The most nodes visited to find it.
    const REUSE_NODES: u32 = 10_000;

    /// A search by this evaluator, of which [`NoEvaluation`](crate::NoEvaluation) is enough.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            options: Options {
                bytes: 64 << 20,
                exploration: 0.4,
                urgency: 1.0,
                rollout_plies: 4_000,
                prior: None,
                seed: 0,
            },
            rng: seeded(0),
            tree: Tree::empty(),
            root: None,
            buffers: Buffers::default(),
        }
    }

    /// The same search with a tree of at most this many bytes, 64 MiB by default, but of 64 nodes at least.
    /// It is allocated by the first run.
    ///
    /// When the tree is full, the children of the least visited nodes are forgotten until about half of it
    /// is free, as in the Go program Fuego (Enzenberger and others, 2010); their results stay in the nodes
    /// above. The children of a node take at most a quarter of the tree.
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { options: Options { bytes, ..self.options }, root: None, ..self }
    }

    /// The same search with another exploration constant: the factor of √(ln N / n) for a node that was
    /// visited N times and a move there that was visited n times. A larger one makes the tree broader. 0.4
    /// by default, the best of those [measured](crate::evidence#monte-carlo-tree-search).
    pub fn with_exploration(self, exploration: f64) -> Self {
        let exploration = exploration.max(0.0);
        Self { options: Options { exploration, ..self.options }, ..self }
    }

    /// The same search with another value of a move that was never tried, on the scale of rewards plus
    /// exploration; 1.0 by default. A move with a higher value is tried again before new ones, so the tree
    /// grows deep even where there are thousands of moves. With infinity every move is tried once first.
    /// (Gelly and Wang, *Exploration exploitation in Go: UCT for Monte-Carlo Go*, 2006.)
    pub fn with_first_play_urgency(self, urgency: f64) -> Self {
        Self { options: Options { urgency, ..self.options }, ..self }
    }

    /// The same search with another limit of the random plies that are played beyond the tree before the
    /// evaluator judges, 4,000 by default. With 0 the evaluator judges at once. A value v gives the reward
    /// 1 / (1 + e^(−v / 100)): at 100 a player wins 73 games of 100.
    pub fn with_rollout_plies(self, plies: u32) -> Self {
        Self { options: Options { rollout_plies: plies, ..self.options }, ..self }
    }

    /// The same search with a prior of each move, by the evaluator (PUCT; Rosin, *Multi-armed bandits with episode
    /// context*, 2011; Silver and others, *Mastering the game of Go without human knowledge*, 2017): the
    /// softmax of the values of the positions that the moves lead to, for the player who moves. Where one is
    /// better by `temperature`, in the units of the evaluator, its prior is e times as large. The
    /// [exploration](Mcts::with_exploration) is then the factor of prior · √N / (1 + n), and a move that was never
    /// tried has the mean of the position instead of a [value](Mcts::with_first_play_urgency) of its own.
    pub fn with_prior(self, temperature: f64) -> Self {
        let prior = Some(temperature.max(f64::MIN_POSITIVE));
        Self { options: Options { prior, ..self.options }, ..self }
    }

    /// The same search with another seed of all random choices; 0 by default.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.reseed(seed);
        self
    }

    /// Forgets the results of earlier runs, and begins with the seed again.
    pub fn clear(&mut self) {
        self.reseed(self.options.seed);
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.options.seed = seed;
        self.rng = seeded(seed);
        self.root = None;
    }

    /// Makes playouts until a limit is reached or the position is solved.
    ///
    /// [`Limits::nodes`] limits the playouts, 1,000,000 if there is no limit; [`Limits::depth`] has no
    /// effect. However tight the limits, an unfinished position gets a legal move.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<MctsAnalysis<G::Move, G::Player>, SearchError> {
        self.run_with(position, limits, |_| {})
    }

    /// Like [`run`](Mcts::run), and calls `report` after 1, 2, 4, 8, … playouts.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run_with(
        &mut self,
        position: &G,
        limits: &Limits,
        mut report: impl FnMut(&MctsAnalysis<G::Move, G::Player>),
    ) -> Result<MctsAnalysis<G::Move, G::Player>, SearchError> {
        let watch = Watch::new(limits);
        position.seat(position.turn()).ok_or(SearchError::UnknownPlayer)?;
        let players = position.players();
        let most = if limits.is_bounded() { u64::MAX } else { Self::UNLIMITED_PLAYOUTS };
        let Some(&first) = position.legal_moves().first() else {
            let outcome = position.outcome().ok_or(SearchError::NoMoves)?;
            return Ok(MctsAnalysis::of_finished(players, &outcome, watch.elapsed()));
        };
        let bytes = self.options.bytes;
        self.set_root(position, first).map_err(|_| SearchError::NoMemory { bytes })?;
        let mut playouts = Playouts {
            evaluator: &self.evaluator,
            options: &self.options,
            tree: &mut self.tree,
            buffers: &mut self.buffers,
            rng: &mut self.rng,
            watch,
            players,
            logarithms: &playouts::LOGARITHMS,
        };
        let mut done = 0_u64;
        while done < most && playouts.can_go_on() && playouts.playout(position).is_ok() {
            done += 1;
            if done.is_power_of_two() {
                report(&playouts.analyse(position, done));
            }
        }
        Ok(playouts.analyse(position, done))
    }

    /// Makes `position` the root of the tree, with its part of the tree of the run before.
    fn set_root(&mut self, position: &G, first: G::Move) -> Result<(), TryReserveError> {
        let players = position.players();
        let known = self.root.take().filter(|root| root.players() == players);
        let known = known.and_then(|root| {
            let mut left = Self::REUSE_NODES;
            (0..=Self::REUSE_PLIES).find_map(|plies| {
                find(&self.tree, self.tree.root, &root, position, plies, &mut left)
            })
        });
        match known {
            Some(node) => self.tree.keep_below(node, mover(position, players)),
            None => self.tree.plant(first, players.len(), self.options.bytes)?,
        }
        self.root = Some(position.clone());
        Ok(())
    }
}

/// The node of `wanted`, exactly `plies` plies below the node of `position`. `left` counts nodes down.
fn find<G: Game + Eq>(
    tree: &Tree<G::Move>,
    node: Index,
    position: &G,
    wanted: &G,
    plies: u32,
    left: &mut u32,
) -> Option<Index> {
    if plies == 0 {
        return (position == wanted).then_some(node);
    }
    tree.children(node).find_map(|(index, child)| {
        *left = left.checked_sub(1)?;
        let position = position.after(child.m);
        find(tree, index, &position, wanted, plies - 1, left)
    })
}

system::debug_some!([G: Game, E] Mcts<G, E> options);
