//! What values mean: the scale by which the value of a position predicts how its game ends.

use std::io::Write;

use engine::Evaluator;
use engine::arena::{Ended, Match, Openings, PlayedGame, Seating};

use super::fit::{Sample, fit_scale};
use super::{TuneArgs, play};
use crate::failure::Failure;
use crate::games::{AnyGame, Task};
use crate::players::Entrant;
use crate::progress;

/// Fits the scale of the values of a game's best evaluator.
pub(super) struct FitScale<'t>(pub(super) &'t TuneArgs);

impl Task for FitScale<'_> {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        const PLAYER: &str = "search:nodes=300,random=15";
        let Self(args) = self;
        let bar = progress::bar("{wide_bar} {pos}/{len} games  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "Finishing the running games.")?;
        let player: Entrant = PLAYER.parse().map_err(Failure::run)?;
        let openings = Openings::dealt(|seed| G::start(&G::Rules::default(), seed)).random_plies(2);
        let seats = G::start(&G::Rules::default(), 0).players().len();
        let contestants = (0..seats).map(|_| player.contestant()).collect();
        let games = Match::new(contestants, openings)
            .games(args.games.into())
            .seating(Seating::Fixed)
            .seed(args.seed)
            .threads(args.threads.count())
            .stop(stop);
        let mut samples = Vec::new();
        let report = play(games, &bar, "", |game: &PlayedGame<G>| samples.extend(sample(game)))?;
        let (games, found) = (report.standings.games(), samples.len());
        let scale = match fit_scale(&samples) {
            Some(scale) => format!("{scale:.1}"),
            None => "unknown: the values do not predict the results, or do so always".to_owned(),
        };
        let out = &mut anstream::stdout();
        writeln!(out, "{}: scale {scale}, fitted to {found} positions of {games} games", G::NAME)?;
        match report.ended {
            Ended::Stopped => Err(Failure::Interrupted(format!("stopped after {games} games"))),
            Ended::Complete | Ended::Decided(_) => Ok(()),
        }
    }
}

/// The values of the positions of a game for the first player. All together count 1.
fn sample<G: AnyGame>(game: &PlayedGame<G>) -> Vec<Sample> {
    let Some(&first) = game.start.players().first() else { return Vec::new() };
    let (judge, result) = (G::Judge::default(), game.score(0).unwrap_or(0.5));
    let share = 1.0 / game.moves.len().max(1) as f64;
    let running = game.positions().filter(|position| position.outcome().is_none());
    let value = |position| f64::from(judge.evaluate(&position, first));
    running.map(|position| Sample { features: vec![value(position)], result, share }).collect()
}
