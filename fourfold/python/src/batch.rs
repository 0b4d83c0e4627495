//! Many positions stepped together.

use std::sync::Arc;
use std::thread;

use engine::StopFlag;
use engine::any::{AnyError, AnyGame, AnyPosition};
use engine::key::mix;
use engine::svg::{Places, Pointing};
use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArray3, PyArrayLike1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::position::{Position, returns, settings};
use crate::wait::interruptible;
use crate::{bad, game_of};

/// Many games of one kind, which take one action each at a time. A game that ends begins anew from another
/// seed.
#[pyclass(module = "fourfold")]
pub(crate) struct Batch {
    table: Table,
    games: Vec<Seat>,
    threads: usize,
}

/// What all games of a batch share.
struct Table {
    game: Arc<dyn AnyGame>,
    settings: String,
    places: Places,
    seats: usize,
}

/// One of the games.
struct Seat {
    now: Box<dyn AnyPosition>,
    /// The seed of the next game.
    seed: u64,
    pointing: Pointing,
    /// The legal actions, in order.
    actions: Vec<u16>,
    /// What the last action brought each player, if it ended the game.
    ended: Option<Vec<f64>>,
}

impl Seat {
    fn begin(&mut self, table: &Table) {
        self.now.begin_in(&table.places, &mut self.pointing);
        self.pointing.actions(&mut self.actions);
    }

    /// Takes a legal action; returns whether that was a whole move.
    fn act(&mut self, action: u16, step: u64, table: &Table) -> Result<bool, AnyError> {
        self.ended = None;
        let Some(number) = self.pointing.point(action) else {
            self.pointing.actions(&mut self.actions);
            return Ok(false);
        };
        self.now.play_number(number)?;
        if let Some(outcome) = self.now.outcome() {
            self.ended = Some(returns(&outcome, table.seats));
            self.now = table.game.start(&table.settings, self.seed)?;
            self.seed = self.seed.wrapping_add(step);
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
    let part = items.len().div_ceil(threads.max(1)).max(1);
    if part >= items.len() {
        return work(items);
    }
    thread::scope(|scope| {
        let jobs: Vec<_> = items.chunks_mut(part).map(|part| scope.spawn(|| work(part))).collect();
        jobs.into_iter()
            .try_for_each(|job| job.join().unwrap_or_else(|p| std::panic::resume_unwind(p)))
    })
}

impl Batch {
    fn shape(&self) -> [usize; 2] {
        [self.games.len(), self.table.places.names().len()]
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, /, *, seed=0, threads=1, **options))]
    fn new(
        game: &Bound<'_, PyAny>,
        count: usize,
        seed: u64,
        threads: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if game.is_instance_of::<PyType>() {
            return Err(bad("a batch runs without Python: expected the name of a game"));
        }
        if count == 0 {
            return Err(bad("count=0: expected 1 or more"));
        }
        let (game, settings) = (game_of(game)?, settings(options)?);
        let first = game.start(&settings, seed).map_err(bad)?;
        let (places, seats) = (first.places(), first.seats().len());
        let table = Table { game, settings, places, seats };
        let seat = |i: u64| {
            let seed = seed.wrapping_add(i);
            let now = table.game.start(&table.settings, seed).map_err(bad)?;
            let seed = seed.wrapping_add(count as u64);
            let (pointing, actions) = (Pointing::default(), Vec::new());
            let mut seat = Seat { now, seed, pointing, actions, ended: None };
            seat.begin(&table);
            Ok(seat)
        };
        let games = (0..count as u64).map(seat).collect::<PyResult<_>>()?;
        Ok(Self { table, games, threads })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// A copy of one position, without the actions of a move under way.
    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        let at = if index < 0 { index + self.games.len() as isize } else { index };
        let seat = usize::try_from(at).ok().and_then(|at| self.games.get(at));
        let seat = seat.ok_or_else(|| {
            PyIndexError::new_err(format!("index {index}: expected less than {}", self.games.len()))
        })?;
        Ok(Position::of(Arc::clone(&self.table.game), seat.now.copy()))
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
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let seats = self.games.iter().map(|seat| seat.now.seat_to_move() as u8);
        PyArray1::from_vec(py, seats.collect())
    }

