//! The search that analyses, gives hints and plays over UGI, for any number of players.

use clap::Args;
use engine::board::counted;
use engine::search::MaxNAnalysis;
use engine::{Analysis, Game, Score, Search};
use indicatif::HumanCount;

use crate::args::{JsonArgs, LimitArgs, TableArgs, ThreadArgs};
use crate::hooks::Hooks;
use crate::picture::terminal_width;
use crate::svg::SvgArgs;

/// Options of a search.
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

/// The shared search, by the best evaluator of the game.
pub(crate) type Thinker<H> = Search<<H as Hooks>::Game, <H as Hooks>::Judge>;

/// Such a search with a table of `table_bytes` bytes.
pub(crate) fn thinker<H: Hooks>(hooks: &H, table_bytes: usize) -> Thinker<H> {
    Search::new(hooks.judge()).with_memory(table_bytes)
}

/// What max^n found, as the search reports it.
pub(crate) fn of_max_n<G: Game>(
    position: &G,
    analysis: &MaxNAnalysis<G::Move>,
) -> Analysis<G::Move> {
    let MaxNAnalysis { line, scores, proven, depth, nodes, elapsed } = analysis.clone();
    let score = scores.get(position.seat_to_move()).copied().unwrap_or(Score::DRAW);
    Analysis { line, score, proven, others: Vec::new(), depth, nodes, elapsed }
}

/// Depth, positions and the best line, on one line.
pub(crate) fn summary<M: ToString>(analysis: &Analysis<M>) -> String {
    const FEWEST_FOR_NODES: usize = 60;
    let nodes = match terminal_width() {
        FEWEST_FOR_NODES.. => format!("  {}", grouped(analysis.nodes, "position")),
        _ => String::new(),
    };
    let score = in_words(analysis.score, analysis.proven);
    fitted(&format!("depth {}{nodes}  {score}  {}", analysis.depth, join(&analysis.line)))
}

/// Score, depth and positions, to print after the best move.
pub(crate) fn remark<M>(analysis: &Analysis<M>) -> String {
    let score = in_words(analysis.score, analysis.proven);
    format!("   {score}, depth {}, {}", analysis.depth, grouped(analysis.nodes, "position"))
}

/// A number with its digits in groups, and the noun that it counts: `1 position`, `2,000 positions`.
pub(crate) fn grouped(number: u64, noun: &str) -> String {
    counted(number, noun).replacen(&number.to_string(), &HumanCount(number).to_string(), 1)
}

/// A score as text: a proven value of 0 is a draw.
pub(crate) fn in_words(score: Score, proven: bool) -> String {
    if proven && score == Score::DRAW { "draw".to_owned() } else { score.to_string() }
}

/// The beginning of a text, as much as fits on a status line.
pub(crate) fn fitted(text: &str) -> String {
    const WHO: usize = 16;
    text.chars().take(terminal_width().saturating_sub(WHO)).collect()
}

/// Moves in a row.
pub(crate) fn join<M: ToString>(line: &[M]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
