//! Searches for the best move: alpha-beta, max^n, Monte Carlo tree search, and the bots that play by them.
//!
//! `alpha_beta/mod.rs` has [`Search`]: `deepen.rs` there is iterative deepening, `negamax.rs` the recursion,
//! `order.rs` the order of moves, `table.rs` the transposition table, `parallel.rs` the threads.

pub(crate) mod alpha_beta;
pub(crate) mod bot;
pub(crate) mod evaluate;
pub(crate) mod limits;
mod maxn;
mod mcts;
pub(crate) mod score;
pub(crate) mod window;

pub use alpha_beta::{Analysis, Minimax, Search, SearchError, Techniques, Variation, minimax};
pub use bot::{
    Bot, BotError, BotFn, Decided, Decision, EpsilonGreedy, GreedyBot, RandomBot, Report, Thought,
};
pub use evaluate::{
    ByMargin, Evaluator, EvaluatorFn, Known, NoEvaluation, SharedEvaluator, StandPat,
};
pub use limits::{Clock, Limits, Watch};
pub use maxn::{MaxN, MaxNAnalysis};
pub use mcts::{Bounds, Mcts, MctsAnalysis, MctsMove, PlayerValue};
pub use score::{Score, ScoreKind};
pub use window::Window;
