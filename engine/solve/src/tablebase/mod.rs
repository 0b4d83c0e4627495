//! Endgame tablebases: the exact score of every position of a family.
//!
//! 1. A [`Family`] defines the positions and numbers them.
//! 2. A [`Tablebase`] of the family is [built](Tablebase::build), in stages that can be saved, with
//!    memory [estimated beforehand](Tablebase::plan), and [verified](Tablebase::verify).
//! 3. It answers questions ([`probe`](Tablebase::probe), [`moves`](Tablebase::moves),
//!    [`line`](Tablebase::line), [`statistics`](Tablebase::statistics)), or it serves a search: with
//!    the evaluator [`WithTablebase`] all scores that positions of the family decide are proven.
//!
//! A [`Bitbase`] holds who wins, without the distance; building one takes a hundredth of the memory.
//! [`TablebaseFile`] and [`BitbaseFile`] probe tables on disk. `ForcedWins` of the package `collateral-checkers-endings` searches
//! from larger endings to those of a bitbase.
//!
//! A small game can be a family as a whole: [`ReachablePositions`] lists the positions of any game. The table of
//! king and rook against king in chess, built by the tests, agrees with the published one; the endings of
//! Collateral Checkers with up to seven pieces, 6,483,685 ranks, are built in 148 MiB (`cargo run
//! --release -- tablebase build endings.tablebase`).

mod bitbase;
mod blocks;
mod build;
mod classes;
mod error;
mod evaluator;
mod expand;
mod file;
mod graph;
mod memory;
mod options;
mod packed;
mod pass;
mod passes;
mod plan;
mod play;
mod reachable;
mod results;
mod retrograde;
mod sample;
mod statistics;
mod table;
mod verify;

use std::fmt;
use std::ops::ControlFlow;

use engine::Score;
use engine::Wdl;
use engine::game::Game;

pub use blocks::TableFile;
pub use error::{BuildError, FileError, VerifyError};
pub use evaluator::WithTablebase;
pub use expand::{Child, NextMover};
#[doc(hidden)]
pub use memory::filled;
pub use options::{BuildOptions, Progress};
pub use packed::Stored;
pub use passes::{Found, Known, OneByOne, Passes, Wanted};
pub use plan::Plan;
pub use reachable::ReachablePositions;
pub use statistics::{Counts, Longest, Statistics};
pub use table::Table;

type Move<F> = <<F as Family>::Game as Game>::Move;

/// Numbered positions of a game, such as all endgames with few pieces: a [`Tablebase`] is built for them.
///
/// The positions form *classes*, each numbered from 0. A class is solved as a whole, after the classes before it. A
/// game whose captures cannot be taken back has a class for each material; other games have a single one.
///
/// # Laws
///
/// * A move from a position of a class leads to a position of the same class or an earlier one, or
///   ends the game.
/// * Moves that lead to other classes lead to those that [`needs`](Family::needs) lists.
/// * A position that [`unrank`](Family::unrank) returns has that rank.
/// * [`children`](Family::children) visits the positions that moves lead to, all of them and no others.
/// * Positions with the same rank have the same score: they are equal, or symmetric, or differ in
///   what [`holds`](Family::holds) decides.
///
/// [`Tablebase::build`] detects a violation of the first law, and building a class by itself one of the second.
/// [`Tablebase::verify`] detects a violation of the third law, and one of the fourth if it changes a score.
/// The other laws have to be tested.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::Score;
/// use solve::tablebase::{BuildOptions, Family, Rank, Tablebase};
///
/// /// Nim with three heaps of at most 7 stones. The player to move makes no difference.
/// struct UpTo7;
///
/// impl Family for UpTo7 {
///     type Game = Nim;
///
///     fn description(&self) -> String { "heaps of at most 7".to_owned() }
///     fn sizes(&self) -> Vec<u64> { vec![8 * 8 * 8] }
///     fn rank(&self, nim: &Nim) -> Option<Rank> {
///         let index = nim.heaps.iter().fold(0, |index, &heap| 8 * index + u64::from(heap));
///         nim.heaps.iter().all(|&heap| heap < 8).then_some(Rank { class: 0, index })
///     }
///     fn unrank(&self, Rank { index, .. }: Rank) -> Option<Nim> {
///         Some(Nim::new([index / 64, index / 8, index].map(|n| (n % 8) as u8)))
///     }
/// }
///
/// let mut table = Tablebase::new(UpTo7);
/// table.build(&BuildOptions::new())?;
/// assert_eq!(table.probe(&Nim::new([1, 2, 4])), Some(Score::win_in(7)));
/// # Ok::<_, solve::tablebase::BuildError>(())
/// ```
pub trait Family {
    /// The game, which has two players. They need not move in turn.
    type Game: Game;

    /// A description of the positions, with every rule option and size that a score depends on; at most
    /// 65,536 bytes. A file that was written for a family with another description is refused.
    fn description(&self) -> String;

    /// The number of ranks of each class, in the order in which the classes are solved; for a
    /// [`Tablebase`] less than 2³⁰ all together.
    fn sizes(&self) -> Vec<u64>;

    /// The name of a class, such as `4-3`; by default its number.
    fn class_name(&self, class: usize) -> String {
        class.to_string()
    }

