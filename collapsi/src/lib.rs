//! The board game Collapsi: rules, notation, symmetries, and exact answers.
//!
//! # In Rust
//!
//! ```
//! use collapsi::{Game, Position, Rules, Start, solve};
//!
//! let mut position = Position::start(&Rules::default(), 5); // the deal of seed 5
//! assert_eq!(position.to_string(), "3AJrA/JbA24/3322/A243 r");
//! let moves: Vec<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
//! assert_eq!(moves.join(" "), "a1 a2 a4 b1 b2 b3 b4 c1 c2 c3 d1 d2 d3 d4");
//! position.play("a1".parse()?)?;
//! let solution = solve(&position);
//! assert_eq!(solution.verdict.to_string(), "blue wins in 11 plies");
//! println!("{position}: best is {}", solution.moves);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Position`] is a position: from [`Start::start`], a [`Deal`], text, or a [`Setup`]. It
//!   implements the traits of the [`engine`], so searches, `perft` and random play work.
//! * [`Solver`] finds the winner, the length of the game and the optimal moves, in well under a
//!   millisecond. [`Exact`] makes it an evaluator for the engine's searches; [`Evaluation`] only counts
//!   moves. [`count_games`] counts the games.
//! * The crate [`collapsi-survey`](https://docs.rs/collapsi-survey) finds winner and length of every deal there is, in
//!   seconds, and keeps them in a file.
//! * [`Symmetry`] is any of the 384 symmetries of the torus, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position among those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 16 bytes and owns no memory; a move takes 1. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. Listing the
//! moves allocates nothing but the list. A [`Solver`] owns the memory it works in: keep one for each thread.
//! It answers in well under a millisecond and cannot be stopped.
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
//!
//! # How to play
//!
//! [Collapsi](https://boardgamegeek.com/filepage/301918/collapsi-official-rules) (Mark S. Ball,
//! 2025) is a game for two on a board of 4x4 cards, dealt at random: two jokers, four aces, four
//! twos, four threes, two fours. Opposite edges are connected, as on a torus. Each player has a pawn;
//! both start on the jokers.
//!
//! On your turn you walk as many steps as the card shows on which your pawn stands (one for an ace,
//! one to four for a joker), in any of the four directions, turning as you like, entering no space twice.
//! Then you turn the card you left face down: no pawn walks over it any more. You may pass the other pawn
//! but not stop on it. The player who cannot move loses.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! # Rulings
//!
//! The published rules leave little open; this is how the crate reads them.
//!
//! 1. The board is a torus. A move is a walk of exactly as many orthogonal steps as the card shows
//!    on which the pawn starts (an ace is 1). It enters no space twice, the starting space included,
//!    and no collapsed card: [`Position::moves`].
//! 2. A walk may pass through the opponent's pawn but not end on it.
//! 3. A joker allows one to four steps ([`Rules::V1_1`], the default) or exactly one
//!    ([`Rules::V1_3`], the designer's later rules). [`Rules::joker`] can be any other set of steps too, to
//!    study what is fair.
//! 4. A move is named by the square it ends on; different walks to one square are one [`Move`].
//! 5. After the move the card that the pawn left is collapsed for good.
//! 6. The player to move who has no legal move loses: [`Position::outcome`]. There are no draws. If
//!    neither player can move, the player to move loses.
//! 7. A [`Deal`] is 2 jokers, 4 aces, 4 twos, 4 threes and 2 fours. Red starts on the first joker in
//!    reading order and moves first, blue starts on the second.
//! 8. The *length* of a position is the number of plies with best play: the winner wins as soon as
//!    possible, the loser delays as long as possible. A move is *optimal* if it keeps both winner and
//!    length: [`Solution`]. A finished position has length 0 and is one complete game. The
//!    [score](Verdict::score) (Young 2025) is the number of cards face up in the end, those under the pawns
//!    included; it is negative if blue wins.
//!
//! # Notation
//!
//! A position is its ranks from the top, separated by `/`, then the side to move. Each rank has four
//! cards `J A 2 3 4`, or `.` for a collapsed one, with `r` or `b` behind the card where that pawn
//! stands: `A223/4A2./3Ar23/.3Ab4 r`. It may hold any cards, so that studies can be set up. Without
//! pawns and side the text is a bare deal of exactly the 16 cards. A move is its square, `c2`.
//!
//! The text of a position leaves out the rules. [`Notation::parse`] takes
//! them as an argument; `{:#}` appends them where they are not the default, `... r rules=v1_3`, and
//! `FromStr` reads both forms.
//!
//! # Answers
//!
//! All 47,297,250 deals are solved. The [page of answers] has more, with the commands that print it.
//!
//! | with best play | by [`V1_1`](Rules::V1_1) | by [`V1_3`](Rules::V1_3) |
//! |---|---|---|
//! | deals that red wins, who begins | 37.5 % | 77.7 % |
//! | by other jokers | fairest is one that moves 1 or 4 steps: red wins 54.8 % | |
//! | plies of a game | 7 to 14, mostly 12 | 7 to 14, mostly 11 |
//! | complete games of a deal, on average | 970,302 | 104,469 |
//! | moves to choose from, on average | 4.8 | 3.2 |
//!
//! [page of answers]: https://docs.rs/crate/collapsi/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! M. S. Ball, *Collapsi* 1.1.0 (rules); M. Young, *Collapsi is strongly solved*, 2025 (results,
//! which the tests reproduce).

mod card;
mod deal;
mod evaluate;
mod game;
mod legal;
mod notation;
mod position;
mod rules;
mod setup;
mod solver;
mod square;
mod steps;
mod svg;
mod symmetry;
mod walk;

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use card::Card;
pub use deal::{Deal, DealError};
pub use evaluate::Evaluation;
pub use legal::IllegalMove;
pub use position::Position;
pub use rules::{Player, Rules};
pub use setup::{PositionError, Setup};
pub use solver::{Exact, Solution, Solver, Verdict, count_games, solve};
pub use square::{Move, Square, SquareSet, Squares};
pub use steps::Steps;
pub use symmetry::Symmetry;
pub use walk::Walks;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
