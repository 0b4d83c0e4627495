//! Tuning by self-play of two: the weights of the evaluation are fitted to how games ended.

use std::io::Write;

use engine::arena::{Contestant, HeadToHead, Match, Openings, PlayedGame, Seating};
use engine::key::mix;
use engine::{Evaluator, Limits, Start, playout, seeded};
use fourfold::args::number;
use fourfold::failure::Failure;
use rand::RngExt;
use rolling_mountains::{Evaluation, Player, Position, Rules, Weights};

use crate::players;

#[derive(clap::Args)]
pub(crate) struct Tune {
    /// How often to play and to fit
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>, allow_hyphen_values = true)]
    rounds: u32,

    /// How many games to play in a round, and afterwards to compare old and new weights
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>, allow_hyphen_values = true)]
    games: u32,

    /// How many positions to search for a ply
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>, allow_hyphen_values = true)]
    nodes: u64,

    /// Which openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_hyphen_values = true)]
    seed: u64,
}

/// Where tuning starts: weights chosen by hand.
const BY_HAND: Weights = Weights { turn: 100, step: 3, tempo: 50, mountain: 0, imbalance: 0 };

const COUNT: usize = 5;

/// What a weight is set to, the others being 0, to see what it adds.
const UNIT: i16 = 100;

fn to_array(weights: &Weights) -> [f64; COUNT] {
    let &Weights { turn, step, tempo, mountain, imbalance } = weights;
    [turn, step, tempo, mountain, imbalance].map(f64::from)
}

fn from_array(array: &[f64; COUNT]) -> Weights {
    let [turn, step, tempo, mountain, imbalance] = array.map(|weight| weight.round() as i16);
    Weights { turn, step, tempo, mountain, imbalance }
}

/// A position of a game that was played.
struct Sample {
    /// What each weight adds to its value for red.
    features: [f64; COUNT],
    /// What the game brought red in the end: 1 or 0.
    result: f64,
    /// How much it counts: all positions of a game together count 1, however long it was.
    share: f64,
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
            unit[i] = f64::from(UNIT);
            Evaluation::new(from_array(&unit))
        });
        let mut weights = BY_HAND;
        let mut samples = Vec::new();
        let mut decided = 0;
        for round in 1..=self.rounds {
            self.games([weights; 2], mix(self.seed, round.into()))
                .seating(Seating::Fixed)
                .run_with(
                    |game| sample(&units, game),
                    |_, sampled, _| {
                        decided += u32::from(!sampled.is_empty());
                        samples.extend(sampled);
                    },
                )
                .map_err(Failure::run)?;
            weights = fit(&samples, &weights);
            let positions = samples.len();
            writeln!(out, "round {round}: fitted to {positions} positions of {decided} games")?;
            writeln!(out, "{weights:#?}")?;
        }
        let report = self.games([weights, BY_HAND], mix(self.seed, 0)).run(|_, _| ());
        for duel in report.map_err(Failure::run)?.standings.duels() {
            let HeadToHead { won, drawn, lost, .. } = duel;
            writeln!(out, "against those chosen by hand: {won} won, {drawn} drawn, {lost} lost")?;
        }
        Ok(())
    }

    /// Games between two sets of weights, from the start or after a few random plies.
    fn games(&self, weights: [Weights; 2], seed: u64) -> Match<'static, Position> {
        let contestant = |weights| {
            Contestant::new("weights", move || players::engine(Evaluation::new(weights)))
                .limits(Limits::new().nodes(self.nodes))
        };
        let opening = |seed| {
            let mut rng = seeded(seed);
            let plies = rng.random_range(0..=8);
            playout(&Position::start(&Rules::default(), 0), plies, &mut rng).position
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Match::new(weights.map(contestant).into(), Openings::dealt(opening))
            .games(self.games.into())
            .seed(seed)
            .threads(threads)
    }
}

/// The positions at the start of each turn of a game; none of a drawn one.
fn sample(units: &[Evaluation; COUNT], game: &PlayedGame<Position>) -> Vec<Sample> {
    let Some(result @ (0.0 | 1.0)) = game.score(Player::Red.seat()) else { return Vec::new() };
    let mut positions: Vec<Position> = game.positions().collect();
    positions.dedup_by_key(|position| position.turns());
    // The last one is the end of the game.
    positions.pop();
    let share = 1.0 / positions.len().max(1) as f64;
    let samples = positions.iter().map(|position| {
        // The evaluation is linear in its weights, so each adds what it gives alone.
        let worth = |unit: &Evaluation| unit.evaluate(position, Player::Red);
        let features = units.each_ref().map(|unit| f64::from(worth(unit)) / f64::from(UNIT));
        Sample { features, result, share }
    });
    samples.collect()
}

/// Logistic regression by gradient descent on the decided games; then the weights are scaled so that a turn is worth as
/// much as before.
fn fit(samples: &[Sample], start: &Weights) -> Weights {
    const SCALE: f64 = 400.0;
    const STEPS: usize = 3000;
    if samples.is_empty() {
        return *start;
    }
    let mut weights = to_array(start).map(|weight| weight / SCALE);
    let mut speed = [0.0; COUNT];
    let games: f64 = samples.iter().map(|sample| sample.share).sum();
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| weight * 1e-4);
        for sample in samples {
            let error = 1.0 / (1.0 + (-sample.value(&weights)).exp()) - sample.result;
            let error = error * sample.share / games;
            gradient.iter_mut().zip(sample.features).for_each(|(g, f)| *g += error * f);
        }
        for ((weight, speed), gradient) in weights.iter_mut().zip(&mut speed).zip(gradient) {
            *speed = 0.9 * *speed - 0.02 * gradient;
            *weight += *speed;
        }
    }
    let scale = f64::from(start.turn) / weights[0].max(f64::MIN_POSITIVE);
    from_array(&weights.map(|weight| weight * scale))
}
