//! A conversation with a program that speaks the Universal Game Interface.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::process::{NoLine, Process};
use crate::bot::Decision;
use crate::game::Notation;
use crate::limits::{Clock, Limits, StopFlag};
use crate::options::Options;
use crate::score::Score;

/// How long a program has for a move without a limit of time.
const PATIENCE: Duration = Duration::from_mins(1);

/// A process that has said its name and its options.
pub(super) struct Session {
    process: Process,
    name: String,
    /// The names of its options.
    options: Vec<String>,
    start_time: Duration,
}

impl Session {
    /// Has a process that was just started say what it is.
    pub(super) fn begin(process: Process, start_time: Duration) -> Result<Self, UgiError> {
        let (mut name, mut options) = (String::new(), Vec::new());
        let mut session = Self { process, name: String::new(), options: Vec::new(), start_time };
        session.process.tell("ugi");
        session.read_to("ugiok", start_time, |line| {
            if let Some(found) = line.strip_prefix("id name ") {
                found.clone_into(&mut name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or_default().to_owned());
            }
        })?;
        Ok(Self { name, options, ..session })
    }

    /// What the program calls itself.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_running(&mut self) -> bool {
        self.process.is_running()
    }

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
        let mut deadline = in_future(time);
        loop {
            if let Some((_, grace)) = stop.take_if(|(flag, _)| flag.is_raised()) {
                self.process.tell("stop");
                deadline = in_future(grace);
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
                return Err(UgiError::Late { expected: last, time: deadline - began });
            }
        }
    }

    pub(super) fn wait_until_ready(&mut self) -> Result<(), UgiError> {
        self.process.tell("isready");
        self.read_to("readyok", self.start_time, |_| ()).map(|_| ())
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), UgiError> {
        if !self.options.iter().any(|option| option == name) {
            return Err(UgiError::NoOption { name: name.to_owned(), value: value.to_owned() });
        }
        self.process.tell(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// Begins a game by these rules.
    pub(super) fn new_game<R: Options>(&mut self, rules: &R) -> Result<(), UgiError> {
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
    pub(super) fn choose<G: Notation>(
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
        let answer = self.read_to_unless("bestmove", time.saturating_add(grace), stop, |line| {
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

/// The instant after this time, or one so late that it makes no difference.
fn in_future(time: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(1 << 32);
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + FAR)
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
    let time = limits.time.or((!is_limited).then_some(PATIENCE));
    if let Some(time) = time {
        add("movetime", time.as_millis());
    }
    if let Some(Clock { left, increment, moves_to_go }) = limits.clock {
        let player = position.seat(position.turn()).unwrap_or_default() + 1;
        add(&format!("p{player}time"), left.as_millis());
        add(&format!("p{player}inc"), increment.as_millis());
        if let Some(moves) = moves_to_go {
            add("movestogo", moves.into());
        }
    }
    let left = limits.clock.map(|clock| clock.left);
    let most = [time, left].into_iter().flatten().min();
    (go, most.unwrap_or(PATIENCE))
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
