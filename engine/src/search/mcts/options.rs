//! The options of a Monte Carlo tree search.

use super::Mcts;
use crate::game::Game;
use crate::search::evaluate::Evaluator;

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) bytes: usize,
    pub(super) exploration: f64,
    pub(super) urgency: f64,
    pub(super) rollout_plies: u32,
    pub(super) seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { bytes: 64 << 20, exploration: 0.4, urgency: 1.0, rollout_plies: 4_000, seed: 0 }
    }
}

impl<G: Game + Eq, E: Evaluator<G>> Mcts<G, E> {
    /// The same search with a tree of at most this many bytes, 64 MiB by default, but of 64 nodes at least.
    /// It is allocated by the first run.
    ///
    /// When the tree is full, the children of the least visited nodes are forgotten until about half of it
    /// is free, as in the Go program Fuego (Enzenberger and others, 2010); their results stay in the nodes
    /// above. The children of a node take at most a quarter of the tree.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { options: Options { bytes, ..self.options }, root: None, ..self }
    }

    /// The same search with another exploration constant: the factor of √(ln N / n) for a node that was
    /// visited N times and a move there that was visited n times. A larger one makes the tree broader. 0.4
    /// by default, the best of those [measured](crate::evidence#monte-carlo-tree-search).
    #[must_use]
    pub fn with_exploration(self, exploration: f64) -> Self {
        let exploration = exploration.max(0.0);
        Self { options: Options { exploration, ..self.options }, ..self }
    }

    /// The same search with another value of a move that was never tried, on the scale of rewards plus
    /// exploration; 1.0 by default. A move with a higher value is tried again before new ones, so the tree
    /// grows deep even where there are thousands of moves. With infinity every move is tried once first.
    /// (Gelly and Wang, *Exploration exploitation in Go: UCT for Monte-Carlo Go*, 2006.)
    #[must_use]
    pub fn with_first_play_urgency(self, urgency: f64) -> Self {
        Self { options: Options { urgency, ..self.options }, ..self }
    }

    /// The same search with another limit of the random plies that are played beyond the tree before the
    /// evaluator judges, 4,000 by default. With 0 the evaluator judges at once. A value v gives the reward
    /// 1 / (1 + e^(−v / 100)): at 100 a player wins 73 games of 100.
    #[must_use]
    pub fn with_rollout_plies(self, plies: u32) -> Self {
        Self { options: Options { rollout_plies: plies, ..self.options }, ..self }
    }

    /// The same search with another seed of all random choices; 0 by default.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.reseed(seed);
        self
    }
}
