//! One trait for small abstract board games, and the tools that every game gets from it: a search that
//! solves and plays, move counts, random play, records, pictures, and a check of its own laws. Proofs and tablebases are
//! in the package `fourfold-solve`; matches, ratings and studies in `fourfold-arena`.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use engine::{Limits, NoEvaluation, Score, Search, perft};
//!
//! // A game: heaps of stones, and whoever takes the last one wins.
//! let nim = Nim::new([1, 2, 4]);
//! let mut search = Search::new(NoEvaluation);
//! let analysis = search.run(&nim, &Limits::new())?;
//! assert_eq!((analysis.score, analysis.proven), (Score::win_in(7), true));
//! assert_eq!(analysis.best(), Some(Take { heap: 2, stones: 1 }));
//! assert_eq!(perft(&nim, 2), 35);
//! # Ok::<_, engine::SearchError>(())
//! ```
//!
//! A game is one type, nine short items, and a key in one line: [Add your own game](guide) begins with tic-tac-toe in thirty
//! lines, and goes through a real game step by step. [Which solver
//! when](https://docs.rs/fourfold-solve/latest/solve/solvers/index.html) shows which solver answers which question; the [glossary] explains the words, and [evidence] has the
//! figures.
//!
//! # What is here
//!
//! Each row names all that it needs beside [`Game`], the rules:
//!
//! | you have | you get |
//! |---|---|
//! | nothing more | [`perft`], [`divide`](game::divide), [`playout`], and with the package `fourfold-arena` matches and studies between any [`Bot`]s |
//! | `Eq`, `Hash`, `Debug` | [`Conformance::rules`]; with the package [`fourfold-solve`] proofs for any number of players, which can be checked |
//! | [`Keyed`]: a 64-bit key | [`Search`] and [`MaxN`](search::MaxN) for any number of players |
//! | [`Keyed`] and an [`Evaluator`] | a [`Search`] that plays well before it sees the end |
//! | [`Keyed`] and `Eq` | [`Mcts`](search::Mcts), playing any game without an evaluation |
//! | [`Notation`]: text | [`record`]s of games |
//! | [`Start`]: a beginning, rule options | programs that work with any game |
//! | [`Draw`](svg::Draw) | [pictures](svg); with [`Explain`](svg::Explain) what to tell people, with [`Observe`](observe::Observe) numbers for programs that learn |
//! | all of these | with the package `fourfold-kit` any game behind one object, with `fourfold-page` a page in the browser and a report |
//! | [`Symmetric`](game::Symmetric) | canonical forms |
//! | numbered positions | with [`fourfold-solve`] a tablebase: the exact score of each of them |
//!
//! Each folder is a module, and uses only those above it:
//!
//! | module | what it is |
//! |---|---|
//! | [`game`] | the rules of a game: traits, outcomes, options, keys, move counts |
//! | [`board`](mod@board) | for writing games: squares and sets of them, boards as text |
//! | [`search`] | the best move: alpha-beta, max^n, Monte Carlo, bots |
//! | [`record`] | games as text |
//! | [`svg`] | positions as pictures, and what to tell beside them |
//! | [`observe`](mod@observe) | positions and moves as numbers, for programs that learn |
//! | [`conformance`] | whether a game keeps the laws |
//!
//! [`fourfold-solve`]: https://docs.rs/fourfold-solve
//!
//! # Which games
//!
//! Deterministic games with perfect information for any number of players, who may move several
//! plies in a row. Outcomes name the winner, or give the points of every player. Rule options are part of
//! the position. The engine knows no game; each lives in a crate of its own.
//!
//! # Features
//!
//! `serde`, off by default: squares, and in the game crates positions, moves and rules, serialise as
//! their text; outcomes and analyses as their fields.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without it, links from other crates are dead where this one has not been documented yet.
#![doc(html_root_url = "https://docs.rs/fourfold-engine/0.1.0")]

pub mod board;
pub mod conformance;
pub mod game;
pub mod observe;
pub mod record;
pub mod search;
pub mod svg;

/// For the macros.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

#[doc = include_str!("guide.md")]
pub mod guide {}

#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("evidence.md")]
pub mod evidence {}

pub use conformance::Conformance;
pub use game::{
    Game, Keyed, NotLegal, Notation, Options, Outcome, ParseError, Points, Start, StopFlag, Wdl,
    Written, key, perft, playout,
};
pub use rand;
pub use search::{
    Analysis, Bot, Evaluator, Limits, NoEvaluation, Score, ScoreKind, Search, SearchError,
};

/// Tests the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
