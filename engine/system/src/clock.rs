//! The clock by which searches keep their time.
//!
//! In WebAssembly the standard library has none: there the host of the module lends its own by
//! `set`, and without one time stands still, so that no limit of time ends a search.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use lent::{Instant, set};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod lent {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: the time since any moment, which never goes back. Only the first one counts.
    pub fn set(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment, by the clock that was set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
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
}
