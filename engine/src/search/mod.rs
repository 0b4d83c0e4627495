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

/// Sorts by a key, the highest first, and equals as they are. Unlike the sorts of the library it takes little to
/// compile, for moves of any type.
fn sort_best_first<T>(items: &mut Vec<T>, key: impl Fn(&T) -> i64) {
    let order = best_first(&items.iter().map(key).collect::<Vec<_>>());
    let mut sorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|number| sorted[number].take()));
}

fn best_first(keys: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(keys[number]));
    order
}
