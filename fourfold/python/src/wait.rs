//! Long work in a thread of its own, so that Python can be interrupted meanwhile; and what threads of Python share.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use engine::StopFlag;
use pyo3::exceptions::PyRuntimeError;
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

/// The same with work that says nothing, and takes the flag.
pub(crate) fn aside<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> R + Send,
) -> PyResult<R> {
    let stop = StopFlag::new();
    interruptible(py, &stop, |()| Ok(()), |_| work(&stop))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one thread of Python works with at a time. The others wait, and Python runs meanwhile.
pub(crate) struct Shared<T> {
    inner: Mutex<T>,
    user: Mutex<Option<ThreadId>>,
}

impl<T> Shared<T> {
    pub(crate) fn new(inner: T) -> Self {
        Self { inner: Mutex::new(inner), user: Mutex::new(None) }
    }

    /// Works with it. What the work calls in Python cannot use it: that would wait for itself.
    pub(crate) fn with<R>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut T) -> PyResult<R>,
    ) -> PyResult<R> {
        let this = Some(thread::current().id());
        if *lock(&self.user) == this {
            return Err(PyRuntimeError::new_err("it is at work, and called what uses it again"));
        }
        let mut inner = loop {
            match self.inner.try_lock() {
                Ok(inner) => break inner,
                Err(TryLockError::Poisoned(inner)) => break inner.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(Self::PAUSE)),
            }
            py.check_signals()?;
        };
        *lock(&self.user) = this;
        let result = work(&mut inner);
        *lock(&self.user) = None;
        result
    }

    const PAUSE: Duration = Duration::from_millis(1);
}
