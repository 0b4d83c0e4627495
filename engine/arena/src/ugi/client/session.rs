//! A conversation with a program that speaks the Universal Game Interface.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use engine::game::ParseMoveError;
use engine::search::{Clock, Decision};
use engine::{Limits, Notation, Options, Score, StopFlag};

use super::process::Process;
use crate::ugi::parse_score;

/// The time for a move without a time limit.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// A process after the `ugi` handshake.
pub(super) struct Session {
    pub(super) process: Process,
    pub(super) name: String,
    options: Vec<String>,
    start_time: Duration,
}

impl Session {
    /// Performs the `ugi` handshake with a process that was just started.
    pub(super) fn begin(process: Process, start_time: Duration) -> Result<Self, UgiError> {
        let (mut name, mut options) = (String::new(), Vec::new());
        let mut session = Self { process, name: String::new(), options: Vec::new(), start_time };
        session.process.write_line("ugi");
        session.read_until("ugiok", start_time, None, |line| {
            if let Some(found) = line.strip_prefix("id name ") {
                found.clone_into(&mut name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or_default().to_owned());
            }
        })?;
        Ok(Self { name, options, ..session })
    }

    /// Reads until a line begins with the word `last`, and returns what follows; calls `on_line` for the
    /// lines before. If the flag of `stop` is raised, the program is told to stop, and has its grace.
    fn read_until(
        &mut self,
        last: &'static str,
        time: Duration,
        mut stop: Option<(&StopFlag, Duration)>,
        mut on_line: impl FnMut(&str),
    ) -> Result<String, UgiError> {
        const STOP_POLL: Duration = Duration::from_millis(5);
        let began = Instant::now();
        let mut deadline = deadline_after(time);
        loop {
            if let Some((_, grace)) = stop.take_if(|(flag, _)| flag.is_raised()) {
                self.process.write_line("stop");
                deadline = deadline_after(grace);
            }
            let until = match stop {
                Some(_) => deadline.min(Instant::now() + STOP_POLL),
                None => deadline,
            };
            match self.process.read(until) {
                Ok(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    if word == last {
                        return Ok(rest.trim().to_owned());
                    }
                    on_line(&line);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(UgiError::Ended { how: self.process.exit_reason() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Also late if it keeps writing other lines.
            if Instant::now() >= deadline {
                return Err(UgiError::Late { expected: last, time: deadline - began });
            }
        }
    }

    pub(super) fn wait_until_ready(&mut self) -> Result<(), UgiError> {
        self.process.write_line("isready");
        let mut unasked = None;
        self.read_until("readyok", self.start_time, None, |line| {
            if line.split(' ').next() == Some("bestmove") {
                unasked = Some(line.chars().take(100).collect());
            }
        })?;
        unasked.map_or(Ok(()), |line| Err(UgiError::Unasked { line }))
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), UgiError> {
        let known = self.options.iter().find(|option| option.eq_ignore_ascii_case(name));
        let missing = || UgiError::NoOption { name: name.to_owned(), value: value.to_owned() };
        let known = known.ok_or_else(missing)?;
        self.process.write_line(&format!("setoption name {known} value {value}"));
        Ok(())
    }

    pub(super) fn new_game<R: Options>(&mut self, rules: &R) -> Result<(), UgiError> {
        let defaults = R::default();
        for name in R::SPECS.iter().map(|spec| spec.name) {
            let Some(value) = rules.get(name) else { continue };
            let set = self.set_option(name, &value);
            if defaults.get(name) != Some(value) {
                set?;
            }
        }
        self.process.write_line("uginewgame");
        self.wait_until_ready()
    }

    pub(super) fn choose<G: Notation>(
        &mut self,
        position: &G,
        limits: &Limits,
        grace: Duration,
    ) -> Result<Decision<G::Move>, UgiError> {
        self.process.write_line(&format!("position fen {position}"));
        // Skips the rest of earlier answers.
        self.wait_until_ready()?;
        let (go, time) = go(position, limits);
        self.process.write_line(&go);
        let (mut score, mut nodes) = (None, None);
        let stop = limits.stop.as_ref().map(|stop| (stop, grace));
        let answer = self.read_until("bestmove", time.saturating_add(grace), stop, |line| {
            if let Some(words) = line.strip_prefix("info ") {
                read_info(words, &mut score, &mut nodes);
            }
        })?;
        let text = answer.split(' ').next().unwrap_or_default();
        let m = text.parse().map_err(|error: ParseMoveError<G>| UgiError::Move {
            text: text.chars().take(100).collect(),
            reason: error.to_string(),
        })?;
        match self.wait_until_ready() {
            // The next question restarts it.
            Err(UgiError::Ended { .. }) => {}
            // An earlier question may have been answered late, and this one after that.
            ready => ready?,
        }
        Ok(Decision { m, score, nodes })
    }
}

/// The instant after this time, or one in the far future if there is none.
fn deadline_after(time: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(1 << 32);
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + FAR)
}

/// The command that asks for a move, and the time that the move may take.
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
    let time = limits.time.or((!is_limited).then_some(DEFAULT_TIME));
    if let Some(time) = time {
        add("movetime", time.as_millis());
    }
    if let Some(Clock { left, increment, moves_to_go }) = limits.clock {
        let player = position.seat_to_move() + 1;
        add(&format!("p{player}time"), left.as_millis());
        add(&format!("p{player}inc"), increment.as_millis());
        if let Some(moves) = moves_to_go {
            add("movestogo", moves.into());
        }
    }
    let left = limits.clock.map(|clock| clock.left);
    let most = [time, left].into_iter().flatten().min();
    (go, most.unwrap_or(DEFAULT_TIME))
}

/// Reads a line after the word `info`. Of several variations only the first counts.
fn read_info(line: &str, score: &mut Option<Score>, nodes: &mut Option<u64>) {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => return,
            "multipv" if words.next() != Some("1") => return,
            "nodes" => *nodes = words.next().and_then(|n| n.parse().ok()).or(*nodes),
            "score" => *score = parse_score(&mut words).or(*score),
            _ => {}
        }
    }
}

/// The reason why a program cannot play by UGI.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum UgiError {
    /// It cannot be started.
    #[error("cannot start {}: {error}", path.display())]
    Start { path: PathBuf, error: io::Error },
    /// The file of its conversation cannot be opened.
    #[error("cannot write the log {}: {error}", path.display())]
    Log { path: PathBuf, error: io::Error },
    /// It ended, or closed its output.
    #[error("the program ended, {how}")]
    Ended { how: String },
    /// It did not answer in time.
    #[error("the program did not say {expected} within {:.1} s", time.as_secs_f64())]
    Late { expected: &'static str, time: Duration },
    /// It lacks an option.
    #[error("the program has no option {name} to set to {value}")]
    NoOption { name: String, value: String },
    /// It answers more often than it is asked.
    #[error("the program said {line:?} without being asked")]
    Unasked { line: String },
    /// Its answer is not the text of a move.
    #[error("the program chose {text:?}: {reason}")]
    Move { text: String, reason: String },
}
