//! The games of a batch, each stepped by itself.

use std::iter;
use std::mem;
use std::sync::Mutex;

use engine::StopFlag;
use engine::game::nth_seed;
use engine::observe::{Places, Pointing};
use kit::{AnyError, Deals, Dynamic, Kit};
use pyo3::prelude::*;
use system::threads::{MAX_THREADS, run};

use crate::analysis::returns;
use crate::error::{bad, too_many};
use crate::planes::{Marked, Row};
use crate::wait::lock;

/// What all games of a batch share.
pub(crate) struct Table {
    pub(crate) game: Kit,
    pub(crate) settings: String,
    pub(crate) deals: Deals,
    /// Where games begin, in turn; if there are none, games are dealt.
    pub(crate) starts: Vec<Dynamic>,
    pub(crate) count: usize,
    pub(crate) threads: usize,
    /// How many plies a game has at most.
    pub(crate) max_plies: Option<u64>,
    pub(crate) places: Places,
    pub(crate) seats: usize,
    /// Whether positions need Python.
    pub(crate) is_own: bool,
}

impl Table {
    /// The game of this number.
    fn deal(&self, seed: u64, number: u64) -> Dynamic {
        match self.starts.len() as u64 {
            0 => (self.deals)(nth_seed(seed, number)),
            starts => self.starts[(number % starts) as usize].clone(),
        }
    }

    /// All games. First each seat has that of its own number.
    pub(crate) fn begin(&self, seed: u64, stop: &StopFlag) -> PyResult<Vec<Seat>> {
        let mut games = Vec::new();
        games.try_reserve_exact(self.count).map_err(too_many)?;
        for number in (0..self.count as u64).take_while(|_| !stop.is_raised()) {
            games.push(Seat::new(seed, number, self));
        }
        Ok(games)
    }

    /// Does work on all games, a part in each thread.
    pub(crate) fn on_all<T: Send>(
        &self,
        items: &mut [T],
        work: impl Fn(&mut T) -> Result<(), AnyError> + Sync,
    ) -> Result<(), AnyError> {
        if self.is_own {
            return items.iter_mut().try_for_each(work);
        }
        let threads = self.threads.clamp(1, MAX_THREADS);
        let part = items.len().div_ceil(threads).max(1);
        let parts = Mutex::new(items.chunks_mut(part));
        let work = || {
            let next = || lock(&parts).next();
            iter::from_fn(next).flatten().try_for_each(&work)
        };
        run(threads, work).into_iter().collect()
    }
}

/// One of the games.
pub(crate) struct Seat {
    pub(crate) now: Dynamic,
    /// Whence games are dealt, and the number of the next one.
    seed: u64,
    next: u64,
    plies: u64,
    /// The actions taken of the move under way.
    acted: Vec<u16>,
    pointing: Pointing,
    /// The legal actions, in order.
    pub(crate) actions: Vec<u16>,
    /// The game that the last action ended.
    pub(crate) ended: Option<Ended>,
    /// What the live planes have of it.
    marked: Marked,
}

/// A game that has ended.
pub(crate) struct Ended {
    pub(crate) position: Dynamic,
    /// What it brought each player.
    pub(crate) returns: Vec<f64>,
    /// Whether it had too many plies.
    pub(crate) is_cut: bool,
}

/// A game as pickle has it: position, seed, number of the next one, plies, actions of the move under way.
pub(crate) type Kept = (String, u64, u64, u64, Vec<u16>);

impl Seat {
    fn new(seed: u64, number: u64, table: &Table) -> Self {
        Self::at(table.deal(seed, number), (seed, number + table.count as u64, 0), table)
    }

    fn at(now: Dynamic, (seed, next, plies): (u64, u64, u64), table: &Table) -> Self {
        let (acted, pointing, actions) = (Vec::new(), Pointing::default(), Vec::new());
        let (ended, marked) = (None, Marked::new());
        let mut seat = Self { now, seed, next, plies, acted, pointing, actions, ended, marked };
        seat.begin(table);
        seat
    }

    pub(crate) fn kept(&self) -> Kept {
        (self.now.to_string(), self.seed, self.next, self.plies, self.acted.clone())
    }

    pub(crate) fn restored(
        (text, seed, next, plies, acted): Kept,
        table: &Table,
    ) -> PyResult<Self> {
        let now = table.game.parse(&text, &table.settings).map_err(bad)?;
        let mut seat = Self::at(now, (seed, next, plies), table);
        acted.into_iter().try_for_each(|action| seat.act(action, table).map(drop)).map_err(bad)?;
        Ok(seat)
    }

    fn begin(&mut self, table: &Table) {
        self.acted.clear();
        self.now.begin_in(&table.places, &mut self.pointing);
        self.pointing.actions(&mut self.actions);
    }

    /// Begins another game, from another seed if there is one, and returns the last position.
    fn deal(&mut self, table: &Table) -> Dynamic {
        let next = table.deal(self.seed, self.next);
        self.next = self.next.wrapping_add(table.count as u64);
        self.plies = 0;
        mem::replace(&mut self.now, next)
    }

    /// Begins the next game.
    pub(crate) fn reset(&mut self, table: &Table) {
        self.ended = None;
        self.deal(table);
        self.begin(table);
    }

    /// Begins the games of another seed.
    pub(crate) fn reseed(&mut self, seed: u64, number: u64, table: &Table) {
        (self.seed, self.next) = (seed, number);
        self.reset(table);
    }

    /// Writes the legal actions and the planes, over cells of which some are marked, or nothing is known.
    pub(crate) fn write(&self, row: &mut Row<'_>, marked: Option<&mut Marked>, table: &Table) {
        if let Some(mask) = &mut row.mask {
            mask.fill(false);
            self.actions.iter().for_each(|&action| mask[usize::from(action)] = true);
        }
        if let Some(planes) = &mut row.planes {
            planes.write(&self.now, self.pointing.pointed(), &table.places, marked);
        }
    }

    /// Writes its row of the live arrays.
    pub(crate) fn follow(&mut self, row: &mut Row<'_>, table: &Table) {
        let mut marked = mem::take(&mut self.marked);
        self.write(row, Some(&mut marked), table);
        self.marked = marked;
    }

    /// Takes a legal action; returns whether that was a whole move.
    pub(crate) fn act(&mut self, action: u16, table: &Table) -> Result<bool, AnyError> {
        self.ended = None;
        let Some(number) = self.pointing.point(action) else {
            self.acted.push(action);
            self.pointing.actions(&mut self.actions);
            return Ok(false);
        };
        self.now.play_number(number)?;
        self.plies += 1;
        let returns = self.now.outcome().map(|outcome| returns(&outcome, table.seats));
        let is_cut = returns.is_none() && table.max_plies.is_some_and(|most| self.plies >= most);
        if returns.is_some() || is_cut {
            let returns = returns.unwrap_or_else(|| vec![0.0; table.seats]);
            self.ended = Some(Ended { position: self.deal(table), returns, is_cut });
        }
        self.begin(table);
        Ok(true)
    }
}
