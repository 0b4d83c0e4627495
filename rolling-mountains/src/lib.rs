//! The board game Rolling Mountains for two to four players, on boards from 3x3 to 11x11: rules,
//! notation, symmetries, and an evaluation.
//!
//! # In Rust
//!
//! ```
//! use rolling_mountains::{Game, Notation, Position};
//!
//! let mut position = Position::default();
//! // Red enters and places a tile; yellow enters and builds a wall; red rolls over the tile.
//! position.play_text("L:n t:a2 R:s w:d4e L:nnen")?;
//! assert_eq!(
//!     position.to_string(),
//!     "8/8/8/8/8/1t6/8/8 d4e b4,-/-,a8 38 3,3 -,- 0 2 m"
//! );
//! assert_eq!(position.legal_moves().len(), 231);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Position`] is a position: the start by [`Default`] or, with other rules, [`Start::start`]; others from text, or a [`Setup`]. It implements the traits
//!   of the [`engine`], so searches, `perft` and random play work. A ply is one step or one action,
//!   so a turn is several plies by the same player.
//! * [`Rules`] are the options that the rulings name.
//! * [`Evaluation`] judges positions for searches, by [`Weights`].
//! * [`Symmetry`] is either of the two symmetries of the game for two players, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position of those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 128 bytes and owns no memory; a move takes 3. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. A ply is one
//! step or one action: ask again while [`turn`](Game::turn) stays the same. A listing takes 4 µs or less in
//! 99 of 100 positions of games, and is [bounded](crate#cost).
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
//!
//! # How to play
//!
//! Rolling Mountains (A. Liaw, 2017) is a race: each player brings two pawns across the board and off
//! it on the far side. On your turn you move one pawn and take one action.
//!
//! A pawn steps to a neighbouring square. If a tile lies there, the pawn picks it up and goes on,
//! until it steps onto an unoccupied square; then it walks on and drops its tiles one by one, and
//! comes to rest a step beyond the last. So it rolls the farther the more tiles it meets. Walls,
//! mountains and other pawns are in the way.
//!
//! The action places a tile, a wall or a mountain, or removes a wall. Mountains may not cut a
//! pawn off from its exits. The first player with both pawns out wins.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! # Rulings
//!
//! The published rules (version 1.07) leave gaps; this is how the crate reads them.
//!
//! 1. Options: the board, `width` x `height`, each from 3 to 11, 8x8 by default; `tiles`, 0 to 60,
//!    40 by default, the supply of which walls are made too; `mountains` for each player, 0 to 20, by
//!    default 3 with two players and 2 with more.
//! 2. Players sit clockwise in turn order: two south and north, three south, west and north, four
//!    south, west, north and east. A player sees the board from their own side ([`Side`]).
//! 3. Pawns `L` and `R` wait behind their owner's near left and near right corner squares, where they
//!    block no one. The first step of each is onto its corner square.
//! 4. The far corner squares are a player's exits; a pawn exits from one over the far edge. With two
//!    players `L` exits only from the far right one and `R` only from the far left, with more either
//!    from either, but not both from the same.
//! 5. A turn is one movement of one pawn and one action. A movement is played step by step:
//!    * No step crosses a wall or enters a mountain or a pawn.
//!    * A pawn that steps onto a tile takes it along and must step again. The first unoccupied square ends
//!      the collecting.
//!    * With no tile the movement is complete. With k tiles k + 1 *drop steps* follow, all onto unoccupied
//!      squares: the first with all tiles, each other one after leaving a tile where the pawn stands.
//!    * On one of its exit corners a pawn can exit with any step, which completes the movement. After a
//!      drop step it leaves one tile on the corner first. Others that it still has are out of the game.
//!    * A step is legal only if the movement can still be completed after it.
//! 6. The action is one of these:
//!    * A tile from the supply, after the movement, onto an unoccupied square.
//!    * A wall from the supply, at any time, onto an edge between two squares: not between two that both hold
//!      a tile or a pawn, unless both hold pawns, and not where a player removed one in their last completed
//!      turn.
//!      The outer edge of the board never has a wall. That is all that "You cannot place a wall directly in
//!      front of an exit" asks: the other edges of a corner square are like any other edge.
//!    * The removal of any wall, after the movement, back into the supply.
//!    * A mountain, at any time, onto a square without pawn and mountain that is no corner. A tile there is
//!      buried. Every pawn not yet out must remain connected, around mountains, with every exit that it may
//!      still use.
//!
//!    Option `placing`: with `any_time`, the default, walls and mountains are placed between the steps of a
//!    movement too, as published; with `outside_movement` only before the first step and after the last.
//!
//!    Before the movement an action must leave a movement possible, and within it a way to complete it. Within
//!    it everything is as it lies on the board at that moment: tiles that the pawn has with it are on no
//!    square, and it stands where it stands like any pawn.
//! 7. If no movement is possible the turn is the action alone, of any kind. If no action is, the only
//!    ply is `pass`.
//! 8. A player who has both pawns out has won at once.
//! 9. Option `turn_limit`, 1 to 1,000,000 or none, 500 by default: after that many turns of all players
//!    together the game is drawn, unless the last of them wins. It is drawn too at the start of a turn
//!    if every player, were it their turn, would have nothing but `pass`.
//! 10. A position must agree in its fields; [`PositionError`] lists how it can fail to. Tiles that
//!     the pawn in motion has with it count among the 60 at most. Both pawns of a player can be out
//!     only when the turn before this one was theirs and nothing has happened since. A position
//!     in which a movement is due or under way that cannot be completed is refused: no play leads
//!     there, and a running game has a move. Without a turn limit
//!     a game of 4,294,967,295 turns, the most that a position can count, is drawn.
//! 11. The search for ways to complete movements gives up after 100,000 steps for all that it is asked while
//!     the moves of a position are listed ([`Rules::MAX_STEPS`]): first about the steps, in the order `L:n`,
//!     `L:e`, `L:s`, `L:w`, `R:n` and so on, then about walls and mountains. A
//!     step on which it gives up is illegal, and so is a wall or a mountain. If no step remains in the
//!     middle of a turn, the player passes, which ends the turn; tiles that the pawn has with it are out
//!     of the game. No game is drawn by ruling 9 because the search gives up. A setup or a text on which it
//!     does is refused, so what is legal in a position that has been read is exactly what the other rulings
//!     say.
//!
//! # Notation
//!
//! Plies: a step `L:n`, in the directions seen from south; a tile `t:c3`; a wall `w:c3e` or `w:c3n`,
//! on the east or north edge of a square; its removal `x:c3n`; a mountain `m:c3`; `pass`. In a list
//! of plies successive steps can be run together, `L:nne`; they are printed one by one.
//!
//! A position is eight fields, or nine inside a turn:
//! `8/8/8/8/8/1t6/8/8 d4e b4,-/-,a8 38 3,3 -,- 0 2 m`
//! * the ranks from the top, with `t` for a tile, `m` for a mountain and numbers for runs of squares
//!   with neither;
//! * the walls by file, rank, then `e` before `n`, or `-`;
//! * for each player in turn order the places of `L` and `R`: a square, `-` while waiting, or `*` and
//!   the corner it left from;
//! * the supply; the mountains left; for each player the edge of the wall removed in their last
//!   completed turn, or `-`; the seat to move; the turns completed;
//! * the [`Stage`]: `a` when the action is done, `m` when the movement is, or the pawn in motion with
//!   its tiles, then `c` while it collects, `f` where collecting has ended, `d` while it drops, then `a`
//!   if the action is done: `L3c`, `R2da`.
//!
//! The text of a position leaves out the rules, except for players and size of the board.
//! [`Notation::parse`] takes them as an argument; `{:#}` appends those that are not the default,
//! `... 0 2 m turn_limit=none`, and `FromStr` reads both forms.
//!
//! # Cost
//!
//! Listing the moves of a position of random games takes 0.4 µs in the median and 4 µs at most in 99 of 100
//! (8x8, two to four players). The question that can take long is whether a movement can still be
//! completed:
//!
//! * A pawn on the board can always complete a movement that it begins, by going back the way it came.
//! * While a pawn drops its tiles the question is whether there is a path of some length.
//! * A pawn that enters the board onto a tile can be stuck only if neither an exit nor two empty
//!   squares side by side can be reached over tiles. If single empty squares can, the search looks for
//!   the way on which it collects and then the one on which it drops.
//! * A wall or a mountain can prevent a movement only where it meets every way that is known to complete
//!   one. Only then the search is asked again.
//!
//! **A listing is bounded**: after [`Rules::MAX_STEPS`] steps for all its questions together (ruling 11),
//! counted without a clock, the search gives up. That takes about 0.1 s of processor time and 10 MB. Whether
//! all players must pass (ruling 9) is asked only where no wall can be removed and no tile placed, and has as
//! many steps of its own.
//!
//! Random games in which the players rather fill the board than move, on boards of all sizes, stay far
//! below the bound (`tests/bound.rs`). If besides they keep pawns waiting until some 50 tiles are on the
//! board, as the option `tiles` allows, a position can meet it.
//!
//! `cargo bench -p rolling-mountains --bench moves` measures the times, by the clock. In the games that it
//! plays at random, no listing takes a millisecond. The slowest text that is not refused takes
//! 61 ms; it was found by hill climbs of an hour.
//!
//! # Answers
//!
//! The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins without tiles, from 3x3 to 4x5, or on 3x3 with a mountain each? | nobody: neither of two players can force a win |
//! | And on 3x3 with one tile? | who begins, in 53 plies |
//! | Who is ahead on 8x8? | nobody, as far as games of weak searches show |
//! | And on 5x5 with three players? | not who begins: 23 % of the points, 16 to 32 %; but 68 % with `placing=outside_movement` |
//!
//! [page of answers]: https://docs.rs/crate/rolling-mountains/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! A. Liaw, *Rolling Mountains* 1.07 (rules).

#![forbid(unsafe_code)]

mod action;
mod completion;
mod edge;
mod evaluate;
mod facts;
mod game;
mod grid;
mod legal;
mod movement;
mod moves;
mod notation;
mod player;
mod position;
mod rules;
mod setup;
mod square;
mod stage;
mod svg;
mod symmetry;
mod track;

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

pub use edge::{Edge, EdgeSet, EdgeSide};
pub use evaluate::{Evaluation, Weights};
pub use legal::IllegalMove;
pub use moves::Move;
pub use player::{Pawn, Place, Player, Players, Side};
pub use position::Position;
pub use rules::{Placing, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Direction, Square, SquareSet, Squares};
pub use stage::{Action, Motion, Phase, Stage};
pub use symmetry::Symmetry;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
