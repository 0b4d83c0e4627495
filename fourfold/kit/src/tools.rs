//! What a program asks of a game and a page does not. A build for a page has nothing of it.

use std::io::Write;

use arena::UgiProgram;
use engine::Limits;
use solve::{
    Answer, BuildOptionsBy, Enumerated, Proven, SolveError, SolveOptions, Solved, Watching,
};

use crate::AnyError;
use crate::bots::MakeBot;
use crate::dynamic::Dynamic;
use crate::endings::Exact;
use crate::error::Failure;
use crate::text::Move;

/// What a program asks of a game: other programs as players, solvers, checks.
pub trait GameTools {
    /// Makes bots that play by another program.
    fn program(&self, program: UgiProgram) -> MakeBot;

    /// The number of complete games from a position.
    fn count_games(&self, position: &Dynamic) -> Option<u64>;

    /// Proves who can force a win, with a table of so many bytes. `report` is told whom a search is about, and
    /// its state. The choices of the proofs are written to `out`.
    ///
    /// # Errors
    ///
    /// Why nothing is proven.
    fn prove(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&str, &Answer),
        out: Option<&mut dyn Write>,
    ) -> Result<Proven, SolveError>;

    /// Solves a position by tables of all positions that play leads to, whose options are made as each is built.
    /// Writes the positions to `out`, a line each.
    ///
    /// # Errors
    ///
    /// Why there is no table.
    fn enumerate(
        &self,
        position: &Dynamic,
        options: &BuildOptionsBy<'_>,
        watching: &Watching<'_>,
        out: Option<&mut dyn Write>,
    ) -> Result<Enumerated<Move>, SolveError>;

    /// [Solves](solve::solve) a position by the solver that fits, with a table of so many bytes for the search. Of the
    /// options, those for any game count.
    ///
    /// # Errors
    ///
    /// The position cannot be searched, or is of another game.
    fn choose(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        options: &SolveOptions<'_, Dynamic>,
    ) -> Result<Solved<Move>, SolveError>;

    /// Exact results over all starts by these rules, where they are known.
    ///
    /// # Errors
    ///
    /// The failure that ends the program.
    fn exact(&self, rules: &str, threads: usize) -> Result<Option<Exact>, Failure>;

    /// Checks whether the game keeps the laws of the traits that it implements, in so many positions that play by
    /// these rules leads to from starts dealt from the seed, and returns how many there were; `None` for a game whose
    /// [own tests](crate::Kit::tested) check that. `report` is told of each kind of laws how it is broken, if it is.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    fn check(
        &self,
        rules: &str,
        positions: usize,
        seed: u64,
        report: &mut dyn FnMut(&str, Option<String>),
    ) -> Result<Option<usize>, AnyError>;
}
