//! Options of long work on a tablebase.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use engine::game::{StopFlag, Stopped};
use system::clock::Instant;
use system::threads::MAX_THREADS;

/// Options of building or verifying a [`Tablebase`](crate::tablebase::Tablebase).
///
/// ```
/// use engine::StopFlag;
/// use solve::tablebase::{BuildOptions, Progress};
///
/// let report = |progress: Progress| eprint!("\r{:3.0} %", 100. * progress.done);
/// let stop = StopFlag::new();
/// let options = BuildOptions::new().memory(4 << 30).stop(stop.clone()).progress(&report);
/// ```
#[derive(Clone)]
#[must_use]
pub struct BuildOptions<'a> {
    threads: NonZeroUsize,
    memory: u64,
    positions: u64,
    stop: Option<StopFlag>,
    deadline: Option<Instant>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// Progress of a build or a verification.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The class being built or verified.
    pub class: usize,
    /// The share of it that is done, from 0 to 1.
    pub done: f64,
}

impl<'a> BuildOptions<'a> {
    /// A thread for each processor, no limits, no stop flag, no reports.
    pub fn new() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            threads,
            memory: u64::MAX,
            positions: u64::MAX,
            stop: None,
            deadline: None,
            progress: None,
        }
    }

    /// The number of threads; more than 1,024 count as that. The result is always the same.
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Fails rather than take more than this many bytes of memory, finished classes included.
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Fails rather than list more than this many
    /// [positions that play leads to](super::ReachablePositions). No other work is bound by it.
    pub fn positions(self, most: u64) -> Self {
        Self { positions: most, ..self }
    }

    /// Stops soon after this time has passed from now, as by a flag.
    pub fn time(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Stops soon after this flag is raised.
    pub fn stop(self, flag: StopFlag) -> Self {
        Self { stop: Some(flag), ..self }
    }

    /// Calls `report` from time to time, from any of the threads, one at a time.
    pub fn progress(self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress: Some(report), ..self }
    }

    /// The number of threads that are started.
    pub fn thread_count(&self) -> usize {
        self.threads.get().min(MAX_THREADS)
    }

    pub(super) fn memory_limit(&self) -> u64 {
        self.memory
    }

    pub(super) fn position_limit(&self) -> u64 {
        self.positions
    }

    pub(super) fn report(&self, progress: Progress) {
        if let Some(report) = self.progress {
            report(progress);
        }
    }

    /// Whether the flag to stop is raised, or the time has passed.
    pub fn is_stopped(&self) -> bool {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stop.as_ref().is_some_and(StopFlag::is_raised) || is_late()
    }

    pub(super) fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildOptions")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}
