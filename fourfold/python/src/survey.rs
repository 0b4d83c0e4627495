//! All deals of Collapsi as an array.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use collapsi::{Card, Deal, Rules, Square};
use engine::StopFlag;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use survey::{Survey, SurveyOptions};
use system::threads;

use crate::error::{bad, too_many};
use crate::numbers;
use crate::wait::{aside, lock};

/// How many deals a thread looks up before it asks for more.
const PART: usize = 1 << 16;

/// Where red's joker lies: a4, the first in reading order.
const CORNER: usize = 3;

/// The squares but that one.
const SQUARES: usize = Square::COUNT - 1;

/// The number of each card on them, from the joker to the four.
const CARDS: [u8; 5] = [1, 4, 4, 4, 2];

/// The lengths with best play of all deals with red's joker on a4: uint8, (rules, 47,297,250). Red wins those of
/// odd length. The order is that of [`deals_of`].
#[pyfunction]
#[pyo3(name = "survey", signature = (*rules, threads=1))]
pub(crate) fn all_deals(
    py: Python<'_>,
    rules: Vec<String>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let read = |text: &String| text.parse::<Rules>().map_err(bad);
    let rules: Vec<Rules> = match &rules[..] {
        [] => Rules::PUBLISHED.to_vec(),
        rules => rules.iter().map(read).collect::<PyResult<_>>()?,
    };
    let work = |stop: &StopFlag| {
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let options = SurveyOptions::new().rules(&rules).threads(threads);
        let survey = Survey::run(&options).map_err(bad)?;
        lengths(&survey, &rules, threads.get(), stop)
    };
    let lengths = aside(py, work)??;
    PyArray1::from_vec(py, lengths).reshape([rules.len(), Survey::DEALS as usize])
}

/// The deals of these numbers in a survey, rows of cards as of `deals`.
#[pyfunction]
pub(crate) fn deals_of<'py>(
    py: Python<'py>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let wrong = |index: usize, number: &dyn std::fmt::Display| {
        format!("number {index} is {number}: expected 0 to {}", Survey::DEALS - 1)
    };
    let numbers = numbers::array::<u64>("numbers", numbers, wrong)?;
    let numbers = numbers.as_array();
    let mut cards = Vec::new();
    for (index, &number) in numbers.iter().enumerate() {
        if number >= Survey::DEALS {
            return Err(bad(wrong(index, &number)));
        }
        cards.extend(row(&unranked(number)).map(|card| card as u8));
    }
    PyArray1::from_vec(py, cards).reshape([numbers.len(), Square::COUNT])
}

fn lengths(survey: &Survey, rules: &[Rules], threads: usize, stop: &StopFlag) -> PyResult<Vec<u8>> {
    let deals = Survey::DEALS as usize;
    let mut all = Vec::new();
    all.try_reserve_exact(rules.len() * deals).map_err(too_many)?;
    all.resize(rules.len() * deals, 0);
    let parts = all.chunks_mut(deals).zip(rules).flat_map(|(lengths, &rules)| {
        lengths.chunks_mut(PART).zip((0..).step_by(PART)).map(move |part| (rules, part))
    });
    let parts = Mutex::new(parts);
    let next = || lock(&parts).next().filter(|_| !stop.is_raised());
    let done = threads::run(threads, || {
        while let Some((rules, (lengths, first))) = next() {
            let mut cards = unranked(first);
            for length in lengths {
                let deal = Deal::new(row(&cards)).map_err(bad)?;
                let verdict = survey.verdict(&deal, rules);
                *length = verdict.ok_or_else(|| bad("the survey lacks these rules"))?.length as u8;
                advance(&mut cards);
            }
        }
        Ok(())
    });
    done.into_iter().collect::<PyResult<()>>()?;
    Ok(all)
}

/// The cards of a deal, red's joker among them.
fn row(others: &[u8; SQUARES]) -> [Card; Square::COUNT] {
    let mut others = others.iter();
    Square::ALL.map(|square| {
        let card = if square.index() == CORNER { None } else { others.next() };
        card.map_or(Card::Joker, |&card| Card::ALL[usize::from(card)])
    })
}

/// The cards of this number, in the order of their rows.
fn unranked(mut number: u64) -> [u8; SQUARES] {
    let mut left = CARDS;
    [(); SQUARES].map(|()| {
        for card in 0..CARDS.len() {
            if left[card] == 0 {
                continue;
            }
            left[card] -= 1;
            let ways = arrangements(left);
            if number < ways {
                return card as u8;
            }
            number -= ways;
            left[card] += 1;
        }
        0
    })
}

/// In how many ways these cards can lie.
fn arrangements(cards: [u8; CARDS.len()]) -> u64 {
    let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
    factorial(cards.iter().sum()) / cards.into_iter().map(factorial).product::<u64>()
}

/// The next cards in the order of their rows.
fn advance(cards: &mut [u8; SQUARES]) {
    let Some(place) = (1..SQUARES).rev().find(|&i| cards[i - 1] < cards[i]) else { return };
    let larger = (place..SQUARES).rev().find(|&i| cards[i] > cards[place - 1]);
    cards.swap(place - 1, larger.unwrap_or(place));
    cards[place..].reverse();
}
