//! Many positions stepped together.

use std::fmt::Display;
use std::iter;
use std::sync::Mutex;

use engine::StopFlag;
use engine::game::nth_seed;
use engine::key::mix;
use engine::observe::{Places, Pointing};
use kit::{AnyError, Deals, Dynamic, Kit};
use numpy::ndarray::{Ix2, Ix3};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use system::threads::{MAX_THREADS, run};

use crate::analysis::returns;
use crate::error::{bad, too_many};
use crate::game::{game_of, settings};
use crate::numbers::{self, zeros};
use crate::position::Position;
use crate::wait::{Shared, interruptible, lock};

/// Many games of one kind, which take one action each at a time. A game that ends begins anew from another
/// seed.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Batch {
    table: Table,
    games: Shared<Vec<Seat>>,
}

/// What all games of a batch share.
struct Table {
    game: Kit,
    deals: Deals,
    seed: u64,
    count: usize,
    threads: usize,
    places: Places,
    seats: usize,
}

impl Table {
    /// The game of this number. First each seat has that of its own number.
    fn deal(&self, number: u64) -> Dynamic {
        (self.deals)(nth_seed(self.seed, number))
    }
}

/// One of the games.
struct Seat {
    now: Dynamic,
    /// The number of the next game.
    next: u64,
    pointing: Pointing,
    /// The legal actions, in order.
    actions: Vec<u16>,
    /// What the last action brought each player, if it ended the game.
    ended: Option<Vec<f64>>,
}

impl Seat {
    fn new(number: u64, table: &Table) -> Self {
        let (now, next) = (table.deal(number), number + table.count as u64);
        let (pointing, actions) = (Pointing::default(), Vec::new());
        let mut seat = Self { now, next, pointing, actions, ended: None };
        seat.begin(table);
        seat
    }

    fn begin(&mut self, table: &Table) {
        self.now.begin_in(&table.places, &mut self.pointing);
        self.pointing.actions(&mut self.actions);
    }

    /// Takes a legal action; returns whether that was a whole move.
    fn act(&mut self, action: u16, table: &Table) -> Result<bool, AnyError> {
        self.ended = None;
        let Some(number) = self.pointing.point(action) else {
            self.pointing.actions(&mut self.actions);
            return Ok(false);
        };
        self.now.play_number(number)?;
        if let Some(outcome) = self.now.outcome() {
            self.ended = Some(returns(&outcome, table.seats));
            self.now = table.deal(self.next);
            self.next = self.next.wrapping_add(table.count as u64);
        }
        self.begin(table);
        Ok(true)
    }
}

/// Does work on all games, a part in each thread.
fn on_all<T: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(&mut [T]) -> Result<(), AnyError> + Sync,
) -> Result<(), AnyError> {
    let threads = threads.clamp(1, MAX_THREADS);
    let part = items.len().div_ceil(threads).max(1);
    let parts = Mutex::new(items.chunks_mut(part));
    let work = || {
        let next = || lock(&parts).next();
        iter::from_fn(next).try_for_each(&work)
    };
    run(threads, work).into_iter().collect()
}

