//! Collateral Checkers at work: a game against the computer or of the computer against itself, and
//! the best moves of a position.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand, ValueEnum};
use collateral_checkers::{Evaluation, Game, Move, Player, Position};
use engine::{Analysis, Limits, Score, ScoreKind, Search};
use fourfold::args::RuleArgs;
use fourfold::failure::{Failure, exit};
use fourfold::outcome::describe;
use serde_json::json;

/// Play a game of Collateral Checkers in the terminal, or analyse a position
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct CollateralCheckers {
    #[command(subcommand)]
    command: Option<Command>,

    /// Play this side yourself; the computer plays the other
    #[arg(long, value_name = "SIDE")]
    human: Option<Side>,

    /// Begin with this position
    #[arg(long, value_name = "POSITION", default_value = START)]
    position: String,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object for each turn, and one for the result
    #[arg(long)]
    json: bool,
}

const START: &str = "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0";

#[derive(Subcommand)]
enum Command {
    /// Show the best moves of a position, with their scores
    Analyse {
        /// The position, such as "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0"
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        limits: LimitArgs,

        /// How many moves to show
        #[arg(long, value_name = "N", default_value_t = 5)]
        moves: usize,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
}

impl Side {
    fn player(self) -> Player {
        match self {
            Self::Black => Player::Black,
            Self::White => Player::White,
        }
    }
}

/// How long the computer thinks.
#[derive(Clone, Copy, Args)]
struct LimitArgs {
    /// Thinking time for a move or an analysis, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,

