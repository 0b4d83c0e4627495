//! Whatever panics in a parallel search stops all of its threads and reaches the caller.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::fixtures::nim::Nim;
use engine::{Analysis, Evaluator, Limits, NoEvaluation, Score, Search};

/// Which thread a panic comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Caller,
    Helper,
}

/// Panics on one call of many.
struct Bomb {
    caller: ThreadId,
    role: Role,
    /// How many calls in that role are left.
    fuse: AtomicU32,
}

impl Bomb {
    fn new(role: Role, calls: u32) -> Self {
        Self { caller: thread::current().id(), role, fuse: AtomicU32::new(calls) }
    }

    fn tick(&self) {
        let is_caller = thread::current().id() == self.caller;
        if is_caller == (self.role == Role::Caller) {
            let left = self.fuse.fetch_sub(1, Ordering::Relaxed);
            assert_ne!(left, 1, "the bomb goes off");
        }
    }
}

impl Evaluator<Nim> for Bomb {
    fn evaluate(&self, _nim: &Nim, _player: usize) -> i32 {
        self.tick();
        0
    }
}

/// Too large to be solved, so that only a limit or a panic ends the search.
fn endless() -> Nim {
    Nim::new([50, 60, 70])
}

/// What comes of a search, which has to end soon.
fn outcome_of<T: Send + 'static>(search: impl FnOnce() -> T + Send + 'static) -> thread::Result<T> {
    let (told, heard) = mpsc::channel();
    thread::spawn(move || told.send(panic::catch_unwind(AssertUnwindSafe(search))));
    heard.recv_timeout(Duration::from_mins(2)).expect("all threads stop")
}

/// The message of the panic that ends a search.
fn message_of<T: Send + 'static>(search: impl FnOnce() -> T + Send + 'static) -> String {
    let panic = outcome_of(search).err().expect("the search panics");
    panic.downcast_ref::<String>().cloned().expect("a message")
}

#[test]
fn a_panic_in_any_thread_stops_all_and_reaches_the_caller() {
    for role in [Role::Caller, Role::Helper] {
        for (calls, threads) in [(1, 2), (5, 3), (2_000, 2)] {
            let message = message_of(move || {
                let mut search = Search::new(Bomb::new(role, calls));
                search.run_parallel(&endless(), &Limits::new(), threads, |_| {})
            });
            assert!(message.contains("the bomb goes off"), "{role:?} {calls}: {message}");
        }
    }
}

#[test]
fn so_does_a_panic_in_the_report() {
    let message = message_of(|| {
        let report = |analysis: &Analysis<_>| {
            assert!(analysis.depth < 3, "at depth {}", analysis.depth);
        };
        Search::new(NoEvaluation).run_parallel(&endless(), &Limits::new(), 2, report)
    });
    assert!(message.contains("at depth"), "{message}");
}

#[test]
fn the_search_can_be_used_again_afterwards() {
    let again = outcome_of(|| {
        let mut search = Search::new(Bomb::new(Role::Helper, 500));
        let run = |search: &mut Search<_, _>, nim: Nim| {
            search.run_parallel(&nim, &Limits::new(), 2, |_| {}).map(|found| found.score)
        };
        let first = panic::catch_unwind(AssertUnwindSafe(|| run(&mut search, endless())));
        assert!(first.is_err());
        run(&mut search, Nim::new([1, 2, 4]))
    });
    assert_eq!(again.expect("no second panic"), Ok(Score::win_in(7)));
}
