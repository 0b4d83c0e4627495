//! The search in its own thread, so that it can be stopped.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use engine::search::Variation;
use engine::{Analysis, Evaluator, Game, Keyed, Limits, Notation, Search, SearchError, StopFlag};

use super::command::{Clock, Go};
use crate::ugi::score;

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
    /// Set before the best move is written.
    is_done: Arc<AtomicBool>,
}

impl<G, E> Thinking<G, E>
where
    G: Notation + Keyed<Move: Send + Sync> + Send + Sync + 'static,
    E: Evaluator<G> + Send + Sync + 'static,
{
    /// Starts a search with the limits of `go`. It writes each depth and finally the best move.
    pub(super) fn begin<W: Write + Send + 'static>(
        mut search: Search<G, E>,
        position: G,
        go: &Go,
        threads: usize,
        output: Output<W>,
    ) -> io::Result<Self> {
        let stop = StopFlag::new();
        let clock = go.clocks.get(position.seat_to_move()).copied().unwrap_or_default();
        let limits = limits(go, clock);
        let Limits { depth, nodes, time, .. } = limits;
        let ends = depth.is_some() || nodes.is_some() || time.is_some() || clock.left.is_some();
        let (limits, unread) = (limits.stop(stop.clone()), stop.clone());
        let is_done = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_done);
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            // An error recurs when the best move is written.
            let result = search.run_parallel(&position, &limits, threads, |found| {
                if say(&output, &info(found)).is_err() {
                    unread.raise();
                }
            });
            done.store(true, Ordering::Release);
            let written = say(&output, &conclusion(&result));
            (search, written)
        })?;
        Ok(Self { thread, stop, ends, is_done })
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Waits for the end, and returns the search unless it panicked.
    pub(super) fn end(self) -> (Option<Search<G, E>>, io::Result<()>) {
        match self.thread.join() {
            Ok((search, written)) => (Some(search), written),
            Err(_) => (None, Ok(())),
        }
    }
}

fn conclusion<M: Copy + ToString>(result: &Result<Analysis<M>, SearchError>) -> String {
    match result {
        Err(error) => format!("info string error: {error}"),
        Ok(found) => {
            let best = found.best().map_or_else(|| "none".to_owned(), |m| m.to_string());
            format!("{}\nbestmove {best}", info(found))
        }
    }
}

/// A line for each variation, numbered if there are several.
fn info<M: Copy + ToString>(found: &Analysis<M>) -> String {
    let (depth, nodes, nps) = (found.depth, found.nodes, found.nodes_per_second());
    let (time, several) = (found.elapsed.as_millis(), !found.others.is_empty());
    let lines = found.clone().into_variations().into_iter();
    let infos = lines.enumerate().map(|(i, Variation { line, score, .. })| {
        let number = if several { format!(" multipv {}", i + 1) } else { String::new() };
        let score = score::print(score);
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
