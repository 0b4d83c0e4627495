//! Positions.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use engine::any::{AnyGame, AnyPosition};
use engine::solve::Verdict;
use engine::svg::{Hue, Places, Pointing, Theme};
use engine::{Outcome, StopFlag, Wdl};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::search::{Analysis, limits};
use crate::wait::interruptible;
use crate::{bad, game, game_of};

/// A position of any game, with the moves that led to it.
#[pyclass(module = "fourfold")]
pub(crate) struct Position {
    game: Arc<dyn AnyGame>,
    now: Box<dyn AnyPosition>,
    before: Vec<(Box<dyn AnyPosition>, String)>,
    /// Those of the game, when they have been asked for.
    places: OnceLock<Arc<Places>>,
    /// The move that is being made by actions, if it has begun.
    pointing: Pointing,
    has_begun: bool,
}

impl Position {
    pub(crate) fn of(game: Arc<dyn AnyGame>, now: Box<dyn AnyPosition>) -> Self {
        let (pointing, has_begun) = (Pointing::default(), false);
        Self { game, now, before: Vec::new(), places: OnceLock::new(), pointing, has_begun }
    }

    pub(crate) fn now(&self) -> &dyn AnyPosition {
        &*self.now
    }

    fn numbered(&self) -> &Arc<Places> {
        self.places.get_or_init(|| Arc::new(self.now.places()))
    }

    fn pointing(&mut self) -> &mut Pointing {
        let places = self.places.get_or_init(|| Arc::new(self.now.places()));
        if !self.has_begun {
            self.now.begin_in(places, &mut self.pointing);
            self.has_begun = true;
        }
        &mut self.pointing
    }

    /// Takes the next position, if no method of a game in Python failed.
    fn go_to(&mut self, next: Box<dyn AnyPosition>, m: String) -> PyResult<()> {
        game::failure()?;
        self.before.push((std::mem::replace(&mut self.now, next), m));
        self.has_begun = false;
        Ok(())
    }
}

