//! One trait for small abstract board games, and what can be had from it.
pub mod key;

mod conformance;

mod evaluate;
mod game;
mod options;
mod outcome;
mod perft;
mod random;
mod score;
mod search;

pub use conformance::{Conformance, Violation};
pub use evaluate::{Blind, Evaluator};
pub use game::{Game, Keyed, Notation, PlayTextError, Start, Symmetric};
pub use options::{OptionError, OptionSpec, Options};
pub use outcome::{Outcome, Points, Standing};
pub use perft::{divide, perft};
pub use random::{Playout, SeededRng, playout, seeded};
pub use score::{Score, ScoreKind};
pub use search::{Analysis, Limits, Search, SearchError, StopFlag};
