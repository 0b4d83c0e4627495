//! A board in the browser, for any game that implements the engine's traits.
//!
//! [`Board`] serves one page to this machine, on which its games can be played, analysed, studied and
//! set up. A game needs [`Start`](engine::Start), [`Draw`](engine::svg::Draw) and
//! [`Keyed`](engine::Keyed), and one line:
//!
//! ```no_run
//! # use connect_four::{OpenLines, Position};
//! use board::{Board, Entry};
//!
//! let server = Board::new()
//!     .game(Entry::<Position, _>::new("connect-four", OpenLines))
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
//! Two searches run at a time, for two minutes at most, with tables of 32 MiB; a search
//! stops when its page is closed. Requests from other sites are refused. Requests from other machines
//! need the secret word of [the link](Server::link). A request has up to 256 KiB and ten seconds. 256
//! connections are open at a time; those that have asked nothing make room for others.

#![forbid(unsafe_code)]
#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the page itself is written elsewhere")
)]

#[cfg(not(target_family = "wasm"))]
pub mod plot;
#[cfg(not(target_family = "wasm"))]
pub mod report;

mod answer;
mod ask;
mod board;
mod entry;
#[cfg(not(target_family = "wasm"))]
mod export;
mod intro;
#[cfg(not(target_family = "wasm"))]
mod page;
mod puzzle;
mod record;
mod refusal;
mod reports;
#[cfg(not(target_family = "wasm"))]
mod serve;
mod set_up;
mod think;
mod tree;

pub use board::Board;
pub use engine::any::Playable;
pub use entry::{Entry, options_json};
#[cfg(not(target_family = "wasm"))]
pub use export::ExportError;
pub use intro::{Lesson, Opponent, in_words};
pub use refusal::Refusal;
pub use reports::Reports;
#[cfg(not(target_family = "wasm"))]
pub use serve::Server;
