//! Running work in several threads, for the crates of this workspace.

use std::iter;
use std::panic::resume_unwind;
use std::thread;

/// The most threads that work on one task; larger numbers count as this one.
pub const MAX_THREADS: usize = 1024;

/// Calls `work` in `threads` threads, this one among them, and returns all results.
///
/// The threads divide the work among themselves, by a shared counter for example. If the system refuses
/// to start a thread, fewer threads do all of it. A panic in any of them is passed on.
pub fn run<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads.min(MAX_THREADS)).map_while(start).collect();
        let own = work();
        let join = |other: thread::ScopedJoinHandle<'_, R>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        iter::once(own).chain(others.into_iter().map(join)).collect()
    })
}

/// Calls a function when it is dropped, also by a panic.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
