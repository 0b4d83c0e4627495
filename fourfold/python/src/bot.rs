//! Bots.

use arena::{Contestant, TimeControl};
use engine::Limits;
use engine::board::quoted;
use engine::search::Thought as Found;
use kit::{Dynamic, Kit, MakeBot, Move, PlayerSpec};
use pyo3::prelude::*;

use crate::analysis::{Reduced, Score, limits, restored, texts};
use crate::error::bad;
use crate::failure::whole;
use crate::game::game_of;
use crate::numbers;
use crate::own::{is_own, work_on};
use crate::position::Position;
use crate::wait::Shared;

/// A move that a bot chose, with what it knows of it.
#[pyclass(module = "fourfold", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Thought {
    #[pyo3(name = "move")]
    chosen: String,
    line: Vec<String>,
    score: Option<Score>,
    expected: Option<f64>,
    proven: bool,
    nodes: Option<u64>,
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        format!("<{}>", self.chosen)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Known,)> {
        let Self { chosen, line, score, expected, proven, nodes } = slf.get().clone();
        restored(slf.as_any(), ((chosen, line, score, expected, proven, nodes),))
    }

    #[staticmethod]
    fn _restore(known: Known) -> Self {
        let (chosen, line, score, expected, proven, nodes) = known;
        Self { chosen, line, score, expected, proven, nodes }
    }
}

/// All that a thought has.
type Known = (String, Vec<String>, Option<Score>, Option<f64>, bool, Option<u64>);

/// The limits, if there are any.
fn given(depth: Option<u32>, nodes: Option<u64>, time: Option<f64>) -> PyResult<Option<Limits>> {
    let any = depth.is_some() || nodes.is_some() || time.is_some();
    any.then(|| limits(depth, nodes, time)).transpose()
}

/// A player, described as on the command line, such as "mcts", "level:3" or "search:nodes=1000". It is an
/// agent: a function from a position to a move.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Bot {
    pub(crate) game: Kit,
    /// Its description.
    #[pyo3(get)]
    player: String,
    make: MakeBot,
    limits: Limits,
    clock: Option<TimeControl>,
    inner: Shared<Box<dyn engine::Bot<Dynamic> + Send>>,
    /// Where a new bot begins.
    start: Dynamic,
    seed: u64,
    /// The game, and the limits that were given, as Python has them.
    asked: (Py<PyAny>, Given),
}

/// Limits of a move: depth, nodes, seconds.
type Given = (Option<u32>, Option<u64>, Option<f64>);

/// Up to this many nodes, playouts of "mcts", are searched in the calling thread, as another one costs more.
const SHORT: u64 = 100;

impl Bot {
    fn begin(
        make: &MakeBot,
        start: &Dynamic,
        seed: u64,
    ) -> PyResult<Box<dyn engine::Bot<Dynamic> + Send>> {
        let mut bot = make();
        whole(|| bot.new_game(start, seed))?;
        Ok(bot)
    }

    /// The player in a match.
    pub(crate) fn contestant<'m>(&self) -> Contestant<'m, Dynamic> {
        let make = MakeBot::clone(&self.make);
        let contestant = Contestant::new("", move || make()).limits(self.limits.clone());
        self.clock.into_iter().fold(contestant, Contestant::time_control)
    }
}

/// Reads the description of a player of a game.
fn described(py: Python<'_>, game: &Kit, start: &Dynamic, player: &str) -> PyResult<PlayerSpec> {
    let refuse = |error: String| bad(format!("player {}: {error}", quoted(player)));
    let spec: PlayerSpec = player.parse().map_err(|error| refuse(ToString::to_string(&error)))?;
    if spec.is_program() && is_own(start) {
        return Err(refuse("no other program knows a game in Python".to_owned()));
    }
    // Another program is started.
    py.detach(|| spec.check(game)).map_err(refuse)?;
    Ok(spec)
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (game, player="mcts", *, seed=0, depth=None, nodes=None, time=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        player: &str,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        let asked = (game.clone().unbind(), (depth, nodes, time));
        let (py, game) = (game.py(), game_of(game)?);
        let start = whole(|| game.start("", seed))?.map_err(bad)?;
        let spec = described(py, &game, &start, player)?;
        let own = spec.limits_or_time(&game, PlayerSpec::MOVE_TIME);
        let limits = given(depth, nodes, time)?.unwrap_or(own);
        let (make, clock) = (spec.bots(&game), spec.settings.clock);
        let inner = Shared::new(Self::begin(&make, &start, seed)?);
        let player = player.to_owned();
        Ok(Self { game, player, make, limits, clock, inner, start, seed, asked })
    }

    /// Chooses a move within the limits, by default those of the bot.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Thought> {
        let position = &position.now();
        let limits = given(depth, nodes, time)?.unwrap_or_else(|| self.limits.clone());
        let mut last: Option<Found<Move>> = None;
        let mut report = |thought: &Found<Move>| last = Some(thought.clone());
        let decision = self.inner.with(py, |bot| {
            let short = limits.nodes.is_some_and(|nodes| nodes <= SHORT);
            if !is_own(position) && (short || self.player == "random") {
                return Ok(py.detach(|| bot.decide(position, &limits, &mut report)));
            }
            let decision = work_on(py, is_own(position), |stop| {
                bot.decide(position, &limits.stop(stop.clone()), &mut report)
            });
            if decision.is_err() && is_own(position) {
                // What it learnt after a method had failed is wrong.
                *bot = Self::begin(&self.make, &self.start, self.seed)?;
            }
            decision
        })?;
        let decision = decision.map_err(bad)?;
        let (line, expected, proven) =
            last.map_or((Vec::new(), None, false), |t| (texts(&t.line), t.expected, t.proven));
        let (score, nodes) = (decision.score.map(Score), decision.nodes);
        Ok(Thought { chosen: decision.m.to_string(), line, score, expected, proven, nodes })
    }

    /// The move that it chooses.
    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        Ok(self.choose(py, position, None, None, None)?.chosen)
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?}, {:?})", self.game.name(), self.player)
    }

    /// Pickles as it was made, without what it learnt.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Py<PyAny>, String, u64, Given)> {
        let Self { player, seed, asked: (game, given), .. } = slf.get();
        restored(slf.as_any(), (game.clone_ref(slf.py()), player.clone(), *seed, *given))
    }

    #[staticmethod]
    fn _restore(game: &Bound<'_, PyAny>, player: &str, seed: u64, given: Given) -> PyResult<Self> {
        let (depth, nodes, time) = given;
        Self::new(game, player, seed, depth, nodes, time)
    }
}
