//! How well Collateral Checkers is played: matches against simple players, and the tuning of the
//! evaluation by self-play.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use collateral_checkers::{Evaluation, Player, Position, Rules, Start};
use engine::arena::{Contestant, End, HeadToHead, Match, Openings, PlayedGame, Seating};
use engine::key::mix;
use engine::{
    Evaluator, GreedyBot, Limits, Outcome, RandomBot, ScoreKind, Search, playout, seeded,
};
use fourfold::args::RuleArgs;
use fourfold::failure::{Failure, exit};
use rand::RngExt;

/// Measure how well Collateral Checkers is played, or tune its evaluation
#[derive(Parser)]
struct Strength {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a match of the search against a simple player and print the score
    Match {
        opponent: Opponent,

        /// How many games; each opening is played twice, once with either colour
        #[arg(long, value_name = "N", default_value_t = 100)]
        games: u32,

        /// Thinking time for a move, in milliseconds
        #[arg(long, value_name = "MS", default_value_t = 100)]
        movetime: u64,

        /// How many random plies an opening has; those that decide the game are left out
        #[arg(long, value_name = "PLIES", default_value_t = 2)]
        opening: usize,

        /// Which random openings and moves
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,

        #[command(flatten)]
        rules: RuleArgs,
    },
    /// Fit the weights of the evaluation to games that it plays against itself, and print them
    Tune {
        /// How often to play and to fit
        #[arg(long, value_name = "N", default_value_t = 3)]
        rounds: u32,

        /// How many games to play in a round
        #[arg(long, value_name = "N", default_value_t = 2000)]
        games: u32,

        /// How many positions to search for a move
        #[arg(long, value_name = "N", default_value_t = 2000)]
        nodes: u64,

        /// Which random openings
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Plays any legal move, each as likely as any other
    Random,
    /// Plays the move after which the evaluation is best, one ply deep
    Greedy,
    /// Searches as long as we do, but counts the pieces instead of evaluating
    Material,
}

fn main() -> ExitCode {
    exit(run(Strength::parse()))
}

fn run(args: Strength) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    match args.command {
        Command::Match { opponent, games, movetime, opening, seed, rules } => {
            let rules = rules.rules()?;
            Series { opponent, games, movetime, opening, seed, rules }.play(out)
        }
        Command::Tune { rounds, games, nodes, seed } => {
            tune(out, rounds, games, &Limits::new().nodes(nodes), seed)
        }
    }
}

/// A match of the search against a simple player.
struct Series {
    opponent: Opponent,
    games: u32,
    movetime: u64,
    opening: usize,
    seed: u64,
    rules: Rules,
}

impl Series {
    fn play(&self, out: &mut impl Write) -> Result<(), Failure> {
        let limits = Limits::new().time(Duration::from_millis(self.movetime));
        let us = Contestant::new("search", || Search::new(Evaluation::default()));
        let them = match self.opponent {
            Opponent::Random => Contestant::new("random", || RandomBot::new(0)),
            Opponent::Greedy => {
                Contestant::new("greedy", || GreedyBot::new(Evaluation::default(), 0))
            }
            Opponent::Material => Contestant::new("material", || Search::new(MATERIAL)),
        };
        let mut plies = 0;
        let report =
            Match::new(vec![us.limits(limits.clone()), them.limits(limits)], self.openings())
                .games(self.games.into())
                .seed(self.seed)
                .run(|game, _| plies += game.moves.len() - game.opening)
                .map_err(Failure::run)?;
        for duel in report.standings.duels() {
            let (HeadToHead { won, drawn, lost, .. }, games) = (duel, report.standings.games());
            writeln!(out, "{won} won, {drawn} drawn, {lost} lost of {games} games, {plies} plies")?;
        }
        Ok(())
    }

    fn openings(&self) -> Openings<'static, Position> {
        let start = Position::start(&self.rules, 0);
        match self.opening {
            0 => Openings::listed(vec![start]),
            plies => Openings::listed(vec![start]).random_plies(plies).only(is_even),
        }
    }
}

/// Many openings lose by force within a few plies. They would tell nothing about the players, so a
/// search has to find less than a piece of difference.
fn is_even(opening: &Position) -> bool {
    let analysis = Search::new(Evaluation::default()).run(opening, &Limits::new().nodes(200_000));
    analysis.is_ok_and(|analysis| matches!(analysis.score.kind(), ScoreKind::Value(-99..=99)))
}

const MATERIAL: Evaluation = Evaluation {
    pieces: [100; 6],
    count: [0; 7],
    hold: [[0; 2]; 3],
    step: 0,
    en_prise: 0,
    turn: 0,
};

