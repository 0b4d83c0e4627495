//! Estimates of memory.

use std::ops::ControlFlow;

use super::error::BuildError;
use super::expand::{Child, over};
use super::graph::Graph;
use super::{Family, Move, Rank, Tablebase};
use engine::Wdl;

/// The size and the memory of a class to be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The class.
    pub class: usize,
    /// The number of ranks of the class.
    pub size: u64,
    /// The most bytes of memory that the build takes at a time, finished classes included.
    pub memory: u64,
}

/// The number of positions sampled from a class.
const SAMPLE: u64 = 10_000;

impl<F: Family> Tablebase<F> {
    /// The memory that building each missing class will take. This takes a moment and no memory; the memory
    /// of each class is estimated from a sample of its positions, within a few per cent.
    ///
    /// # Errors
    ///
    /// A class is too large to be built.
    pub fn plan(&self) -> Result<Vec<Plan>, BuildError> {
        let mut before = self.bytes();
        let plan = |class| {
            self.check_size(class)?;
            let size = self.size(class);
            let memory = before + Graph::bytes(size, moves_inside(&self.family, class, size));
            before += size;
            Ok(Plan { class, size, memory })
        };
        (self.built()..self.classes()).map(plan).collect()
    }

    /// Refuses a class that, with those before it, has more ranks than a build can handle.
    pub(super) fn check_size(&self, class: usize) -> Result<(), BuildError> {
        let sizes = self.sizes.iter().take(class.saturating_add(1));
        let size = sizes.fold(0, |all: u64, &size| all.saturating_add(size));
        let most = Graph::MAX_POSITIONS;
        if size > most {
            return Err(BuildError::TooLarge { class, size, most });
        }
        Ok(())
    }
}

/// The number of moves from one position of a class to another, estimated from positions in the middle of
/// equal parts of the class.
fn moves_inside<F: Family>(family: &F, class: usize, size: u64) -> u64 {
    let sample = size.min(SAMPLE);
    let scale = |amount: u128, of: u128| (u128::from(size) * amount / of) as u64;
    let mut list = Vec::new();
    let mut moves = 0;
    for i in 0..sample {
        let index = scale(2 * u128::from(i) + 1, 2 * u128::from(sample));
        if let Some(position) = family.unrank(Rank { class, index }) {
            moves += moves_from(family, class, &position, &mut list);
        }
    }
    scale(moves.into(), sample.max(1).into())
}

/// The number of moves from a position that stay in its class; 0 if one wins at once.
fn moves_from<F: Family>(
    family: &F,
    class: usize,
    position: &F::Game,
    list: &mut Vec<Move<F>>,
) -> u64 {
    if over(position).is_some() {
        return 0;
    }
    let mut inside = 0;
    let wins = family.children(position, list, |child| match child {
        Some(Child::Over(Wdl::Win)) => ControlFlow::Break(()),
        Some(Child::Running { rank, .. }) => {
            inside += u64::from(rank.class == class);
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    });
    if wins.is_break() { 0 } else { inside }
}
