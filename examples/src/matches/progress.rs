//! What is shown while a match is played, and how it is interrupted.

use engine::StopFlag;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// Raised by Ctrl-C: first `stop`, and if it is pressed again `abort`.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    pub(super) stop: StopFlag,
    pub(super) abort: StopFlag,
}

impl Interrupt {
    /// Has Ctrl-C, and requests to terminate, raise the flags instead of ending the program.
    pub(super) fn install(bar: &ProgressBar) -> Result<Self, Failure> {
        let interrupt = Self::default();
        let (flags, bar) = (interrupt.clone(), bar.clone());
        let handler = move || {
            if flags.stop.is_raised() {
                flags.abort.raise();
            } else {
                flags.stop.raise();
                bar.println("Finishing the running games; once more breaks them off.");
            }
        };
        ctrlc::set_handler(handler).map_err(Failure::run)?;
        Ok(interrupt)
    }
}

/// A bar on standard error, if that is a terminal.
pub(super) fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = "{wide_bar} {pos}/{len} games  {elapsed} of {duration}  {msg}";
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
