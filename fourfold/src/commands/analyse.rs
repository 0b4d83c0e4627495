//! The best moves of a position, with their lines and what they are worth.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::board::{Direction, counted};
use engine::search::Variation;
use engine::{Analysis, Game, Score, Wdl, Written};
use serde_json::{Map, Value, json};

use crate::commands::think::{MovesArgs, SearchArgs, endings};
use kit::{AnySearch, By, Dynamic, Failure, Kit, Move};
use terminal::args::{PositionArgs, play, whole};
use terminal::board::{self, board};
use terminal::progress;
use terminal::words::{describe, grouped, in_words, join, rules_text, terminal_width};

/// Show the best moves of a position, with their lines and what they are worth
///
/// Searches deeper and deeper until a limit is reached or Ctrl-C is pressed; by default for one second.
/// On a terminal the lines are shown as they are found.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold analyse collateral-checkers --movetime 5000
  fourfold analyse collateral-checkers 'ww2w/5/3b1/5/bb1bw b 0 0' --tablebase six.endings
  fourfold analyse connect-four start --after 'd d d' --lines 7 --depth 12
  fourfold analyse connect-four --without d --depth 12
  fourfold analyse rolling-mountains --set players=3 --json
  fourfold analyse compass @game.record --ply 12")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Moves to play first, separated by single spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,

    /// The number of lines to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=500_usize))]
    lines: usize,

    /// In a game that has tablebases: search with this one, which has the rules of the position
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,

    /// Count points, in a game that is won by points: scores are margins
    #[arg(long, conflicts_with = "tablebase")]
    points: bool,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    search: SearchArgs,
}

impl AnalyseArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let mut position = self.position.position(kit)?;
        play(&mut position, &self.after)?;
        self.search.svg.check()?;
        let search = self.search(kit, &position)?.with_memory(self.search.table.bytes()?);
        let mut search = search.with_lines(self.lines);
        let moves = self.moves.of(&position)?;
        let bar = progress::bar("{msg}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let limits = self.search.limits.or_time(Duration::from_secs(1)).stop(stop);
        let mut report = |found: &Analysis<_>| progress::show(&bar, || table(found));
        let threads = self.search.threads.count();
        let found = search.run_among(&position, moves.as_deref(), &limits, threads, &mut report);
        let found = found.map_err(Failure::run)?;
        drop(bar);
        self.search.svg.show(&position, found.best())?;
        let scores = search.scores(&position, &found).map_err(Failure::run)?;
        // What is known of the position holds with all of its moves.
        let known = kit.known(&position).filter(|_| moves.is_none());
        let json = || {
            let mut json = to_json(&position, &found, &scores);
            json["known"] = json!(known);
            if let Some(moves) = &moves {
                json["among"] = json!(moves);
            }
            json
        };
        self.search.json.print(json, |out| {
            print(out, &position, &found, &scores)?;
            if let Some(moves) = &moves {
                writeln!(out, "Only searched: {}", join(moves))?;
            }
            let verb = match known {
                None => return Ok(()),
                Some(Wdl::Win) => "wins",
                Some(Wdl::Draw) => "draws",
                Some(Wdl::Loss) => "loses",
            };
            writeln!(out, "It is proven that {} {verb} with best play.", position.turn())
        })
    }

    fn search(&self, kit: &Kit, position: &Dynamic) -> Result<Box<dyn AnySearch>, Failure> {
        if self.points {
            return Ok(kit.search(By::Points));
        }
        let Some(file) = &self.tablebase else { return Ok(kit.search(By::Best)) };
        let search = endings(kit, file, &position.settings())?.search();
        let bitbase = "this is a bitbase: expected a tablebase, with distances";
        search.ok_or_else(|| Failure::file(file, bitbase))
    }
}

fn print(
    out: &mut impl Write,
    position: &Dynamic,
    found: &Analysis<Move>,
    scores: &[Score],
) -> io::Result<()> {
    let board = board(position, Direction::South, &[]);
    board::print(&board, out, terminal_width())?;
    writeln!(out, "\n{position}")?;
    if position.outcome().is_some() {
        return writeln!(out, "The game is over: {}.", describe(Game::outcome(position)));
    }
    let (turn, count) = (position.turn(), position.legal_moves().len());
    writeln!(out, "{turn} to move, {}\n", counted(count, "legal move"))?;
    writeln!(out, "{}", table(found))?;
    if position.players().len() > 2 {
        let worth = position.players().iter().zip(scores);
        let worth: Vec<String> = worth.map(|(player, score)| format!("{player} {score}")).collect();
        writeln!(out, "The best line is worth: {}", worth.join(", "))?;
    }
    Ok(())
}

/// Depth and effort, then the lines, each cut to the width of the terminal.
fn table(found: &Analysis<Move>) -> String {
    let width = terminal_width();
    let (nodes, seconds) = (grouped(found.nodes, "position"), found.elapsed.as_secs_f64());
    let mut rows = vec![format!("depth {}, {nodes}, {seconds:.1} s", found.depth)];
    rows.extend(found.clone().into_variations().iter().map(
        |&Variation { ref line, score, proven }| {
            let mark = if proven { "proven" } else { "" };
            let row = format!("{:>12}  {mark:6}  {}", in_words(score, proven), join(line));
            if row.chars().count() <= width {
                return row;
            }
            row.chars().take(width.saturating_sub(4)).chain(" ...".chars()).collect()
        },
    ));
    rows.join("\n")
}

fn to_json(position: &Dynamic, found: &Analysis<Move>, scores: &[Score]) -> Value {
    let line = |Variation { line, score, proven }: Variation<Move>| {
        json!({
            "move": line.first(),
            "score": score,
            "proven": proven,
            "line": line,
        })
    };
    let players = position.players().iter().zip(scores);
    let scores = players.map(|(player, score)| (player.to_string(), json!(score)));
    let lines = if found.line.is_empty() { Vec::new() } else { found.clone().into_variations() };
    json!({
        "position": position.to_string(),
        "rules": rules_text(&position.settings()),
        "turn": position.turn().to_string(),
        "result": describe(Game::outcome(position)),
        "legal_moves": position.legal_moves().len(),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.elapsed.as_secs_f64(),
        "scores": scores.collect::<Map<_, _>>(),
        "lines": lines.into_iter().map(line).collect::<Value>(),
    })
}
