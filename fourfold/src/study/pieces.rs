//! Resumable work: results are kept in a file.

use std::collections::HashMap;
use std::path::PathBuf;

use board::report::{ReportError, Work};
use engine::StopFlag;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::journal::{Format, Journal};
use crate::progress;
use crate::work::share_out;

const FORMAT: Format = Format { name: "work of a study, version 1", work: "study" };

/// The work of a study, with the results so far.
pub(super) struct Pieces {
    path: Option<PathBuf>,
    file: Option<Journal>,
    done: HashMap<String, Value>,
    threads: usize,
    stop: StopFlag,
    bar: ProgressBar,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    /// Everything that the results depend on.
    study: Value,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    done: String,
    result: Value,
}

impl Pieces {
    /// Opens the work of a study, kept in a file if there is one.
    pub(super) fn open(
        path: Option<PathBuf>,
        study: Value,
        threads: usize,
    ) -> Result<Self, Failure> {
        let mut done = HashMap::new();
        let mut take = |Entry { done: name, result }| {
            done.insert(name, result);
            Ok(())
        };
        let open = |path: &PathBuf| Journal::open(path, FORMAT, Header { study }, &mut take);
        let file = path.as_ref().map(open).transpose()?;
        let bar = progress::bar("{msg} {wide_bar} {pos}/{len}  {elapsed} of {duration}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        Ok(Self { path, file, done, threads, stop, bar })
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::run(error)
    }
}

/// Does the missing pieces on all threads.
impl Work for Pieces {
    type Error = Failure;

    fn stop(&self) -> &StopFlag {
        &self.stop
    }

    fn all(
        &mut self,
        name: &str,
        count: usize,
        work: &(dyn Fn(usize) -> Result<Value, ReportError> + Sync),
    ) -> Result<Vec<Value>, Failure> {
        let key = |i: u64| format!("{name} {i}");
        let all = 0..count as u64;
        let left: Vec<u64> = all.clone().filter(|&i| !self.done.contains_key(&key(i))).collect();
        self.bar.reset();
        self.bar.set_message(name.to_owned());
        self.bar.set_length(count as u64);
        self.bar.set_position((count - left.len()) as u64);
        let (threads, worker) = (self.threads.min(left.len()), || |i| Some(work(i as usize)));
        let keep = |i, result: Result<Value, ReportError>| {
            let entry = Entry { done: key(i), result: result? };
            self.file.as_mut().map_or(Ok(()), |file| file.add(&entry))?;
            self.done.insert(entry.done, entry.result);
            self.bar.inc(1);
            Ok(())
        };
        let kept = share_out(left.into_iter(), threads, &self.stop, worker, keep);
        self.bar.finish_and_clear();
        kept?;
        if self.stop.is_raised() {
            let at = format_args!("while working on {name}");
            return Err(Failure::stopped(at, self.path.as_ref()));
        }
        Ok(all.map(|i| self.done[&key(i)].clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn nothing_is_done_twice() {
        let path = std::env::temp_dir().join(format!("study-journal-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let opened = |threads| Pieces::open(Some(path.clone()), json!({ "seed": 7 }), threads);
        let open = || opened(2).unwrap();
        let calls = AtomicU32::new(0);
        let square = |i: usize| {
            calls.fetch_add(1, Ordering::Relaxed);
            Ok(json!(i * i))
        };
        let no_three = || serde_json::from_str("no three").map_err(ReportError::Data);
        let failing = |i: usize| if i == 3 { no_three() } else { square(i) };
        // Another thread would drop what it is at when the third piece fails.
        let alone = opened(1).unwrap().all("squares", 4, &failing);
        assert!(matches!(alone, Err(Failure::Run(_))));
        assert_eq!(open().all("squares", 5, &square).unwrap(), [0, 1, 4, 9, 16]);
        assert_eq!(calls.load(Ordering::Relaxed), 5);
        assert!(Pieces::open(Some(path.clone()), json!({ "seed": 8 }), 2).is_err());

        let mut stopped = open();
        let stop = stopped.stop().clone();
        let interrupt = |_: usize| {
            stop.raise();
            Ok(json!("cut short"))
        };
        assert!(matches!(stopped.all("squares", 9, &interrupt), Err(Failure::Interrupted(_))));
        drop(stopped);
        assert_eq!(open().all("squares", 9, &square).unwrap()[8], 64);
        std::fs::remove_file(&path).unwrap();
    }
}
