//! Tuning by self-play of two: the weights of the evaluation are fitted to how games ended.

use std::io::Write;

use engine::{Evaluator, Game, Limits, Outcome, SeededRng, Standing, Start, playout, seeded};
use examples::args::number;
use examples::failure::Failure;
use rand::RngExt;
use rolling_mountains::{Evaluation, Player, Position, Rules, Weights};

use crate::players;

#[derive(clap::Args)]
pub(crate) struct Tune {
    /// How often to play and to fit
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>)]
    rounds: u32,

    /// How many games to play in a round, and afterwards to compare old and new weights
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>)]
    games: u32,

    /// How many positions to search for a ply
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>)]
    nodes: u64,

    /// Which openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    seed: u64,
}

/// Where tuning starts: weights chosen by hand.
const BY_HAND: Weights = Weights { turn: 100, step: 3, tempo: 50, mountain: 0, imbalance: 0 };

const COUNT: usize = 5;

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
        const UNIT: i16 = 100;
        let mut rng = seeded(self.seed);
        let limits = Limits::new().nodes(self.nodes);
        let units: [Evaluation; COUNT] = std::array::from_fn(|i| {
            let mut unit = [0.0; COUNT];
            unit[i] = f64::from(UNIT);
            Evaluation::new(from_array(&unit))
        });
        let mut weights = BY_HAND;
        let mut samples = Vec::new();
        let mut decided = 0;
        for round in 1..=self.rounds {
            for _ in 0..self.games {
                let first = samples.len();
                let outcome = play([weights; 2], random_opening(&mut rng), &limits, |position| {
                    // The evaluation is linear in its weights, so each adds what it gives alone.
                    let worth = |unit: &Evaluation| unit.evaluate(position, Player::Red);
                    let features =
                        units.each_ref().map(|unit| f64::from(worth(unit)) / f64::from(UNIT));
                    samples.push(Sample { features, result: 0.0, share: 0.0 });
                })?;
                let Some(winner) = outcome.winner() else {
                    samples.truncate(first);
                    continue;
                };
                let share = 1.0 / (samples.len() - first) as f64;
                for sample in &mut samples[first..] {
                    sample.result = if winner == Player::Red { 1.0 } else { 0.0 };
                    sample.share = share;
                }
                decided += 1;
            }
            weights = fit(&samples, &weights);
            let positions = samples.len();
            writeln!(out, "round {round}: fitted to {positions} positions of {decided} games")?;
            writeln!(out, "{weights:#?}")?;
        }
        self.compare(out, weights, &mut rng)
    }

    /// A match of the weights against those chosen by hand, with each opening twice.
    fn compare(
        &self,
        out: &mut impl Write,
        weights: Weights,
        rng: &mut SeededRng,
    ) -> Result<(), Failure> {
        let limits = Limits::new().nodes(self.nodes);
        let (mut wins, mut losses) = (0, 0);
        let mut opening = random_opening(rng);
        for game in 0..self.games {
            let (player, seats) = if game.is_multiple_of(2) {
                opening = random_opening(rng);
                (Player::Red, [weights, BY_HAND])
            } else {
                (Player::Yellow, [BY_HAND, weights])
            };
            match play(seats, opening, &limits, |_| ())?.standing(player) {
                Standing::Win => wins += 1,
                Standing::Draw => {}
                Standing::Loss => losses += 1,
            }
        }
        let draws = self.games - wins - losses;
        writeln!(out, "against those chosen by hand: {wins} won, {draws} drawn, {losses} lost")?;
        Ok(())
    }
}

/// The start, or a position that a few random plies lead to.
fn random_opening(rng: &mut SeededRng) -> Position {
    let plies = rng.random_range(0..=8);
    playout(&Position::start(&Rules::default(), 0), plies, rng).position
}

/// Plays a game between the weights of either seat and shows the position at the start of each turn.
fn play(
    weights: [Weights; 2],
    opening: Position,
    limits: &Limits,
    mut see: impl FnMut(&Position),
) -> Result<Outcome<Player>, Failure> {
    let mut engines = weights.map(|weights| players::engine(Evaluation::new(weights)));
    let mut position = opening;
    let mut turns = None;
    loop {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome);
        }
        if turns.replace(position.turns()) != Some(position.turns()) {
            see(&position);
        }
        let no_move = || Failure::run(format!("no move in {position}"));
        let engine = engines.get_mut(position.turn().seat()).ok_or_else(no_move)?;
        let analysis = engine.run(&position, limits).map_err(Failure::run)?;
        let m = analysis.best().ok_or_else(no_move)?;
        position.play(m).map_err(Failure::run)?;
    }
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
