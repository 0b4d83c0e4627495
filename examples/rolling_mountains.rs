//! Rolling Mountains at work: the engine plays a game, or says what it thinks of a position.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use engine::{Evaluator, Game, Limits, Notation, Search, Start};
use examples::args::{RuleArgs, number, parse, read_position};
use examples::failure::{Failure, exit};
use examples::outcome::describe;
use rolling_mountains::{Evaluation, Move, Position};
use serde::Serialize;

/// Watch a game of engine players, or play yourself
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct RollingMountains {
    #[command(subcommand)]
    command: Option<Command>,

    /// Play the seat with this number yourself: 0 is red, who moves first
    #[arg(long, value_name = "SEAT", value_parser = number::<u32>)]
    human: Option<u32>,

    /// Stop after so many turns
    #[arg(long, value_name = "N", value_parser = number::<u32>, default_value = "500")]
    turns: u32,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(clap::Args)]
struct Effort {
    /// Think so many milliseconds about a ply, with two players
    #[arg(long, value_name = "N", value_parser = number::<u64>, default_value = "200")]
    movetime: u64,

    /// Look at most so many plies ahead, with two players
    #[arg(long, value_name = "N", value_parser = number::<u32>)]
    depth: Option<u32>,
}

#[derive(Subcommand)]
enum Command {
    /// Show a position, its best turn and what that is worth to the player to move
    Analyse {
        /// A position
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        effort: Effort,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    exit(parse().and_then(run))
}

fn run(args: RollingMountains) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    let mut thinker = Thinker::new(&args.effort);
    match args.command {
        None => {
            let rules = args.rules.rules()?;
            let position = Position::start(&rules, 0);
            let human = args.human.map(|seat| seat as usize);
            if human.is_some_and(|seat| seat >= position.players().len()) {
                let last = position.players().len() - 1;
                return Err(Failure::usage("--human", format!("expected a seat from 0 to {last}")));
            }
            play(out, position, human, args.turns, &mut thinker)
        }
        Some(Command::Analyse { position, rules, effort, json }) => {
            let position: Position = read_position(&position, &rules.rules()?)?;
            let analysis = Analysis::new(&position, &mut Thinker::new(&effort))?;
            if json {
                writeln!(out, "{}", serde_json::to_string(&analysis).map_err(Failure::run)?)?;
            } else {
                picture::print(out, &position)?;
                analysis.print(out)?;
            }
            Ok(())
        }
    }
}

fn play(
    out: &mut impl Write,
    mut position: Position,
    human: Option<usize>,
    turns: u32,
    thinker: &mut Thinker,
) -> Result<(), Failure> {
    while position.outcome().is_none() && position.turns() < turns {
        let (player, number) = (position.turn(), position.turns() + 1);
        if human == Some(player.seat()) {
            picture::print(out, &position)?;
            if !ask(out, &mut position)? {
                break;
            }
            continue;
        }
        let mut plies = Vec::new();
        let mut score = None;
        while position.outcome().is_none() && position.turns() < number {
            let (m, worth) = thinker.best(&position)?;
            score.get_or_insert(worth);
            position.play(m).map_err(Failure::run)?;
            plies.push(m.to_string());
        }
        let score = score.unwrap_or_default();
        writeln!(out, "{number:3}. {player:6} {}  [{score}]", plies.join(" "))?;
    }
    picture::print(out, &position)?;
    writeln!(out, "{position}\n{} after {} turns.", describe(&position), position.turns())?;
    Ok(())
}

/// Reads plies until a turn is complete or the input ends, which is answered with false.
fn ask(out: &mut impl Write, position: &mut Position) -> Result<bool, Failure> {
    let before = position.turns();
    while position.outcome().is_none() && position.turns() == before {
        write!(out, "{}, your plies, such as L:n t:c3: ", position.turn())?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(false);
        }
        if let Err(error) = position.play_text(line.trim()) {
            writeln!(out, "{error}")?;
        }
    }
    Ok(true)
}

/// A player: the shared search with two players, and one who looks a turn ahead with more.
struct Thinker {
    search: Search<Position, Evaluation>,
    limits: Limits,
}

impl Thinker {
    /// How many complete turns are compared with more than two players.
    const TURNS: usize = 3_000;

    fn new(effort: &Effort) -> Self {
        let limits = Limits::new().time(Duration::from_millis(effort.movetime));
        let limits = match effort.depth {
            Some(depth) => limits.depth(depth),
            None => limits,
        };
        Self { search: Search::new(Evaluation), limits }
    }

    /// The best ply and what it is worth.
    fn best(&mut self, position: &Position) -> Result<(Move, String), Failure> {
        let (line, score) = self.line(position)?;
        let m = line.first().copied().ok_or_else(|| Failure::Run("the game is over".into()))?;
        Ok((m, score))
    }

