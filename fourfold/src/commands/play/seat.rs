//! The seats of a game: people, players, and the tutor, who says what a person's move costs before it counts.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::search::{Decision, Thought};
use engine::{Analysis, Bot, Game, Limits, Score, StopFlag};

use super::Session;
use crate::commands::matches::check_player;
use crate::commands::think::{remark, summary};
use kit::{AnySearch, By, Dynamic, Failure, Kit, Move, ParsePlayerError, PlayerSpec};
use terminal::words::grouped;
use terminal::{files, progress};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seat {
    Person,
    Player(PlayerSpec),
}

impl Seat {
    pub(super) fn check(&self, kit: &Kit) -> Result<(), String> {
        match self {
            Self::Person => Ok(()),
            Self::Player(player) if player.settings.clock.is_some() => {
                Err("clock: expected in matches only".to_owned())
            }
            Self::Player(player) => check_player(player, kit),
        }
    }

    /// Who plays, and how strong: with so many milliseconds for a move, if there is no other limit.
    pub(super) fn describe(&self, kit: &Kit, movetime: u64) -> String {
        match self {
            Self::Player(player) if player.takes_time(kit) => {
                format!("{player}, {movetime} ms a move")
            }
            Self::Player(player) => player.in_words(kit),
            Self::Person => self.to_string(),
        }
    }
}

impl FromStr for Seat {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if text == "person" { Ok(Self::Person) } else { text.parse().map(Self::Player) }
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.pad("person"),
            Self::Player(player) => player.fmt(f),
        }
    }
}

pub(super) struct Choice {
    pub(super) m: Move,
    /// Printed after the move.
    pub(super) remark: String,
    /// What a search has found, if it was one.
    pub(super) thought: Option<Thought<Move>>,
}

/// The player of a seat in a game, with its limits for a move.
pub(super) struct Thinker {
    pub(super) bot: Box<dyn Bot<Dynamic> + Send>,
    pub(super) limits: Limits,
}

impl Thinker {
    pub(super) fn choose(
        &mut self,
        position: &Dynamic,
        interrupt: &Interrupt,
    ) -> Result<Choice, Failure> {
        let (bar, turn) = (progress::bar("{msg}"), position.turn());
        let mut thought = None;
        let mut report = |found: &Thought<_>| {
            progress::show(&bar, || format!("{turn} thinks: {}", summary(found)));
            thought = Some(found.clone());
        };
        let limits = self.limits.clone().stop(interrupt.stop.clone());
        // Whoever reads this may interrupt it.
        let decide = || {
            progress::wait(&bar, format!("{turn} thinks"));
            self.bot.decide(position, &limits, &mut report)
        };
        let decision = interrupt.while_thinking(decide);
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

/// The result of a search by the best evaluator of the game, and the search.
pub(super) fn think(
    kit: &Kit,
    position: &Dynamic,
    time: Duration,
    interrupt: &Interrupt,
) -> Result<(Analysis<Move>, Box<dyn AnySearch>), Failure> {
    let bar = progress::bar("{msg}");
    let limits = Limits::new().time(time).stop(interrupt.stop.clone());
    let mut report = |found: &Analysis<Move>| progress::show(&bar, || summary(&found.into()));
    interrupt.while_thinking(|| {
        let mut search = kit.search(By::Best).with_memory(16 << 20);
        let found = search.run_among(position, None, &limits, 1, &mut report);
        Ok((found.map_err(Failure::run)?, search))
    })
}

/// How long the tutor thinks about a position.
const TUTOR_TIME: Duration = Duration::from_millis(300);

impl Session<'_> {
    /// Whether a person takes these moves back, having been told what they cost.
    pub(super) fn takes_back(&mut self, moves: &[Move]) -> Result<bool, Failure> {
        let Some(least) = self.args.tutor else { return Ok(false) };
        let cost = 100.0 * self.cost(moves)?;
        let Some(prompt) = self.prompt.as_mut().filter(|_| cost.round() >= least.max(1) as f64)
        else {
            return Ok(false);
        };
        anstream::println!("This gives away {cost:.0} %.");
        Ok(prompt.confirm("Take it back? (y/n) "))
    }

    /// What legal moves of a person cost: by how much their expected result falls, from 0 to 1.
    fn cost(&self, moves: &[Move]) -> Result<f64, Failure> {
        let before = self.record.position();
        let mut after = before.clone();
        for &m in moves {
            after.play_unchecked(m);
        }
        let (seat, scale) = (before.seat_to_move(), self.kit.about.scale);
        let thought = |position| think(self.kit, position, TUTOR_TIME, &self.interrupt);
        let (best, search) = thought(before)?;
        if best.line.starts_with(moves) {
            return Ok(0.0);
        }
        let expected = |search: &dyn AnySearch, position, found| {
            let judgement = search.judgement(position, found, scale).map_err(Failure::run)?;
            Ok::<_, Failure>(judgement.expected[seat])
        };
        let before = expected(&*search, before, &best)?;
        let (reply, search) = thought(&after)?;
        let after = expected(&*search, &after, &reply)?;
        Ok((before - after).max(0.0))
    }
}

/// Ctrl-C makes a player who thinks against a person move at once; without people it ends the game. At other times,
/// and while either is under way, it ends the program, as does closing the terminal. The prompt reads it as a key.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    stop: StopFlag,
    is_thinking: Arc<AtomicBool>,
    /// Raised to end the game.
    pub(super) end: StopFlag,
    /// A game of people at a terminal that is in no file, by its name, and its record.
    unsaved: Arc<Mutex<Option<(String, String)>>>,
}

impl Interrupt {
    /// Installs the handler, which saves an unsaved game before it ends the program. People play on when a player
    /// is interrupted.
    pub(super) fn install(with_people: bool) -> Result<Self, Failure> {
        let new = Self::default();
        let this = new.clone();
        let handler = move || {
            let is_first = !this.stop.is_raised() && !this.end.is_raised();
            if is_first && this.is_thinking.load(Ordering::SeqCst) {
                this.stop.raise();
                if !with_people {
                    this.end.raise();
                }
            } else {
                this.save_unsaved();
                std::process::exit(Failure::INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(handler).map_err(Failure::run)?;
        Ok(new)
    }

    /// Lets Ctrl-C stop the search meanwhile.
    fn while_thinking<R>(&self, think: impl FnOnce() -> R) -> R {
        self.stop.lower();
        self.is_thinking.store(true, Ordering::SeqCst);
        let result = think();
        self.is_thinking.store(false, Ordering::SeqCst);
        result
    }

    /// Sets the game that is in no file; `None` if there is nothing to save.
    pub(super) fn set_unsaved(&self, game: Option<(String, String)>) {
        *self.unsaved.lock().unwrap_or_else(PoisonError::into_inner) = game;
    }

    /// Saves it to a new file and prints its name.
    pub(super) fn save_unsaved(&self) {
        // Other threads that end the program wait here.
        let mut unsaved = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
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
