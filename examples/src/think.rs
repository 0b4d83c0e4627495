//! The search that analyses, gives hints and plays over UGI, for any number of players.

use std::time::Duration;

use clap::Args;
use engine::{
    Analysis, Evaluator, Limits, MaxNAnalysis, Score, ScoreKind, Search, SearchError, Variation,
    Wdl,
};
use indicatif::HumanCount;

use crate::args::{JsonArgs, LimitArgs, TableArgs, ThreadArgs};
use crate::games::AnyGame;
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

/// The shared search, by the best evaluator of the game unless another is named.
pub(crate) struct Thinker<G: AnyGame, E = <G as AnyGame>::Judge>(Box<Search<G, E>>);

/// The results of a search.
#[derive(Clone, Debug)]
pub(crate) struct Thoughts<M> {
    /// The best line, then further ones if requested.
    pub(crate) lines: Vec<Variation<M>>,
    /// The score of the best line for each player, by seat.
    pub(crate) scores: Vec<Score>,
    /// The completed depth.
    pub(crate) depth: u32,
    /// The number of visited positions.
    pub(crate) nodes: u64,
    /// The time it took.
    pub(crate) elapsed: Duration,
}

impl<G: AnyGame, E: Evaluator<G> + Default + Send + Sync> Thinker<G, E> {
    /// A search with a table of `table_bytes` bytes.
    pub(crate) fn new(table_bytes: usize) -> Self {
        Self(Box::new(Search::with_table_bytes(E::default(), table_bytes)))
    }

    /// A search whose table compares whole positions, not their keys.
    pub(crate) fn verified(table_bytes: usize) -> Self {
        Self(Box::new(Search::verified(E::default(), table_bytes)))
    }

    /// The same search, for this many best moves.
    pub(crate) fn with_lines(self, lines: usize) -> Self {
        Self(Box::new(self.0.with_lines(lines)))
    }

    /// Searches and reports the result of every depth.
    pub(crate) fn run(
        &mut self,
        position: &G,
        limits: &Limits,
        threads: usize,
        mut report: impl FnMut(Thoughts<G::Move>) + Send,
    ) -> Result<Thoughts<G::Move>, SearchError> {
        let Self(search) = self;
        let report = |analysis: &Analysis<G::Move>| report(Thoughts::new(position, analysis));
        let analysis = search.run_parallel(position, limits, threads, report)?;
        Ok(Thoughts::new(position, &analysis))
    }
}

/// The score of a position for each player, by seat: of the player to move by the search, of the others
/// by the end of its line.
fn scores<G: AnyGame>(position: &G, analysis: &Analysis<G::Move>) -> Vec<Score> {
    let (turn, players) = (position.turn(), position.players());
    let mut end = position.clone();
    analysis.line.iter().for_each(|&m| end.play_unchecked(m));
    let plies = analysis.line.len() as u32;
    let score = |&player: &G::Player| match end.outcome().map(|outcome| outcome.wdl(player)) {
        _ if player == turn => analysis.score,
        _ if players.len() == 2 => -analysis.score,
        Some(Wdl::Win) => Score::win_in(plies),
        Some(Wdl::Draw) => Score::DRAW,
        Some(Wdl::Loss) => Score::loss_in(plies),
        None => Score::value(G::Judge::default().evaluate(&end, player)),
    };
    players.iter().map(score).collect()
}

impl<M: Copy + ToString> Thoughts<M> {
    fn new<G: AnyGame<Move = M>>(position: &G, analysis: &Analysis<M>) -> Self {
        let scores = scores(position, analysis);
        let Analysis { line, score, proven, others, depth, nodes, elapsed } = analysis.clone();
        let best = Variation { line, score, proven };
        let lines = std::iter::once(best).chain(others).collect();
        Self { lines, scores, depth, nodes, elapsed }
    }

    /// The results of max^n.
    pub(crate) fn of_max_n<G>(position: &G, analysis: &MaxNAnalysis<M>) -> Self
    where
        G: AnyGame<Move = M>,
    {
        let MaxNAnalysis { line, scores, proven, depth, nodes, elapsed } = analysis.clone();
        let score = scores.get(position.seat_to_move()).copied().unwrap_or(Score::DRAW);
        Self { lines: vec![Variation { line, score, proven }], scores, depth, nodes, elapsed }
    }

    /// The positions visited in a second.
    pub(crate) fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }

    /// Depth, positions and the best line, on one line.
    pub(crate) fn summary(&self) -> String {
        const FEWEST_FOR_NODES: usize = 60;
        let Some(Variation { line, score, proven }) = self.lines.first() else {
            return String::new();
        };
        let nodes = match terminal_width() {
            FEWEST_FOR_NODES.. => format!("  {} positions", HumanCount(self.nodes)),
            _ => String::new(),
        };
        let (depth, score) = (self.depth, in_words(*score, *proven));
        fitted(&format!("depth {depth}{nodes}  {score}  {}", join(line)))
    }

    /// Score, depth and positions, to print after the best move.
    pub(crate) fn remark(&self) -> String {
        let score = self.lines.first().map(|best| in_words(best.score, best.proven));
        let (score, nodes) = (score.unwrap_or_default(), HumanCount(self.nodes));
        format!("   {score}, depth {}, {nodes} positions", self.depth)
    }

    /// The best move; `None` if the game is over.
    pub(crate) fn best(&self) -> Option<M> {
        self.lines.first()?.line.first().copied()
    }
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

/// A score in UGI: wins and losses in plies.
pub(crate) fn ugi_score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Win(plies) => format!("mate {plies}"),
        ScoreKind::Loss(plies) => format!("mate -{plies}"),
        ScoreKind::Value(value) => format!("cp {value}"),
    }
}
