//! Programs that speak the Universal Game Interface, as players.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::process::{NoLine, Process};
use crate::bot::{Bot, BotError, Decision};
use crate::game::Notation;
use crate::limits::{Clock, Limits, StopFlag};
use crate::options::Options;
use crate::score::Score;

/// A program that speaks the [Universal Game Interface][ugi] (UGI). Its [bots](UgiProgram::bot) play.
///
/// ```no_run
/// # mod grab { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/grab.rs")); }
/// # use grab::Grab;
/// use engine::arena::{Contestant, Match, Openings, UgiProgram};
/// use engine::{Limits, RandomBot};
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
/// # How it is treated
///
/// * The program gets every position as `position fen <POSITION>`, in the notation of the game, and
///   `go` with the limits of its moves: `depth`, `nodes`, `movetime`, or its own clock. Without any
///   limit `movetime` is a minute.
/// * Rule options are set by `setoption`. A program that does not offer an option can play only if its
///   value is the default one.
/// * A move may take as long as its limits allow and the [grace](UgiProgram::grace); a move without a
///   limit of time a minute and the grace.
/// * A program that ends in the middle of a game is started again, once a game, and asked again.
///   Whatever else goes wrong is the reason why its bot chooses no move, and the process is ended.
/// * A process serves one game after the other, and is told `uginewgame` before each. What it writes
///   to its standard error is not shown; the last line of that is a part of the reason why it ended.
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
    /// Processes that no game needs now, shared by all clones.
    idle: Arc<Mutex<Vec<Introduced>>>,
}

impl UgiProgram {
    /// How long a program has for a move without a limit of time.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// The program at this path, or of this name in the search path of the system.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            arguments: Vec::new(),
            options: Vec::new(),
            grace: Duration::from_secs(1),
            start_time: Duration::from_secs(10),
            idle: Arc::default(),
        }
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

    /// How much longer than its limits allow a move may take; a second by default.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// How long the program may take to start, and to get ready for a game or a move; ten seconds by
    /// default.
    pub fn start_time(mut self, time: Duration) -> Self {
        self.start_time = time;
        self
    }

    /// What the program calls itself; it is started to find that out.
    ///
    /// # Errors
    ///
    /// The program cannot be started, does not speak UGI, or lacks an option.
    pub fn name(&self) -> Result<String, UgiError> {
        let introduced = self.introduced()?;
        let name = introduced.name.clone();
        self.idle().push(introduced);
        Ok(name)
    }

    /// A bot. It starts the program when its first game begins.
    pub fn bot(&self) -> UgiBot {
        UgiBot { program: self.clone(), process: None, was_restarted: false }
    }

    /// A process that is ready to play.
    fn introduced(&self) -> Result<Introduced, UgiError> {
        while let Some(mut introduced) = self.idle().pop() {
            if introduced.process.is_running() {
                return Ok(introduced);
            }
        }
        let cannot = |error| UgiError::Start { path: self.path.clone(), error };
        let process = Process::start(&self.path, &self.arguments).map_err(cannot)?;
        let (name, options, start_time) = (String::new(), Vec::new(), self.start_time);
        let mut introduced = Introduced { process, name, options, start_time };
        introduced.process.tell("ugi");
        let (mut name, mut options) = (String::new(), Vec::new());
        introduced.read_to("ugiok", start_time, |line| {
            if let Some(found) = line.strip_prefix("id name ") {
                found.clone_into(&mut name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or_default().to_owned());
            }
        })?;
        introduced.name = name;
        introduced.options = options;
        for (name, value) in &self.options {
            introduced.set_option(name, value)?;
        }
        introduced.wait_until_ready()?;
        Ok(introduced)
    }

    /// A process that is ready to play from here.
    fn begin<G: Notation>(&self, position: &G) -> Result<Introduced, UgiError> {
        let mut introduced = self.introduced()?;
        introduced.new_game(&position.rules())?;
        Ok(introduced)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Introduced>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for UgiProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, arguments, options, .. } = self;
        let mut debug = f.debug_struct("UgiProgram");
        debug.field("path", path).field("arguments", arguments).field("options", options);
        debug.finish_non_exhaustive()
    }
}

