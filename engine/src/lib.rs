//! One trait for small abstract board games, and what every game gets from it: a search that solves
//! and plays, move counts, random play, matches and statistics, endgame tablebases, and a check of
//! its own laws.
//!
//! ```
//! use engine::{NoEvaluation, Game, Keyed, Limits, Outcome, Score, Search, key};
//!
//! /// Two players take one to three matches in turn; who takes the last one wins.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Matches { left: u32, turn: char }
//!
//! #[derive(Debug, thiserror::Error)]
//! #[error("take one to three of the {0} matches")]
//! struct NotAllowed(u32);
//!
//! impl Game for Matches {
//!     type Player = char;
//!     type Move = u32;
//!     type IllegalMove = NotAllowed;
//!
//!     fn players(&self) -> &[char] { &['a', 'b'] }
//!     fn turn(&self) -> char { self.turn }
//!     fn outcome(&self) -> Option<Outcome<char>> {
//!         (self.left == 0).then(|| Outcome::Winner(other(self.turn)))
//!     }
//!     fn generate_moves(&self, moves: &mut Vec<u32>) { moves.extend(1..=self.left.min(3)); }
//!     fn check(&self, n: u32) -> Result<(), NotAllowed> {
//!         if (1..=self.left.min(3)).contains(&n) { Ok(()) } else { Err(NotAllowed(self.left)) }
//!     }
//!     fn play_unchecked(&mut self, n: u32) {
//!         self.left -= n;
//!         self.turn = other(self.turn);
//!     }
//! }
//!
//! impl Keyed for Matches {
//!     fn key(&self) -> u64 { key::key_of(self) }
//! }
//!
//! fn other(player: char) -> char { if player == 'a' { 'b' } else { 'a' } }
//!
//! let matches = Matches { left: 21, turn: 'a' };
//! let analysis = Search::new(NoEvaluation).run(&matches, &Limits::new())?;
//! assert_eq!(analysis.score, Score::win_in(11));
//! assert_eq!(analysis.best(), Some(1));
//! # Ok::<_, engine::SearchError>(())
//! ```
//!
//! The page [Add your own game](guide) goes through a real one step by step; [Which solver
//! when](solvers) says what answers which question.
//!
//! # What is here
//!
//! | you have | you get |
//! |---|---|
//! | [`Game`]: the rules | [`perft`], [`divide`], [`playout`], [`Conformance::rules`], [`arena`] and [`study`] between any [`Bot`]s |
//! | and [`Keyed`]: a 64-bit key | [`Search`] for two players, [`MaxN`] and [`Paranoid`] for any number, [`Conformance::keys`] |
//! | and `Eq` | [`Mcts`], playing any game without an evaluation |
//! | and `Eq`, `Hash` | [`ProofSearch`] for any number of players, with a [`Proof`] to check |
//! | and an [`Evaluator`] | a [`Search`] that plays well before it sees the end |
//! | and [`Notation`], [`Start`]: text, options, a beginning | programs that work with any game, [`Conformance::notation`] |
//! | and [`Symmetric`] | canonical forms, [`Conformance::symmetries`] |
//! | and a [`Family`](tablebase::Family) of numbered positions | a [`tablebase`]: the exact score of each of them |
//!
//! # What it holds for
//!
//! Deterministic games with perfect information for any number of players, who may move several
//! plies in a row. Outcomes name the winner, or give everybody's points. Rule options are part of
//! the position. The engine knows no game; each lives in a crate of its own.

pub mod arena;
pub mod key;
pub mod study;
pub mod tablebase;

mod bot;
mod conformance;
mod evaluate;
mod game;
mod interval;
mod limits;
mod mcts;
mod multiplayer;
mod options;
mod outcome;
mod perft;
mod proof;
mod random;
mod score;
mod search;
mod set;

#[doc = include_str!("guide.md")]
pub mod guide {}

#[doc = include_str!("solvers.md")]
pub mod solvers {}
#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("evidence.md")]
pub mod evidence {}

pub use bot::{Bot, GreedyBot, RandomBot};
pub use conformance::{Conformance, Violation};
pub use evaluate::{Evaluator, EvaluatorFn, NoEvaluation, StandPat};
pub use game::{Game, Keyed, Notation, PlayTextError, Start, Symmetric};
pub use interval::Interval;
pub use limits::{Clock, Limits, StopFlag};
pub use mcts::{Bounds, Mcts, MctsAnalysis, MctsMove, MctsOptions, PlayerValue};
pub use multiplayer::{MaxN, MultiplayerAnalysis, Paranoid, ValueBounds};
pub use options::{OptionError, OptionSpec, Options};
pub use outcome::{Outcome, Points, Wdl};
pub use perft::{divide, perft};
pub use proof::{Answer, Proof, ProofError, ProofFlaw, ProofSearch, ProofStats, Verdict};
pub use random::{Playout, SeededRng, playout, seeded};
pub use score::{Score, ScoreKind};
pub use search::{
    Analysis, Minimax, NoSuchTechnique, Search, SearchError, Technique, Techniques, Variation,
    minimax,
};

/// Has the code of the README compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
