//! Collapsi by the thousand, as arrays.

use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use collapsi::{Card, Deal, Game, Player, Position, Rules, Solver, Square};
use engine::StopFlag;
use engine::game::nth_seed;
use numpy::ndarray::{ArrayView1, Ix2};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use system::threads;

use crate::error::{bad, too_many};
use crate::numbers;
use crate::wait::{aside, interruptible};

/// How many deals a thread solves before it asks for more.
const PART: usize = 64;

/// Deals from a seed: uint8, (count, 16), with 0 for a joker, 1 to 4 for the others, a row a deal by squares
/// a1, a2 to d4.
#[pyfunction]
#[pyo3(signature = (count, *, seed=0))]
pub(crate) fn deals(
    py: Python<'_>,
    #[pyo3(from_py_with = numbers::count)] count: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let cards = aside(py, |stop| dealt(count, seed, stop))??;
    PyArray1::from_vec(py, cards).reshape([count, Square::COUNT])
}

fn dealt(count: usize, seed: u64, stop: &StopFlag) -> PyResult<Vec<u8>> {
    let mut cards = Vec::new();
    cards.try_reserve_exact(count.saturating_mul(Square::COUNT)).map_err(too_many)?;
    for number in (0..count as u64).take_while(|_| !stop.is_raised()) {
        let deal = Deal::random(nth_seed(seed, number));
        cards.extend(Square::ALL.map(|square| deal.card(square) as u8));
    }
    Ok(cards)
}

/// Who wins each deal, and in how many plies, with best play: two arrays uint8, (count,), the seat of the
/// winner and the length.
#[pyfunction]
#[pyo3(signature = (deals, rules="v1_1", *, threads=1))]
#[expect(clippy::type_complexity, reason = "two arrays")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    deals: &Bound<'py, PyAny>,
    rules: &str,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>)> {
    let found = solved(py, &read(deals)?, rules, threads, |solver, start| {
        let verdict = solver.verdict(start);
        (u8::from(verdict.winner == Player::Blue), verdict.length as u8)
    })?;
    let (winners, lengths) = found.into_iter().unzip();
    Ok((PyArray1::from_vec(py, winners), PyArray1::from_vec(py, lengths)))
}

/// What each first move of each deal is worth: int8, (count, 16), by the square where it ends; 5 is a win in 5
/// plies, -4 a loss in 4, and 0 no move.
#[pyfunction]
#[pyo3(signature = (deals, rules="v1_1", *, threads=1))]
pub(crate) fn moves<'py>(
    py: Python<'py>,
    deals: &Bound<'py, PyAny>,
    rules: &str,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let deals = read(deals)?;
    let found = solved(py, &deals, rules, threads, |solver, start| {
        let mut worth = [0; Square::COUNT];
        for to in start.moves() {
            let mut after = *start;
            after.play_unchecked(to);
            let verdict = solver.verdict(&after);
            let plies = verdict.length as i8 + 1;
            worth[to.index()] = if verdict.winner == start.turn() { plies } else { -plies };
        }
        worth
    })?;
    PyArray1::from_vec(py, found.into_flattened()).reshape([deals.len(), Square::COUNT])
}

/// The answers of a solver on deals, in their order.
fn solved<T: Copy + Default + Send>(
    py: Python<'_>,
    deals: &[Deal],
    rules: &str,
    threads: usize,
    answer: impl Fn(&mut Solver, &Position) -> T + Sync,
) -> PyResult<Vec<T>> {
    let rules: Rules = rules.parse().map_err(bad)?;
    let mut all = vec![T::default(); deals.len()];
    let stop = StopFlag::new();
    let hear = |(first, found): (usize, Vec<T>)| {
        all[first..first + found.len()].copy_from_slice(&found);
        Ok(())
    };
    let next = AtomicUsize::new(0);
    let work = |say: &Sender<(usize, Vec<T>)>| {
        let mut solver = Solver::new();
        while !stop.is_raised() {
            let first = next.fetch_add(PART, Ordering::Relaxed);
            let Some(rest) = deals.get(first..).filter(|rest| !rest.is_empty()) else { return };
            let found = rest.iter().take(PART);
            let found = found.map(|deal| answer(&mut solver, &deal.position(rules))).collect();
            // Nobody listens if Python has stopped the work.
            let _ = say.send((first, found));
        }
    };
    interruptible(py, &stop, hear, |say| {
        threads::run(threads.max(1), || work(&say.clone()));
    })?;
    Ok(all)
}

/// The deals of an array.
fn read(deals: &Bound<'_, PyAny>) -> PyResult<Vec<Deal>> {
    let no_card = |number: usize, card: &dyn Display| {
        format!("deal {number}: {card} is no card: expected 0 to 4")
    };
    let deals = numbers::array::<u8>("deals", deals, no_card)?;
    let rows = deals.as_array();
    let rows = rows.into_dimensionality::<Ix2>().map_err(|_| {
        bad(format!("deals of shape {:?}: expected rows of 16 cards", deals.shape()))
    })?;
    if rows.ncols() != Square::COUNT {
        return Err(bad(format!("a deal has {} cards: expected 16", rows.ncols())));
    }
    let deal = |(number, row): (usize, ArrayView1<'_, u8>)| {
        let mut cards = [Card::Joker; Square::COUNT];
        for (to, &card) in cards.iter_mut().zip(row) {
            let known = Card::ALL.into_iter().find(|&known| known as u8 == card);
            *to = known.ok_or_else(|| bad(no_card(number, &card)))?;
        }
        Deal::new(cards).map_err(|error| bad(format!("deal {number}: {error}")))
    };
    rows.rows().into_iter().enumerate().map(deal).collect()
}
