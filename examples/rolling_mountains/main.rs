//! Rolling Mountains at work: the engine plays two to four seats, analyses, measures itself, and tunes
//! its evaluation.

mod contest;
mod picture;
mod players;
mod tune;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use engine::{Analysis, Evaluator, Game, Limits, Notation, Score, Start, Wdl};
use fourfold::args::{RuleArgs, number, parse};
use fourfold::failure::{Failure, exit};
use fourfold::outcome::describe;
use players::Engine;
use rolling_mountains::{Evaluation, Move, Position, Stage};
use serde::Serialize;

/// Watch a game of engine players, or play yourself; analyse positions; measure and tune the engine
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
#[command(
    after_help = "A game of four on a small board: rolling_mountains --set players=4 --set width=6 --set height=6"
)]
struct RollingMountains {
    #[command(subcommand)]
    command: Option<Command>,

    /// Play the seat with this number yourself: 0 is red, who moves first
    #[arg(long, value_name = "SEAT", value_parser = number::<u32>, allow_hyphen_values = true)]
    human: Option<u32>,

    /// Stop after so many turns
    #[arg(long, value_name = "N", value_parser = number::<u32>, default_value = "500", allow_hyphen_values = true)]
    turns: u32,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    rules: RuleArgs,

    /// Print one JSON object
    #[arg(long, conflicts_with = "human")]
    json: bool,
}

#[derive(clap::Args)]
struct Effort {
    /// Think so many milliseconds about a ply
    #[arg(long, value_name = "N", value_parser = number::<u64>, default_value = "200", allow_hyphen_values = true)]
    movetime: u64,

    /// Look at most so many plies ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_hyphen_values = true)]
    depth: Option<u32>,
}

impl Effort {
    fn limits(&self) -> Limits {
        let limits = Limits::new().time(Duration::from_millis(self.movetime));
        match self.depth {
            Some(depth) => limits.depth(depth),
            None => limits,
        }
    }
}

#[derive(Subcommand)]
enum Command {
    /// Show a position, its best turn and what it is worth to every player
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
    /// Play a match: one player in every seat in turn, another in all other seats
    Match(contest::Contest),
    /// Fit the weights of the evaluation to games that it plays against itself, and print them
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    exit(parse().and_then(run))
}

fn run(args: RollingMountains) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    match args.command {
        None => args.play(out),
        Some(Command::Analyse { position, rules, effort, json }) => {
            analyse(out, &rules.position(&position)?, &effort.limits(), json)
        }
        Some(Command::Match(contest)) => contest.run(out),
        Some(Command::Tune(tune)) => tune.run(out),
    }
}

