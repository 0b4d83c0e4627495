//! Long work in independent parts: on all threads, with a progress bar, interruption and resumption
//! from a file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use engine::StopFlag;
use engine::board::counted;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::journal::{Format, Journal};
use crate::progress;

/// Options of long work.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    threads: ThreadArgs,

    /// Add every result to this file, as JSON lines; resume the work of the same command that is in it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The work to do.
pub(crate) struct Work<H> {
    /// The format of the file.
    pub(crate) format: Format,
    /// Everything the results depend on.
    pub(crate) header: H,
    /// The number of parts.
    pub(crate) parts: u64,
}

/// The result of a part.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    part: u64,
    result: T,
}

impl WorkArgs {
    /// Does all parts that are not in the file yet, and returns the number of finished parts: all,
    /// unless interrupted. `worker` makes the worker of a thread, which gives up when the flag is raised.
    /// `see` gets the results in any order.
    pub(crate) fn run<H, T, W>(
        &self,
        work: Work<H>,
        worker: impl Fn(StopFlag) -> W + Sync,
        mut see: impl FnMut(T) + Send,
    ) -> Result<u64, Failure>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        T: Serialize + DeserializeOwned + Send,
        W: FnMut(u64) -> Option<T>,
    {
        let parts = work.parts;
        let mut done = HashSet::new();
        let journal = self.out.as_deref().map(|path| open(path, work, &mut done, &mut see));
        let mut journal = journal.transpose()?;
        let bar = progress::bar("{wide_bar} {pos}/{len}  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        bar.set_length(parts);
        bar.set_position(done.len() as u64);
        let mut count = done.len() as u64;
        let left = (0..parts).filter(|part| !done.contains(part));
        let keep = |part, result| {
            let line = Line { part, result };
            journal.as_mut().map_or(Ok(()), |journal| journal.add(&line))?;
            count += 1;
            bar.inc(1);
            see(line.result);
            Ok(())
        };
        let kept = share_out(left, self.threads.count(), &stop, || worker(stop.clone()), keep);
        bar.finish_and_clear();
        kept.map(|()| count)
    }

    /// Fails after an interruption; to be called after the results are printed.
    pub(crate) fn finish(&self, done: u64, parts: u64) -> Result<(), Failure> {
        if done >= parts {
            return Ok(());
        }
        let at = format_args!("after {done} of {}", counted(parts, "part"));
        Err(Failure::stopped(at, self.out.as_ref()))
    }
}

/// Has threads do parts, each with a worker of its own, and passes the results to `keep`, one at a time
/// and in any order. Ends at the first failure, or when the flag is raised; parts that are not finished
/// by then have no result.
fn share_out<T, W: FnMut(u64) -> Option<T>>(
    parts: impl Iterator<Item = u64> + Send,
    threads: usize,
    stop: &StopFlag,
    worker: impl Fn() -> W + Sync,
    keep: impl FnMut(u64, T) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let (parts, kept) = (Mutex::new(parts), Mutex::new((keep, Ok(()))));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    engine::system::threads::run(threads, || {
        let mut worker = worker();
        while let Some(part) = next().filter(|_| !stop.is_raised()) {
            let Some(result) = worker(part).filter(|_| !stop.is_raised()) else { continue };
            let (keep, kept) = &mut *kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.is_ok() {
                *kept = keep(part, result).inspect_err(|_| stop.raise());
            }
        }
    });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// Opens the file of some work. Parts beyond the requested ones are ignored.
fn open<H, T>(
    path: &Path,
    work: Work<H>,
    done: &mut HashSet<u64>,
    mut see: impl FnMut(T),
) -> Result<Journal, Failure>
where
    H: Serialize + DeserializeOwned + PartialEq,
    T: DeserializeOwned,
{
    Journal::open(path, work.format, work.header, |Line { part, result }| {
        if part < work.parts {
            if !done.insert(part) {
                return Err(format!("part {part} came before"));
            }
            see(result);
        }
        Ok(())
    })
}
