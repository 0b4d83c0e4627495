//! The state between commands.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use arena::print_score;
use engine::board::quoted;
use engine::game::Values;
use engine::search::Variation;
use engine::{Analysis, Game, Keyed, StopFlag};
use system::threads::OnDrop;

use super::UgiServer;
use super::command::{Command, Event, Go, Place, Query};
use crate::AnyError;
use crate::dynamic::Dynamic;
use crate::game::By;
use crate::search::AnySearch;
use crate::text::Move;

pub(super) struct Session {
    server: UgiServer,
    output: Output,
    seed: u64,
    hash_mib: usize,
    threads: usize,
    lines: usize,
    /// The position that commands are about; `None` for the start, and an error if the last one was refused.
    place: Result<Option<Dynamic>, &'static str>,
    /// `None` while it runs or before its first use, as it takes much memory.
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<Thinking>,
    /// The number of searches so far.
    searches: u64,
    /// For the searches to tell of their end.
    events: Sender<Event>,
    /// Commands that came during a search, and have to wait for its end.
    waiting: VecDeque<Command>,
    has_ended: bool,
}

pub(super) type Output = Arc<Mutex<Box<dyn Write + Send>>>;

/// A search in a thread of its own, so that it can be stopped.
struct Thinking {
    thread: JoinHandle<(Box<dyn AnySearch>, io::Result<()>)>,
    stop: StopFlag,
    /// Whether it ends without being stopped.
    ends: bool,
    number: u64,
}

/// The answer to `go` where no move can be found.
const NO_MOVE: &str = "bestmove none";

/// Enough for the deepest search, also in unoptimised code.
const STACK_BYTES: usize = 16 << 20;

const HASH_MIB: usize = 16;
const MOST_LINES: u64 = 500;
const MOST_THREADS: u64 = 256;

