//! How to go about long work on a tablebase, and the threads that do it.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::limits::{StopFlag, Stopped};

/// How to go about building or verifying a [`Tablebase`](crate::tablebase::Tablebase).
///
/// ```
/// use engine::StopFlag;
/// use engine::tablebase::{BuildOptions, Progress};
///
/// let report = |progress: Progress| eprint!("\r{:3.0} %", 100. * progress.done);
/// let stop = StopFlag::new();
/// let options = BuildOptions::new().memory(4 << 30).stop(stop.clone()).progress(&report);
/// ```
#[derive(Clone)]
pub struct BuildOptions<'a> {
    threads: NonZeroUsize,
    memory: u64,
    stop: Option<StopFlag>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The class at work.
    pub class: usize,
    /// How much of it is done, from 0 to 1.
    pub done: f64,
}

impl<'a> BuildOptions<'a> {
    /// As many threads as the machine has, all the memory it takes, no flag, no reports.
    #[must_use]
    pub fn new() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads, memory: u64::MAX, stop: None, progress: None }
    }

    /// Works with so many threads. The result is always the same.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Takes at most this many bytes of memory, finished classes included; rather fails.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Stops soon after this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Reports every now and then how much is done; from any of the threads, one at a time.
    #[must_use]
    pub fn progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(report);
        self
    }

    pub(super) fn thread_count(&self) -> usize {
        self.threads.get()
    }

    pub(super) fn memory_limit(&self) -> u64 {
        self.memory
    }

    pub(super) fn report(&self, progress: Progress) {
        if let Some(report) = self.progress {
            report(progress);
        }
    }

    pub(super) fn check(&self) -> Result<(), Stopped> {
        let told = self.stop.as_ref().is_some_and(StopFlag::is_raised);
        if told { Err(Stopped) } else { Ok(()) }
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
            .finish_non_exhaustive()
    }
}

/// One pass over a class: which part of the work on the class it is, for reports.
pub(super) struct Pass<'a> {
    pub(super) options: &'a BuildOptions<'a>,
    pub(super) class: usize,
    pub(super) part: Range<f64>,
}

impl Pass<'_> {
    /// How many positions a thread looks at before it looks at the flag again.
    pub(super) const POSITIONS: u64 = 1 << 12;

    /// Splits `0..len` into chunks and has the threads work on them, each with a scratch of its own.
    /// A single chunk needs no other thread.
    ///
    /// Of several errors it is the one of the earliest chunk, as if there were a single thread.
    pub(super) fn run<S, E: From<Stopped> + Send>(
        &self,
        len: u64,
        chunk_len: u64,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<u64>) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let chunks = len.div_ceil(chunk_len);
        let next = AtomicU64::new(0);
        let done = Mutex::new(0);
        let failed: Mutex<Option<(u64, E)>> = Mutex::new(None);
        let lock = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        let labour = || {
            let mut scratch = scratch();
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= chunks || lock().is_some() {
                    return;
                }
                let start = chunk * chunk_len;
                let end = len.min(start + chunk_len);
                let result = self.options.check().map_err(E::from);
                if let Err(error) = result.and_then(|()| work(&mut scratch, start..end)) {
                    let mut failed = lock();
                    if failed.as_ref().is_none_or(|&(earliest, _)| chunk < earliest) {
                        *failed = Some((chunk, error));
                    }
                    return;
                }
                self.report(&done, chunks);
            }
        };
        let threads = chunks.min(self.options.thread_count() as u64);
        if threads <= 1 {
            labour();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(labour);
                }
            });
        }
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Counts a chunk that is done and says so.
    fn report(&self, done: &Mutex<u64>, chunks: u64) {
        // Locked until it is said, so that reports come one at a time and in order.
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        let part = self.part.end - self.part.start;
        let done = self.part.start + part * (*done as f64 / chunks as f64);
        self.options.report(Progress { class: self.class, done });
    }
}
