//! The instructions to use: chosen at run time.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use crate::avx2::Avx2;
use crate::kernel::{Portable, Task};

/// The instructions that a survey is computed with: those [found](Self::detect) at run time, or
/// [those](Self::PORTABLE) to compare them with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Instructions {
    /// Those that every processor has.
    pub const PORTABLE: Self = Self(Set::Portable);

    /// The best ones that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Self(Set::Avx2(avx2));
        }
        Self::PORTABLE
    }

    pub(crate) fn run(self, task: impl Task) {
        match self.0 {
            Set::Portable => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(avx2) => avx2.run(task),
        }
    }
}

/// `portable` or `AVX2`.
impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "AVX2",
        })
    }
}
