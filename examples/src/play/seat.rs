//! Who sits at the table.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Bot, Limits, StopFlag};

use crate::failure::Failure;
use crate::games::AnyGame;
use crate::players::{Entrant, ParsePlayerError, Player};
use crate::progress::Status;
use crate::think::{Effort, Table, Thinker, Thoughts};

/// A person, or a player or a program as described.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seat {
    Person,
    Entrant(Entrant),
}

impl Seat {
    /// Says whether it can play the game.
    ///
    /// # Errors
    ///
    /// Says why not.
    pub(super) fn check<G: AnyGame>(&self) -> Result<(), String> {
        match self {
            Self::Person => Ok(()),
            Self::Entrant(entrant) if entrant.clock().is_some() => {
                Err("clock: expected in matches only".to_owned())
            }
            Self::Entrant(entrant) => entrant.check::<G>(),
        }
    }
}

impl FromStr for Seat {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if text == "person" { Ok(Self::Person) } else { text.parse().map(Self::Entrant) }
    }
}

/// As it is read.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.pad("person"),
            Self::Entrant(entrant) => entrant.fmt(f),
        }
    }
}

/// A move, and what was found out on the way.
type Choice<M> = (M, Option<Thoughts<M>>);

/// What finds the moves of a seat.
pub(super) enum Mind<G: AnyGame> {
    Person,
    /// A search that says what it finds.
    Thinker(Thinker<G, G::Evaluation>, Limits),
    Bot(Box<dyn Bot<G>>, Limits),
}

impl<G: AnyGame> Mind<G> {
    /// The mind of a seat in a game that begins; `time` is for a move unless told otherwise. Chance
    /// follows from `seed`.
    pub(super) fn new(seat: &Seat, time: Duration, start: &G, seed: u64) -> Self {
        let Seat::Entrant(entrant) = seat else { return Self::Person };
        let limits = entrant.limits_or_time::<G>(time);
        let searching = match entrant {
            Entrant::Player(player) => Some(player.resolve::<G>()).filter(Player::searches),
            Entrant::Program(_) => None,
        };
        let Some(player) = searching else {
            let mut bot = entrant.bot();
            bot.new_game(start, seed);
            return Self::Bot(bot, limits);
        };
        let table_bytes = player.table_mib() << 20;
        let effort = Effort { lines: 1, table_bytes, table: Table::Keyed };
        Self::Thinker(Thinker::new(effort), limits)
    }

    /// Finds a move for the position.
    pub(super) fn choose(
        &mut self,
        position: &G,
        interrupt: &Interrupt,
    ) -> Result<Choice<G::Move>, Failure> {
        let none = || Failure::run(format_args!("no move was found in {position}"));
        let _thinking = interrupt.begin();
        match self {
            Self::Thinker(thinker, limits) => {
                let status = Status::new();
                let turn = position.turn();
                let report = |thoughts: Thoughts<G::Move>| {
                    status.show(|| format!("{turn} thinks: {}", thoughts.summary()));
                };
                let limits = limits.clone().stop(interrupt.stop.clone());
                let thoughts = thinker.run(position, &limits, 1, report).map_err(Failure::run)?;
                Ok((thoughts.best().ok_or_else(none)?, Some(thoughts)))
            }
            Self::Bot(bot, limits) => {
                let limits = limits.clone().stop(interrupt.stop.clone());
                let failed = |error| Failure::run(format_args!("{}: {error}", position.turn()));
                Ok((bot.decide(position, &limits).map_err(failed)?.m, None))
            }
            Self::Person => Err(none()),
        }
    }
}

/// What the best evaluator of the game makes of a position in a second.
pub(super) fn hint<G: AnyGame>(
    position: &G,
    interrupt: &Interrupt,
) -> Result<Thoughts<G::Move>, Failure> {
    let effort = Effort { lines: 1, table_bytes: 16 << 20, table: Table::Keyed };
    let _thinking = interrupt.begin();
    let status = Status::new();
    let limits = Limits::new().time(Duration::from_secs(1)).stop(interrupt.stop.clone());
    let report = |thoughts: Thoughts<G::Move>| status.show(|| thoughts.summary());
    Thinker::<G>::new(effort).run(position, &limits, 1, report).map_err(Failure::run)
}

/// Ctrl-C while a player thinks has it move at once; otherwise it ends the program. The prompt reads
/// it as a key.
pub(super) struct Interrupt {
    stop: StopFlag,
    is_thinking: Arc<AtomicBool>,
}

impl Interrupt {
    pub(super) fn install() -> Result<Self, Failure> {
        let (stop, is_thinking) = (StopFlag::new(), Arc::new(AtomicBool::new(false)));
        let (raised, thinking) = (stop.clone(), Arc::clone(&is_thinking));
        let handler = move || {
            if thinking.load(Ordering::SeqCst) {
                raised.raise();
            } else {
                std::process::exit(Failure::INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(handler).map_err(Failure::run)?;
        Ok(Self { stop, is_thinking })
    }

    /// Until what it returns is dropped, Ctrl-C stops the search.
    fn begin(&self) -> Thinking<'_> {
        self.stop.lower();
        self.is_thinking.store(true, Ordering::SeqCst);
        Thinking(&self.is_thinking)
    }
}

/// A player thinks.
struct Thinking<'i>(&'i AtomicBool);

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}
