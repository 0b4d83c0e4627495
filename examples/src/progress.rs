//! What is shown while something takes long, and how it is interrupted.

use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use engine::StopFlag;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// What an interruption does now.
static ON_INTERRUPT: Mutex<Option<Box<dyn FnMut() + Send>>> = Mutex::new(None);

/// Has an interruption do this, instead of what it did before.
fn on_interrupt(act: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    static HANDLER: Once = Once::new();
    let current = || ON_INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner);
    *current() = Some(Box::new(act));
    let mut installed = Ok(());
    HANDLER.call_once(|| {
        installed = ctrlc::set_handler(move || {
            if let Some(act) = current().as_mut() {
                act();
            }
        });
    });
    installed.map_err(Failure::run)
}

/// Has each Ctrl-C, and each request to terminate, raise the next of `N` flags instead of ending the
/// program. When the first is raised `notice` is shown; when all are, the program ends.
pub(crate) fn interrupt_flags<const N: usize>(
    bar: &ProgressBar,
    notice: &'static str,
) -> Result<[StopFlag; N], Failure> {
    let flags: [StopFlag; N] = std::array::from_fn(|_| StopFlag::new());
    let (handled, bar) = (flags.clone(), bar.clone());
    let raise_next = move || {
        let Some(next) = handled.iter().position(|flag| !flag.is_raised()) else {
            bar.finish_and_clear();
            std::process::exit(Failure::INTERRUPTED.into());
        };
        handled[next].raise();
        if next == 0 && !notice.is_empty() {
            bar.println(notice);
        }
    };
    on_interrupt(raise_next)?;
    Ok(flags)
}

/// Has Ctrl-C, or a request to terminate, end a program that has nothing to show yet. `notice` says how
/// far it was.
pub(crate) fn end_on_interrupt(
    bar: &ProgressBar,
    notice: impl Fn(&ProgressBar) -> String + Send + 'static,
) -> Result<(), Failure> {
    let bar = bar.clone();
    let end = move || {
        bar.finish_and_clear();
        anstream::eprintln!("{}", notice(&bar));
        std::process::exit(Failure::INTERRUPTED.into());
    };
    on_interrupt(end)
}

/// A bar on standard error, if that is a terminal. `template` is in the language of indicatif.
pub(crate) fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A text on standard error, if that is a terminal: what a search has found so far.
pub(crate) struct Status {
    bar: ProgressBar,
    started: Instant,
}

impl Status {
    /// How long the user waits before there is something to see.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// A text that is empty at first.
    pub(crate) fn new() -> Self {
        Self { bar: bar("{msg}"), started: Instant::now() }
    }

    /// The bar behind it.
    pub(crate) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Shows a text in the place of the one before.
    pub(crate) fn show(&self, text: impl FnOnce() -> String) {
        if self.started.elapsed() >= Self::PATIENCE && !self.bar.is_hidden() {
            self.bar.set_message(text());
            self.bar.tick();
        }
    }
}

impl Status {
    /// Shows a text, and for how long, while nothing is reported.
    pub(crate) fn wait(&self, text: String) {
        if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(text);
        self.bar.enable_steady_tick(Self::PATIENCE);
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
