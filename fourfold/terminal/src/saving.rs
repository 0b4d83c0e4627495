//! Saving long work again and again.

use std::fmt::Display;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use kit::Failure;

/// Saves to a file. That it fails is told at once, and so is that it works again.
pub struct Saver<'a> {
    path: &'a Path,
    bar: ProgressBar,
    has_failed: bool,
}

impl<'a> Saver<'a> {
    /// The time until a save that failed is tried again.
    pub const RETRY: Duration = Duration::from_secs(5);

    /// For a file, beside this bar.
    pub fn new(path: &'a Path, bar: &ProgressBar) -> Self {
        Self { path, bar: bar.clone(), has_failed: false }
    }

    /// Saves, and returns whether that worked.
    pub fn save<E: Display>(&mut self, save: impl FnOnce() -> Result<(), E>) -> bool {
        let (saved, path) = (save(), self.path.display());
        match &saved {
            Err(error) if !self.has_failed => self.say(format_args!(
                "{path} cannot be saved: {error}. It is tried again every {} seconds.",
                Self::RETRY.as_secs()
            )),
            Ok(()) if self.has_failed => self.say(format_args!("{path} is saved.")),
            _ => {}
        }
        self.has_failed = saved.is_err();
        saved.is_ok()
    }

    /// Saves, again and again for ten minutes, until it works or `is_stopped`.
    pub fn save_at_last<E: Display>(
        &mut self,
        mut save: impl FnMut() -> Result<(), E>,
        is_stopped: impl Fn() -> bool,
    ) -> Result<(), Failure> {
        const POLL: Duration = Duration::from_millis(100);
        const PATIENCE: Duration = Duration::from_mins(10);
        let begun = Instant::now();
        while !self.save(&mut save) && begun.elapsed() < PATIENCE {
            let again = Instant::now() + Self::RETRY;
            while Instant::now() < again {
                if is_stopped() {
                    let path = self.path.display();
                    return Err(Failure::Interrupted(format!("stopped before {path} was saved")));
                }
                thread::sleep(POLL);
            }
        }
        if self.has_failed { save().map_err(Failure::run) } else { Ok(()) }
    }

    fn say(&self, text: impl Display) {
        self.bar.suspend(|| anstream::eprintln!("{text}"));
    }
}