    /// The deepest search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = Limits::MAX_DEPTH)]
    depth: u32,
}

impl LimitArgs {
    fn time(self) -> Duration {
        Duration::from_millis(self.movetime)
    }
}

fn main() -> ExitCode {
    exit(run(CollateralCheckers::parse()))
}

fn run(args: CollateralCheckers) -> Result<(), Failure> {
    match args.command {
        None => {
            let position = args.rules.position(&args.position)?;
            let limits = Limits::new().time(args.limits.time()).depth(args.limits.depth);
            let human = args.human.map(Side::player);
            play_game(position, human, &limits, if args.json { Style::Json } else { Style::Text })
        }
        Some(Command::Analyse { position, rules, limits, moves, json }) => {
            let position = rules.position(&position)?;
            let mut ranked = rank_moves(&position, limits)?;
            ranked.truncate(moves);
            let out = &mut anstream::stdout().lock();
            if json {
                writeln!(out, "{}", analysis_json(&position, &ranked))?;
            } else {
                print_analysis(out, &position, &ranked)?;
            }
            Ok(())
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Json,
}

fn play_game(
    mut position: Position,
    human: Option<Player>,
    limits: &Limits,
    style: Style,
) -> Result<(), Failure> {
    let mut search = Search::new(Evaluation::default());
    let out = &mut anstream::stdout();
    if style == Style::Text {
        picture::print(out, &position, None)?;
    }
    let mut ply = 0;
    while position.outcome().is_none() {
        ply += 1;
        let turn = position.turn();
        let (m, analysis) = if human == Some(turn) {
            let Some(m) = ask(&position)? else { return Ok(()) };
            (m, None)
        } else {
            let analysis = search.run(&position, limits).map_err(Failure::run)?;
            let m = analysis.best().ok_or_else(|| Failure::run("there is no move"))?;
            (m, Some(analysis))
        };
        position.play(m).map_err(Failure::run)?;
        match style {
            Style::Json => {
                writeln!(out, "{}", turn_json(ply, turn, m, analysis.as_ref(), &position))?;
            }
            Style::Text => {
                writeln!(out, "\n{ply}. {turn} {m}")?;
                writeln!(out, "{}", analysis.as_ref().map(remark).unwrap_or_default())?;
                picture::print(out, &position, Some(m))?;
            }
        }
    }
    match (style, position.ending()) {
        (Style::Text, Some(ending)) => writeln!(out, "{}.", capitalised(&ending.to_string()))?,
        _ => writeln!(out, "{}", json!({ "result": describe(&position) }))?,
    }
    Ok(())
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

/// Score, depth and line of the search behind a move.
fn remark(analysis: &Analysis<Move>) -> String {
    let Analysis { score, depth, nodes, line, .. } = analysis;
    format!("   score {score}, depth {depth}, {nodes} nodes, line {}\n", beginning(line))
}

/// As much of a line as there is room for.
fn beginning(line: &[Move]) -> String {
    const SHOWN: usize = 5;
    let dots = if line.len() > SHOWN { " ..." } else { "" };
    join(&line[..line.len().min(SHOWN)]) + dots
}

fn join(line: &[Move]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn texts(line: &[Move]) -> serde_json::Value {
    line.iter().map(ToString::to_string).collect()
}

fn turn_json(
    ply: u32,
    turn: Player,
    m: Move,
    analysis: Option<&Analysis<Move>>,
    after: &Position,
) -> serde_json::Value {
    let mut json = json!({
        "ply": ply,
        "turn": turn.to_string(),
        "move": m.to_string(),
        "position": after.to_string(),
    });
    if let Some(Analysis { line, score, proven, depth, nodes, .. }) = analysis {
        json["score"] = score.to_string().into();
        json["proven"] = (*proven).into();
        json["depth"] = (*depth).into();
        json["nodes"] = (*nodes).into();
        json["line"] = texts(line);
    }
    json
}

/// Waits until a legal move is typed; `None` at the end of the input. Hints go to standard error, so
/// that they do not come between the objects of `--json`.
fn ask(position: &Position) -> Result<Option<Move>, Failure> {
    let out = &mut anstream::stderr();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = line.trim();
        if answer == "?" {
            let moves = position.legal_moves();
            writeln!(out, "{} moves: {}", moves.len(), join(&moves))?;
            continue;
        }
        match answer.parse::<Move>() {
            Err(error) => writeln!(out, "{error}; ? lists the legal moves")?,
            Ok(m) => match position.check(m) {
                Ok(()) => return Ok(Some(m)),
                Err(error) => writeln!(out, "{m} is illegal: {error}; ? lists the legal moves")?,
            },
        }
    }
    Ok(None)
}

/// A move with what it is worth to the player who makes it.
struct Ranked {
    m: Move,
    score: Score,
    /// Whether no deeper search can change the score.
    proven: bool,
    depth: u32,
    /// Begins with the move.
    line: Vec<Move>,
}

/// Searches the position after every move, all of them deeper and deeper; the best come first.
fn rank_moves(position: &Position, limits: LimitArgs) -> Result<Vec<Ranked>, Failure> {
    let started = Instant::now();
    let mut moves = Vec::new();
    position.generate_distinct_moves(&mut moves);
    let mut search = Search::new(Evaluation::default());
    let mut best: Vec<Ranked> = Vec::new();
    for depth in 0..limits.depth.max(1) {
        let mut ranked = Vec::new();
        for &m in &moves {
            let mut after = *position;
            after.play_unchecked(m);
            let left = limits.time().saturating_sub(started.elapsed());
            let limits = Limits::new().depth(depth).time(left);
            let analysis = search.run(&after, &limits).map_err(Failure::run)?;
            if analysis.depth < depth && !analysis.proven && !best.is_empty() {
                return Ok(best);
            }
            ranked.push(Ranked {
                m,
                score: one_ply_earlier(-analysis.score),
                proven: analysis.proven,
                depth: analysis.depth + 1,
                line: [m].into_iter().chain(analysis.line).collect(),
            });
        }
        ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.score));
        // What is best so far is searched first.
        moves = ranked.iter().map(|ranked| ranked.m).collect();
        best = ranked;
        if best.iter().all(|ranked| ranked.proven) {
            break;
        }
    }
    Ok(best)
}

fn one_ply_earlier(score: Score) -> Score {
    match score.kind() {
        ScoreKind::Win(plies) => Score::win_in(plies + 1),
        ScoreKind::Loss(plies) => Score::loss_in(plies + 1),
        ScoreKind::Value(_) => score,
    }
}

fn print_analysis(out: &mut impl Write, position: &Position, ranked: &[Ranked]) -> io::Result<()> {
    picture::print(out, position, None)?;
    if let Some(ending) = position.ending() {
        return writeln!(out, "The game is over, {ending}.");
    }
    let (all, turn) = (position.legal_moves().len(), position.turn());
    writeln!(out, "{all} legal moves, the best for {turn}:")?;
    for Ranked { score, depth, line, .. } in ranked {
        writeln!(out, "{score:>10}  depth {depth:2}  {}", beginning(line))?;
    }
    Ok(())
}

fn analysis_json(position: &Position, ranked: &[Ranked]) -> serde_json::Value {
    let moves = ranked.iter().map(|Ranked { m, score, proven, depth, line }| {
        json!({
            "move": m.to_string(),
            "score": score.to_string(),
            "proven": proven,
            "depth": depth,
            "line": texts(line),
        })
    });
    json!({
        "position": position.to_string(),
        "rules": position.rules().to_string(),
        "result": describe(position),
        "moves": moves.collect::<Vec<_>>(),
    })
}

/// Boards on the terminal, legible with and without colour.
mod picture {
    use std::io::{self, Write};

    use anstyle::{AnsiColor, Effects, Style};
    use collateral_checkers::Square;

    use super::{Move, Player, Position};

    /// The board, with the squares that the last move visited, and the counts.
    pub(crate) fn print(
        out: &mut impl Write,
        position: &Position,
        last: Option<Move>,
    ) -> io::Result<()> {
        let visited = |square| last.is_some_and(|m| m.squares().any(|other| other == square));
        for square in Square::reading_order() {
            if square.file() == 0 {
                write!(out, "{}  ", square.rank() + 1)?;
            }
            let piece = position.piece(square);
            let style = match piece {
                Some(Player::Black) => AnsiColor::White.on(AnsiColor::Black).bold(),
                Some(Player::White) => AnsiColor::Black.on(AnsiColor::White).bold(),
                None if visited(square) => AnsiColor::Yellow.on_default(),
                None => Style::new() | Effects::DIMMED,
            };
            let empty = if square == Square::C3 { '+' } else { '.' };
            let cell = piece.map_or(empty, Player::to_char);
            let mark = if visited(square) { "*" } else { "" };
            let end = if square.file() == 4 { "\n" } else { &"  "[mark.len()..] };
            write!(out, "{style}{cell}{style:#}{mark}{end}")?;
        }
        writeln!(out, "   a  b  c  d  e\n")?;
        writeln!(out, "{position}")
    }
}
