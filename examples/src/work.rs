//! Long work in independent parts: on all threads, with a progress bar, interruption and resumption
//! from a file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use clap::Args;
use engine::StopFlag;
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
    /// unless interrupted. Every thread has its own worker, which does parts by number and gives up when
    /// the flag is raised. `see` gets the results in any order.
    pub(crate) fn run<H, T, W>(
        &self,
        work: Work<H>,
        worker: impl Fn(StopFlag) -> W + Sync,
        mut see: impl FnMut(T),
    ) -> Result<u64, Failure>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        T: Serialize + DeserializeOwned + Send,
        W: FnMut(u64) -> Option<T>,
    {
        let parts = work.parts;
        let mut done = HashSet::new();
        let mut journal = self.out.as_deref().map(|path| open(path, work, &mut done, &mut see));
        let mut journal = journal.take().transpose()?;
        let bar = progress::bar("{wide_bar} {pos}/{len}  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        bar.set_length(parts);
        bar.set_position(done.len() as u64);
        let (next, mut failure, mut count) = (AtomicU64::new(0), None, done.len() as u64);
        let work_on = |sender: std::sync::mpsc::SyncSender<Line<T>>| {
            let mut worker = worker(stop.clone());
            while !stop.is_raised() {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= parts {
                    break;
                }
                let result = if done.contains(&part) { None } else { worker(part) };
                let line = result.filter(|_| !stop.is_raised()).map(|result| Line { part, result });
                if line.is_some_and(|line| sender.send(line).is_err()) {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(64);
            for _ in 0..self.threads.count() {
                let (sender, work_on) = (sender.clone(), &work_on);
                scope.spawn(move || work_on(sender));
            }
            drop(sender);
            for line in receiver {
                if let Some(Err(error)) = journal.as_mut().map(|journal| journal.add(&line)) {
                    stop.raise();
                    failure.get_or_insert(error);
                }
                count += 1;
                bar.inc(1);
                see(line.result);
            }
        });
        bar.finish_and_clear();
        failure.map_or(Ok(count), Err)
    }

    /// Fails after an interruption; to be called after the results are printed.
    pub(crate) fn finish(&self, done: u64, parts: u64) -> Result<(), Failure> {
        if done >= parts {
            return Ok(());
        }
        let at = format_args!("after {done} of {parts} parts");
        Err(Failure::stopped(at, self.out.as_ref()))
    }
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
