//! Searches on the command line: their arguments, their results in words, and the option `--svg`.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::board::{Direction, quoted};
use engine::search::Thought;
use engine::svg::{Hue, Picture, Theme};
use engine::{Game, Keyed};
use kit::{AnyMove, Dynamic, Endings, Failure, Kit, Move};
use terminal::args::{JsonArgs, LimitArgs, TableArgs, ThreadArgs, one_of, whole};
use terminal::files;
use terminal::words::{grouped, in_words, join, terminal_width};

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

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// Search only these moves, separated by single spaces
    #[arg(long, value_name = "MOVES", conflicts_with = "without")]
    moves: Option<String>,

    /// Search all moves but these, and those that lead to the same positions
    #[arg(long, value_name = "MOVES")]
    without: Option<String>,
}

impl MovesArgs {
    /// The moves to search of a position; `None` for all.
    pub(crate) fn of(&self, position: &Dynamic) -> Result<Option<Vec<Move>>, Failure> {
        let (option, text) = match (&self.moves, &self.without) {
            (Some(text), _) => ("--moves", text),
            (None, Some(text)) => ("--without", text),
            (None, None) => return Ok(None),
        };
        let read = |word: &str| {
            let refuse = |error| Failure::usage(format!("{option}, {}", quoted(word)), error);
            position.find_move(word).map(|found| found.text).map_err(refuse)
        };
        let named: Vec<Move> = text.split(' ').map(read).collect::<Result<_, _>>()?;
        if self.moves.is_some() {
            return Ok(Some(named));
        }
        let mut left = position.distinct_moves();
        position.leave_out(&named, &mut left);
        if left.is_empty() {
            return Err(Failure::usage("--without", "expected fewer moves than there are"));
        }
        Ok(Some(left))
    }
}

/// What a file of endings knows about the positions by these rules.
pub(crate) fn endings(kit: &Kit, file: &Path, rules: &str) -> Result<Endings, Failure> {
    let none = || Failure::usage("--tablebase", "this game has no tablebases");
    kit.endings(file, Some(rules))?.ok_or_else(none)
}

pub(crate) fn summary(thought: &Thought<Move>) -> String {
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
pub(crate) fn remark(thought: &Thought<Move>) -> String {
    let depth = thought.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
    format!("   {}{depth}, {}", value(thought), effort(thought))
}

/// The score, or the expected result in percent.
fn value(thought: &Thought<Move>) -> String {
    match (thought.score, thought.expected) {
        (Some(score), _) => in_words(score, thought.proven),
        (None, expected) => format!("{:.0} %", 100.0 * expected.unwrap_or(0.5)),
    }
}

fn effort(thought: &Thought<Move>) -> String {
    grouped(thought.nodes, if thought.score.is_some() { "position" } else { "playout" })
}

#[derive(Debug, Args)]
pub(crate) struct SvgArgs {
    /// Write a picture of the position to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, requires = "svg")]
    #[arg(value_parser = whole(1..=u32::MAX))]
    svg_size: u32,

    /// The colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light", requires = "svg")]
    #[arg(value_parser = one_of(Theme::ALL))]
    svg_theme: Theme,

    /// The side from which the board is seen
    #[arg(long, value_name = "SIDE", default_value = "south", requires = "svg")]
    #[arg(value_parser = one_of(Direction::ALL))]
    svg_from: Direction,
}

impl SvgArgs {
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), files::check)
    }

    /// Writes a picture of a position with an arrow for its best move, if one is asked for.
    pub(crate) fn show(&self, position: &Dynamic, best: Option<Move>) -> Result<(), Failure> {
        let legal = best.and_then(|m| position.find_move(&m).ok());
        let arrow = |picture: Picture, m: AnyMove| picture.arrow(m.route, Hue::Green);
        self.write(&legal.into_iter().fold(position.picture(), arrow))
    }

    /// Writes the picture, if one is asked for.
    pub(crate) fn write(&self, picture: &Picture) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let picture = picture.clone().size(self.svg_size).theme(self.svg_theme);
        files::save(path, format!("{}\n", picture.seen_from(self.svg_from)))
    }
}
