//! Fits the scale by which values of a search predict the results of games.

use std::io::Write;

use arena::{Match, MatchEnd, Openings, PlayedGame, Seating};
use engine::{Limits, ScoreKind, counted};

use super::TuneArgs;
use super::fit::{Sample, fit_scale};
use crate::failure::Failure;
use crate::games::{AnyGame, Task};
use crate::players::Entrant;
use crate::progress;
use crate::think::{self, Thinker};

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
        let report = games.run_with(sample, |_, found, standings| {
            samples.extend(found);
            bar.set_length(standings.planned());
            bar.set_position(standings.games());
        });
        bar.finish_and_clear();
        let report = report.map_err(Failure::run)?;
        let (games, found) = (report.standings.games(), samples.len());
        let scale = match fit_scale(&samples) {
            Some(scale) => format!("{scale:.1}"),
            None => "unknown: the values predict no results, or all of them".to_owned(),
        };
        let out = &mut anstream::stdout();
        let (found, games) = (counted(found, "position"), counted(games, "game"));
        writeln!(out, "{}: scale {scale}, fitted to {found} of {games}", G::NAME)?;
        match report.ended {
            MatchEnd::Stopped => Err(Failure::Interrupted(format!("stopped after {games}"))),
            MatchEnd::Complete | MatchEnd::Decided(_) => Ok(()),
        }
    }
}

/// The unproven positions of a game with the value for the first player by a search. All together have
/// weight 1.
fn sample<G: AnyGame>(game: &PlayedGame<G>) -> Vec<Sample> {
    let (mut search, judge): (Thinker<G>, _) = (think::search(1 << 20), G::Judge::default());
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
