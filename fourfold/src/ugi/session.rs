//! The state between commands.

use engine::Options;

use super::command::{Command, Go, Query};
use super::search::{Thinking, say};
use crate::args::{MOST_LINES, MOST_TABLE_MIB, MOST_THREADS, table_mib, whole};
use crate::failure::{Failure, quote};
use crate::games::{AnyGame, Name};
use crate::think::{self, Thinker};
use crate::{memory, outcome};

/// Whether to read another command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Read,
    Quit,
}

pub(super) struct Session<G: AnyGame> {
    game: Name,
    rules: G::Rules,
    /// The seed of the start position.
    seed: u64,
    hash_mib: usize,
    threads: usize,
    lines: usize,
    /// `None` is the start.
    position: Option<G>,
    /// `None` while it runs or before its first use, as it takes much memory.
    search: Option<Thinker<G>>,
    thinking: Option<Thinking<G>>,
}

const HASH_MIB: usize = 16;

impl<G: AnyGame> Session<G> {
    pub(super) fn new(game: Name, rules: G::Rules) -> Self {
        Self {
            game,
            rules,
            seed: 0,
            hash_mib: HASH_MIB,
            threads: 1,
            lines: 1,
            position: None,
            search: None,
            thinking: None,
        }
    }

    /// Obeys a command, or prints why it cannot.
    pub(super) fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        if line.is_empty() {
            return Ok(Next::Read);
        }
        let command = match line.parse() {
            Ok(command) => command,
            Err(error) => return complain(error),
        };
        if self.thinking.as_ref().is_some_and(Thinking::is_done) {
            self.wait()?;
        }
        let is_thinking = self.thinking.is_some();
        match command {
            Command::IsReady => say("readyok")?,
            Command::Query(query) => say(&format!("response {}", self.answer(query)))?,
            Command::Stop => self.stop()?,
            Command::Quit => return Ok(Next::Quit),
            _ if is_thinking => return complain("a search is running: expected stop"),
            Command::Ugi => self.introduce()?,
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::NewGame => {
                self.position = None;
                self.search = None;
            }
            Command::Position { fen, moves } => return self.set_position(fen, &moves),
            Command::Go(go) => return self.go(&go),
        }
        Ok(Next::Read)
    }

    /// Lets a search with a limit of its own end, and stops any other.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        if self.thinking.as_ref().is_some_and(Thinking::ends) { self.wait() } else { self.stop() }
    }

    /// Stops the search, if there is one.
    pub(super) fn stop(&mut self) -> Result<(), Failure> {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
        self.wait()
    }

    fn wait(&mut self) -> Result<(), Failure> {
        if let Some(thinking) = self.thinking.take() {
            let (search, printed) = thinking.end();
            self.search = search;
            printed?;
        }
        Ok(())
    }

    fn introduce(&self) -> Result<(), Failure> {
        say(&format!("id name Fourfold {} {}", self.game, env!("CARGO_PKG_VERSION")))?;
        say("id author The Fourfold developers")?;
        say(&format!("option name Hash type spin default {HASH_MIB} min 0 max {MOST_TABLE_MIB}"))?;
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"))?;
        say("option name Seed type string default 0")?;
        for spec in G::Rules::SPECS {
            let default = self.rules.get(spec.name).unwrap_or_default();
            say(&format!("option name {} type string default {default}", spec.name))?;
        }
        Ok(say("ugiok")?)
    }

    /// Sets an option; the seed and the rules apply from the next `position`.
    fn set_option(&mut self, name: &str, value: &str) -> Result<Next, Failure> {
        let refuse =
            |expected: &str| complain(format!("option {name} is {}: {expected}", quote(value)));
        match name {
            "Hash" => match table_mib(value) {
                Ok(mib) => {
                    self.search = None;
                    if let Err(error) = memory::check_table(mib) {
                        return refuse(&error);
                    }
                    self.hash_mib = mib;
                }
                Err(expected) => return refuse(&expected),
            },
            "MultiPV" => match whole(1..=MOST_LINES)(value) {
                Ok(lines) => {
                    self.search = None;
                    self.lines = lines;
                }
                Err(expected) => return refuse(&expected),
            },
            "Threads" => match whole(1..=MOST_THREADS)(value) {
                Ok(threads) => self.threads = threads,
                Err(expected) => return refuse(&expected),
            },
            "Seed" => match whole(0..=u64::MAX)(value) {
                Ok(seed) => self.seed = seed,
                Err(expected) => return refuse(&expected),
            },
            _ => {
                if let Err(error) = self.rules.set(name, value) {
                    return complain(error);
                }
            }
        }
        Ok(Next::Read)
    }

    /// Sets up a position; if that fails, the previous one stays.
    fn set_position(&mut self, fen: Option<String>, moves: &str) -> Result<Next, Failure> {
        let position = match fen {
            None => G::start(&self.rules, self.seed),
            Some(text) => match G::parse(&text, &self.rules) {
                Ok(position) => position,
                Err(error) => return complain(format!("position {}: {error}", quote(&text))),
            },
        };
        let mut after = position;
        if let Err(error) = after.play_text(moves) {
            return complain(error);
        }
        self.position = Some(after);
        Ok(Next::Read)
    }

    fn position(&self) -> G {
        self.position.clone().unwrap_or_else(|| G::start(&self.rules, self.seed))
    }

    fn go(&mut self, go: &Go) -> Result<Next, Failure> {
        let position = self.position();
        if position.outcome().is_some() {
            return complain(format!("the game is over: {}", outcome::describe(&position)));
        }
        let new = || think::search(self.hash_mib << 20).with_lines(self.lines);
        let search = self.search.take().unwrap_or_else(new);
        let thinking = Thinking::begin(search, position, go, self.threads);
        self.thinking = Some(thinking.map_err(Failure::run)?);
        Ok(Next::Read)
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
                Some(Some(winner)) => {
                    format!("p{}win", position.seat(winner).unwrap_or_default() + 1)
                }
            },
        }
    }
}

/// Prints an error on one line, and continues.
fn complain(error: impl std::fmt::Display) -> Result<Next, Failure> {
    let error: String =
        error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    say(&format!("info string error: {error}"))?;
    Ok(Next::Read)
}
