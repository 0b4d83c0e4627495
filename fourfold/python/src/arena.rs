//! Matches of any players.

use arena::{
    Contestant, EloModel, Hypothesis, Match, MatchEnd, Openings, Pairing, Report, Sprt, Standings,
};
use engine::Limits;
use engine::search::{self, BotError, Decided};
use kit::{Dynamic, Kit, Move};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::bot::Bot;
use crate::error::{bad, text_of};
use crate::failure::{Failures, Watch};
use crate::game::{game_of, settings};
use crate::numbers;
use crate::own::{self, OwnGame};
use crate::position::Position;
use crate::wait::interruptible;

/// A function of Python from a position to a move.
struct Agent<'m> {
    function: &'m Py<PyAny>,
    game: Kit,
    failures: Failures,
}

impl engine::Bot<Dynamic> for Agent<'_> {
    fn decide(
        &mut self,
        position: &Dynamic,
        _limits: &Limits,
        _report: search::Report<'_, Move>,
    ) -> Decided<Dynamic> {
        let asked = Position::of(self.game.clone(), own::handed_over(position));
        let answer = Python::attach(|py| self.function.call1(py, (asked,))?.extract(py));
        let m: String = answer.map_err(|error: PyErr| {
            let told = failed(&error);
            self.failures.add(error);
            told
        })?;
        // Only moves are kept as such, not whatever text the function makes up.
        position.check(&m).map_err(failed)?;
        Ok(Move::from(&*m).into())
    }
}

fn failed(error: impl ToString) -> BotError {
    BotError::Failed { reason: error.to_string() }
}

/// The estimate and the ends of an interval.
type Interval = (f64, f64, f64);

fn interval(found: Option<arena::Interval>) -> Option<Interval> {
    found.map(|found| (found.estimate, found.low, found.high))
}

/// The results of a player.
#[derive(IntoPyObject)]
struct Tally {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    forfeited: u64,
    points: f64,
    score: Option<Interval>,
    plies: u64,
    seconds: f64,
}

/// The results of two players against each other.
#[derive(IntoPyObject)]
struct Duel {
    players: [usize; 2],
    won: u64,
    drawn: u64,
    lost: u64,
    pairs: [u64; 5],
    elo: Option<Interval>,
    normalized_elo: Option<Interval>,
    superiority: Option<f64>,
}

/// A sequential test.
#[derive(IntoPyObject)]
struct Test {
    elo: [f64; 2],
    bounds: [f64; 2],
    log_likelihood_ratio: f64,
    accepted: Option<f64>,
}

/// The results so far.
#[derive(IntoPyObject)]
pub(crate) struct Results {
    games: u64,
    different: u64,
    planned: u64,
    players: Vec<Tally>,
    duels: Vec<Duel>,
    sprt: Option<Test>,
}

impl Results {
    fn new(standings: &Standings, sprt: Option<Sprt>, ended: Option<MatchEnd>) -> Self {
        let tally = |tally: &arena::Tally| Tally {
            games: tally.games(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            forfeited: tally.forfeited,
            points: tally.points(),
            score: interval(tally.score()),
            plies: tally.time_used.plies,
            seconds: tally.time_used.time.as_secs_f64(),
        };
        let duel = |duel: &arena::HeadToHead| Duel {
            players: duel.contestants,
            won: duel.won,
            drawn: duel.drawn,
            lost: duel.lost,
            pairs: duel.pairs.counts(),
            elo: interval(duel.pairs.elo()),
            normalized_elo: interval(duel.pairs.normalized_elo()),
            superiority: duel.pairs.superiority(),
        };
        let test = |(sprt, duel): (Sprt, &arena::HeadToHead)| Test {
            elo: sprt.elo(),
            bounds: sprt.bounds(),
            log_likelihood_ratio: sprt.log_likelihood_ratio(&duel.pairs),
            accepted: match ended {
                Some(MatchEnd::Decided(Hypothesis::H0)) => Some(sprt.elo()[0]),
                Some(MatchEnd::Decided(Hypothesis::H1)) => Some(sprt.elo()[1]),
                _ => None,
            },
        };
        Self {
            games: standings.games,
            different: standings.different(),
            planned: standings.planned,
            players: standings.tallies.iter().map(tally).collect(),
            duels: standings.head_to_head.iter().map(duel).collect(),
            sprt: sprt.zip(standings.head_to_head.first()).map(test),
        }
    }
}

/// How a match is played: the keywords of `arena`.
pub(crate) struct Plan {
    games: u64,
    seed: u64,
    openings: usize,
    threads: usize,
    max_plies: usize,
    gauntlet: bool,
    sprt: Option<(f64, f64)>,
    elo_model: String,
    error_rates: (f64, f64),
}

impl Plan {
    fn new(keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let get = |name| keywords.as_any().get_item(name);
        Ok(Self {
            games: numbers::games(&get("games")?)?,
            seed: numbers::seed(&get("seed")?)?,
            openings: numbers::openings(&get("openings")?)?,
            threads: numbers::threads(&get("threads")?)?,
            max_plies: numbers::max_plies(&get("max_plies")?)?,
            gauntlet: get("gauntlet")?.extract()?,
            sprt: get("sprt")?.extract()?,
            elo_model: get("elo_model")?.extract()?,
            error_rates: get("error_rates")?.extract()?,
        })
    }