/// A process that has said what it is.
struct Introduced {
    process: Process,
    name: String,
    /// The names of its options.
    options: Vec<String>,
    start_time: Duration,
}

impl Introduced {
    /// Reads on until a line begins with the word `last`, and returns what follows it. The lines before
    /// it are seen.
    fn read_to(
        &mut self,
        last: &'static str,
        time: Duration,
        see: impl FnMut(&str),
    ) -> Result<String, UgiError> {
        self.read_to_unless(last, time, None, see)
    }

    /// The same; when `stop` is raised the program is told so, and has `grace` to say the last line.
    fn read_to_unless(
        &mut self,
        last: &'static str,
        time: Duration,
        mut stop: Option<(&StopFlag, Duration)>,
        mut see: impl FnMut(&str),
    ) -> Result<String, UgiError> {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
        let began = Instant::now();
        let mut deadline = began + time;
        loop {
            if let Some((_, grace)) = stop.take_if(|(flag, _)| flag.is_raised()) {
                self.process.tell("stop");
                deadline = Instant::now() + grace;
            }
            let until = match stop {
                Some(_) => deadline.min(Instant::now() + BETWEEN_LOOKS),
                None => deadline,
            };
            match self.process.read(until) {
                Ok(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    if word == last {
                        return Ok(rest.trim().to_owned());
                    }
                    see(&line);
                }
                Err(NoLine::Ended) => {
                    return Err(UgiError::Ended { how: self.process.last_words() });
                }
                Err(NoLine::Late) => {}
            }
            // A program that writes without end is late, too.
            if Instant::now() >= deadline {
                return Err(UgiError::Late { expected: last, time: began.elapsed() });
            }
        }
    }

