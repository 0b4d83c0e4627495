//! Searches for the best move: alpha-beta, max^n, Monte Carlo tree search, and the bots that play by them.
//!
//! `alpha_beta/mod.rs` has [`Search`]: `deepen.rs` there is iterative deepening, `negamax.rs` the recursion,
//! `order.rs` the order of moves, `table.rs` the transposition table, `parallel.rs` the threads.

mod alpha_beta;
mod bot;
mod evaluate;
mod limits;
mod maxn;
mod mcts;
mod score;
mod window;

pub use alpha_beta::{Analysis, Minimax, Search, SearchError, Techniques, Variation, minimax};
pub use bot::{
    Bot, BotError, BotFn, Decided, Decision, EpsilonGreedy, GreedyBot, RandomBot, Report, Thought,
};
pub use evaluate::{
    ByMargin, Evaluator, EvaluatorFn, Known, NoEvaluation, SharedEvaluator, StandPat, State,
};
pub use limits::{Clock, Limits, Watch};
pub use maxn::{MaxN, MaxNAnalysis};
pub use mcts::{Bounds, Mcts, MctsAnalysis, MctsMove, PlayerValue};
pub use score::{Score, ScoreKind};
pub use window::Window;

pub(crate) use alpha_beta::Tree;
pub(crate) use evaluate::finished;

use alpha_beta::cut_at_illegal;
use limits::Team;
