//! The search in a thread of its own, so that it can be stopped.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use engine::{Analysis, Evaluator, Game, Limits, ScoreKind, Search, SearchError, StopFlag};
use fourfold::games::AnyGame;

use crate::command::{Clock, Go};

/// Enough for the deepest search there is, in unoptimised code too.
const STACK_BYTES: usize = 16 << 20;

/// A search that is going on, or has come to its end unnoticed.
pub(crate) struct Thinking<G: Game, E> {
    thread: JoinHandle<(Search<G, E>, io::Result<()>)>,
    stop: StopFlag,
    /// Set before the best move is printed.
    is_done: Arc<AtomicBool>,
}

impl<G, E> Thinking<G, E>
where
    G: AnyGame + Send + 'static,
    G::Move: Send,
    E: Evaluator<G> + Send + Sync + 'static,
{
    /// Begins to search in so many threads; prints what it finds, and the best move in the end.
    pub(crate) fn begin(
        mut search: Search<G, E>,
        position: G,
        limits: Limits,
        threads: usize,
    ) -> io::Result<Self> {
        let stop = StopFlag::new();
        let limits = limits.stop(stop.clone());
        let is_done = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_done);
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            // What cannot be printed on the way cannot be printed in the end either.
            let result = search.run_parallel(&position, &limits, threads, |analysis| {
                let _ = say(&info(analysis));
            });
            done.store(true, Ordering::Release);
            let printed = say(&conclusion(&result));
            (search, printed)
        })?;
        Ok(Self { thread, stop, is_done })
    }

    pub(crate) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    pub(crate) fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end, and gives the search back unless it broke down.
    pub(crate) fn end(self) -> (Option<Search<G, E>>, io::Result<()>) {
        match self.thread.join() {
            Ok((search, printed)) => (Some(search), printed),
            Err(_) => (None, Ok(())),
        }
    }
}

/// Prints an answer at once.
pub(crate) fn say(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}

fn conclusion<M: Copy + ToString>(result: &Result<Analysis<M>, SearchError>) -> String {
    match result {
        Err(error) => format!("info string error: {error}"),
        Ok(analysis) => {
            let best = analysis.best().map_or_else(|| "none".to_owned(), |m| m.to_string());
            format!("{}\nbestmove {best}", info(analysis))
        }
    }
}

fn info<M: Copy + ToString>(analysis: &Analysis<M>) -> String {
    let score = match analysis.score.kind() {
        ScoreKind::Win(plies) => format!("mate {plies}"),
        ScoreKind::Loss(plies) => format!("mate -{plies}"),
        ScoreKind::Value(value) => format!("cp {value}"),
    };
    let line: Vec<String> = analysis.line.iter().map(ToString::to_string).collect();
    format!(
        "info depth {} score {score} time {} nodes {} nps {} pv {}",
        analysis.depth,
        analysis.elapsed.as_millis(),
        analysis.nodes,
        analysis.nodes_per_second(),
        line.join(" ")
    )
}

/// The limits of a search for the player whose clock this is.
pub(crate) fn limits(go: &Go, clock: Clock) -> Limits {
    let mut limits = Limits::new();
    if let Some(depth) = go.depth {
        limits = limits.depth(depth);
    }
    if let Some(nodes) = go.nodes {
        limits = limits.nodes(nodes);
    }
    if let Some(time) = go.movetime {
        limits = limits.time(time);
    }
    if let Some(left) = clock.left {
        limits = limits.clock(engine::Clock::new(left).increment(clock.increment));
    }
    limits
}