    /// The classes that moves from positions of a class lead to, except the class itself; by default all before it.
    /// Machines that [share](Table::save_class) the building of a table wait for no other classes.
    fn needs(&self, class: usize) -> Vec<usize> {
        (0..class).collect()
    }

    /// The class and number of a position, or `None` if it is not in the family.
    ///
    /// Finished positions need not be in it, as their score is known anyway. A search calls this at
    /// every node, so it should be fast.
    fn rank(&self, position: &Self::Game) -> Option<Rank>;

    /// A position with this rank, or `None` if there is none.
    fn unrank(&self, rank: Rank) -> Option<Self::Game>;

    /// Calls `visit` with the position that each move of a running position leads to, in any
    /// order, until it breaks; `None` is a position that is not in the family. A position that several moves
    /// lead to may be visited several times. `moves` is a buffer.
    ///
    /// By default it plays the moves one by one. A build spends its time here, so a family that can number
    /// the positions after moves without setting them up should do so.
    fn children<B>(
        &self,
        position: &Self::Game,
        moves: &mut Vec<Move<Self>>,
        mut visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B>
    where
        Self: Sized,
    {
        moves.clear();
        position.generate_distinct_moves(moves);
        moves.iter().try_for_each(|&m| visit(Child::new(self, position, m)))
    }

    /// The number of positions with this rank, for [`Statistics`]; by default 1.
    fn weight(&self, _rank: Rank) -> u64 {
        1
    }

    /// Whether `score`, found for the position's rank, is the exact score of this very position; by default it is.
    ///
    /// This is for parts of a position that a rank leaves out. For example, if a game is drawn after some
    /// plies without a capture and ranks leave out the number of these plies, a draw holds at any number,
    /// but a win or a loss only if it comes before that limit.
    fn holds(&self, _position: &Self::Game, _score: Score) -> bool {
        true
    }

    /// How a [`Bitbase`] goes through the positions; by default one by one. Only a family of billions of
    /// positions needs another way.
    fn passes(&self) -> impl Passes<Family = Self>
    where
        Self: Sized,
    {
        OneByOne(self)
    }
}

/// The place of a position in a [`Family`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// The class, counted from 0.
    pub class: usize,
    /// The number within the class, counted from 0.
    pub index: u64,
}

/// `5 of class 2`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of class {}", self.index, self.class)
    }
}

/// The exact score of every position of a family: the winner with best play, and the number of plies.
///
/// Best play wins as soon as possible and loses as late as possible. A position from which neither
/// player can force a win is a draw, by the rules or because play need never end.
///
/// # How it is built
///
/// By retrograde analysis (Thompson, *Retrograde analysis of certain endgames*, 1986), one class after the other. The
/// moves of each position are listed twice: first to count the moves that lead to each position of the class, then to
/// store the positions that they come from. After that, distance by distance, decided positions decide their
/// predecessors: a position is won when one of its moves leads to a loss, and lost when all of them lead to wins. The
/// game need not list moves backwards. The result is the same with any number of threads.
///
/// Time is linear in the number of moves. Memory is 16 bytes for each position of the class being built and 4 for
/// each move between two of its positions (none from a position that is won at once); [`plan`](Tablebase::plan)
/// estimates it beforehand. A finished class takes one byte for each rank if no win or loss is longer than 126 plies,
/// two if none is longer than 32,766, and else four. Its [file](Table#files) is compressed.
///
/// ```no_run
/// # fn example<F: solve::tablebase::Family + Sync>(family: F) -> Result<(), Box<dyn std::error::Error>> {
/// use solve::tablebase::{BuildOptions, Tablebase};
///
/// let options = BuildOptions::new();
/// let mut table = Tablebase::new(family);
/// while table.build_next(&options)? {
///     table.save("endings.tablebase")?;
/// }
/// table.verify(&options)?;
/// # Ok(())
/// # }
/// ```
pub type Tablebase<F> = Table<F, Score>;

/// Whether each position of a family is won, drawn or lost, at two bits a position.
///
/// It is a [`Tablebase`] without distances, for families that are too large for one.
///
/// # How it is built
///
/// One class after the other, in passes. The first pass examines those moves of every position that end the
/// game or lead to earlier classes: a move to a lost position wins, and if all moves lead to won ones, the
/// position is lost. So positions whose every move leaves the class are decided at once. Later passes examine
/// the positions that are still open by the moves that stay in the class, and if these lose, by the moves
/// that leave it too, until a pass decides nothing more; positions open then are drawn. Moves are not stored.
/// The result is the same with any number of threads. A family can have faster [passes](Family::passes) of its own.
///
/// The class being built takes three bits a position, finished ones two; `plan` states the bytes.
///
/// ```no_run
/// # fn example<F: solve::tablebase::Family + Sync>(family: F) -> Result<(), Box<dyn std::error::Error>> {
/// use solve::tablebase::{Bitbase, BuildOptions};
///
/// let options = BuildOptions::new();
/// let mut bitbase = Bitbase::new(family);
/// while bitbase.build_some(&options)? {}
/// bitbase.verify(&options)?;
/// # Ok(())
/// # }
/// ```
pub type Bitbase<F> = Table<F, Wdl>;

/// A tablebase in a file.
pub type TablebaseFile<F> = TableFile<F, Score>;

/// A bitbase in a file.
pub type BitbaseFile<F> = TableFile<F, Wdl>;
