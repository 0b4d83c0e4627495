//! Collapsi by the thousand, as arrays.

use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use collapsi::{Card, Deal, Player, Rules, Solver, Square};
use engine::StopFlag;
use engine::game::nth_seed;
use numpy::ndarray::{ArrayView1, Ix2};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use system::threads;

use crate::error::{bad, too_many};
use crate::numbers;
use crate::wait::interruptible;

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
    let stop = StopFlag::new();
    let cards = interruptible(py, &stop, |()| Ok(()), |_| dealt(count, seed, &stop))??;
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
    let rules: Rules = rules.parse().map_err(bad)?;
    let deals = read(deals)?;
    let (mut winners, mut lengths) = (vec![0; deals.len()], vec![0; deals.len()]);
    let stop = StopFlag::new();
    let hear = |(first, verdicts): (usize, Vec<(u8, u8)>)| {
        for (i, (winner, length)) in (first..).zip(verdicts) {
            (winners[i], lengths[i]) = (winner, length);
        }
        Ok(())
    };
    let next = AtomicUsize::new(0);
    interruptible(py, &stop, hear, |say| {
        threads::run(threads.max(1), || solve_parts(&deals, rules, &next, &stop, &say.clone()));
    })?;
    Ok((PyArray1::from_vec(py, winners), PyArray1::from_vec(py, lengths)))
}

fn solve_parts(
    deals: &[Deal],
    rules: Rules,
    next: &AtomicUsize,
    stop: &StopFlag,
    say: &Sender<(usize, Vec<(u8, u8)>)>,
) {
    let mut solver = Solver::new();
    while !stop.is_raised() {
        let first = next.fetch_add(PART, Ordering::Relaxed);
        let Some(rest) = deals.get(first..).filter(|rest| !rest.is_empty()) else { return };
        let verdict = |deal: &Deal| {
            let verdict = solver.verdict(&deal.position(rules));
            (u8::from(verdict.winner == Player::Blue), verdict.length as u8)
        };
        let verdicts = rest.iter().take(PART).map(verdict).collect();
        // Nobody listens if Python has stopped the work.
        let _ = say.send((first, verdicts));
    }
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
