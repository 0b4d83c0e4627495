//! Twenty classic games for [`engine`], a short file each, to copy from and to try solvers on.
//!
//! ```
//! use classics::hex::Hex;
//! use engine::{Game, Limits, NoEvaluation, Search};
//!
//! // Who begins wins Hex, as a draw is impossible and a stone more does no harm.
//! let hex = Hex::new(3);
//! let analysis = Search::new(NoEvaluation).run(&hex, &Limits::new())?;
//! assert!(analysis.proven && analysis.score.is_win());
//! assert_eq!(analysis.best().map(|cell| hex.after(cell).to_string()), Some("3/1r1/3".into()));
//! # Ok::<_, engine::SearchError>(())
//! ```
//!
//! | what is hard | games |
//! |---|---|
//! | passes | [`reversi`] |
//! | the same player again | [`kalah`], [`dots_and_boxes`], jumps in [`checkers`] |
//! | positions that come again | [`mu_torere`], [`pong_hau_ki`], [`dodgem`], [`morris`], [`checkers`] |
//! | points | [`reversi`], [`kalah`], [`dots_and_boxes`] |
//! | misère play | [`nim`], [`wythoff`] |
//! | nim values | these and [`kayles`], [`chomp`], [`cram`] |
//! | three players | [`race`] |
//! | lines, connection, captures, blocking | [`in_a_row`], [`connect`], [`hex`], [`breakthrough`], [`fox_and_hounds`], [`domineering`] |
//!
//! [`catalogue`] lists them with what is known of each, [`solvers`] is any of them as one object with every solver that
//! applies. Games on squares share [`board`], sizes are options by [`rules`].

#![forbid(unsafe_code)]

pub mod any;
pub mod board;
pub mod breakthrough;
pub mod catalogue;
pub mod checkers;
pub mod chomp;
pub mod connect;
pub mod cram;
pub mod dodgem;
pub mod domineering;
pub mod dots_and_boxes;
pub mod fox_and_hounds;
pub mod hex;
pub mod in_a_row;
pub mod kalah;
pub mod kayles;
pub mod morris;
pub mod mu_torere;
pub mod nim;
pub mod nim_values;
pub mod pong_hau_ki;
pub mod race;
pub mod reversi;
pub mod rules;
pub mod solvers;
pub mod wythoff;