impl RollingMountains {
    fn play(&self, out: &mut impl Write) -> Result<(), Failure> {
        let start = Position::start(&self.rules.rules()?, 0);
        let seats = start.players().len();
        let human = self.human.map(|seat| seat as usize);
        if human.is_some_and(|seat| seat >= seats) {
            return Err(Failure::usage(
                "--human",
                format!("expected a seat from 0 to {}", seats - 1),
            ));
        }
        let limits = self.effort.limits();
        let mut engines: Vec<Engine> =
            (0..seats).map(|_| players::engine(Evaluation::default())).collect();
        let mut position = start;
        let mut turns = Vec::new();
        while position.outcome().is_none() && position.turns() < self.turns {
            let (player, number) = (position.turn(), position.turns() + 1);
            if human == Some(player.seat()) {
                picture::print(out, &position)?;
                if !ask(out, &mut position)? {
                    break;
                }
                continue;
            }
            let turn = Turn::play(&mut position, &mut engines[player.seat()], &limits)?;
            if !self.json {
                writeln!(out, "{number:3}. {player:6} {}  [{}]", turn.plies.join(" "), turn.score)?;
            }
            turns.push(turn);
        }
        let result = describe(&position);
        if self.json {
            let (start, position) = (start.to_string(), position.to_string());
            return print_json(out, &Record { start, turns, position, result });
        }
        picture::print(out, &position)?;
        writeln!(out, "{position}\n{result} after {} turns.", position.turns())?;
        Ok(())
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct Record {
    start: String,
    turns: Vec<Turn>,
    position: String,
    result: String,
}

/// A turn of an engine player.
#[derive(Serialize)]
struct Turn {
    player: String,
    plies: Vec<String>,
    /// What the position was worth to the player before the first ply.
    score: String,
}

impl Turn {
    /// Plays what is left of a turn.
    fn play(
        position: &mut Position,
        engine: &mut Engine,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let (player, number) = (position.turn(), position.turns());
        let mut turn = Self { player: player.to_string(), plies: Vec::new(), score: String::new() };
        while position.outcome().is_none() && position.turns() == number {
            let analysis = engine.run(position, limits).map_err(Failure::run)?;
            let no_move = || Failure::run(format!("no move in {position}"));
            let m = analysis.best().ok_or_else(no_move)?;
            if turn.plies.is_empty() {
                turn.score = analysis.score.to_string();
            }
            turn.plies.push(m.to_string());
            position.play(m).map_err(Failure::run)?;
        }
        Ok(turn)
    }
}

/// What the position is worth to every player: to the player to move what the search says, and to
/// the others how its line ends for them.
fn scores(position: &Position, analysis: &Analysis<Move>) -> Vec<Score> {
    let mut end = *position;
    analysis.line.iter().for_each(|&m| end.play_unchecked(m));
    let outcome = end.outcome();
    let score = |&player| match &outcome {
        _ if player == position.turn() => analysis.score,
        Some(outcome) => match outcome.wdl(player) {
            Wdl::Win => Score::win_in(analysis.line.len() as u32),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::loss_in(analysis.line.len() as u32),
        },
        None => Score::value(Evaluation::default().evaluate(&end, player)),
    };
    position.players().iter().map(score).collect()
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
        // All plies of a line count, or none.
        let mut after = *position;
        match after.play_text(line.trim()) {
            Err(error) => writeln!(out, "{error}")?,
            Ok(_) if after.turns() > before && after.stage() != Stage::Start => {
                writeln!(out, "these are more plies than your turn has")?;
            }
            Ok(_) => *position = after,
        }
    }
    Ok(true)
}

fn print_json(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    writeln!(out, "{}", serde_json::to_string(answer).map_err(Failure::run)?)?;
    Ok(())
}

/// What the engine thinks of a position.
#[derive(Serialize)]
struct Opinion {
    position: String,
    turn: String,
    result: String,
    moves: Vec<String>,
    score: String,
    /// Every player's, by seat.
    scores: Vec<String>,
    proven: bool,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

fn analyse(
    out: &mut impl Write,
    position: &Position,
    limits: &Limits,
    json: bool,
) -> Result<(), Failure> {
    let mut engine = players::engine(Evaluation::default());
    let analysis = engine.run(position, limits).map_err(Failure::run)?;
    let opinion = Opinion {
        position: position.to_string(),
        turn: position.turn().to_string(),
        result: describe(position),
        moves: position.legal_moves().iter().map(Move::to_string).collect(),
        score: analysis.score.to_string(),
        scores: scores(position, &analysis).iter().map(Score::to_string).collect(),
        proven: analysis.proven,
        depth: analysis.depth,
        nodes: analysis.nodes,
        line: analysis.line.iter().map(Move::to_string).collect(),
    };
    if json {
        return print_json(out, &opinion);
    }
    picture::print(out, position)?;
    writeln!(out, "position  {}", opinion.position)?;
    writeln!(out, "to move   {}", opinion.turn)?;
    writeln!(out, "result    {}", opinion.result)?;
    writeln!(out, "plies     {}", opinion.moves.len())?;
    writeln!(out, "score     {}", opinion.score)?;
    for (player, score) in position.players().iter().zip(&opinion.scores) {
        writeln!(out, "  {player:6}  {score}")?;
    }
    writeln!(out, "depth     {}, {} positions", opinion.depth, opinion.nodes)?;
    writeln!(out, "line      {}", opinion.line.join(" "))?;
    Ok(())
}
