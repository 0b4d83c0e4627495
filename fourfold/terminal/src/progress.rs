//! Progress bars and interruption of long work.

use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use engine::StopFlag;
use indicatif::{ProgressBar, ProgressStyle};
use solve::tablebase::{BuildOptions, Progress};

use kit::Failure;

static ON_INTERRUPT: Mutex<Option<Box<dyn FnMut() + Send>>> = Mutex::new(None);

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

/// Flags that Ctrl-C or a termination request raises, one at a time. `notice` is shown with the first
/// one; when all are raised, the next request ends the program.
pub fn interrupt_flags<const N: usize>(
    bar: &ProgressBar,
    notice: &'static str,
) -> Result<[StopFlag; N], Failure> {
    let flags: [StopFlag; N] = std::array::from_fn(|_| StopFlag::new());
    let (handled, bar) = (flags.clone(), bar.downgrade());
    on_interrupt(move || {
        let bar = bar.upgrade().unwrap_or_else(ProgressBar::hidden);
        let Some(next) = handled.iter().position(|flag| !flag.is_raised()) else {
            bar.finish_and_clear();
            std::process::exit(Failure::INTERRUPTED.into());
        };
        handled[next].raise();
        if next == 0 && !notice.is_empty() {
            bar.println(notice);
        }
    })?;
    Ok(flags)
}

/// Lets Ctrl-C or a termination request end a program that has no results yet. `notice` tells its progress.
pub fn end_on_interrupt(
    bar: &ProgressBar,
    notice: impl Fn(&ProgressBar) -> String + Send + 'static,
) -> Result<(), Failure> {
    let bar = bar.downgrade();
    on_interrupt(move || {
        let bar = bar.upgrade().unwrap_or_else(ProgressBar::hidden);
        bar.finish_and_clear();
        anstream::eprintln!("{}", notice(&bar));
        std::process::exit(Failure::INTERRUPTED.into());
    })
}

/// A bar on standard error, if that is a terminal, with a template of indicatif. It is cleared when it is dropped.
pub fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    style.into_iter().fold(ProgressBar::new(0), ProgressBar::with_style)
}

/// Does long work on classes with a progress bar; Ctrl-C stops it.
pub fn watched<R>(
    names: &[String],
    options: &BuildOptions<'_>,
    work: impl FnOnce(&BuildOptions<'_>, &ProgressBar) -> Result<R, Failure>,
) -> Result<R, Failure> {
    const FULL: u64 = 1_000;
    let bar = self::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = interrupt_flags(&bar, "")?;
    let report = |Progress { class, done, .. }: Progress| {
        let place = (done * FULL as f64) as u64;
        if place != bar.position() {
            bar.set_message(names.get(class).cloned().unwrap_or_default());
            bar.set_position(place);
        }
    };
    work(&options.clone().stop(stop).progress(&report), &bar)
}

/// The delay before the first status is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows a status as the message of a bar.
pub fn show(bar: &ProgressBar, text: impl FnOnce() -> String) {
    if bar.elapsed() >= PATIENCE && !bar.is_hidden() {
        bar.set_message(text());
        bar.tick();
    }
}

/// Shows a status with the time that has passed since.
pub fn wait(bar: &ProgressBar, text: String) {
    if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(text);
    bar.enable_steady_tick(PATIENCE);
}
