//! The state between commands.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use engine::board::quoted;
use engine::{Evaluator, Keyed, Options, Search, Start};

use super::UgiServer;
use super::command::{Command, Go, Query};
use super::search::{Output, Thinking, say};

/// Whether to read another command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Read,
    Quit,
}

pub(super) struct Session<G: Start, E, W> {
    server: UgiServer<G, E>,
    output: Output<W>,
    seed: u64,
    hash_mib: usize,
    threads: usize,
    lines: usize,
    /// `None` is the start.
    position: Option<G>,
    /// `None` while it runs or before its first use, as it takes much memory.
    search: Option<Search<G, Arc<E>>>,
    thinking: Option<Thinking<G, Arc<E>>>,
}

const HASH_MIB: usize = 16;
const MOST_LINES: u64 = 500;
const MOST_THREADS: u64 = 256;

impl<G, E, W> Session<G, E, W>
where
    G: Start + Keyed<Move: Send + Sync> + Send + Sync + 'static,
    E: Evaluator<G> + Send + Sync + 'static,
    W: Write + Send + 'static,
{
    pub(super) fn new(server: UgiServer<G, E>, output: W) -> Self {
        Self {
            server,
            output: Arc::new(Mutex::new(output)),
            seed: 0,
            hash_mib: HASH_MIB,
            threads: 1,
            lines: 1,
            position: None,
            search: None,
            thinking: None,
        }
    }

    /// Obeys a command, or writes the reason why it cannot.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<Next> {
        if line.is_empty() {
            return Ok(Next::Read);
        }
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => return self.complain(error).map(|()| Next::Read),
        };
        if self.thinking.as_ref().is_some_and(Thinking::is_done) {
            self.wait()?;
        }
        let is_thinking = self.thinking.is_some();
        match command {
            Command::IsReady => say(&self.output, "readyok")?,
            Command::Query(query) => {
                say(&self.output, &format!("response {}", self.answer(query)))?;
            }
            Command::Stop => self.stop()?,
            Command::Quit => return Ok(Next::Quit),
            _ if is_thinking => self.complain("a search is running: expected stop")?,
            Command::Ugi => self.introduce()?,
            Command::NewGame => (self.position, self.search) = (None, None),
            Command::Go(go) => self.go(&go)?,
            Command::SetOption { name, value } => {
                self.set_option(&name, &value).or_else(|error| self.complain(error))?;
            }
            Command::Position { fen, moves } => {
                self.set_position(fen, &moves).or_else(|error| self.complain(error))?;
            }
        }
        Ok(Next::Read)
    }

    /// Lets a search with a limit of its own end, and stops any other.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.ends) {
            self.wait()
        } else {
            self.stop()
        }
    }

    pub(super) fn stop(&mut self) -> io::Result<()> {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
        self.wait()
    }

    fn wait(&mut self) -> io::Result<()> {
        if let Some(thinking) = self.thinking.take() {
            let (search, written) = thinking.end();
            self.search = search;
            written?;
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let UgiServer { name, rules, most_hash, .. } = &self.server;
        let say = |text: String| say(&self.output, &text);
        say(format!("id name Fourfold {name} {}", env!("CARGO_PKG_VERSION")))?;
        say("id author The Fourfold developers".to_owned())?;
        let hash = HASH_MIB.min(*most_hash);
        say(format!("option name Hash type spin default {hash} min 0 max {most_hash}"))?;
        say(format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        say(format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"))?;
        say("option name Seed type string default 0".to_owned())?;
        for spec in G::Rules::SPECS {
            let default = rules.get(spec.name).unwrap_or_default();
            say(format!("option name {} type string default {default}", spec.name))?;
        }
        say("ugiok".to_owned())
    }

    /// Sets an option; the seed and the rules apply from the next `position`.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                let expected = format!("a whole number from {least} to {most}");
                format!("option {name} is {}: expected {expected}", quoted(value))
            })
        };
        match name {
            "Hash" => {
                let mib = number(0, self.server.most_hash as u64)?;
                (self.hash_mib, self.search) = (mib as usize, None);
            }
            "MultiPV" => (self.lines, self.search) = (number(1, MOST_LINES)? as usize, None),
            "Threads" => self.threads = number(1, MOST_THREADS)? as usize,
            "Seed" => self.seed = number(0, u64::MAX)?,
            _ => self.server.rules.set(name, value).map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Sets up a position; if that fails, the previous one stays.
    fn set_position(&mut self, fen: Option<String>, moves: &str) -> Result<(), String> {
        let rules = &self.server.rules;
        let mut position = match fen {
            None => G::start(rules, self.seed),
            Some(text) => match G::parse(&text, rules) {
                Ok(position) => position,
                Err(error) => return Err(format!("position {}: {error}", quoted(&text))),
            },
        };
        position.play_text(moves).map_err(|error| error.to_string())?;
        self.position = Some(position);
        Ok(())
    }

    fn position(&self) -> G {
        self.position.clone().unwrap_or_else(|| G::start(&self.server.rules, self.seed))
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let position = self.position();
        if let Some(outcome) = position.outcome() {
            return self.complain(format_args!("the game is over: {outcome}"));
        }
        let evaluator = Arc::clone(&self.server.evaluator);
        let new = || Search::new(evaluator).with_memory(self.hash_mib << 20).with_lines(self.lines);
        let search = self.search.take().unwrap_or_else(new);
        let output = Arc::clone(&self.output);
        self.thinking = Some(Thinking::begin(search, position, go, self.threads, output)?);
        Ok(())
    }

    fn answer(&self, query: Query) -> String {
        let position = self.position();
        let outcome = position.outcome();
        match query {
            Query::FirstPlayersTurn => (position.seat_to_move() == 0).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner()) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(winner)) => format!("p{}win", position.seat(winner).map_or(1, |n| n + 1)),
            },
        }
    }

    /// Writes an error on one line, and continues.
    fn complain(&self, error: impl Display) -> io::Result<()> {
        let error = error.to_string().replace(char::is_control, " ");
        say(&self.output, &format!("info string error: {error}"))
    }
}
