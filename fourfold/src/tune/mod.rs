//! Tuning by self-play: fits the weights of an evaluation to the results of games.

mod fit;
mod games;
mod scale;

use std::io::Write;

use arena::{Contestant, HeadToHead, Match, MatchEnd, Openings, PlayedGame, Report, Seating};
use clap::Args;
use engine::key::mix;
use engine::{Evaluator, Limits, StopFlag, counted, playout, seeded};
use indicatif::ProgressBar;
use rand::RngExt;

use crate::args::{ThreadArgs, number, positive};
use crate::failure::Failure;
use crate::games::Name;
use crate::progress;
use fit::{Sample, fit};
use games::Tunable;
use scale::FitScale;

/// Fit the weights of an evaluation to games that it plays against itself
///
/// Prints the fitted weights, and the result of a match between them and the weights of before. With
/// --scale it prints the scale of the values instead: the value that multiplies the odds of winning by
/// e.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TuneArgs {
    /// The game
    game: Name,

    /// Fit the scale by which `review` turns values into expected results, for any game
    #[arg(long, conflicts_with_all = ["rounds", "nodes"])]
    scale: bool,

    /// Rounds of playing and fitting
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = positive::<u32>)]
    rounds: u32,

    /// Games in each round and in the match
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = positive::<u32>)]
    games: u32,

    /// Positions that the search visits for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>)]
    nodes: u64,

    /// The seed of deals and openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,
}

const EXAMPLES: &str = "\
Examples:
  fourfold tune compass --games 2000 --nodes 3000
  fourfold tune connect-four --scale --games 500";

impl TuneArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self.game {
            _ if self.scale => self.game.run(FitScale(self)),
            Name::CollateralCheckers => self.tune::<collateral_checkers::Position>(),
            Name::Compass => self.tune::<compass::Position>(),
            Name::RollingMountains => self.tune::<rolling_mountains::Position>(),
            Name::Collapsi | Name::ConnectFour => {
                let expected = "expected collateral-checkers, compass or rolling-mountains, whose \
                                evaluations have weights, or --scale";
                Err(Failure::usage(self.game, expected))
            }
        }
    }

    fn tune<G: Tunable>(&self) -> Result<(), Failure> {
        let bar = progress::bar("{msg} {wide_bar} {pos}/{len} games  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "Finishing the running games.")?;
        let mut out = anstream::stdout();
        let (start, units) = (G::start_weights(), units::<G>());
        let (mut weights, mut samples) = (start.clone(), Vec::new());
        for round in 1..=self.rounds {
            let seed = mix(self.seed, round.into());
            let games = self.games::<G>([&weights; 2], seed, &stop).seating(Seating::Fixed);
            let before = samples.len();
            let report = play(games, &bar, &format!("round {round}"), |game| {
                samples.extend(sample(&units, game));
            })?;
            weights = fit(&samples, &start);
            let (games, found) = (report.standings.games(), samples.len() - before);
            let (games, found) = (counted(games, "game"), counted(found, "position"));
            writeln!(out, "round {round}: {games}, {found}")?;
            let found = counted(samples.len(), "position");
            writeln!(out, "fitted to {found}: {:#?}", G::evaluation(&weights))?;
            if report.ended == MatchEnd::Stopped {
                return Err(Failure::Interrupted(format!("stopped in round {round}")));
            }
        }
        let games = self.games::<G>([&weights, &start], mix(self.seed, 0), &stop);
        let report = play(games, &bar, "match", |_| ())?;
        for HeadToHead { won, drawn, lost, .. } in report.standings.head_to_head() {
            writeln!(out, "against the first weights: {won} won, {drawn} drawn, {lost} lost")?;
        }
        Ok(())
    }

    /// Games between two sets of weights, from openings of random plies.
    fn games<G: Tunable>(
        &self,
        weights: [&Vec<f64>; 2],
        seed: u64,
        stop: &StopFlag,
    ) -> Match<'static, G> {
        let contestant = |weights: &Vec<f64>| {
            let weights = weights.clone();
            Contestant::new("weights", move || G::player(&weights))
                .limits(Limits::new().nodes(self.nodes))
        };
        let opening = |seed| {
            let mut rng = seeded(seed);
            let start = G::start(&G::Rules::default(), rng.random());
            playout(&start, rng.random_range(G::OPENING), &mut rng).position
        };
        Match::new(weights.map(contestant).into(), Openings::dealt(opening))
            .games(self.games.into())
            .seed(seed)
            .threads(self.threads.count())
            .stop(stop.clone())
    }
}

/// Plays games with a progress bar.
fn play<G: Tunable>(
    games: Match<'static, G>,
    bar: &ProgressBar,
    name: &str,
    mut see: impl FnMut(&PlayedGame<G>),
) -> Result<Report, Failure> {
    bar.set_message(name.to_owned());
    let report = games.run(|game, standings| {
        bar.set_length(standings.planned());
        bar.set_position(standings.games());
        see(game);
    });
    bar.finish_and_clear();
    report.map_err(Failure::run)
}

/// The weight of a unit evaluation, large enough against rounding.
const UNIT: f64 = 100.0;

/// For each weight an evaluation with all others 0.
fn units<G: Tunable>() -> Vec<G::Evaluation> {
    let count = G::start_weights().len();
    let unit = |i| {
        let mut weights = vec![0.0; count];
        weights[i] = UNIT;
        G::evaluation(&weights)
    };
    (0..count).map(unit).collect()
}

/// The samples of a game. An evaluation is linear in its weights, so its unit evaluations give the
/// coefficients.
fn sample<G: Tunable>(units: &[G::Evaluation], game: &PlayedGame<G>) -> Vec<Sample> {
    let Some(&first) = game.start.players().first() else { return Vec::new() };
    let result = game.score(0).unwrap_or(0.5);
    let positions: Vec<G> = game.positions().collect();
    let running = positions.iter().enumerate().filter(|(i, position)| {
        let before = i.checked_sub(1).and_then(|before| positions.get(before));
        position.outcome().is_none() && position.is_sample(before)
    });
    let worth = |unit: &G::Evaluation, position| f64::from(unit.evaluate(position, first)) / UNIT;
    let features: Vec<Vec<f64>> = running
        .map(|(_, position)| units.iter().map(|unit| worth(unit, position)).collect())
        .collect();
    let share = 1.0 / features.len().max(1) as f64;
    features.into_iter().map(|features| Sample { features, result, share }).collect()
}