/// A quiet position of a game that was played: what each weight adds to its value for black, and
/// what the game brought black in the end, 0 to 1.
struct Sample {
    features: [f64; WEIGHTS],
    result: f64,
}

const WEIGHTS: usize = 22;

fn to_array(evaluation: &Evaluation) -> [f64; WEIGHTS] {
    let Evaluation { pieces, count, hold, step, en_prise, turn } = evaluation;
    let all = pieces.iter().chain(count).chain(hold.as_flattened()).chain([step, en_prise, turn]);
    let mut array = [0.0; WEIGHTS];
    array.iter_mut().zip(all).for_each(|(place, &weight)| *place = f64::from(weight));
    array
}

fn from_array(array: &[f64; WEIGHTS]) -> Evaluation {
    let weight = |i: usize| array[i].round() as i16;
    Evaluation {
        pieces: std::array::from_fn(weight),
        count: std::array::from_fn(|i| weight(6 + i)),
        hold: std::array::from_fn(|i| [weight(13 + 2 * i), weight(14 + 2 * i)]),
        step: weight(19),
        en_prise: weight(20),
        turn: weight(21),
    }
}

/// The evaluation is linear in its weights, so each is worth what it gives alone.
fn features(position: &Position) -> [f64; WEIGHTS] {
    std::array::from_fn(|i| {
        let mut unit = [0.0; WEIGHTS];
        unit[i] = 1.0;
        f64::from(from_array(&unit).evaluate(position, Player::Black))
    })
}

fn tune(
    out: &mut impl Write,
    rounds: u32,
    games: u32,
    limits: &Limits,
    seed: u64,
) -> Result<(), Failure> {
    let mut evaluation = Evaluation::default();
    let mut samples = Vec::new();
    for round in 1..=rounds {
        samples.extend(self_play(evaluation, games, limits, mix(seed, round.into()))?);
        evaluation = fit(&samples, &evaluation);
        writeln!(out, "round {round}, {} positions: {evaluation:#?}", samples.len())?;
    }
    Ok(())
}

/// Plays games from random openings and samples their quiet positions.
fn self_play(
    evaluation: Evaluation,
    games: u32,
    limits: &Limits,
    seed: u64,
) -> Result<Vec<Sample>, Failure> {
    let player = |name| {
        let search = move || Search::with_table_bytes(evaluation, 1 << 20);
        Contestant::new(name, search).limits(limits.clone())
    };
    let openings = Openings::dealt(|seed| {
        let mut rng = seeded(seed);
        let plies = rng.random_range(2..10);
        playout(&Position::start(&Rules::default(), 0), plies, &mut rng).position
    });
    let mut samples = Vec::new();
    Match::new(vec![player("black"), player("white")], openings)
        .games(games.into())
        .seating(Seating::Fixed)
        .seed(seed)
        .threads(std::thread::available_parallelism().map_or(1, usize::from))
        .run_with(quiet_positions, |_, quiet, _| samples.extend(quiet))
        .map_err(Failure::run)?;
    Ok(samples)
}

/// The quiet positions of a game.
fn quiet_positions(game: &PlayedGame<Position>) -> Vec<Sample> {
    let result = match &game.end {
        End::Outcome(Outcome::Winner(Player::Black)) => 1.0,
        End::Outcome(Outcome::Winner(Player::White)) => 0.0,
        _ => 0.5,
    };
    let quiet = game.positions().filter(|p| p.ending().is_none() && !p.must_capture());
    quiet.map(|position| Sample { features: features(&position), result }).collect()
}

/// Logistic regression by gradient descent; then the weights are scaled so that the pieces are
/// worth a hundred on average.
fn fit(samples: &[Sample], start: &Evaluation) -> Evaluation {
    const SCALE: f64 = 200.0;
    const STEPS: usize = 2000;
    let mut weights = to_array(start).map(|weight| weight / SCALE);
    let mut speed = [0.0; WEIGHTS];
    let count = samples.len().max(1) as f64;
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| weight * 1e-4);
        for Sample { features, result } in samples {
            let value: f64 = features.iter().zip(&weights).map(|(f, w)| f * w).sum();
            let error = 1.0 / (1.0 + (-value).exp()) - result;
            gradient.iter_mut().zip(features).for_each(|(g, f)| *g += error * f / count);
        }
        for ((weight, speed), gradient) in weights.iter_mut().zip(&mut speed).zip(gradient) {
            *speed = 0.9 * *speed - 0.02 * gradient;
            *weight += *speed;
        }
    }
    let mean = weights[..6].iter().sum::<f64>() / 6.0;
    from_array(&weights.map(|weight| weight / mean * 100.0))
}
