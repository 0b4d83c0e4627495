//! Programs that speak UGI, as bots.

mod process;
mod session;

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::search::{BotError, Decided, Decision, Report};
use engine::{Bot, Limits, Notation};

use process::Process;
use session::Session;

pub use session::UgiError;

/// A program that speaks the [Universal Game Interface][ugi] (UGI). Its [bots](UgiProgram::bot) play.
///
/// ```no_run
/// # mod grab { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/grab.rs")); }
/// # use grab::Grab;
/// use arena::{Contestant, Match, Openings, UgiProgram};
/// use engine::Limits;
/// use engine::search::RandomBot;
///
/// let program = UgiProgram::new("./my-engine").arguments(["--ugi"]).option("Hash", "64");
/// println!("{} plays", program.name()?);
/// let contestants = vec![
///     Contestant::new("mine", move || program.bot()).limits(Limits::new().nodes(1_000)),
///     Contestant::new("random", || RandomBot::new(0)),
/// ];
/// let openings = Openings::listed(vec![Grab::new(2, 20)]).random_plies(2);
/// let report = Match::new(contestants, openings).games(100).run(|_, _| ())?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Protocol
///
/// * The program is sent every position as `position fen <POSITION>`, in the notation of the game, and
///   `go` with the limits of the move: `depth`, `nodes`, `movetime`, or its own clock. Without any
///   limit `movetime` is a minute.
/// * Rule options are set by `setoption`. A program that does not offer an option can play only if its
///   value is the default one.
/// * A move may take the time that its limits allow, or a minute, plus the [grace](UgiProgram::grace).
/// * A program that exits during a game is restarted and asked again, once a game. After any other
///   error the process is ended, on Unix with all that it has started, and the bot returns the error.
/// * A program answers `bestmove` once for each `go`, around which it is asked whether it is ready. An
///   unsolicited `bestmove` is an error: it is unknown which `go` it answers.
/// * A process plays one game after the other, with `uginewgame` before each. Its standard error is written
///   to the [log](UgiProgram::log); if it exits, the last line of that is part of the error.
///
/// [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md
#[derive(Clone)]
#[must_use]
pub struct UgiProgram {
    path: PathBuf,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
    grace: Duration,
    start_time: Duration,
    log: Option<PathBuf>,
    /// Sessions that no game uses, shared by all clones.
    idle: Arc<Mutex<Vec<Session>>>,
}

impl UgiProgram {
    /// The program at this path, or of this name in the search path of the system.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let (arguments, options) = (Vec::new(), Vec::new());
        let [grace, start_time] = [1, 10].map(Duration::from_secs);
        let (path, idle) = (path.into(), Arc::default());
        Self { path, arguments, options, grace, start_time, log: None, idle }
    }

    /// The arguments that the program is started with.
    pub fn arguments<T: Into<String>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// Sets one of the program's own options whenever it is started.
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The time that a move may take beyond its limits; a second by default.
    pub fn grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// The time that the program may take to start, and to get ready for a game or a move; ten seconds by default.
    pub fn start_time(self, time: Duration) -> Self {
        Self { start_time: time, ..self }
    }

    /// Appends to this file every line that the program reads or writes, its standard error too.
    ///
    /// A line has the number of the process, the seconds since it was started, `>` for its input, `<` for
    /// its output or `!` for its standard error, and the text.
    pub fn log(self, path: impl Into<PathBuf>) -> Self {
        Self { log: Some(path.into()), ..self }
    }

    /// The name that the program reports. Starts it if no process is idle.
    ///
    /// # Errors
    ///
    /// The program cannot be started, does not speak UGI, or lacks an option; or the log cannot be opened.
    pub fn name(&self) -> Result<String, UgiError> {
        let session = self.session()?;
        let name = session.name.clone();
        self.idle().push(session);
        Ok(name)
    }

    /// A bot. It starts the program when its first game begins.
    pub fn bot(&self) -> UgiBot {
        UgiBot { program: self.clone(), session: None, was_restarted: false }
    }

    /// A session that is ready to play.
    fn session(&self) -> Result<Session, UgiError> {
        while let Some(mut session) = self.idle().pop() {
            if session.process.is_running() {
                return Ok(session);
            }
        }
        let open = |path: &PathBuf| {
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.map_err(|error| UgiError::Log { path: path.clone(), error })
        };
        let log = self.log.as_ref().map(open).transpose()?;
        let cannot = |error| UgiError::Start { path: self.path.clone(), error };
        let process = Process::start(&self.path, &self.arguments, log).map_err(cannot)?;
        let mut session = Session::begin(process, self.start_time)?;
        for (name, value) in &self.options {
            session.set_option(name, value)?;
        }
        session.wait_until_ready()?;
        Ok(session)
    }

    /// A session that has been told to begin a game by the rules of this position.
    fn begin<G: Notation>(&self, position: &G) -> Result<Session, UgiError> {
        let mut session = self.session()?;
        session.new_game(&position.rules())?;
        Ok(session)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

system::debug_some!(UgiProgram path arguments options);

/// A bot that plays by a process of a [`UgiProgram`].
pub struct UgiBot {
    program: UgiProgram,
    /// `None` before the first game, and after a failure.
    session: Option<Session>,
    /// Whether it was restarted in this game.
    was_restarted: bool,
}

impl UgiBot {
    fn ask<G: Notation>(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Decision<G::Move>, UgiError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.program.begin(position)?,
        };
        let decision = session.choose(position, limits, self.program.grace)?;
        self.session = Some(session);
        Ok(decision)
    }

    fn release(&mut self) {
        if let Some(session) = self.session.take() {
            self.program.idle().push(session);
        }
    }
}

impl<G: Notation> Bot<G> for UgiBot {
    fn decide(&mut self, position: &G, limits: &Limits, _: Report<'_, G::Move>) -> Decided<G> {
        let decision = match self.ask(position, limits) {
            Err(UgiError::Ended { .. }) if !self.was_restarted => {
                self.was_restarted = true;
                self.ask(position, limits)
            }
            decision => decision,
        };
        decision.map_err(|error| BotError::Failed { reason: error.to_string() })
    }

    fn new_game(&mut self, start: &G, _seed: u64) {
        self.release();
        self.was_restarted = false;
        // The error comes again in `decide`, which reports it.
        self.session = self.program.begin(start).ok();
    }
}

system::debug_some!(UgiBot program);

/// Keeps the process for the next game.
impl Drop for UgiBot {
    fn drop(&mut self) {
        self.release();
    }
}
