//! Who takes part in a match.

use std::fmt;
use std::time::Duration;

use super::game::TimeUsed;
use crate::bot::Bot;
use crate::game::Game;
use crate::limits::{Clock, Limits};

/// Somebody who takes part in a match: a name, a way to make the bot, and how long it may think.
///
/// Every game is played by bots made for it, so that nothing is carried over from one game to the
/// next, and games can be played at the same time.
pub struct Contestant<'a, G: Game> {
    name: String,
    make: Box<Make<'a, G>>,
    limits: Limits,
    control: Option<TimeControl>,
}

type Make<'a, G> = dyn Fn() -> Box<dyn Bot<G> + 'a> + Send + Sync + 'a;

impl<'a, G: Game> Contestant<'a, G> {
    /// A contestant whose bots `make` makes. They get their seed by [`Bot::new_game`].
    pub fn new<B: Bot<G> + 'a>(
        name: impl Into<String>,
        make: impl Fn() -> B + Send + Sync + 'a,
    ) -> Self {
        let make = Box::new(move || -> Box<dyn Bot<G> + 'a> { Box::new(make()) });
        Self { name: name.into(), make, limits: Limits::new(), control: None }
    }

    /// Think about every move within these limits. A stop flag in them has no effect: the match has
    /// its own.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Play by a clock, too. Whoever needs more time than there is forfeits the game.
    #[must_use]
    pub fn time_control(mut self, control: TimeControl) -> Self {
        self.control = Some(control);
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn seat(&self) -> Seat<'a, G> {
        let left = self.control.map(|control| control.time).unwrap_or_default();
        Seat { bot: (self.make)(), control: self.control, left, time_used: TimeUsed::default() }
    }

    pub(super) fn own_limits(&self) -> &Limits {
        &self.limits
    }
}

impl<G: Game> fmt::Debug for Contestant<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The time for all moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// What there is at the beginning.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// A contestant in the middle of a game.
pub(super) struct Seat<'a, G: Game> {
    pub(super) bot: Box<dyn Bot<G> + 'a>,
    control: Option<TimeControl>,
    /// On its clock, if there is one.
    left: Duration,
    /// What it put into this game.
    pub(super) time_used: TimeUsed,
}

/// The flag has fallen.
pub(super) struct OutOfTime;

impl<G: Game> Seat<'_, G> {
    /// These limits, and what the clock allows.
    pub(super) fn within_clock(&self, limits: Limits) -> Limits {
        match self.control {
            Some(control) => limits.clock(Clock::new(self.left).increment(control.increment)),
            None => limits,
        }
    }

    /// A move took so long.
    pub(super) fn spend(&mut self, time: Duration) -> Result<(), OutOfTime> {
        self.time_used.plies += 1;
        self.time_used.time += time;
        if let Some(control) = self.control {
            let left = self.left.checked_sub(time).ok_or(OutOfTime)?;
            self.left = left.saturating_add(control.increment);
        }
        Ok(())
    }
}
