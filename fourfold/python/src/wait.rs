//! Long work in a thread of its own, so that Python can be interrupted meanwhile.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use engine::StopFlag;
use pyo3::prelude::*;

/// How often Python is asked whether the user wants to stop.
const TICK: Duration = Duration::from_millis(20);

/// Does `work` while other threads of Python run. What the work says is passed to `hear`; if that fails, or
/// a signal comes, the flag is raised, and the failure returned when the work has ended.
pub(crate) fn interruptible<M: Send, R: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    mut hear: impl FnMut(M) -> PyResult<()>,
    work: impl FnOnce(&Sender<M>) -> R + Send,
) -> PyResult<R> {
    thread::scope(|scope| {
        let (say, said) = channel();
        let job = thread::Builder::new().spawn_scoped(scope, move || work(&say))?;
        let mut said = Some(said);
        let mut failure = None;
        while let Some(receiver) = said.take() {
            let (message, receiver) = py.detach(move || (receiver.recv_timeout(TICK), receiver));
            let heard = match message {
                Ok(_) if failure.is_some() => Ok(()),
                Ok(message) => hear(message),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = heard {
                stop.raise();
                failure.get_or_insert(error);
            }
            said = Some(receiver);
        }
        let result = job.join().unwrap_or_else(|panic| resume_unwind(panic));
        failure.map_or(Ok(result), Err)
    })
}