impl Session {
    pub(super) fn new(server: UgiServer, output: Output, events: Sender<Event>) -> Self {
        Self {
            server,
            output,
            seed: 0,
            hash_mib: HASH_MIB,
            threads: 1,
            lines: 1,
            place: Ok(None),
            search: None,
            thinking: None,
            searches: 0,
            events,
            waiting: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Obeys commands until `quit` or the end of the input.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Command(command) => match *command {
                    Err(error) => self.complain(error)?,
                    Ok(Command::Quit) => break,
                    Ok(command @ (Command::IsReady | Command::Query(_) | Command::Stop)) => {
                        self.obey(command)?;
                    }
                    Ok(command) => self.waiting.push_back(command),
                },
                Event::Searched(number) => {
                    if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
                        self.wait()?;
                    }
                }
                Event::EndOfInput => self.has_ended = true,
            }
            self.run_waiting()?;
            if self.has_ended && self.thinking.is_none() {
                break;
            }
        }
        self.stop()
    }

    /// Obeys the commands that wait, up to one that starts a search. After the last command a search without
    /// a limit would not end.
    fn run_waiting(&mut self) -> io::Result<()> {
        loop {
            if self.has_ended && self.thinking.as_ref().is_some_and(|thinking| !thinking.ends) {
                self.stop()?;
            }
            let next = self.thinking.is_none().then(|| self.waiting.pop_front()).flatten();
            let Some(command) = next else { return Ok(()) };
            self.obey(command)?;
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::NewGame => {
                (self.place, self.search) = (Ok(None), None);
                Ok(())
            }
            Command::SetOption { name, value } => {
                self.set_option(&name, &value).or_else(|error| self.complain(error))
            }
            Command::Position(place) => {
                self.place = Err("there is no position: the last one was refused");
                let set_up = place.and_then(|place| self.set_up(place));
                set_up.or_else(|error| self.complain(error))
            }
            Command::Go(go) => go.and_then(|go| self.go(&go)).or_else(|error| {
                self.complain(error)?;
                say(&self.output, NO_MOVE)
            }),
            Command::IsReady => say(&self.output, "readyok"),
            Command::Query(query) => self.answer(query),
            Command::Stop | Command::Quit => self.stop(),
        }
    }

    /// Ends the search that runs.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
        self.wait()
    }

    fn wait(&mut self) -> io::Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        let Ok((search, written)) = thinking.thread.join() else {
            self.complain("the search failed")?;
            return say(&self.output, NO_MOVE);
        };
        self.search = Some(search);
        written
    }

    fn introduce(&self) -> io::Result<()> {
        let UgiServer { kit, rules, most_hash } = &self.server;
        let say = |text: String| say(&self.output, &text);
        say(format!("id name Fourfold {} {}", kit.name(), env!("CARGO_PKG_VERSION")))?;
        say("id author The Fourfold developers".to_owned())?;
        let hash = HASH_MIB.min(*most_hash);
        say(format!("option name Hash type spin default {hash} min 0 max {most_hash}"))?;
        say(format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        say(format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"))?;
        say("option name Seed type string default 0".to_owned())?;
        for (spec, _) in kit.options() {
            let name = spec.name;
            let set = rules.split(',').find_map(|rule| rule.strip_prefix(name)?.strip_prefix('='));
            let default = set.unwrap_or_default();
            let (kind, values) = match spec.values {
                Values::Words(words) => ("combo", format!(" var {}", words.join(" var "))),
                Values::Number { least, most, words: [] } if most < u32::MAX => {
                    ("spin", format!(" min {least} max {most}"))
                }
                Values::Number { .. } => ("string", String::new()),
            };
            say(format!("option name {name} type {kind} default {default}{values}"))?;
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
        let UgiServer { kit, rules, most_hash } = &mut self.server;
        let mut names = vec!["Hash", "Threads", "MultiPV", "Seed"];
        names.extend(kit.options().iter().map(|(spec, _)| spec.name));
        match names.iter().copied().find(|known| known.eq_ignore_ascii_case(name)) {
            Some("Hash") => {
                let mib = number(0, *most_hash as u64)?;
                (self.hash_mib, self.search) = (mib as usize, None);
            }
            Some("MultiPV") => (self.lines, self.search) = (number(1, MOST_LINES)? as usize, None),
            Some("Threads") => self.threads = number(1, MOST_THREADS)? as usize,
            Some("Seed") => self.seed = number(0, u64::MAX)?,
            Some(name) => {
                *rules = kit.set(rules, name, value).map_err(|error| error.to_string())?;
            }
            None => {
                let known = names.join(", ");
                return Err(format!("there is no option {}: expected {known}", quoted(name)));
            }
        }
        Ok(())
    }

    /// Sets up the position that a command describes.
    fn set_up(&mut self, Place { fen, moves }: Place) -> Result<(), String> {
        let UgiServer { kit, rules, .. } = &self.server;
        let mut position = match fen {
            None => self.start()?,
            Some(text) => kit
                .parse(&text, rules)
                .map_err(|error| format!("position {}: {error}", quoted(&text)))?,
        };
        position.play_text(&moves).map_err(|error| error.to_string())?;
        self.place = Ok(Some(position));
        Ok(())
    }

    fn start(&self) -> Result<Dynamic, String> {
        let UgiServer { kit, rules, .. } = &self.server;
        kit.start(rules, self.seed).map_err(|error| error.to_string())
    }

    fn position(&self) -> Result<Dynamic, String> {
        self.place.clone()?.map_or_else(|| self.start(), Ok)
    }

    /// Starts a search, which writes each depth, tells the session of its end, and writes the best move.
    fn go(&mut self, go: &Go) -> Result<(), String> {
        let position = self.position()?;
        if let Some(outcome) = position.outcome() {
            return Err(format!("the game is over: {outcome}"));
        }
        let search = || self.server.kit.search(By::Best);
        let new = || search().with_memory(self.hash_mib << 20).with_lines(self.lines);
        let moves = moves(&position, go)?;
        let mut search = self.search.take().unwrap_or_else(new);
        self.searches += 1;
        let (number, session, stop) = (self.searches, self.events.clone(), StopFlag::new());
        let limits = go.limits(position.seat_to_move());
        let ends = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time.is_some()
            || limits.clock.is_some();
        let (limits, unread) = (limits.stop(stop.clone()), stop.clone());
        let (output, threads) = (Arc::clone(&self.output), self.threads);
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            // A session that is over need not know of the end.
            let end = OnDrop(|| drop(session.send(Event::Searched(number))));
            // An error recurs when the best move is written.
            let mut report = |found: &Analysis<Move>| {
                if say(&output, &info(found)).is_err() {
                    unread.raise();
                }
            };
            let result =
                search.run_among(&position, moves.as_deref(), &limits, threads, &mut report);
            // Whoever has read the best move may give commands that do not wait.
            drop(end);
            let written = say(&output, &conclusion(&result));
            (search, written)
        });
        let thread = thread.map_err(|error| format!("cannot search: {error}"))?;
        self.thinking = Some(Thinking { thread, stop, ends, number });
        Ok(())
    }

    fn answer(&self, query: Query) -> io::Result<()> {
        let response = match self.position() {
            Err(error) => {
                self.complain(error)?;
                "none".to_owned()
            }
            Ok(position) => match query {
                Query::FirstPlayersTurn => (position.seat_to_move() == 0).to_string(),
                Query::GameOver => position.outcome().is_some().to_string(),
                Query::Result => match position.outcome().map(|outcome| outcome.winner()) {
                    None => "none".to_owned(),
                    Some(None) => "draw".to_owned(),
                    Some(Some(winner)) => format!("p{}win", winner.seat + 1),
                },
            },
        };
        say(&self.output, &format!("response {response}"))
    }

    /// Writes an error on one line, and continues.
    fn complain(&self, error: impl Display) -> io::Result<()> {
        let error = error.to_string().replace(char::is_control, " ");
        say(&self.output, &format!("info string error: {error}"))
    }
}