/// All games of a batch.
fn begin(table: &Table, stop: &StopFlag) -> PyResult<Vec<Seat>> {
    let mut games = Vec::new();
    games.try_reserve_exact(table.count).map_err(too_many)?;
    for number in 0..table.count as u64 {
        if stop.is_raised() {
            break;
        }
        games.push(Seat::new(number, table));
    }
    Ok(games)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, /, *, seed=0, threads=1, **options))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::count)] count: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if game.is_instance_of::<PyType>() {
            return Err(bad("a batch runs without Python: expected the name of a game"));
        }
        if count == 0 {
            return Err(bad("count=0: expected 1 or more"));
        }
        let game = game_of(game)?;
        let deals = game.deals(&settings(options)?).map_err(bad)?;
        let first = deals(seed);
        let (places, seats) = (first.places(), first.seats().len());
        let table = Table { game, deals, seed, count, threads, places, seats };
        let stop = StopFlag::new();
        let games = interruptible(py, &stop, |()| Ok(()), |_| begin(&table, &stop))??;
        Ok(Self { table, games: Shared::new(games) })
    }

    fn __len__(&self) -> usize {
        self.table.count
    }

    /// A copy of one position, without the actions of a move under way.
    fn __getitem__(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::index)] index: isize,
    ) -> PyResult<Position> {
        let count = self.table.count;
        let at = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let at = at.and_then(|at| usize::try_from(at).ok()).filter(|&at| at < count);
        let error = format!("index {index}: expected less than {count}");
        let at = at.ok_or_else(|| PyIndexError::new_err(error))?;
        let now = self.games.with(py, |games| Ok(games[at].now.clone()))?;
        Ok(Position::of(self.table.game.clone(), now))
    }

    /// The names of the actions.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.table.places.names().to_vec()
    }

    /// What the planes of observe() show.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.table.places.planes().to_vec()
    }

    /// The seat of the player to move in each game: uint8, (count,).
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.games.with(py, |games| {
            let seats = games.iter().map(|seat| seat.now.seat_to_move() as u8);
            Ok(PyArray1::from_vec(py, seats.collect()))
        })
    }

    /// Which actions are legal: bool, (count, actions).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let width = self.table.places.names().len();
        let array = zeros::<bool, Ix2>(py, &[self.table.count, width])?;
        let mut mask = array.try_readwrite()?;
        self.games.with(py, |games| {
            for (row, seat) in mask.as_slice_mut()?.chunks_mut(width).zip(games) {
                seat.actions.iter().for_each(|&action| row[usize::from(action)] = true);
            }
            Ok(())
        })?;
        drop(mask);
        Ok(array)
    }

    /// All positions as planes: float32, (count, planes, actions).
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let Table { places, count, threads, .. } = &self.table;
        let shape = [*count, places.planes().len(), places.names().len()];
        let array = zeros::<f32, Ix3>(py, &shape)?;
        let mut planes = array.try_readwrite()?;
        self.games.with(py, |games| {
            let planes = planes.as_slice_mut()?.chunks_mut(shape[1] * shape[2]);
            let mut rows: Vec<_> = planes.zip(games).collect();
            py.detach(|| {
                on_all(&mut rows, *threads, |rows| {
                    for (row, seat) in rows {
                        seat.now.observe(places, seat.pointing.pointed(), row);
                    }
                    Ok(())
                })
            })
            .map_err(bad)
        })?;
        drop(planes);
        Ok(array)
    }

    /// Takes an action in every game. Returns what each player gets, float32 (count, players), which is 0
    /// but where a game ended, and where one ended, bool (count,). If any action is illegal, none is taken.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>)> {
        let illegal = |index: usize, action: &dyn Display| {
            format!("action {action} is illegal in game {index}")
        };
        let actions = numbers::array::<i64>("actions", actions, illegal)?;
        let actions = actions.as_array();
        let Table { count, threads, seats, .. } = self.table;
        if actions.ndim() != 1 || actions.len() != count {
            let (found, shape) = (actions.len(), actions.shape());
            return Err(bad(format!("{found} actions: expected {count}, found shape {shape:?}")));
        }
        self.games.with(py, |games| {
            let mut chosen = Vec::with_capacity(count);
            for (index, (&action, seat)) in actions.iter().zip(&mut *games).enumerate() {
                let legal =
                    u16::try_from(action).ok().filter(|a| seat.actions.binary_search(a).is_ok());
                chosen.push((legal.ok_or_else(|| bad(illegal(index, &action)))?, seat));
            }
            let act =
                |(action, seat): &mut (u16, &mut Seat)| seat.act(*action, &self.table).map(drop);
            py.detach(|| on_all(&mut chosen, threads, |part| part.iter_mut().try_for_each(act)))
                .map_err(bad)?;
            let mut rewards = vec![0.0; count * seats];
            for (row, seat) in rewards.chunks_mut(seats).zip(&*games) {
                let ended = seat.ended.iter().flatten();
                row.iter_mut().zip(ended).for_each(|(to, &value)| *to = value as f32);
            }
            let done = games.iter().map(|seat| seat.ended.is_some()).collect();
            let rewards = PyArray1::from_vec(py, rewards).reshape([count, seats])?;
            Ok((rewards, PyArray1::from_vec(py, done)))
        })
    }

    /// Plays this many random moves in every game, by the seed alone, whatever the number of threads.
    #[pyo3(signature = (plies, *, seed=0))]
    fn play_random(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::plies)] plies: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<()> {
        let stop = StopFlag::new();
        let play = |(number, seat): &mut (u64, &mut Seat)| {
            let (mut played, mut drawn) = (0, nth_seed(seed, *number));
            while played < plies && !stop.is_raised() {
                drawn = mix(drawn, played);
                let last = seat.actions.len() as u128;
                let index = (u128::from(drawn) * last) >> 64;
                let Some(&action) = seat.actions.get(index as usize) else { break };
                played += u64::from(seat.act(action, &self.table)?);
            }
            Ok(())
        };
        self.games.with(py, |games| {
            let mut games: Vec<_> = (0..).zip(games).collect();
            let play = |part: &mut [_]| part.iter_mut().try_for_each(play);
            let work = |_: &_| on_all(&mut games, self.table.threads, play);
            interruptible(py, &stop, |()| Ok(()), work)?.map_err(bad)
        })
    }
}
