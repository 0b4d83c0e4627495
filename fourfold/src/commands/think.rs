//! Searches on the command line: their arguments, and their results in words.

use clap::Args;
use engine::search::Thought;
use engine::{Analysis, Limits};
use terminal::words::{grouped, in_words, join};

use crate::commands::svg::SvgArgs;
use crate::failure::Failure;
use kit::{AnySearch, Dynamic, Move};
use terminal::args::{JsonArgs, TableArgs, ThreadArgs};
use terminal::limits::LimitArgs;
use terminal::picture::terminal_width;

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,

    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

impl SearchArgs {
    /// Searches a position.
    pub(crate) fn run(
        &self,
        search: &mut dyn AnySearch,
        position: &Dynamic,
        limits: &Limits,
        mut report: impl FnMut(&Analysis<Move>) + Send,
    ) -> Result<Analysis<Move>, Failure> {
        let found = search.run_parallel(position, limits, self.threads.count(), &mut report);
        found.map_err(Failure::run)
    }
}

pub(crate) fn summary<M: ToString>(thought: &Thought<M>) -> String {
    const FEWEST_FOR_NODES: usize = 60;
    const WHO: usize = 16;
    let columns = terminal_width();
    let mut parts: Vec<String> =
        thought.depth.map(|depth| format!("depth {depth}")).into_iter().collect();
    parts.extend((columns >= FEWEST_FOR_NODES).then(|| effort(thought)));
    parts.extend([value(thought), join(&thought.line)]);
    parts.join("  ").chars().take(columns.saturating_sub(WHO)).collect()
}

/// Score, depth and positions, to print after the best move.
pub(crate) fn remark<M>(thought: &Thought<M>) -> String {
    let depth = thought.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
    format!("   {}{depth}, {}", value(thought), effort(thought))
}

/// The score, or the expected result in percent.
fn value<M>(thought: &Thought<M>) -> String {
    match (thought.score, thought.expected) {
        (Some(score), _) => in_words(score, thought.proven),
        (None, expected) => format!("{:.0} %", 100.0 * expected.unwrap_or(0.5)),
    }
}

fn effort<M>(thought: &Thought<M>) -> String {
    grouped(thought.nodes, if thought.score.is_some() { "position" } else { "playout" })
}
