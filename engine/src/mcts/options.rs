//! How a Monte Carlo tree search goes about it.

/// How an [`Mcts`](super::Mcts) goes about it.
///
/// ```
/// use engine::MctsOptions;
///
/// let options = MctsOptions::new().bytes(256 << 20).rollout_plies(20).seed(7);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    pub(super) bytes: usize,
    pub(super) exploration: f64,
    pub(super) urgency: f64,
    pub(super) rollout_plies: u32,
    pub(super) scale: f64,
    pub(super) seed: u64,
}

impl MctsOptions {
    /// The defaults, which each method states.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes the tree may take; 64 MiB by default. They are set aside by the first run,
    /// and no run takes more. Less than 64 nodes are never taken.
    ///
    /// When they are full, the children of the least visited nodes are forgotten until about half is
    /// free (what was found out there stays in the nodes above), as in Fuego (Enzenberger, Müller,
    /// Arneson, Segal, *Fuego: an open-source framework for board games and Go engine based on
    /// Monte Carlo tree search*, 2010). A node gets children for at most as many moves as a quarter
    /// of the memory can hold.
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// How much a move gains by having been tried seldom: the factor of √(ln N / n) where a node was
    /// visited N times and a move there n times. Larger is broader, 0 only repeats what went well;
    /// 0.4 by default, the [best of those tried](super::Mcts#measured).
    #[must_use]
    pub fn exploration(mut self, exploration: f64) -> Self {
        self.exploration = exploration.max(0.0);
        self
    }

    /// What a move is taken for that was never tried, on the scale of the rewards with exploration
    /// added; 1.0 by default. Moves that did well enough are repeated before all others were tried,
    /// so that the tree grows deep where there are thousands of moves. Infinity tries every move
    /// first. (Gelly and Wang, *Exploration exploitation in Go: UCT for Monte-Carlo Go*, 2006.)
    #[must_use]
    pub fn first_play_urgency(mut self, urgency: f64) -> Self {
        self.urgency = urgency;
        self
    }

    /// How many random plies are played at most beyond the tree, 4,000 by default, before the
    /// evaluator has to judge. 0 has it judge at once, without any random play.
    #[must_use]
    pub fn rollout_plies(mut self, plies: u32) -> Self {
        self.rollout_plies = plies;
        self
    }

    /// How evaluations become rewards: a value v values a player 1 / (1 + e^(-v / scale)). So it
    /// is the value at which a player wins 73 games of 100; 100 by default.
    #[must_use]
    pub fn evaluation_scale(mut self, scale: f64) -> Self {
        self.scale = scale.max(f64::MIN_POSITIVE);
        self
    }

    /// What chance follows from; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            exploration: 0.4,
            urgency: 1.0,
            rollout_plies: 4_000,
            scale: 100.0,
            seed: 0,
        }
    }
}
