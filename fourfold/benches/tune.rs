//! Fits the weights of an evaluation to games that it plays against itself, or the scale of its values.
//!
//! `cargo bench -p fourfold --bench tune -- compass` prints the fitted weights, and the result of a match
//! between them and the weights of before. With `--scale` it prints the value that multiplies the odds of
//! winning by *e*, by which `review` turns values into expected results.

#[path = "shared/args.rs"]
mod args;
#[path = "tune/fit.rs"]
mod fit;
#[path = "tune/games.rs"]
mod games;

use std::error::Error;
use std::thread;

use arena::{Contestant, HeadToHead, Match, Openings, PlayedGame, Seating};
use clap::{Parser, ValueEnum};
use engine::board::counted;
use engine::game::seeded;
use engine::key::mix;
use engine::search::EpsilonGreedy;
use engine::{Evaluator, Keyed, Limits, ScoreKind, Search, Start, playout};
use rand::RngExt;

use fit::{Sample, fit, fit_scale};
use games::Tunable;

/// What to fit.
#[derive(Clone, Copy, Debug, Parser)]
struct Args {
    /// The game
    #[arg(required_unless_present = "quick")]
    game: Option<Game>,

    /// Fit the scale
    #[arg(long, conflicts_with_all = ["rounds", "nodes"])]
    scale: bool,

    /// Rounds of playing and fitting
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: u64,

    /// Games in each round and in the match
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,

    /// Positions that the search visits for a move
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,

    /// The seed of deals and openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    extent: args::Extent,
}

/// The games, but for Collapsi, whose scores are exact.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    CollateralCheckers,
    Compass,
    /// Has no weights, only a scale.
    ConnectFour,
    RollingMountains,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Args = args::parse();
    let quick = |game: &Game| {
        let game = Some(*game);
        [false, true].map(|scale| Args { game, scale, rounds: 1, games: 10, nodes: 20, ..args })
    };
    let all = Game::value_variants().iter().flat_map(quick).collect();
    args.extent.of(all, vec![args]).iter().try_for_each(Args::fit)
}

impl Args {
    fn fit(&self) -> Result<(), Box<dyn Error>> {
        match self.game {
            None => Ok(()),
            Some(Game::ConnectFour) => {
                self.fit_scale::<connect_four::Position, connect_four::OpenLines>()
            }
            Some(Game::CollateralCheckers) => self.fit_game::<collateral_checkers::Position>(),
            Some(Game::Compass) => self.fit_game::<compass::Position>(),
            Some(Game::RollingMountains) => self.fit_game::<rolling_mountains::Position>(),
        }
    }

    fn fit_game<G: Tunable>(&self) -> Result<(), Box<dyn Error>> {
        if self.scale { self.fit_scale::<G, G::Evaluation>() } else { self.fit_weights::<G>() }
    }

    fn fit_weights<G: Tunable>(&self) -> Result<(), Box<dyn Error>> {
        let (start, units) = (G::start_weights(), units::<G>());
        let (mut weights, mut samples) = (start.clone(), Vec::new());
        for round in 1..=self.rounds {
            let games = self.games_of::<G>([&weights; 2], round).seating(Seating::Fixed);
            let before = samples.len();
            let report = games.run(|game, _| samples.extend(sample(&units, game)))?;
            weights = fit(&samples, &start);
            let games = counted(report.standings.games, "game");
            println!("round {round}: {games}, {}", counted(samples.len() - before, "position"));
            let found = counted(samples.len(), "position");
            println!("fitted to {found}: {:#?}", G::evaluation(&weights));
        }
        let report = self.games_of::<G>([&weights, &start], 0).run(|_, _| ())?;
        for HeadToHead { won, drawn, lost, .. } in &report.standings.head_to_head {
            println!("against the first weights: {won} won, {drawn} drawn, {lost} lost");
        }
        Ok(())
    }

    /// Games between two sets of weights, from openings of random plies.
    fn games_of<G: Tunable>(&self, weights: [&Vec<f64>; 2], round: u64) -> Match<'static, G> {
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
        let openings = Openings::dealt(opening);
        self.contest(weights.map(contestant).into(), openings, mix(self.seed, round))
    }

    /// Fits the scale of an evaluation to games of searches with 15 % random moves.
    fn fit_scale<G, E>(&self) -> Result<(), Box<dyn Error>>
    where
        G: Keyed + Start + std::hash::Hash + Send + Sync,
        E: Evaluator<G> + Default + Send,
    {
        let player = || EpsilonGreedy::new(15, Search::new(E::default()).with_memory(16 << 20));
        let contestant = |_| Contestant::new("search", player).limits(Limits::new().nodes(300));
        let openings = Openings::dealt(|seed| G::start(&G::Rules::default(), seed)).random_plies(2);
        let seats = G::start(&G::Rules::default(), 0).players().len();
        let games = self.contest((0..seats).map(contestant).collect(), openings, self.seed);
        let mut samples = Vec::new();
        let games = games.seating(Seating::Fixed);
        let report = games.run_with(sample_values::<G, E>, |_, found, _| samples.extend(found))?;
        let scale = match fit_scale(&samples) {
            Some(scale) => format!("{scale:.1}"),
            None => "unknown: the values predict no results, or all of them".to_owned(),
        };
        let games = counted(report.standings.games, "game");
        println!("scale {scale}, fitted to {} of {games}", counted(samples.len(), "position"));
        Ok(())
    }

    fn contest<'a, G: Keyed + Start + std::hash::Hash + Send + Sync>(
        &self,
        players: Vec<Contestant<'a, G>>,
        openings: Openings<'a, G>,
        seed: u64,
    ) -> Match<'a, G> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Match::new(players, openings).games(self.games).seed(seed).threads(threads)
    }
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

/// The unproven positions of a game with the value for the first player by a search. All together have
/// weight 1.
fn sample_values<G: Keyed, E: Evaluator<G> + Default>(game: &PlayedGame<G>) -> Vec<Sample> {
    let mut search = Search::new(E::default()).with_memory(1 << 20);
    let judge = E::default();
    let value = |position| {
        let found = search.run(&position, &Limits::new().nodes(300)).ok()?;
        match found.scores(&position, &judge).first()?.kind() {
            ScoreKind::Value(value) => Some(f64::from(value)),
            ScoreKind::Win(_) | ScoreKind::Loss(_) => None,
        }
    };
    let running = game.positions().filter(|position| position.outcome().is_none());
    let values: Vec<f64> = running.filter_map(value).collect();
    let (result, share) = (game.score(0).unwrap_or(0.5), 1.0 / values.len().max(1) as f64);
    values.into_iter().map(|value| Sample { features: vec![value], result, share }).collect()
}
