//! Matches of any players.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arena::{
    Contestant, EloModel, Hypothesis, Match, MatchEnd, Openings, Pairing, Report, Sprt, Standings,
};
use kit::{AnyBot, AnyError, AnyGame, AnyPosition};
use engine::search::{BotError, Decision, Report as Reported};
use engine::{Game, Limits, Outcome};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::bot::Bot;
use crate::game::{self, Failures, OwnGame};
use crate::position::{Position, settings};
use crate::text::Text;
use crate::wait::interruptible;
use crate::{bad, game_of, numbers, text_of};

/// A position of any type, as one of a game whose moves are text and whose players are seats.
#[derive(Clone)]
struct Any {
    now: Box<dyn AnyPosition>,
    seats: usize,
}

/// A position of a game is known by its text.
impl Hash for Any {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.now.to_string().hash(state);
    }
}

impl Any {
    fn new(now: Box<dyn AnyPosition>) -> Self {
        let seats = now.seats().len().min(SEATS.len());
        Self { now, seats }
    }
}

static SEATS: [usize; 256] = {
    let mut seats = [0; 256];
    let mut seat = 0;
    while seat < seats.len() {
        seats[seat] = seat;
        seat += 1;
    }
    seats
};

impl Game for Any {
    type Player = usize;
    type Move = Text;
    type IllegalMove = AnyError;

    fn players(&self) -> &[usize] {
        &SEATS[..self.seats]
    }

    fn turn(&self) -> usize {
        self.now.seat_to_move()
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        self.now.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<Text>) {
        // All texts of moves are short enough: those of games in Python are of this type.
        moves.extend(self.now.move_texts().iter().filter_map(|text| text.parse::<Text>().ok()));
    }

    fn check(&self, m: Text) -> Result<(), AnyError> {
        self.now.find_move(m.as_str()).map(drop)
    }

    fn play_unchecked(&mut self, m: Text) {
        // The caller has checked it.
        let _ = self.now.play(m.as_str());
    }
}

/// A bot in Rust.
struct Native(Box<dyn AnyBot + Send>);

impl engine::Bot<Any> for Native {
    fn decide(
        &mut self,
        position: &Any,
        limits: &Limits,
        _report: Reported<'_, Text>,
    ) -> Result<Decision<Text>, BotError> {
        let decision = self.0.decide(&*position.now, limits, &mut |_| ());
        let Decision { m, score, nodes } = decision.map_err(failed)?;
        Ok(Decision { m: m.parse().map_err(failed)?, score, nodes })
    }

    fn new_game(&mut self, start: &Any, seed: u64) {
        // It refuses no position of its game.
        let _ = self.0.new_game(&*start.now, seed);
    }
}

/// A function of Python from a position to a move.
struct Agent<'m> {
    function: &'m Py<PyAny>,
    game: Arc<dyn AnyGame>,
    failures: Failures,
}

impl engine::Bot<Any> for Agent<'_> {
    fn decide(
        &mut self,
        position: &Any,
        _limits: &Limits,
        _report: Reported<'_, Text>,
    ) -> Result<Decision<Text>, BotError> {
        let position = Position::of(Arc::clone(&self.game), game::handed_over(&*position.now));
        let answer = Python::attach(|py| self.function.call1(py, (position,))?.extract(py));
        let m: String = answer.map_err(|error: PyErr| {
            let told = failed(&error);
            self.failures.add(error);
            told
        })?;
        // A text that is too long is no move of any game.
        Ok(m.parse::<Text>().map_err(failed)?.into())
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
    let game: Arc<dyn AnyGame> = match game.cast::<PyType>() {
        Ok(class) => Arc::new(OwnGame::watched(class, Some(failures.clone()))?),
        Err(_) => game_of(game)?,
    };
    let first = game.start(&rules, plan.seed);
    failures.raised(py)?;
    let first = Any::new(first.map_err(bad)?);
    let stop = &failures.stop;
    let players =
        players.into_iter().map(|player| sorted(&*game, player)).collect::<PyResult<Vec<_>>>()?;
    let contestant = |player| contestant(player, &game, &failures);
    let contestants = players.iter().map(contestant).collect();
    let (dealer, rest) = (Arc::clone(&game), first.clone());
    // Rules that have given a start give others; what a game in Python raises ends the match.
    let deal = move |seed| dealer.start(&rules, seed).map_or_else(|_| rest.clone(), Any::new);
    let contest = Match::new(contestants, Openings::dealt(deal).random_plies(plan.openings))
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
    let Report { standings, ended } = report.map_err(bad)?;
    Ok(Results::new(&standings, sprt, Some(ended)))
}

/// A bot of this game, or any function.
fn sorted(game: &dyn AnyGame, player: Bound<'_, PyAny>) -> PyResult<Player> {
    let Ok(bot) = player.cast::<Bot>() else { return Ok(Player::Function(player.unbind())) };
    let of = bot.get().game.name();
    if of == game.name() {
        Ok(Player::Bot(bot.clone().unbind()))
    } else {
        Err(bad(format!("{} plays {of}, not {}", text_of(&player)?, game.name())))
    }
}

fn contestant<'m>(
    player: &'m Player,
    game: &Arc<dyn AnyGame>,
    failures: &Failures,
) -> Contestant<'m, Any> {
    match player {
        Player::Bot(bot) => {
            let bot = bot.get();
            let make = Arc::clone(&bot.make);
            let contestant = Contestant::new("", move || Native(make())).limits(bot.limits.clone());
            bot.clock.into_iter().fold(contestant, Contestant::time_control)
        }
        Player::Function(function) => {
            let (game, failures) = (Arc::clone(game), failures.clone());
            Contestant::new("", move || Agent {
                function,
                game: Arc::clone(&game),
                failures: failures.clone(),
            })
        }
    }
}
