//! Compass at work: the engine plays, analyses, and builds jewels.

mod picture;
mod players;
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use compass::{Arrangement, BoldBot, Evaluation, Game, Hand, Player, Position, Start};
use engine::arena::Tally;
use engine::{Bot, Search};
use fourfold::args::{RuleArgs, number, parse};
use fourfold::failure::{Failure, exit, quote};
use fourfold::outcome::describe;
use players::Opponent;
use serde::Serialize;

/// Play a game of Compass and show it; analyse positions; build jewels
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Compass {
    #[command(subcommand)]
    command: Option<Command>,

    /// Which deal; the same number always deals the same cards [default: any]
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_hyphen_values = true)]
    seed: Option<u64>,

    /// Play one side yourself
    #[arg(long, value_name = "SIDE")]
    human: Option<Side>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    time: TimeArgs,

    /// Print one JSON object
    #[arg(long, conflicts_with = "human")]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Say what a position is worth to the player to move, and show the best line
    Analyse {
        /// The position
        #[arg(allow_hyphen_values = true)]
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        time: TimeArgs,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Build the jewels that have most points from the cards of a hand
    Jewels {
        /// The hand: cards as kinds, sorted, separated by commas, or -
        #[arg(allow_hyphen_values = true)]
        hand: String,

        /// Add up these jewels instead, if they can be laid from the hand
        #[arg(long, value_name = "ARRANGEMENT", allow_hyphen_values = true)]
        check: Option<String>,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measure the engine: its score in games against a simple player, with changing sides
    Match {
        /// The other player
        opponent: Opponent,

        /// How many games; each deal is played twice
        #[arg(
            long,
            value_name = "N",
            default_value_t = 100,
            value_parser = number::<u32>,
            allow_hyphen_values = true
        )]
        games: u32,

        #[command(flatten)]
        time: TimeArgs,
    },
    /// Fit the weights of the evaluation to games that it plays against itself, and print them
    Tune(tune::Tune),
}

#[derive(Clone, Copy, Args)]
struct TimeArgs {
    /// Milliseconds that the engine thinks about a move
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 100,
        value_parser = number::<u64>,
        allow_hyphen_values = true
    )]
    movetime: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

fn main() -> ExitCode {
    exit(parse().and_then(run))
}

fn run(args: Compass) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    match args.command {
        None => {
            let seed = args.seed.unwrap_or_else(|| rand::random_range(0..1_000_000));
            let deal = Position::start(&args.rules.rules()?, seed);
            if args.json {
                play_as_json(out, seed, &deal, args.time.movetime)
            } else {
                let human = args.human.map(Player::from);
                writeln!(out, "Deal {seed}\n")?;
                play(out, &deal, human, args.time.movetime)
            }
        }
        Some(Command::Analyse { position, rules, time, json }) => {
            analyse(out, &rules.position(&position)?, time.movetime, json)
        }
        Some(Command::Jewels { hand, check, json }) => jewels(out, &hand, check.as_deref(), json),
        Some(Command::Match { opponent, games, time }) => {
            play_match(out, opponent, games, time.movetime)
        }
        Some(Command::Tune(tune)) => tune.run(out),
    }
}

/// A game with the board at every turn of a human, and otherwise after the placement and at the
/// end.
fn play(
    out: &mut impl Write,
    deal: &Position,
    human: Option<Player>,
    movetime: u64,
) -> Result<(), Failure> {
    let mut position = *deal;
    let (mut engine, limits) = (BoldBot::new(), players::limits(movetime));
    picture::print_position(out, &position)?;
    while position.outcome().is_none() {
        let turn = position.turn();
        let m = if human == Some(turn) {
            let Some(m) = players::ask(out, &position)? else { return Ok(()) };
            m
        } else {
            engine.choose(&position, &limits).ok_or_else(|| no_move(&position))?
        };
        let placing = position.is_placement();
        position.play(m).map_err(Failure::run)?;
        let [white, black] = Player::ALL.map(|player| position.hand(player).points());
        writeln!(out, "{:3}. {turn} {m:8}  {white}-{black}", position.ply())?;
        let begins = placing && !position.is_placement();
        if begins || human == Some(position.turn()) && position.outcome().is_none() {
            writeln!(out)?;
            picture::print_position(out, &position)?;
        }
    }
    writeln!(out)?;
    picture::print_position(out, &position)?;
    for player in Player::ALL {
        print_hand(out, &format!("Jewels of {player}"), position.hand(player))?;
    }
    writeln!(out, "{}", describe(&position))?;
    Ok(())
}

