//! The contestants of a match, and the time they use.

use std::time::Duration;

use engine::search::Clock;
use engine::{Bot, Game, Limits, StopFlag};

/// A contestant of a match: a name, a way to make the bot, and its limits of time. Every game gets a new bot.
#[must_use]
pub struct Contestant<'a, G: Game> {
    name: String,
    make: Box<MakeBot<'a, G>>,
    limits: Limits,
    control: Option<TimeControl>,
}

type MakeBot<'a, G> = dyn Fn() -> Box<dyn Bot<G> + 'a> + Send + Sync + 'a;

impl<'a, G: Game> Contestant<'a, G> {
    /// A contestant whose bots `make` makes. They get their seed by [`Bot::new_game`].
    pub fn new<B: Bot<G> + 'a>(
        name: impl Into<String>,
        make: impl Fn() -> B + Send + Sync + 'a,
    ) -> Self {
        let make = Box::new(move || -> Box<dyn Bot<G> + 'a> { Box::new(make()) });
        Self { name: name.into(), make, limits: Limits::new(), control: None }
    }

    /// The limits of every move. A stop flag in them has no effect: the match has its own.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Plays by a clock, too. A contestant whose time runs out forfeits the game.
    pub fn time_control(self, control: TimeControl) -> Self {
        Self { control: Some(control), ..self }
    }

    /// The name, for the standings.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A seat in a new game.
    pub(super) fn seat(&self) -> Seat<'_, G> {
        let left = self.control.map(|control| control.time).unwrap_or_default();
        let (bot, limits) = ((self.make)(), &self.limits);
        Seat { bot, limits, control: self.control, left, time_used: TimeUsed::default() }
    }
}

system::debug_some!(['a, G: Game] Contestant<'a, G> name);

/// The time for all moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time on the clock at the beginning.
    pub time: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
}

/// The time used for decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeUsed {
    /// The number of plies decided.
    pub plies: u64,
    /// The time that they took.
    pub time: Duration,
}

impl TimeUsed {
    /// Adds `more`; sums saturate.
    pub(super) fn add(&mut self, more: Self) {
        self.plies = self.plies.saturating_add(more.plies);
        self.time = self.time.saturating_add(more.time);
    }
}

/// A contestant in the middle of a game.
pub(super) struct Seat<'c, G: Game> {
    pub(super) bot: Box<dyn Bot<G> + 'c>,
    limits: &'c Limits,
    control: Option<TimeControl>,
    /// The time left on the clock, if there is one.
    left: Duration,
    /// The time used in this game.
    pub(super) time_used: TimeUsed,
}

impl<G: Game> Seat<'_, G> {
    /// The limits of the next move.
    pub(super) fn limits(&self, stop: &StopFlag) -> Limits {
        let limits = self.limits.clone().stop(stop.clone());
        match self.control {
            Some(control) => limits.clock(Clock::new(self.left).increment(control.increment)),
            None => limits,
        }
    }

    /// Counts a move that took this long; `None` if the clock has run out.
    pub(super) fn spend(&mut self, time: Duration) -> Option<()> {
        self.time_used.add(TimeUsed { plies: 1, time });
        if let Some(control) = self.control {
            self.left = self.left.checked_sub(time)?.saturating_add(control.increment);
        }
        Some(())
    }
}
