//! Who sits at the table.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Bot, Decision, Limits, MaxN, Mcts, MctsAnalysis, NoEvaluation, StopFlag};
use indicatif::HumanCount;

use crate::failure::Failure;
use crate::files;
use crate::games::{AnyGame, Name};
use crate::players::{Entrant, Kind, ParsePlayerError};
use crate::progress::Status;
use crate::think::{Thinker, Thoughts, fitted, join};

/// A person, or a player or a program as described.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seat {
    Person,
    Entrant(Entrant),
}

impl Seat {
    /// Says whether it can play the game.
    pub(super) fn check<G: AnyGame>(&self) -> Result<(), String> {
        match self {
            Self::Person => Ok(()),
            Self::Entrant(entrant) if entrant.clock::<G>().is_some() => {
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
pub(super) struct Choice<M> {
    pub(super) m: M,
    /// To stand behind the move.
    pub(super) remark: String,
    /// Where there is more to say.
    pub(super) thoughts: Option<Thoughts<M>>,
}

impl<M: Copy + ToString> Choice<M> {
    fn of(thoughts: Thoughts<M>) -> Option<Self> {
        Some(Self { m: thoughts.best()?, remark: thoughts.remark(), thoughts: Some(thoughts) })
    }

    /// What a bot says beside its move.
    fn decided(Decision { m, score, nodes }: Decision<M>) -> Self {
        let score = score.map(|score| score.to_string());
        let nodes = nodes.map(|nodes| format!("{} positions", HumanCount(nodes)));
        let said: Vec<String> = score.into_iter().chain(nodes).collect();
        let remark =
            if said.is_empty() { said.concat() } else { format!("   {}", said.join(", ")) };
        Self { m, remark, thoughts: None }
    }
}

/// What finds the moves of a seat.
pub(super) enum Mind<G: AnyGame> {
    Person,
    Search(Thinker<G, G::Evaluation>, Limits),
    MaxN(Box<MaxN<G, G::Evaluation>>, Limits),
    Mcts(Box<Mcts<G, NoEvaluation>>, Limits),
    /// Somebody who does not say what they think.
    Bot(Box<dyn Bot<G>>, Limits),
}

impl<G: AnyGame> Mind<G> {
    /// The mind of a seat in a game that begins; `time` is for a move unless told otherwise. Chance
    /// follows from `seed`.
    pub(super) fn new(seat: &Seat, time: Duration, start: &G, seed: u64) -> Self {
        let Seat::Entrant(entrant) = seat else { return Self::Person };
        let limits = entrant.limits_or_time::<G>(time);
        let player = match entrant {
            Entrant::Player(player) => Some(player.resolve::<G>()),
            Entrant::Program(_) => None,
        };
        match player.map(|player| (player.says_what_it_thinks(), player)) {
            Some((Some(Kind::Search), player)) => {
                Self::Search(Thinker::new(player.table_mib() << 20), limits)
            }
            Some((Some(Kind::MaxN), player)) => Self::MaxN(Box::new(player.max_n()), limits),
            Some((Some(Kind::Mcts), player)) => {
                let mut search = player.mcts();
                search.new_game(start, seed);
                Self::Mcts(Box::new(search), limits)
            }
            _ => {
                let mut bot = entrant.bot();
                bot.new_game(start, seed);
                Self::Bot(bot, limits)
            }
        }
    }

    /// Finds a move for the position, and shows what it thinks meanwhile.
    pub(super) fn choose(
        &mut self,
        position: &G,
        interrupt: &Interrupt,
    ) -> Result<Choice<G::Move>, Failure> {
        let (status, turn, _thinking) = (Status::new(), position.turn(), interrupt.begin());
        let show = |text: &dyn Fn() -> String| status.show(|| format!("{turn} thinks: {}", text()));
        let limits = |limits: &Limits| limits.clone().stop(interrupt.stop.clone());
        let choice = match self {
            Self::Person => None,
            Self::Search(search, given) => {
                let report = |thoughts: Thoughts<G::Move>| show(&|| thoughts.summary());
                let thoughts = search.run(position, &limits(given), 1, report);
                Choice::of(thoughts.map_err(Failure::run)?)
            }
            Self::MaxN(search, given) => {
                let thoughts = |analysis: &_| Thoughts::of_max_n(position, analysis);
                let report = |analysis: &_| show(&|| thoughts(analysis).summary());
                let analysis = search.run_with(position, &limits(given), report);
                Choice::of(thoughts(&analysis.map_err(Failure::run)?))
            }
            Self::Mcts(search, given) => {
                let found = |analysis: &MctsAnalysis<G::Move, G::Player>| {
                    let percent = 100.0 * analysis.value(turn).map_or(0.5, |value| value.mean);
                    format!("{percent:.0} %, {} playouts", HumanCount(analysis.playouts))
                };
                let report = |analysis: &MctsAnalysis<_, _>| {
                    show(&|| fitted(&format!("{}  {}", found(analysis), join(&analysis.line))));
                };
                let analysis = search.run_with(position, &limits(given), report);
                let analysis = analysis.map_err(Failure::run)?;
                let remark = format!("   {}", found(&analysis));
                analysis.best().map(|m| Choice { m, remark, thoughts: None })
            }
            Self::Bot(bot, given) => {
                status.wait(format!("{turn} thinks"));
                let failed = |error| Failure::run(format_args!("{turn}: {error}"));
                Some(Choice::decided(bot.decide(position, &limits(given)).map_err(failed)?))
            }
        };
        choice.ok_or_else(|| Failure::run(format_args!("no move was found in {position}")))
    }
}

/// What the best evaluator of the game makes of a position in a second.
pub(super) fn hint<G: AnyGame>(
    position: &G,
    interrupt: &Interrupt,
) -> Result<Thoughts<G::Move>, Failure> {
    let _thinking = interrupt.begin();
    let status = Status::new();
    let limits = Limits::new().time(Duration::from_secs(1)).stop(interrupt.stop.clone());
    let report = |thoughts: Thoughts<G::Move>| status.show(|| thoughts.summary());
    Thinker::<G>::new(16 << 20).run(position, &limits, 1, report).map_err(Failure::run)
}

/// Ctrl-C while a player thinks has it move at once; otherwise it ends the program, as the end of the
/// terminal does. The prompt reads it as a key.
pub(super) struct Interrupt {
    stop: StopFlag,
    is_thinking: Arc<AtomicBool>,
    unsaved: Unsaved,
}

impl Interrupt {
    /// What is unsaved is saved before the program ends.
    pub(super) fn install(unsaved: Unsaved) -> Result<Self, Failure> {
        let (stop, is_thinking) = (StopFlag::new(), Arc::new(AtomicBool::new(false)));
        let new = Self { stop: stop.clone(), is_thinking: Arc::clone(&is_thinking), unsaved };
        let unsaved = new.unsaved.clone();
        let handler = move || {
            if is_thinking.load(Ordering::SeqCst) {
                stop.raise();
            } else {
                unsaved.save();
                std::process::exit(Failure::INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(handler).map_err(Failure::run)?;
        Ok(new)
    }

    /// What would be lost if the program ended now.
    pub(super) fn unsaved(&self) -> &Unsaved {
        &self.unsaved
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

/// A game of people at a terminal that stands in no file.
#[derive(Clone, Default)]
pub(super) struct Unsaved(Arc<Mutex<Option<(Name, String)>>>);

impl Unsaved {
    /// The record as it is now; `None` if there is nothing to lose.
    pub(super) fn set(&self, record: Option<(Name, String)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }

    /// Saves it to a file that is not there yet, and says so.
    pub(super) fn save(&self) {
        // Nobody else ends the program meanwhile: they wait here.
        let mut unsaved = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((game, text)) = unsaved.take() {
            let file = unused_file(game);
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
pub(super) fn unused_file(game: Name) -> PathBuf {
    let mut names = (1..u32::MAX).map(|number| PathBuf::from(format!("{game}-{number}.record")));
    names.find(|path| !path.exists()).unwrap_or_default()
}
