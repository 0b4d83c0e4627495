//! What the host of a module of WebAssembly lends where the standard library has nothing: a clock, without which
//! time stands still, so that no limit of time ends a search, and files.

use std::sync::OnceLock;
use std::time::Duration;

static HOST: OnceLock<(fn() -> Duration, fn(&str) -> Vec<u8>)> = OnceLock::new();

/// Sets the time since any moment, which never goes back, and how a file is read by its name; only once.
pub fn set(now: fn() -> Duration, file: fn(&str) -> Vec<u8>) {
    HOST.get_or_init(|| (now, file));
}

/// The bytes of a file; none without a host.
pub fn file(name: &str) -> Vec<u8> {
    HOST.get().map_or_else(Vec::new, |(_, file)| file(name))
}

/// A moment, by the clock that is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(HOST.get().map_or(Duration::ZERO, |(now, _)| now()))
    }

    /// The time since this moment.
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }

    /// The moment so much later; `None` if it is too far to be told.
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}
