//! When a search has to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search has to stop; whichever limit is reached first.
///
/// Without any, it goes on until the position is solved or [`MAX_DEPTH`](Limits::MAX_DEPTH) is
/// searched.
///
/// ```
/// use std::time::Duration;
/// use engine::Limits;
///
/// let limits = Limits::new().depth(12).time(Duration::from_millis(100));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Option<StopFlag>,
}

impl Limits {
    /// The deepest search there is, in plies. Larger depths count as this one.
    pub const MAX_DEPTH: u32 = 1000;

    /// How many plies [noisy moves](crate::Evaluator::noisy_moves) are followed beyond the depth.
    pub const QUIESCENCE_PLIES: u32 = 64;

    /// No limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Look at most this many plies ahead. Depth 0 evaluates the position itself.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies);
        self
    }

    /// Visit at most this many positions. With one thread the search is then the same every time.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Search for about this long.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stop soon after this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    pub(crate) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(Self::MAX_DEPTH).min(Self::MAX_DEPTH)
    }
}

/// Raised in one thread to stop a search in another. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the flag down, so that it can serve the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts the nodes of a running search and watches its limits.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    started: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    /// Work to be done before the clock and the flag are looked at again.
    until_look: u64,
}

/// The search was interrupted.
pub(crate) struct Stopped;

impl<'a> Watch<'a> {
    /// Looking at the clock takes about as long as a fast node.
    const WORK_BETWEEN_LOOKS: u64 = 256;

    pub(crate) fn new(limits: &'a Limits) -> Self {
        let started = Instant::now();
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        Self { limits, started, deadline, nodes: 0, until_look: 0 }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts one node, unless that would be one too many.
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.count_work(1)
    }

    /// Counts work that takes time without being a node, such as listing moves.
    pub(crate) fn count_work(&mut self, amount: u64) -> Result<(), Stopped> {
        if let Some(left) = self.until_look.checked_sub(amount) {
            self.until_look = left;
            return Ok(());
        }
        self.until_look = Self::WORK_BETWEEN_LOOKS;
        self.look()
    }

    fn look(&self) -> Result<(), Stopped> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let told = self.limits.stop.as_ref().is_some_and(StopFlag::is_raised);
        if late || told { Err(Stopped) } else { Ok(()) }
    }
}
