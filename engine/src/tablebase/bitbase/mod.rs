//! Bitbases: who wins, without the distance.

mod build;
mod file;
mod packed;

use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

use super::{Family, Rank};
use crate::outcome::Wdl;
use packed::{Marks, Results};

pub use file::BitbaseFile;
pub(super) use packed::zeros;

/// Whether each position of a family is won, drawn or lost, at two bits a position.
///
/// It is a [`Tablebase`](super::Tablebase) without distances, for families that are too large for one.
///
/// # How it is built
///
/// One class after the other, in passes. The first pass looks at the moves of every position: a move to
/// a lost position wins, and if all moves lead to won ones, the position is lost. So positions whose
/// every move leads to earlier classes are decided at once. Later passes look again at the positions that
/// are still open, until a pass decides nothing more; what is open then is drawn. Moves are not stored.
/// The result is the same with any number of threads.
///
/// The class at work takes three bits a position, finished ones two; [`plan`](Bitbase::plan) states the
/// bytes.
///
/// ```no_run
/// # fn example<F: engine::tablebase::Family + Sync>(family: F) -> Result<(), Box<dyn std::error::Error>> {
/// use engine::tablebase::{Bitbase, BuildOptions};
///
/// let options = BuildOptions::new();
/// let mut bitbase = Bitbase::new(family);
/// bitbase.plan(&options)?;
/// while bitbase.build_some(&options)? {}
/// bitbase.verify(&options)?;
/// # Ok(())
/// # }
/// ```
pub struct Bitbase<F> {
    family: F,
    sizes: Vec<u64>,
    /// The results of the classes that are built, in order, and of the class at work.
    classes: Vec<Results>,
    at_work: Option<AtWork>,
}

/// The state of the class at work, beside its results.
struct AtWork {
    /// The positions that are to be looked at.
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
        Self { family, sizes, classes: Vec::new(), at_work: None }
    }

    /// The same results for a larger family: what is missing of it can be built then. `None` unless the
    /// sizes of its first classes are those of all classes of this one; that these are the same classes is
    /// for the caller to know.
    pub fn extended(self, family: F) -> Option<Self> {
        let sizes = family.sizes();
        sizes.starts_with(&self.sizes).then(|| Self { family, sizes, ..self })
    }

    /// The family.
    pub fn family(&self) -> &F {
        &self.family
    }

    /// The number of classes of the family.
    pub fn classes(&self) -> usize {
        self.sizes.len()
    }

    /// The number of classes that are built: the first ones.
    pub fn built(&self) -> usize {
        self.classes.len() - usize::from(self.at_work.is_some())
    }

    /// Whether all classes are built.
    pub fn is_complete(&self) -> bool {
        self.built() == self.classes()
    }

    /// The number of numbers of a class; 0 if there is no such class.
    pub fn size(&self, class: usize) -> u64 {
        self.sizes.get(class).copied().unwrap_or(0)
    }

    /// The result stored for a rank, for the player to move; `None` if no position has this rank or its
    /// class is not built.
    pub fn result(&self, rank: Rank) -> Option<Wdl> {
        if rank.class < self.built() { self.found(rank) } else { None }
    }

    /// The result of an unfinished position for the player to move, if the bitbase knows it.
    ///
    /// It is that of the position's rank. Where a rank leaves something out that
    /// [`holds`](Family::holds) decides by the distance, a win or a loss need not be one.
    pub fn probe(&self, position: &F::Game) -> Option<Wdl> {
        self.result(self.family.rank(position)?)
    }

    /// What is known of a rank, in the class at work too.
    #[inline]
    fn found(&self, rank: Rank) -> Option<Wdl> {
        let is_number = rank.index < self.size(rank.class);
        self.classes.get(rank.class).filter(|_| is_number)?.get(rank.index)
    }

    /// Counts of the numbers `indices` of a class by result; empty if the class is not built. Numbers
    /// without a position do not count. A number that stands for [several positions](Family::weight)
    /// counts for each of them.
    pub fn counts(&self, class: usize, indices: Range<u64>) -> Counts {
        let mut counts = Counts::default();
        for index in indices.start..indices.end.min(self.size(class)) {
            let rank = Rank { class, index };
            let Some(result) = self.result(rank) else { continue };
            let count = match result {
                Wdl::Win => &mut counts.won,
                Wdl::Draw => &mut counts.drawn,
                Wdl::Loss => &mut counts.lost,
            };
            *count = count.saturating_add(self.family.weight(rank));
        }
        counts
    }
}

/// How many positions are won, drawn and lost for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that neither player wins.
    pub drawn: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
}

impl<F: Family> fmt::Debug for Bitbase<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bitbase")
            .field("family", &self.family.description())
            .field("sizes", &self.sizes)
            .field("built", &self.built())
            .finish_non_exhaustive()
    }
}
