//! Tuning by self-play: the weights of the evaluation are fitted to how games ended.

use std::io::Write;

use clap::Args;
use compass::{Evaluation, Player, Position, Rules, Weights};
use engine::arena::{Contestant, HeadToHead, Match, Openings, PlayedGame, Seating};
use engine::key::mix;
use engine::{Evaluator, Limits, Search, playout, seeded};
use crate::args::number;
use crate::failure::Failure;
use rand::RngExt;

#[derive(Args)]
pub(crate) struct Tune {
    /// How often to play and to fit
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = number::<u32>,
        allow_hyphen_values = true
    )]
    rounds: u32,

    /// How many games to play in a round, and afterwards to compare old and new weights
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2000,
        value_parser = number::<u32>,
        allow_hyphen_values = true
    )]
    games: u32,

    /// How many positions to search for a move
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3000,
        value_parser = number::<u64>,
        allow_hyphen_values = true
    )]
    nodes: u64,

    /// Which deals and openings
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = number::<u64>,
        allow_hyphen_values = true
    )]
    seed: u64,
}

/// Where tuning starts: weights chosen by hand.
const BY_HAND: Weights = Weights {
    point: 100,
    lead: 50,
    card: 5,
    target: 15,
    mobile_checker: 40,
    stuck_ahead: 200,
    stuck_even: -100,
    stuck_behind: -100,
};

const COUNT: usize = 8;

fn to_array(weights: &Weights) -> [f64; COUNT] {
    let &Weights { point, lead, card, target, mobile_checker, .. } = weights;
    let &Weights { stuck_ahead, stuck_even, stuck_behind, .. } = weights;
    [point, lead, card, target, mobile_checker, stuck_ahead, stuck_even, stuck_behind]
        .map(f64::from)
}

fn from_array(array: &[f64; COUNT]) -> Weights {
    let [point, lead, card, target, mobile_checker, stuck_ahead, stuck_even, stuck_behind] =
        array.map(|weight| weight.round() as i16);
    Weights { point, lead, card, target, mobile_checker, stuck_ahead, stuck_even, stuck_behind }
}

/// A position of a game that was played: what each weight adds to its value for white, and what the
/// game brought white in the end, 0 to 1.
struct Sample {
    features: [f64; COUNT],
    result: f64,
}

impl Sample {
    fn value(&self, weights: &[f64; COUNT]) -> f64 {
        self.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }
}

impl Tune {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let units: [Evaluation; COUNT] = std::array::from_fn(|i| {
            let mut unit = [0.0; COUNT];
            unit[i] = 1.0;
            Evaluation::new(from_array(&unit))
        });
        let mut weights = BY_HAND;
        let mut samples = Vec::new();
        for round in 1..=self.rounds {
            let mut decided = 0;
            self.games([weights; 2], mix(self.seed, round.into()))
                .seating(Seating::Fixed)
                .run_with(
                    |game| sample(&units, game),
                    |game, sampled, _| {
                        samples.extend(sampled);
                        decided += u32::from(game.score(0) != Some(0.5));
                    },
                )
                .map_err(Failure::run)?;
            weights = fit(&samples, &weights);
            let positions = samples.len();
            writeln!(out, "round {round}: {decided} of {} games decided", self.games)?;
            writeln!(out, "fitted to {positions} positions: {weights:#?}")?;
        }
        let report = self.games([weights, BY_HAND], mix(self.seed, 0)).run(|_, _| ());
        for duel in report.map_err(Failure::run)?.standings.duels() {
            let HeadToHead { won, drawn, lost, .. } = duel;
            writeln!(out, "against those chosen by hand: {won} won, {drawn} drawn, {lost} lost")?;
        }
        Ok(())
    }

    /// Games between two sets of weights. Both are confident, for otherwise most would be drawn.
    fn games(&self, weights: [Weights; 2], seed: u64) -> Match<'static, Position> {
        let contestant = |weights: Weights| {
            let bot = move || {
                let mut searches = Player::ALL.map(|player| {
                    let evaluation = Evaluation::new(weights).confident(player);
                    Search::with_table_bytes(evaluation, 1 << 18)
                });
                move |position: &Position, limits: &Limits| {
                    searches[position.turn() as usize].run(position, limits).ok()?.best()
                }
            };
            Contestant::new("weights", bot).limits(Limits::new().nodes(self.nodes))
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Match::new(weights.map(contestant).into(), Openings::dealt(opening))
            .games(self.games.into())
            .seed(seed)
            .threads(threads)
    }
}

/// A new deal, usually with the checkers placed and some moves made at random.
fn opening(seed: u64) -> Position {
    let mut rng = seeded(seed);
    let deal = Position::start(&Rules::default(), rng.random());
    let plies = rng.random_range(0..=12);
    playout(&deal, plies, &mut rng).position
}

/// The positions of a game, judged by each weight alone.
fn sample(units: &[Evaluation; COUNT], game: &PlayedGame<Position>) -> Vec<Sample> {
    let result = game.score(Player::White as usize).unwrap_or(0.5);
    let running = game.positions().take(game.moves.len());
    let sample = |position: Position| {
        // The evaluation is linear in its weights, so each adds what it gives alone.
        let worth = |unit: &Evaluation| unit.evaluate(&position, Player::White);
        Sample { features: units.each_ref().map(|unit| f64::from(worth(unit))), result }
    };
    running.map(sample).collect()
}

/// Logistic regression by gradient descent; then the weights are scaled so that values are as large
/// as before on average.
fn fit(samples: &[Sample], start: &Weights) -> Weights {
    const SCALE: f64 = 200.0;
    const STEPS: usize = 2000;
    if samples.is_empty() {
        return *start;
    }
    let mut weights = to_array(start).map(|weight| weight / SCALE);
    let mut speed = [0.0; COUNT];
    let count = samples.len() as f64;
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| weight * 1e-4);
        for sample in samples {
            let error = 1.0 / (1.0 + (-sample.value(&weights)).exp()) - sample.result;
            gradient.iter_mut().zip(sample.features).for_each(|(g, f)| *g += error * f / count);
        }
        for ((weight, speed), gradient) in weights.iter_mut().zip(&mut speed).zip(gradient) {
            *speed = 0.9 * *speed - 0.02 * gradient;
            *weight += *speed;
        }
    }
    let mean = |weights| samples.iter().map(|sample| sample.value(weights).abs()).sum::<f64>();
    let scale = mean(&to_array(start)) / mean(&weights).max(f64::MIN_POSITIVE);
    from_array(&weights.map(|weight| weight * scale))
}
