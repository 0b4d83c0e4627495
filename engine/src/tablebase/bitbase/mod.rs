//! Bitbases: who wins, without the distance.

mod build;
mod file;
mod packed;

use std::sync::atomic::AtomicU64;

use super::family_table::family_table;
use super::{Family, Rank};
use crate::outcome::Wdl;
use packed::{Marks, Results};

pub use file::BitbaseFile;

/// Whether each position of a family is won, drawn or lost, at two bits a position.
///
/// It is a [`Tablebase`](super::Tablebase) without distances, for families that are too large for one.
///
/// # How it is built
///
/// One class after the other, in passes. The first pass examines the moves of every position: a move to
/// a lost position wins, and if all moves lead to won ones, the position is lost. So positions whose
/// every move leads to earlier classes are decided at once. Later passes examine the positions that are
/// still open, until a pass decides nothing more; what is open then is drawn. Moves are not stored. The
/// result is the same with any number of threads.
///
/// The class being built takes three bits a position, finished ones two; [`plan`](Bitbase::plan) states
/// the bytes.
///
/// # Files
///
/// Format, version 1: the header is that of a [`Tablebase`](super::Tablebase), but begins with `BITBASE`
/// and a line feed, and counts a class that has been begun as well. There follows, for each of these
/// classes,
///
/// | bytes | |
/// |---|---|
/// | 8 | how many ranks it has |
/// | 4 | 1 if the class is finished, else 0 |
/// | 4 each | the length of each block |
/// | 4 | CRC-32 of all of the class before |
/// | | the blocks |
///
/// A block is a deflate stream (RFC 1951) and the CRC-32 of it. It holds 32,768 results, the last one of
/// a class the rest, four in a byte, the first in the lowest bits: 0 a draw, 1 a win for the player to
/// move, 2 a loss, 3 no position. In a class that is not finished 0 means not known.
///
/// ```no_run
/// # fn example<F: engine::tablebase::Family + Sync>(family: F) -> Result<(), Box<dyn std::error::Error>> {
/// use engine::tablebase::{Bitbase, BuildOptions};
///
/// let options = BuildOptions::new();
/// let mut bitbase = Bitbase::new(family);
/// while bitbase.build_some(&options)? {}
/// bitbase.verify(&options)?;
/// # Ok(())
/// # }
/// ```
pub struct Bitbase<F> {
    family: F,
    sizes: Vec<u64>,
    /// The results of the classes that are built, in order, and of the class being built.
    classes: Vec<Results>,
    in_progress: Option<InProgress>,
}

/// The state of the class being built, beside its results.
struct InProgress {
    /// The positions to examine.
    open: Marks,
    /// How many passes are finished.
    passes: u32,
    /// Where the pass goes on.
    next: u64,
    /// How many positions the pass has decided so far.
    decided: AtomicU64,
}

impl<F: Family> Bitbase<F> {
    /// A bitbase with no class built yet.
    pub fn new(family: F) -> Self {
        let sizes = family.sizes();
        Self { family, sizes, classes: Vec::new(), in_progress: None }
    }

    /// These results as the first classes of a larger family, whose other classes can then be built.
    /// `None` unless its first classes have the sizes of the classes of this one. The caller must know
    /// that they are the same classes.
    pub fn extended(self, family: F) -> Option<Self> {
        let sizes = family.sizes();
        sizes.starts_with(&self.sizes).then(|| Self { family, sizes, ..self })
    }

    /// The number of classes that are built: the first ones.
    pub fn built(&self) -> usize {
        self.classes.len() - usize::from(self.in_progress.is_some())
    }

    /// The result stored for a rank, for the player to move; `None` if no position has this rank or its
    /// class is not built.
    pub fn result(&self, rank: Rank) -> Option<Wdl> {
        if rank.class < self.built() { self.found(rank) } else { None }
    }

    /// The result of an unfinished position for the player to move, if the bitbase knows it.
    ///
    /// It is that of the position's rank. A win or a loss need not hold if the rank leaves out
    /// something that [`holds`](Family::holds) decides by the distance.
    pub fn probe(&self, position: &F::Game) -> Option<Wdl> {
        self.result(self.family.rank(position)?)
    }

    /// The result found so far, also in the class being built.
    #[inline]
    fn found(&self, rank: Rank) -> Option<Wdl> {
        let is_number = rank.index < self.size(rank.class);
        self.classes.get(rank.class).filter(|_| is_number)?.get(rank.index)
    }
}

family_table!(Bitbase);