    /// Which actions are legal: bool, (count, actions).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let [count, width] = self.shape();
        let mut mask = vec![false; count * width];
        for (row, seat) in mask.chunks_mut(width).zip(&self.games) {
            seat.actions.iter().for_each(|&action| row[usize::from(action)] = true);
        }
        PyArray1::from_vec(py, mask).reshape([count, width])
    }

    /// All positions as planes: float32, (count, planes, actions).
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let ([count, width], Table { places, .. }) = (self.shape(), &self.table);
        let size = places.planes().len() * width;
        let mut planes = vec![0.0; count * size];
        let mut rows: Vec<_> = planes.chunks_mut(size).zip(&self.games).collect();
        py.detach(|| {
            on_all(&mut rows, self.threads, |rows| {
                for (row, seat) in rows {
                    seat.now.observe(places, seat.pointing.pointed(), row);
                }
                Ok(())
            })
        })
        .map_err(bad)?;
        PyArray1::from_vec(py, planes).reshape([count, places.planes().len(), width])
    }

    /// Takes an action in every game. Returns what each player gets, float32 (count, players), which is 0
    /// but where a game ended, and where one ended, bool (count,). If any action is illegal, none is taken.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyArrayLike1<'py, i64, AllowTypeChange>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>)> {
        let actions = actions.as_array();
        let (count, step, seats) = (self.games.len(), self.games.len() as u64, self.table.seats);
        if actions.len() != count {
            return Err(bad(format!("{} actions: expected {count}", actions.len())));
        }
        let mut chosen = Vec::with_capacity(count);
        for (index, (&action, seat)) in actions.iter().zip(&mut self.games).enumerate() {
            let legal =
                u16::try_from(action).ok().filter(|a| seat.actions.binary_search(a).is_ok());
            let action =
                legal.ok_or_else(|| bad(format!("action {action} is illegal in game {index}")))?;
            chosen.push((action, seat));
        }
        let (table, threads) = (&self.table, self.threads);
        py.detach(|| {
            on_all(&mut chosen, threads, |part| {
                part.iter_mut()
                    .try_for_each(|(action, seat)| seat.act(*action, step, table).map(|_| ()))
            })
        })
        .map_err(bad)?;
        let mut rewards = vec![0.0; count * seats];
        for (row, seat) in rewards.chunks_mut(seats).zip(&self.games) {
            let ended = seat.ended.iter().flatten();
            row.iter_mut().zip(ended).for_each(|(to, &value)| *to = value as f32);
        }
        let done = self.games.iter().map(|seat| seat.ended.is_some()).collect();
        Ok((PyArray1::from_vec(py, rewards).reshape([count, seats])?, PyArray1::from_vec(py, done)))
    }

    /// Plays this many random moves in every game, by the seed alone, whatever the number of threads.
    #[pyo3(signature = (plies, *, seed=0))]
    fn play_random(&mut self, py: Python<'_>, plies: u64, seed: u64) -> PyResult<()> {
        let (table, threads, seeds) = (&self.table, self.threads, self.games.len() as u64);
        let mut games: Vec<_> = (0..).zip(&mut self.games).collect();
        let stop = StopFlag::new();
        let play = |(number, seat): &mut (u64, &mut Seat)| {
            let (mut played, mut drawn) = (0, mix(seed, *number));
            while played < plies && !stop.is_raised() {
                drawn = mix(drawn, played);
                let last = seat.actions.len() as u128;
                let index = (u128::from(drawn) * last) >> 64;
                let Some(&action) = seat.actions.get(index as usize) else { break };
                played += u64::from(seat.act(action, seeds, table)?);
            }
            Ok(())
        };
        interruptible(
            py,
            &stop,
            |()| Ok(()),
            |_| on_all(&mut games, threads, |games| games.iter_mut().try_for_each(play)),
        )?
        .map_err(bad)
    }
}
