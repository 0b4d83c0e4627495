//! The search in its own thread, so that it can be stopped.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use engine::search::Variation;
use engine::{Analysis, Evaluator, Game, Keyed, Limits, Notation, Search, SearchError, StopFlag};

use super::command::{Clock, Event, Go};
use crate::ugi::print_score;

/// The answer to `go` where no move can be found.
pub(super) const NO_MOVE: &str = "bestmove none";

/// Enough for the deepest search, also in unoptimised code.
const STACK_BYTES: usize = 16 << 20;

pub(super) type Output<W> = Arc<Mutex<W>>;

/// Writes an answer at once.
pub(super) fn say<W: Write>(output: &Output<W>, answer: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{answer}")?;
    output.flush()
}

/// A search that is running or was not yet joined.
#[derive(Debug)]
pub(super) struct Thinking<G: Game, E> {
    thread: JoinHandle<(Search<G, E>, io::Result<()>)>,
    pub(super) stop: StopFlag,
    /// Whether it ends without being stopped.
    pub(super) ends: bool,
    pub(super) number: u64,
}

/// Tells the session when a search ends, also by a panic.
struct TellEnd {
    session: Sender<Event>,
    number: u64,
}

impl Drop for TellEnd {
    fn drop(&mut self) {
        // A session that is over need not know.
        let _ = self.session.send(Event::Searched(self.number));
    }
}

impl<G, E> Thinking<G, E>
where
    G: Notation + Keyed<Move: Send + Sync> + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    /// Starts search `number` with the limits of `go`. It writes each depth, tells the session of its
    /// end, and writes the best move.
    pub(super) fn begin<W: Write + Send + 'static>(
        mut search: Search<G, E>,
        position: G,
        go: &Go,
        threads: usize,
        output: Output<W>,
        (session, number): (Sender<Event>, u64),
    ) -> io::Result<Self> {
        let stop = StopFlag::new();
        let clock = go.clocks.get(position.seat_to_move()).copied().unwrap_or_default();
        let limits = limits(go, clock);
        let Limits { depth, nodes, time, .. } = limits;
        let ends = depth.is_some() || nodes.is_some() || time.is_some() || clock.left.is_some();
        let (limits, unread) = (limits.stop(stop.clone()), stop.clone());
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let end = TellEnd { session, number };
            // An error recurs when the best move is written.
            let result = search.run_parallel(&position, &limits, threads, |found| {
                if say(&output, &info(found)).is_err() {
                    unread.raise();
                }
            });
            // Whoever has read the best move may give commands that do not wait.
            drop(end);
            let written = say(&output, &conclusion(&result));
            (search, written)
        })?;
        Ok(Self { thread, stop, ends, number })
    }

    /// Waits for the end, and returns the search unless it panicked.
    pub(super) fn end(self) -> (Option<Search<G, E>>, io::Result<()>) {
        match self.thread.join() {
            Ok((search, written)) => (Some(search), written),
            Err(_) => (None, Ok(())),
        }
    }
}

fn conclusion<M: Copy + Display>(result: &Result<Analysis<M>, SearchError>) -> String {
    match result {
        Err(error) => format!("info string error: {error}\n{NO_MOVE}"),
        Ok(found) => match found.best() {
            Some(best) => format!("{}\nbestmove {best}", info(found)),
            None => format!("{}\n{NO_MOVE}", info(found)),
        },
    }
}

/// A line for each variation, numbered if there are several.
fn info<M: Copy + Display>(found: &Analysis<M>) -> String {
    let (depth, nodes, nps) = (found.depth, found.nodes, found.nodes_per_second());
    let (time, several) = (found.elapsed.as_millis(), !found.others.is_empty());
    let lines = found.clone().into_variations().into_iter();
    let infos = lines.enumerate().map(|(i, Variation { line, score, .. })| {
        let number = if several { format!(" multipv {}", i + 1) } else { String::new() };
        let score = print_score(score);
        let line = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        format!(
            "info depth {depth}{number} score {score} time {time} nodes {nodes} nps {nps} pv {line}"
        )
    });
    infos.collect::<Vec<_>>().join("\n")
}

/// The limits of a search for the player whose clock this is.
fn limits(go: &Go, clock: Clock) -> Limits {
    let limits = go.limits.clone();
    let Some(left) = clock.left else { return limits };
    let clock = engine::search::Clock::new(left).increment(clock.increment);
    limits.clock(go.moves_left.into_iter().fold(clock, engine::search::Clock::moves_to_go))
}
