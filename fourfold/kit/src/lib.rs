//! A game as one object, for programs that learn only at run time which game is played.
//!
//! ```
//! use connect_four::{OpenLines, Position};
//! use engine::Limits;
//! use kit::{By, Catalogue, Kit};
//!
//! let kit = Kit::of::<Position>("connect-four", OpenLines).about("Four in a line win.");
//! let games = Catalogue::new().game(kit);
//! let game = games.find("connect-four")?;
//! let mut position = game.start("", 0)?;
//! position.play_text("d d c c")?;
//! let mut search = game.search(By::Best).with_lines(3);
//! let found = search.run(&position, &Limits::new().depth(6))?;
//! assert_eq!(found.score.to_string(), "win in 3");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | | what it is |
//! |---|---|
//! | [`Kit`] | a game and all that is said of it beside its rules: evaluators, levels, lessons, solvers, players |
//! | [`Catalogue`] | games by name |
//! | [`Dynamic`] | a position of no particular type, which is a [`Game`](engine::Game) itself: matches, records and studies take it; its moves are text |
//! | [`AnyGame`] | what takes long, such as searches and playouts: it works with the type of the game behind the object |
//! | [`GameTools`], [`PositionTools`] | what a program has and a page does without: proofs, tables, checks, planes for learners |
//! | [`UgiServer`] | a game as a program that speaks UGI |
//! | [`PlayerSpec`] | the description of a player, such as `level:3` |
//! | [`KitBuilder`] | a setter for each thing that is said of a game |

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bots;
#[cfg(feature = "commands")]
mod command;
mod dynamic;
mod endings;
mod error;
mod game;
mod kit;
mod laws;
mod lesson;
mod player;
mod position;
mod sealed;
mod search;
mod settings;
mod text;
#[cfg(not(target_family = "wasm"))]
mod toolbox;
#[cfg(not(target_family = "wasm"))]
mod tools;
#[cfg(target_family = "wasm")]
mod tools {
    pub use super::position::PositionTools as GameTools;
}
#[cfg(not(target_family = "wasm"))]
mod ugi;

pub use self::kit::{About, Catalogue, Kit, KitBuilder};
pub use bots::{Level, MakeBot, NearBest, OwnPlayer};
#[cfg(feature = "commands")]
pub use command::{Merge, OwnCommand, RunArgs};
pub use dynamic::{BotOf, Dynamic};
pub use endings::{Endings, Exact, Knowledge, Results, Solution};
pub use error::{AnyError, Failure};
pub use game::{AnyGame, By, Deals};
pub use lesson::{Lesson, Ruling, in_words};
pub use player::{Kind, PlayerSpec};
pub use position::{AnyMove, AnyPosition, Playable, PositionTools, Seat, Shown};
pub use search::AnySearch;
pub use settings::{Builtin, Counted, MOST_TABLE_MIB, ParsePlayerError, Settings};
pub use text::{Move, Player};
pub use tools::GameTools;
#[cfg(not(target_family = "wasm"))]
pub use ugi::{ServeError, UgiServer};
