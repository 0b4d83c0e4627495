//! The board game Compass: rules, notation, symmetries, jewels scored exactly, and an evaluation.
//!
//! # In Rust
//!
//! ```
//! use compass::{Game, Hand, Player, Position, Rules, Start};
//!
//! let mut position = Position::start(&Rules::default(), 7); // the deal of seed 7
//! for m in ["@c3", "@d4", "@b5", "@e2"] {
//!     position.play(m.parse()?)?;
//! }
//! let moves: Vec<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
//! println!("{} can play {}", position.turn(), moves.join(" "));
//! assert_eq!(position.hand(Player::White).points(), 0);
//!
//! let hand: Hand = "bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp".parse()?;
//! assert_eq!(hand.points(), 3);
//! println!("{}", hand.arrangement());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Position`] is a position: from [`Start::start`], text, or a [`Setup`]. It implements the traits
//!   of the [`engine`], so searches, `perft` and random play work.
//! * [`Hand`] holds the cards that a player has collected: [`Hand::points`] is the exact maximum,
//!   [`Hand::arrangement`] shows it, [`Hand::check`] judges a player's own [`Arrangement`], and
//!   [`Hand::jewels`] lists every [`Jewel`].
//! * [`Evaluation`] judges positions for a [`Search`], by [`Weights`]; [`estimate`] tells a
//!   [`ProofSearch`](solve::ProofSearch) where to look first.
//! * [`Symmetry`] is any of the 960 symmetries of the game, and
//!   [`to_canonical`](engine::game::Symmetric::to_canonical) chooses one position among those they make equal.
//!
//! # In a server
//!
//! A [`Position`] is `Copy`, `Send` and `Sync`, takes 136 bytes and owns no memory; a move takes 3. Reading
//! text and playing a move check everything, so input of strangers needs no checks of its own. Listing
//! 3,841 moves, the most that a position has, takes 2.3 µs. [`Hand::points`] keeps results in a table of 512 KiB that
//! all threads of the process share, without locks.
//! [`Search`](engine::Search#in-a-server) states what a search takes and how to stop one.
//!
//! # How to play
//!
//! Compass (The Inner Frame, 2016) is a game for two on 36 cards, dealt as a 6x6 board. Each card
//! shows five colours, one in its centre and one on each border. Both players place two checkers on
//! cards of their choice.
//!
//! On your turn one of your checkers leaves its card through a border and goes to any free card in
//! that direction whose centre has the border's colour; you collect the card left behind. If none of
//! your checkers can move you may end this phase for both players, or put a collected card back on an
//! empty square. Then both build *jewels* from what they collected: squares of four cards whose
//! touching borders match. The fewer colours a jewel shows inside, the more points it is worth.
//!
//! <div>
#![doc = include_str!("../picture.svg")]
//! </div>
//!
//! # Rulings
//!
//! The published rules leave gaps; this is how the crate fills them.
//!
//! 1. A card shows five different colours, one in its centre and one on each border. Up to rotation
//!    there are 30 such cards, each [`Kind`] twice in the pack. 36 of the 60, each in a random
//!    orientation, are dealt face up; the others are out of the game: [`Start::start`].
//! 2. White, black, white, black each place one checker on any card without a checker.
//! 3. Then white moves. A checker leaves north, east, south or west through that border, and may go
//!    to any card in that direction, at any distance, over gaps, cards and checkers alike, whose
//!    centre has the colour of the border and which has no checker on it: [`Position::reach`]. The
//!    mover collects the card left; the square becomes empty.
//! 4. A player who has no checker move must either end the phase, for both, even if the opponent
//!    could still move, or put one of their collected cards on any empty square in any orientation;
//!    that is their whole turn. Neither is allowed to a player who can move a checker.
//! 5. The phase also ends after [`ply_limit`](Rules::ply_limit) plies, placement included: 200
//!    by default. There is no repetition rule.
//! 6. When the phase ends, each player builds jewels from their cards, each card in one at most. A
//!    [`Jewel`] is a square of four cards, each turned any way, whose four pairs of touching borders
//!    match in colour. It is worth 1 point if these show four colours, 2 if three, 3 if two. A player's
//!    points are the maximum over all sets of jewels. More points win; equal points are a draw.
//! 7. A position is legal if all of this holds; whether play can reach it is not checked:
//!    [`Position::from_setup`].
//!    * Board and hands together hold 36 cards, each kind at most twice.
//!    * Checkers stand on cards, one each: 0 and 0, 1 and 0, 1 and 1, 2 and 1, or 2 and 2.
//!    * With fewer than four checkers the ply is their number and the hands are empty; with four it is
//!      at least 4.
//!    * White moves at even plies, black at odd ones.
//!
//! Three more follow from these:
//!
//! * Ending the phase is itself a ply, after four placements. So an ended position has four checkers and a
//!   ply of at least 5: white ended it if the ply is odd, black if it is even.
//! * A ply limit below 4 ends the game during placement, without points: a draw.
//! * Plies are counted up to 2³² - 1, where the phase ends whatever the limit.
//!
//! # Notation
//!
//! Colours are `r y g b p` (red, yellow, green, blue, purple). A card as it lies is its centre, then
//! its north, east, south and west border: `rygbp`. A card in hand
//! has no orientation; it is written in the rotation whose text comes first in the alphabet.
//!
//! A position is `<board> <white> <black> <white's hand> <black's hand> <side> <ply>`. The board is
//! six ranks from the top, separated by `/`, each of six cards or `-`, separated by `,`. The checkers
//! of a player are squares sorted by file, then rank, a hand is its cards sorted, both separated by
//! `,`, or `-` if there are none. The side is `w` or `b`, or `-` if a player ended the phase.
//!
//! The text of a position leaves out the rules. [`Notation::parse`] takes
//! them as an argument; `{:#}` appends them if they are not the default, `... w 12 ply_limit=none`, and
//! `FromStr` reads both forms.
//!
//! A move is `@c3` (place a checker), `c3-c5` (move one), `rygbp@d4` (put a card as it will lie) or
//! `end`. A jewel is `<top left>,<top right>/<bottom left>,<bottom right>`; an arrangement is jewels
//! in any order, each turned any way, separated by single spaces, or `-`.
//!
//! # Cost
//!
//! Measured on one core of a shared server, so treat the times as upper bounds:
//!
//! * The best arrangement of a random hand of 18 cards takes 2.1 µs (median), of 32 cards 4 µs. The
//!   slowest hands that hill climbs found take 17 µs with 18 cards, 720 µs with 20, 10 µs with 32:
//!   `cargo bench -p fourfold-compass --bench jewels`.
//! * 3,841 moves are listed in 2.3 µs. In a position with 1,537 moves the search completes depth 3 in
//!   about 100 ms, or up to twice that on a busy machine: `cargo bench -p fourfold-compass --bench moves`.
//!
//! # Answers
//!
//! The [page of answers] has more, with the commands that print it.
//!
//! | question | answer |
//! |---|---|
//! | Who wins with best play? | nobody: 973 of 1,000 deals are draws by checked proofs, and of the others none is known to be won |
//! | How long is a random game? | 31 plies; 22 % are drawn |
//! | What does the first player score in them? | 48.8 % of the points, 46.8 to 50.7 % |
//!
//! [page of answers]: https://docs.rs/crate/fourfold-compass/latest/source/docs/answers.md
//!
//! # Features
//!
//! `serde`, off by default: positions with their rules, moves and rules serialise as their text.
//!
//! # Sources
//!
//! *Compass*, on the blog The Inner Frame, 2016. The text gives "three" as the number of colours for
//! two and for three points; two is the fewest that can occur, as no card shows a colour twice.

#![forbid(unsafe_code)]

mod bot;
mod card;
mod evaluate;
mod frontier;
mod game;
mod hand;
mod jewel;
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

pub use bot::BoldBot;
pub use card::{Card, Colour, Kind};
pub use evaluate::{Evaluation, Weights, estimate};
pub use hand::{Hand, HandError};
pub use jewel::{Arrangement, ArrangementError, Edge, Jewel, JewelError};
pub use legal::IllegalMove;
pub use moves::Move;
pub use position::Position;
pub use rules::{Player, Rules};
pub use setup::{PositionError, Setup};
pub use square::{Direction, Square, SquareSet, Squares};
pub use symmetry::Symmetry;

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
