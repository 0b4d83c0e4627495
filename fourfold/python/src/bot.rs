//! Bots.

use std::sync::Arc;
use std::time::Duration;

use arena::TimeControl;
use kit::{AnyBot, AnyGame, AnyPosition, BotKind};
use engine::search::Thought as Found;
use engine::{Limits, StopFlag};
use fourfold::Program;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::position::Position;
use crate::search::{Score, limits};
use crate::wait::{Shared, interruptible};
use crate::{bad, game, game_of, numbers};

/// A move that a bot chose, with what it knows of it.
#[pyclass(module = "fourfold", frozen, get_all)]
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
}

/// The limits, if there are any.
fn given(depth: Option<u32>, nodes: Option<u64>, time: Option<f64>) -> PyResult<Option<Limits>> {
    let any = depth.is_some() || nodes.is_some() || time.is_some();
    any.then(|| limits(depth, nodes, time)).transpose()
}

/// Makes the bots of a player.
pub(crate) type Make = Arc<dyn Fn() -> Box<dyn AnyBot + Send> + Send + Sync>;

/// A player, described as on the command line, such as "mcts", "level:3" or "search:nodes=1000". It is an
/// agent: a function from a position to a move.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Bot {
    pub(crate) game: Arc<dyn AnyGame>,
    /// Its description.
    #[pyo3(get)]
    player: String,
    pub(crate) make: Make,
    pub(crate) limits: Limits,
    pub(crate) clock: Option<TimeControl>,
    inner: Shared<Box<dyn AnyBot + Send>>,
    /// Where a new bot begins.
    start: Box<dyn AnyPosition>,
    seed: u64,
}

impl Bot {
    /// The time for a move where there is no limit.
    const MOVE_TIME: Duration = Duration::from_millis(100);

    fn begin(make: &Make, start: &dyn AnyPosition, seed: u64) -> PyResult<Box<dyn AnyBot + Send>> {
        let mut bot = make();
        game::whole(|| bot.new_game(start, seed))?.map_err(bad)?;
        Ok(bot)
    }

    /// How its bots are made, its limits, and its clock.
    fn described(
        game: &Arc<dyn AnyGame>,
        player: &str,
        is_own: bool,
    ) -> PyResult<(Make, Limits, Option<TimeControl>)> {
        if is_own {
            let (game, kind) = (Arc::clone(game), player.parse::<BotKind>().map_err(bad)?);
            return Ok((
                Arc::new(move || game.bot(kind)),
                Limits::new().time(Self::MOVE_TIME),
                None,
            ));
        }
        let found = Program::fourfold().player(game.name(), player).map_err(bad)?;
        Ok((Arc::from(found.bot), found.limits, found.clock))
    }
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
        let is_own = !game.is_instance_of::<PyString>();
        let game = game_of(game)?;
        let (make, own, clock) = Self::described(&game, player, is_own)?;
        let limits = given(depth, nodes, time)?.unwrap_or(own);
        let start = game::whole(|| game.start("", seed))?.map_err(bad)?;
        let inner = Shared::new(Self::begin(&make, &*start, seed)?);
        let player = player.to_owned();
        Ok(Self { game, player, make, limits, clock, inner, start, seed })
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
        let position = &*position.now();
        let limits = given(depth, nodes, time)?.unwrap_or_else(|| self.limits.clone());
        let mut last: Option<Found<String>> = None;
        let mut report = |thought: &Found<String>| last = Some(thought.clone());
        let decision = self.inner.with(py, |bot| {
            if !game::is_own(position) {
                let stop = StopFlag::new();
                let limits = limits.stop(stop.clone());
                let decide = |_: &_| bot.decide(position, &limits, &mut report);
                return interruptible(py, &stop, |()| Ok(()), decide);
            }
            let decision = game::whole(|| bot.decide(position, &limits, &mut report));
            if decision.is_err() {
                // What it learnt after a method had failed is wrong.
                *bot = Self::begin(&self.make, &*self.start, self.seed)?;
            }
            decision
        })?;
        let decision = decision.map_err(bad)?;
        let (line, expected, proven) =
            last.map_or((Vec::new(), None, false), |t| (t.line, t.expected, t.proven));
        let (score, nodes) = (decision.score.map(Score), decision.nodes);
        Ok(Thought { chosen: decision.m, line, score, expected, proven, nodes })
    }

    /// The move that it chooses.
    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        Ok(self.choose(py, position, None, None, None)?.chosen)
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?}, {:?})", self.game.name(), self.player)
    }
}
