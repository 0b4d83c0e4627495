//! What methods of games in Python raise while Rust asks them.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use engine::StopFlag;
use pyo3::prelude::*;

thread_local! {
    /// The exception that a method of a game raised. Until it is taken, every game is drawn, so that
    /// whatever asks comes to an end.
    static FAILURE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// What the work finds, unless a method of a game raised an exception meanwhile.
pub(crate) fn whole<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let found = work();
    FAILURE.take().map_or(Ok(found), Err)
}

/// What ends work of several threads: the first exception that anything raised in any of them, or a flag.
#[derive(Clone, Default)]
pub(crate) struct Failures {
    first: Arc<OnceLock<PyErr>>,
    pub(crate) stop: StopFlag,
}

impl Failures {
    /// Keeps the first exception, and ends the work.
    pub(crate) fn add(&self, error: PyErr) {
        drop(self.first.set(error));
        self.stop.raise();
    }

    /// The first exception.
    pub(crate) fn raised(&self, py: Python<'_>) -> PyResult<()> {
        self.first.get().map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}

/// Where the exceptions of the methods of a game go.
#[derive(Clone)]
pub(crate) enum Watch {
    /// To whoever asks, in the thread that asks: see [`whole`].
    Asker,
    /// There, in work of several threads.
    Work(Failures),
}

impl Watch {
    /// Whether a method has failed.
    pub(crate) fn has_failed(&self) -> bool {
        match self {
            Self::Asker => FAILURE.with_borrow(Option::is_some),
            Self::Work(failures) => failures.stop.is_raised(),
        }
    }

    pub(crate) fn add(&self, error: PyErr) {
        match self {
            Self::Asker => FAILURE.set(Some(error)),
            Self::Work(failures) => failures.add(error),
        }
    }
}