    fn wait_until_ready(&mut self) -> Result<(), UgiError> {
        self.process.tell("isready");
        self.read_to("readyok", self.start_time, |_| ()).map(|_| ())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UgiError> {
        if !self.options.iter().any(|option| option == name) {
            return Err(UgiError::NoOption { name: name.to_owned(), value: value.to_owned() });
        }
        self.process.tell(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// Begins a game by these rules.
    fn new_game<R: Options>(&mut self, rules: &R) -> Result<(), UgiError> {
        let usual = R::default();
        for name in R::SPECS.iter().map(|spec| spec.name) {
            let Some(value) = rules.get(name) else { continue };
            match self.set_option(name, &value) {
                Err(error) if usual.get(name) != Some(value) => return Err(error),
                _ => {}
            }
        }
        self.process.tell("uginewgame");
        self.wait_until_ready()
    }

    /// Has the program choose a move.
    fn choose<G: Notation>(
        &mut self,
        position: &G,
        limits: &Limits,
        grace: Duration,
    ) -> Result<Decision<G::Move>, UgiError> {
        self.process.tell(&format!("position fen {position}"));
        // What is left of earlier answers comes before this one.
        self.wait_until_ready()?;
        let (go, time) = go(position, limits);
        self.process.tell(&go);
        let mut told = Told::default();
        let stop = limits.stop.as_ref().map(|stop| (stop, grace));
        let answer = self.read_to_unless("bestmove", time + grace, stop, |line| {
            if let Some(info) = line.strip_prefix("info ") {
                told.read(info);
            }
        })?;
        let text = answer.split(' ').next().unwrap_or_default();
        let m = text.parse().map_err(|error: G::ParseMoveError| UgiError::Move {
            text: text.chars().take(100).collect(),
            reason: error.to_string(),
        })?;
        Ok(Decision { m, score: told.score, nodes: told.nodes })
    }
}

/// The command that asks for a move, and how long the move may take.
fn go<G: Notation>(position: &G, limits: &Limits) -> (String, Duration) {
    let mut go = "go".to_owned();
    let mut add = |word: &str, number: u128| go.extend([" ", word, " ", &number.to_string()]);
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    let is_limited = limits.depth.is_some() || limits.nodes.is_some() || limits.clock.is_some();
    let time = limits.time.or((!is_limited).then_some(UgiProgram::PATIENCE));
    if let Some(time) = time {
        add("movetime", time.as_millis());
    }
    if let Some(Clock { left, increment, moves_to_go }) = limits.clock {
        let turn = position.turn();
        let seat = position.players().iter().position(|&player| player == turn);
        let player = seat.unwrap_or_default() + 1;
        add(&format!("p{player}time"), left.as_millis());
        add(&format!("p{player}inc"), increment.as_millis());
        if let Some(moves) = moves_to_go {
            add("movestogo", moves.into());
        }
    }
    let left = limits.clock.map(|clock| clock.left);
    let most = [time, left].into_iter().flatten().min();
    (go, most.unwrap_or(UgiProgram::PATIENCE))
}

/// What a program has told about its search.
#[derive(Default)]
struct Told {
    score: Option<Score>,
    nodes: Option<u64>,
}

impl Told {
    /// Reads what follows the word `info`. Of other variations than the best one nothing is kept.
    fn read(&mut self, info: &str) {
        let mut words = info.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => return,
                "multipv" if words.next() != Some("1") => return,
                "nodes" => self.nodes = words.next().and_then(|n| n.parse().ok()).or(self.nodes),
                "score" => {
                    let unit = words.next();
                    let number = words.next().and_then(|n| n.parse::<i32>().ok());
                    self.score = match (unit, number) {
                        (Some("cp"), Some(value)) => Some(Score::value(value)),
                        (Some("mate"), Some(plies @ 1..)) => Some(Score::win_in(plies as u32)),
                        (Some("mate"), Some(plies)) => Some(Score::loss_in(plies.unsigned_abs())),
                        _ => self.score,
                    };
                }
                _ => {}
            }
        }
    }
}

/// A process of a [`UgiProgram`] that plays a game.
pub struct UgiBot {
    program: UgiProgram,
    /// `None` before the first game, and after a failure.
    process: Option<Introduced>,
    /// Whether it was started again in this game.
    was_restarted: bool,
}

impl UgiBot {
    fn ask<G: Notation>(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Decision<G::Move>, UgiError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.program.begin(position)?,
        };
        let decision = process.choose(position, limits, self.program.grace)?;
        self.process = Some(process);
        Ok(decision)
    }

    fn release(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.idle().push(process);
        }
    }
}

impl<G: Notation> Bot<G> for UgiBot {
    fn choose(&mut self, position: &G, limits: &Limits) -> Option<G::Move> {
        self.decide(position, limits).ok().map(|decision| decision.m)
    }

    fn decide(&mut self, position: &G, limits: &Limits) -> Result<Decision<G::Move>, BotError> {
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
        // What is wrong now is wrong when a move is asked for, and said then.
        self.process = self.program.begin(start).ok();
    }
}

impl fmt::Debug for UgiBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UgiBot").field("program", &self.program).finish_non_exhaustive()
    }
}

/// The process stays for the next game.
impl Drop for UgiBot {
    fn drop(&mut self) {
        self.release();
    }
}

/// What is wrong with a program that should speak UGI.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum UgiError {
    /// It cannot be started.
    #[error("cannot start {}: {error}", path.display())]
    Start { path: PathBuf, error: io::Error },
    /// It ended, or closed its output.
    #[error("the program ended, {how}")]
    Ended { how: String },
    /// It did not answer in time.
    #[error("the program did not say {expected} within {:.1} s", time.as_secs_f64())]
    Late { expected: &'static str, time: Duration },
    /// It lacks an option.
    #[error("the program has no option {name}, which is to be {value}")]
    NoOption { name: String, value: String },
    /// It chose what is no move.
    #[error("the program chose {text:?}: {reason}")]
    Move { text: String, reason: String },
}
