//! The board game Collateral Checkers: rules, notation, symmetries, and an evaluation.
//!
//! # In Rust
//!
//! ```
//! use collateral_checkers::{Evaluation, Game, Limits, Position, Search};
//!
//! let mut position = Position::default();
//! position.play("b2-c3".parse()?)?;
//! position.play("d5xd3xb3".parse()?)?;
//! assert_eq!(position.to_string(), "www1w/ww2w/1w3/b2bb/bbbbb b 0 0");
//! assert_eq!(position.legal_moves().len(), 7);
//! let limits = Limits::new().depth(4);
//! let analysis = Search::new(Evaluation::default()).run(&position, &limits)?;
//! println!("best is {:?}, worth {}", analysis.best(), analysis.score);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Position`] is a position: the start by [`Default`] or, with other rules, [`Start::start`]; others from text, or a [`Setup`]. It implements the traits
//!   of the [`engine`], so searches, `perft` and random play work.
//! * [`Move`] is a step or a chain of jumps. Chains multiply: there are positions with 91,771 legal
//!   moves, which lead to 4,053 positions. `legal_moves` lists all moves, `generate_distinct_moves`
//!   one for each position.
//! * [`Rules`] are the options that the rulings name.
//! * [`Evaluation`] judges positions for a [`Search`], by [`Weights`].
//! * The crate [`collateral-checkers-endings`](https://docs.rs/collateral-checkers-endings) has tables of all endings,
//!   forced wins before them, and the results of the first moves.
//! * [`Symmetry`] is any of the 16 symmetries of the game, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position among those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 32 bytes and owns no memory; a move takes 8. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. Some
//! positions have 91,771 moves, and listing them takes 2 ms;
//! [`generate_distinct_moves`](Game::generate_distinct_moves) lists those that lead to different positions in a
//! fifth of that.
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
//!
//! # How to play
//!
//! Collateral Checkers (Niko Lepka, 2024) is a game for two with nine pieces each on a 5x5 board.
//! Black moves first. On your turn one of your pieces steps to an empty neighbouring square, in any
//! of the eight directions, or it jumps over a neighbouring piece to the empty square right behind
//! and captures the piece jumped, of whichever colour. A jumping piece may go on jumping, and must
//! as long as it can capture one of the opponent's. If you can capture an opponent's piece you must
//! capture; capturing your own pieces is always allowed.
//!
//! A player with fewer than three pieces loses. A player whose piece stands on the centre at the end
//! of three of their turns in a row wins. A hundred plies without a capture are a draw.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! # Rulings
//!
//! The published rules leave some things open; this is how the crate reads them.
//!
//! 1. Black has nine pieces on ranks 1 and 2, white on ranks 5 and 4; `c2` and `c4` are empty. Black
//!    moves first: [`Start::start`].
//! 2. A *step* moves a piece to an empty neighbour in any of the eight directions. A *jump* passes
//!    over a neighbouring piece of either colour to the empty square right behind it and captures
//!    the jumped piece at once.
//! 3. A player who can jump an opponent's piece must capture. Otherwise steps are legal, and so are
//!    captures that begin by jumping an own piece: [`Position::must_capture`].
//! 4. A capture is a chain of one or more jumps by one piece. While the piece can jump an opponent's
//!    piece the chain must go on, over either colour; if it can only jump own pieces, the player may
//!    go on or stop.
//! 5. By default any chain satisfies ruling 3, one of own pieces only too. With the option
//!    [`MustTakeOpponent`](ForcedCapture::MustTakeOpponent) the chain must capture at least one opponent's piece.
//! 6. The game ends the moment a player has fewer than three pieces, in the middle of a chain too;
//!    that player loses. Capturing oneself below three is legal.
//! 7. A player whose piece stands on `c3` at the end of [`Rules::hold_turns`] (3) consecutive turns of
//!    their own wins. The count belongs to the holder of the square, whichever piece it is, and is
//!    lost when the piece is captured or a turn of the holder ends with the square not theirs. Only
//!    ends of turns count: a chain that leaves `c3` and comes back keeps the count.
//! 8. A player to move without a legal move loses. That cannot occur: nine pieces a side are too few
//!    to block any three.
//! 9. After [`Rules::quiet_limit`] (100) plies without a capture, of whichever colour, the game is drawn.
//! 10. If several endings fall together, elimination comes first, then the centre, then the draw. The
//!     ply that ends the game still updates side and counts: [`Position::ending`].
//!
//! # Notation
//!
//! A position is its ranks from the top, separated by `/`, with pieces `b` and `w` and runs of empty
//! squares as digits; then the side to move, the number of turns in a row of its holder that have ended with `c3`
//! held, and the number of plies since the last capture: `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0`. A step is written
//! `b2-c3`, a capture with all squares that the piece visits, `b4xd2xb2`. No chain has more than
//! [`Move::MAX_JUMPS`], so longer texts are refused like impossible jumps.
//!
//! The text of a position leaves out the rules. [`Notation::parse`] takes
//! them as an argument; `{:#}` appends those that are not the default, `... b 0 0 hold_turns=2`, and
//! `FromStr` reads both forms.
//!
//! # Answers
//!
//! Collateral Checkers is weakly solved. The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins from the start? | nobody: it is a draw, by a [certificate] that a checker of 300 lines accepts |
//! | Which first moves draw? | `b2-a3`, `b2-b3`, `b2-c2` and `b2-c3`; the other nine lose |
//! | By other rules? | black wins if one turn on the centre is enough, or two with [`AnyCapture`](ForcedCapture::AnyCapture); else the same |
//! | How long can an ending of eight pieces take? | 47 plies |
//!
//! [page of answers]: https://docs.rs/crate/collateral-checkers/latest/source/docs/answers.md
//! [certificate]: https://docs.rs/crate/collateral-checkers/latest/source/certificate/README.md
//!
//! # Strength
//!
//! With 100 ms a move the search, judging by [`Evaluation`], won 100 of 100 games against uniform
//! random play and 99 of 100 against the greedy player (one ply, the same evaluation). `cargo run --release -- arena collateral-checkers search random --even 100`, or
//! `greedy` for `random`, plays them: two games from each of 50 openings of two random plies, one with
//! either colour. Openings that a search finds to be worth a piece or more to either side are skipped;
//! many random openings lose by force. With `--openings 0` all games begin at the start.
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! N. Lepka, *Collateral Checkers* 1.0.0 (rules).

#![forbid(unsafe_code)]

mod chain;
mod evaluate;
mod game;
mod geometry;
mod leaps;
mod legal;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;
mod square;
mod svg;
mod symmetry;

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use evaluate::{Evaluation, Weights};
pub use legal::IllegalMove;
pub use moves::{Move, MoveError};
pub use position::{Ending, Position};
pub use rules::{ForcedCapture, Player, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Square, SquareSet, Squares};
pub use symmetry::Symmetry;

/// What the crate `collateral-checkers-endings` needs besides; it may change at any time.
#[doc(hidden)]
pub mod inside {
    pub use crate::chain::{Chain, Collect, fewer_than_three};
    pub use crate::geometry::{Direction, count_steps, jumpers, neighbours};
    pub use crate::leaps::{Leap, Leaps};
}

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
