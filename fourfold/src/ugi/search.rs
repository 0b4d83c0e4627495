//! The search in its own thread, so that it can be stopped.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use engine::{Analysis, Limits, SearchError, StopFlag, Variation};

use super::command::{Clock, Go};
use crate::args::LimitArgs;
use crate::games::AnyGame;
use crate::think::{Thinker, join, ugi_score};

/// Enough for the deepest search, also in unoptimised code.
const STACK_BYTES: usize = 16 << 20;

/// A search that is running or was not yet joined.
pub(super) struct Thinking<G: AnyGame> {
    thread: JoinHandle<(Thinker<G>, io::Result<()>)>,
    stop: StopFlag,
    /// Whether it ends without being stopped.
    ends: bool,
    /// Set before the best move is printed.
    is_done: Arc<AtomicBool>,
}

impl<G: AnyGame> Thinking<G> {
    /// Starts a search with the limits of `go`. It prints each depth and finally the best move.
    pub(super) fn begin(
        mut search: Thinker<G>,
        position: G,
        go: &Go,
        threads: usize,
    ) -> io::Result<Self> {
        let stop = StopFlag::new();
        let clock = go.clocks.get(position.seat_to_move()).copied().unwrap_or_default();
        let ends = go.limits != LimitArgs::default() || clock.left.is_some();
        let limits = limits(go, clock).stop(stop.clone());
        let unread = stop.clone();
        let is_done = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_done);
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            // An error recurs when the best move is printed.
            let result = search.run_parallel(&position, &limits, threads, |found| {
                if say(&info(found)).is_err() {
                    unread.raise();
                }
            });
            done.store(true, Ordering::Release);
            let printed = say(&conclusion(&result));
            (search, printed)
        })?;
        Ok(Self { thread, stop, ends, is_done })
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Whether it ends without being stopped.
    pub(super) fn ends(&self) -> bool {
        self.ends
    }

    pub(super) fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end, and returns the search unless it panicked.
    pub(super) fn end(self) -> (Option<Thinker<G>>, io::Result<()>) {
        match self.thread.join() {
            Ok((search, printed)) => (Some(search), printed),
            Err(_) => (None, Ok(())),
        }
    }
}

/// Prints an answer at once.
pub(super) fn say(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
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
        let (score, line) = (ugi_score(score), join(&line));
        format!(
            "info depth {depth}{number} score {score} time {time} nodes {nodes} nps {nps} pv {line}"
        )
    });
    infos.collect::<Vec<_>>().join("\n")
}

/// The limits of a search for the player whose clock this is.
fn limits(go: &Go, clock: Clock) -> Limits {
    let limits = go.limits.limits();
    let Some(left) = clock.left else { return limits };
    let clock = engine::Clock::new(left).increment(clock.increment);
    limits.clock(go.moves_left.into_iter().fold(clock, engine::Clock::moves_to_go))
}
