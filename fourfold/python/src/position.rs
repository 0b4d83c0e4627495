//! Positions.

use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use engine::StopFlag;
use engine::observe::Places;
use engine::svg::{Hue, Theme};
use kit::{AnyPosition, Dynamic, Kit};
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use solve::Verdict;

use crate::analysis::{Analysis, Question, among, limits, returns, texts};
use crate::error::bad;
use crate::failure::whole;
use crate::game::{game_of, settings};
use crate::history::{self, Inner};
use crate::planes::Planes;
use crate::solution::{self, Solution};
use crate::wait::lock;
use crate::{numbers, own, words};

/// A position of any game, with the moves that led to it.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Position {
    game: Kit,
    /// Those of the game, when they have been asked for.
    places: OnceLock<Arc<Places>>,
    /// Never locked while Python is called.
    inner: Mutex<Inner>,
}

impl Position {
    pub(crate) fn of(game: Kit, now: Dynamic) -> Self {
        Self { game, places: OnceLock::new(), inner: Mutex::new(Inner::new(now)) }
    }

    /// A copy of what it is now.
    pub(crate) fn now(&self) -> Dynamic {
        lock(&self.inner).now.clone()
    }

    /// Asks what it is now.
    fn ask<T>(&self, question: impl FnOnce(&dyn AnyPosition) -> T) -> PyResult<T> {
        let inner = lock(&self.inner);
        if !own::is_own(&inner.now) {
            return Ok(question(&*inner.now));
        }
        let now = inner.now.clone();
        drop(inner);
        whole(|| question(&*now))
    }

    /// Works with what changes, all at once or not at all: work that fails changes nothing. That of a game in
    /// Python is done on a copy, again if another thread is first.
    fn work<T>(&self, work: impl Fn(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        loop {
            let mut inner = lock(&self.inner);
            if !own::is_own(&inner.now) {
                return work(&mut inner);
            }
            let mut copy = inner.clone();
            let changes = inner.changes;
            drop(inner);
            let result = whole(|| work(&mut copy))??;
            let mut inner = lock(&self.inner);
            if inner.changes == changes {
                mem::swap(&mut *inner, &mut copy);
                // What is left is dropped without the lock, as Python may be called then.
                drop(inner);
                return Ok(result);
            }
        }
    }

    fn places(&self) -> PyResult<&Places> {
        if self.places.get().is_none() {
            drop(self.places.set(self.known_places()?));
        }
        self.places.get().map(|places| &**places).ok_or_else(|| bad("there are no places"))
    }

    /// The places of the game, numbered once for all positions by the same rules.
    fn known_places(&self) -> PyResult<Arc<Places>> {
        /// By the name of the game and its rules.
        type Known = Mutex<HashMap<(String, String), Arc<Places>>>;
        const MOST: usize = 1000;
        static KNOWN: LazyLock<Known> = LazyLock::new(Mutex::default);
        let now = self.now();
        if own::is_own(&now) {
            return whole(|| Arc::new(now.places()));
        }
        let mut known = lock(&KNOWN);
        if known.len() >= MOST {
            known.clear();
        }
        let key = (self.game.name().to_owned(), now.rule_settings());
        Ok(Arc::clone(known.entry(key).or_insert_with(|| Arc::new(now.places()))))
    }

    /// With the places of the game.
    fn work_in<T>(&self, work: impl Fn(&mut Inner, &Places) -> PyResult<T>) -> PyResult<T> {
        let places = self.places()?;
        self.work(|inner| work(inner, places))
    }
}

/// The game, the start, its rules, the moves, and the actions taken since.
type Pickled = (Py<PyAny>, String, BTreeMap<&'static str, String>, Vec<String>, Vec<u16>);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None, /, *, seed=None, **options))]
    fn new(
        game: &Bound<'_, PyAny>,
        text: Option<&str>,
        #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let settings = settings(options)?;
        if let Some((game, now)) = own::of_instance(game)? {
            return if text.is_none() && seed.is_none() && settings.is_empty() {
                Ok(Self::of(game, now))
            } else {
                Err(bad("expected a position of a game in Python alone, or its class"))
            };
        }
        let game = game_of(game)?;
        let now = whole(|| match (text, seed) {
            (None, seed) => game.start(&settings, seed.unwrap_or_default()).map_err(bad),
            (Some(text), None) => game.parse(text, &settings).map_err(bad),
            (Some(_), Some(seed)) => {
                Err(bad(format!("seed={seed}: a text says all, so expected one of the two")))
            }
        })?;
        Ok(Self::of(game, now?))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.game.name()
    }

    /// The rule options with their values.
    #[getter]
    fn rules(&self) -> PyResult<BTreeMap<&'static str, String>> {
        self.ask(|now| now.rules().into_iter().collect())
    }

    /// The players in the order of their seats.
    #[getter]
    fn players(&self) -> PyResult<Vec<String>> {
        self.ask(|now| now.seats().into_iter().map(|seat| seat.name).collect())
    }