    fn line(&mut self, position: &Position) -> Result<(Vec<Move>, String), Failure> {
        if position.players().len() == 2 {
            let analysis = self.search.run(position, &self.limits).map_err(Failure::run)?;
            return Ok((analysis.line, analysis.score.to_string()));
        }
        let player = position.turn();
        let worth = |after: &Position| {
            if after.has_won(player) { i32::MAX } else { Evaluation.evaluate(after, player) }
        };
        let turns = position.complete_turns().take(Self::TURNS);
        let best = turns.max_by_key(|turn| worth(&turn.position));
        let line = best.as_ref().map(|turn| turn.plies.to_vec()).unwrap_or_default();
        let score = match best.map(|turn| worth(&turn.position)) {
            None => "0".to_owned(),
            Some(i32::MAX) => "wins".to_owned(),
            Some(worth) => format!("{worth:+}"),
        };
        Ok((line, score))
    }
}

#[derive(Serialize)]
struct Analysis {
    position: String,
    turn: String,
    result: String,
    moves: Vec<String>,
    score: String,
    line: Vec<String>,
}

impl Analysis {
    fn new(position: &Position, thinker: &mut Thinker) -> Result<Self, Failure> {
        let (line, score) = thinker.line(position)?;
        Ok(Self {
            position: position.to_string(),
            turn: position.turn().to_string(),
            result: describe(position),
            moves: position.legal_moves().iter().map(Move::to_string).collect(),
            score,
            line: line.iter().map(Move::to_string).collect(),
        })
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "position  {}", self.position)?;
        writeln!(out, "to move   {}", self.turn)?;
        writeln!(out, "result    {}", self.result)?;
        writeln!(out, "plies     {}", self.moves.len())?;
        writeln!(out, "score     {}", self.score)?;
        writeln!(out, "line      {}", self.line.join(" "))
    }
}

/// Boards on the terminal, legible with and without colour.
mod picture {
    use std::fmt::Write as _;
    use std::io::{self, Write};

    use anstyle::{AnsiColor, Style};
    use engine::Game;
    use rolling_mountains::{Edge, EdgeSide, Pawn, Place, Player, Position, Square};

    /// Ranks from the top, pawns as `rL`, tiles as `##`, mountains as `/\`, walls as `|` and `--`.
    pub(crate) fn print(out: &mut impl Write, position: &Position) -> io::Result<()> {
        let (width, height) = (position.rules().width(), position.rules().height());
        let wall = |file, rank, side| {
            let edge = Square::new(file, rank).map(|square| Edge { square, side });
            edge.is_some_and(|edge| position.walls().contains(edge))
        };
        for rank in (0..height).rev() {
            let mut line = format!("{:2} ", rank + 1);
            let mut below = "   ".to_owned();
            for file in 0..width {
                let east = if wall(file, rank, EdgeSide::East) { '|' } else { ' ' };
                let south =
                    rank.checked_sub(1).is_some_and(|rank| wall(file, rank, EdgeSide::North));
                let (style, text) = Square::new(file, rank)
                    .map(|square| cell(position, square))
                    .unwrap_or_default();
                let _ = write!(line, "{style}{text}{style:#}{east}");
                below.push_str(if south { "-- " } else { "   " });
            }
            writeln!(out, "{}", line.trim_end())?;
            if rank > 0 {
                writeln!(out, "{}", below.trim_end())?;
            }
        }
        let files: Vec<String> =
            (b'a'..).take(width.into()).map(|c| char::from(c).into()).collect();
        writeln!(out, "    {}", files.join("  "))?;
        for &player in position.players() {
            let [left, right] = Pawn::ALL.map(|pawn| position.pawn(player, pawn));
            let mountains = position.mountains_left(player);
            let style = style(player);
            write!(out, "   {style}{player:6}{style:#}  L {left:4} R {right:4}")?;
            writeln!(out, " mountains {mountains}")?;
        }
        writeln!(out, "   supply {}", position.supply())
    }

    fn cell(position: &Position, square: Square) -> (Style, String) {
        for &player in position.players() {
            for pawn in Pawn::ALL {
                if position.pawn(player, pawn) == Place::On(square) {
                    let initial = player.to_string().chars().next().unwrap_or(' ');
                    return (style(player), format!("{initial}{pawn}"));
                }
            }
        }
        if position.tiles().contains(square) {
            (AnsiColor::Cyan.on_default(), "##".to_owned())
        } else if position.mountains().contains(square) {
            (Style::new().bold(), "/\\".to_owned())
        } else {
            (Style::new().dimmed(), " .".to_owned())
        }
    }

    fn style(player: Player) -> Style {
        match player {
            Player::Red => AnsiColor::White.on(AnsiColor::Red).bold(),
            Player::Yellow => AnsiColor::Black.on(AnsiColor::Yellow).bold(),
            Player::Blue => AnsiColor::White.on(AnsiColor::Blue).bold(),
            Player::Green => AnsiColor::Black.on(AnsiColor::Green).bold(),
        }
    }
}
