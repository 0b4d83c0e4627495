//! Options of a Monte Carlo tree search.

/// Options of an [`Mcts`](super::Mcts).
///
/// ```
/// use engine::search::MctsOptions;
///
/// let options = MctsOptions::new().bytes(256 << 20).rollout_plies(20).seed(7);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct MctsOptions {
    pub(super) bytes: usize,
    pub(super) exploration: f64,
    pub(super) urgency: f64,
    pub(super) rollout_plies: u32,
    pub(super) seed: u64,
}

impl MctsOptions {
    /// The defaults, which each method states.
    pub fn new() -> Self {
        Self::default()
    }

    /// The most bytes that the tree takes, 64 MiB by default. They are reserved by the first run. A tree
    /// has room for 64 nodes at least.
    ///
    /// When the tree is full, the children of the least visited nodes are forgotten until about half
    /// of it is free (their results stay in the nodes above), as in Fuego (Enzenberger, Müller,
    /// Arneson, Segal, *Fuego: an open-source framework for board games and Go engine based on
    /// Monte Carlo tree search*, 2010). The children of a node take at most a quarter of the tree.
    pub fn bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// The exploration constant: the factor of √(ln N / n) for a node that was visited N times and a
    /// move there that was visited n times. A larger one makes the tree broader; 0 tries only the best
    /// moves so far. 0.4 by default, the best of those
    /// [measured](crate::evidence#monte-carlo-tree-search).
    pub fn exploration(self, exploration: f64) -> Self {
        Self { exploration: exploration.max(0.0), ..self }
    }

    /// The value of a move that was never tried, on the scale of rewards plus exploration; 1.0 by
    /// default. A move with a higher value is tried again before new ones, so the tree grows deep even
    /// where there are thousands of moves. With infinity every move is tried once first. (Gelly and
    /// Wang, *Exploration exploitation in Go: UCT for Monte-Carlo Go*, 2006.)
    pub fn first_play_urgency(self, urgency: f64) -> Self {
        Self { urgency, ..self }
    }

    /// The most random plies that are played beyond the tree before the evaluator judges, 4,000 by
    /// default. With 0 the evaluator judges at once. A value v gives the reward 1 / (1 + e^(−v / 100)):
    /// at 100 a player wins 73 games of 100.
    pub fn rollout_plies(self, plies: u32) -> Self {
        Self { rollout_plies: plies, ..self }
    }

    /// The seed of all random choices; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self { bytes: 64 << 20, exploration: 0.4, urgency: 1.0, rollout_plies: 4_000, seed: 0 }
    }
}
