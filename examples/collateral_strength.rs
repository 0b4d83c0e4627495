//! How well Collateral Checkers is played: matches against simple players, and the tuning of the
//! evaluation by self-play.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use collateral_checkers::{Ending, Evaluation, Game, Move, Player, Position, Rules};
use engine::{Evaluator, Limits, Outcome, ScoreKind, Search, SeededRng, seeded};
use examples::args::RuleArgs;
use examples::failure::{Failure, exit};
use rand::RngExt;
use rand::seq::IndexedRandom;

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
            let mut series = Series {
                opponent,
                opening,
                limits: Limits::new().time(Duration::from_millis(movetime)),
                rules: rules.rules()?,
                search: Search::new(Evaluation::default()),
                material: Search::new(MATERIAL),
                rng: seeded(seed),
            };
            series.play(out, games)
        }
        Command::Tune { rounds, games, nodes, seed } => {
            tune(out, rounds, games, &Limits::new().nodes(nodes), seed)
        }
    }
}

/// A match.
struct Series {
    opponent: Opponent,
    opening: usize,
    limits: Limits,
    rules: Rules,
    search: Search<Position, Evaluation>,
    material: Search<Position, Evaluation>,
    rng: SeededRng,
}

impl Series {
    fn play(&mut self, out: &mut impl Write, games: u32) -> Result<(), Failure> {
        let (mut wins, mut draws, mut losses, mut plies) = (0, 0, 0, 0);
        let mut opening = Position::start(self.rules);
        for game in 0..games {
            let us = Player::ALL[game as usize % 2];
            if us == Player::Black {
                opening = self.even_opening()?;
            }
            let (winner, length) = self.play_game(opening, us)?;
            plies += length;
            match winner {
                Some(winner) if winner == us => wins += 1,
                Some(_) => losses += 1,
                None => draws += 1,
            }
        }
        writeln!(out, "{wins} won, {draws} drawn, {losses} lost of {games} games, {plies} plies")?;
        Ok(())
    }

    /// Many openings lose by force within a few plies. They would tell nothing about the players, so
    /// a search has to find less than a piece of difference.
    fn even_opening(&mut self) -> Result<Position, Failure> {
        loop {
            let opening = random_opening(self.rules, self.opening, &mut self.rng);
            self.search.clear();
            let analysis = self.search.run(&opening, &Limits::new().nodes(200_000));
            if let ScoreKind::Value(-99..=99) = analysis.map_err(Failure::run)?.score.kind() {
                return Ok(opening);
            }
        }
    }

    /// Plays a game and says who won, and how many plies it took.
    fn play_game(
        &mut self,
        mut position: Position,
        us: Player,
    ) -> Result<(Option<Player>, u32), Failure> {
        self.search.clear();
        self.material.clear();
        let mut plies = 0;
        while position.ending().is_none() {
            let m = match self.opponent {
                _ if position.turn() == us => best_move(&mut self.search, &position, &self.limits)?,
                Opponent::Random => position.legal_moves().choose(&mut self.rng).copied(),
                Opponent::Greedy => greedy_move(&position, &mut self.rng),
                Opponent::Material => best_move(&mut self.material, &position, &self.limits)?,
            };
            play(&mut position, m)?;
            plies += 1;
        }
        Ok((position.ending().and_then(Ending::winner), plies))
    }
}

/// A position some random plies into a game that still runs.
fn random_opening(rules: Rules, plies: usize, rng: &mut SeededRng) -> Position {
    loop {
        let position = engine::playout(&Position::start(rules), plies, rng).position;
        if position.ending().is_none() {
            return position;
        }
    }
}

const MATERIAL: Evaluation = Evaluation {
    pieces: [100; 6],
    count: [0; 7],
    hold: [[0; 2]; 3],
    step: 0,
    en_prise: 0,
    turn: 0,
};

fn best_move(
    search: &mut Search<Position, Evaluation>,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Move>, Failure> {
    Ok(search.run(position, limits).map_err(Failure::run)?.best())
}

fn greedy_move(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    let turn = position.turn();
    let worth = |m: Move| {
        let mut after = *position;
        after.play_unchecked(m);
        match after.outcome() {
            Some(Outcome::Winner(winner)) if winner == turn => i32::MAX,
            Some(Outcome::Winner(_)) => i32::MIN,
            Some(_) => 0,
            None => Evaluation::default().evaluate(&after, turn),
        }
    };
    let moves = position.legal_moves().into_iter();
    moves.max_by_key(|&m| (worth(m), rng.random::<u32>()))
}

fn play(position: &mut Position, m: Option<Move>) -> Result<(), Failure> {
    let m = m.ok_or_else(|| Failure::Run(format!("no move in {position}")))?;
    position.play(m).map_err(Failure::run)
}

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
    let mut rng = seeded(seed);
    let mut evaluation = Evaluation::default();
    let mut samples = Vec::new();
    for round in 1..=rounds {
        for _ in 0..games {
            self_play(evaluation, limits, &mut rng, &mut samples)?;
        }
        evaluation = fit(&samples, &evaluation);
        writeln!(out, "round {round}, {} positions: {evaluation:#?}", samples.len())?;
    }
    Ok(())
}

/// Plays one game from a random opening and adds its quiet positions.
fn self_play(
    evaluation: Evaluation,
    limits: &Limits,
    rng: &mut SeededRng,
    samples: &mut Vec<Sample>,
) -> Result<(), Failure> {
    let mut search = Search::with_table_bytes(evaluation, 1 << 20);
    let plies = rng.random_range(2..10);
    let mut position = random_opening(Rules::default(), plies, rng);
    let first = samples.len();
    while position.ending().is_none() {
        if !position.must_capture() {
            samples.push(Sample { features: features(&position), result: 0.5 });
        }
        let m = best_move(&mut search, &position, limits)?;
        play(&mut position, m)?;
    }
    let result = match position.ending().and_then(Ending::winner) {
        Some(Player::Black) => 1.0,
        Some(Player::White) => 0.0,
        None => 0.5,
    };
    samples[first..].iter_mut().for_each(|sample| sample.result = result);
    Ok(())
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
