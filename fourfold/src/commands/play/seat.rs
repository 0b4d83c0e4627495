//! The seats of a game: people and players.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::search::{Decision, Thought};
use engine::{Analysis, Bot, Game, Limits, Score, StopFlag};

use crate::commands::entrant::Entrant;
use crate::commands::files;
use crate::commands::progress::Status;
use crate::commands::think::{grouped, remark, summary, thinker};
use crate::failure::Failure;
use crate::hooks::{BotOf, Hooks, MoveOf};
use crate::players::ParsePlayerError;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seat {
    Person,
    Entrant(Entrant),
}

impl Seat {
    pub(super) fn check<H: Hooks>(&self, hooks: &H) -> Result<(), String> {
        match self {
            Self::Person => Ok(()),
            Self::Entrant(entrant) if entrant.settings::<H>().clock.is_some() => {
                Err("clock: expected in matches only".to_owned())
            }
            Self::Entrant(entrant) => entrant.check(hooks),
        }
    }

    /// Who plays, and how strong: with this time for a move, if there is no other limit.
    pub(super) fn describe<H: Hooks>(&self, hooks: &H, time: Duration) -> String {
        match self {
            Self::Entrant(entrant) if entrant.takes_time(hooks) => {
                format!("{entrant}, {} ms a move", time.as_millis())
            }
            Self::Entrant(Entrant::Player(player)) => player.in_words(),
            seat => seat.to_string(),
        }
    }
}

impl FromStr for Seat {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if text == "person" { Ok(Self::Person) } else { text.parse().map(Self::Entrant) }
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.pad("person"),
            Self::Entrant(entrant) => entrant.fmt(f),
        }
    }
}

pub(super) struct Choice<M> {
    pub(super) m: M,
    /// Printed after the move.
    pub(super) remark: String,
    /// What a search has found, if it was one.
    pub(super) thought: Option<Thought<M>>,
}

/// The player of a seat in a game, with its limits for a move.
pub(super) struct Thinker<H: Hooks> {
    bot: BotOf<H>,
    limits: Limits,
}

impl<H: Hooks> Thinker<H> {
    /// The player of a seat in a new game, with a default time for a move and the seed of random choices;
    /// `None` for a person.
    pub(super) fn of(
        hooks: &H,
        seat: &Seat,
        time: Duration,
        start: &H::Game,
        seed: u64,
    ) -> Option<Self> {
        let Seat::Entrant(entrant) = seat else { return None };
        let mut bot = entrant.maker(hooks)();
        bot.new_game(start, seed);
        Some(Self { bot, limits: entrant.settings::<H>().limits_or_time(time) })
    }

    pub(super) fn choose(
        &mut self,
        position: &H::Game,
        interrupt: &Interrupt,
    ) -> Result<Choice<MoveOf<H>>, Failure> {
        let (status, turn, _thinking) = (Status::new(), position.turn(), interrupt.begin());
        status.wait(format!("{turn} thinks"));
        let mut thought = None;
        let mut report = |found: &Thought<_>| {
            status.show(|| format!("{turn} thinks: {}", summary(found)));
            thought = Some(found.clone());
        };
        let limits = self.limits.clone().stop(interrupt.stop.clone());
        let decision = self.bot.decide(position, &limits, &mut report);
        let Decision { m, score, nodes } =
            decision.map_err(|error| Failure::run(format_args!("{turn}: {error}")))?;
        let remark = thought.as_ref().map_or_else(|| told(score, nodes), remark);
        Ok(Choice { m, remark, thought })
    }
}

/// The score and positions that a program tells, to print after its move.
fn told(score: Option<Score>, nodes: Option<u64>) -> String {
    let score = score.map(|score| score.to_string());
    let nodes = nodes.map(|nodes| grouped(nodes, "position"));
    let told: Vec<String> = score.into_iter().chain(nodes).collect();
    if told.is_empty() { told.concat() } else { format!("   {}", told.join(", ")) }
}

/// The result of a search by the best evaluator of the game.
pub(super) fn think<H: Hooks>(
    hooks: &H,
    position: &H::Game,
    time: Duration,
    interrupt: &Interrupt,
) -> Result<Analysis<MoveOf<H>>, Failure> {
    let _thinking = interrupt.begin();
    let status = Status::new();
    let limits = Limits::new().time(time).stop(interrupt.stop.clone());
    let mut search = thinker(hooks, 16 << 20);
    search
        .run_with(position, &limits, |found| status.show(|| summary(&found.into())))
        .map_err(Failure::run)
}

/// Ctrl-C makes a player who thinks against a person move at once; without people it ends the game. At other
/// times, and while either is under way, it ends the program, as does closing the terminal. The prompt reads it
/// as a key.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    stop: StopFlag,
    is_thinking: Arc<AtomicBool>,
    /// Raised to end the game.
    pub(super) end: StopFlag,
    pub(super) unsaved: Unsaved,
}

/// Who is there to play on when a player is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    People,
    Nobody,
}

impl Interrupt {
    /// Installs the handler, which saves an unsaved game before it ends the program.
    pub(super) fn install(company: Company) -> Result<Self, Failure> {
        let new = Self::default();
        let Self { stop, is_thinking, end, unsaved } = new.clone();
        let handler = move || {
            let is_first = !stop.is_raised() && !end.is_raised();
            if is_first && is_thinking.load(Ordering::SeqCst) {
                stop.raise();
                if company == Company::Nobody {
                    end.raise();
                }
            } else {
                unsaved.save();
                std::process::exit(Failure::INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(handler).map_err(Failure::run)?;
        Ok(new)
    }

    /// Lets Ctrl-C stop the search until the returned value is dropped.
    fn begin(&self) -> Thinking<'_> {
        self.stop.lower();
        self.is_thinking.store(true, Ordering::SeqCst);
        Thinking(&self.is_thinking)
    }
}

struct Thinking<'i>(&'i AtomicBool);

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// A game of people at a terminal that is in no file.
#[derive(Clone, Default)]
pub(super) struct Unsaved(Arc<Mutex<Option<(String, String)>>>);

impl Unsaved {
    /// Sets the current record; `None` if there is nothing to save.
    pub(super) fn set(&self, record: Option<(String, String)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }

    /// Saves it to a new file and prints its name.
    pub(super) fn save(&self) {
        // Other threads that end the program wait here.
        let mut unsaved = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((game, text)) = unsaved.take() {
            let file = unused_file(&game);
            let name = file.display();
            // The terminal may be gone.
            let _ = match files::save(&file, text) {
                Ok(()) => writeln!(anstream::stderr(), "The game is saved in {name}."),
                Err(error) => writeln!(anstream::stderr(), "The game is lost: {error}"),
            };
        }
    }
}

/// A file for a record that is not there yet.
pub(super) fn unused_file(game: &str) -> PathBuf {
    let mut names = (1..u32::MAX).map(|number| PathBuf::from(format!("{game}-{number}.record")));
    names.find(|path| !path.exists()).unwrap_or_default()
}