/// The game, the start, its rules, the moves, and the actions pointed at since.
type Pickled = (Py<PyAny>, String, BTreeMap<&'static str, String>, Vec<String>, Vec<u16>);

/// What the game ended with for each seat: 1 for a win, 0 for a draw, and losers share -1.
pub(crate) fn returns(outcome: &Outcome<usize>, seats: usize) -> Vec<f64> {
    let others = seats.saturating_sub(1).max(1) as f64;
    let value = |seat| match outcome.wdl(seat) {
        Wdl::Win => 1.0,
        Wdl::Loss if outcome.winner().is_some() => -1.0 / others,
        Wdl::Draw | Wdl::Loss => 0.0,
    };
    (0..seats).map(value).collect()
}

/// Rules as settings: `hold_turns=2,quiet_limit=none`.
pub(crate) fn settings(options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut list = String::new();
    for (name, value) in options.into_iter().flatten() {
        let comma = if list.is_empty() { "" } else { "," };
        let value = if value.is_none() { "none".to_owned() } else { value.str()?.to_string() };
        let _ = write!(list, "{comma}{name}={value}");
    }
    Ok(list)
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None, /, *, seed=0, **options))]
    fn new(
        game: &Bound<'_, PyAny>,
        text: Option<&str>,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let settings = settings(options)?;
        if let Some(position) = game::of_instance(game)? {
            return Ok(position);
        }
        let game = game_of(game)?;
        let now = match text {
            None => game.start(&settings, seed),
            Some(text) => game.parse(text, &settings),
        };
        game::failure()?;
        Ok(Self::of(game, now.map_err(bad)?))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.game.name()
    }

    /// The rule options with their values.
    #[getter]
    fn rules(&self) -> BTreeMap<&'static str, String> {
        self.now.rules().into_iter().collect()
    }

    /// The players in the order of their seats.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.now.seats().into_iter().map(|seat| seat.name).collect()
    }

    /// The seat of the player to move, from 0.
    #[getter]
    fn seat(&self) -> PyResult<usize> {
        game::checked(self.now.seat_to_move())
    }

    /// The player to move.
    #[getter]
    fn turn(&self) -> PyResult<String> {
        let seat = self.seat()?;
        self.players().into_iter().nth(seat).ok_or_else(|| bad("nobody is to move"))
    }

    /// The legal moves, in the order in which the game lists them.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        game::checked(self.now.move_texts())
    }

    /// The moves that led here.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.before.iter().map(|(_, m)| m.as_str()).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        game::checked(self.now.outcome().is_some())
    }

    /// How the game ended, such as "red wins", or None while it is running.
    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        game::checked(self.now.outcome().map(|_| self.now.state()))
    }

    /// The player who won, or None.
    #[getter]
    fn winner(&self) -> PyResult<Option<String>> {
        let winner = game::checked(self.now.outcome())?.and_then(|outcome| outcome.winner());
        Ok(winner.and_then(|seat| self.players().into_iter().nth(seat)))
    }

    /// What each seat gets: 1 for a win, 0 for a draw or a running game; losers share -1.
    #[getter]
    fn returns(&self) -> PyResult<Vec<f64>> {
        let seats = self.now.seats().len();
        let outcome = game::checked(self.now.outcome())?;
        Ok(outcome.map_or(vec![0.0; seats], |outcome| returns(&outcome, seats)))
    }

    /// Each seat's points, or None if the game is running or not played for points.
    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        let outcome = self.now.outcome()?;
        Some(outcome.points()?.iter().map(|(_, points)| points).collect())
    }

    /// The task of the player to move.
    #[getter]
    fn task(&self) -> String {
        self.now.task().say
    }

    /// The object of a game written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        game::state(py, &*self.now)
    }

    /// Plays a move.
    fn push(&mut self, m: &str) -> PyResult<()> {
        let mut next = self.now.copy();
        next.play(m).map_err(|error| game::failure().err().unwrap_or_else(|| bad(error)))?;
        self.go_to(next, m.to_owned())
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let (before, m) =
            self.before.pop().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        self.now = before;
        self.has_begun = false;
        Ok(m)
    }

    /// The names of all places, in the order of their numbers: the actions.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.numbered().names().to_vec()
    }

    /// What the planes of observe() show.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.numbered().planes().to_vec()
    }

    /// The actions that are legal now, in order; none if the game is over.
    #[getter]
    fn legal_actions(&mut self) -> PyResult<Vec<u16>> {
        let mut actions = Vec::new();
        self.pointing().actions(&mut actions);
        game::checked(actions)
    }

    /// The actions of the move under way, those without a choice among them.
    #[getter]
    fn pointed(&mut self) -> Vec<u16> {
        self.pointing().pointed().to_vec()
    }

    /// Takes an action; returns the move if it is complete.
    fn act(&mut self, action: u16) -> PyResult<Option<String>> {
        let legal = self.legal_actions()?;
        if !legal.contains(&action) {
            let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
            return Err(bad(format!("action {action} is illegal: expected {}", legal.join(", "))));
        }
        let Some(number) = self.pointing().point(action) else { return Ok(None) };
        let m = self.now.moves(number..number + 1).pop().ok_or_else(|| bad("no such move"))?;
        let mut next = self.now.copy();
        next.play_number(number).map_err(bad)?;
        self.go_to(next, m.text.clone())?;
        Ok(Some(m.text))
    }

    /// Which actions are legal: bool, (actions,).
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.numbered().names().len()];
        for action in self.legal_actions()? {
            mask[usize::from(action)] = true;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The position as planes: float32, (planes, actions).
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let pointed = self.pointed();
        let places = self.numbered();
        let size = [places.planes().len(), places.names().len()];
        let mut seen = vec![0.0; size[0] * size[1]];
        self.now.observe(places, &pointed, &mut seen);
        PyArray1::from_vec(py, game::checked(seen)?).reshape(size)
    }

    /// Analyses the position with a search of its own; a Search keeps what it learns.
    #[pyo3(signature = (*, depth=None, nodes=None, time=None, lines=1, threads=1, memory=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
        threads: usize,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        if lines == 0 {
            return Err(bad("lines=0: expected 1 or more"));
        }
        // A short search needs a small table only.
        let enough =
            nodes.map_or(16 << 20, |nodes| nodes.saturating_mul(32).min(16 << 20) as usize);
        let search = self.game.search().with_memory(memory.unwrap_or(enough));
        let mut search = search.with_lines(lines);
        let limits = limits(depth, nodes, time)?;
        crate::search::run(py, &mut *search, &*self.now, limits, threads, progress)
    }

    /// Whether a player, by default the one to move, can force a win; None if the limits end the search.
    #[pyo3(signature = (player=None, *, nodes=None, time=None, memory=16 << 20))]
    fn prove(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        nodes: Option<u64>,
        time: Option<f64>,
        memory: usize,
    ) -> PyResult<Option<bool>> {
        let players = self.players();
        let seat = match player {
            None => self.seat()?,
            Some(player) => players.iter().position(|other| other == player).ok_or_else(|| {
                bad(format!("{player:?} is no player: expected {}", players.join(", ")))
            })?,
        };
        let limits = limits(None, nodes, time)?;
        let answer = if game::is_own(&*self.now) {
            game::checked(self.now.prove(seat, memory, &limits))?
        } else {
            let stop = StopFlag::new();
            let limits = limits.stop(stop.clone());
            let now = &*self.now;
            interruptible(py, &stop, |()| Ok(()), |_| now.prove(seat, memory, &limits))?
        };
        Ok(match answer.map_err(bad)?.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        })
    }

    /// The number of legal sequences of so many plies.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let (stop, now) = (StopFlag::new(), &*self.now);
        let count = if game::is_own(now) {
            game::checked(now.perft(depth, &stop))?
        } else {
            interruptible(py, &stop, |()| Ok(()), |_| now.perft(depth, &stop))?
        };
        count.ok_or_else(|| bad("interrupted"))
    }

    /// A picture as SVG, with an arrow for a move that is legal here.
    #[pyo3(signature = (*, arrow=None, size=360, theme="light", last=true))]
    fn svg(&self, arrow: Option<&str>, size: u32, theme: &str, last: bool) -> PyResult<String> {
        let theme: Theme = theme.parse().map_err(bad)?;
        let before = self.before.last().filter(|_| last);
        let picture = before.and_then(|(before, m)| before.picture_after(m).ok());
        let mut picture = picture.unwrap_or_else(|| self.now.picture());
        if let Some(m) = arrow {
            picture = picture.arrow(self.now.find_move(m).map_err(bad)?.route, Hue::Green);
        }
        game::checked(picture.size(size).theme(theme).to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, 360, "light", true)
    }

    /// A copy, with its moves.
    fn copy(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            now: self.now.copy(),
            before: self.before.iter().map(|(before, m)| (before.copy(), m.clone())).collect(),
            places: self.places.clone(),
            pointing: self.pointing.clone(),
            has_begun: self.has_begun,
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __str__(&self) -> PyResult<String> {
        game::checked(self.now.to_string())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position({:?}, {:?})", self.game.name(), self.__str__()?))
    }

    fn __hash__(&self) -> u64 {
        self.now.key()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *self.now == *other.borrow().now)
    }

    /// Pickles as the text of the start, its rules and the moves.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (py, mut me) = (slf.py(), slf.borrow_mut());
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let game = match game::state(py, &*me.now) {
            Some(state) => state.bind(py).get_type().into_any().unbind(),
            None => me.game.name().into_pyobject(py)?.into_any().unbind(),
        };
        let pointed = me.pointed();
        let start = me.before.first().map_or(&me.now, |(start, _)| start);
        let moves = me.before.iter().map(|(_, m)| m.clone()).collect();
        Ok((restore, (game, start.to_string(), me.rules(), moves, pointed)))
    }

    #[staticmethod]
    fn _restore(
        game: &Bound<'_, PyAny>,
        text: &str,
        rules: &Bound<'_, PyDict>,
        moves: Vec<String>,
        pointed: Vec<u16>,
    ) -> PyResult<Self> {
        let mut position = Self::new(game, Some(text), 0, Some(rules))?;
        for m in moves {
            position.push(&m)?;
        }
        for action in pointed {
            position.pointing().point(action);
        }
        Ok(position)
    }
}