fn print_hand(out: &mut impl Write, what: &str, hand: Hand) -> io::Result<()> {
    let arrangement = hand.arrangement();
    let points = picture::count(arrangement.points(), "point");
    writeln!(out, "{what}: {points}, {arrangement}\n")?;
    picture::print_jewels(out, &arrangement)
}

fn play_as_json(
    out: &mut impl Write,
    seed: u64,
    deal: &Position,
    movetime: u64,
) -> Result<(), Failure> {
    let mut position = *deal;
    let (mut engine, limits) = (BoldBot::new(), players::limits(movetime));
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let m = engine.choose(&position, &limits).ok_or_else(|| no_move(&position))?;
        position.play(m).map_err(Failure::run)?;
        moves.push(m.to_string());
    }
    let [white, black] = Player::ALL.map(|player| Jewels::best(position.hand(player)));
    let (deal, result) = (deal.to_string(), describe(&position));
    let position = position.to_string();
    print_json(out, &Record { seed, deal, moves, position, result, white, black })
}

fn no_move(position: &Position) -> Failure {
    Failure::Run(format!("no move in {position}"))
}

/// A game as JSON.
#[derive(Serialize)]
struct Record {
    seed: u64,
    deal: String,
    moves: Vec<String>,
    position: String,
    result: String,
    white: Jewels,
    black: Jewels,
}

/// Jewels built from a hand, as JSON.
#[derive(Serialize)]
struct Jewels {
    hand: String,
    score: u32,
    arrangement: String,
}

impl Jewels {
    fn new(hand: Hand, arrangement: &Arrangement) -> Self {
        let score = arrangement.points();
        Self { hand: hand.to_string(), score, arrangement: arrangement.to_string() }
    }

    fn best(hand: Hand) -> Self {
        Self::new(hand, &hand.arrangement())
    }
}

fn print_json(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    writeln!(out, "{}", serde_json::to_string(answer).map_err(Failure::run)?)?;
    Ok(())
}

/// What the engine thinks of a position, as JSON.
#[derive(Serialize)]
struct Opinion {
    position: String,
    result: String,
    /// White's and black's.
    points: [u32; 2],
    score: String,
    proven: bool,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

fn analyse(
    out: &mut impl Write,
    position: &Position,
    movetime: u64,
    json: bool,
) -> Result<(), Failure> {
    let mut search = Search::new(Evaluation::default());
    let analysis = search.run(position, &players::limits(movetime)).map_err(Failure::run)?;
    let opinion = Opinion {
        position: position.to_string(),
        result: describe(position),
        points: Player::ALL.map(|player| position.hand(player).points()),
        score: analysis.score.to_string(),
        proven: analysis.proven,
        depth: analysis.depth,
        nodes: analysis.nodes,
        line: analysis.line.iter().map(ToString::to_string).collect(),
    };
    if json {
        return print_json(out, &opinion);
    }
    picture::print_position(out, position)?;
    writeln!(out, "result  {}", opinion.result)?;
    if !opinion.line.is_empty() {
        let proven = if opinion.proven { ", proven" } else { "" };
        writeln!(out, "score   {} for {}{proven}", opinion.score, position.turn())?;
        writeln!(out, "depth   {}, {} positions", opinion.depth, opinion.nodes)?;
        writeln!(out, "line    {}", opinion.line.join(" "))?;
    }
    Ok(())
}

fn jewels(
    out: &mut impl Write,
    text: &str,
    check: Option<&str>,
    json: bool,
) -> Result<(), Failure> {
    let hand: Hand =
        text.parse().map_err(|error| Failure::usage(format!("hand {}", quote(text)), error))?;
    let arrangement = match check {
        None => hand.arrangement(),
        Some(text) => {
            let wrong = format!("arrangement {}", quote(text));
            let mine: Arrangement = text.parse().map_err(|error| Failure::usage(&wrong, error))?;
            hand.check(&mine).map_err(|error| Failure::usage(&wrong, error))?;
            mine
        }
    };
    let jewels = Jewels::new(hand, &arrangement);
    if json {
        return print_json(out, &jewels);
    }
    let points = picture::count(jewels.score, "point");
    let cards = picture::count(hand.len() as u32, "card");
    writeln!(out, "{points} with {cards}: {}\n", jewels.arrangement)?;
    Ok(picture::print_jewels(out, &arrangement)?)
}

fn play_match(
    out: &mut impl Write,
    opponent: Opponent,
    games: u32,
    movetime: u64,
) -> Result<(), Failure> {
    let tally = players::measure(opponent, games, movetime)?;
    let Tally { won, drawn, lost, .. } = tally;
    let (points, games) = (tally.points(), tally.games());
    writeln!(out, "{won} won, {drawn} drawn, {lost} lost: {points} of {games} points")?;
    Ok(())
}
