//! Who takes part in a match.

use std::fmt;
use std::time::Duration;

use super::game::Effort;
use crate::bot::Bot;
use crate::game::Game;
use crate::limits::Limits;

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
        let clock = self.control.map(|control| Clock { control, left: control.time });
        Seat { bot: (self.make)(), clock, effort: Effort::default() }
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

impl TimeControl {
    /// For how many more moves the time left is saved up.
    const MOVES_TO_GO: u32 = 20;

    /// How long to think about a move, if so much time is left: some of it stays in reserve, as a
    /// search stops a little late.
    fn share(self, left: Duration) -> Duration {
        (left / Self::MOVES_TO_GO).saturating_add(self.increment / 4 * 3).min(left / 2)
    }
}

/// A contestant in the middle of a game.
pub(super) struct Seat<'a, G: Game> {
    pub(super) bot: Box<dyn Bot<G> + 'a>,
    clock: Option<Clock>,
    /// What it put into this game.
    pub(super) effort: Effort,
}

/// The clock of a contestant in the middle of a game.
#[derive(Clone, Copy)]
struct Clock {
    control: TimeControl,
    left: Duration,
}

/// The flag has fallen.
pub(super) struct OutOfTime;

impl<G: Game> Seat<'_, G> {
    /// These limits, and what the clock allows.
    pub(super) fn within_clock(&self, limits: Limits) -> Limits {
        let Some(Clock { control, left }) = self.clock else { return limits };
        let share = control.share(left);
        let time = limits.time_limit().map_or(share, |time| time.min(share));
        limits.time(time)
    }

    /// A move took so long.
    pub(super) fn spend(&mut self, time: Duration) -> Result<(), OutOfTime> {
        self.effort.plies += 1;
        self.effort.time += time;
        if let Some(Clock { control, left }) = &mut self.clock {
            *left = left.checked_sub(time).ok_or(OutOfTime)?.saturating_add(control.increment);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_spent_at_once() {
        let (time, increment) = (Duration::from_mins(1), Duration::from_secs(1));
        let control = TimeControl { time, increment };
        assert_eq!(control.share(time), Duration::from_millis(3750));
        assert_eq!(control.share(Duration::from_millis(10)), Duration::from_millis(5));
        assert_eq!(control.share(Duration::ZERO), Duration::ZERO);
    }
}
