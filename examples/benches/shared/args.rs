//! How much to measure.

use clap::Args;

/// Arguments of every benchmark: how much it measures.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Extent {
    /// Only see whether everything runs and all results agree, in a second; no figure means
    /// anything. So it is too where cargo runs benchmarks as tests.
    #[arg(long)]
    quick: bool,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// How much to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Quick,
    Full,
}

impl Extent {
    pub(crate) fn size(self) -> Size {
        if self.quick || !self.bench { Size::Quick } else { Size::Full }
    }
}

impl Size {
    /// One of two values.
    pub(crate) fn of<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}
