//! Running work in several threads, for the crates of this workspace.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most threads that work on one task; larger numbers count as this one.
pub const MAX_THREADS: usize = 1024;

/// Calls `work` in `threads` threads, this one among them, and returns all results, in the order in which they come.
///
/// The threads divide the work among themselves, by a shared counter for example. If the system refuses
/// to start a thread, fewer threads do all of it. A panic in any of them is passed on.
pub fn run<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    run_each(threads, &|| {
        let result = work();
        results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The part that is compiled once, whatever the work is.
fn run_each(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.min(MAX_THREADS)).map_while(start).collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Calls a function when it is dropped, also by a panic.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
