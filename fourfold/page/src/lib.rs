//! A board in the browser, for any game that implements the engine's traits.
//!
//! [`Board`] serves one page to this machine, on which its games can be played, analysed, studied and
//! set up. A game needs [`Start`](engine::Start), [`Draw`](engine::svg::Draw) and
//! [`Keyed`](engine::Keyed), [`Explain`](engine::svg::Explain) and [`Observe`](engine::observe::Observe), which
//! have defaults for all of it, and one line:
//!
//! ```no_run
//! # use connect_four::{OpenLines, Position};
//! use page::{Board, Kit};
//!
//! let server = Board::new()
//!     .game(Kit::of::<Position>("connect-four", OpenLines))
//!     .listen(8080)?;
//! println!("The board is at {}", server.link());
//! server.run_until(std::future::pending())?;
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! The page keeps the game; the server answers what the rules say about it, draws it and searches.
//! So nothing is stored here, and a link to the page is a link to the position.
//!
//! # Limits
//!
//! Requests from other sites are refused. Requests from other machines need the secret word of [the
//! link](Server::link). A refused request holds nothing: its connection is closed. An admitted one holds what this
//! table says at most; `503` is the answer to what is beyond, and the page asks again. What belongs to one address is
//! always less than there is.
//!
//! | what is held | at a time | of one address | each for |
//! |---|---|---|---|
//! | connections; the one makes room that has asked nothing for the longest time, first those not admitted within a second | 256 | 192 | |
//! | a head of a request on its way, 128 KiB | a connection each | | 10 s |
//! | a record on its way, 256 KiB | 8 | 6 | 10 s |
//! | work without a search, 4 at a time | 64 | 56 | as long as the rules need |
//! | moves of programs, judgements and puzzles, 2 at a time | 24 | 18 | 2 min |
//! | analyses and reviews, with their streams of events, 2 at a time | 96 | 64 | 2 min once it runs; a review 600 positions |
//!
//! Memory: what is on its way here takes 34 MiB at most, and 1,024 events wait for a reader; each analysis, review,
//! judgement or puzzle that runs has a table of 32 MiB, each player up to 256 MiB. Work that was
//! asked for stops when its page is closed.

#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]
#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the page itself is written elsewhere")
)]

#[cfg(not(target_family = "wasm"))]
pub mod report;

mod answer;
mod ask;
mod board;
#[cfg(not(target_family = "wasm"))]
mod page;
#[cfg(not(target_family = "wasm"))]
mod serve;
mod think;
#[cfg(target_family = "wasm")]
mod web;

pub use ask::{Refusal, Reports};
pub use board::{Board, options_json};
pub use kit::Kit;
#[cfg(not(target_family = "wasm"))]
pub use {page::ExportError, serve::Server};
