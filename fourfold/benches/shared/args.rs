//! How much to measure.

use clap::{Args, Parser};

/// Arguments of every benchmark: how much it measures.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Extent {
    /// Only check that everything runs and that all results agree, in seconds; no figure means
    /// anything.
    #[arg(long)]
    quick: bool,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Extent {
    /// One of two values.
    pub(crate) fn of<T>(self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }
}

/// The arguments; those of `cargo test`, which are for tests, count as `--quick`.
pub(crate) fn parse<A: Parser>() -> A {
    let is_test = !std::env::args().any(|arg| arg == "--bench" || arg == "--help");
    if is_test { A::parse_from(["", "--quick"]) } else { A::parse() }
}