    /// The seat of the player to move, from 0.
    #[getter]
    fn seat(&self) -> PyResult<usize> {
        self.ask(AnyPosition::seat_to_move)
    }

    /// The player to move.
    #[getter]
    fn turn(&self) -> PyResult<String> {
        let name = self.ask(|now| Some(now.seats().into_iter().nth(now.seat_to_move())?.name))?;
        name.ok_or_else(|| bad("nobody is to move"))
    }

    /// The legal moves, in the order in which the game lists them.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        self.ask(|now| texts(&now.list()))
    }

    /// Whether a text reads as a move of the game, legal or not.
    fn is_move(&self, text: &str) -> PyResult<bool> {
        // Those of a game in Python are any texts.
        let is_own = own::is_own(&self.now());
        self.ask(|now| now.check(text).is_ok() || !is_own && now.parse_word(text).is_ok())
    }

    /// The moves that led here.
    #[getter]
    fn moves(&self) -> Vec<String> {
        lock(&self.inner).before.moves()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.ask(|now| now.outcome().is_some())
    }

    /// How the game ended, such as "red wins", or None while it is running.
    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        self.ask(|now| now.outcome().map(|_| now.state()))
    }

    /// The player who won, or None.
    #[getter]
    fn winner(&self) -> PyResult<Option<String>> {
        self.ask(|now| Some(now.seats().into_iter().nth(now.outcome()?.winner()?)?.name))
    }

    /// What each seat gets: 1 for a win, 0 for a draw or a running game; losers share -1.
    #[getter]
    fn returns(&self) -> PyResult<Vec<f64>> {
        self.ask(|now| {
            let seats = now.seats().len();
            now.outcome().map_or(vec![0.0; seats], |outcome| returns(&outcome, seats))
        })
    }

    /// Each seat's points, or None if the game is running or not played for points.
    #[getter]
    fn points(&self) -> PyResult<Option<Vec<i32>>> {
        self.ask(|now| Some(now.outcome()?.points()?.iter().map(|(_, points)| points).collect()))
    }

    /// The task of the player to move.
    #[getter]
    fn task(&self) -> PyResult<String> {
        self.ask(|now| now.task().say)
    }

    /// The object of a game written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        own::state(py, &self.now())
    }

    /// Plays a move.
    pub(crate) fn push(&self, m: &str) -> PyResult<()> {
        self.work(|inner| inner.push(m))
    }

    /// Takes the last move back, and returns it.
    fn pop(&self) -> PyResult<String> {
        let none = || PyIndexError::new_err("no move to take back");
        self.work(|inner| inner.pop().ok_or_else(none))
    }

    /// The names of all places, in the order of their numbers: the actions.
    #[getter]
    fn actions(&self) -> PyResult<Vec<String>> {
        Ok(self.places()?.names().to_vec())
    }

    /// What the planes of observe() show.
    #[getter]
    fn planes(&self) -> PyResult<Vec<String>> {
        Ok(self.places()?.planes().to_vec())
    }

    /// The actions that are legal now, in order; none if the game is over.
    #[getter]
    fn legal_actions(&self) -> PyResult<Vec<u16>> {
        self.work_in(|inner, places| Ok(inner.legal_actions(places)))
    }

    /// The actions of the move under way, those without a choice among them.
    #[getter]
    fn pointed(&self) -> PyResult<Vec<u16>> {
        self.work_in(|inner, places| Ok(inner.pointing(places).pointed().to_vec()))
    }

    /// Takes an action; returns the move if it is complete.
    fn act(&self, #[pyo3(from_py_with = numbers::action)] action: u16) -> PyResult<Option<String>> {
        self.work_in(|inner, places| inner.act(action, places))
    }

    /// Which actions are legal: bool, (actions,).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.places()?.names().len()];
        for action in self.legal_actions()? {
            mask[usize::from(action)] = true;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The position as planes, (planes, actions), of type "float32", or "uint8", where each count is a part of 255.
    #[pyo3(signature = (*, dtype=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let places = self.places()?;
        let shape = [1, places.planes().len(), places.names().len()];
        let array = match dtype {
            Some(dtype) => Planes::zeros(py, shape, Some(&dtype))?,
            None => PyArray3::<f32>::zeros(py, shape, false).into_any(),
        };
        let (now, pointed) = self.work(|inner| {
            let pointed = inner.pointing(places).pointed().to_vec();
            Ok((inner.now.clone(), pointed))
        })?;
        {
            let mut written = Planes::of(&array, &shape)?;
            let mut rows = written.rows(shape[1] * shape[2])?;
            whole(|| {
                for row in &mut rows {
                    row.write(&now, &pointed, places, Some(&mut Vec::new()));
                }
            })?;
        }
        array.get_item(0)
    }

    /// Analyses the position with a search of its own; a Search keeps what it learns.
    #[pyo3(signature = (
        *, moves=None, depth=None, nodes=None, time=None, lines=1, threads=1, memory=None, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        moves: Option<Vec<String>>,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::lines)] lines: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        #[pyo3(from_py_with = numbers::memory)] memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        if lines == 0 {
            return Err(bad("lines=0: expected 1 or more"));
        }
        let (limits, stop, position) = (limits(depth, nodes, time)?, StopFlag::new(), &self.now());
        let moves = among(position, moves)?;
        Question { position, moves, limits, threads, progress, stop }.analysed(
            py,
            &self.game,
            (memory, lines),
        )
    }

    /// Whether a player, by default the one to move, can force a win; None if the limits end the search.
    #[pyo3(signature = (player=None, *, nodes=None, time=None, memory=16_777_216))]
    fn prove(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
    ) -> PyResult<Option<bool>> {
        let now = self.now();
        let seat = match player {
            None => whole(|| now.seat_to_move())?,
            Some(player) => {
                let players = self.players()?;
                players.iter().position(|other| other == player).ok_or_else(|| {
                    bad(format!("{player:?} is no player: expected {}", players.join(", ")))
                })?
            }
        };
        let limits = limits(None, nodes, time)?;
        let answer = own::work_on(py, own::is_own(&now), |stop| {
            now.prove(seat, memory, &limits.stop(stop.clone()))
        })?;
        Ok(match answer.map_err(bad)?.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        })
    }

    /// Solves the position by the solver that fits.
    #[pyo3(signature = (*, depth=None, nodes=None, time=None, positions=1_000_000, threads=1, memory=16_777_216))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = numbers::positions)] positions: u64,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
    ) -> PyResult<Solution> {
        let limits = limits(depth, nodes, time)?;
        solution::find(py, &self.game, &self.now(), limits, (positions, threads, memory))
    }

    /// The game so far as a text, which `records` reads.
    #[pyo3(signature = (players=None, **tags))]
    fn record(
        &self,
        players: Option<Vec<String>>,
        tags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let Inner { now, before, .. } = lock(&self.inner).clone();
        let start = before.backwards().last().map_or(now, |first| first.before.clone());
        let players = players.unwrap_or_default();
        history::written(self.game.name(), start, &before.moves(), players, tags)
    }

    /// The number of legal sequences of so many plies.
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::depth)] depth: u32,
    ) -> PyResult<u64> {
        let now = self.now();
        let count = own::work_on(py, own::is_own(&now), |stop| now.perft(depth, stop))?;
        count.ok_or_else(|| bad("interrupted"))
    }

    /// The position as a board of letters, as the program shows it.
    fn board(&self) -> PyResult<String> {
        let now = self.now();
        whole(|| words::drawn(&now))?
    }

    /// A picture as SVG, with an arrow for a move that is legal here.
    #[pyo3(signature = (*, arrow=None, size=360, theme="light", last=true))]
    fn svg(
        &self,
        arrow: Option<&str>,
        #[pyo3(from_py_with = numbers::size)] size: u32,
        theme: &str,
        last: bool,
    ) -> PyResult<String> {
        let theme: Theme = theme.parse().map_err(bad)?;
        let Inner { now, before, .. } = lock(&self.inner).clone();
        whole(|| {
            let before = before.backwards().next().filter(|_| last);
            let picture = before.and_then(|ply| ply.before.picture_after(&ply.m).ok());
            let mut picture = picture.unwrap_or_else(|| now.picture());
            if let Some(m) = arrow {
                picture = picture.arrow(now.find_move(m).map_err(bad)?.route, Hue::Green);
            }
            Ok(picture.size(size).theme(theme).to_string())
        })?
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, 360, "light", true)
    }

    /// A copy, with its moves.
    fn copy(&self) -> Self {
        let inner = lock(&self.inner).clone();
        Self { game: self.game.clone(), places: self.places.clone(), inner: Mutex::new(inner) }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __str__(&self) -> PyResult<String> {
        self.ask(ToString::to_string)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position({:?}, {:?})", self.game.name(), self.__str__()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let of = |position: &Self| {
            let inner = lock(&position.inner);
            (inner.now.clone(), inner.acted.clone())
        };
        of(self) == of(other.get())
    }

    /// Pickles as the text of the start, its rules and the moves.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (py, me) = (slf.py(), slf.get());
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let game = match me.state(py) {
            Some(state) => state.bind(py).get_type().into_any().unbind(),
            None => me.game.name().into_pyobject(py)?.into_any().unbind(),
        };
        let Inner { now, before, acted, .. } = lock(&me.inner).clone();
        let start = before.backwards().last().map_or(&now, |first| &first.before).to_string();
        let moves = before.moves();
        Ok((restore, (game, start, now.rules().into_iter().collect(), moves, acted)))
    }

    #[staticmethod]
    fn _restore(
        game: &Bound<'_, PyAny>,
        text: &str,
        rules: &Bound<'_, PyDict>,
        moves: Vec<String>,
        acted: Vec<u16>,
    ) -> PyResult<Self> {
        let position = Self::new(game, Some(text), None, Some(rules))?;
        moves.iter().try_for_each(|m| position.push(m))?;
        acted.into_iter().try_for_each(|action| position.act(action).map(drop))?;
        Ok(position)
    }
}