    fn sprt(&self) -> PyResult<Option<Sprt>> {
        let model = match self.elo_model.as_str() {
            "normalized" => EloModel::Normalized,
            "logistic" => EloModel::Logistic,
            model => {
                return Err(bad(format!("elo_model={model:?}: expected normalized or logistic")));
            }
        };
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let (alpha, beta) = self.error_rates;
        let sprt = Sprt::new(elo0, elo1).map_err(bad)?.with_model(model);
        Ok(Some(sprt.with_error_rates(alpha, beta).map_err(bad)?))
    }
}

/// A player of a match.
enum Player {
    Bot(Py<Bot>),
    Function(Py<PyAny>),
}

/// Plays a match of bots and functions.
#[pyfunction]
#[pyo3(name = "_arena")]
pub(crate) fn play(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    players: Vec<Bound<'_, PyAny>>,
    plan: &Bound<'_, PyDict>,
    progress: Py<PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Results> {
    let plan = Plan::new(plan)?;
    let (rules, sprt, failures) = (settings(options)?, plan.sprt()?, Failures::default());
    let game = match game.cast::<PyType>() {
        Ok(class) => OwnGame::new(class)?.watched(Watch::Work(failures.clone())).kit(py),
        Err(_) => game_of(game)?,
    };
    let deals = game.deals(&rules).map_err(bad)?;
    let stop = &failures.stop;
    let players =
        players.into_iter().map(|player| sorted(&game, player)).collect::<PyResult<Vec<_>>>()?;
    let contestant = |player| contestant(player, &game, &failures);
    let contestants = players.iter().map(contestant).collect();
    let openings = Openings::dealt(move |seed| deals(seed)).random_plies(plan.openings);
    let contest = Match::new(contestants, openings)
        .games(plan.games)
        .seed(plan.seed)
        .threads(plan.threads)
        .max_plies(plan.max_plies)
        .pairing(if plan.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin })
        .stop(stop.clone())
        .abort(stop.clone());
    let contest = sprt.into_iter().fold(contest, Match::sprt);
    let hear = |results: Results| progress.call1(py, (results,)).map(drop);
    let wants = !progress.is_none(py);
    let report = interruptible(py, stop, hear, |say| {
        contest.run(|_, standings| {
            if wants {
                // Nobody listens if the match was interrupted.
                drop(say.send(Results::new(standings, sprt, None)));
            }
        })
    })?;
    failures.raised(py)?;
    let Report { standings, ended, .. } = report.map_err(bad)?;
    Ok(Results::new(&standings, sprt, Some(ended)))
}

/// A bot of this game, or any function.
fn sorted(game: &Kit, player: Bound<'_, PyAny>) -> PyResult<Player> {
    let Ok(bot) = player.cast::<Bot>() else { return Ok(Player::Function(player.unbind())) };
    let of = bot.get().game.name();
    if of == game.name() {
        Ok(Player::Bot(bot.clone().unbind()))
    } else {
        Err(bad(format!("{} plays {of}, not {}", text_of(&player)?, game.name())))
    }
}

fn contestant<'m>(player: &'m Player, game: &Kit, failures: &Failures) -> Contestant<'m, Dynamic> {
    match player {
        Player::Bot(bot) => bot.get().contestant(),
        Player::Function(function) => {
            let (game, failures) = (game.clone(), failures.clone());
            Contestant::new("", move || Agent {
                function,
                game: game.clone(),
                failures: failures.clone(),
            })
        }
    }
}
