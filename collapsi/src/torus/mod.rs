//! The family of Collapsi: other boards, other mixtures of cards, three and four players.
//!
//! [`Rules`] choose a variant, a [`Position`] is played by it with the searches of the [`engine`]. With
//! the default options it is the published game, move by move; for that the crate itself has a faster
//! [`Position`](crate::Position), with a solver.
//!
//! ```
//! use collapsi::torus::{Evaluation, Position, Rules};
//! use engine::{Game, Limits, Options, Search};
//!
//! let rules = Rules::from_settings("board=3x4,rules=v1_3")?;
//! let position = Position::deal(rules, 7);
//! assert_eq!(position.to_string(), "333/AAJr/222/4JbA r");
//! let analysis = Search::new(Evaluation).run(&position, &Limits::new())?;
//! assert!(analysis.proven);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rulings
//!
//! Those of the [crate], and:
//!
//! 1. A board has 2 to 8 files and ranks, and opposite edges are joined. On a side of two squares the
//!    neighbours up and down are the same square.
//! 2. There is a joker for each player. The other cards are dealt in the proportion of the published
//!    ones, 4 aces, 4 twos, 4 threes and 2 fours, or of another mixture: [`Rules::deck`].
//! 3. Red, blue, green and yellow start on the jokers in reading order, and move in that order. A player
//!    who cannot move is out; their pawn stays, and no walk ends there. The last player who is not out
//!    wins, all others lose.
//!
//! # Limits
//!
//! The published game keeps its own [`Position`](crate::Position), so that nothing here slows it down: its
//! squares fit 16 bits, its walks come from tables of all 32,768 sets of cards, its solver packs a
//! position into 32 bits, and [`Survey`](crate::Survey) knows the 384 symmetries of the 4x4 torus. None of
//! that carries over to another size. So a variant has no survey of all deals, no symmetries, and no text
//! that is read back. A result of three or four players depends on how they play: the rules do not say
//! which opponent a player who cannot win should let win.

mod evaluate;
mod position;
mod rules;
mod square;

pub use evaluate::Evaluation;
pub use position::{Player, Position};
pub use rules::Rules;
pub use square::{ParseSquareError, Square, SquareSet, Squares};
