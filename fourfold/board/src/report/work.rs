//! The execution of long work in pieces.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::StopFlag;
use serde_json::Value;

use super::ReportError;

/// Does long work in pieces, possibly on several threads and with stored results.
pub trait Work {
    /// Why it fails.
    type Error: From<ReportError>;

    /// The results of `count` pieces of the work called `name`, in order. `work` does a piece by number.
    /// The result depends on name and number only, and may be stored.
    ///
    /// # Errors
    ///
    /// The first failure, or that the work was stopped.
    fn all(
        &mut self,
        name: &str,
        count: usize,
        work: &(dyn Fn(usize) -> Result<Value, ReportError> + Sync),
    ) -> Result<Vec<Value>, Self::Error>;

    /// Raised to stop the work.
    fn stop(&self) -> &StopFlag;
}

/// Does all pieces on threads, and stores nothing.
pub(super) struct Threads {
    threads: usize,
    stop: StopFlag,
}

impl Threads {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, stop: StopFlag::new() }
    }
}

impl Work for Threads {
    type Error = ReportError;

    fn all(
        &mut self,
        _name: &str,
        count: usize,
        work: &(dyn Fn(usize) -> Result<Value, ReportError> + Sync),
    ) -> Result<Vec<Value>, ReportError> {
        let next = AtomicUsize::new(0);
        let done = engine::threads::run(self.threads.min(count), || {
            let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|&i| i < count);
            numbers.map(|i| (i, work(i))).collect::<Vec<_>>()
        });
        let mut done: Vec<_> = done.into_iter().flatten().collect();
        done.sort_by_key(|(i, _)| *i);
        done.into_iter().map(|(_, result)| result).collect()
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}
