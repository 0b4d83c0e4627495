//! One pass over a class, by several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::options::{BuildOptions, Progress};
use engine::game::Stopped;
use system::threads;

/// One pass over a class.
pub(super) struct Pass<'a> {
    pub(super) options: &'a BuildOptions<'a>,
    pub(super) class: usize,
    /// The part of the work on the class that this pass is, for reports.
    pub(super) part: Range<f64>,
}

impl Pass<'_> {
    /// The number of positions that a thread examines between two checks of the stop flag.
    pub(super) const POSITIONS: u64 = 1 << 12;

    /// Splits `0..len` into chunks and has the threads work on them, each with a scratch of its own.
    /// A single chunk needs no other thread.
    ///
    /// Of several errors it returns that of the earliest chunk, as a single thread would.
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
        let most = self.options.thread_count();
        threads::run(usize::try_from(chunks).map_or(most, |chunks| chunks.min(most)), || {
            let mut scratch = scratch();
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                let is_late = lock().as_ref().is_some_and(|&(earliest, _)| earliest < chunk);
                if chunk >= chunks || is_late {
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
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Counts a chunk that is done, and reports it.
    fn report(&self, done: &Mutex<u64>, chunks: u64) {
        // The lock is held while reporting, so that reports come one at a time and in order.
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        let part = self.part.end - self.part.start;
        let done = self.part.start + part * (*done as f64 / chunks as f64);
        self.options.report(Progress { class: self.class, done });
    }
}
