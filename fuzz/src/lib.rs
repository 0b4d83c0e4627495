//! Fuzz targets: what must hold whatever the input.
//!
//! Each [`Target`] is a function of bytes that panics where something is wrong. `cargo run` in
//! this folder runs them on stable Rust, on the inputs in `corpus` and on random ones from a fixed
//! seed; `fuzz_targets` runs them under libFuzzer.

/// The tutorial game, which is part of no library that is light.
#[path = "../../examples/connect-four/src/lib.rs"]
pub mod connect_four;
mod files;
/// Graphs, and the law of what is proven.
#[path = "../../engine/tests/fixtures"]
#[expect(dead_code, reason = "the tests of the engine use the rest")]
mod fixtures {
    pub(crate) mod best_play;
    pub(crate) mod oracle;
    pub(crate) mod place;
    pub(crate) mod told;
}
mod input;
mod lawless;
mod program;
mod proven;
mod rules;
mod searches;

use connect_four::OpenLines;

/// What can be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// Panics if the input shows a fault.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target::new("collapsi-play", rules::play::<collapsi::Position>),
    Target::new("collapsi-text", rules::text::<collapsi::Position>),
    Target::new("collapsi-record", rules::record::<collapsi::Position>),
    Target::new("collapsi-search", searches::choose::<collapsi::Position, collapsi::Exact>),
    Target::new("checkers-play", rules::play::<collateral_checkers::Position>),
    Target::new("checkers-text", rules::text::<collateral_checkers::Position>),
    Target::new("checkers-record", rules::record::<collateral_checkers::Position>),
    Target::new(
        "checkers-search",
        searches::choose::<collateral_checkers::Position, collateral_checkers::Evaluation>,
    ),
    Target::new("compass-play", rules::play::<compass::Position>),
    Target::new("compass-text", rules::text::<compass::Position>),
    Target::new("compass-record", rules::record::<compass::Position>),
    Target::new("compass-search", searches::choose::<compass::Position, compass::Evaluation>),
    Target::new("mountains-play", rules::play::<rolling_mountains::Position>),
    Target::new("mountains-text", rules::text::<rolling_mountains::Position>),
    Target::new("mountains-record", rules::record::<rolling_mountains::Position>),
    Target::new(
        "mountains-search",
        searches::choose::<rolling_mountains::Position, rolling_mountains::Evaluation>,
    ),
    Target::new("connect-four-play", rules::play::<connect_four::Position>),
    Target::new("connect-four-text", rules::text::<connect_four::Position>),
    Target::new("connect-four-record", rules::record::<connect_four::Position>),
    Target::new("connect-four-search", searches::choose::<connect_four::Position, OpenLines>),
    Target::new("lawless-search", lawless::search),
    Target::new("proven-lines", proven::lines),
    Target::new("lawless-tablebase", lawless::tablebase),
    Target::new("tablebase-file", files::tablebase),
    Target::new("survey-file", files::survey),
    Target::new("matches-file", program::matches_file),
    Target::new("ugi", program::ugi),
];

impl Target {
    const fn new(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, run }
    }

    /// The target of this name.
    ///
    /// # Errors
    ///
    /// There is none; says which there are.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        TARGETS.iter().find(|target| target.name == name).ok_or_else(|| {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            format!("no target is called {name:?}: expected one of {}", names.join(", "))
        })
    }
}
