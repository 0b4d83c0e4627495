//! Long work in independent parts: on all threads, with a progress bar, interruption and resumption from a file.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use engine::StopFlag;
use engine::board::counted;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::args::{ShardArgs, ThreadArgs};
use crate::files::{Entry, Journal};
use crate::progress;
use kit::Failure;

#[derive(Clone, Debug, Args)]
pub struct WorkArgs {
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Add every result to this file, as JSON lines; resume the work of the same command that is in it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Serialize, Deserialize)]
struct Line<T> {
    part: u64,
    result: T,
}

impl WorkArgs {
    /// Does all parts of its shard that are not in the file yet, and returns the number of finished parts:
    /// all, unless interrupted. The results depend on all that is in `header`. `work` does a part, and gives
    /// up, without a result, when the flag is raised. `see` gets the results in any order.
    pub fn run<T: Serialize + DeserializeOwned + Send>(
        &self,
        header: &impl Serialize,
        parts: u64,
        work: impl Fn(u64, &StopFlag) -> Result<Option<T>, Failure> + Sync,
        mut see: impl FnMut(T) + Send,
    ) -> Result<u64, Failure> {
        self.shard.check(self.out.as_ref())?;
        let shard = self.shard.shard;
        let (head, mut done) = (line(header)?, HashSet::new());
        let take = |entry: &str| {
            if entry.starts_with(HEADS[0]) {
                let error = "the file is of another examination: expected a new file";
                return (entry == head).then_some(()).ok_or(error.to_owned());
            }
            let Line { part, result } = read(entry)?;
            // Parts beyond the requested ones, and of other shards, are ignored.
            if part < parts && shard.has(part) {
                if !done.insert(part) {
                    return Err(format!("part {part} came before"));
                }
                see(result);
            }
            Ok(())
        };
        let open = |path| Journal::open(path, HEADS, "\n", take);
        let mut file = self.out.as_deref().map(open).transpose()?;
        if let Some(file) = file.as_mut().filter(|file| file.is_empty()) {
            file.add(&head)?;
        }
        let bar = progress::bar("{wide_bar} {pos}/{len}  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        bar.set_length(shard.of(parts));
        bar.set_position(done.len() as u64);
        let mut count = done.len() as u64;
        let left = (0..parts).filter(|part| shard.has(*part) && !done.contains(part));
        let keep = |part, result| {
            let result = Line { part, result };
            file.as_mut().map_or(Ok(()), |file| file.add(&line(&result)?))?;
            count += 1;
            bar.inc(1);
            see(result.result);
            Ok(())
        };
        share_out(left, self.threads.count(), &stop, work, keep)?;
        Ok(count)
    }

    /// Fails after an interruption; to be called after the results are printed.
    pub fn finish(&self, done: u64, parts: u64) -> Result<(), Failure> {
        let parts = self.shard.shard.of(parts);
        if done >= parts {
            return Ok(());
        }
        let at = format_args!("after {done} of {}", counted(parts, "part"));
        Err(Failure::stopped(at, self.out.as_ref()))
    }
}

/// Has threads do parts, and passes the results to `keep`, one at a time and in any order. Ends at the first
/// failure, or when the flag is raised; parts that are not finished by then have no result.
fn share_out<T>(
    parts: impl Iterator<Item = u64> + Send,
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(u64, &StopFlag) -> Result<Option<T>, Failure> + Sync,
    keep: impl FnMut(u64, T) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let (parts, kept) = (Mutex::new(parts), Mutex::new((keep, Ok(()))));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    system::threads::run(threads, || {
        while let Some(part) = next().filter(|_| !stop.is_raised()) {
            let result = work(part, stop).transpose();
            let Some(result) = result.filter(|found| found.is_err() || !stop.is_raised()) else {
                continue;
            };
            let (keep, kept) = &mut *kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.is_ok() {
                let keep = |result| keep(part, result);
                *kept = result.and_then(keep).inspect_err(|_| stop.raise());
            }
        }
    });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// The beginnings of the first line and of the others.
pub const HEADS: [&str; 2] = [r#"{"format":""#, r#"{"part":"#];

/// Reads a line of a file, for `merge`.
pub fn entry(text: &str) -> Result<Entry, String> {
    if text.starts_with(HEADS[0]) {
        return Ok(Entry { work: Some(checked(text)?.to_owned()), number: None, part: 1 });
    }
    let Line::<IgnoredAny> { part, .. } = read(text)?;
    Ok(Entry { work: None, number: Some(part), part: 1 })
}

/// Precedes the checksum of a line, which covers everything before this text.
const SUM: &str = r#","crc32":""#;

fn line(value: &impl Serialize) -> Result<String, Failure> {
    let mut json = serde_json::to_string(value).map_err(Failure::run)?;
    json.pop();
    Ok(sealed(&json))
}

fn sealed(json: &str) -> String {
    format!("{json}{SUM}{:08x}\"}}\n", crc32fast::hash(json.as_bytes()))
}

/// The part of a line that the checksum covers, if the checksum is right.
fn checked(line: &str) -> Result<&str, String> {
    let (json, _) = line.rsplit_once(SUM).ok_or("there is no checksum")?;
    if sealed(json) == line { Ok(json) } else { Err("the checksum is wrong".to_owned()) }
}

fn read<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    checked(line)?;
    serde_json::from_str(line).map_err(|error| error.to_string())
}
