//! The options of a survey.

use std::fmt;
use std::num::NonZeroUsize;

use collapsi::Rules;

use crate::instructions::Instructions;

/// The options of [`Survey::run`](crate::Survey::run).
#[derive(Clone, Copy)]
#[must_use]
pub struct SurveyOptions<'a> {
    pub(crate) rules: &'a [Rules],
    pub(crate) threads: NonZeroUsize,
    pub(crate) instructions: Instructions,
    pub(crate) progress: Option<&'a (dyn Fn(f64) + Sync)>,
}

impl<'a> SurveyOptions<'a> {
    /// The published rules, as many threads as the machine has, the best instructions that it has, no reports.
    pub fn new() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let instructions = Instructions::detect();
        Self { rules: &Rules::PUBLISHED, threads, instructions, progress: None }
    }

    /// Solves the deals by these rules. They differ in the first two plies only, so more of them take
    /// little more time. Rules that are listed twice are solved once.
    pub const fn rules(self, rules: &'a [Rules]) -> Self {
        Self { rules, ..self }
    }

    /// Runs with this number of threads. The result does not depend on it.
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Runs with these instructions. The result does not depend on them.
    pub const fn instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Reports from time to time the part that is done, from 0 to 1.
    pub const fn progress(self, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }
}

impl Default for SurveyOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SurveyOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurveyOptions").field("threads", &self.threads).finish_non_exhaustive()
    }
}