/// The moves to search of a position; `None` for all. A move that leads where one of those to skip leads is skipped, too.
fn moves(position: &Dynamic, go: &Go) -> Result<Option<Vec<Move>>, String> {
    if go.only.is_empty() && go.skip.is_empty() {
        return Ok(None);
    }
    let read = |text: &String| match position.find_move(text) {
        Ok(found) => Ok(found.text),
        Err(error) => Err(format!("go: move {}: {error}", quoted(text))),
    };
    let list = |texts: &[String]| texts.iter().map(read).collect::<Result<Vec<_>, String>>();
    let only = list(&go.only)?;
    let mut moves = if only.is_empty() { position.distinct_moves() } else { only };
    position.leave_out(&list(&go.skip)?, &mut moves);
    if moves.is_empty() { Err("go: skipmoves leaves no move".to_owned()) } else { Ok(Some(moves)) }
}

/// Writes an answer at once.
fn say(output: &Output, answer: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{answer}")?;
    output.flush()
}

fn conclusion(result: &Result<Analysis<Move>, AnyError>) -> String {
    match result {
        Err(error) => format!("info string error: {error}\n{NO_MOVE}"),
        Ok(found) => match found.best() {
            Some(best) => format!("{}\nbestmove {best}", info(found)),
            None => format!("{}\n{NO_MOVE}", info(found)),
        },
    }
}

/// A line for each variation, numbered if there are several.
fn info(found: &Analysis<Move>) -> String {
    let (depth, nodes, nps) = (found.depth, found.nodes, found.nodes_per_second());
    let (time, several) = (found.elapsed.as_millis(), !found.others.is_empty());
    let lines = found.clone().into_variations().into_iter();
    let infos = lines.enumerate().map(|(i, Variation { line, score, .. })| {
        let number = if several { format!(" multipv {}", i + 1) } else { String::new() };
        let score = print_score(score);
        let line = line.iter().map(Move::as_str).collect::<Vec<_>>().join(" ");
        format!(
            "info depth {depth}{number} score {score} time {time} nodes {nodes} nps {nps} pv {line}"
        )
    });
    infos.collect::<Vec<_>>().join("\n")
}
