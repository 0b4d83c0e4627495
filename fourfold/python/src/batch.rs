//! Many positions stepped together.

use std::fmt::Display;

use engine::StopFlag;
use engine::game::nth_seed;
use engine::key::mix;
use kit::AnyError;
use numpy::ndarray::Ix2;
use numpy::{PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyReadwriteArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::{Reduced, restored};
use crate::error::{bad, text_of};
use crate::failure::whole;
use crate::game::{game_of, settings};
use crate::numbers::{self, zeros};
use crate::own::{is_own, work_on};
use crate::planes::{Marked, Planes, Row};
use crate::position::Position;
use crate::seats::{Kept, Seat, Table};
use crate::wait::Shared;

/// Many games of one kind, which take one action each at a time. A game that ends begins anew from another seed.
#[pyclass(module = "fourfold", frozen)]
pub(crate) struct Batch {
    /// The game as Python has it.
    python: Py<PyAny>,
    table: Table,
    games: Shared<Games>,
}

/// The games, and the arrays that follow them, if they have been asked for.
struct Games {
    seats: Vec<Seat>,
    live: Option<(Py<PyArray2<bool>>, Py<PyAny>)>,
}

/// A game with its number, and where it is written.
type Item<'a> = (usize, &'a mut Seat, Row<'a>);

/// All that pickle needs: the game, its rules, the starts, count, threads and plies, the games.
type Pickled = (Py<PyAny>, String, Vec<String>, (usize, usize, Option<u64>), Vec<Kept>);

impl Batch {
    fn of(game: &Bound<'_, PyAny>, table: Table, seats: Vec<Seat>) -> Self {
        let games = Shared::new(Games { seats, live: None });
        Self { python: game.clone().unbind(), table, games }
    }

    /// Does work on the games, while other threads of Python run unless the game needs Python.
    fn on_all<T: Send>(
        &self,
        py: Python<'_>,
        items: &mut [T],
        work: impl Fn(&mut T) -> Result<(), AnyError> + Sync,
    ) -> PyResult<()> {
        let work = || self.table.on_all(items, &work);
        if self.table.is_own { whole(work)? } else { py.detach(work) }.map_err(bad)
    }

    /// Works with all games and their rows of the live arrays.
    fn change<R>(
        &self,
        py: Python<'_>,
        games: &mut Games,
        work: impl FnOnce(Vec<Item<'_>>) -> PyResult<R>,
    ) -> PyResult<R> {
        let Games { seats, live } = games;
        let (mut masks, mut planes) = (None, None);
        if let Some((live_masks, live_planes)) = live {
            masks = Some(live_masks.bind(py).try_readwrite()?);
            planes = Some(Planes::of(live_planes.bind(py), &self.shape())?);
        }
        let rows = Row::all(self.shape(), masks.as_mut(), planes.as_mut())?;
        work(
            seats.iter_mut().zip(rows).enumerate().map(|(n, (seat, row))| (n, seat, row)).collect(),
        )
    }

    /// The shape of the planes.
    fn shape(&self) -> [usize; 3] {
        let Table { places, count, .. } = &self.table;
        [*count, places.planes().len(), places.names().len()]
    }

    /// Writes all games over rows of which the same is marked, or nothing is known.
    fn write(
        &self,
        py: Python<'_>,
        masks: Option<&mut PyReadwriteArray2<'_, bool>>,
        planes: Option<&mut Planes<'_>>,
        marked: Option<Marked>,
    ) -> PyResult<()> {
        let rows = Row::all(self.shape(), masks, planes)?;
        self.games.with(py, |games| {
            let mut rows: Vec<_> = games.seats.iter().zip(rows).collect();
            self.on_all(py, &mut rows, |(seat, row)| {
                seat.write(row, marked.clone().as_mut(), &self.table);
                Ok(())
            })
        })
    }
}

/// The table of a game by some rules.
fn table(
    game: &Bound<'_, PyAny>,
    settings: String,
    (count, threads, max_plies): (usize, usize, Option<u64>),
) -> PyResult<Table> {
    if count == 0 {
        return Err(bad("count=0: expected 1 or more"));
    }
    if max_plies == Some(0) {
        return Err(bad("max_plies=0: expected 1 or more"));
    }
    let game = game_of(game)?;
    let deals = game.deals(&settings).map_err(bad)?;
    let first = whole(|| deals(0))?;
    let (places, seats) = whole(|| (first.places(), first.seats().len()))?;
    let (starts, is_own) = (Vec::new(), is_own(&first));
    Ok(Table { game, settings, deals, starts, count, threads, max_plies, places, seats, is_own })
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, /, *, seed=0, threads=1, max_plies=None, positions=None, **options))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::count)] count: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        #[pyo3(from_py_with = numbers::max_plies)] max_plies: Option<u64>,
        positions: Option<Vec<Bound<'_, Position>>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut table = table(game, settings(options)?, (count, threads, max_plies))?;
        for position in positions.into_iter().flatten() {
            let start = position.get().now();
            let read = whole(|| table.game.parse(&start.to_string(), &table.settings))?;
            if read.map_err(bad)? != start {
                return Err(bad(format!("{start}: expected a position by the rules of the batch")));
            }
            if whole(|| start.outcome())?.is_some() {
                return Err(bad(format!("{start}: expected a game that is running")));
            }
            table.starts.push(start);
        }
        let seats = work_on(py, table.is_own, |stop| table.begin(seed, stop))??;
        Ok(Self::of(game, table, seats))
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
        let now = self.games.with(py, |games| Ok(games.seats[at].now.clone()))?;
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
            let seats = &games.seats;
            let seats = whole(|| seats.iter().map(|seat| seat.now.seat_to_move() as u8).collect())?;
            Ok(PyArray1::from_vec(py, seats))
        })
    }

    /// In which games the last step was one too many: bool, (count,).
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.games.with(py, |games| {
            let cut = |seat: &Seat| seat.ended.as_ref().is_some_and(|ended| ended.is_cut);
            Ok(PyArray1::from_vec(py, games.seats.iter().map(cut).collect()))
        })
    }

    /// Begins games anew: with a seed those that it deals, else the next ones; of a mask those that it names.
    #[pyo3(signature = (seed=None, mask=None))]
    fn reset(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
        mask: Option<PyArrayLike1<'_, bool>>,
    ) -> PyResult<()> {
        let count = self.table.count;
        let mask = mask.map_or_else(|| vec![true; count], |mask| mask.as_array().to_vec());
        if mask.len() != count {
            return Err(bad(format!("a mask of {} games: expected {count}", mask.len())));
        }
        self.games.with(py, |games| {
            self.change(py, games, |mut items| {
                items.retain(|&(number, ..)| mask[number]);
                self.on_all(py, &mut items, |(number, seat, row)| {
                    match seed {
                        Some(seed) => seat.reseed(seed, *number as u64, &self.table),
                        None => seat.reset(&self.table),
                    }
                    seat.follow(row, &self.table);
                    Ok(())
                })
            })
        })
    }

    /// Which actions are legal: bool, (count, actions); in the array that is given, or a new one.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let [count, _, width] = self.shape();
        let array = out.map_or_else(|| zeros::<bool, Ix2>(py, &[count, width]), Ok)?;
        self.write(py, Some(&mut array.try_readwrite()?), None, None)?;
        Ok(array)
    }

    /// All positions as planes, (count, planes, actions), in the array that is given, or a new one of this type,
    /// "float32" or "uint8", where each count is a part of 255.
    #[pyo3(signature = (out=None, *, dtype=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let marked = out.is_none().then(Marked::new);
        let array = out.map_or_else(|| Planes::zeros(py, self.shape(), dtype.as_ref()), Ok)?;
        self.write(py, None, Some(&mut Planes::of(&array, &self.shape())?), marked)?;
        Ok(array)
    }

    /// Planes of this type and masks, which nobody else can write to: they show the games now and after
    /// every change. That is fastest, as only what changes is written. All that ask have the same ones.
    #[pyo3(signature = (*, dtype=None))]
    fn live<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.games.with(py, |games| {
            let planes = Planes::zeros(py, self.shape(), dtype.as_ref())?;
            if let Some((masks, known)) = &games.live {
                let (found, known) = (planes.getattr("dtype")?, known.bind(py));
                return if known.getattr("dtype")?.eq(&found)? {
                    Ok((seen(known)?, seen(masks.bind(py))?))
                } else {
                    Err(bad(format!(
                        "dtype={}: a batch has live planes of one type",
                        text_of(&found)?
                    )))
                };
            }
            // Another type is refused before it is kept.
            drop(Planes::of(&planes, &self.shape())?);
            let [count, _, width] = self.shape();
            let masks = zeros::<bool, Ix2>(py, &[count, width])?;
            games.live = Some((masks.clone().unbind(), planes.clone().unbind()));
            self.change(py, games, |mut items| {
                self.on_all(py, &mut items, |(_, seat, row)| {
                    seat.follow(row, &self.table);
                    Ok(())
                })
            })?;
            Ok((seen(&planes)?, seen(&masks)?))
        })
    }

    /// The last positions of the games that the last step ended, in order, as planes.
    #[pyo3(signature = (*, dtype=None))]
    fn final_observations<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [_, height, width] = self.shape();
        self.games.with(py, |games| {
            let ended: Vec<_> = games.seats.iter().filter_map(|seat| seat.ended.as_ref()).collect();
            let shape = [ended.len(), height, width];
            let array = Planes::zeros(py, shape, dtype.as_ref())?;
            let mut planes = Planes::of(&array, &shape)?;
            let mut rows: Vec<_> = planes.rows(height * width)?.into_iter().zip(ended).collect();
            self.on_all(py, &mut rows, |(row, ended)| {
                row.write(&ended.position, &[], &self.table.places, Some(&mut Marked::new()));
                Ok(())
            })?;
            drop(rows);
            drop(planes);
            Ok(array)
        })
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
        let Table { count, seats, .. } = self.table;
        if actions.ndim() != 1 || actions.len() != count {
            let (found, shape) = (actions.len(), actions.shape());
            return Err(bad(format!("{found} actions: expected {count}, found shape {shape:?}")));
        }
        self.games.with(py, |games| {
            let mut chosen = Vec::with_capacity(count);
            for (index, (&action, seat)) in actions.iter().zip(&games.seats).enumerate() {
                let legal =
                    u16::try_from(action).ok().filter(|a| seat.actions.binary_search(a).is_ok());
                chosen.push(legal.ok_or_else(|| bad(illegal(index, &action)))?);
            }
            self.change(py, games, |mut items| {
                self.on_all(py, &mut items, |(index, seat, row)| {
                    seat.act(chosen[*index], &self.table)?;
                    seat.follow(row, &self.table);
                    Ok(())
                })
            })?;
            let games = &games.seats;
            let mut rewards = vec![0.0; count * seats];
            for (row, seat) in rewards.chunks_mut(seats).zip(games) {
                let ended = seat.ended.iter().flat_map(|ended| &ended.returns);
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
        let play = |(number, seat, row): &mut Item<'_>, stop: &StopFlag| {
            let (mut played, mut drawn) = (0, nth_seed(seed, *number as u64));
            while played < plies && !stop.is_raised() {
                drawn = mix(drawn, played);
                let last = seat.actions.len() as u128;
                let index = (u128::from(drawn) * last) >> 64;
                let Some(&action) = seat.actions.get(index as usize) else { break };
                played += u64::from(seat.act(action, &self.table)?);
            }
            seat.follow(row, &self.table);
            Ok(())
        };
        self.games.with(py, |games| {
            self.change(py, games, |mut items| {
                let work = |stop: &_| self.table.on_all(&mut items, |item| play(item, stop));
                work_on(py, self.table.is_own, work)?.map_err(bad)
            })
        })
    }

    /// Pickles with its games.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, Pickled> {
        let (py, Self { python, table, games }) = (slf.py(), slf.get());
        let kept =
            games.with(py, |games| whole(|| games.seats.iter().map(Seat::kept).collect()))?;
        let starts = whole(|| table.starts.iter().map(ToString::to_string).collect())?;
        let size = (table.count, table.threads, table.max_plies);
        restored(slf.as_any(), (python.clone_ref(py), table.settings.clone(), starts, size, kept))
    }

    #[staticmethod]
    fn _restore(
        game: &Bound<'_, PyAny>,
        settings: String,
        starts: Vec<String>,
        size: (usize, usize, Option<u64>),
        kept: Vec<Kept>,
    ) -> PyResult<Self> {
        let mut table = table(game, settings, size)?;
        let read = |text: String| table.game.parse(&text, &table.settings).map_err(bad);
        table.starts = whole(|| starts.into_iter().map(read).collect::<PyResult<_>>())??;
        let seats = whole(|| kept.into_iter().map(|kept| Seat::restored(kept, &table)).collect())?;
        Ok(Self::of(game, table, PyResult::<Vec<_>>::from(seats)?))
    }
}

/// An array as others see it, who cannot write to it.
fn seen<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let seen = array.call_method0("view")?;
    seen.call_method1("setflags", (false,))?;
    Ok(seen)
}
